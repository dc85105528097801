"""What Lucky Seven promises."""

from __future__ import annotations

from lucky_seven.rules import GAME, Again, Score, State

from companion.dice import Die
from companion.game import Over, Roll, step


def roll(*faces: str) -> Roll:
    return Roll(tuple(Die("d6", face) for face in faces))


def test_the_nearest_to_seven_wins_after_as_many_rounds_as_were_agreed() -> None:
    state: State = GAME.start(2, {"rounds": 1})
    for command in (roll("6", "6"), Again(("6",)), roll("1"), Score(), roll("5", "3"), Score()):
        state = step(GAME, state, state.seat, command)
    assert state.history == ((7,), (6,))
    over = GAME.ask(state)
    assert isinstance(over, Over)
    assert over.places == ((0,), (1,))
