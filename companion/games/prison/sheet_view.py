"""One sheet of 25 to Dice as a page gets it: inmates, guards, and where each value of a die leads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from companion.games.prison.guards import DIE_SIDES, free_trails, walk
from companion.games.prison.hand import squares_by_name
from companion.games.prison.prison import Guard, Prison, Result, Status, entrance
from companion.games.prison.scoring import Tally, tally
from companion.games.prison.sheet import GUARDS, INMATES
from companion.sheets import Cell


@dataclass(frozen=True)
class Way:
    """Where a value of its die takes a guard: the squares it enters in order (none: it stays), where it ends.

    `caught` is whom it catches there, `trails` are those that stop it there, `chasing` whom it chases as it
    walks.
    """

    route: tuple[Cell, ...]
    to: Cell
    caught: str | None
    trails: tuple[str, ...]
    chasing: str | None


Ways: TypeAlias = Mapping[str, Way]  # by value of the die


@dataclass(frozen=True)
class GuardView:
    """A guard, and where each value of its die would take it, were it the next to move.

    `underfoot`: free trails on its square, one of which it will chase before it moves. With two or more a die
    picks one, and `ahead` holds the ways for each of them; else just the ways.
    """

    at: Cell
    chasing: str | None
    underfoot: tuple[str, ...]
    ahead: Ways | Mapping[str, Ways]

    @cached_property
    def ways(self) -> tuple[tuple[int, Way], ...]:
        """All ways with their values; of several trails one after the other."""
        found: list[tuple[int, Way]] = []
        for key, one in self.ahead.items():
            pairs = [(key, one)] if isinstance(one, Way) else one.items()
            found += [(int(value), way) for value, way in pairs]
        return tuple(found)


@dataclass(frozen=True)
class InmateView:
    """An inmate: the squares walked, where it stands, the square above its cell, its points."""

    status: Status
    route: tuple[Cell, ...]
    at: Cell | None
    entrance: Cell
    points: int


@dataclass(frozen=True, kw_only=True)
class SheetView:
    """One sheet in play; a square is its row and column from 1, as a key `row,column`.

    `numbers` are those of now, `changed` the squares with a substituted one. `exits`: by column the value on
    it, or None; `spent` those whose substitution is used, `spare` those whose number can still be
    substituted. `dice` are those not yet used of this throw, `dice_total` how many are owned. A die decides
    between the trails of `pick_between`, on which `pick_guard` stands.
    """

    name: str
    rows: int
    columns: int
    numbers: Mapping[str, int]
    changed: tuple[Cell, ...]
    exits: Mapping[str, int | None]
    spent: tuple[int, ...]
    spare: tuple[int, ...]
    inmates: Mapping[str, InmateView]
    guards: Mapping[str, GuardView]
    dice: tuple[int, ...]
    dice_total: int
    scored: tuple[Cell, ...]
    tally: Tally
    pick_between: tuple[str, ...] | None
    pick_guard: str | None
    result: Result | None


def sheet_view(prison: Prison) -> SheetView:
    """The sheet as it stands."""
    sheet, question = prison.sheet, prison.question
    return SheetView(
        name=sheet.name,
        rows=sheet.rows,
        columns=sheet.columns,
        numbers={name: prison.numbers[square] for name, square in squares_by_name(sheet).items()},
        changed=tuple(sorted({square for square, _ in prison.changed})),
        exits={str(exit_): value or None for exit_, value in prison.exit_of.items()},
        spent=tuple(sorted(prison.spent)),
        spare=prison.spare,
        inmates={name: inmate_view(prison, name) for name in INMATES},
        guards={name: guard_view(prison, who) for who, name in enumerate(GUARDS)},
        dice=tuple(sorted(prison.dice)),
        dice_total=prison.owned,
        scored=tuple(sorted(prison.scored)),
        tally=tally(prison),
        pick_between=question.between if question else None,
        pick_guard=GUARDS[question.guard] if question else None,
        result=prison.result,
    )


def inmate_view(prison: Prison, name: str) -> InmateView:
    """This inmate on its sheet."""
    inmate = prison.inmate(name)
    at = inmate.trail[-1] if inmate.trail else None
    return InmateView(inmate.status, inmate.trail, at, entrance(prison.sheet, name), inmate.points)


def guard_view(prison: Prison, who: int) -> GuardView:
    """This guard on its sheet."""
    guard = prison.guards[who]
    underfoot = () if guard.chasing else free_trails(prison, who, guard.at)
    ahead: Ways | Mapping[str, Ways]
    if len(underfoot) > 1:
        ahead = {name: ways(prison, who, name) for name in underfoot}
    else:
        ahead = ways(prison, who, underfoot[0] if underfoot else guard.chasing)
    return GuardView(guard.at, guard.chasing, underfoot, ahead)


def ways(prison: Prison, who: int, chased: str | None) -> Ways:
    """By value of the die, where the guard would go, chasing this inmate or nobody."""
    at = prison.guards[who].at
    if prison.guards[who].chasing != chased:
        prison = prison.with_guard(who, Guard(at, chased))
    walks = {die: walk(prison, who, die) for die in range(1, DIE_SIDES + 1)}
    return {
        str(die): Way(gone.route, gone.route[-1] if gone.route else at, gone.caught, gone.trails, chased)
        for die, gone in walks.items()
    }
