"""Occlusion augmentation: cards, sleeves, fingers laid over a picture; what is still seen of the faces.

Shares are of the area of a face.
"""

from __future__ import annotations

from math import cos, degrees, pi, sin
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, Mask
from vision.training.labels import Rows, quads

MAX_HIDDEN_SHARE = 0.85  # from which a face is not asked for
MAX_CLEAR_HIDDEN_SHARE = 0.1  # from which it is doubtful
DOUBTFUL_VISIBLE_SHARE = 0.5  # the seen part that says so
SKIN_BGR = np.array([120, 150, 205], np.float32)


def occlude(luck: Random, picture: Image, labels: Rows) -> tuple[Image, Rows]:
    """The picture with a few things over it; a face of which a pip may be hidden is doubtful."""
    under: Mask = np.zeros(picture.shape[:2], np.uint8)
    for _ in range(luck.randint(1, 3)):
        thing = occluder_mask(luck, under.shape, labels)
        picture = composite(luck, picture, thing)
        under = np.maximum(under, thing)
    return picture, visible_labels(labels, under)


def occluder_mask(luck: Random, size: tuple[int, ...], labels: Rows) -> Mask:
    """A card or a finger, mostly beside or over some die."""
    high, wide = size[0], size[1]
    x, y, edge = luck.uniform(0, wide), luck.uniform(0, high), 50.0
    if len(labels) and luck.random() < 0.8:
        x, y, edge = (float(k) for k in labels[luck.randrange(len(labels)), :3])
    long, short = luck.uniform(0.5, 4) * edge, luck.uniform(0.3, 1.5) * edge
    way, away = luck.uniform(0, 2 * pi), luck.uniform(0.2, 1.3) * edge + short / 2
    turn = degrees(way) if luck.random() < 0.7 else luck.uniform(0, 360)
    box = ((x + cos(way) * away, y + sin(way) * away), (short, long), turn)
    shape: Mask = np.zeros((high, wide), np.uint8)
    if luck.random() < 0.6:
        cv2.fillPoly(shape, [cv2.boxPoints(box).astype(np.int32)], (255,), cv2.LINE_AA)
    else:
        cv2.ellipse(shape, box, (255,), -1, cv2.LINE_AA)
    return shape


def composite(luck: Random, picture: Image, thing: Mask) -> Image:
    """The picture with a thing of some colour on it, and its shadow."""
    colour = np.array([luck.randrange(256) for _ in range(3)], np.float32)
    if luck.random() < 0.4:
        colour = SKIN_BGR * np.float32(luck.uniform(0.4, 1.2))
    part = thing[..., None].astype(np.float32) / 255
    soft = np.asarray(cv2.GaussianBlur(thing, (0, 0), luck.uniform(2, 8)), np.float32)[..., None] / 255
    spots = np.random.default_rng(luck.getrandbits(32)).standard_normal((30, 30), np.float32)
    grain = 1 + 0.05 * np.asarray(cv2.resize(spots, thing.shape[::-1]), np.float32)[..., None]
    shaded = picture * (1 - soft * luck.uniform(0, 0.6))
    return np.clip(shaded * (1 - part) + colour * grain * part, 0, 255).astype(np.uint8)


def visible_labels(labels: Rows, under: Mask) -> Rows:
    """The labels with the visible share of each face lessened by what is hidden."""
    after = labels.copy()
    for row, quad in zip(after, quads(labels), strict=True):
        hidden = hidden_share(quad if quad.any() else box_corners(row), under)
        if hidden > MAX_HIDDEN_SHARE:
            row[5] = 0
        elif hidden > MAX_CLEAR_HIDDEN_SHARE:
            row[5] = min(float(row[5]), DOUBTFUL_VISIBLE_SHARE)
    return after


def hidden_share(quad: NDArray[np.float32], under: Mask) -> float:
    """How much of a face is hidden."""
    face: Mask = np.zeros(under.shape, np.uint8)
    cv2.fillPoly(face, [quad.astype(np.int32)], (255,))
    return float((under[face > 0] > 127).mean()) if face.any() else 0.0


def box_corners(row: NDArray[np.float32]) -> NDArray[np.float32]:
    """A square for a face of which only middle and size are known."""
    x, y, size = (float(k) for k in row[:3])
    return np.asarray(cv2.boxPoints(((x, y), (size, size), 0)), np.float32)
