"""Keeps matches, players and settings in one SQLite file; any thread may call.

What has been answered is on the disk. Texts are read as bytes: one that is damaged costs that row alone.
"""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from threading import RLock
from typing import Any

from companion.store.marker import mark
from companion.store.migrations import transaction
from companion.store.opening import open_database
from companion.store.plain import DamagedHeadError, head_text, read_body, read_head, read_text
from companion.store.trouble import StoreTrouble
from companion.table.log.records import MatchHead, MatchRecord, Record, TableLostError

log = logging.getLogger(__name__)


class SqliteStore:
    """The file at `path`. `past` is what was there before (`opening.Past`); `set_aside` is where a broken one
    went when this was opened, or None."""

    def __init__(self, path: Path, clock: Callable[[], datetime]) -> None:
        self._path = path
        self._clock = clock
        self._lock = RLock()
        opened = open_database(path, clock())
        self._db, self.past, self.set_aside = opened.db, opened.past, opened.aside
        self._marked = False
        if self._read("SELECT 1 FROM match LIMIT 1"):
            self._mark()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def create(self, first: Mapping[str, Any], head: MatchHead) -> MatchRecord:
        """A new match with its first entry, put on the table; its players are remembered."""
        with self._writing():
            cursor = self._db.execute("INSERT INTO match (head) VALUES (?)", (head_text(head),))
            number = int(cursor.lastrowid or 0)
            log = self._write(number, 0, [first])
            self._put_on_table(number)
            for name in head.seats:
                self._remember(name)
        self._mark()
        return MatchRecord(number, log)

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

    def load(self, match: int) -> MatchRecord | None:
        """A match's log, or None."""
        query = (
            f"SELECT number, {bytes_of('at')}, {bytes_of('body')} FROM entry WHERE match = ? ORDER BY number"
        )
        rows = self._read(query, match)
        entries = tuple(Record(number, read_text(at), read_body(body)) for number, at, body in rows)
        return MatchRecord(match, entries) if entries else None

    def heads(self) -> tuple[MatchHead, ...]:
        """All matches, newest first, but for those whose head is damaged."""
        return self._heads()[0]

    def damaged_heads(self) -> tuple[int, ...]:
        """The matches that cannot be listed; their logs may be whole."""
        return self._heads()[1]

    def _heads(self) -> tuple[tuple[MatchHead, ...], tuple[int, ...]]:
        whole, damaged = [], []
        for id_, data in self._read(f"SELECT id, {bytes_of('head')} FROM match ORDER BY id DESC"):
            try:
                whole.append(read_head(id_, data))
            except DamagedHeadError:
                damaged.append(id_)
        return tuple(whole), tuple(damaged)

    def on_table(self) -> int | None:
        """The match on the table; TableLostError if it cannot be known."""
        rows = self._read("SELECT match FROM on_table WHERE typeof (match) IN ('integer', 'null')")
        if len(rows) != 1:
            raise TableLostError(f"{self._path}: expected one row of what is on the table, got {rows!r}")
        return None if rows[0][0] is None else int(rows[0][0])

    def put_on_table(self, match: int | None) -> None:
        with self._writing():
            self._put_on_table(match)

    def players(self) -> tuple[str, ...]:
        """Everybody who ever played, those who played last first."""
        query = f"SELECT {bytes_of('name')} FROM player ORDER BY played DESC, name"
        return tuple(read_text(name) for (name,) in self._read(query))

    def remember_player(self, name: str) -> None:
        with self._writing():
            self._remember(name)

    def settings(self) -> dict[str, str]:
        """What was set on the page, by name."""
        rows = self._read(f"SELECT {bytes_of('name')}, {bytes_of('value')} FROM setting ORDER BY name")
        return {read_text(name): read_text(value) for name, value in rows}

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

    def _put_on_table(self, match: int | None) -> None:
        self._db.execute("DELETE FROM on_table")  # whatever stands there, if anything does
        self._db.execute("INSERT INTO on_table VALUES (1, ?)", (match,))

    def _mark(self) -> None:
        """Remember beside the database that there are matches; what fails is tried again at the next one."""
        try:
            if not self._marked:
                mark(self._path)
                self._marked = True
        except OSError as error:
            log.warning("that there are matches was not noted beside %s: %s", self._path, error)

    def _read(self, query: str, *args: object) -> list[tuple[Any, ...]]:
        with self._lock, self._translated("cannot be read", "Put back a copy of it, or move it away"):
            return self._db.execute(query, args).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        way_out = "Check the disk, free some space"
        with self._lock, self._translated("nothing was kept", way_out), transaction(self._db):
            yield

    @contextmanager
    def _translated(self, what: str, way_out: str) -> Iterator[None]:
        """What sqlite3 says, as the store says it."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreTrouble(self._path, f"{what} ({error})", way_out) from error


def bytes_of(column: str) -> str:
    """A column as it lies on the disk: sqlite3 fails over a whole answer where one text in it is no UTF-8."""
    return f"CAST ({column} AS BLOB)"
