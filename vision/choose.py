"""Which of the many squares are top faces: those seen best, read best, and not in one another's way.

Refuses to know how faces are read or squares are found; it weighs what others say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.dice import D6
from vision.align import FACE, MARGIN
from vision.locate import SIDE, Patch
from vision.scale import fitted
from vision.sheet import lay_out
from vision.top import Top, cut
from vision.tray import Image, Mask, Things
from vision.values import PLAIN, Value, Values, ramp

SIDES = (SIDE * 0.94, SIDE, SIDE * 1.06)
LEAST_EVIDENCE = 0.65
EACH = 2.2  # squares looked at for every die that may be there
RIVALS = 5  # looked at closely where the first is not clear
CLEAR = 0.88  # quality above which no rival is looked at
LEAST_INSIDE = 0.85  # share of a top face that must be foreign to the tray
SETTLING = 3  # times that a face may be moved or turned towards what is on it
TURN = 0.09  # radians a time
GAIN = 0.01  # in quality, for which that is done
LEAST_CERTAIN = 0.5  # share of it that cannot be shadow, unless it is read well
LEAST_WORTH = 1.05
SHARED = 0.12  # share of a face that may seem to lie in another's, from rounding and fitting
GRID = np.stack(np.meshgrid(np.linspace(0.08, 0.92, 6), np.linspace(0.08, 0.92, 6)), axis=-1).reshape(-1, 2)


@dataclass(frozen=True)
class Candidate:
    """A square that may be a top face, with what it would show. `crowded`: other faces lie close by."""

    top: Top
    face: Image
    value: Value
    crowded: bool = False

    @property
    def worth(self) -> float:
        """By what squares compete: half how well it is seen, half how well it is read."""
        return self.top.evidence + 0.8 * self.value.quality

    @property
    def trust(self) -> float:
        """How far the place itself is to be trusted, 0 to 1."""
        return ramp(self.top.evidence, 0.45, 0.75)

    @property
    def lean(self) -> float:
        """How much narrower than long the face is, by what is drawn on it: 1 for a die that lies flat."""
        a, b, _, d = self.top.corners
        drawn = np.stack([b - a, d - a], axis=1) @ np.array(self.value.linear).reshape(2, 2).T
        long, short = np.linalg.svd(drawn, compute_uv=False)
        return float(short / max(long, 1e-6))

    def looked(self, values: Values, image: Image) -> Candidate:
        """The candidate after a close look, moved to where what is on it says that its middle is."""
        best = self
        for _ in range(SETTLING):
            tries = [
                Candidate(top, cut(image, top.corners, FACE, MARGIN), self.value) for top in best.nearby()
            ]
            read = values.rough([t.face for t in tries])
            better = max(
                (replace(t, value=v) for t, v in zip(tries, read, strict=True)), default=best, key=quality
            )
            if better.value.quality < best.value.quality + GAIN:
                break
            best = better
        return replace(best, value=values.close(best.face, best.value))

    def nearby(self) -> list[Top]:
        """Where the face may lie instead, by what is on it: moved to its middle, or turned a little."""
        along, across = self.value.shift
        middle = self.top.moved(along, across)
        moved = [middle] if abs(along) + abs(across) > 0.03 else []
        aslant = self.value.kind == D6.id and PLAIN / 2 < self.value.quality < CLEAR
        return moved + ([middle.turned(-TURN), middle.turned(TURN)] if aslant else [])


def candidates(
    image: Image, found: Sequence[Patch], scale: float, edge: float, things: Things, values: Values
) -> list[Candidate]:
    """All squares worth a look, each with a rough reading."""
    sheet = lay_out(image, found, scale, edge)
    tops = [t for place in fitted(sheet, SIDES, EACH) for t in without_doubles(place, edge)]
    tops = [t for t in tops if t.evidence > LEAST_EVIDENCE and inside(t, things.likely, scale) > LEAST_INSIDE]
    faces = [cut(image, t.corners, FACE, MARGIN) for t in tops]
    found_here = [Candidate(t, f, v) for t, f, v in zip(tops, faces, values.rough(faces), strict=True)]
    return [
        c
        for c in found_here
        if c.value.quality > PLAIN or inside(c.top, things.certain, scale) > LEAST_CERTAIN
    ]


def without_doubles(tops: Sequence[Top], edge: float) -> list[Top]:
    """The tops, best first, without those that were fitted to the same four sides."""
    kept: list[Top] = []
    for top in sorted(tops, key=lambda t: -t.evidence):
        if not any(np.abs(top.corners - k.corners).max() < 0.08 * edge for k in kept):
            kept.append(top)
    return kept


def inside(top: Top, mask: Mask, scale: float) -> float:
    """Share of a top face that lies on a mask of the look's size."""
    a, b, _, d = top.corners
    at = (a + GRID[:, :1] * (b - a) + GRID[:, 1:] * (d - a)) * scale
    height, width = mask.shape
    x = np.clip(at[:, 0].astype(int), 0, width - 1)
    y = np.clip(at[:, 1].astype(int), 0, height - 1)
    return float((mask[y, x] > 0).mean())


