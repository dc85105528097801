"""A game of diZe as a value, and what its player can do."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from companion.game import Command
from companion.games.dize.zones import Fight, Zones

Phase = Literal["choose", "infection", "attack", "allocate", "decide", "bite", "over"]
Event = Literal["start", "choose", "infection", "attack", "allocate", "go on", "stop", "bite", "give up"]
WIN_BONUS = 10  # points for not one zombie left


@dataclass(frozen=True)
class Choose(Command):
    """Launch so many human dice."""

    verb: ClassVar[str] = "choose"
    dice: int = 0


@dataclass(frozen=True)
class Allocate(Command):
    """Dice taken after an attack that worked: one retires, sixes beside it become heroes.

    The one that is no six retires, whenever it was taken; of sixes alone, one does (Z11). A hand that
    scoops up several dice at once has no order, and needs none.
    """

    verb: ClassVar[str] = "allocate"
    faces: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.faces

    @property
    def heroes(self) -> int:
        return len(self.faces) - 1


@dataclass(frozen=True)
class GoOn(Command):
    """Attack again."""

    verb: ClassVar[str] = "go_on"


@dataclass(frozen=True)
class Stop(Command):
    """End the attack and execute the captured."""

    verb: ClassVar[str] = "stop"


@dataclass(frozen=True)
class GiveUp(Command):
    """Lose, with the points there are (Z21)."""

    verb: ClassVar[str] = "give_up"


@dataclass(frozen=True)
class State:
    """A game: how many zombies it began with, where the dice lie, what is due.

    `fight` is the last roll of the present attack, or of the one that just ended. `last` says how the last
    attack ended. `event` is what the last command was, `event_dice` its number: dice launched, 1s rolled,
    captives that went free, dice executed or bitten.
    """

    start: int
    zones: Zones
    phase: Phase = "choose"
    turn: int = 1
    fight: Fight | None = None
    last: Literal["failed", "stopped"] | None = None
    result: Literal["won", "lost"] | None = None
    event: Event = "start"
    event_dice: int = 0

    @cached_property
    def score(self) -> int:
        """Z19."""
        return self.start + self.zones.executed + (WIN_BONUS if self.result == "won" else 0)

    @property
    def first(self) -> bool:
        """No attack of this turn has been rolled yet."""
        return not self.zones.retired
