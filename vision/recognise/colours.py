"""The name of a die's colour, as people at the table would say it."""

from __future__ import annotations

import colorsys

import numpy as np

from companion.dice import Quad
from vision.arrays import Image
from vision.detect.rectify import rectify

HUES_BELOW_DEGREES = (
    (15, "red"),
    (42, "orange"),
    (68, "yellow"),
    (165, "green"),
    (195, "cyan"),
    (258, "blue"),
    (300, "purple"),
    (338, "pink"),
    (361, "red"),
)


def body_colour(image: Image, quad: Quad) -> str:
    """The colour of the body of the die with this top face."""
    face = rectify(image, np.array(quad, dtype=np.float64), 16)
    blue, green, red = (float(v) / 255 for v in np.median(face[2:-2, 2:-2].reshape(-1, 3), axis=0))
    return colour_name(red, green, blue)


def colour_name(red: float, green: float, blue: float) -> str:
    """The name of one colour, channels from 0 to 1."""
    hue, saturation, value = colorsys.rgb_to_hsv(red, green, blue)
    if value < 0.22 or (value < 0.32 and saturation < 0.35):
        return "black"
    if saturation < 0.26:
        return "white" if value > 0.5 else "grey"
    return next(word for below, word in HUES_BELOW_DEGREES if hue * 360 < below)