def choose(found: list[Candidate], values: Values, image: Image) -> list[Candidate]:
    """The top faces: greedily the worthiest, each after a close look, none inside another."""
    waiting = sorted(found, key=lambda c: -c.worth)
    chosen: list[Candidate] = []
    while waiting:
        first = waiting[0].looked(values, image)
        clash = in_the_way(first.top, [c.top for c in waiting])
        clash[0] = True
        best = best_of(
            first, [c for c, near in zip(waiting[1:], clash[1:], strict=True) if near], values, image
        )
        clash |= in_the_way(best.top, [c.top for c in waiting])
        if best.worth >= LEAST_WORTH:
            chosen.append(best)
            waiting = [c for c, near in zip(waiting, clash, strict=True) if not near]
        else:
            waiting = waiting[1:]
    return [replace(c, crowded=crowded(c, chosen)) for c in chosen]


def best_of(first: Candidate, rivals: Sequence[Candidate], values: Values, image: Image) -> Candidate:
    """The best of a candidate and its rivals for the place, after a close look at some of them."""
    for rival in rivals[:RIVALS]:
        if first.value.quality > CLEAR:
            break
        first = max(first, rival.looked(values, image), key=lambda c: c.worth)
    return first


def quality(one: Candidate) -> float:
    """How well a candidate is read."""
    return one.value.quality


def in_the_way(one: Top, others: Sequence[Top]) -> NDArray[np.bool_]:
    """Which of the others cannot be tops beside this one: more lies in common than fitting explains."""
    frames = np.stack([t.corners for t in others])
    a, along, down = frames[:, 0], frames[:, 1] - frames[:, 0], frames[:, 3] - frames[:, 0]
    points = a[:, None] + GRID[None, :, :1] * along[:, None] + GRID[None, :, 1:] * down[:, None]
    theirs_in_mine = within(points, one.corners[None, 0], one.corners[None, 1], one.corners[None, 3])
    b, c = one.corners[1] - one.corners[0], one.corners[3] - one.corners[0]
    mine = (one.corners[0] + GRID[:, :1] * b + GRID[:, 1:] * c)[None]
    mine_in_theirs = within(mine, a, frames[:, 1], frames[:, 3])
    return np.maximum(theirs_in_mine, mine_in_theirs) > SHARED


def within(
    at: NDArray[np.float64], a: NDArray[np.float64], b: NDArray[np.float64], d: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Share of the points that lie inside each parallelogram with corner a and neighbours b and d."""
    u, v, p = b - a, d - a, at - a[:, None]
    size = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    first = (p[..., 0] * v[:, None, 1] - p[..., 1] * v[:, None, 0]) / size[:, None]
    second = (p[..., 1] * u[:, None, 0] - p[..., 0] * u[:, None, 1]) / size[:, None]
    share: NDArray[np.float64] = ((first > 0) & (first < 1) & (second > 0) & (second < 1)).mean(axis=1)
    return share


def crowded(one: Candidate, everyone: Sequence[Candidate]) -> bool:
    """Whether another face lies so near that this die may lean on it or lie on it."""
    away = [float(np.hypot(*(c.top.middle - one.top.middle))) for c in everyone if c is not one]
    return bool(away and min(away) < 1.6 * one.top.edge)
