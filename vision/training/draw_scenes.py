"""Draws scenes into a folder: a picture and its labels each, beginning again where it stopped."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import cv2
import numpy as np

from vision.training.labels import label_rows
from vision.training.scenes import scene
from vision.training.throws import Box

SCENES_PER_BOX = 150  # scenes until there are new makers and floors


def draw_scenes(folder: Path, first: int, count: int, until: float = float("inf")) -> bool:
    """`count` scenes from `first`, those not there yet, each by its number alone; False: time was up."""
    folder.mkdir(parents=True, exist_ok=True)
    box, filled = None, -1
    for number in range(first, first + count):
        name = folder / f"{number:06d}"
        if name.with_suffix(".npy").exists():
            continue
        if time.monotonic() > until:
            return False
        if box is None or number // SCENES_PER_BOX != filled:
            filled = number // SCENES_PER_BOX
            box = Box(Random(f"box {filled}"))
        write_scene(name, number, box)
    return True


def write_scene(name: Path, number: int, box: Box) -> None:
    """Draw one scene and write it."""
    picture, labels = scene(Random(f"scene {number}"), box)
    cv2.imwrite(str(name.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    part = name.with_suffix(".part.npy")
    np.save(part, label_rows([label.row for label in labels]))
    part.rename(name.with_suffix(".npy"))  # last: what has labels is whole
