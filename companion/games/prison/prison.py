"""One sheet of 25 to Dice in play: numbers, inmates and their trails, guards, exits, dice, points.

Frozen values and what follows from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from companion.game import News
from companion.games.prison.sheet import GUARDS, INMATES, EscapeSheet
from companion.sheets import Cell

Status = Literal["cell", "grid", "escaped", "captured"]
Result = Literal["won", "lost", "finished"]

GREEN, BLUE = range(len(GUARDS))
INMATE_DICE = len(INMATES)  # one die an inmate, until it has escaped (E10)


@dataclass(frozen=True)
class Inmate:
    """Where an inmate is, and its trail: the squares in the order walked, the last is where it stands."""

    status: Status = "cell"
    trail: tuple[Cell, ...] = ()
    points: int = 0


@dataclass(frozen=True)
class Guard:
    """Where a guard stands, and whom it chases."""

    at: Cell
    chasing: str | None = None


@dataclass(frozen=True)
class Question:
    """A guard stands on several free trails: a die says whom it chases (E17)."""

    guard: int
    between: tuple[str, ...]


@dataclass(frozen=True)
class Prison:
    """One sheet in play.

    `changed`: substituted numbers, later ones overrule. `exits`: the value used, 0 for none, in the order of
    `sheet.exits`. `spent`: exits whose substitution is used. `throw`: all inmate dice of this throw, the
    places `used` of it are spent. `queue`: guards that still move in this phase, and their dice. `news`: what
    the last command brought about here.
    """

    sheet: EscapeSheet
    scoring: bool
    guards: tuple[Guard, Guard]
    exits: tuple[int, ...]
    inmates: tuple[Inmate, ...] = (Inmate(),) * len(INMATES)
    changed: tuple[tuple[Cell, int], ...] = ()
    spent: frozenset[int] = frozenset()
    owned: int = INMATE_DICE
    throw: tuple[int, ...] = ()
    used: frozenset[int] = frozenset()
    scored: frozenset[Cell] = frozenset()
    queue: tuple[tuple[int, int], ...] = ()
    question: Question | None = None
    result: Result | None = None
    news: tuple[News, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Of what moves; worked out once, as a prison is asked about again and again."""
        return hash((self.guards, self.exits, self.inmates, self.changed, self.used, self.throw, self.queue))

    @cached_property
    def numbers(self) -> Mapping[Cell, int]:
        """The number of every square, substitutions included (E23)."""
        return {**self.sheet.numbers, **dict(self.changed)} if self.changed else self.sheet.numbers

    @cached_property
    def standing(self) -> Mapping[Cell, str]:
        """Who stands where: inmates on the grid."""
        return {
            inmate.trail[-1]: name
            for name, inmate in zip(INMATES, self.inmates, strict=True)
            if inmate.status == "grid"
        }

    @cached_property
    def trails_on(self) -> Mapping[Cell, tuple[str, ...]]:
        """Whose trails lie on a square, of all squares on which there is one."""
        trails: dict[Cell, tuple[str, ...]] = {}
        for name, inmate in zip(INMATES, self.inmates, strict=True):
            for square in dict.fromkeys(inmate.trail):
                trails[square] = (*trails.get(square, ()), name)
        return trails

    @cached_property
    def occupied(self) -> frozenset[Cell]:
        """Squares with an inmate or a guard (E6)."""
        return frozenset(self.standing) | {guard.at for guard in self.guards}

    @cached_property
    def dice(self) -> tuple[int, ...]:
        """The dice of this throw that are not used."""
        return tuple(face for place, face in enumerate(self.throw) if place not in self.used)

    @cached_property
    def exit_of(self) -> Mapping[int, int]:
        """The value used on each exit, 0 for none."""
        return dict(zip(self.sheet.exits, self.exits, strict=True))

    @cached_property
    def spare(self) -> tuple[int, ...]:
        """Exits whose number may still be substituted for one of a square (E23)."""
        return tuple(exit_ for exit_, value in self.exit_of.items() if value and exit_ not in self.spent)

    @cached_property
    def active(self) -> tuple[str, ...]:
        """Inmates that can still do something."""
        return tuple(
            name
            for name, inmate in zip(INMATES, self.inmates, strict=True)
            if inmate.status in ("cell", "grid")
        )

    @cached_property
    def exit_above(self) -> Mapping[str, int]:
        """The exit right above each inmate that stands below one, used or not."""
        return {
            name: column
            for (row, column), name in self.standing.items()
            if row == 1 and column in self.exit_of
        }

    @cached_property
    def usable_exits(self) -> tuple[int, ...]:
        """Exits below which an inmate stands, or whose number can be substituted."""
        below = self.exit_above.values()
        return tuple(
            exit_ for exit_, value in self.exit_of.items() if exit_ in (self.spare if value else below)
        )

    def inmate(self, name: str) -> Inmate:
        return self.inmates[INMATES.index(name)]

    def count(self, status: Status) -> int:
        return sum(inmate.status == status for inmate in self.inmates)

    def inmates_with(self, name: str, inmate: Inmate) -> tuple[Inmate, ...]:
        """All of them, this one in its place."""
        place = INMATES.index(name)
        return (*self.inmates[:place], inmate, *self.inmates[place + 1 :])

    def with_inmate(self, name: str, inmate: Inmate) -> Prison:
        return replace(self, inmates=self.inmates_with(name, inmate))

    def guards_with(self, who: int, guard: Guard) -> tuple[Guard, Guard]:
        """Both of them, this one in its place."""
        return (guard, self.guards[BLUE]) if who == GREEN else (self.guards[GREEN], guard)

    def with_guard(self, who: int, guard: Guard) -> Prison:
        return replace(self, guards=self.guards_with(who, guard))

    def unchased(self, name: str) -> Prison:
        """Whoever chases this inmate chases it no more."""
        if all(guard.chasing != name for guard in self.guards):
            return self
        green, blue = (replace(g, chasing=None) if g.chasing == name else g for g in self.guards)
        return replace(self, guards=(green, blue))

    def with_news(self, *news: News) -> Prison:
        """With these told as well."""
        return replace(self, news=(*self.news, *news))


def new_prison(sheet: EscapeSheet, scoring: bool) -> Prison:
    """The sheet as a match begins: all in their cells, guards at their starts, six dice (E1)."""
    green, blue = (Guard(sheet.patrol[name].start) for name in GUARDS)
    return Prison(sheet, scoring, (green, blue), (0,) * len(sheet.exits))


def entrance(sheet: EscapeSheet, name: str) -> Cell:
    """The square above this inmate's cell (E4)."""
    return (sheet.rows, sheet.cells[name])
