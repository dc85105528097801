"""Moments of Dizzle to start tests from: said as the golden cases say them, on their small sheets.

Refuses to know what should follow.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import tests.golden
from companion.dice import Die
from companion.game import Ask, Command, Msg, Roll, step
from companion.games import discover
from companion.games.dizzle.rules import GAME, new_match
from companion.games.dizzle.sheet import DizzleSheet
from companion.games.dizzle.state import State
from companion.words import Words
from tests.games.dizzle.golden import ADAPTER, MatchPosition
from tests.sheets.formats import from_data

DATA = Path(tests.golden.__path__[0]) / "data"
WORDS = Words(discover().words)
Seats = Mapping[int, Mapping[str, Any]]


def amid(pool: Sequence[int], seats: Seats | None = None, **more: Any) -> State:
    """In the midst of a turn with this pool: two on `mini-special`, or as `more` says in golden words."""
    given = {"sheet": "mini-special", "players": 2, "pool": list(pool), **more}
    position = ADAPTER.setup(given | {"state": by_name(seats)}, DATA)
    assert isinstance(position, MatchPosition)
    return position.state


def before(seats: Seats | None = None, **more: Any) -> State:
    """Before the throw of a turn."""
    position = ADAPTER.setup({"sheet": "mini-special", "players": 2, **more, "state": by_name(seats)}, DATA)
    assert isinstance(position, MatchPosition)
    return position.state


def by_name(seats: Seats | None) -> dict[str, dict[str, Any]]:
    """Seats as JSON has them."""
    return {str(n): json.loads(json.dumps(own)) for n, own in (seats or {}).items()}


def printed(
    seats: int, grid: str, legend: Mapping[str, Any], points: Mapping[str, Any], **more: Any
) -> State:
    """A new match on a sheet of these words."""
    plain = {"name": "small", "rating_column": "A", "grid": grid, "legend": legend, "points": points}
    sheet = from_data(plain | more)
    assert isinstance(sheet, DizzleSheet)
    return new_match(sheet, seats)


def throw(*faces: int) -> Roll:
    return Roll(tuple(Die("d6", str(face)) for face in faces))


def play(state: State, *commands: Command) -> State:
    """The state after these, each checked by the rules of all games."""
    for command in commands:
        state = step(GAME, state, state.current, command)
    return state


def asked(state: State, *hand: str) -> Ask:
    ask = GAME.ask(state, hand)
    assert isinstance(ask, Ask)
    return ask


def said(text: Msg | None, language: str = "en") -> str:
    return WORDS.say(text, language) if text else ""


def told(state: State) -> list[str]:
    """The news, those of a seat with its number before them."""
    return [
        said(news.text) if news.seat is None else f"seat {news.seat}: {said(news.text)}"
        for news in GAME.news(state)
    ]


def offered(state: State, *hand: str) -> dict[str, list[Command]]:
    """What can be done with that hand, by button."""
    can: dict[str, list[Command]] = {}
    for offer in asked(state, *hand).offers:
        if offer.blocked is None:
            can.setdefault(offer.button, []).append(offer.commands[0])
    return can


def blocked(state: State, *hand: str) -> dict[str, str]:
    """What cannot be done, by the kind of command, and why."""
    return {
        offer.commands[0].verb: said(offer.blocked) for offer in asked(state, *hand).offers if offer.blocked
    }
