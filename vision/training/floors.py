"""What dice lie on, domain-randomised: felt, wood, cloth, paper, carpets, floors full of print, caps, tiles.

All of it is noise and strokes, no photograph. Floors are square, linear blue, green, red from 0 to 1.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.materials import random_colour

FLOOR_PX = 512
Picture = NDArray[np.float32]
Colour = tuple[float, float, float]
Spot = tuple[int, int]


def floor(luck: Random, hard: float = 0.35) -> NDArray[np.uint8]:
    """Some floor; `hard` is how often it is one that is easily taken for dice and pips."""
    kind = luck.choice(PLAIN)
    made = kind(luck, ground(luck))
    if luck.random() < hard:
        made = luck.choice(DISTRACTING)(luck, np.ascontiguousarray(np.clip(made, 0, 1), np.float32))
    if luck.random() < 0.5:
        made = litter(luck, made)
    if luck.random() < 0.15:
        made = np.asarray(cv2.GaussianBlur(np.asarray(made, np.float32), (0, 0), luck.uniform(0.6, 4)))
    return np.asarray(np.clip(made, 0, 1) * 255, np.uint8)


def noise(luck: Random) -> NDArray[np.uint8]:
    """What stone, marble and wood are veined with."""
    layers = [np.clip(127 + luck.uniform(30, 55) * clouds(luck, 4, n=256), 0, 255) for _ in range(3)]
    return np.stack(layers, -1).astype(np.uint8)


def clouds(
    luck: Random, base: float, octaves: int = 5, stretch: float = 1, fade: float = 0.6, n: int = FLOOR_PX
) -> Picture:
    """Noise in layers, of mean 0 and spread 1; `stretch` makes it grain."""
    dice = np.random.default_rng(luck.getrandbits(32))
    total, weight = np.zeros((n, n), np.float32), 1.0
    for k in range(octaves):
        wide = max(2, min(n, int(base * 2**k)))
        high = max(2, min(n, int(base * 2**k * stretch)))
        layer = dice.standard_normal((high, wide), np.float32)
        total += weight * cv2.resize(layer, (n, n), interpolation=cv2.INTER_CUBIC)
        weight *= fade
    return np.asarray((total - total.mean()) / (total.std() + 1e-6), np.float32)


def bgr(colour: Any) -> Colour:
    return float(colour[0]), float(colour[1]), float(colour[2])


def anywhere(luck: Random) -> Spot:
    return luck.randrange(FLOOR_PX), luck.randrange(FLOOR_PX)


def blend(where: NDArray[np.bool_], colour: Any, floor: Picture) -> Picture:
    """The floor with a colour laid over some of it."""
    return np.where(where[..., None], colour, floor).astype(np.float32)


def ground(luck: Random) -> Picture:
    """A plain ground of any colour."""
    level = luck.choice(((0.04, 0.3), (0.2, 0.7), (0.6, 1)))
    colour = random_colour(luck)
    bare = np.ones((FLOOR_PX, FLOOR_PX, 3), np.float32)
    return bare * colour / max(float(colour.max()), 0.05) * luck.uniform(*level)


def felt(luck: Random, floor: Picture) -> Picture:
    depth = luck.uniform(0.02, 0.14)
    return np.asarray(floor * (1 + depth * clouds(luck, 8, 6, fade=luck.uniform(0.5, 1)))[..., None])


def smooth(luck: Random, floor: Picture) -> Picture:
    return np.asarray(floor * (1 + luck.uniform(0, 0.04) * clouds(luck, 3, 4))[..., None])


def wood(luck: Random, _floor: Picture) -> Picture:
    hsv = np.array([[[luck.uniform(10, 43), luck.uniform(0.1, 0.75), luck.uniform(0.25, 0.95)]]], np.float32)
    grain = clouds(luck, 2, 6, luck.uniform(4, 16), 0.75)
    tone = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR), np.float32)[0, 0]
    boards = np.asarray(tone * (1 + luck.uniform(0.04, 0.17) * grain)[..., None], np.float32)
    for _ in range(luck.choice((0, 0, 1, 3))):
        y = luck.randrange(FLOOR_PX)
        cv2.line(boards, (0, y), (FLOOR_PX, y), bgr(boards[0, 0] * 0.4), luck.randint(1, 4))
    return boards


def carpet(luck: Random, floor: Picture) -> Picture:
    for _ in range(2):
        spots = clouds(luck, luck.uniform(20, 90), 4) > luck.uniform(-0.6, 0.9)
        floor = blend(spots, random_colour(luck), floor)
    return np.asarray(floor * (1 + 0.15 * clouds(luck, 60, 3))[..., None])


def fabric(luck: Random, floor: Picture) -> Picture:
    y, x = np.mgrid[0:FLOOR_PX, 0:FLOOR_PX].astype(np.float32) * (6.28 / luck.uniform(3, 14))
    weave = luck.uniform(0.05, 0.25) * np.sin(x) * np.sin(y)
    return np.asarray(floor * (1 + weave + 0.05 * clouds(luck, 4))[..., None])


def paper(luck: Random, floor: Picture) -> Picture:
    sheet, step = np.full_like(floor, luck.uniform(0.7, 1)), luck.randint(12, 60)
    return ruled(sheet, step, bgr(random_colour(luck, 0.3)), 1)


def ruled(canvas: Picture, step: int, colour: Colour, width: int) -> Picture:
    for k in range(0, FLOOR_PX, step):
        cv2.line(canvas, (k, 0), (k, FLOOR_PX), colour, width)
        cv2.line(canvas, (0, k), (FLOOR_PX, k), colour, width)
    return canvas


def blobs(luck: Random, floor: Picture) -> Picture:
    for _ in range(3):
        spots = clouds(luck, 3) > luck.uniform(0, 1)
        floor = blend(spots, random_colour(luck), floor)
    return floor


def collage(luck: Random, canvas: Picture) -> Picture:
    for _ in range(luck.randint(10, 60)):
        piece(luck, canvas, anywhere(luck))
    return canvas


def caps(luck: Random, canvas: Picture) -> Picture:
    for _ in range(luck.randint(2, 18)):
        centre, radius, colour = anywhere(luck), luck.randint(12, 60), random_colour(luck)
        for ring in range(luck.randint(2, 7)):
            r = max(2, int(radius * (1 - ring * luck.uniform(0.08, 0.2))))
            shade = bgr(colour * luck.uniform(0.5, 1.1))
            cv2.circle(canvas, centre, r, shade, luck.choice((-1, 2, 4)), cv2.LINE_AA)
    return canvas


def grid(luck: Random, canvas: Picture) -> Picture:
    step, colour = luck.randint(14, 60), bgr(random_colour(luck))
    return ruled(canvas, step, colour, max(2, step // 4))


def text(luck: Random, canvas: Picture) -> Picture:
    for y in range(10, FLOOR_PX, luck.randint(16, 60)):
        dark = bgr(random_colour(luck)) if luck.random() < 0.2 else (0.05, 0.05, 0.05)
        line = " ".join(word(luck, 9) for _ in range(12))
        at, font, scale = (luck.randint(-40, 10), y), luck.randrange(8), luck.uniform(0.4, 1.6)
        cv2.putText(canvas, line, at, font, scale, dark, luck.randint(1, 4))
    return canvas


def speckle(luck: Random, canvas: Picture) -> Picture:
    for _ in range(luck.randint(2, 4)):
        spots = clouds(luck, luck.uniform(15, 120), 3) > luck.uniform(0.2, 1.3)
        canvas = blend(spots, random_colour(luck), canvas)
    return canvas


def tiles(luck: Random, canvas: Picture) -> Picture:
    step, base = luck.randint(20, 70), random_colour(luck, 0.4)
    for y in range(0, FLOOR_PX, step):
        for x in range(0, FLOOR_PX, step):
            colour = bgr(random_colour(luck)) if luck.random() < 0.3 else bgr(base * luck.uniform(0.7, 1))
            cv2.rectangle(canvas, (x + 1, y + 1), (x + step - 2, y + step - 2), colour, -1)
            if luck.random() < 0.3:
                middle, radius = (x + step // 2, y + step // 2), luck.randint(2, step // 3)
                cv2.circle(canvas, middle, radius, bgr(random_colour(luck)), -1, cv2.LINE_AA)
    return canvas


def stripes(luck: Random, canvas: Picture) -> Picture:
    y, x = np.mgrid[0:FLOOR_PX, 0:FLOOR_PX].astype(np.float32)
    wave = np.sin((x * luck.uniform(-1, 1) + y) * 6.28 / luck.uniform(10, 80)) > luck.uniform(-0.6, 0.6)
    return blend(wave, random_colour(luck), canvas)


Kind = Callable[[Random, Picture], Picture]
PLAIN: tuple[Kind, ...] = (felt, felt, felt, smooth, wood, wood, carpet, fabric, paper, blobs)
DISTRACTING: tuple[Kind, ...] = (collage, caps, grid, text, speckle, tiles, stripes)


def word(luck: Random, most: int) -> str:
    return "".join(luck.choices(string.ascii_letters + string.digits, k=luck.randint(1, most)))


def piece(luck: Random, canvas: Picture, at: Spot) -> None:
    """Something round, square or printed."""
    size, sort, colour = (luck.randint(4, 70), luck.randint(4, 70)), luck.random(), bgr(random_colour(luck))
    if sort < 0.4:
        turn, width = luck.randrange(180), luck.choice((-1, -1, 3, 8))
        cv2.ellipse(canvas, at, size, turn, 0, 360, colour, width, cv2.LINE_AA)
    elif sort < 0.8:
        corners = cv2.boxPoints((at, (size[0] * 2, size[1] * 2), luck.randrange(180)))
        cv2.fillPoly(canvas, [corners.astype(np.int32)], colour, cv2.LINE_AA)
    else:
        some, font, scale = word(luck, 6), luck.randrange(8), luck.uniform(1, 4)
        cv2.putText(canvas, some, at, font, scale, colour, luck.randint(2, 14), cv2.LINE_AA)


def litter(luck: Random, canvas: Picture) -> Picture:
    """Lines, discs, cards, and dots in rows that are no dice."""
    canvas = np.ascontiguousarray(canvas, np.float32)
    for _ in range(luck.randint(1, 10)):
        colour, at, sort = bgr(random_colour(luck)), anywhere(luck), luck.random()
        if sort < 0.2:
            cv2.line(canvas, at, anywhere(luck), colour, luck.randint(1, 24))
        elif sort < 0.5:
            cv2.circle(canvas, at, luck.randint(2, 45), colour, luck.choice((-1, -1, 2, 5)), cv2.LINE_AA)
        elif sort < 0.65:
            piece(luck, canvas, at)
        elif sort < 0.8:
            some, font, scale = word(luck, 8), luck.randrange(8), luck.uniform(0.5, 3)
            cv2.putText(canvas, some, at, font, scale, colour, luck.randint(1, 6), cv2.LINE_AA)
        else:
            dots(luck, canvas, at, colour)
    return canvas


def dots(luck: Random, canvas: Picture, at: Spot, colour: Colour) -> None:
    """In rows."""
    step = luck.randint(5, 14)
    for x in range(luck.randint(2, 5)):
        for y in range(luck.randint(1, 5)):
            centre = (at[0] + x * step * 3, at[1] + y * step * 3)
            cv2.circle(canvas, centre, step // 2 + 1, colour, -1, cv2.LINE_AA)
