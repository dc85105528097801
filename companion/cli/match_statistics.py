"""Figures of many matches between bots: who won, by how much, how long it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev

from companion.laws.contest import Contest, Played

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


@dataclass(frozen=True)
class Spread:
    """How a figure is spread: its mean, its standard deviation, and quantiles (of 5, 25, 50, 75, 95 %)."""

    mean: float
    deviation: float
    quantiles: tuple[float, ...]
    least: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    """The spread of at least one value."""
    ordered = sorted(values)
    at = (ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in QUANTILES)
    return Spread(fmean(ordered), pstdev(ordered), tuple(at), ordered[0], ordered[-1])


@dataclass(frozen=True)
class Standing:
    """How one seat, or all seats of one bot, did. A win that is shared is no win, but shared."""

    name: str
    played: int
    wins: int
    shared: int
    scores: Spread


@dataclass(frozen=True)
class Statistics:
    """What came of many matches. `ends` counts the reasons for which they were over."""

    matches: int
    seats: tuple[Standing, ...]
    bots: tuple[Standing, ...]
    ends: Mapping[str, int]
    moves: Spread
    steps_a_second: float


def statistics(contest: Contest, all_played: Sequence[Played]) -> Statistics:
    """The figures of at least one match."""
    names = [name for name, _ in contest.seats]
    seats = range(len(names))
    seconds = sum(played.seconds for played in all_played)
    return Statistics(
        matches=len(all_played),
        seats=tuple(_standing(names[seat], (seat,), all_played) for seat in seats),
        bots=tuple(
            _standing(bot, tuple(seat for seat in seats if names[seat] == bot), all_played)
            for bot in dict.fromkeys(names)
        ),
        ends=dict(Counter(played.over.reason.key for played in all_played)),
        moves=spread([played.moves for played in all_played]),
        steps_a_second=sum(played.steps for played in all_played) / max(seconds, 1e-9),
    )


def _standing(name: str, seats: tuple[int, ...], all_played: Sequence[Played]) -> Standing:
    firsts = [(seat, played.over.places[0]) for played in all_played for seat in seats]
    return Standing(
        name,
        len(firsts),
        sum(first == (seat,) for seat, first in firsts),
        sum(seat in first and len(first) > 1 for seat, first in firsts),
        spread([played.totals[seat] for played in all_played for seat in seats]),
    )
