"""What a match's log is made of: the kinds of entries, and their plain form for the disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.dice import Die
from companion.game import Command, Roll
from companion.table.log.codec import CodecError, build, decode, encode, plain

Source = Literal["seen", "corrected", "entered"]


@dataclass(frozen=True)
class Entry:
    """One thing that happened in a match."""


@dataclass(frozen=True)
class Started(Entry):
    """The first entry: which game under which edition of its rules, who, and how.

    `bots`: for each seat the strength of the bot that plays it, "" for a person; () where all are.
    """

    game: str
    rules: int
    seats: tuple[str, ...]
    options: Mapping[str, int | str]
    name: str = ""
    at: str = ""
    bots: tuple[str, ...] = ()


@dataclass(frozen=True)
class ThrownDie:
    """A die of an accepted throw, and how its face came to be known."""

    die: Die
    source: Source = "seen"
    sure: float = 1.0


@dataclass(frozen=True)
class Thrown(Entry):
    """A throw was accepted."""

    dice: tuple[ThrownDie, ...]

    @property
    def roll(self) -> Roll:
        return Roll(tuple(thrown.die for thrown in self.dice))


@dataclass(frozen=True)
class Acted(Entry):
    """One press: the commands that it carried out, in order."""

    seat: int
    commands: tuple[Command, ...]


@dataclass(frozen=True)
class Undone(Entry):
    """The press of entry number `press` was taken back."""

    press: int


@dataclass(frozen=True)
class Corrected(Entry):
    """Die `die` of the throw of entry number `throw` shows `face`; it had been taken for `was`."""

    throw: int
    die: int
    face: str
    was: str


@dataclass(frozen=True)
class Abandoned(Entry):
    """The match was ended for good, without a winner."""


@dataclass(frozen=True)
class Renamed(Entry):
    """The match got a name."""

    name: str


PLAIN_ENTRIES: dict[str, type[Entry]] = {
    "started": Started,
    "thrown": Thrown,
    "undone": Undone,
    "corrected": Corrected,
    "abandoned": Abandoned,
    "renamed": Renamed,
}


SINCE: dict[str, dict[str, Any]] = {"started": {"bots": []}}  # what older logs do not say


class BrokenEntryError(CodecError):
    """Entry `number` of a log cannot be read."""

    def __init__(self, number: int, why: CodecError) -> None:
        super().__init__(f"entry {number}: {why}")
        self.number = number


def body(entry: Entry) -> dict[str, Any]:
    """The entry as plain JSON values."""
    if isinstance(entry, Acted):
        return {"entry": "acted", "seat": entry.seat, "commands": [encode(c) for c in entry.commands]}
    names = {kind: name for name, kind in PLAIN_ENTRIES.items()}
    return {"entry": names[type(entry)], **plain(entry)}


def decode_entry(body: Any, commands: tuple[type[Command], ...]) -> Entry:
    """The entry that `body` wrote, or CodecError; `commands` are those of the match's game."""
    if not isinstance(body, Mapping) or not isinstance(body.get("entry"), str):
        raise CodecError(f"an entry must be an object that names itself as `entry`, got {body!r}")
    name, rest = body["entry"], {key: part for key, part in body.items() if key != "entry"}
    if name == "acted":
        return _acted(rest, commands)
    if name not in PLAIN_ENTRIES:
        raise CodecError(f"entry {name!r}: expected one of acted, {', '.join(PLAIN_ENTRIES)}")
    entry: Entry = build(PLAIN_ENTRIES[name], SINCE.get(name, {}) | rest, name)
    return entry


def decode_entries(bodies: Iterable[Any], commands: tuple[type[Command], ...]) -> tuple[Entry, ...]:
    """All entries of a log; an error names the number of the broken one."""
    entries = []
    for number, one in enumerate(bodies):
        try:
            entries.append(decode_entry(one, commands))
        except CodecError as error:
            raise BrokenEntryError(number, error) from error
    return tuple(entries)


def _acted(rest: Mapping[str, Any], commands: tuple[type[Command], ...]) -> Acted:
    listed, seat = rest.get("commands"), rest.get("seat")
    if type(seat) is not int or not isinstance(listed, list | tuple) or not listed or len(rest) != 2:
        raise CodecError(f"acted must be a seat and a list of commands, got {dict(rest)!r}")
    return Acted(seat, tuple(decode(one, commands) for one in listed))
