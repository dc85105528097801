"""The parts of a drawing, each looked for on its own: a digit beside a figure is small, but tells the face.

Refuses to know which faces there are.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.signs import LEAST, SHIFT, fits
from vision.tray import Floats

RIM = 6  # pixels at each side where no part is looked for: floor, frames and glare may show there
INK = 0.3  # share of the strongest ink from which something is drawn
SMALL = 12  # pixels of ink below which it is grain
AROUND = 2  # pixels around a part that are looked at with it
LONG = 0.7  # share of the picture: what touches the rim and is so long is a frame
Part = tuple[int, int, int, int]  # left, top, right, bottom


def parts_of(drawing: Floats) -> tuple[Part, ...]:
    """Where a drawing has ink that hangs together."""
    size = drawing.shape[0]
    inner = drawing[RIM:-RIM, RIM:-RIM]
    ink = np.zeros(drawing.shape, np.uint8)
    ink[RIM:-RIM, RIM:-RIM] = inner > INK * inner[AROUND:-AROUND, AROUND:-AROUND].max()
    _, _, boxes, _ = cv2.connectedComponentsWithStats(cv2.dilate(ink, np.ones((2, 2), np.uint8)))
    found = []
    for left, top, wide, high, many in boxes[1:].tolist():
        right, bottom = left + wide, top + high
        at_rim = min(left, top) <= RIM or max(right, bottom) >= size - RIM
        if many >= SMALL and not (at_rim and max(wide, high) >= LONG * size):
            first, last = max(SHIFT, left - AROUND), max(SHIFT, top - AROUND)
            found.append((first, last, min(size - SHIFT, right + AROUND), min(size - SHIFT, bottom + AROUND)))
    return tuple(part for part in found if min(part[2] - part[0], part[3] - part[1]) >= LEAST)


def least_found(picture: Floats, drawing: Floats, parts: tuple[Part, ...]) -> float:
    """How like the part of a drawing that fits worst is to a picture laid upon it, be it a little displaced:
    -1 to 1; 1 for a drawing without parts.
    """
    return min((found(picture, drawing, part) for part in parts), default=1.0)


def found(picture: Floats, drawing: Floats, part: Part) -> float:
    left, top, right, bottom = part
    there = picture[top - SHIFT : bottom + SHIFT, left - SHIFT : right + SHIFT]
    return fits(there, np.ascontiguousarray(drawing[top:bottom, left:right]))
