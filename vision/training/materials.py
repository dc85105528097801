"""What dice are made of, domain-randomised: colours, stuff, how round; any ink can be told from its body.

Colours are linear blue, green, red; shares are probabilities; contrasts are differences of perceived
brightness.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = NDArray[np.float32]
SWIRLED_SHARE = 0.35  # share of makes that are swirled in two colours
WHITE_SHARE = 0.25  # of the colours in swirled makes that are white; as many are black
METAL_INK_SHARE = 0.35  # of the inks of swirled makes that are metal
MIN_SWIRLED_CONTRAST = 0.1  # how little these inks may stand out
HUE_CONTRAST_WEIGHT = 0.55  # how much a difference of hue tells against one of brightness


def random_hsv(luck: Random, saturation: tuple[float, float], value: tuple[float, float]) -> Colour:
    """Some colour, as linear blue, green, red."""
    hsv = np.array([[[luck.uniform(0, 360), luck.uniform(*saturation), luck.uniform(*value)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def random_colour(luck: Random, min_value: float = 0.05) -> Colour:
    return random_hsv(luck, luck.choice(((0, 0.2), (0.2, 1), (0.5, 1))), (min_value, 1))


def grey(level: float) -> Colour:
    return np.full(3, level, np.float32)


def brightness(colour: Colour) -> float:
    return sqrt(max(0.0, float(0.1 * colour[0] + 0.6 * colour[1] + 0.3 * colour[2])))


def body_colour(luck: Random) -> Colour:
    sort = luck.random()
    if sort < 0.25:
        return grey(luck.uniform(0.55, 0.92)) * np.array(
            [luck.uniform(0.72, 1), luck.uniform(0.9, 1), 1], np.float32
        )
    if sort < 0.37:
        return grey(luck.uniform(0.008, 0.06))
    if sort < 0.44:
        wood = np.array(
            [[[luck.uniform(18, 43), luck.uniform(0.2, 0.6), luck.uniform(0.4, 0.85)]]], np.float32
        )
        return np.asarray(cv2.cvtColor(wood, cv2.COLOR_HSV2BGR)[0, 0], np.float32)
    return np.asarray(random_hsv(luck, (0.4, 1), (0.15, 1)) ** 1.6, np.float32)


def ink_colour(luck: Random) -> Colour:
    sort = luck.random()
    if sort < 0.34:
        return grey(luck.uniform(0.6, 0.95))
    if sort < 0.6:
        return grey(luck.uniform(0.005, 0.04))
    if sort < 0.76:
        return gold(luck.uniform(0.4, 1.1))
    return np.asarray(random_colour(luck) ** 1.8, np.float32)


def gold(level: float) -> Colour:
    """So bright a gold."""
    return np.array([0.1, 0.42, 0.65], np.float32) * level


def swirl_colour(luck: Random) -> Colour:
    """What swirls in a gem: often white or black."""
    sort = luck.random()
    if sort < WHITE_SHARE:
        return grey(luck.uniform(0.5, 0.92))
    return grey(luck.uniform(0.008, 0.06)) if sort < 2 * WHITE_SHARE else body_colour(luck)


def swirled_ink(luck: Random) -> Colour:
    """What the pips of a gem are filled with: often metal."""
    return gold(luck.uniform(0.6, 1.3)) if luck.random() < METAL_INK_SHARE else ink_colour(luck)


@dataclass(frozen=True)
class Make:
    """One make of dice: which masks it bears (`base` is the first of six), what it is made of."""

    base: int
    pips: bool
    stuff: dict[str, Any]
    edge: float
    cut: float


def make(luck: Random, base: int, is_pips: bool) -> Make:
    """A make of dice whose ink can be told from its body."""
    if luck.random() < SWIRLED_SHARE:
        return swirled_make(luck, base, is_pips)
    colour = body_colour(luck)
    marble = luck.uniform(0.3, 1.6) if luck.random() < 0.45 else 0.0
    second = random_colour(luck) ** 1.6 if luck.random() < 0.6 else colour * luck.uniform(0.3, 0.8)
    if luck.random() < 0.5:
        second = colour * 0.6 + second * 0.4
    mark = readable_ink(luck, colour, second if marble else None)
    stuff = {"body": colour, "second": second, "ink": mark, "marble": marble, **surface(luck)}
    edge = luck.choice((luck.uniform(0.02, 0.08), luck.uniform(0.06, 0.2), luck.uniform(0.15, 0.35)))
    cut = luck.uniform(1.2, 1.45) if luck.random() < 0.35 else 9.0
    return Make(base, is_pips, stuff, edge, cut)


def swirled_make(luck: Random, base: int, is_pips: bool) -> Make:
    """A round die of two colours swirled into each other, softly or sharply, its pips of a third."""
    one, other = swirl_colour(luck), swirl_colour(luck)
    mark = readable_ink(luck, one, other, MIN_SWIRLED_CONTRAST, swirled_ink)
    stuff = {"body": one, "second": other, "ink": mark, "marble": luck.uniform(0.25, 3), **surface(luck)}
    stuff["grain"] = luck.uniform(0.1, 0.6)
    cut = luck.uniform(1.2, 1.4) if luck.random() < 0.5 else 9.0
    return Make(base, is_pips, stuff, luck.uniform(0.15, 0.4), cut)


def readable_ink(
    luck: Random,
    colour: Colour,
    second: Colour | None,
    usual_min_contrast: float = 0.25,
    inks: Callable[[Random], Colour] = ink_colour,
) -> Colour:
    """Ink that can be told from the body and from its veins, if it has any; rarely less than `clear`."""
    mark = inks(luck)
    for _ in range(30):
        min_contrast = usual_min_contrast if luck.random() < 0.92 else min(usual_min_contrast, 0.12)
        if contrast(colour, mark) > min_contrast and (
            second is None or contrast(second, mark) > min(usual_min_contrast, 0.14)
        ):
            break
        mark = inks(luck)
    return mark


def contrast(one: Colour, other: Colour) -> float:
    """How well two colours can be told apart: mostly by brightness, but red pips on blue can be read."""
    hues = np.sqrt(np.maximum(one, 0)) - np.sqrt(np.maximum(other, 0))
    return max(
        abs(brightness(one) - brightness(other)),
        HUE_CONTRAST_WEIGHT * float(np.linalg.norm(hues - hues.mean())),
    )


def surface(luck: Random) -> dict[str, float]:
    """How it feels and shines."""
    return {
        "grain": luck.uniform(0.2, 1.4),
        "gloss": luck.choice((0.0, luck.uniform(0.1, 0.6), luck.uniform(0.4, 1.2))),
        "rough": luck.uniform(0.08, 0.5),
        "relief": luck.uniform(-1.2, 0.3) * luck.choice((0, 1, 1)),
        "clear": luck.uniform(0.3, 0.95) if luck.random() < 0.3 else 0.0,
        "glitter": luck.uniform(0.05, 0.35) if luck.random() < 0.1 else 0.0,
    }
