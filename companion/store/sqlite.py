"""Keeps matches, players and settings in one SQLite file; any thread may call.

What has been answered is on the disk. Refuses to know rules and pictures.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import RLock
from typing import Any

from companion.store.migrations import transaction
from companion.store.opening import open_database
from companion.store.plain import head_text, read_head
from companion.store.trouble import StoreTrouble
from companion.table.ports import Kept, Record
from companion.table.shown import MatchHead


class SqliteStore:
    """The file at `path`. `set_aside` is where a broken one went when this was opened, or None."""

    def __init__(self, path: Path, clock: Callable[[], datetime]) -> None:
        self._path = path
        self._clock = clock
        self._lock = RLock()
        self._db, self.set_aside = open_database(path, clock())

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def create(self, first: Mapping[str, Any], head: MatchHead) -> Kept:
        """A new match with its first entry, put on the table; its players are remembered."""
        with self._writing():
            cursor = self._db.execute("INSERT INTO match (head) VALUES (?)", (head_text(head),))
            number = int(cursor.lastrowid or 0)
            log = self._write(number, 0, [first])
            self._db.execute("UPDATE on_table SET match = ?", (number,))
            for name in head.seats:
                self._remember(name)
        return Kept(number, log)

    def append(
        self, match: int, number: int, bodies: Sequence[Mapping[str, Any]], head: MatchHead
    ) -> tuple[Record, ...]:
        """More entries of a match, the first of them with this number."""
        with self._writing():
            query = "SELECT count(*) FROM entry WHERE match = ?"
            (length,) = self._db.execute(query, (match,)).fetchone()
            if length != number or not length:
                what = f"match {match} has {length} entries, and number {number} was to be the next"
                raise StoreTrouble(self._path, what, "Resume the match to read it anew")
            log = self._write(match, number, bodies)
            self._db.execute("UPDATE match SET head = ? WHERE id = ?", (head_text(head), match))
        return log

    def load(self, match: int) -> Kept | None:
        """A match's log, or None."""
        query = "SELECT number, at, body FROM entry WHERE match = ? ORDER BY number"
        rows = self._read(query, match)
        log = tuple(Record(number, at, self._json(match, body)) for number, at, body in rows)
        return Kept(match, log) if log else None

    def heads(self) -> tuple[MatchHead, ...]:
        """All matches, newest first."""
        rows = self._read("SELECT id, head FROM match ORDER BY id DESC")
        return tuple(read_head(id_, text) for id_, text in rows)

    def on_table(self) -> int | None:
        ((match,),) = self._read("SELECT match FROM on_table")
        return None if match is None else int(match)

    def put_on_table(self, match: int | None) -> None:
        with self._writing():
            self._db.execute("UPDATE on_table SET match = ?", (match,))

    def players(self) -> tuple[str, ...]:
        """Everybody who ever played, those who played last first."""
        return tuple(name for (name,) in self._read("SELECT name FROM player ORDER BY played DESC, name"))

    def remember_player(self, name: str) -> None:
        with self._writing():
            self._remember(name)

    def settings(self) -> dict[str, str]:
        """What was set on the page, by name."""
        return dict(self._read("SELECT name, value FROM setting ORDER BY name"))

    def save_setting(self, name: str, value: str) -> None:
        with self._writing():
            self._db.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (name, value))

    def _write(self, match: int, number: int, bodies: Sequence[Mapping[str, Any]]) -> tuple[Record, ...]:
        at = self._clock().isoformat(timespec="milliseconds")
        rows = [(match, number + n, at, json.dumps(body)) for n, body in enumerate(bodies)]
        self._db.executemany("INSERT INTO entry VALUES (?, ?, ?, ?)", rows)
        return tuple(Record(n, at, json.loads(text)) for _, n, at, text in rows)

    def _remember(self, name: str) -> None:
        (last,) = self._db.execute("SELECT coalesce(max(played), 0) FROM player").fetchone()
        self._db.execute("INSERT OR REPLACE INTO player VALUES (?, ?)", (name, last + 1))

    def _json(self, match: int, text: str) -> Any:
        try:
            return json.loads(text)
        except json.JSONDecodeError as error:
            what = f"match {match} has an entry that is no JSON ({error})"
            raise StoreTrouble(self._path, what, "Other matches can be played") from error

    def _read(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        with self._lock, self._translated():
            return self._db.execute(query, args).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock, self._translated(), transaction(self._db):
            yield

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """What sqlite3 says, as the store says it."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreTrouble(
                self._path, f"nothing was kept ({error})", "Check the disk, free some space"
            ) from error
