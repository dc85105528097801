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

from vision.align import UPRIGHT, Linear
from vision.tray import Floats, Image

SIZE = 48  # pixels of a squared face for pips
GRID = 24  # pixels of the contrast picture that layouts are compared with
REACH = 2  # how far a layout may be shifted, in pixels of that picture
FACES = ("1", "2", "3", "4", "5", "6")
SPREADS = (0.18, 0.215, 0.25, 0.285)  # distance of the outer pips from the middle, in edges
RIM = 0.14  # share of a face at each side where no ink is looked for
STRAY = 0.62  # edges from the middle up to which a pip outside a face is held against it
SPECK = 6  # pixels below which a spot is grain
STRANGE = 0.24  # log units from the body at which a pixel is not of it
SHADING = 0.45  # weight of mere brightness in that: gloss and shade are uneven over one face
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
    """What the pips say: a likeness (-1 to 1) for each face, pips counted as spots,
    their contrast, the share of the face that is neither body nor pip, and how far the middle of the layout
    lies from the middle of the face, in edges."""

    likeness: tuple[float, ...]
    spots: int
    contrast: float
    foreign: float = 0.0
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
    seen = [contrast_of(face) for face in faces]
    likeness, shifts = compare(np.stack([shrink(s.map) for s in seen]))
    return [
        Counted(tuple(float(v) for v in row), spots_of(s.map), s.step, s.foreign, (float(x), float(y)))
        for row, s, (x, y) in zip(likeness, seen, shifts, strict=True)
    ]


@dataclass(frozen=True)
class Contrast:
    """A face as contrast to its own body: `map` 0 (body) to 1 (ink), `step` between them in log units, and
    `foreign`, the share of the face that is neither: another face, the floor, a reflection."""

    map: Floats
    step: float
    foreign: float


def contrast_of(face: Image, glyph: bool = False) -> Contrast:
    """The contrast picture of a squared face, the same for whatever colours and light.

    A `glyph` may fill more of the face than is left of its body; pips never do.
    """
    logs = logs_of(face)
    body, way = colours_of(logs, glyph)
    step = float(np.linalg.norm(way))
    if step < 1e-3:
        return Contrast(np.zeros(face.shape[:2], np.float32), 0.0, 0.0)
    away = logs - body
    along = (away @ (way / (step * step))).astype(np.float32)
    return Contrast(np.clip(along, 0.0, 1.0), step, foreign_share(away, along, way))


def logs_of(face: Image) -> Floats:
    """The logarithms of a face's colours."""
    table = np.log(np.arange(256, dtype=np.float32) + 16.0).astype(np.float32)
    return np.asarray(cv2.LUT(cv2.GaussianBlur(face, (3, 3), 0), table), np.float32)


def colours_of(logs: Floats, glyph: bool = False) -> tuple[Floats, Floats]:
    """The colour of the body, and the way from it to the ink's."""
    rim = round(logs.shape[0] * RIM)
    core = logs[rim:-rim:2, rim:-rim:2].reshape(-1, 3)
    wide = logs[2:-2:2, 2:-2:2].reshape(-1, 3)  # ink may cover half of the core, not of the face
    body = np.median(wide, axis=0)
    way = ink_way(core - body)
    near = (wide - body) @ way < 0.25 * float(way @ way)
    body = np.median(wide[near], axis=0) if near.any() else body
    way = ink_way(core - body)
    if glyph and float(np.median(ring_of(logs - body) @ way)) > 0.5 * float(way @ way):
        return body + way, -way  # a glyph that fills the face is no body: that is what runs round it
    return body, way


def strays(face: Image, margin: float) -> int:
    """How many round spots of this face's ink lie just outside it (`face` has this margin, in edges).

    A die of half as many pips, squared too small, has its other pips there.
    """
    size = face.shape[0]
    rim = round(size * margin / (1 + 2 * margin))
    logs = logs_of(face)
    body, way = colours_of(logs[rim:-rim, rim:-rim])
    along = (logs - body) @ way / max(float(way @ way), 1e-6)
    found, _, stats, middles = cv2.connectedComponentsWithStats(
        (along > 0.5).astype(np.uint8), connectivity=4
    )
    count = 0
    for (_, _, width, height, area), (x, y) in zip(
        stats[1:found].tolist(), middles[1:found].tolist(), strict=True
    ):
        out = max(abs(x / (size - 1) - 0.5), abs(y / (size - 1) - 0.5)) * (1 + 2 * margin)
        circle = 0.7 < width / height < 1.4 and 0.65 * width * height < area < 0.9 * width * height
        count += circle and 0.46 < out < STRAY and 0.008 < area / (size - 2 * rim) ** 2 < 0.1
    return count


def ring_of(face: Floats) -> Floats:
    """The pixels that run round a face, inside its rounded rim."""
    size = face.shape[0]
    first, last = round(size * 0.12), round(size * 0.17)
    parts = (face[first:last, first:-first], face[-last:-first, first:-first])
    sides = (face[last:-last, first:last], face[last:-last, -last:-first])
    return np.concatenate([p.reshape(-1, 3) for p in (*parts, *sides)])


