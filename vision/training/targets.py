"""What the finder's net ought to say of a crop: a Gaussian heatmap of centres, and values at top faces.

One answer for each cell of a coarse grid. Lengths are pixels of a crop unless a name says cells.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, isnan, log, nan, sin
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.training.labels import MIN_READABLE_VISIBLE_SHARE, Rows

CROP_PX = 256  # pixels of a crop
CELL_PX = 8  # pixels of a cell
GRID_CELLS = CROP_PX // CELL_PX
REFERENCE_EDGE_PX = 40.0  # pixels of a top face whose size is told as 0
MAX_FLAT_LEAN_DEG = 12.0  # degrees from which a die is doubtful
MIN_ASKED_VISIBLE_SHARE = 0.15  # seen part below which a die is not asked for
MIN_CLEAR_VISIBLE_SHARE = 0.75  # seen part from which it is told that a face is no doubt
MIN_CONTRAST_SD = 4.5  # contrast below which nobody could read a face
RIM_PX = 2  # pixels of a crop's rim in which middles are not asked for
BOX_SIZE_WEIGHT = 0.2  # how far the size of a photograph's box is to be trusted
Cells = NDArray[np.bool_]
Y, X = np.mgrid[0:GRID_CELLS, 0:GRID_CELLS].astype(np.float32)


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
        grid, deep = (GRID_CELLS, GRID_CELLS), (6, GRID_CELLS, GRID_CELLS)
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
class TopFace:
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
        return self.x / CELL_PX - 0.5, self.y / CELL_PX - 0.5

    def inside(self, margin: float) -> bool:
        """Whether its middle is so far within the crop."""
        return bool(margin < self.x < CROP_PX - margin and margin < self.y < CROP_PX - margin)

    def doubtful(self, picture: NDArray[np.uint8]) -> bool:
        """Whether nobody should be asked to read it."""
        if (
            self.seen < MIN_READABLE_VISIBLE_SHARE
            or self.lean > MAX_FLAT_LEAN_DEG
            or not self.inside(0.42 * self.size)
        ):
            return True
        return bool(self.value > 0 and low_contrast(picture, self.x, self.y, self.size))


def low_contrast(picture: NDArray[np.uint8], x: float, y: float, size: float) -> bool:
    """Whether nothing can be told on a face."""
    reach = 0.36 * size
    part = picture[max(0, int(y - reach)) : int(y + reach) + 1, max(0, int(x - reach)) : int(x + reach) + 1]
    return part.size > 24 and float(part.reshape(-1, 3).std(0).max()) < MIN_CONTRAST_SD


def target(labels: Rows, picture: NDArray[np.uint8]) -> Target:
    """What the net ought to say of this crop."""
    goal, nearest = Target.empty(), np.full((GRID_CELLS, GRID_CELLS), 1e9, np.float32)
    for row in labels:
        top = TopFace(*row)
        if not top.inside(-top.size * 0.5):
            continue
        away = (X - top.cell[0]) ** 2 + (Y - top.cell[1]) ** 2
        if top.seen < MIN_ASKED_VISIBLE_SHARE or not top.inside(RIM_PX):
            goal.weight[away < (0.6 * top.size / CELL_PX) ** 2] = 0
            continue
        add_heat(goal, top, away)
        near = (away < max(1.2, (0.16 * top.size / CELL_PX) ** 2)) & (away < nearest)
        nearest[near] = away[near]
        add_value(goal, top, near, top.doubtful(picture))
        add_shape(goal, top, near)
    return goal


def add_heat(goal: Target, top: TopFace, away: Floats) -> None:
    """Heat around its middle, full in one cell."""
    spread = max(0.65, 0.13 * top.size / CELL_PX)
    np.maximum(goal.heat, np.exp(-away / (2 * spread * spread)), out=goal.heat)
    gx, gy = (min(max(round(k), 0), GRID_CELLS - 1) for k in top.cell)
    goal.heat[gy, gx] = 1


def add_value(goal: Target, top: TopFace, near: Cells, doubtful: bool) -> None:
    """Its value, unless it is doubtful; between doubt and none nothing is asked."""
    sure = 0.0 if top.seen >= MIN_CLEAR_VISIBLE_SHARE else -1.0
    goal.doubt[near] = 1.0 if doubtful else sure
    goal.value[near] = -1 if doubtful else int(top.value)


def add_shape(goal: Target, top: TopFace, near: Cells) -> None:
    """Its size, turn, place and facing; of a photograph's box the size is known roughly, the turn is not."""
    box_only = isnan(top.angle)
    angle = 0.0 if box_only else top.angle
    goal.known[:, near] = 1
    if box_only:
        goal.known[0][near], goal.known[1][near], goal.known[2][near] = BOX_SIZE_WEIGHT, 0, 0
    for k, regressed in enumerate((log(top.size / REFERENCE_EDGE_PX), cos(4 * angle), sin(4 * angle))):
        goal.shape[k][near] = regressed
    gx, gy = top.cell
    goal.shape[3][near], goal.shape[4][near] = (gx - X)[near], (gy - Y)[near]
    goal.shape[5][near], goal.known[5][near] = (0, 0) if isnan(top.facing) else (top.facing, 1)
