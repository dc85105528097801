"""Crops to learn from: part of a picture, turned, scaled, spoiled as cameras spoil pictures, and its target.

Refuses to know nets.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random

import cv2
import numpy as np

from vision.arrays import Image
from vision.training.labels import Rows, facing
from vision.training.lying_over import covered
from vision.training.spoil import spoiled
from vision.training.targets import SIDE, Target, target

USED = 7  # columns of a label that targets are made of as they are
ALIKE = 1e-6  # of the scales across and down: a squeezed picture says nothing of how a face is turned
COVERED = 0.15  # share of pictures in which something is laid over the dice


def cut(luck: Random, picture: Image, labels: Rows) -> tuple[Image, Rows]:
    """A square of the picture at some scale, squeezed a little, turned by quarters, perhaps mirrored."""
    sx, sy = scales(luck, picture.shape[0], picture.shape[1])
    how = cv2.INTER_AREA if sqrt(sx * sy) < 0.95 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(picture, None, fx=sx, fy=sy, interpolation=how), np.uint8)
    x0, y0 = (luck.randrange(n - SIDE + 1) for n in (picture.shape[1], picture.shape[0]))
    seen_from = facing(labels) if abs(sx - sy) < ALIKE else np.full(len(labels), np.nan, np.float32)
    rows = np.concatenate([labels[:, :USED], seen_from[:, None]], axis=1)
    rows[:, 0], rows[:, 1] = rows[:, 0] * sx - x0, rows[:, 1] * sy - y0
    rows[:, 2] *= sqrt(sx * sy)
    return turned(luck, picture[y0 : y0 + SIDE, x0 : x0 + SIDE], rows)


def scales(luck: Random, high: int, wide: int) -> tuple[float, float]:
    """How much wider and higher the picture becomes; never smaller than a crop."""
    least = (SIDE + 1) / min(high, wide)
    scale = luck.uniform(max(0.5, least), max(1.1, least))
    squeeze = exp(luck.choices((0.0, luck.uniform(-0.14, 0.14), luck.uniform(-0.5, 0.5)), (5, 4, 1))[0])
    across, down = scale * sqrt(squeeze), scale * (1 / sqrt(squeeze))
    return max(across, (SIDE + 1) / wide), max(down, (SIDE + 1) / high)


def turned(luck: Random, picture: Image, rows: Rows) -> tuple[Image, Rows]:
    """Some quarters on, perhaps mirrored; `rows` are changed in place."""
    for _ in range(luck.randrange(4)):
        picture = np.rot90(picture)
        rows[:, 0], rows[:, 1] = rows[:, 1].copy(), SIDE - rows[:, 0]
    if luck.random() < 0.5:
        picture = picture[:, ::-1]
        rows[:, 0], rows[:, 3] = SIDE - rows[:, 0], -rows[:, 3]
    return np.ascontiguousarray(picture), rows


def crop(luck: Random, picture: Image, labels: Rows, photographed: bool = False) -> tuple[Image, Target]:
    """A crop of a picture and its target."""
    if luck.random() < COVERED:
        picture, labels = covered(luck, picture, labels)
    part, rows = cut(luck, picture, labels)
    part = spoiled(luck, part, photographed)
    return part, target(rows, part)
