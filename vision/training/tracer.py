"""The ray tracer's door: compiles it once with the system's C compiler, hands it scenes as numpy records."""

from __future__ import annotations

import ctypes
import hashlib
import subprocess
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import numpy as np
from numpy.typing import NDArray

SOURCE = Path(__file__).with_name("tracer.c")
FLAGS = ("-O3", "-march=native", "-ffast-math", "-fPIC")
F, I = np.float32, np.int32  # noqa: E741 (as in the C source)
DIE = np.dtype(
    [
        *(("centre", F, 3), ("axes", F, 9), ("half", F), ("edge", F), ("cut", F), ("face", I, 6)),
        *(("body", F, 3), ("second", F, 3), ("ink", F, 3)),
        *((name, F) for name in ("marble", "grain", "gloss", "rough", "relief", "clear", "glitter")),
        ("shift", F, 2),
    ]
)
PROP = np.dtype([("centre", F, 3), ("radius", F), ("height", F), ("colour", F, 3), ("gloss", F)])
SCENE = np.dtype(
    [
        *((name, I) for name in ("width", "height", "dice", "props", "walls")),
        *((name, I) for name in ("floor_size", "noise_size", "mask_size")),
        *(("eye", F, 3), ("view", F, 9), ("focal", F), ("middle", F, 2)),
        *(("lamp", F, 3), ("lamp_size", F), ("lamp_colour", F, 3)),
        *(("sky", F, 3), ("ground", F, 3), ("window", F)),
        *(("floor_scale", F), ("floor_turn", F), ("floor_gloss", F)),
        *(("wall", F, (6, 6)), ("wall_colour", F, 3), ("seed", np.uint32)),
    ]
)


class NoCompilerError(Exception):
    """There is no C compiler; the text says what to install."""


@cache
def library() -> ctypes.CDLL:
    """The compiled tracer, made anew whenever its source has changed."""
    mark = hashlib.sha256(SOURCE.read_bytes() + repr(FLAGS).encode()).hexdigest()[:12]
    built = Path(gettempdir()) / f"cubilete-tracer-{mark}.so"
    if not built.exists():
        part, compiled = built.with_suffix(".part"), built.with_suffix(".o")
        try:
            # in two steps: linked as fast maths, it would round tiny numbers of the whole process to nought
            subprocess.run(["gcc", *FLAGS, "-c", str(SOURCE), "-o", str(compiled)], check=True)
            subprocess.run(["gcc", "-shared", str(compiled), "-o", str(part), "-lm"], check=True)
        except FileNotFoundError as error:
            raise NoCompilerError(
                "gcc is needed to draw dice to learn from: apt install gcc libc6-dev"
            ) from error
        part.rename(built)
    return ctypes.CDLL(str(built))


def trace(
    scene: Any, things: tuple[Any, Any], images: tuple[Any, Any, Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Linear light, and the face of each pixel: 0, or 1 + 6 × die + face.

    `things` are dice and props, `images` masks, floor and noise.
    """
    size = (int(scene["height"]), int(scene["width"]))
    rgb, face = np.zeros((*size, 3), F), np.zeros(size, I)
    held = [np.ascontiguousarray(one) for one in (np.array([scene], SCENE), *things, *images, rgb, face)]
    library().trace(*(one.ctypes.data_as(ctypes.c_void_p) for one in held))
    return held[-2], held[-1]
