"""Players made of rules of thumb and arithmetic: for each game a simple one and a strong one.

A bot sees what a player sees: the state and what is asked. Refuses to know luck (it is given some), the
table and the page; and no game knows its bots.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from random import Random
from typing import Any, Protocol, TypeVar

from companion.game import Command

S_contra = TypeVar("S_contra", contravariant=True)


class Bot(Protocol[S_contra]):
    """Decides for one seat."""

    def decide(self, state: S_contra, seat: int, luck: Random, /) -> tuple[Command, ...]:
        """The commands of one decision, as an open offer of the game has them; never a throw."""
        ...


AnyBot = Bot[Any]


def discover() -> Mapping[str, Mapping[str, AnyBot]]:
    """By game: its bots by strength, `simple` and `strong`. A game without bots is not in it."""
    rooms = (import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__))
    return {room.GAME.id: room.BOTS for room in rooms if hasattr(room, "BOTS")}
