"""Crops to learn from: a part of a scene, turned, scaled, spoiled as cameras spoil pictures, and its targets.

Refuses to know nets; a target is what each cell of the coarse grid ought to say.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, exp, isnan, log, pi, sin, sqrt
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE = 256
CELL = 8  # pixels of a cell
GRID = SIDE // CELL
EDGE = 40.0  # pixels of a top face whose size is told as 0
LEANS = 12.0  # degrees from which a die is doubtful
COVERED, HIDDEN = 0.6, 0.15  # seen parts of a top face: doubtful below, not asked for below
FLAT = 4.5  # contrast below which nobody could read a face
Floats = NDArray[np.float32]
Labels = NDArray[np.float32]  # rows of `scenes.Label.row`


@dataclass(frozen=True)
class Target:
    """`heat`: middles of top faces; `weight` 0: not asked; `value` -1: not asked; `doubt` -1: not asked.

    `shape`: log size, cos and sin of four times the angle, x and y to the middle, in cells, each where `known`.
    """

    heat: Floats
    weight: Floats
    value: NDArray[np.int64]
    doubt: Floats
    shape: Floats
    known: Floats

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        return self.heat, self.weight, self.value, self.doubt, self.shape, self.known


def cut(luck: Random, picture: NDArray[np.uint8], labels: Labels) -> tuple[NDArray[np.uint8], Labels]:
    """A square of the picture at some scale, squeezed a little, turned by quarters, perhaps mirrored."""
    high, wide = picture.shape[:2]
    least = (SIDE + 1) / min(high, wide)
    scale = luck.uniform(max(0.5, least), max(1.1, least))
    squeeze = exp(luck.choices((0.0, luck.uniform(-0.14, 0.14), luck.uniform(-0.5, 0.5)), (5, 4, 1))[0])
    sx, sy = (max(scale * k, (SIDE + 1) / n) for k, n in ((sqrt(squeeze), wide), (1 / sqrt(squeeze), high)))
    how = cv2.INTER_AREA if scale < 0.95 else cv2.INTER_LINEAR
    picture = np.asarray(cv2.resize(picture, None, fx=sx, fy=sy, interpolation=how), np.uint8)
    rows = labels[:, :7].copy()
    x0, y0 = (luck.randrange(n - SIDE + 1) for n in (picture.shape[1], picture.shape[0]))
    picture = picture[y0 : y0 + SIDE, x0 : x0 + SIDE]
    rows[:, 0], rows[:, 1] = rows[:, 0] * sx - x0, rows[:, 1] * sy - y0
    rows[:, 2] *= sqrt(sx * sy)
    for _ in range(luck.randrange(4)):
        picture = np.rot90(picture)
        rows[:, 0], rows[:, 1] = rows[:, 1].copy(), SIDE - rows[:, 0]
    if luck.random() < 0.5:
        picture = picture[:, ::-1]
        rows[:, 0], rows[:, 3] = SIDE - rows[:, 0], -rows[:, 3]
    return np.ascontiguousarray(picture), rows


def tinted(luck: Random, dice: np.random.Generator, image: Floats) -> Floats:
    sort = luck.random()
    if sort < 0.06:
        image = image[..., dice.permutation(3)]
    elif sort < 0.12:
        image = np.repeat(image.mean(-1, keepdims=True), 3, -1)
    if luck.random() < 0.4:
        mix = np.eye(3, dtype=np.float32) + dice.standard_normal((3, 3), np.float32) * luck.uniform(0, 0.12)
        image = np.clip(image @ mix, 0, 255)
    return np.asarray(image * np.exp(dice.standard_normal(3, np.float32) * 0.1), np.float32)


def toned(luck: Random, image: Floats) -> Floats:
    if luck.random() < 0.5:
        table = 255 * (np.arange(256, dtype=np.float32) / 255) ** exp(luck.uniform(-0.5, 0.5))
        image = np.asarray(cv2.LUT(np.clip(image, 0, 255).astype(np.uint8), table), np.float32)
    image = (image - 128) * luck.uniform(0.55, 1.25) + 128 * exp(luck.uniform(-0.45, 0.2))
    bright = float(np.percentile(image[::4, ::4], 97))
    return image * (luck.uniform(0.85, 1.03) * 255 / bright) if bright > 262 else image


def lit(luck: Random, image: Floats) -> Floats:
    """Unequal light, a shadow's edge, glare."""
    side = image.shape[0]
    if luck.random() < 0.4:
        y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
        way = luck.uniform(0, 2 * pi)
        image = image * (1 + luck.uniform(0, 0.5) * (x * cos(way) + y * sin(way)))[..., None]
    if luck.random() < 0.15:
        corners = np.array(
            [[luck.uniform(-0.2, 1.2) * side for _ in range(2)] for _ in range(luck.randint(3, 5))]
        )
        shade = np.zeros((side, side), np.float32)
        cv2.fillPoly(shade, [corners.astype(np.int32)], 1)
        image = (
            image
            * (1 - luck.uniform(0.2, 0.6) * cv2.GaussianBlur(shade, (0, 0), luck.uniform(0.8, 8)))[..., None]
        )
    if luck.random() < 0.15:
        glare, size = np.zeros((side, side), np.float32), (luck.randint(4, 50), luck.randint(4, 50))
        at = (luck.randrange(side), luck.randrange(side))
        cv2.ellipse(glare, at, size, luck.uniform(0, 180), 0, 360, 1, -1)
        image = (
            image + (luck.uniform(20, 160) * cv2.GaussianBlur(glare, (0, 0), luck.uniform(2, 14)))[..., None]
        )
    return np.asarray(image, np.float32)


