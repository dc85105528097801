"""Pictures of custom faces as the eye cuts them out in play: squared by a random homography, in some light.

Most faces are drawn; some are letters from photographs that may be learned from. Colours are 0 to 255.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import Any

import cv2
import numpy as np

from vision.arrays import Floats, Image, Mask
from vision.recognise.embedding import INPUT_PX, zero_mean_unit_spread
from vision.training import materials
from vision.training.augment import gaussian_blur, jpeg_round_trip
from vision.training.boards import CONTEXT_EDGES
from vision.training.masks import MASK_PX

DRAWN_PX = 96  # pixels of it while it is drawn


@dataclass(frozen=True)
class Paint:
    """The colours of one set on one table, blue, green, red to 255, and how it is veined."""

    body: Floats
    ink: Floats
    floor: Floats
    veins: float


def random_paint(luck: Random) -> Paint:
    """Some colours; ink can be told from body."""
    body, ink = gamma_encode(materials.body_colour(luck)), gamma_encode(materials.ink_colour(luck))
    while abs(float(ink.mean() - body.mean())) < 45:
        body, ink = gamma_encode(materials.body_colour(luck)), gamma_encode(materials.ink_colour(luck))
    floor = np.asarray(materials.random_colour(luck) * luck.uniform(0.2, 1) * 255, np.float32)
    return Paint(body, ink, floor, luck.uniform(0, 0.15) if luck.random() < 0.3 else 0.0)


def gamma_encode(colour: Floats) -> Floats:
    """A linear colour as pictures have it."""
    return np.asarray(colour**0.45 * 255, np.float32)


def drawn_view(luck: Random, mask: Mask, colours: Paint) -> Floats:
    """One picture of a drawn face, as some camera in some light has it, normalised."""
    dice = np.random.default_rng(luck.getrandbits(32))
    return camera_view(luck, dice, paint_face(luck, dice, mask, colours), luck.uniform(0.4, 2.6))


def photo_view(luck: Random, photo: Image) -> Floats:
    """One more picture of a photographed face, of a cut with BESIDE all round."""
    dice = np.random.default_rng(luck.getrandbits(32))
    around = photo.shape[0] / (1 + 2 * CONTEXT_EDGES) * CONTEXT_EDGES
    scale = MASK_PX / (photo.shape[0] - 2 * around)
    as_mask = np.array([[scale, 0, -scale * around], [0, scale, -scale * around], [0, 0, 1]])
    image = cv2.warpPerspective(
        photo,
        random_homography(luck, DRAWN_PX) @ as_mask,
        (DRAWN_PX, DRAWN_PX),
        borderMode=cv2.BORDER_REPLICATE,
    )
    return camera_view(luck, dice, np.asarray(image, np.float32), luck.uniform(0.2, 1.2))


def camera_view(luck: Random, dice: np.random.Generator, image: Floats, blur: float) -> Floats:
    """As some camera in some light has it, normalised."""
    image = gaussian_blur(light_face(luck, image), blur)
    few = luck.choice((INPUT_PX, luck.randint(22, INPUT_PX)))
    coarse = cv2.resize(image, (few, few), interpolation=cv2.INTER_AREA)
    image = np.asarray(cv2.resize(coarse, (INPUT_PX, INPUT_PX)), np.float32)
    cast = np.exp(dice.standard_normal(3, np.float32) * 0.08)
    image = image * cast * luck.uniform(0.5, 1.15) + luck.uniform(-10, 25)
    image = image + dice.standard_normal(image.shape, np.float32) * luck.uniform(1, 8)
    image = np.clip(image, 0, 255)
    return zero_mean_unit_spread(
        jpeg_round_trip(image, luck.randint(35, 92)) if luck.random() < 0.5 else image
    )


def random_homography(luck: Random, side: int) -> Any:
    """A face a little turned, shifted, sheared and tilted, as it is squared in play."""
    scale = side / (MASK_PX * luck.uniform(0.98, 1.28))
    turn = cv2.getRotationMatrix2D((MASK_PX / 2, MASK_PX / 2), luck.gauss(0, 5), scale)
    shift = side / 2 - MASK_PX / 2 + np.array([luck.gauss(0, 0.03), luck.gauss(0, 0.03)]) * side
    turn[:, 2] = turn[:, 2] + shift
    tilt = np.eye(3)
    tilt[2, :2] = luck.uniform(-0.0012, 0.0012), luck.uniform(-0.0012, 0.0012)
    tilt[0, 1], tilt[0, 0] = luck.uniform(-0.1, 0.1), luck.uniform(0.92, 1.08)
    away = np.array([[1, 0, -side / 2], [0, 1, -side / 2], [0, 0, 1]])
    return np.linalg.inv(away) @ tilt @ away @ np.vstack([turn, [0, 0, 1]])


def paint_face(luck: Random, dice: np.random.Generator, mask: Mask, colours: Paint) -> Floats:
    """The face on its floor, its corners more or less round."""
    lie, size = random_homography(luck, DRAWN_PX), (DRAWN_PX, DRAWN_PX)
    ink = cv2.warpPerspective(mask, lie, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    covered = cv2.warpPerspective(np.full_like(mask, 255), lie, size)
    face: Floats = np.asarray(covered, np.float32) / np.float32(255)
    round_ = luck.uniform(0, 5)
    if round_ > 1:
        face = np.clip((gaussian_blur(face, round_) - 0.5) * 6 + 0.5, 0, 1)
    body = np.ones((*size, 1), np.float32) * colours.body
    if colours.veins:
        veins = cv2.resize(dice.standard_normal((6, 6), np.float32), size, interpolation=cv2.INTER_CUBIC)
        body = body * (1 + colours.veins * veins[..., None])
    image = body * (1 - ink) + colours.ink * ink
    return np.asarray(image * face[..., None] + colours.floor * (1 - face[..., None]), np.float32)


def light_face(luck: Random, image: Floats) -> Floats:
    """Brighter towards one side, sometimes with glare."""
    y, x = np.mgrid[0:DRAWN_PX, 0:DRAWN_PX].astype(np.float32) / DRAWN_PX - 0.5
    way = luck.uniform(0, 2 * pi)
    image = image * (1 + luck.uniform(0, 0.6) * (x * cos(way) + y * sin(way)))[..., None]
    if luck.random() < 0.3:
        glare = np.zeros((DRAWN_PX, DRAWN_PX), np.float32)
        cv2.circle(glare, (luck.randrange(DRAWN_PX), luck.randrange(DRAWN_PX)), luck.randint(4, 26), (1,), -1)
        image = image + gaussian_blur(glare, luck.uniform(2, 12))[..., None] * luck.uniform(30, 150)
    return image
