"""What is known of a picture to learn from: one label for each top face, kept as a row of numbers.

Lengths are pixels, angles radians, leans degrees; shares are of a face's area.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

PICTURE_PX = 448  # pixels of a picture's side
COLUMNS = 17  # of a row
MIN_READABLE_VISIBLE_SHARE = 0.6  # seen part of a top face below which nobody should read it
Rows = NDArray[np.float32]


@dataclass(frozen=True)
class Label:
    """A top face in a picture: its middle, the root of its area, the direction of an edge.

    `value` is 0 for what is no pattern of pips; `seen`: how much of it is in view; `lean`: by how many
    degrees; `quad`: its corners; `away`: how far it is turned away from the eye, to the right and down, as
    sines, NaN where not known. Of a covered one (`seen` below COVERED) the middle and the share are those of
    all that is seen of its die.
    """

    x: float
    y: float
    size: float
    angle: float
    value: int
    seen: float
    lean: float
    quad: tuple[float, ...]
    away: tuple[float, float] = (nan, nan)

    @property
    def row(self) -> list[float]:
        """As it is kept."""
        return [
            self.x,
            self.y,
            self.size,
            self.angle,
            self.value,
            self.seen,
            self.lean,
            *self.quad,
            *self.away,
        ]


def quads(rows: Rows) -> Rows:
    """The corners of the faces; all zero where only a box is known."""
    return rows[:, 7:15].reshape(-1, 4, 2)


def foreshortening(rows: Rows) -> NDArray[np.float32]:
    """How far each face is turned to the camera, its short side for its long one; NaN: not known."""
    a, b, c, d = quads(rows).transpose(1, 0, 2)
    spread = np.linalg.svd(np.stack([b - a + c - d, d - a + c - b], axis=1), compute_uv=False)
    known = spread[:, 0] > 0
    return np.where(known, spread[:, 1] / np.where(known, spread[:, 0], 1), np.nan).astype(np.float32)


def label_rows(rows: list[list[float]]) -> Rows:
    """Rows as an array, even if there are none."""
    return np.array(rows, np.float32).reshape(-1, COLUMNS)
