"""How large the dice of a picture are: the edge at which squares are seen best.

Refuses to read anything. All dice of a tray are taken to be of one size, as a camera above it sees them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.locate import SIDE, Patch, Square, squares, thin
from vision.sheet import FINER, Sheet, lay_out
from vision.top import Top, fit
from vision.tray import Image

Scores = NDArray[np.float64]
STEPS = (0.78, 0.83, 0.88, 0.93, 0.98, 1.03, 1.08, 1.13, 1.18)
ROOM = 1.7  # edges for one radius of the largest circle inside a lone die
LEAST_RADIUS = 5.0  # of a die in the look
UNLIKE = 1.35  # times another's radius at which two things are not of one size
DOUBT = 0.3  # evidence that a size must have more when it is far from what the room suggests (squared)
MOST = 3  # patches looked at; the smallest are single dice


def rough_edge(patches: Sequence[Patch], scale: float) -> float:
    """The edge in pixels of the picture, from the room inside the patches alone."""
    return float(np.median([p.radius for p in patches])) * ROOM / scale


def find_edge(image: Image, patches: Sequence[Patch], scale: float) -> float:
    """The edge in pixels of the picture, from the squares seen in the smallest patches."""
    start = rough_edge(patches, scale)
    least = 0.5 * float(np.median([p.area for p in patches]))
    chosen = sorted((p for p in patches if p.area >= least), key=lambda p: p.area)[:MOST]
    return start * crest(scores(lay_out(image, chosen, scale, start)))


def other_edges(image: Image, patches: Sequence[Patch], scale: float) -> list[float]:
    """Edges that dice may have instead, where the size first taken led to no sure die.

    That of the smallest and of the largest thing alone: something else may lie beside the dice.
    """
    ordered = sorted((p for p in patches if p.radius > LEAST_RADIUS), key=lambda p: p.radius)
    if not ordered:
        return []
    ends = ordered[:1] if ordered[-1].radius < UNLIKE * ordered[0].radius else [ordered[0], ordered[-1]]
    return [find_edge(image, [one], scale) for one in ends]


def scores(sheet: Sheet) -> Scores:
    """For each of STEPS, times the edge of the sheet, how well squares of that size are seen."""
    return np.array([seen_at(sheet, step) - DOUBT * (step - 1.0) ** 2 for step in STEPS])


def seen_at(sheet: Sheet, step: float) -> float:
    """How well the best squares of `step` times the sheet's edge are seen, in the mean over its slots."""
    tops = fitted(sheet, (SIDE * step,), 2)
    total = 0.0
    for slot, place in zip(sheet.slots, tops, strict=True):
        area = float((slot.patch.mask > 0).sum()) * (SIDE * slot.room[0] / slot.size[0] / SIDE) ** 2
        count = max(1, round(area / (1.5 * (SIDE * step) ** 2)))
        best = sorted((t.evidence for t in place), reverse=True)[:count]
        total += sum(best) / count
    return total / len(tops)


def fitted(sheet: Sheet, sides: tuple[float, ...], each: float) -> list[list[Top]]:
    """For each slot of the sheet the squares seen best, up to `each` for every die that it may hold."""
    by_slot: list[list[Square]] = [[] for _ in sheet.slots]
    for square in squares(sheet.coarse, sheet.inside, sides):
        slot = sheet.slot_at(square)
        if slot >= 0:
            by_slot[slot].append(square)
    most = [int(2 + each * s.room[0] * s.room[1] / (2.2 * SIDE**2)) for s in sheet.slots]
    kept = [(k, s) for k, mine in enumerate(by_slot) for s in thin(mine, most[k])]
    tops = fit(sheet.fine, [as_fine(s) for _, s in kept])
    found: list[list[Top]] = [[] for _ in sheet.slots]
    for (k, _), top in zip(kept, tops, strict=True):
        found[k].append(Top(sheet.to_picture(top.corners, k), top.sides))
    return found


def crest(score: Scores) -> float:
    """The step with the highest score: the mean of those near the top, so that a plateau gives its middle."""
    weight = np.exp((score - score.max()) * 60.0)
    return float((np.array(STEPS) * weight).sum() / weight.sum())


def as_fine(square: Square) -> Square:
    """A square of the coarse sheet in pixels of the fine one."""
    off = (FINER - 1) / 2
    return Square(
        square.x * FINER + off, square.y * FINER + off, square.edge * FINER, square.turn, square.score
    )
