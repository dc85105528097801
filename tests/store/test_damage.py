"""What a disk flips, cuts and zeroes costs what it hit, and is told; nothing else."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.games import discover
from companion.store import SqliteStore, StoreTrouble
from companion.store.marker import marker
from companion.table.log.match import LogError, fold_bodies
from companion.table.log.records import TableLostError
from tests.match_log import bodies, kept
from tests.store.test_store import HEAD, NOW


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "cubilete.db"


def opened(path: Path) -> SqliteStore:
    return SqliteStore(path, lambda: NOW)


def with_matches(path: Path, count: int = 3) -> None:
    store = opened(path)
    for number in range(count):
        store.create({"entry": "started", "number": number}, replace(HEAD, name=f"match {number + 1}"))
    store.save_setting("theme", "day")
    store.close()


def sql(path: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute(statement, values)
    db.close()


HEADS = {
    "cut": b'{"game": "toy", "name": "ma',
    "zero": b"\0" * 40,
    "empty": b"",
    "no UTF-8": b'{"game": "t\xffy"}',
    "no object": b"[1, 2]",
    "another field": json.dumps({"gome": "toy"}).encode(),
    "a text for a list": None,
}


@pytest.mark.parametrize("damage", HEADS)
def test_a_damaged_head_costs_the_line_of_that_match_alone(path: Path, damage: str) -> None:
    with_matches(path)
    store = opened(path)
    whole = store.heads()
    assert len(whole) == 3
    store.close()
    data = HEADS[damage]
    if data is None:
        db = sqlite3.connect(path)
        (text,) = db.execute("SELECT head FROM match WHERE id = 2").fetchone()
        data = json.dumps(json.loads(text) | {"seats": "Ana"}).encode()
        db.close()
    sql(path, "UPDATE match SET head = CAST (? AS TEXT) WHERE id = 2", data)
    store = opened(path)
    assert store.heads() == (whole[0], whole[2])
    assert store.damaged_heads() == (2,)
    assert store.load(2) is not None, "its log is whole"
    store.append(2, 1, [{"entry": "more"}], HEAD)
    assert (len(store.heads()), store.damaged_heads()) == (3, ()), "playing on mends it"


@pytest.mark.parametrize(
    "change",
    [
        {"totals": [1]}, {"winners": [2]}, {"winners": [{}]}, {"status": "lost"}, {"moves": "1"},
        {"bots": [1]}, {"options": [1]}, {"options": {"rounds": None}}, {"seats": [1, 2]}, {"game": None},
        {"started": 5},
    ],
)  # fmt: skip
def test_a_head_whose_parts_are_not_what_they_must_be_is_damaged(
    path: Path, change: dict[str, object]
) -> None:
    with_matches(path, 1)
    db = sqlite3.connect(path)
    (text,) = db.execute("SELECT head FROM match").fetchone()
    db.close()
    sql(path, "UPDATE match SET head = ?", json.dumps(json.loads(text) | change))
    store = opened(path)
    assert (store.heads(), store.damaged_heads()) == ((), (1,))


def test_a_head_kept_before_there_were_bots_is_whole(path: Path) -> None:
    with_matches(path, 1)
    db = sqlite3.connect(path)
    (text,) = db.execute("SELECT head FROM match").fetchone()
    db.close()
    old = json.loads(text)
    del old["bots"]
    sql(path, "UPDATE match SET head = ?", json.dumps(old))
    assert [head.bots for head in opened(path).heads()] == [()]


@pytest.mark.parametrize("data", [b'{"entry": "thr', b"\0" * 30, b"", b'{"entry": "\xff"}', b"[]"])
def test_a_damaged_entry_is_told_by_its_number_and_the_others_are_there(path: Path, data: bytes) -> None:
    game = discover().games["dalek-dice"]
    log = bodies(game)
    path.parent.mkdir()
    kept(path, log)
    sql(path, "DROP TRIGGER entry_stays")
    sql(path, "UPDATE entry SET body = CAST (? AS TEXT) WHERE number = 4", data)
    entries = opened(path).load(1)
    assert entries is not None
    assert [entry.body for entry in entries.log if entry.number != 4] == log[:4] + log[5:]
    with pytest.raises(LogError) as error:
        fold_bodies([entry.body for entry in entries.log], {game.id: game})
    assert (error.value.reason.key, error.value.reason.args) == ("table.refused.log", {"n": 4})


@pytest.mark.parametrize("damage", ["DELETE FROM on_table", "UPDATE on_table SET match = 'x'",
                                    "UPDATE on_table SET match = CAST (x'ff' AS TEXT)"])  # fmt: skip
def test_a_table_that_is_lost_is_said_so_and_may_be_laid_again(path: Path, damage: str) -> None:
    with_matches(path)
    sql(path, damage)
    store = opened(path)
    with pytest.raises(TableLostError):
        store.on_table()
    store.put_on_table(2)
    assert store.on_table() == 2


def test_names_and_settings_that_are_damaged_cost_themselves_alone(path: Path) -> None:
    with_matches(path)
    sql(path, "UPDATE player SET name = CAST (x'416eff' AS TEXT) WHERE name = 'Ana'")
    sql(path, "INSERT INTO setting VALUES ('voice', CAST (x'ff' AS TEXT))")
    store = opened(path)
    assert set(store.players()) == {"An\N{REPLACEMENT CHARACTER}", "Teo"}
    assert store.settings() == {"theme": "day", "voice": "\N{REPLACEMENT CHARACTER}"}


# the file


def test_an_empty_database_where_matches_were_is_not_taken_for_a_new_one(path: Path) -> None:
    with_matches(path)
    os.truncate(path, 0)
    store = opened(path)
    assert (store.past, store.heads()) == ("gone", ())
    assert store.set_aside is not None
    assert store.set_aside.read_bytes() == b""
    store.close()
    store = opened(path)
    assert (store.past, store.set_aside) == ("whole", None), "it is told once"


def test_a_database_that_was_taken_away_is_missed(path: Path) -> None:
    with_matches(path)
    path.unlink()
    store = opened(path)
    assert (store.past, store.heads()) == ("gone", ())
    store.create({"entry": "started"}, HEAD)
    store.close()
    path.unlink()
    assert opened(path).past == "gone"


def test_entries_that_wait_beside_an_empty_database_are_not_thrown_away(path: Path) -> None:
    with_matches(path)
    marker(path).unlink()  # as a version before left it
    os.truncate(path, 0)
    waiting = path.with_name("cubilete.db-wal")
    waiting.write_bytes(b"entries")
    store = opened(path)
    assert (store.past, store.heads()) == ("gone", ())
    assert store.set_aside is not None
    assert store.set_aside.with_name(f"{store.set_aside.name}-wal").read_bytes() == b"entries"


@pytest.mark.parametrize("size", [0, None])
def test_where_no_match_was_kept_an_empty_database_is_a_new_one(path: Path, size: int | None) -> None:
    opened(path).close()
    assert not marker(path).exists()
    path.unlink() if size is None else os.truncate(path, size)
    store = opened(path)
    assert (store.past, store.set_aside) == ("none", None)


@pytest.mark.parametrize("damage", ["zero", "cut", "flip"])
def test_a_database_whose_first_bytes_are_gone_is_known_for_ours_by_the_marker(
    path: Path, damage: str
) -> None:
    with_matches(path)
    data = bytearray(path.read_bytes())
    if damage == "zero":
        data[:] = bytes(len(data))
    elif damage == "cut":
        del data[50:]
    else:
        data[3] ^= 4
    path.write_bytes(data)
    store = opened(path)
    assert (store.past, store.heads()) == ("broken", ())
    assert store.set_aside is not None
    assert store.set_aside.read_bytes() == data


def test_a_database_of_a_version_before_is_marked_when_it_is_opened(path: Path) -> None:
    with_matches(path)
    marker(path).unlink()
    opened(path).close()
    assert "put a copy of\ncubilete.db in its place" in marker(path).read_text()


def test_a_disk_too_full_for_the_marker_keeps_the_match_all_the_same(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = opened(path)

    def full(*args: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patch:
        patch.setattr("companion.store.marker.write_file", full)
        assert store.create({"entry": "started"}, HEAD).id == 1
    assert "no space left" in caplog.text
    store.create({"entry": "started"}, HEAD)
    assert marker(path).exists(), "it is tried again"


def test_wherever_a_bit_flips_it_is_told_or_costs_a_row_and_never_breaks_the_box(path: Path) -> None:
    path.parent.mkdir()
    kept(path, *(bodies(game) for game in discover().games.values()))
    whole, luck = path.read_bytes(), Random(17)
    folded: set[str] = set()
    refused = aside = 0
    for place in luck.sample(range(len(whole)), 150):
        for old in path.parent.iterdir():
            old.unlink()
        data = bytearray(whole)
        data[place] ^= 1 << luck.randrange(8)
        path.write_bytes(data)
        marker(path).touch()
        try:
            store = opened(path)
            aside += store.past == "broken"
            _use(store, folded)
            store.close()
        except StoreTrouble:
            refused += 1
    assert refused + aside < 50, "most flips hit a row, not the file's own order"


def _use(store: SqliteStore, folded: set[str]) -> None:
    """All that a box asks at its start and for its pages; a log folded before need not be again."""
    games = discover().games
    store.settings()
    store.players()
    try:
        store.on_table()
    except TableLostError:
        store.put_on_table(None)
    for head in store.heads():
        log = store.load(head.id)
        if log is None or repr(log.log) in folded:
            continue
        folded.add(repr(log.log))
        with suppress(LogError):
            fold_bodies([entry.body for entry in log.log], games)
