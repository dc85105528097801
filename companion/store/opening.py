"""Opens the database file, having looked whether it is ours, whole, and not newer than this build.

What is not ours is refused and left alone; what is ours and broken is put aside under another name, never
overwritten.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from companion.store.files import sync_folder
from companion.store.marker import had_matches, unmark
from companion.store.migrations import APPLICATION, MIGRATIONS, done, migrate
from companion.store.trouble import StoreTrouble

WAY_OUT = "Move it away, or name another folder with --data"
MAGIC, HEADER = b"SQLite format 3\x00", 100
TAILS = ("-wal", "-shm", "-journal", "")  # of the files that make a database
BUSY = 5000  # ms to wait for another process, e.g. a backup, to let go of the file

Past = Literal["none", "whole", "broken", "gone"]


@dataclass(frozen=True)
class Opened:
    """The database, in its latest shape. `past` is what was there before: nothing, this very database, one
    that is broken, or matches that are gone, as the file is empty or missing. `aside`: where what there was
    of the latter two lies now."""

    db: sqlite3.Connection
    past: Past
    aside: Path | None = None


def open_database(path: Path, now: datetime) -> Opened:
    """The database; StoreTrouble if there can be none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        past = _past(path)
        aside = _put_aside(path, now) if past in ("broken", "gone") else None
        db = _connect(path)
        db.execute(f"PRAGMA application_id = {APPLICATION}")  # before WAL, so that it is in the file itself
        db.execute("PRAGMA journal_mode = WAL")
        migrate(db)
        if past != "whole":
            unmark(path)
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, StoreTrouble):
            raise
        raise StoreTrouble(
            path, f"cannot be opened ({error})", "Check the folder, its owner and the disk"
        ) from error
    return Opened(db, past, aside)


def _connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY / 1000)
    # FULL: an entry that was acknowledged survives the plug being pulled
    for pragma in ("synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {BUSY}"):
        db.execute(f"PRAGMA {pragma}")
    return db


def _past(path: Path) -> Past:
    """What there is; StoreTrouble if it is not for us."""
    if not path.exists() or path.stat().st_size == 0:
        return "gone" if had_matches(path) or _has_rest(path) else "none"
    with path.open("rb") as file:
        header = file.read(HEADER)
    if not header.startswith(MAGIC) or len(header) < HEADER:
        if had_matches(path):
            return "broken"
        raise StoreTrouble(path, "is no database; expected one of Cubilete's", WAY_OUT)
    db = sqlite3.connect(path)
    try:
        _ours(path, header, db)
        whole = _whole(db)
        newer = sorted(set(done(db)) - {name for name, _ in MIGRATIONS}) if whole else []
    finally:
        db.close()
    if newer:
        what = f"was made by a newer Cubilete (it has {', '.join(newer)})"
        raise StoreTrouble(path, what, f"Install that version. {WAY_OUT}")
    return "whole" if whole else "broken"


def _has_rest(path: Path) -> bool:
    """Whether entries wait beside it that are written only once there is a database."""
    rest = path.with_name(f"{path.name}-wal")
    return rest.exists() and rest.stat().st_size > 0


def _ours(path: Path, header: bytes, db: sqlite3.Connection) -> None:
    """StoreTrouble unless its first bytes, which even a broken file has, say that it is ours."""
    mark = int.from_bytes(header[68:72], "big")
    if mark != APPLICATION and not (mark == 0 and _blank(db)):
        what = f"is a database of another program (mark {mark}, expected {APPLICATION})"
        raise StoreTrouble(path, what, WAY_OUT)


def _blank(db: sqlite3.Connection) -> bool:
    """Nothing is in it: the power went as it was being made."""
    try:
        return bool(db.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,))
    except sqlite3.DatabaseError:
        return False


def _whole(db: sqlite3.Connection) -> bool:
    try:
        return bool(db.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def _put_aside(path: Path, now: datetime) -> Path:
    """What there is, with what belongs to it, under a name that is free."""
    stem, count = f"{path.name}.broken-{now:%Y%m%dT%H%M%S}", 0
    while any(path.with_name(_numbered(stem, count) + tail).exists() for tail in TAILS):
        count += 1
    aside = path.with_name(_numbered(stem, count))
    for tail in TAILS:
        part = path.with_name(path.name + tail)
        if part.exists():
            part.rename(aside.with_name(aside.name + tail))
    sync_folder(path.parent)
    return aside


def _numbered(stem: str, count: int) -> str:
    return f"{stem}-{count}" if count else stem
