"""The parts of a drawing, each looked for by itself: a digit beside a figure is small, but tells the face."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.recognise.align import found

AROUND = 2  # pixels around a part that are looked at with it
Part = tuple[int, int, int, int]  # left, top, right, bottom


@dataclass(frozen=True)
class Ink:
    """What counts as a part: ink from this share of the strongest, so many pixels of it at least, that do not
    reach into the `rim`, as many pixels at each side: there is floor, a frame, glare on an edge.
    """

    share: float
    many: int
    rim: int


STRONG = Ink(0.3, 12, 6)
FAINT = Ink(0.15, 30, 9)  # edges of dice shimmer as faintly, and alike in every picture
THIN = 3  # pixels: as an edge of a die shimmers in a lamp, strongly too


def parts_of(drawing: Floats) -> tuple[Part, ...]:
    """Where a drawing has strong ink that hangs together."""
    return tuple(box for box, _ in _parts(drawing, STRONG))


def faint_parts_of(drawing: Floats) -> tuple[Part, ...]:
    """Where it has but faint ink that hangs together: a digit in glare, or a cloud upon the die."""
    strong = _inked(drawing, STRONG.share)
    return tuple(box for box, inked in _parts(drawing, FAINT) if strong[inked].sum() < STRONG.many)


def _inked(drawing: Floats, share: float) -> NDArray[np.uint8]:
    """Where there is ink, but for the rim that no part reaches into."""
    rim = STRONG.rim
    inner = drawing[rim:-rim, rim:-rim]
    ink = np.zeros(drawing.shape, np.uint8)
    ink[rim:-rim, rim:-rim] = inner > share * inner[AROUND:-AROUND, AROUND:-AROUND].max()
    return np.asarray(cv2.dilate(ink, np.ones((2, 2), np.uint8)), np.uint8)


def _parts(drawing: Floats, ink: Ink) -> Iterator[tuple[Part, NDArray[np.bool_]]]:
    """Each part with a little around it, and its pixels."""
    size = drawing.shape[0]
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(_inked(drawing, ink.share))
    for number, (left, top, wide, high, many) in enumerate(boxes.tolist()):
        rim = FAINT.rim if min(wide, high) <= THIN else ink.rim
        clear = min(left, top) > rim and max(left + wide, top + high) < size - rim
        if number and many >= ink.many and clear:
            yield (left - AROUND, top - AROUND, left + wide + AROUND, top + high + AROUND), labels == number


def least_found(picture: Floats, drawing: Floats, parts: tuple[Part, ...]) -> float:
    """How like the part of a drawing that fits worst is to a picture laid upon it, be it a little displaced:
    -1 to 1; 1 for a drawing without parts.
    """
    return min((part_found(picture, drawing, part) for part in parts), default=1.0)


def part_found(picture: Floats, drawing: Floats, part: Part) -> float:
    left, top, right, bottom = part
    return found(picture, np.ascontiguousarray(drawing[top:bottom, left:right]), left, top)
