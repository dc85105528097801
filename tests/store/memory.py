"""Keeps what `SqliteStore` keeps, but in memory: for tests of the table that need no disk."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from threading import RLock
from typing import Any

from companion.store import StoreTrouble
from companion.table.log.records import MatchHead, MatchRecord, Record


class MemoryStore:
    """Logs in lists. They go through JSON all the same, so that what works here works on the disk."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._lock = RLock()
        self._logs: dict[int, tuple[Record, ...]] = {}
        self._heads: dict[int, MatchHead] = {}
        self._on_table: int | None = None
        self._players: list[str] = []
        self._settings: dict[str, str] = {}

    def close(self) -> None:
        """Nothing to let go of."""

    def create(self, first: Mapping[str, Any], head: MatchHead) -> MatchRecord:
        with self._lock:
            number = len(self._logs) + 1
            self._logs[number] = self._records(0, [first])
            self._heads[number] = replace(head, id=number)
            self._on_table = number
            for name in head.seats:
                self.remember_player(name)
            return MatchRecord(number, self._logs[number])

    def append(
        self, match: int, number: int, bodies: Sequence[Mapping[str, Any]], head: MatchHead
    ) -> tuple[Record, ...]:
        with self._lock:
            length = len(self._logs.get(match, ()))
            if length != number or not length:
                what = f"match {match} has {length} entries, and number {number} was to be the next"
                raise StoreTrouble("memory", what, "Resume the match to read it anew")
            more = self._records(number, bodies)
            self._logs[match] += more
            self._heads[match] = replace(head, id=match)
            return more

    def load(self, match: int) -> MatchRecord | None:
        with self._lock:
            return MatchRecord(match, self._logs[match]) if match in self._logs else None

    def heads(self) -> tuple[MatchHead, ...]:
        with self._lock:
            return tuple(self._heads[number] for number in sorted(self._heads, reverse=True))

    def on_table(self) -> int | None:
        return self._on_table

    def put_on_table(self, match: int | None) -> None:
        with self._lock:
            if match is not None and match not in self._logs:
                raise StoreTrouble("memory", f"there is no match {match}", "Choose one of the list")
            self._on_table = match

    def players(self) -> tuple[str, ...]:
        with self._lock:
            return tuple(reversed(self._players))

    def remember_player(self, name: str) -> None:
        with self._lock:
            others = [one for one in self._players if one.casefold() != name.casefold()]
            self._players = [*others, name]

    def settings(self) -> dict[str, str]:
        with self._lock:
            return dict(sorted(self._settings.items()))

    def save_setting(self, name: str, value: str) -> None:
        with self._lock:
            self._settings[name] = value

    def _records(self, number: int, bodies: Sequence[Mapping[str, Any]]) -> tuple[Record, ...]:
        at = self._clock().isoformat(timespec="milliseconds")
        return tuple(Record(number + n, at, json.loads(json.dumps(body))) for n, body in enumerate(bodies))
