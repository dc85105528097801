"""Prisons of 25 to Dice for tests: small positions in few signs, and the steps to play them on.

Squares are two digits, row and column: `"41 31"` is a trail of two. Refuses to know the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tests.golden
from companion.dice import Die
from companion.game import Ask, Command, IllegalCommand, Msg, Offer, Roll, step
from companion.games.prison.hand import Done
from companion.games.prison.match import State
from companion.games.prison.moves import Escape, Move, Substitute
from companion.games.prison.prison import Guard, Inmate, Prison, new_prison
from companion.games.prison.rules import GAME, SHEET
from companion.games.prison.sheet import GUARDS, EscapeSheet
from companion.sheets import Cell
from tests.sheets.formats import from_data


def mini() -> EscapeSheet:
    """Four rows of six, with the numbers

    1 2 3 4 5 6
    4 5 6 1 2 3
    2 3 1 5 6 4
    6 4 5 3 1 2
    """
    path = Path(tests.golden.__file__).with_name("data") / "sheets" / "mini-prison.json"
    sheet = from_data(json.loads(path.read_text(encoding="utf-8")))
    assert isinstance(sheet, EscapeSheet)
    return sheet


MINI = mini()
OUT_OF_THE_WAY = ("16", "46")  # where the guards of most positions stand


def cells(text: str) -> tuple[Cell, ...]:
    return tuple((int(word[0]), int(word[1])) for word in text.split())


def prison(
    trails: Mapping[str, str] | None = None,
    guards: tuple[str, str] = OUT_OF_THE_WAY,
    *,
    scoring: bool = False,
    **more: Any,
) -> Prison:
    """Inmates by letter: a trail, `escaped` or `captured`; guards: a square, and whom they chase (`31 A`)."""
    made = new_prison(MINI, scoring)
    for name, said in (trails or {}).items():
        known = said in ("escaped", "captured")
        made = made.with_inmate(name, Inmate(said) if known else Inmate("grid", cells(said)))  # type: ignore[arg-type]
    for who, said in enumerate(guards):
        square, _, chased = said.partition(" ")
        made = made.with_guard(who, Guard(cells(square)[0], chased or None))
    return replace(made, **more)


def match(*prisons: Prison, seats: int = 1, dice: str = "colours", **more: Any) -> State:
    """A match with these sheets; as many seats as sheets, or one sheet for all."""
    mode = "points" if prisons[0].scoring else "escape"
    return State(seats if mode == "escape" else len(prisons), mode, dice, prisons, **more)


def moving(throw: str, *args: Any, **more: Any) -> State:
    """The inmates' phase on one sheet, after this throw."""
    return match(prison(*args, throw=tuple(map(int, throw)), **more), stage="inmates")


def fresh(seats: int = 1, **options: str) -> State:
    return GAME.start(seats, {"mode": "escape", "dice": "colours", "sheet": SHEET} | options)


def roll(faces: str) -> Roll:
    return Roll(tuple(Die("d6", face) for face in faces))


def guards(faces: str) -> Roll:
    pairs = zip(faces, GUARDS, strict=True)
    return Roll(tuple(Die("d6", face, colour) for face, colour in pairs))


def move(inmate: str, die: int, path: str) -> Move:
    return Move(inmate, die, cells(path))


def escape(inmate: str, die: int, exit_: int) -> Escape:
    return Escape(inmate, die, exit_)


def substitute(square: str, exit_: int) -> Substitute:
    return Substitute(cells(square)[0], exit_)


DONE = Done()


def play(state: State, *commands: Command) -> State:
    for command in commands:
        state = step(GAME, state, state.seat, command)
    return state


def refused(state: State, *commands: Command) -> Msg:
    """Why the last of these is refused."""
    state = play(state, *commands[:-1])
    with pytest.raises(IllegalCommand) as refusal:
        step(GAME, state, state.seat, commands[-1])
    return refusal.value.reason


def asked(state: State, *hand: str) -> Ask:
    ask = GAME.ask(state, hand)
    assert isinstance(ask, Ask)
    return ask


def offers(state: State, *hand: str) -> tuple[Offer, ...]:
    return asked(state, *hand).offers


def commands(state: State, *hand: str) -> set[Command]:
    """What can be done with this hand."""
    return {offer.commands[0] for offer in offers(state, *hand) if offer.blocked is None}


def at(state: State, seat: int = 0) -> tuple[str, str]:
    """Where the guards stand, and whom they chase."""
    both = (
        f"{g.at[0]}{g.at[1]}" + (f" {g.chasing}" if g.chasing else "") for g in state.prisons[seat].guards
    )
    green, blue = both
    return green, blue


def statuses(state: State, seat: int = 0) -> str:
    """c, g, e, x for each inmate: cell, grid, escaped, captured."""
    short = {"cell": "c", "grid": "g", "escaped": "e", "captured": "x"}
    return "".join(short[inmate.status] for inmate in state.prisons[seat].inmates)


def points(state: State, name: str, seat: int = 0) -> int:
    return state.prisons[seat].inmate(name).points


def news(state: State) -> list[tuple[str, str]]:
    """What is told: short key and mood."""
    return [(told.text.key.removeprefix("25-to-dice.news."), told.mood) for told in GAME.news(state)]
