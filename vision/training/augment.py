"""Photometric augmentation: colours, tones, shadow, glare, blur, noise, JPEG, as cameras and lamps have them.

Nothing moves in the picture, so labels stay as they are. Pictures are floats, blue, green, red, 0 to 255.
"""

from __future__ import annotations

from math import cos, exp, pi, sin
from random import Random

import cv2
import numpy as np

from vision.arrays import Floats, Image

UNSPOILED_PHOTO_SHARE = 0.75  # of photographs, that lose no detail: a camera has spoiled them already
HUE_SHIFT_SHARE = 0.6  # of photographs, in other hues
NEGATIVE_SHARE = 0.08  # of photographs, negative
VEINS_SHARE = 0.25  # of photographs, with veins


def augment(luck: Random, picture: Image, photographed: bool = False) -> Image:
    """The picture as some camera in some light would have it."""
    dice = np.random.default_rng(luck.getrandbits(32))
    image = tone_jitter(luck, colour_jitter(luck, dice, picture.astype(np.float32)))
    if photographed and luck.random() < UNSPOILED_PHOTO_SHARE:
        return to_uint8(image)
    image = uneven_light(luck, image)
    if luck.random() < 0.12:
        image = motion_blur(luck, image)
    image = sensor_noise(luck, dice, detail_loss(luck, dice, image))
    return to_uint8(image)


def to_uint8(image: Floats) -> Image:
    """To bytes."""
    return np.clip(image, 0, 255).astype(np.uint8)


def gaussian_blur(image: Floats, spread: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), spread), np.float32)


def unsharp_mask(image: Floats, spread: float, by: float) -> Floats:
    """As phones do it: what is finer than `spread` pixels stands out more."""
    return np.asarray(image + by * (image - gaussian_blur(image, spread)), np.float32)


def recolour(luck: Random, picture: Image) -> Image:
    """A photograph as if its dice were others: photographs are few, and so are the dice in them."""
    dice = np.random.default_rng(luck.getrandbits(32))
    image = picture.astype(np.float32)
    if luck.random() < HUE_SHIFT_SHARE:
        image = image @ hue_rotation(luck.uniform(0, 2 * pi), luck.uniform(0.2, 1.5))
    if luck.random() < NEGATIVE_SHARE:
        image = 255 - image
    if luck.random() < VEINS_SHARE:
        image = image + veins(luck, dice, image.shape)
    return to_uint8(image)


def hue_rotation(turn: float, colourful: float) -> Floats:
    """What turns all hues so far and makes them so much stronger, and lets greys be."""
    around = (np.array([0, 1, 2]) - np.arange(3)[:, None]) * 2 * pi / 3
    grey = np.full((3, 3), 1 / 3)
    return np.asarray(grey + colourful * (np.cos(around - turn) * 2 / 3), np.float32)


