"""Entries and commands as plain values, and back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import pytest

from companion.dice import Die
from companion.game import Command, Roll
from companion.table.log.codec import CodecError, decode, encode, plain
from companion.table.log.entries import (
    Abandoned,
    Acted,
    BrokenEntryError,
    Corrected,
    Entry,
    Renamed,
    Started,
    Thrown,
    ThrownDie,
    Undone,
    body,
    decode_entries,
    decode_entry,
)


@dataclass(frozen=True)
class March(Command):
    """A command with a field of each sort."""

    verb: ClassVar[str] = "march"
    who: str = "a"
    path: tuple[int, ...] = ()
    pair: tuple[int, str] = (1, "x")
    exit: int | None = None
    way: Literal["up", "down"] = "up"
    die: Die = Die("d6", "1")  # noqa: RUF009
    bold: bool = False
    pace: float = 1.0


ENTRIES: tuple[Entry, ...] = (
    Started("toy", 3, ("Ana", "Teo"), {"rounds": 2, "mode": "versus"}, "Sunday", "2026-01-01T10:00:00"),
    Thrown((ThrownDie(Die("d6", "3", "blue"), "seen", 0.97), ThrownDie(Die("d6", "4"), "entered"))),
    Acted(1, (March("b", (1, 2), exit=4, way="down"), March(bold=True))),
    Undone(2),
    Corrected(1, 0, "5", "3"),
    Renamed("Monday"),
    Abandoned(),
)
MARCH = encode(March())


def test_entries_survive_json() -> None:
    bodies = json.loads(json.dumps([body(entry) for entry in ENTRIES]))
    assert decode_entries(bodies, (March,)) == ENTRIES


def test_a_roll_needs_no_mention_among_the_commands() -> None:
    roll = Roll((Die("d6", "2"),))
    assert decode(json.loads(json.dumps(encode(roll))), ()) == roll


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        (7, "object with a verb"),
        ({"who": "a"}, "object with a verb"),
        ({"verb": "fly"}, "'fly'"),
        ({"verb": ["march"]}, "march, roll"),
        ({"verb": "march"}, "must have the fields"),
        (MARCH | {"who": 3}, "march.who must be str, got 3"),
        (MARCH | {"path": "12"}, "march.path must be a list"),
        (MARCH | {"path": [1, "2"]}, r"march.path\[1\] must be int"),
        (MARCH | {"path": [True]}, "must be int, got True"),
        (MARCH | {"pair": [1]}, "must have 2 parts, got 1"),
        (MARCH | {"exit": "x"}, "march.exit must be int or NoneType, got 'x'"),
        (MARCH | {"way": "left"}, "must be one of"),
        (MARCH | {"die": 6}, "march.die must be an object"),
        (MARCH | {"pace": "slow"}, "march.pace must be float"),
    ],
)
def test_a_broken_command_is_named(broken: Any, says: str) -> None:
    with pytest.raises(CodecError, match=says):
        decode(broken, (March,))


def test_a_whole_number_may_stand_for_a_fraction() -> None:
    assert decode(MARCH | {"pace": 2}, (March,)) == March(pace=2.0)


def test_what_is_no_plain_value_is_not_written() -> None:
    assert plain({"a": (1, None)}) == {"a": [1, None]}
    with pytest.raises(CodecError, match="cannot be written"):
        plain({1, 2})
    with pytest.raises(CodecError, match="cannot be written"):
        plain(March)


@pytest.mark.parametrize(
    ("broken", "says"),
    [
        ([], "an object that names itself"),
        ({"entry": 3}, "an object that names itself"),
        ({"entry": "sung"}, "expected one of acted, started, thrown"),
        ({"entry": "acted", "seat": True, "commands": [MARCH]}, "a seat and a list"),
        ({"entry": "acted", "seat": 0, "commands": []}, "a seat and a list"),
        ({"entry": "undone", "pres": 1}, "undone must have the fields"),
        ({"entry": "started", "game": "toy"}, "started must have the fields"),
    ],
)
def test_a_broken_entry_is_named(broken: Any, says: str) -> None:
    with pytest.raises(CodecError, match=says):
        decode_entry(broken, (March,))


def test_options_must_be_numbers_and_texts() -> None:
    for options in ([1], {"rounds": None}):
        with pytest.raises(CodecError, match=r"started\.options"):
            decode_entry(body(ENTRIES[0]) | {"options": options}, ())


def test_a_broken_log_says_which_entry() -> None:
    with pytest.raises(BrokenEntryError, match="entry 1: ") as broken:
        decode_entries([body(ENTRIES[0]), {"entry": "x"}], ())
    assert broken.value.number == 1
