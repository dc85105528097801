"""The steps by which a database gets its shape: named, in order, each in one transaction, never altered."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

APPLICATION = 0x43554249  # "CUBI": marks a file as ours

Migration = tuple[str, tuple[str, ...]]

MIGRATIONS: tuple[Migration, ...] = (
    (
        "001 matches",
        (
            "CREATE TABLE match (id INTEGER PRIMARY KEY AUTOINCREMENT, head TEXT NOT NULL)",
            "CREATE TABLE entry (match INTEGER NOT NULL REFERENCES match (id), number INTEGER NOT NULL,"
            " at TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID",
            "CREATE TRIGGER entry_stays BEFORE UPDATE ON entry"
            " BEGIN SELECT RAISE (ABORT, 'a log is only ever added to'); END",
            "CREATE TRIGGER entry_is_kept BEFORE DELETE ON entry"
            " BEGIN SELECT RAISE (ABORT, 'a log is only ever added to'); END",
            "CREATE TABLE on_table (one INTEGER PRIMARY KEY CHECK (one = 1),"
            " match INTEGER REFERENCES match (id))",
            "INSERT INTO on_table VALUES (1, NULL)",
        ),
    ),
    (
        "002 players, settings",
        (
            "CREATE TABLE player (name TEXT PRIMARY KEY COLLATE NOCASE, played INTEGER NOT NULL)",
            "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        ),
    ),
    (
        "003 taught dice",
        (
            "CREATE TABLE taught (name TEXT PRIMARY KEY, faces TEXT NOT NULL)",
            "CREATE TABLE sample (taught TEXT NOT NULL REFERENCES taught (name) ON DELETE CASCADE,"
            " number INTEGER NOT NULL, face TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (taught, number))",
        ),
    ),
    # nothing was ever written there: a taught set is a file of its own (companion.store.taught)
    ("004 taught dice are files", ("DROP TABLE sample", "DROP TABLE taught")),
)


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All or nothing of what is done inside."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk may have rolled back already
            db.execute("ROLLBACK")
        raise


def done(db: sqlite3.Connection) -> tuple[str, ...]:
    """The names of the steps this database has had."""
    known = db.execute("SELECT 1 FROM sqlite_master WHERE name = 'migration'").fetchone()
    return tuple(name for (name,) in db.execute("SELECT name FROM migration ORDER BY name")) if known else ()


def migrate(db: sqlite3.Connection, steps: Sequence[Migration] = MIGRATIONS) -> None:
    """Bring the database up to the last step."""
    with transaction(db):
        db.execute("CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY)")
    had = done(db)
    for name, statements in steps:
        if name not in had:
            with transaction(db):
                for statement in statements:
                    db.execute(statement)
                db.execute("INSERT INTO migration VALUES (?)", (name,))
