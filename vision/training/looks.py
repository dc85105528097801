"""What dice look like: the drawings on their faces, their colours and stuff. All of it made up, none photographed.

A face drawing is a mask: how much ink there is. Refuses to know scenes and light.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Mask = NDArray[np.uint8]
SIZE = 96  # pixels of a mask
FONTS = Path("/usr/share/fonts")
LAYOUT = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
SIGNS = "★☆♠♣♥♦♪♫☀☂☎☘☠☢☮☯☺♀♂♛♜♞✈✉✎✓✚✿❄❤▲■●◆⚑⚓⚔⚙⚡αβγδΩΣΨ&%$@#?!+×÷="


@cache
def fonts() -> tuple[str, ...]:
    found = sorted(str(path) for path in FONTS.rglob("*") if path.suffix in (".ttf", ".otf"))
    if not found:
        raise FileNotFoundError(f"no fonts below {FONTS}: apt install fonts-dejavu-core fonts-freefont-ttf")
    return tuple(found)


def shrunk(canvas: NDArray[Any]) -> Mask:
    return np.asarray(cv2.resize(canvas, (SIZE, SIZE), interpolation=cv2.INTER_AREA), np.uint8)


def written(luck: Random, text: str, share: float, at: tuple[float, float] = (0.5, 0.5)) -> Mask:
    """This text as a mask twice the size, in any font that has it."""
    side = 2 * SIZE
    page = Image.new("L", (side, side), 0)
    for _ in range(6):
        try:
            font = ImageFont.truetype(luck.choice(fonts()), max(6, int(side * share)))
            if font.getbbox(text)[2] > 2:
                break
        except OSError:
            continue
    else:
        font = ImageFont.load_default(size=max(6, int(side * share)))  # type: ignore[assignment]
    ImageDraw.Draw(page).text((side * at[0], side * at[1]), text, fill=255, font=font, anchor="mm")
    return np.asarray(page, np.uint8).copy()


def pips(luck: Random) -> list[Mask]:
    """The six faces of one maker of ordinary dice."""
    side, radius, spread = SIZE * 4, luck.uniform(0.055, 0.13), luck.uniform(0.19, 0.29)
    spread = min(max(spread, radius + 0.09), 0.43 - radius)
    narrow = luck.uniform(0.72, 1) if luck.random() < 0.2 else 1.0
    big_one = luck.uniform(1, 1.9) if luck.random() < 0.25 else 1.0
    shape = luck.choices(("round", "ring", "square", "dot"), (90, 6, 3, 1))[0]
    framed = luck.uniform(30, 110) if luck.random() < 0.15 else 0
    drawn = []
    for value, spots in LAYOUT.items():
        canvas = np.zeros((side, side), np.uint8)
        for x, y in spots:
            x = x * (narrow if value == 6 else 1)
            centre = tuple(int(side * (0.5 + k * spread + luck.uniform(-0.006, 0.006))) for k in (x, y))
            r = int(side * radius * (big_one if value == 1 else 1))
            if shape == "square":
                cv2.rectangle(canvas, (centre[0] - r, centre[1] - r), (centre[0] + r, centre[1] + r), 255, -1)
            else:
                cv2.circle(canvas, centre, r, 255, -1, cv2.LINE_AA)
            if shape in ("ring", "dot"):
                cv2.circle(canvas, centre, int(r * (0.55 if shape == "ring" else 0.25)), 0, -1, cv2.LINE_AA)
        mask = shrunk(canvas)
        if value in (1, 6) and luck.random() < 0.04:
            word = "".join(luck.choices(string.ascii_uppercase + string.digits, k=3))
            mask = np.maximum(mask, shrunk(written(luck, word, 0.13, (0.5, 0.5 if value == 6 else 0.8))))
        if framed:
            cv2.circle(mask, (SIZE // 2, SIZE // 2), int(SIZE * 0.48), int(framed), 1, cv2.LINE_AA)
        drawn.append(mask)
    return drawn


def shapes(luck: Random) -> Mask:
    """A few strokes and blobs that mean nothing."""
    side = SIZE * 2
    page = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(page)
    for _ in range(luck.randint(2, 5)):
        a, c = sorted(luck.uniform(0.1, 0.9) * side for _ in range(2))
        b, d = sorted(luck.uniform(0.1, 0.9) * side for _ in range(2))
        sort, fill = luck.choice("lreep"), 255 if luck.random() < 0.75 else 0
        if sort == "l":
            draw.line([a, b, c, d], fill=255, width=int(luck.uniform(0.04, 0.1) * side))
        elif sort == "r":
            draw.rectangle([a, b, c, d], outline=255, fill=None if luck.random() < 0.6 else fill, width=6)
        elif sort == "e":
            reach = luck.uniform(0.15, 0.5) * side
            draw.ellipse([a, b, a + reach, b + reach], fill=fill)
        else:
            corners = [(luck.uniform(0.1, 0.9) * side, luck.uniform(0.1, 0.9) * side) for _ in range(5)]
            draw.polygon(corners, fill=fill)
    return shrunk(np.asarray(page))


def glyph(luck: Random, sort: str, share: float) -> Mask:
    if sort == "shapes":
        return shapes(luck)
    if sort == "letters":
        pair = luck.random() < 0.1
        text = (
            luck.choice(("Qu", "An", "Er", "In", "Th", "He")) if pair else luck.choice(string.ascii_uppercase)
        )
    elif sort == "digits":
        text = str(luck.choice([*range(10), *range(10), *range(10, 21)]))
    else:
        text = luck.choice(SIGNS)
    canvas = written(luck, text, share * (0.65 if len(text) > 1 else 1))
    if text in ("M", "W", "6", "9", "N", "Z") and luck.random() < 0.4:
        cv2.line(canvas, (int(0.6 * SIZE), int(1.8 * SIZE)), (int(1.4 * SIZE), int(1.8 * SIZE)), 255, 8)
    return shrunk(canvas)


def glyphs(luck: Random) -> list[Mask]:
    """The six faces of one set of custom dice."""
    sort, share = (
        luck.choice(("letters", "letters", "digits", "signs", "shapes", "mixed")),
        luck.uniform(0.45, 0.85),
    )
    sorts = ("letters", "digits", "signs", "shapes")
    return [glyph(luck, luck.choice(sorts) if sort == "mixed" else sort, share) for _ in range(6)]


def siblings(luck: Random) -> list[Mask]:
    """Six faces that share one figure and differ in a small sign beside it, as scoring dice do."""
    side, left = SIZE * 2, luck.random() < 0.5
    figure, share = luck.choice(glyphs(luck)), luck.uniform(0.5, 0.75)
    part = int(side * share)
    x, y = (int(side * 0.02) if left else side - part - int(side * 0.02)), luck.randrange(0, side - part)
    base = np.zeros((side, side), np.uint8)
    base[y : y + part, x : x + part] = cv2.resize(figure, (part, part))
    at = (luck.uniform(0.74, 0.82) if left else luck.uniform(0.18, 0.26), luck.uniform(0.3, 0.7))
    size = luck.uniform(0.22, 0.42)
    signs = luck.sample("0123456789ABCDEFGHKLMNPRSTUVWXYZ", 6)
    return [shrunk(np.maximum(base, written(luck, sign, size, at))) for sign in signs]


def hue(luck: Random, saturation: tuple[float, float], value: tuple[float, float]) -> NDArray[np.float32]:
    """Some colour, as linear blue, green, red."""
    hsv = np.array([[[luck.uniform(0, 360), luck.uniform(*saturation), luck.uniform(*value)]]], np.float32)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def any_hue(luck: Random, least: float = 0.05) -> NDArray[np.float32]:
    return hue(luck, luck.choice(((0, 0.2), (0.2, 1), (0.5, 1))), (least, 1))


def grey(level: float) -> NDArray[np.float32]:
    return np.full(3, level, np.float32)


def brightness(colour: NDArray[np.float32]) -> float:
    return float(max(0.0, 0.1 * colour[0] + 0.6 * colour[1] + 0.3 * colour[2])) ** 0.5


def body(luck: Random) -> NDArray[np.float32]:
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
    return np.asarray(hue(luck, (0.4, 1), (0.15, 1)) ** 1.6, np.float32)


def ink(luck: Random) -> NDArray[np.float32]:
    sort = luck.random()
    if sort < 0.38:
        return grey(luck.uniform(0.6, 0.95))
    if sort < 0.7:
        return grey(luck.uniform(0.005, 0.04))
    if sort < 0.86:  # gold, as seen by eyes used to blue first
        return np.array([0.1, 0.42, 0.65], np.float32) * luck.uniform(0.4, 1.1)
    return np.asarray(any_hue(luck) ** 1.8, np.float32)


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
    colour = body(luck)
    marble = luck.uniform(0.3, 1) if luck.random() < 0.38 else 0.0
    second = any_hue(luck) ** 1.6 if luck.random() < 0.6 else colour * luck.uniform(0.3, 0.8)
    if luck.random() < 0.5:
        second = colour * 0.6 + second * 0.4
    mark = ink(luck)
    for _ in range(30):
        least = 0.25 if luck.random() < 0.92 else 0.12
        plain = abs(brightness(colour) - brightness(mark)) > least
        if plain and (not marble or abs(brightness(second) - brightness(mark)) > 0.14):
            break
        mark = ink(luck)
    relief: Callable[[], float] = lambda: luck.uniform(-1.2, 0.3) * luck.choice((0, 1, 1))  # noqa: E731
    stuff = {
        "body": colour,
        "second": second,
        "ink": mark,
        "marble": marble,
        "grain": luck.uniform(0.2, 1.4),
        "gloss": luck.choice((0.0, luck.uniform(0.1, 0.6), luck.uniform(0.4, 1.2))),
        "rough": luck.uniform(0.08, 0.5),
        "relief": relief(),
        "clear": luck.uniform(0.3, 0.95) if luck.random() < 0.3 else 0.0,
        "glitter": luck.uniform(0.05, 0.35) if luck.random() < 0.1 else 0.0,
    }
    edge = luck.choice((luck.uniform(0.02, 0.08), luck.uniform(0.06, 0.2), luck.uniform(0.15, 0.35)))
    cut = luck.uniform(1.2, 1.45) if luck.random() < 0.35 else 9.0
    return Make(base, is_pips, stuff, edge, cut)
