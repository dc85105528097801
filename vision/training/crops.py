"""Crops to learn from: random scale, squeeze, quarter turn, mirror, occlusion, photometric augmentation."""

from __future__ import annotations

from math import exp, sqrt
from random import Random

import cv2
import numpy as np

from vision.arrays import Image
from vision.training.augment import augment
from vision.training.labels import Rows, foreshortening
from vision.training.occlusion import occlude
from vision.training.targets import CROP_PX, Target, target

TARGET_COLUMNS = 7  # columns of a label that targets are made of as they are
MAX_SCALE_DIFFERENCE = 1e-6  # across and down: a squeezed picture says nothing of how a face is turned
OCCLUDED_SHARE = 0.15  # share of pictures in which something is laid over the dice


def random_crop(luck: Random, picture: Image, labels: Rows) -> tuple[Image, Rows]:
    """A square of the picture at some scale, squeezed a little, turned by quarters, perhaps mirrored."""
    sx, sy = random_scales(luck, picture.shape[0], picture.shape[1])
    how = cv2.INTER_AREA if sqrt(sx * sy) < 0.95 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(picture, None, fx=sx, fy=sy, interpolation=how), np.uint8)
    x0, y0 = (luck.randrange(n - CROP_PX + 1) for n in (picture.shape[1], picture.shape[0]))
    foreshortenings = (
        foreshortening(labels)
        if abs(sx - sy) < MAX_SCALE_DIFFERENCE
        else np.full(len(labels), np.nan, np.float32)
    )
    rows = np.concatenate([labels[:, :TARGET_COLUMNS], foreshortenings[:, None]], axis=1)
    rows[:, 0], rows[:, 1] = rows[:, 0] * sx - x0, rows[:, 1] * sy - y0
    rows[:, 2] *= sqrt(sx * sy)
    return random_quarter_turn(luck, picture[y0 : y0 + CROP_PX, x0 : x0 + CROP_PX], rows)


def random_scales(luck: Random, high: int, wide: int) -> tuple[float, float]:
    """How much wider and higher the picture becomes; never smaller than a crop."""
    min_scale = (CROP_PX + 1) / min(high, wide)
    scale = luck.uniform(max(0.5, min_scale), max(1.1, min_scale))
    squeeze = exp(luck.choices((0.0, luck.uniform(-0.14, 0.14), luck.uniform(-0.5, 0.5)), (5, 4, 1))[0])
    across, down = scale * sqrt(squeeze), scale * (1 / sqrt(squeeze))
    return max(across, (CROP_PX + 1) / wide), max(down, (CROP_PX + 1) / high)


def random_quarter_turn(luck: Random, picture: Image, rows: Rows) -> tuple[Image, Rows]:
    """Some quarters on, perhaps mirrored; `rows` are changed in place."""
    for _ in range(luck.randrange(4)):
        picture = np.rot90(picture)
        rows[:, 0], rows[:, 1] = rows[:, 1].copy(), CROP_PX - rows[:, 0]
    if luck.random() < 0.5:
        picture = picture[:, ::-1]
        rows[:, 0], rows[:, 3] = CROP_PX - rows[:, 0], -rows[:, 3]
    return np.ascontiguousarray(picture), rows


def crop_with_target(
    luck: Random, picture: Image, labels: Rows, photographed: bool = False
) -> tuple[Image, Target]:
    """A crop of a picture and its target."""
    if luck.random() < OCCLUDED_SHARE:
        picture, labels = occlude(luck, picture, labels)
    part, rows = random_crop(luck, picture, labels)
    part = augment(luck, part, photographed)
    return part, target(rows, part)
