"""What a store keeps of matches: records, the head that lists name, and what the table asks of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol


@dataclass(frozen=True)
class Record:
    """One entry of a match's log as it is kept: its number from 0, when, its body as plain JSON values."""

    number: int
    at: str
    body: Mapping[str, Any]


@dataclass(frozen=True)
class MatchHead:
    """A match as lists name it. `bots`: for each seat the strength of its bot, "" a person; () nobody but.

    Of an option whose value is a whole sheet there is the sheet's name.
    """

    id: int
    game: str
    name: str
    seats: tuple[str, ...]
    options: Mapping[str, int | str]
    status: Literal["open", "finished", "abandoned"]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    started: str  # ISO 8601, local time of the box
    moves: int  # entries in the log
    bots: tuple[str, ...] = ()


@dataclass(frozen=True)
class MatchRecord:
    """A match as the store keeps it: its log; everything else is folded from that."""

    id: int
    log: tuple[Record, ...]


class TableLostError(Exception):
    """Which match was on the table cannot be known; `put_on_table` mends that."""


class MatchStore(Protocol):
    """Where logs of matches are kept.

    `create` gives the match its id and puts it on the table, all or nothing.
    `append` returns only when the entries are on the disk, or raises OSError; `number` is the one that the
    first of them gets, and another than the next free one is an error too. Any thread may call.
    An entry that is damaged is among those that `load` gives, as something that is none.
    `on_table` may raise TableLostError.
    """

    def create(self, first: Mapping[str, Any], head: MatchHead) -> MatchRecord: ...
    def append(
        self, match: int, number: int, bodies: Sequence[Mapping[str, Any]], head: MatchHead
    ) -> tuple[Record, ...]: ...
    def load(self, match: int) -> MatchRecord | None: ...
    def heads(self) -> tuple[MatchHead, ...]: ...
    def on_table(self) -> int | None: ...
    def put_on_table(self, match: int | None) -> None: ...