def squeezed(image: Floats, quality: int) -> Floats:
    """Through a JPEG and back."""
    coded = cv2.imencode(
        ".jpg", np.clip(image, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.float32)


def moved(luck: Random, image: Floats) -> Floats:
    k = luck.choice((3, 5, 7))
    kernel = np.zeros((k, k), np.float32)
    cv2.line(kernel, (0, luck.randrange(k)), (k - 1, luck.randrange(k)), 1)
    kernel = kernel if luck.random() < 0.5 else kernel.T.copy()
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)


def softened(luck: Random, dice: np.random.Generator, image: Floats) -> Floats:
    """Blur, few pixels, or sharpening as phones do it."""
    sort = luck.random()
    if sort < 0.3:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), luck.uniform(0.3, 1.5)), np.float32)
    if sort < 0.55:
        shape = (image.shape[1], image.shape[0])
        share = luck.uniform(0.38, 0.9)
        small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        if luck.random() < 0.6:
            small = small + dice.standard_normal(small.shape, np.float32) * luck.uniform(0, 5)
            small = squeezed(small, luck.randint(50, 95))
        return np.asarray(
            cv2.resize(small, shape, interpolation=luck.choice((cv2.INTER_LINEAR, cv2.INTER_CUBIC))),
            np.float32,
        )
    if sort < 0.7:
        soft = cv2.GaussianBlur(image, (0, 0), luck.uniform(0.6, 2))
        return np.asarray(image + luck.uniform(0.2, 1.6) * (image - soft), np.float32)
    return image


def grained(luck: Random, dice: np.random.Generator, image: Floats) -> Floats:
    if luck.random() < 0.6:
        depth = 3 if luck.random() < 0.5 else 1
        grain = dice.standard_normal((*image.shape[:2], depth), np.float32)
        if luck.random() < 0.3:
            grain = cv2.GaussianBlur(grain, (0, 0), luck.uniform(0.5, 1.2)).reshape(grain.shape) * 2
        image = image + grain * luck.uniform(1, 14)
    return squeezed(image, luck.randint(25, 92)) if luck.random() < 0.5 else image


def spoiled(luck: Random, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture as some camera in some light would have it."""
    dice = np.random.default_rng(luck.getrandbits(32))
    image = lit(luck, toned(luck, tinted(luck, dice, picture.astype(np.float32))))
    if luck.random() < 0.12:
        image = moved(luck, image)
    image = grained(luck, dice, softened(luck, dice, image))
    return np.clip(image, 0, 255).astype(np.uint8)


def flat(picture: NDArray[np.uint8], x: float, y: float, size: float) -> bool:
    """Whether nothing can be told on a face."""
    reach = 0.36 * size
    part = picture[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1]
    return part.size > 24 and float(part.reshape(-1, 3).std(0).max()) < FLAT


Y, X = np.mgrid[0:GRID, 0:GRID].astype(np.float32)


def target(labels: Labels, picture: NDArray[np.uint8]) -> Target:
    """What the net ought to say of this crop."""
    heat, weight = np.zeros((GRID, GRID), np.float32), np.ones((GRID, GRID), np.float32)
    value, doubt = np.full((GRID, GRID), -1, np.int64), np.full((GRID, GRID), -1, np.float32)
    shape, known = np.zeros((5, GRID, GRID), np.float32), np.zeros((5, GRID, GRID), np.float32)
    nearest = np.full((GRID, GRID), 1e9, np.float32)
    for x, y, size, angle, face, seen, lean in labels:
        if not (-size * 0.5 < x < SIDE + size * 0.5 and -size * 0.5 < y < SIDE + size * 0.5):
            continue
        gx, gy = x / CELL - 0.5, y / CELL - 0.5
        away = (X - gx) ** 2 + (Y - gy) ** 2
        if seen < HIDDEN or not (2 < x < SIDE - 2 and 2 < y < SIDE - 2):
            weight[away < (0.6 * size / CELL) ** 2] = 0
            continue
        spread = max(0.65, 0.13 * size / CELL)
        heat = np.maximum(heat, np.exp(-away / (2 * spread * spread)))
        heat[min(max(round(gy), 0), GRID - 1), min(max(round(gx), 0), GRID - 1)] = 1
        near = (away < max(1.2, (0.16 * size / CELL) ** 2)) & (away < nearest)
        nearest[near] = away[near]
        edge = 0.42 * size
        outside = not (edge < x < SIDE - edge and edge < y < SIDE - edge)
        bad = bool(seen < COVERED or lean > LEANS or outside or (face > 0 and flat(picture, x, y, size)))
        doubt[near] = 1.0 if bad else 0.0 if seen >= 0.75 else -1
        value[near] = -1 if bad else int(face)
        known[:, near] = 1
        if isnan(angle):  # a photograph's box: its size is roughly known, its turn is not
            known[0][near], known[1][near], known[2][near], angle = 0.2, 0, 0, 0.0
        for k, told in enumerate((log(size / EDGE), cos(4 * angle), sin(4 * angle))):
            shape[k][near] = told
        shape[3][near], shape[4][near] = (gx - X)[near], (gy - Y)[near]
    return Target(heat, weight, value, doubt, shape, known)


Maker = Callable[[Random], tuple[NDArray[np.uint8], Labels]]


def crop(luck: Random, made: tuple[NDArray[np.uint8], Labels]) -> tuple[NDArray[np.uint8], Target]:
    """A crop of a scene and its target."""
    picture, labels = cut(luck, *made)
    picture = spoiled(luck, picture)
    return picture, target(labels, picture)
