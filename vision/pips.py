"""Count the pips of a squared top face, whatever their colour, against the layouts a die can show.

Refuses to guess: what fits no layout well, or two layouts alike, comes back with a low quality.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray import Floats, Image

SIZE = 48  # pixels of a squared face for pips
GRID = 24  # pixels of the contrast picture that layouts are compared with
REACH = 2  # how far a layout may be shifted, in pixels of that picture
FACES = ("1", "2", "3", "4", "5", "6")
SPREADS = (0.18, 0.215, 0.25, 0.285)  # distance of the outer pips from the middle, in edges
RADII = (0.07, 0.095, 0.125)
ONE_RADII = (0.07, 0.095, 0.125, 0.17)

LAYOUTS: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = (
    ("1", ((0, 0),)),
    ("2", ((-1, -1), (1, 1))),
    ("2", ((-1, 1), (1, -1))),
    ("3", ((-1, -1), (0, 0), (1, 1))),
    ("3", ((-1, 1), (0, 0), (1, -1))),
    ("4", ((-1, -1), (-1, 1), (1, -1), (1, 1))),
    ("5", ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0))),
    ("6", ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0))),
    ("6", ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, -1), (0, 1))),
)


@dataclass(frozen=True)
class Counted:
    """What the pips say: a likeness (-1 to 1) for each face, pips counted as spots, their contrast,
    and how far the middle of the layout lies from the middle of the face, in edges."""

    likeness: tuple[float, ...]
    spots: int
    contrast: float
    shift: tuple[float, float] = (0.0, 0.0)

    @property
    def face(self) -> str:
        """The likeliest face."""
        return FACES[int(np.argmax(self.likeness))]

    @property
    def best(self) -> float:
        """How well the likeliest layout fits."""
        return max(self.likeness)

    @property
    def margin(self) -> float:
        """How much better it fits than the next."""
        first, second = sorted(self.likeness)[::-1][:2]
        return first - second

    @property
    def guesses(self) -> tuple[tuple[str, float], ...]:
        """Faces with probabilities, likeliest first."""
        weight = np.exp((np.array(self.likeness) - self.best) * 22.0)
        if self.spots:
            weight = weight * np.where(np.arange(1, 7) == self.spots, 3.0, 1.0)
        weight = weight + 0.25 * max(0.0, 0.8 - self.best)
        share = weight / weight.sum()
        order = np.argsort(-share)
        return tuple((FACES[k], float(share[k])) for k in order)


def count(faces: Sequence[Image]) -> list[Counted]:
    """The pips of each squared face (SIZE × SIZE pixels)."""
    if not faces:
        return []
    maps, steps = zip(*(contrast_map(face) for face in faces), strict=True)
    likeness, shifts = compare(np.stack([shrink(m) for m in maps]))
    return [
        Counted(tuple(float(v) for v in row), spots_of(m), float(step), (float(x), float(y)))
        for row, m, step, (x, y) in zip(likeness, maps, steps, shifts, strict=True)
    ]


def contrast_map(face: Image) -> tuple[Floats, float]:
    """How far each pixel is from the body's colour, 0 to 1, and how far the pips are, in log units."""
    table = np.log(np.arange(256, dtype=np.float32) + 16.0).astype(np.float32)
    logs = cv2.LUT(cv2.GaussianBlur(face, (3, 3), 0), table)
    core = logs[5:-5:2, 5:-5:2].reshape(-1, 3)
    away = logs - np.median(core, axis=0)
    inner = away[5:-5:2, 5:-5:2].reshape(-1, 3)
    far = np.abs(inner).sum(axis=1)
    strong = inner[np.argpartition(far, -(len(far) // 20))[-(len(far) // 20) :]]
    way = np.median(strong, axis=0)
    step = float(np.linalg.norm(way))
    if step < 1e-3:
        return np.zeros(face.shape[:2], np.float32), 0.0
    along = away @ (way / step) / step
    return np.clip(along, 0.0, 1.0).astype(np.float32), step


def shrink(contrast: Floats) -> Floats:
    """The contrast picture at the size in which layouts are compared."""
    return cv2.resize(contrast, (GRID, GRID), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def compare(grids: Floats) -> tuple[Floats, Floats]:
    """For each contrast picture the best correlation with any layout of each face, and the best one's shift."""
    bank, owner = templates()
    inner = GRID - 2 * REACH
    steps = range(2 * REACH + 1)
    views = np.stack([grids[:, y : y + inner, x : x + inner] for y in steps for x in steps], axis=1)
    flat = views.reshape(-1, inner * inner)
    flat = flat - flat.mean(axis=1, keepdims=True)
    flat /= np.linalg.norm(flat, axis=1, keepdims=True) + 1e-3
    score = (flat @ bank).reshape(len(grids), len(steps) ** 2, -1)
    where = score.max(axis=2).argmax(axis=1)
    shifts = np.stack([where % len(steps) - REACH, where // len(steps) - REACH], axis=1) / np.float32(GRID)
    best = score.max(axis=1)
    return np.stack([best[:, owner == k].max(axis=1) for k in range(6)], axis=1), shifts


@cache
def templates() -> tuple[Floats, NDArray[np.int64]]:
    """All layouts in all spreads and radii as normalised columns, and which face each is."""
    columns, owner = [], []
    for face, spots in LAYOUTS:
        for spread in SPREADS if face != "1" else SPREADS[:1]:
            for radius in RADII if face != "1" else ONE_RADII:
                columns.append(drawn(spots, spread, radius))
                owner.append(int(face) - 1)
    return np.stack(columns, axis=1), np.array(owner)


def drawn(spots: tuple[tuple[int, int], ...], spread: float, radius: float) -> Floats:
    """One layout as a normalised column."""
    fine = SIZE * 2
    sheet: Floats = np.zeros((fine, fine), np.float32)
    for x, y in spots:
        middle = (round(fine * (0.5 + x * spread)), round(fine * (0.5 + y * spread)))
        cv2.circle(sheet, middle, round(fine * radius), 1.0, -1)
    low = cv2.resize(cv2.GaussianBlur(sheet, (0, 0), 2.0), (GRID, GRID), interpolation=cv2.INTER_AREA)
    column = low[REACH:-REACH, REACH:-REACH].reshape(-1)
    column = column - column.mean()
    return (column / np.linalg.norm(column)).astype(np.float32)  # type: ignore[no-any-return]


def spots_of(contrast: Floats) -> int:
    """How many round spots of about one size lie where pips may lie; 0 if there is anything else."""
    found, _, stats, middles = cv2.connectedComponentsWithStats((contrast > 0.5).astype(np.uint8), connectivity=4)
    areas = []
    for k in range(1, found):
        x, y = middles[k] / contrast.shape[0] - 0.5
        if max(abs(x), abs(y)) > 0.38:
            continue  # the rounded rim, not the face
        width, height, area = int(stats[k][2]), int(stats[k][3]), int(stats[k][4])
        if area < 6:
            continue
        round_enough = area > 0.58 * width * height and 0.5 < width / height < 2.0
        if not round_enough or not 0.006 < area / contrast.size < 0.12:
            return 0
        areas.append(area)
    if not areas or len(areas) > 6 or max(areas) > 3.2 * min(areas):
        return 0
    return len(areas)
