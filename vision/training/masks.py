"""The drawings on dice: pips, letters, figures, signs, shapes. All of them made up, none photographed.

A drawing is a mask, 0 to 255: how much ink there is.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.arrays import Mask

MASK_PX = 96  # pixels of a mask
FONT_FOLDER = Path("/usr/share/fonts")
DALEK_MASKS = Path(__file__).parents[2] / "companion" / "games" / "dalek_dice" / "page" / "faces"
PIP_LAYOUT = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
PAIRS = ("Qu", "An", "Er", "In", "Th", "He")
SIGNS = "★☆♠♣♥♦♪♫☀☂☎☘☠☢☮☯☺♀♂♛♜♞✈✉✎✓✚✿❄❤▲■●◆⚑⚓⚔⚙⚡αβγδΩΣΨ&%$@#?!+×÷="


@cache
def fonts() -> tuple[str, ...]:
    found = sorted(str(path) for path in FONT_FOLDER.rglob("*") if path.suffix in (".ttf", ".otf"))
    if not found:
        raise FileNotFoundError(
            f"no fonts below {FONT_FOLDER}: apt install fonts-dejavu-core fonts-freefont-ttf"
        )
    return tuple(found)


def downscale(canvas: NDArray[Any]) -> Mask:
    return np.asarray(cv2.resize(canvas, (MASK_PX, MASK_PX), interpolation=cv2.INTER_AREA), np.uint8)


def text_mask(luck: Random, text: str, share: float, at: tuple[float, float] = (0.5, 0.5)) -> Mask:
    """This text as a mask twice the size, in any font that has it."""
    side = 2 * MASK_PX
    page = Image.new("L", (side, side), 0)
    for _ in range(6):
        try:
            font = ImageFont.truetype(luck.choice(fonts()), max(6, int(side * share)))
            if font.getbbox(text)[2] > 2:
                break
        except OSError:
            continue
    else:
        font = ImageFont.load_default(size=max(6, int(side * share)))
    ImageDraw.Draw(page).text((side * at[0], side * at[1]), text, fill=255, font=font, anchor="mm")
    return np.asarray(page, np.uint8).copy()


@dataclass(frozen=True)
class Pips:
    """How one maker draws pips, as shares of a face; `big_one`: how much larger the lone one is."""

    radius: float
    spread: float
    narrow: float
    big_one: float
    shape: str
    frame: float

    @staticmethod
    def some(luck: Random) -> Pips:
        """Any maker's."""
        radius, spread = luck.uniform(0.055, 0.13), luck.uniform(0.19, 0.29)
        return Pips(
            radius,
            min(max(spread, radius + 0.09), 0.43 - radius),
            narrow=luck.uniform(0.72, 1) if luck.random() < 0.2 else 1.0,
            big_one=luck.uniform(1, 1.9) if luck.random() < 0.25 else 1.0,
            shape=luck.choices(("round", "ring", "square", "dot"), (90, 6, 3, 1))[0],
            frame=luck.uniform(30, 110) if luck.random() < 0.15 else 0,
        )

    def face(self, luck: Random, value: int) -> Mask:
        """One face, no pip quite in its place, rarely with a maker's name."""
        side = MASK_PX * 4
        canvas = np.zeros((side, side), np.uint8)
        for column, y in PIP_LAYOUT[value]:
            x = column * (self.narrow if value == 6 else 1)
            across, down = (int(side * (0.5 + k * self.spread + luck.uniform(-0.006, 0.006))) for k in (x, y))
            self._pip(canvas, (across, down), int(side * self.radius * (self.big_one if value == 1 else 1)))
        mask = downscale(canvas)
        if value in (1, 6) and luck.random() < 0.04:
            word = "".join(luck.choices(string.ascii_uppercase + string.digits, k=3))
            mask = np.maximum(mask, downscale(text_mask(luck, word, 0.13, (0.5, 0.5 if value == 6 else 0.8))))
        if self.frame:
            cv2.circle(
                mask, (MASK_PX // 2, MASK_PX // 2), int(MASK_PX * 0.48), (int(self.frame),), 1, cv2.LINE_AA
            )
        return mask

    def _pip(self, canvas: Mask, at: tuple[int, int], r: int) -> None:
        if self.shape == "square":
            cv2.rectangle(canvas, (at[0] - r, at[1] - r), (at[0] + r, at[1] + r), (255,), -1)
        else:
            cv2.circle(canvas, at, r, (255,), -1, cv2.LINE_AA)
        if self.shape in ("ring", "dot"):
            cv2.circle(canvas, at, int(r * (0.55 if self.shape == "ring" else 0.25)), (0,), -1, cv2.LINE_AA)


def pip_faces(luck: Random) -> list[Mask]:
    """The six faces of one maker of ordinary dice."""
    maker = Pips.some(luck)
    return [maker.face(luck, value) for value in PIP_LAYOUT]


def shapes(luck: Random) -> Mask:
    """A few strokes and blobs that mean nothing."""
    side = MASK_PX * 2
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
    return downscale(np.asarray(page))


def glyph(luck: Random, sort: str, share: float) -> Mask:
    if sort == "shapes":
        return shapes(luck)
    if sort == "letters":
        pair = luck.random() < 0.1
        text = luck.choice(PAIRS if pair else string.ascii_uppercase)
    elif sort == "digits":
        text = str(luck.choice([*range(10), *range(10), *range(10, 21)]))
    else:
        text = luck.choice(SIGNS)
    canvas = text_mask(luck, text, share * (0.65 if len(text) > 1 else 1))
    if text in ("M", "W", "6", "9", "N", "Z") and luck.random() < 0.4:
        cv2.line(
            canvas,
            (int(0.6 * MASK_PX), int(1.8 * MASK_PX)),
            (int(1.4 * MASK_PX), int(1.8 * MASK_PX)),
            (255,),
            8,
        )
    return downscale(canvas)


def glyph_faces(luck: Random) -> list[Mask]:
    """The six faces of one set of custom dice."""
    sort = luck.choice(("letters", "letters", "digits", "signs", "shapes", "mixed"))
    share = luck.uniform(0.45, 0.85)
    sorts = ("letters", "digits", "signs", "shapes")
    return [glyph(luck, luck.choice(sorts) if sort == "mixed" else sort, share) for _ in range(6)]


def signed_figures(luck: Random) -> list[Mask]:
    """Six faces that share one figure and differ in a small sign beside it, as scoring dice do."""
    side, left = MASK_PX * 2, luck.random() < 0.5
    figure, share = luck.choice(glyph_faces(luck)), luck.uniform(0.5, 0.75)
    part = int(side * share)
    x, y = (int(side * 0.02) if left else side - part - int(side * 0.02)), luck.randrange(0, side - part)
    base = np.zeros((side, side), np.uint8)
    base[y : y + part, x : x + part] = cv2.resize(figure, (part, part))
    at = (luck.uniform(0.74, 0.82) if left else luck.uniform(0.18, 0.26), luck.uniform(0.3, 0.7))
    size = luck.uniform(0.22, 0.42)
    signs = luck.sample("0123456789ABCDEFGHKLMNPRSTUVWXYZ", 6)
    return [downscale(np.maximum(base, text_mask(luck, sign, size, at))) for sign in signs]


def figure_rows(luck: Random) -> list[Mask]:
    """One to six of one small figure on each face, in rows as pips lie: figures are not pips."""
    side = int(MASK_PX * luck.uniform(0.26, 0.42))
    sign = luck.choice((person, person, letter))(luck)
    small = cv2.resize(sign, (side, side), interpolation=cv2.INTER_AREA)
    across, down = luck.uniform(0.2, 0.27), luck.uniform(0.2, 0.27)
    faces = []
    for spots in PIP_LAYOUT.values():
        face = np.zeros((MASK_PX, MASK_PX), np.uint8)
        for column, row in spots:
            x, y = (max(0, int(MASK_PX * (0.5 + k)) - side // 2) for k in (column * across, row * down))
            part = face[y : y + side, x : x + side]
            np.maximum(part, small[: part.shape[0], : part.shape[1]], out=part)
        faces.append(face)
    return faces


def person(luck: Random) -> Mask:
    """A head over shoulders, upright or lying."""
    side = MASK_PX * 2
    page = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(page)
    head, wide = luck.uniform(0.16, 0.24) * side, luck.uniform(0.32, 0.48) * side
    neck = luck.uniform(0.42, 0.5) * side
    draw.ellipse([side / 2 - head, neck - 2.1 * head, side / 2 + head, neck - 0.1 * head], fill=255)
    draw.pieslice([side / 2 - wide, neck, side / 2 + wide, neck + 2 * wide], 180, 360, fill=255)
    return downscale(np.rot90(np.asarray(page), luck.randrange(4)))


def letter(luck: Random) -> Mask:
    """A letter, bold where there is such a font."""
    return downscale(text_mask(luck, luck.choice("ABEFGHKMNPRSWXYZ&%#"), 0.9))


def blot_faces(luck: Random) -> list[Mask]:
    """Six suns, stars and splashes, some with a sign cut out of them."""
    faces = []
    for _ in range(6):
        points, inner = luck.randint(4, 16), luck.uniform(0.4, 0.85)
        ring = np.linspace(0, 2 * np.pi, 2 * points, endpoint=False) + luck.uniform(0, 1)
        reach = np.where(np.arange(2 * points) % 2, inner, 1.0) * luck.uniform(0.24, 0.44) * MASK_PX * 2
        reach = reach * np.array([luck.uniform(0.9, 1.1) for _ in ring])
        corners = np.stack([MASK_PX + reach * np.cos(ring), MASK_PX + reach * np.sin(ring)], axis=1)
        page = np.zeros((2 * MASK_PX, 2 * MASK_PX), np.uint8)
        cv2.fillPoly(page, [corners.astype(np.int32)], (255,), cv2.LINE_AA)
        if luck.random() < 0.6:
            hole = shapes(luck)
            at = MASK_PX // 2
            part = page[at : at + MASK_PX, at : at + MASK_PX]
            np.minimum(part, 255 - hole, out=part)
        faces.append(downscale(page))
    return faces


def dalek_faces(luck: Random) -> list[Mask]:
    """The six drawings of the dice that we bring, a little larger or smaller."""
    size = round(MASK_PX * luck.uniform(0.8, 1.0))
    faces = []
    for path in sorted(DALEK_MASKS.glob("*.png")):
        drawing = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        assert drawing is not None, path
        face = np.zeros((MASK_PX, MASK_PX), np.uint8)
        at = (MASK_PX - size) // 2
        face[at : at + size, at : at + size] = cv2.resize(drawing, (size, size), interpolation=cv2.INTER_AREA)
        faces.append(face)
    return faces


OTHER_MAKERS = (glyph_faces, signed_figures, figure_rows, blot_faces, dalek_faces)  # without pips
MAKER_WEIGHTS = (10, 6, 2, 1, 1)  # how often they are met
