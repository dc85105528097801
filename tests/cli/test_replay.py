"""Replay reads logs and databases, hurts neither, and says what is wrong with what is no log."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.__main__ import main
from companion.games import discover
from companion.store import SqliteStore
from companion.table.log.codec import plain
from companion.table.log.match import fold_bodies
from tests.boxed import typed
from tests.match_log import NOW, bodies, kept

GAMES = discover().games
DALEK = GAMES["dalek-dice"]
Replay = Callable[..., str]
Body = dict[str, Any]


def jsonl(path: Path, log: list[Body]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in log), encoding="utf-8")
    return path


def view_of(log: list[Body]) -> Any:
    match = fold_bodies(log, GAMES)
    return json.loads(json.dumps(plain(match.game.view(match.state, None))))


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str]) -> Replay:
    """`complaint(words…)` gives what replay says is wrong."""

    def said(*words: object) -> str:
        assert main(["replay", *map(str, words)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err.startswith("cubilete: ")
        assert "Traceback" not in err
        return err

    return said


def test_a_saved_log_is_folded_to_its_last_view(tmp_path: Path) -> None:
    log = bodies(DALEK)
    done = typed("replay", jsonl(tmp_path / "match.jsonl", log))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == view_of(log)


def test_a_part_of_a_log_is_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = bodies(DALEK)
    views = []
    for length in (1, 2, 3, len(log)):
        assert main(["replay", str(jsonl(tmp_path / "match.jsonl", log[:length]))]) == 0
        views.append(json.loads(capsys.readouterr().out))
        assert views[-1] == view_of(log[:length])
    assert all(one != other for one, other in pairwise(views))


def test_entries_may_come_with_their_numbers_and_empty_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = bodies(DALEK)
    lines = [json.dumps({"number": n, "at": "", "body": entry}) for n, entry in enumerate(log)]
    path = tmp_path / "match.jsonl"
    path.write_text("\n\n".join(lines), encoding="utf-8")
    assert main(["replay", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == view_of(log)


def test_a_match_of_a_database_is_named_by_number_or_is_the_newest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = bodies(DALEK, seed=1), bodies(DALEK, seed=2)
    kept(tmp_path / "c.db", one, other)
    for words, log in ((["--match", "1"], one), (["--match", "2"], other), ([], other)):
        assert main(["replay", str(tmp_path / "c.db"), *words]) == 0
        assert json.loads(capsys.readouterr().out) == view_of(log)


def test_a_database_is_read_while_it_is_in_use_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, log = tmp_path / "c.db", bodies(DALEK)
    kept(path, log[:1])
    store = SqliteStore(path, lambda: NOW)
    head = store.heads()[0]
    store.append(1, 1, log[1:], head)  # in the write-ahead log only, as long as the store is open
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert main(["replay", str(path)]) == 0
    assert json.loads(capsys.readouterr().out) == view_of(log)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    store.close()


def test_an_unknown_match_is_answered_with_the_known_ones(tmp_path: Path, complaint: Replay) -> None:
    kept(tmp_path / "c.db", bodies(DALEK), bodies(DALEK))
    for number in (0, 3, 10**30):
        assert f"has no match {number}, expected one of 1, 2" in complaint(
            tmp_path / "c.db", "--match", number
        )
    SqliteStore(tmp_path / "new.db", lambda: NOW).close()
    assert "holds no match yet" in complaint(tmp_path / "new.db")
    log = jsonl(tmp_path / "match.jsonl", bodies(DALEK))
    assert "is no database, so it holds one match; leave out --match 2" in complaint(log, "--match", 2)


def test_databases_that_are_not_ours_or_broken_stay_where_they_are(tmp_path: Path, complaint: Replay) -> None:
    foreign, broken = tmp_path / "foreign.db", tmp_path / "broken.db"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE song (name)")
    kept(broken, bodies(DALEK))
    data = bytearray(broken.read_bytes())
    data[4096:12288] = b"\xa5" * 8192
    broken.write_bytes(data)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert f"{foreign}: is a database of another program" in complaint(foreign)
    assert f"{broken} is a broken database" in complaint(broken)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "is empty, expected the log of a match"),
        ("\n \n", "is empty, expected the log of a match"),
        ("hello\n", "line 1: expected a JSON object, got 'hello'; save the log again"),
        ('{"entry": "started"}\n[1]\n', "line 2: expected a JSON object, got '[1]'"),
        ("[" * 100_000, "line 1: expected a JSON object, got '[[["),
        ('{"entry": "thrown", "dice": []}', "entry 0"),
        ('{"name": "Ana"}', "entry 0"),
        ('{"entry": "started", "game": "chess"}', "entry 0"),
    ],
)
def test_what_is_no_log_is_said_with_its_place(
    text: str, expected: str, tmp_path: Path, complaint: Replay
) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text(text, encoding="utf-8")
    said = complaint(path)
    assert str(path) in said
    assert expected in said


def test_bytes_that_are_no_text_are_said_too(tmp_path: Path, complaint: Replay) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(bytes(range(128, 256)))
    assert "line 1: expected a JSON object" in complaint(path)


def test_files_that_are_not_there_are_said(tmp_path: Path, complaint: Replay) -> None:
    assert "cannot be read (No such file or directory)" in complaint(tmp_path / "none.jsonl")
    assert "cannot be read (Is a directory)" in complaint(tmp_path)


def test_a_log_that_was_tampered_with_is_not_played(tmp_path: Path, complaint: Replay) -> None:
    log = bodies(DALEK)
    thrown = next(n for n, entry in enumerate(log) if entry["entry"] == "thrown")
    missing = [entry for n, entry in enumerate(log) if n != thrown]
    assert f"entry {thrown} " in complaint(jsonl(tmp_path / "missing.jsonl", missing))
    unknown = [*log[:thrown], {**log[thrown], "luck": 1}]
    assert f"entry {thrown}: thrown must have the fields" in complaint(
        jsonl(tmp_path / "more.jsonl", unknown)
    )


def test_games_and_rules_that_this_build_does_not_play_are_named(tmp_path: Path, complaint: Replay) -> None:
    log = bodies(DALEK)
    other = [{**log[0], "game": "chess"}]
    assert "game 'chess' is unknown; this build has 25-to-dice, dalek-dice, " in complaint(
        jsonl(tmp_path / "a.jsonl", other)
    )
    later = [{**log[0], "rules": 99}]
    assert "rules 99 of dalek-dice are unknown" in complaint(jsonl(tmp_path / "b.jsonl", later))
