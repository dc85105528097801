"""What a moment of 25 to Dice is worth to the inmates, and all that the dice of a throw can make of it.

An inmate is worth its chance to get away: the way it still has, the guards that may catch it in their coming
phase, the guard that is on its trail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from companion.games.prison.guards import DIE_SIDES, Walk, free_trails, start_chase, walk
from companion.games.prison.moves import Deed, Move, Substitute, carry_out, escapes, routes
from companion.games.prison.odds import chances
from companion.games.prison.prison import BLUE, GREEN, Guard, Inmate, Prison
from companion.games.prison.sheet import INMATES, EscapeSheet
from companion.sheets import Cell

ESCAPE_VALUE, POINT_VALUE = 10.0, 0.05  # what an escape is worth, and a point of the score
CELL_CHANCE = 0.35  # the chance of an inmate still in its cell, with time enough
GRID_CHANCE = (0.4, 0.55)  # of one on the grid: at the far end, and what the way done adds to it
CHASE_LOSS, CHASE_LOSS_DECAY = 0.45, 0.8  # what a chaser right behind takes off that; less each square
TRAIL_LOSS = 0.25  # what a chase that may begin takes off
SQUARES_A_ROUND = 1.5  # squares an inmate makes in a round, if it is moved
BEAM_WIDTH, WEIGHED_PLANS, EXACT_PLANS = 8, 16, 3  # of the search: followed, weighed, weighed exactly


@lru_cache(8)
def exit_distances(sheet: EscapeSheet, exits: tuple[int, ...]) -> Mapping[Cell, int]:
    """How many squares from each square to one below these exits; nobody is in the way."""
    edge = [(1, exit_) for exit_ in exits]
    steps = dict.fromkeys(edge, 0)
    while edge:
        reached = []
        for square in edge:
            for other in sheet.neighbours[square]:
                if other not in steps:
                    steps[other] = steps[square] + 1
                    reached.append(other)
        edge = reached
    return steps


def open_exits(prison: Prison) -> tuple[int, ...]:
    return tuple(exit_ for exit_, value in prison.exit_of.items() if not value)


def escape_chance(prison: Prison, inmate: Inmate, way: Mapping[Cell, int], rounds: int) -> float:
    """The chance of one inmate to get away, were there no guards."""
    if inmate.status == "escaped":
        return 1.0
    longest = prison.sheet.rows + 1
    if inmate.status == "cell":
        return CELL_CHANCE * min(1.0, rounds * SQUARES_A_ROUND / longest)
    if inmate.status == "captured" or inmate.trail[-1] not in way:
        return 0.0
    left = way[inmate.trail[-1]] + 1
    base, more = GRID_CHANCE
    near = max(0.0, 1 - left / longest)
    return (base + more * near) * min(1.0, (rounds + 0.5) * SQUARES_A_ROUND * 2 / left)


def static_value(prison: Prison, rounds: int) -> float:
    """The worth of the prison without a look at what guards may throw; chases under way count."""
    way = exit_distances(prison.sheet, open_exits(prison))
    chased = {guard.chasing: guard for guard in prison.guards if guard.chasing}
    total = 0.0
    for name, inmate in zip(INMATES, prison.inmates, strict=True):
        share = escape_chance(prison, inmate, way, rounds)
        if name in chased and rounds:
            share *= 1 - CHASE_LOSS * CHASE_LOSS_DECAY ** _squares_between(inmate, chased[name])
        total += ESCAPE_VALUE * share + POINT_VALUE * inmate.points
    return total


def _squares_between(inmate: Inmate, guard: Guard) -> int:
    """The squares between an inmate and the guard on its trail."""
    return inmate.trail[::-1].index(guard.at) - 1


def risks(prison: Prison) -> tuple[dict[str, float], dict[str, float]]:
    """How likely each inmate is caught, and found, by one guard or the other, each taken by itself."""
    caught: dict[str, float] = {}
    found: dict[str, float] = {}
    for who in (GREEN, BLUE):
        for gone, chance in _walks(prison, who):
            if gone.caught:
                caught[gone.caught] = caught.get(gone.caught, 0.0) + chance
            for name in gone.trails:
                found[name] = found.get(name, 0.0) + chance / len(gone.trails)
    return caught, found


def _walks(prison: Prison, who: int) -> Iterator[tuple[Walk, float]]:
    """All walks of this guard, and their chances (E17, E20)."""
    guard = prison.guards[who]
    trails = () if guard.chasing else free_trails(prison, who, guard.at)
    starts = [start_chase(prison, who, name) for name in trails] or [prison]
    for start in starts:
        for die in range(1, DIE_SIDES + 1):
            yield walk(start, who, die), 1 / DIE_SIDES / len(starts)


def expected_value(prison: Prison, rounds: int, exactly: bool = False) -> float:
    """The worth of the prison at the end of a throw, with so many rounds to come."""
    if prison.result == "won":
        return ESCAPE_VALUE * len(INMATES)
    total = static_value(prison, rounds)
    if not rounds:
        return total
    caught, found = risks(prison)
    if exactly:
        caught = dict.fromkeys(INMATES, 0.0)
        for (_, name), chance in chances(prison, (GREEN, BLUE)).items():
            caught[name] += float(chance)
    way = exit_distances(prison.sheet, open_exits(prison))
    for name in caught.keys() | found.keys():
        share = ESCAPE_VALUE * escape_chance(prison, prison.inmate(name), way, rounds)
        total -= share * (caught.get(name, 0.0) + TRAIL_LOSS * found.get(name, 0.0))
    lost = prison.count("captured") + sum(caught.values())
    return total - lost * lost


@dataclass(frozen=True)
class Plan:
    """What can become of the prison, and the first deed on the way there; None: nothing is done."""

    prison: Prison
    first: Deed | None = None


def deeds(prison: Prison) -> Iterator[Deed]:
    """All that the dice can do, of ways to the same square with equally many dice one."""
    for name in prison.active:
        yield from escapes(prison, name)
        for die, most in Counter(prison.dice).items():
            for length in range(1, most + 1):
                ends: dict[Cell, tuple[Cell, ...]] = {}
                for path in routes(prison, name, die, length):
                    ends.setdefault(path[-1], path)
                yield from (Move(name, die, path) for path in ends.values())


def substitutes(prison: Prison) -> Iterator[Substitute]:
    """All numbers that may be put in the place of others."""
    for exit_ in prison.spare:
        number = prison.exit_of[exit_]
        yield from (Substitute(cell, exit_) for cell, was in sorted(prison.numbers.items()) if was != number)


def prison_after(prison: Prison, deed: Deed) -> Prison:
    """The prison after the deed, without its news."""
    return replace(carry_out(prison, deed), news=())


def best_plan(prison: Prison, rounds: int) -> Plan:
    """The plan whose end is worth most: a search that follows the most promising, then weighs the guards."""
    start = Plan(replace(prison, news=()))
    seen: dict[tuple[object, ...], Plan] = {_signature(start.prison): start}
    edge = [start]
    while edge:
        reached: dict[tuple[object, ...], Plan] = {}
        for plan in edge:
            for deed in deeds(plan.prison) if not plan.prison.result else ():
                then = Plan(prison_after(plan.prison, deed), plan.first or deed)
                mark = _signature(then.prison)
                if mark not in seen:
                    seen[mark] = reached[mark] = then
        edge = _best_plans(reached.values(), rounds, BEAM_WIDTH)
    weighed = _best_plans(seen.values(), rounds, WEIGHED_PLANS)
    if start not in weighed:
        weighed.append(start)
    likely = sorted(weighed, key=lambda plan: expected_value(plan.prison, rounds), reverse=True)[:EXACT_PLANS]
    return max(likely, key=lambda plan: expected_value(plan.prison, rounds, exactly=True))


def _signature(prison: Prison) -> tuple[object, ...]:
    """What tells prisons apart within one throw: paths to the same squares are alike."""
    stand = tuple(inmate.trail[-1] if inmate.trail else inmate.status for inmate in prison.inmates)
    return (stand, prison.used)


def _best_plans(plans: Iterable[Plan], rounds: int, n: int) -> list[Plan]:
    return sorted(plans, key=lambda plan: static_value(plan.prison, rounds), reverse=True)[:n]
