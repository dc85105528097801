"""Top faces in a picture: where they are, how large and how turned, which pips they show; by a small net.

The net is made by `vision.training`; it sees faces best at one size, so whoever asks says how the picture
is to be scaled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, exp, hypot, pi, sin, sqrt
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.nets import GREY, MODELS, Net

MODEL = MODELS / "finder.onnx"
EDGE = 40.0  # pixels of a top face at which the net sees best
CELL = 8  # pixels of a cell of its answer
STEP = 16  # a picture's sides must be multiples of it
LEAST = 0.15  # heat below which there is no face
MOST = 80  # faces in a picture
APART = 0.55  # edges between two faces; nearer ones are one
TOLD = 0.7  # power of its heat by which a face is trusted in what it shows, once it is taken for one
FAR = 2.0  # of the logarithm of sizes that are believed
SLIGHT, STEEP = 0.15, 0.8  # sines of how far a top is turned away: from where it matters, and is believed
SPLIT = 1.2  # share of its heat that a middle loses, by the fourth power of its way to the cell's, in cells


@dataclass(frozen=True, eq=False)
class Face:
    """A top face: its middle, the root of its area, its turn (radians, to a quarter).

    `heat`: how surely it is one; `doubt`: how likely it cannot be read (covered, cut off, leaning);
    `values`: shares of no pips, 1 to 6; `away`: how far it is turned away from the eye, to the right and
    down of the picture: sines.
    """

    x: float
    y: float
    edge: float
    turn: float
    heat: float
    doubt: float
    values: Floats
    away: tuple[float, float] = (0.0, 0.0)

    @property
    def best(self) -> int:
        """The likeliest number of pips, 0 where it bears none."""
        return int(self.values.argmax())

    @property
    def sure(self) -> float:
        """How far it is to be trusted that it shows that, 0 to 1; no probability yet."""
        return self.heat * self._plain

    @property
    def said(self) -> float:
        """How surely it shows that, once a die is taken to be there: its heat tells less of that."""
        return float(self.heat**TOLD) * self._plain

    @property
    def there(self) -> float:
        """How surely there is a die at all, of whatever kind."""
        return max(self.pipped, self.drawn)

    @property
    def pipped(self) -> float:
        """How surely there is a die with pips, whichever number, readable or not.

        Most of what is no die looks a little as if it bore none: that counts twice.
        """
        return self._shown((1 - float(self.values[0])) ** 2)

    @property
    def drawn(self) -> float:
        """How surely there is a die with something else than pips on top, readable or not."""
        return self._shown(float(self.values[0]))

    @property
    def _plain(self) -> float:
        return float(self.values.max()) * (1 - self.doubt)

    def _shown(self, share: float) -> float:
        return self.heat * share * float((1 - self.doubt) ** 0.5)

    @cached_property
    def corners(self) -> NDArray[np.float64]:
        """Its four corners, clockwise as the picture shows them: a square seen from aside is none."""
        middle = np.array([self.x, self.y])
        corners = square(self.x, self.y, self.edge, self.turn)
        return np.asarray(middle + (corners - middle) @ squeezed(self.away), np.float64)

    def near(self, other: Face, edges: float) -> bool:
        """Whether the other's middle is nearer than so many of its own edges."""
        return hypot(other.x - self.x, other.y - self.y) < edges * self.edge

    def placed(self, scale: float, x: float = 0.0, y: float = 0.0) -> Face:
        """The face as a picture shows it that is so much larger and starts at (x, y)."""
        return replace(self, x=self.x * scale + x, y=self.y * scale + y, edge=self.edge * scale)


def square(x: float, y: float, edge: float, turn: float) -> NDArray[np.float64]:
    """The corners of a square around a place, clockwise as a picture shows them."""
    along = np.array([cos(turn), sin(turn)]) * edge / 2
    across = np.array([-along[1], along[0]])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([np.array([x, y]) + s * along + t * across for s, t in signs])


def squeezed(away: tuple[float, float]) -> NDArray[np.float64]:
    """What becomes of a square that is turned so far away from the eye, its area apart."""
    sine = min(hypot(*away), STEEP)
    if sine < SLIGHT:
        return np.eye(2)
    short, way = sqrt(1 - sine * sine), np.array(away) / hypot(*away)
    return (np.eye(2) - (1 - short) * np.outer(way, way)) / sqrt(short)


class Finder:
    """The net, ready to look; any thread may ask."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Net(model)

    def look(self, image: Image, scale: float, least: float = LEAST) -> tuple[Face, ...]:
        """The faces in `image` shown to the net at this scale, surest first."""
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        shown = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)
        return tuple(face.placed(1 / scale) for face in peaks(self._answer(shown), least))

    def _answer(self, shown: Image) -> Floats:
        height, width = shown.shape[:2]
        below, right = -height % STEP, -width % STEP
        if below or right:
            shown = np.asarray(
                cv2.copyMakeBorder(shown, 0, below, 0, right, cv2.BORDER_CONSTANT, value=GREY),
                np.uint8,
            )
        return np.asarray(self._net.answer_to([shown])[0], np.float32)


def peaks(answer: Floats, least: float) -> list[Face]:
    """The faces that the net's answer tells of, surest first, none on another."""
    heat = sigmoid(answer[0])
    top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > least)
    places = sorted(np.argwhere(top), key=lambda at: -heat[at[0], at[1]])[:MOST]
    found: list[Face] = []
    for y, x in places:
        face = face_at(answer, heat, int(x), int(y))
        if all(hypot(face.x - k.x, face.y - k.y) > APART * max(face.edge, k.edge) for k in found):
            found.append(face)
    return found


def face_at(answer: Floats, heat: Floats, x: int, y: int) -> Face:
    """The face whose middle lies in this cell."""
    told = answer[:, y, x]
    shares = np.exp(told[2:9] - told[2:9].max())
    right, down = float(told[12]), float(told[13])
    return Face(
        x=(x + 0.5 + right) * CELL,
        y=(y + 0.5 + down) * CELL,
        edge=EDGE * exp(float(np.clip(told[9], -FAR, FAR))),
        turn=float(np.arctan2(told[11], told[10])) / 4,
        heat=min(1.0, float(heat[y, x]) / kept(hypot(right, down))),
        doubt=float(sigmoid(told[1])),
        values=(shares / shares.sum()).astype(np.float32),
    )


def kept(off: float) -> float:
    """Share of its heat that a face has in one cell, its middle so many cells from the cell's.

    Between cells it is told half here and half there: that says nothing about the face.
    """
    return 1 - SPLIT * min(off, sqrt(0.5)) ** 4


def sigmoid(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)), np.float32)


def turn_between(one: float, other: float) -> float:
    """How far a face turned `one` is turned on from `other`, to a quarter: -45° to 45° in radians."""
    return (one - other + pi / 4) % (pi / 2) - pi / 4


def of_one_size(faces: Sequence[Face], bar: float) -> tuple[Face, ...]:
    """Those that are surely there and about as large as most of them: print and caps are of any size."""
    there = [face for face in faces if face.heat > bar]
    if not there:
        return ()
    weight = np.array([face.sure for face in there]) + 1e-6
    usual = exp(float((weight * np.log([face.edge for face in there])).sum() / weight.sum()))
    return tuple(face for face in there if 0.6 * usual < face.edge < 1.6 * usual)