def veins(luck: Random, dice: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    """Clouds of two colours about as large as pips."""
    size = [max(2, round(side / luck.uniform(3, 12))) for side in shape[:2]]
    clouds = cv2.resize(dice.standard_normal(size, np.float32), shape[1::-1], interpolation=cv2.INTER_CUBIC)
    colour = dice.standard_normal(3, np.float32)
    return np.asarray(clouds[..., None] * colour * luck.uniform(3, 22), np.float32)


def colour_jitter(luck: Random, dice: np.random.Generator, image: Floats) -> Floats:
    """Other colours: mixed up, none, cast."""
    sort = luck.random()
    if sort < 0.06:
        image = image[..., dice.permutation(3)]
    elif sort < 0.12:
        image = np.repeat(image.mean(-1, keepdims=True), 3, -1)
    if luck.random() < 0.4:
        mix = np.eye(3, dtype=np.float32) + dice.standard_normal((3, 3), np.float32) * luck.uniform(0, 0.12)
        image = np.clip(image @ mix, 0, 255)
    return np.asarray(image * np.exp(dice.standard_normal(3, np.float32) * 0.1), np.float32)


def tone_jitter(luck: Random, image: Floats) -> Floats:
    """Another curve, contrast and exposure, never burnt out."""
    if luck.random() < 0.5:
        table = 255 * (np.arange(256, dtype=np.float32) / 255) ** exp(luck.uniform(-0.5, 0.5))
        image = np.asarray(cv2.LUT(to_uint8(image), table), np.float32)
    image = (image - 128) * luck.uniform(0.55, 1.25) + 128 * exp(luck.uniform(-0.45, 0.2))
    bright = float(np.percentile(image[::4, ::4], 97))
    return image * (luck.uniform(0.85, 1.03) * 255 / bright) if bright > 262 else image


def uneven_light(luck: Random, image: Floats) -> Floats:
    """Unequal light, a shadow's edge, glare."""
    if luck.random() < 0.4:
        image = light_gradient(luck, image)
    if luck.random() < 0.15:
        image = cast_shadow(luck, image)
    if luck.random() < 0.15:
        image = add_glare(luck, image)
    return np.asarray(image, np.float32)


def light_gradient(luck: Random, image: Floats) -> Floats:
    """Brighter towards one side."""
    side = image.shape[0]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    way = luck.uniform(0, 2 * pi)
    return np.asarray(image * (1 + luck.uniform(0, 0.5) * (x * cos(way) + y * sin(way)))[..., None])


def cast_shadow(luck: Random, image: Floats) -> Floats:
    side = image.shape[0]
    corners = np.array(
        [[luck.uniform(-0.2, 1.2) * side for _ in range(2)] for _ in range(luck.randint(3, 5))]
    )
    shade = np.zeros((side, side), np.float32)
    cv2.fillPoly(shade, [corners.astype(np.int32)], (1,))
    return image * (1 - luck.uniform(0.2, 0.6) * gaussian_blur(shade, luck.uniform(0.8, 8)))[..., None]


def add_glare(luck: Random, image: Floats) -> Floats:
    side = image.shape[0]
    glare, size = np.zeros((side, side), np.float32), (luck.randint(4, 50), luck.randint(4, 50))
    at = (luck.randrange(side), luck.randrange(side))
    cv2.ellipse(glare, at, size, luck.uniform(0, 180), 0, 360, (1,), -1)
    return image + (luck.uniform(20, 160) * gaussian_blur(glare, luck.uniform(2, 14)))[..., None]


def jpeg_round_trip(image: Floats, quality: int) -> Floats:
    """Through a JPEG and back."""
    coded = cv2.imencode(".jpg", to_uint8(image), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.float32)


def motion_blur(luck: Random, image: Floats) -> Floats:
    """As if the camera was not quite still."""
    k = luck.choice((3, 5, 7))
    kernel = np.zeros((k, k), np.float32)
    cv2.line(kernel, (0, luck.randrange(k)), (k - 1, luck.randrange(k)), (1,))
    kernel = kernel if luck.random() < 0.5 else kernel.T.copy()
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)


def detail_loss(luck: Random, dice: np.random.Generator, image: Floats) -> Floats:
    """Blur, few pixels, or sharpening as phones do it."""
    sort = luck.random()
    if sort < 0.3:
        return gaussian_blur(image, luck.uniform(0.3, 1.5))
    if sort < 0.55:
        return resolution_loss(luck, dice, image)
    if sort < 0.7:
        return unsharp_mask(image, spread=luck.uniform(0.6, 2), by=luck.uniform(0.2, 1.6))
    return image


def resolution_loss(luck: Random, dice: np.random.Generator, image: Floats) -> Floats:
    """As seen with few pixels and drawn with more."""
    share = luck.uniform(0.38, 0.9)
    small = np.asarray(cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA), np.float32)
    if luck.random() < 0.6:
        small = small + dice.standard_normal(small.shape, np.float32) * luck.uniform(0, 5)
        small = jpeg_round_trip(small, luck.randint(50, 95))
    how = luck.choice((cv2.INTER_LINEAR, cv2.INTER_CUBIC))
    return np.asarray(cv2.resize(small, (image.shape[1], image.shape[0]), interpolation=how), np.float32)


def sensor_noise(luck: Random, dice: np.random.Generator, image: Floats) -> Floats:
    """A sensor's noise, grey or coloured, and a JPEG's."""
    if luck.random() < 0.6:
        depth = 3 if luck.random() < 0.5 else 1
        grain = dice.standard_normal((*image.shape[:2], depth), np.float32)
        if luck.random() < 0.3:
            grain = gaussian_blur(grain, luck.uniform(0.5, 1.2)).reshape(grain.shape) * 2
        image = image + grain * luck.uniform(1, 14)
    return jpeg_round_trip(image, luck.randint(25, 92)) if luck.random() < 0.5 else image
