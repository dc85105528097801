"""The parts of a drawing, each looked for on its own: a digit beside a figure is small, but tells the face.

Refuses to know which faces there are.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.signs import SHIFT, fits
from vision.tray import Floats

RIM = 6  # pixels at each side: what reaches into them is no part, but floor, a frame, glare on an edge
INK = 0.3  # share of the strongest ink from which something is drawn
SMALL = 12  # pixels of ink below which it is grain
AROUND = 2  # pixels around a part that are looked at with it
Part = tuple[int, int, int, int]  # left, top, right, bottom


def parts_of(drawing: Floats) -> tuple[Part, ...]:
    """Where a drawing has ink that hangs together, clear of the rim."""
    size = drawing.shape[0]
    inner = drawing[RIM:-RIM, RIM:-RIM]
    ink = np.zeros(drawing.shape, np.uint8)
    ink[RIM:-RIM, RIM:-RIM] = inner > INK * inner[AROUND:-AROUND, AROUND:-AROUND].max()
    _, _, boxes, _ = cv2.connectedComponentsWithStats(cv2.dilate(ink, np.ones((2, 2), np.uint8)))
    return tuple(
        (left - AROUND, top - AROUND, left + wide + AROUND, top + high + AROUND)
        for left, top, wide, high, many in boxes[1:].tolist()
        if many >= SMALL and min(left, top) > RIM and max(left + wide, top + high) < size - RIM
    )


def least_found(picture: Floats, drawing: Floats, parts: tuple[Part, ...]) -> float:
    """How like the part of a drawing that fits worst is to a picture laid upon it, be it a little displaced:
    -1 to 1; 1 for a drawing without parts.
    """
    return min((found(picture, drawing, part) for part in parts), default=1.0)


def found(picture: Floats, drawing: Floats, part: Part) -> float:
    left, top, right, bottom = part
    there = picture[top - SHIFT : bottom + SHIFT, left - SHIFT : right + SHIFT]
    return fits(there, np.ascontiguousarray(drawing[top:bottom, left:right]))
