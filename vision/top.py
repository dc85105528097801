"""Square a top face: fit its four sides in the edge picture, and cut it out upright.

Refuses to know what is on the face. Works on many squares at once, since a picture proposes dozens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate import Square
from vision.tray import Floats, Image

Corners = NDArray[np.float64]

TILTS = np.radians(np.array([-7.5, -5.0, -2.5, 0.0, 2.5, 5.0, 7.5]))
OFFSETS = np.linspace(-0.11, 0.11, 12)  # how far a side may lie from where it was expected, in edges
ALONG = np.linspace(-0.36, 0.36, 11)  # where a side is looked at; its rounded ends are left out
STRETCH = 0.04  # how far a top face may differ from the edge that was searched, in edges
SOFT = np.float32(20.0)  # edge strength at which evidence is half


@dataclass(frozen=True, eq=False)
class Top:
    """A fitted top face: corners, clockwise, in pixels of the picture; how well each side is seen, 0 to 1."""

    corners: Corners
    sides: tuple[float, float, float, float]

    @cached_property
    def evidence(self) -> float:
        """How well it is seen as a square: the mean of the sides, held down by the worst."""
        return 0.15 * sum(self.sides) + 0.4 * min(self.sides)

    @cached_property
    def lengths(self) -> tuple[float, float]:
        """Mean lengths of the first and third side, and of the second and fourth."""
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = self.corners.tolist()
        width = hypot(bx - ax, by - ay) + hypot(cx - dx, cy - dy)
        height = hypot(cx - bx, cy - by) + hypot(dx - ax, dy - ay)
        return (width / 2, height / 2)

    @property
    def edge(self) -> float:
        """Mean length of its sides."""
        return sum(self.lengths) / 2

    @cached_property
    def middle(self) -> Corners:
        """The middle of its corners."""
        return self.corners.mean(axis=0)  # type: ignore[no-any-return]

    def moved(self, along: float, across: float) -> Top:
        """The same face moved by shares of its edges."""
        a, b, _, d = self.corners
        return Top(self.corners + along * (b - a) + across * (d - a), self.sides)

    def turned(self, angle: float) -> Top:
        """The same face turned about its middle by so many radians."""
        c, s = np.cos(angle), np.sin(angle)
        return Top(self.middle + (self.corners - self.middle) @ np.array([[c, s], [-s, c]]), self.sides)


def fit(tensor: Floats, found: Sequence[Square]) -> list[Top]:
    """Each square (in pixels of the edge picture) with its turn and its sides fitted to the edges."""
    if not found:
        return []
    turns = np.array([s.turn for s in found])[:, None] + TILTS[None, :]
    strength = side_profiles(tensor, found, turns)
    place, seen = fit_sides(strength)
    best = seen.sum(axis=2).argmax(axis=1)
    rows = np.arange(len(found))
    return [
        Top(corners_of(s, turns[i, best[i]], place[i, best[i]]), (float(a), float(b), float(c), float(d)))
        for i, s, (a, b, c, d) in zip(rows, found, seen[rows, best], strict=True)
    ]


def side_profiles(tensor: Floats, found: Sequence[Square], turns: NDArray[np.float64]) -> Floats:
    """Edge evidence by square, tilt, side (right, bottom, left, top) and offset."""
    edge = np.array([s.edge for s in found])[:, None, None, None, None]
    out = (0.5 + OFFSETS)[None, None, None, :, None]
    along = ALONG[None, None, None, None, :]
    angle = turns[:, :, None, None, None] + (np.arange(4) * np.pi / 2)[None, None, :, None, None]
    c, s = np.cos(angle), np.sin(angle)
    x = np.array([q.x for q in found])[:, None, None, None, None] + edge * (c * out - s * along)
    y = np.array([q.y for q in found])[:, None, None, None, None] + edge * (s * out + c * along)
    shape = x.shape
    flat = (shape[0] * shape[1], -1)
    got = cv2.remap(
        tensor, x.reshape(flat).astype(np.float32), y.reshape(flat).astype(np.float32), cv2.INTER_LINEAR
    ).reshape(*shape, 3)
    c, s = c.astype(np.float32), s.astype(np.float32)
    energy = c * c * got[..., 0] + 2 * c * s * got[..., 1] + s * s * got[..., 2]
    return (energy / (energy + SOFT)).mean(axis=4)  # type: ignore[no-any-return]


def fit_sides(strength: Floats) -> tuple[NDArray[np.float64], Floats]:
    """For each side the offset of its edge and its strength.

    Opposite sides are fitted together: their distance is the edge of the die, give or take, so that neither
    a row of pips on one side nor the foot of the side face on the other can win alone.
    """
    misfit = (OFFSETS[:, None] + OFFSETS[None, :]) / STRETCH
    prior = (misfit * misfit * 0.1).astype(np.float32)
    place = np.zeros(strength.shape[:3], np.int64)
    for one, other in ((0, 2), (1, 3)):
        both = strength[:, :, one, :, None] + strength[:, :, other, None, :] - prior
        best = both.reshape(*both.shape[:2], -1).argmax(axis=2)
        place[:, :, one], place[:, :, other] = np.unravel_index(best, both.shape[2:])
    seen = np.take_along_axis(strength, place[..., None], axis=3)[..., 0]
    return OFFSETS[place], seen


def corners_of(square: Square, turn: float, offsets: NDArray[np.float64]) -> Corners:
    """Corners, clockwise as the picture shows them, of a square whose sides have moved out by offsets."""
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    right, bottom, left, top = (0.5 + offsets) * square.edge
    middle = np.array([square.x, square.y])
    return np.array(
        [
            middle - along * left - across * top,
            middle + along * right - across * top,
            middle + along * right + across * bottom,
            middle - along * left + across * bottom,
        ]
    )


def cut(image: Image, corners: Corners, size: int, margin: float = 0.0) -> Image:
    """The face inside four corners, upright, `size` pixels wide; with `margin` (in edges) all round."""
    first, last = margin * size / (1 + 2 * margin), size - margin * size / (1 + 2 * margin)
    goal = np.array([[first, first], [last, first], [last, last]], np.float32) - np.float32(0.5)
    turn = cv2.getAffineTransform(corners[:3].astype(np.float32), goal)
    return cv2.warpAffine(image, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]
