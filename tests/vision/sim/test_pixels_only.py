"""What the reader gets of the virtual tray is pixels, and nothing else."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from dataclasses import asdict, fields
from pathlib import Path

import cv2
import numpy as np

import vision
from companion.dice import DieSpec
from tests.vision.sim.reading import reading
from vision.sim import VirtualTray
from vision.sources.frames import Frame, still

ROOM = Path(vision.__file__).parent


def imported(path: Path) -> set[str]:
    """All modules that a file names in its imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{a.name}" for a in node.names}
    return names


def throw(seed: int, count: int) -> tuple[VirtualTray, Frame]:
    tray = VirtualTray(seed)
    tray.throw([DieSpec("d6")] * count)
    tray.read()
    while tray.busy:
        tray.read()
    frame = tray.read()
    assert frame is not None
    return tray, frame


def test_a_frame_of_the_virtual_tray_is_an_image_a_number_and_a_time() -> None:
    _, frame = throw(1, 4)
    assert [f.name for f in fields(Frame)] == ["image", "number", "at"]
    assert vars(frame).keys() == {"image", "number", "at"}
    assert type(frame) is Frame
    assert type(frame.image) is np.ndarray
    assert frame.image.dtype == np.uint8
    assert frame.image.shape == (480, 640, 3)
    assert (type(frame.number), type(frame.at)) == (int, float)


def test_the_array_of_a_frame_hides_nothing_beside_its_pixels() -> None:
    _, frame = throw(1, 4)
    assert frame.image.nbytes == 480 * 640 * 3
    assert frame.image.base is None
    assert frame.image.flags.c_contiguous


def test_number_and_time_do_not_depend_on_what_was_thrown() -> None:
    trays = [VirtualTray(seed) for seed in (1, 2)]
    trays[0].throw([DieSpec("d6")] * 5)
    stamps = [[(f.number, f.at) for f in (t.read() for _ in range(20)) if f] for t in trays]
    assert stamps[0] == stamps[1]


def test_no_module_that_reads_imports_the_virtual_tray() -> None:
    readers = [p for p in ROOM.rglob("*.py") if p.relative_to(ROOM).parts[0] not in ("sim", "training")]
    assert {"eye.py", "reader.py", "motion.py"} <= {p.name for p in readers}
    assert [p.name for p in readers if any(n.startswith("vision.sim") for n in imported(p))] == []


def test_a_process_that_reads_never_loads_the_virtual_tray() -> None:
    code = (
        "import sys, vision.watch.eye, vision.read.reader;"
        "print([m for m in sys.modules if m.startswith('vision.sim')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOM.parent
    )
    assert done.stdout.strip() == "[]"


def test_a_frame_kept_as_png_reads_the_same_in_a_process_without_the_virtual_tray(tmp_path: Path) -> None:
    tray, frame = throw(3, 6)
    empty, picture = tmp_path / "empty.png", tmp_path / "roll.png"
    cv2.imwrite(str(empty), tray.empty_picture())
    cv2.imwrite(str(picture), frame.image)
    assert (still(picture).image == frame.image).all()
    here = reading(tray.empty_picture(), frame.image)
    code = (
        "import json, sys; from dataclasses import asdict;"
        "sys.modules['vision.sim'] = None;"
        "from vision.sources.frames import still; from tests.vision.sim.reading import reading;"
        f"print(json.dumps(asdict(reading(still({str(empty)!r}).image, still({str(picture)!r}).image))))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOM.parent
    )
    there = json.loads(done.stdout)
    assert here.state == "settled"
    assert len(here.dice) == 6
    assert there == json.loads(json.dumps(asdict(here)))