def ink_way(away: Floats) -> Floats:
    """From the body's colour to the ink's: the middle of the few pixels that are farthest from the body."""
    far = np.abs(away).sum(axis=1)
    most = max(1, len(far) // 20)
    return np.median(away[np.argpartition(far, -most)[-most:]], axis=0)


def foreign_share(away: Floats, along: Floats, way: Floats) -> float:
    """The share of the face that is neither near the body's colour nor near ink."""
    ink = cv2.dilate((along > 0.25).astype(np.uint8), np.ones((3, 3), np.uint8))
    off = away - np.clip(along, 0.0, 1.3)[..., None] * way
    off = off - (1.0 - SHADING) * off.mean(axis=2, keepdims=True)
    strange = ((off * off).sum(axis=2) > STRANGE**2) & (ink == 0)
    return float(strange[4:-4, 4:-4].mean())


def shrink(contrast: Floats) -> Floats:
    """The contrast picture at the size in which layouts are compared."""
    return cv2.resize(contrast, (GRID, GRID), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def compare(grids: Floats) -> tuple[Floats, Floats]:
    """For each contrast picture the best correlation with a layout of each face; the shift of the best."""
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
    return np.stack([best[:, owner == k].max(axis=1) for k in range(6)], axis=1), shifts.astype(np.float32)


@cache
def drawings() -> tuple[tuple[int, tuple[tuple[int, int], ...], float, float], ...]:
    """All layouts in all spreads and radii: face, spots, spread, radius."""
    return tuple(
        (int(face), spots, spread, radius)
        for face, spots in LAYOUTS
        for spread in (SPREADS if face != "1" else SPREADS[:1])
        for radius in (RADII if face != "1" else ONE_RADII)
    )


@cache
def templates() -> tuple[Floats, NDArray[np.int64]]:
    """All drawings, small, as normalised columns, and which face each is."""
    columns = []
    for number in range(len(drawings())):
        low = cv2.resize(drawn(number, SIZE * 2), (GRID, GRID), interpolation=cv2.INTER_AREA)
        column = low[REACH:-REACH, REACH:-REACH].reshape(-1)
        column = column - column.mean()
        columns.append(column / np.linalg.norm(column))
    return np.stack(columns, axis=1).astype(np.float32), np.array([d[0] - 1 for d in drawings()])


def drawn(number: int, size: int) -> Floats:
    """One drawing as a picture."""
    _, spots, spread, radius = drawings()[number]
    fine = size * 2
    sheet: Floats = np.zeros((fine, fine), np.float32)
    for x, y in spots:
        middle = (round(fine / 2 + fine * x * spread), round(fine / 2 + fine * y * spread))
        cv2.circle(sheet, middle, round(fine * radius), (1.0,), -1)
    return cv2.resize(
        cv2.GaussianBlur(sheet, (0, 0), fine * 0.02), (size, size), interpolation=cv2.INTER_AREA
    )  # type: ignore[return-value]


def squeeze(face: Image, pips: int) -> Linear:
    """How pips, round on the die, are squeezed on a face: the root of their mean spread about their middles.

    Upright when the spots are not as many as the pips: then some have run together.
    """
    contrast = contrast_of(face).map
    size = contrast.shape[0]
    found, labels, stats, _ = cv2.connectedComponentsWithStats(
        (contrast > 0.3).astype(np.uint8), connectivity=4
    )
    parts = [k for k in range(1, found) if stats[k][4] >= SPECK and not at_rim(stats[k].tolist(), size)]
    if len(parts) != pips:
        return UPRIGHT
    spread = np.zeros((2, 2))
    for k in parts:
        y, x = np.nonzero(labels == k)
        spread += np.cov(np.stack([x, y]), aweights=contrast[y, x]) * len(x)
    value, way = np.linalg.eigh(spread)
    if value[0] <= 0:
        return UPRIGHT
    root = way @ np.diag(np.sqrt(value / value[1])) @ way.T
    return (float(root[0, 0]), float(root[1, 0]), float(root[0, 1]), float(root[1, 1]))


def spots_of(contrast: Floats) -> int:
    """How many round spots of about one size lie where pips may lie; 0 if there is anything else."""
    size = contrast.shape[0]
    found, _, stats, _ = cv2.connectedComponentsWithStats((contrast > 0.5).astype(np.uint8), connectivity=4)
    parts = [p for p in stats[1:found].tolist() if p[4] >= SPECK and not at_rim(p, size)]
    areas = [p[4] for p in parts]
    if not areas or len(areas) > 6 or max(areas) > 3.2 * min(areas):
        return 0
    return len(areas) if all(is_round(p, size) for p in parts) else 0


def at_rim(part: Sequence[int], size: int) -> bool:
    """Whether a part belongs to the rounded rim or to what lies beyond it: it reaches the border."""
    x, y, width, height, _ = part
    beyond = min(x, y, size - x - width, size - y - height) <= 0
    thin = min(width, height) <= 4 and min(x, y, size - x - width, size - y - height) <= 3
    return beyond or thin


def is_round(part: Sequence[int], size: int) -> bool:
    """Whether a part is as round and as large as a pip can be."""
    _, _, width, height, area = part
    return area > 0.58 * width * height and 0.5 < width / height < 2.0 and 0.006 < area / size**2 < 0.12
