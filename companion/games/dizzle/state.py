"""The state of a match of Dizzle, and what players do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from companion.game import Command, News
from companion.games.dizzle.board import Board
from companion.games.dizzle.placement import Seat
from companion.sheets import Cell

Phase = Literal["roll", "act", "reroll", "penalty", "extra", "planet", "over"]
Placement = tuple[Cell, int]  # where, and of which value

POOL = {1: 8, 2: 7, 3: 10, 4: 13}  # dice by number of players
ROUNDS = {1: 10, 2: 6, 3: 4, 4: 3}
EXTRA = 2  # dice that a solo player throws after each placement (L23)


@dataclass(frozen=True)
class Take(Command):
    """Take a die of this value from the pool and place it on this cell."""

    verb: ClassVar[str] = "take"
    die: int = 0
    cell: Cell = (0, 0)

    @property
    def hand(self) -> tuple[str, ...]:
        return (str(self.die),)


@dataclass(frozen=True)
class Reroll(Command):
    """Throw the whole pool again, as nothing fits."""

    verb: ClassVar[str] = "reroll"


@dataclass(frozen=True)
class Drop(Command):
    """Drop out of this turn, as nothing fits."""

    verb: ClassVar[str] = "drop"


@dataclass(frozen=True)
class GiveBack(Command):
    """Return the own die on this cell to the pool: the penalty of a re-roll in vain."""

    verb: ClassVar[str] = "give-back"
    cell: Cell = (0, 0)


@dataclass(frozen=True)
class Planet(Command):
    """Cross this planet for a rocket."""

    verb: ClassVar[str] = "planet"
    cell: Cell = (0, 0)


@dataclass(frozen=True)
class State:
    """A match.

    `turn` counts turns that are over. `roll` holds the values of all dice thrown in this turn, by their
    place, re-rolls and extra dice counted on; `pool` the places of those that can still be taken. `taken`
    says how many entries of each colour's flag list are struck. `rockets` are the seats that have yet to
    choose a planet, one entry a rocket. `news` is what the last command brought.
    """

    board: Board
    seats: tuple[Seat, ...]
    turn: int = 0
    phase: Phase = "roll"
    current: int = 0
    roll: tuple[int, ...] = ()
    pool: tuple[int, ...] = ()
    last_chance: bool = False
    taken: tuple[tuple[str, int], ...] = ()
    rockets: tuple[int, ...] = ()
    early: bool = False
    news: tuple[News, ...] = ()

    @property
    def solo(self) -> bool:
        return len(self.seats) == 1

    @property
    def turns(self) -> int:
        return ROUNDS[len(self.seats)] * len(self.seats)

    @property
    def round(self) -> int:
        """The round that is being played, from 1."""
        return min(self.turn, self.turns - 1) // len(self.seats) + 1

    @property
    def start(self) -> int:
        """The seat that throws and begins (L1)."""
        return self.turn % len(self.seats)

    @property
    def order(self) -> tuple[int, ...]:
        """All seats, clockwise from the one that begins."""
        n = len(self.seats)
        return tuple((self.start + k) % n for k in range(n))

    @property
    def seat(self) -> Seat:
        return self.seats[self.current]

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The values of the pool, in order."""
        return tuple(sorted(self.roll[place] for place in self.pool))

    @cached_property
    def spent(self) -> tuple[int, ...]:
        """Places in the roll of all dice that cannot be taken any more."""
        return tuple(sorted(set(range(len(self.roll))) - set(self.pool)))

    @cached_property
    def legal(self) -> tuple[Placement, ...]:
        """What the current player can place, and where, in reading order."""
        there, numbers = frozenset(self.values), self.board.numbers
        fitting = ((cell, numbers[cell]) for cell in sorted(self.seat.targets))
        return tuple(placement for placement in fitting if placement[1] in there)
