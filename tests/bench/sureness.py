"""How far the eye's sureness can be trusted: of the dice read with so much of it, how many are right.

On strangers' photographs that were never learned from and on virtual tables of any look. Prints the curve
that the measurement would make beside the one that is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import numpy as np

from companion.dice import D6, Seen
from tests.bench import given
from tests.bench import rolls as bench
from tests.bench.figures import Effort, Found, Table, percent
from tests.bench.photos import read_all
from tests.vision.dalek import DICE
from vision.recognise.calibration import PIPS_CURVE, TAUGHT_CURVE, Curve
from vision.sim import Look, VirtualTray

HEAD = ("said", "dice", "right", "sureness given", "measured")
BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 1.0)
READABLE = ("ok", "unsure")  # of what is cocked or covered no face is claimed
TABLES = 12


@dataclass(frozen=True)
class Told:
    """One die as it was read: what was said of it, and whether that was right."""

    sure: float
    right: bool


def measure(effort: Effort) -> Found:
    """Dice with pips and dice with taught faces."""
    pips, taught = [*on_photos(effort), *at_tables(D6.id, effort)], list(at_tables("dalek", effort))
    tables = (Table(HEAD, tuple(rows(pips, PIPS_CURVE))), Table(HEAD, tuple(rows(taught, TAUGHT_CURVE))))
    about = (
        f"{len(pips)} dice with pips (strangers' photographs, virtual tables), then {len(taught)} taught "
        "dice (virtual tables); `said` is what the nets say, before the curve of "
        "`vision/recognise/calibration.py`."
    )
    return Found(about, tables, (f"pips: {off(pips):.3f} off on average; taught: {off(taught):.3f} off.",))


def on_photos(effort: Effort) -> Iterable[Told]:
    """Dice of photographs never learned from."""
    if not given.asked_for(given.PHOTOS, effort):
        return
    for shot in read_all(effort):
        if not shot.learned:
            yield from (Told(die.sure, right) for die, right in shot.judged if die.status in READABLE)


def at_tables(kind: str, effort: Effort) -> Iterable[Told]:
    """Dice on tables of any look, each read as if nothing were known of the throws before."""
    luck, tables = Random(f"sureness {kind}"), effort.count(TABLES, 1)
    for k, look in enumerate((Look(), *bench.strange(tables, seed=47))):
        tray = VirtualTray(4700 + k, (640, 480), look=look, dice=DICE)
        reader = bench.reader_for(tray, look, kind, (640, 480), 47)
        for roll in bench.rolls(tray, kind, (None,), effort.count(14, 1), luck):
            seen = reader.read(roll.image)
            pairs = bench.matched(roll.truth, seen)
            faces = {j: roll.truth[i].face for i, j in pairs.items()}
            yield from (told(one, faces.get(j)) for j, one in enumerate(seen) if one.status in READABLE)


def told(seen: Seen, face: str | None) -> Told:
    return Told(seen.sure, seen.face == face)


def rows(dice: Sequence[Told], curve: Curve) -> Iterable[tuple[str, ...]]:
    """A row for each step of what was said, and how often it ought to be called right."""
    raw = np.array([score_of(die.sure, curve) for die in dice])
    right = np.array([die.right for die in dice], float)
    given = np.array([die.sure for die in dice])
    bins = [(raw >= low) & (raw < high + (high == 1)) for low, high in pairwise(BINS)]
    counts = [int(mine.sum()) for mine in bins]
    good = rising([float(right[mine].sum()) for mine in bins], counts)
    for low, mine, count, chance in zip(BINS, bins, counts, good, strict=False):
        if count:
            share = percent(float(right[mine].sum()), count)
            yield f"from {low:.2f}", str(count), share, f"{given[mine].mean():.3f}", f"{chance:.4f}"


def rising(right: Sequence[float], counts: Sequence[int]) -> list[float]:
    """The chance of each step such that none is below the one before: steps that are, are taken together.

    One right and one wrong die more are added to each: of a few dice nothing is certain.
    """
    pools: list[tuple[float, float, int]] = []
    for good, count in zip(right, counts, strict=True):
        pools.append((good + 0.5, count + 1.0, 1))
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            (a, m, i), (b, n, j) = pools[-2:]
            pools[-2:] = [(a + b, m + n, i + j)]
    return [good / count for good, count, steps in pools for _ in range(steps)]


def off(dice: Sequence[Told], parts: int = 10) -> float:
    """How far sureness and share of right dice are apart, over tenths of the dice in order of sureness."""
    ordered = sorted(dice, key=lambda die: die.sure)
    tenths = [part for part in np.array_split(np.arange(len(ordered)), parts) if len(part)]
    gaps = [
        abs(float(np.mean([ordered[k].sure - ordered[k].right for k in part]))) * len(part) for part in tenths
    ]
    return sum(gaps) / max(1, len(ordered))


def score_of(probability: float, curve: Curve) -> float:
    """The score that has this chance."""
    scores, chances = zip(*curve, strict=True)
    return float(np.interp(probability, chances, scores))
