"""Two players of Lucky Seven: one takes what lies there, one throws again what is too far from seven."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.game import Bot, Command
from lucky_seven.rules import SEVEN, Again, Score, State

FAR = 2  # steps from seven with which the strong one throws again


class Simple:
    """Takes what lies there."""

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        return (Score(),)


class Strong:
    """Keeps the die that is nearer to a half of seven when both together are far from it."""

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        if state.again or SEVEN - state.points < FAR:
            return (Score(),)
        return (Again((min(state.lying, key=lambda face: abs(2 * int(face) - SEVEN)),)),)


BOTS: Mapping[str, Bot[State]] = {"simple": Simple(), "strong": Strong()}
