"""The log of a match played at random, for tests of what reads logs.

Refuses to know any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

from companion.game import AnyGame, Roll
from companion.laws.random_play import playout
from companion.store import SqliteStore
from companion.table.log.entries import Acted, Entry, Started, Thrown, ThrownDie, body
from companion.table.log.records import MatchHead

SEATS = ("Ana", "Teo")
NOW = datetime(2026, 1, 2, 3, 4, 5)


def bodies(game: AnyGame, seed: int = 1) -> list[dict[str, Any]]:
    """A whole match, as the store keeps it."""
    options = {option.name: option.default for option in game.options}
    entries: list[Entry] = [Started(game.id, game.rules, SEATS, options)]
    for moment in playout(game, game.start(len(SEATS), options), Random(seed)):
        first = moment.commands[0]
        if isinstance(first, Roll):
            entries.append(Thrown(tuple(ThrownDie(die) for die in first.dice)))
        else:
            entries.append(Acted(moment.ask.seat, moment.commands))
    return [body(entry) for entry in entries]


def kept(path: Path, *logs: list[dict[str, Any]]) -> None:
    """A database with these matches."""
    store = SqliteStore(path, lambda: NOW)
    for log in logs:
        head = _head(log[0])
        number = store.create(log[0], head).id
        store.append(number, 1, log[1:], head)
    store.close()


def _head(first: Mapping[str, Any]) -> MatchHead:
    game, seats, options = first["game"], first["seats"], first["options"]
    return MatchHead(0, game, "", tuple(seats), options, "open", (0, 0), (), NOW.isoformat(), 1)
