"""What a net ought to say of a crop: one answer for each cell of a coarse grid, where there is one.

Refuses to know nets and how the crop came about.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, isnan, log, nan, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.training.labels import COVERED, Rows

SIDE = 256  # pixels of a crop
CELL = 8  # pixels of a cell
GRID = SIDE // CELL
EDGE = 40.0  # pixels of a top face whose size is told as 0
LEANS = 12.0  # degrees from which a die is doubtful
HIDDEN = 0.15  # seen part below which a die is not asked for
PLAIN = 0.75  # seen part from which it is told that a face is no doubt
FLAT = 4.5  # contrast below which nobody could read a face
MARGIN = 2  # pixels of a crop's rim in which middles are not asked for
BOXED = 0.2  # how far the size of a photograph's box is to be trusted
Cells = NDArray[np.bool_]
Y, X = np.mgrid[0:GRID, 0:GRID].astype(np.float32)


@dataclass(frozen=True)
class Target:
    """`heat`: middles of top faces; `weight` 0, `value` -1, `doubt` -1: not asked.

    `shape`: log size, cos and sin of four times the angle, x and y to the middle in cells, how far it
    faces the camera; where `known`.
    """

    heat: Floats
    weight: Floats
    value: NDArray[np.int64]
    doubt: Floats
    shape: Floats
    known: Floats

    @classmethod
    def empty(cls) -> Target:
        """That of a crop without dice."""
        grid, deep = (GRID, GRID), (6, GRID, GRID)
        return cls(
            heat=np.zeros(grid, np.float32),
            weight=np.ones(grid, np.float32),
            value=np.full(grid, -1, np.int64),
            doubt=np.full(grid, -1, np.float32),
            shape=np.zeros(deep, np.float32),
            known=np.zeros(deep, np.float32),
        )

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """As they are handed to a loss."""
        return self.heat, self.weight, self.value, self.doubt, self.shape, self.known


@dataclass(frozen=True)
class Top:
    """A label's row."""

    x: float
    y: float
    size: float
    angle: float
    value: float
    seen: float
    lean: float
    facing: float = nan

    @property
    def cell(self) -> tuple[float, float]:
        """Its middle in cells."""
        return self.x / CELL - 0.5, self.y / CELL - 0.5

    def inside(self, margin: float) -> bool:
        """Whether its middle is so far within the crop."""
        return bool(margin < self.x < SIDE - margin and margin < self.y < SIDE - margin)

    def doubtful(self, picture: NDArray[np.uint8]) -> bool:
        """Whether nobody should be asked to read it."""
        if self.seen < COVERED or self.lean > LEANS or not self.inside(0.42 * self.size):
            return True
        return bool(self.value > 0 and flat(picture, self.x, self.y, self.size))


def flat(picture: NDArray[np.uint8], x: float, y: float, size: float) -> bool:
    """Whether nothing can be told on a face."""
    reach = 0.36 * size
    part = picture[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1]
    return part.size > 24 and float(part.reshape(-1, 3).std(0).max()) < FLAT


def target(labels: Rows, picture: NDArray[np.uint8]) -> Target:
    """What the net ought to say of this crop."""
    goal, nearest = Target.empty(), np.full((GRID, GRID), 1e9, np.float32)
    for row in labels:
        top = Top(*row)
        if not top.inside(-top.size * 0.5):
            continue
        away = (X - top.cell[0]) ** 2 + (Y - top.cell[1]) ** 2
        if top.seen < HIDDEN or not top.inside(MARGIN):
            goal.weight[away < (0.6 * top.size / CELL) ** 2] = 0
            continue
        warm(goal, top, away)
        near = (away < max(1.2, (0.16 * top.size / CELL) ** 2)) & (away < nearest)
        nearest[near] = away[near]
        read(goal, top, near, top.doubtful(picture))
        shape(goal, top, near)
    return goal


def warm(goal: Target, top: Top, away: Floats) -> None:
    """Heat around its middle, full in one cell."""
    spread = max(0.65, 0.13 * top.size / CELL)
    np.maximum(goal.heat, np.exp(-away / (2 * spread * spread)), out=goal.heat)
    gx, gy = (min(max(round(k), 0), GRID - 1) for k in top.cell)
    goal.heat[gy, gx] = 1


def read(goal: Target, top: Top, near: Cells, doubtful: bool) -> None:
    """Its value, unless it is doubtful; between doubt and none nothing is asked."""
    sure = 0.0 if top.seen >= PLAIN else -1.0
    goal.doubt[near] = 1.0 if doubtful else sure
    goal.value[near] = -1 if doubtful else int(top.value)


def shape(goal: Target, top: Top, near: Cells) -> None:
    """Its size, turn, place and facing; of a photograph's box the size is known roughly, the turn is not."""
    boxed = isnan(top.angle)
    angle = 0.0 if boxed else top.angle
    goal.known[:, near] = 1
    if boxed:
        goal.known[0][near], goal.known[1][near], goal.known[2][near] = BOXED, 0, 0
    for k, told in enumerate((log(top.size / EDGE), cos(4 * angle), sin(4 * angle))):
        goal.shape[k][near] = told
    gx, gy = top.cell
    goal.shape[3][near], goal.shape[4][near] = (gx - X)[near], (gy - Y)[near]
    goal.shape[5][near], goal.known[5][near] = (0, 0) if isnan(top.facing) else (top.facing, 1)
