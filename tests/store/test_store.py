"""What a store must do, wherever it keeps things."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.store import SqliteStore, StoreTrouble
from companion.table.log.records import MatchHead
from tests.store.memory import MemoryStore

Store = MemoryStore | SqliteStore
NOW = datetime(2026, 1, 2, 3, 4, 5, 678901)
HEAD = MatchHead(0, "toy", "", ("Ana", "Teo"), {"rounds": 2}, "open", (0, 0), (), "2026-01-02T03:04:05", 1)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = (
        MemoryStore(lambda: NOW) if request.param == "memory" else SqliteStore(tmp_path / "t.db", lambda: NOW)
    )
    yield made
    made.close()


def test_a_new_match_is_kept_and_on_the_table(store: Store) -> None:
    assert (store.on_table(), store.heads(), store.load(1)) == (None, (), None)
    kept = store.create({"entry": "started", "name": "Ñ"}, HEAD)
    assert (kept.id, kept.log[0].number, kept.log[0].body) == (1, 0, {"entry": "started", "name": "Ñ"})
    assert kept.log[0].at == "2026-01-02T03:04:05.678"
    assert store.load(1) == kept
    assert store.on_table() == 1
    assert store.heads() == (replace(HEAD, id=1),)


def test_entries_are_added_in_order_with_the_head(store: Store) -> None:
    store.create({"entry": "started"}, HEAD)
    more = store.append(1, 1, [{"a": [1, None]}, {"b": "x"}], replace(HEAD, status="finished", winners=(1,)))
    assert [record.number for record in more] == [1, 2]
    kept = store.load(1)
    assert kept is not None
    assert kept.log[1:] == more
    assert store.heads() == (replace(HEAD, id=1, status="finished", winners=(1,)),)


@pytest.mark.parametrize(("match", "number"), [(1, 0), (1, 2), (2, 1), (2, 0)])
def test_an_entry_that_is_not_the_next_is_refused(store: Store, match: int, number: int) -> None:
    store.create({"entry": "started"}, HEAD)
    with pytest.raises(StoreTrouble, match="was to be the next"):
        store.append(match, number, [{"a": 1}], replace(HEAD, name="changed"))
    kept = store.load(1)
    assert kept is not None
    assert (len(kept.log), store.heads()[0].name) == (1, "")


def test_matches_are_listed_newest_first_and_put_on_and_off_the_table(store: Store) -> None:
    for _ in range(3):
        store.create({"entry": "started"}, HEAD)
    assert [head.id for head in store.heads()] == [3, 2, 1]
    store.put_on_table(2)
    assert store.on_table() == 2
    store.put_on_table(None)
    assert store.on_table() is None
    with pytest.raises(StoreTrouble):
        store.put_on_table(9)


def test_players_are_remembered_last_first(store: Store) -> None:
    store.create({"entry": "started"}, HEAD)
    store.remember_player("Eva")
    store.remember_player("ana")
    assert store.players() == ("ana", "Eva", "Teo")


def test_settings_are_kept_by_name(store: Store) -> None:
    store.save_setting("voice", "off")
    store.save_setting("theme", "day")
    store.save_setting("voice", "on")
    assert store.settings() == {"theme": "day", "voice": "on"}


def test_many_threads_may_call(store: Store) -> None:
    store.create({"entry": "started"}, HEAD)
    done: list[int] = []
    refused: list[Any] = []

    def add() -> None:
        for number in range(1, 11):
            try:
                store.append(1, number, [{"n": number}], HEAD)
                done.append(number)
            except StoreTrouble as trouble:
                refused.append(trouble)

    threads = [Thread(target=add) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = store.load(1)
    assert kept is not None
    assert [record.number for record in kept.log] == list(range(len(kept.log)))
    assert sorted(done) == list(range(1, len(kept.log)))
    assert len(done) + len(refused) == 40
