"""The file: what it survives, and what it refuses."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from companion.store import SqliteStore, StoreTrouble, files, opening
from companion.store.migrations import APPLICATION, MIGRATIONS, done, migrate
from companion.store.plain import head_text
from tests.store.test_store import HEAD, NOW


def opened(path: Path) -> SqliteStore:
    return SqliteStore(path, lambda: NOW)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "cubilete.db"


def with_a_match(path: Path) -> None:
    store = opened(path)
    store.create({"entry": "started"}, HEAD)
    store.close()


def pragma(store: SqliteStore, name: str) -> object:
    return store._db.execute(f"PRAGMA {name}").fetchone()[0]


def test_what_was_acknowledged_is_on_the_disk(path: Path) -> None:
    store = opened(path)
    assert pragma(store, "journal_mode") == "wal"
    assert pragma(store, "synchronous") == 2
    assert pragma(store, "foreign_keys") == 1
    assert pragma(store, "busy_timeout") == 5000
    store.create({"entry": "started"}, HEAD)
    other = opened(path)
    assert other.load(1) == store.load(1)
    assert other.set_aside is None


def test_a_log_is_only_ever_added_to(path: Path) -> None:
    with_a_match(path)
    db = sqlite3.connect(path)
    for statement in ("DELETE FROM entry", "UPDATE entry SET body = '{}'"):
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            db.execute(statement)


def test_a_full_disk_leaves_the_log_whole(path: Path) -> None:
    store = opened(path)
    store.create({"entry": "started"}, HEAD)
    store._db.execute(f"PRAGMA max_page_count = {pragma(store, 'page_count')}")

    def until_full() -> None:
        for number in range(1, 2000):
            store.append(1, number, [{"text": "x" * 500}], HEAD)

    with pytest.raises(StoreTrouble, match="full") as trouble:
        until_full()
    assert str(path) in str(trouble.value)
    assert "free some space" in str(trouble.value)
    kept = store.load(1)
    assert kept is not None
    length = len(kept.log)
    store._db.execute("PRAGMA max_page_count = 100000")
    assert store.append(1, length, [{"after": True}], HEAD)[0].number == length


def test_many_entries_at_once_are_all_kept_or_none(path: Path) -> None:
    store = opened(path)
    store.create({"entry": "started"}, HEAD)
    store._db.execute(f"PRAGMA max_page_count = {pragma(store, 'page_count')}")
    with pytest.raises(StoreTrouble, match="full"):
        store.append(1, 1, [{"text": "x" * 900}] * 50, HEAD)
    kept = store.load(1)
    assert kept is not None
    assert len(kept.log) == 1


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be read as one" * 20, b"x"])
def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(StoreTrouble, match=r"is no database; expected.*Move it away"):
        opened(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_alone(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE cats (name TEXT)")
    db.close()
    before = path.read_bytes()
    with pytest.raises(StoreTrouble, match="another program"):
        opened(path)
    assert path.read_bytes() == before


def test_a_broken_file_of_another_program_is_left_alone(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE cats (name TEXT)")
    db.close()
    before = path.read_bytes()[:100] + b"\xa5" * 5000
    path.write_bytes(before)
    with pytest.raises(StoreTrouble, match="another program"):
        opened(path)
    assert path.read_bytes() == before


def test_a_file_whose_making_was_cut_short_becomes_a_database(path: Path) -> None:
    path.parent.mkdir()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version = 1")
    db.close()
    assert opened(path).heads() == ()


def test_a_database_of_a_newer_build_is_refused(path: Path) -> None:
    with_a_match(path)
    db = sqlite3.connect(path)
    db.execute("INSERT INTO migration VALUES ('999 holograms')")
    db.commit()
    db.close()
    with pytest.raises(StoreTrouble, match=r"999 holograms.*Install that version"):
        opened(path)


def broken(path: Path) -> bytes:
    with_a_match(path)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    path.write_bytes(bytes(data))
    return bytes(data)


def test_a_broken_database_is_put_aside_and_never_overwritten(path: Path) -> None:
    for count in range(2):
        data = broken(path)
        store = opened(path)
        assert store.set_aside is not None
        assert store.set_aside.name == "cubilete.db.broken-20260102T030405" + ("-1" if count else "")
        assert store.set_aside.read_bytes() == data
        assert store.heads() == ()
        store.close()
        path.unlink()


def test_what_belongs_to_a_broken_database_goes_with_it(path: Path) -> None:
    broken(path)
    path.with_name("cubilete.db-wal").write_bytes(b"rest")
    store = opened(path)
    assert store.set_aside is not None
    assert store.heads() == ()


def test_a_database_whose_list_of_tables_is_broken_is_put_aside(path: Path) -> None:
    with_a_match(path)
    data = bytearray(path.read_bytes())
    data[100:4096] = b"\xa5" * 3996
    path.write_bytes(bytes(data))
    assert opened(path).set_aside is not None


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreTrouble, match=r"cannot be opened.*Check the folder"):
        opened(tmp_path / "file" / "cubilete.db")


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.parent.mkdir()
    path.touch()
    assert opened(path).heads() == ()


def made_before(path: Path, steps: int) -> None:
    """The file as a build left it that knew the first steps only, a match begun and all tables filled."""
    path.parent.mkdir()
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute("PRAGMA foreign_keys = ON")
    migrate(db, MIGRATIONS[:steps])
    filled = (
        ("INSERT INTO match (head) VALUES (?)", (head_text(HEAD),)),
        ("INSERT INTO entry VALUES (1, 0, 'then', ?)", ('{"entry": "started"}',)),
        ("UPDATE on_table SET match = ?", (1,)),
        ("INSERT INTO player VALUES (?, 1)", ("Ana",)),
        ("INSERT INTO setting VALUES ('theme', ?)", ("day",)),
        ("INSERT INTO taught VALUES ('dalek', ?)", ('["doctor"]',)),
        ("INSERT INTO sample VALUES ('dalek', 0, 'doctor', ?)", (b"cut",)),
    )
    for statement, values in filled[: (3, 5, 7)[steps - 1]]:
        db.execute(statement, values)
    assert done(db) == tuple(name for name, _ in MIGRATIONS[:steps])
    db.close()


@pytest.mark.parametrize("steps", range(1, len(MIGRATIONS)))
def test_a_database_of_any_older_build_is_brought_up_to_date_and_loses_nothing(
    path: Path, steps: int
) -> None:
    made_before(path, steps)
    store = opened(path)
    assert store.set_aside is None
    assert done(store._db) == tuple(name for name, _ in MIGRATIONS)
    assert (store.on_table(), store.heads()) == (1, (replace(HEAD, id=1),))
    assert store.append(1, 1, [{"after": True}], HEAD)[0].number == 1
    assert store.players() == (("Ana",) if steps > 1 else ())
    assert store.settings() == ({"theme": "day"} if steps > 1 else {})


def tables(path: Path) -> set[str]:
    db = sqlite3.connect(path)
    found = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    db.close()
    return found


def test_tables_that_nobody_writes_are_dropped_from_older_databases(path: Path) -> None:
    made_before(path, 3)
    assert tables(path) >= {"taught", "sample"}
    opened(path).close()
    assert not tables(path) & {"taught", "sample"}
    assert tables(path) >= {"match", "entry", "on_table", "player", "setting", "migration"}


def test_a_file_that_is_brought_up_to_date_twice_stays_as_it_is(path: Path) -> None:
    made_before(path, 1)
    for _ in range(2):
        store = opened(path)
        assert store.heads() == (replace(HEAD, id=1),)
        store.close()


def test_a_step_that_fails_leaves_nothing_behind() -> None:
    db = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(db, (*MIGRATIONS[:1], ("002 bad", ("CREATE TABLE half (a)", "CREATE NONSENSE"))))
    assert done(db) == ("001 matches",)
    assert db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchone() is None


def test_another_process_that_holds_the_file_is_waited_for_then_named(path: Path) -> None:
    store = opened(path)
    store._db.execute("PRAGMA busy_timeout = 1")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreTrouble, match="locked"):
        store.create({"entry": "started"}, HEAD)
    other.execute("ROLLBACK")
    assert store.create({"entry": "started"}, HEAD).id == 1


def test_the_new_name_of_a_broken_database_is_on_the_disk_before_a_new_one_is_made(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken(path)
    names: list[list[str]] = []

    def synced(folder: Path) -> None:
        files.sync_folder(folder)
        names.append(os.listdir(folder))

    monkeypatch.setattr(opening, "sync_folder", synced)
    opened(path)
    assert [name for name in names[0] if name.startswith("cubilete.db.broken")] == names[0][:1]
    assert "cubilete.db" not in names[0]
