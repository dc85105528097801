"""What a player of Dalek Dice does, beside throwing: keep dice, roll again, stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.game import Command


@dataclass(frozen=True)
class Keep(Command):
    """Keep these Humans and Daleks of the roll, for good."""

    verb: ClassVar[str] = "keep"
    faces: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.faces


@dataclass(frozen=True)
class Again(Command):
    """Roll every die that is not kept."""

    verb: ClassVar[str] = "again"


@dataclass(frozen=True)
class Stop(Command):
    """End the turn and score it."""

    verb: ClassVar[str] = "stop"
