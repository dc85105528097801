"""The whole box on a data folder that a disk has damaged: it comes up, says what was lost, and plays."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path

import pytest

from companion.game import msg
from companion.games import discover
from companion.words import Words
from tests.boxed import Box, box
from tests.match_log import bodies, kept

NO_CAMERA = ("--camera", "v4l2:99", "--panel", "none")
PAGES = ("/", "/matches", "/matches/1", "/matches/3", "/setup")


def english(key: str, **args: int | str) -> str:
    return Words().say(msg(key, **args), "en")


def sql(data: Path, statement: str, *values: object) -> None:
    db = sqlite3.connect(data / "cubilete.db", isolation_level=None)
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute(statement, values)
    db.close()


def secret(data: Path) -> str:
    db = sqlite3.connect(data / "cubilete.db")
    ((text,),) = db.execute("SELECT value FROM setting WHERE name = 'web.secret'").fetchall()
    db.close()
    assert isinstance(text, str)
    return text


def says_of_no_loss(running: Box) -> None:
    camera = english("eye.camera_missing")
    running.until("the camera is missed", lambda: camera in running.faults())
    assert set(running.faults()) <= {camera, english("eye.tray_unknown")}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three matches, the last of them on the table."""
    log = bodies(discover().games["dalek-dice"])
    kept(tmp_path / "cubilete.db", log, log[:-3], log[:-3])
    return tmp_path


def says(running: Box, fault: str) -> None:
    running.until(f"the box says {fault!r}", lambda: fault in running.faults())
    assert [running.get(page)[0] for page in PAGES] == [200] * len(PAGES)
    assert fault in running.get("/setup")[1].decode()
    assert "Traceback" not in running.log


def test_a_damaged_head_costs_one_line_of_the_list(data: Path) -> None:
    sql(data, "UPDATE match SET head = CAST (? AS TEXT) WHERE id = 2", b'{"game": "\xff"}')
    with box(data, *NO_CAMERA) as running:
        says(running, english("table.fault.damaged", n=1))
        listed = re.findall(r'href="/matches/(\d)"', running.get("/matches")[1].decode())
        assert set(listed) == {"1", "3"}
        assert running.get("/matches/2")[0] == 404
        assert running.get("/table")[0] == 200


@pytest.mark.parametrize("change", ["UPDATE setting SET value = 'zz' || value", "DELETE FROM setting"])
def test_a_damaged_secret_is_renewed_and_devices_are_to_be_paired_again(data: Path, change: str) -> None:
    fault = english("table.fault.pairing")
    first = "ab" * 32
    sql(data, "INSERT INTO setting VALUES ('web.secret', ?)", first)
    sql(data, change)
    with box(data, *NO_CAMERA) as running:
        says(running, fault)
    second = secret(data)
    assert second != first
    assert len(bytes.fromhex(second)) == 32
    with box(data, *NO_CAMERA) as running:
        assert running.get("/table")[0] == 200
        assert fault not in running.faults()
    assert secret(data) == second


def test_a_box_that_is_new_has_lost_nothing(tmp_path: Path) -> None:
    with box(tmp_path, *NO_CAMERA) as running:
        says_of_no_loss(running)


def test_a_table_that_is_lost_is_empty_and_can_be_laid_again(data: Path) -> None:
    sql(data, "DELETE FROM on_table")
    fault = english("table.fault.table_lost")
    with box(data, *NO_CAMERA) as running:
        says(running, fault)
        assert running.get("/table")[0] == 303
        assert running.post("/matches/3/resume", "")[0] == 303
        assert running.get("/table")[0] == 200
        assert fault not in running.faults()


def test_matches_of_a_game_that_was_taken_away_stay_and_are_told(data: Path) -> None:
    sql(data, "UPDATE match SET head = replace (head, 'dalek-dice', 'snakes') WHERE id = 2")
    with box(data, *NO_CAMERA) as running:
        says(running, english("table.fault.games", games="snakes"))
        assert set(re.findall(r'href="/matches/(\d)"', running.get("/matches")[1].decode())) == {"1", "3"}


def test_a_broken_entry_is_said_to_be_one_and_the_match_can_be_looked_at(data: Path) -> None:
    sql(data, "DROP TRIGGER entry_stays")
    sql(data, "UPDATE entry SET body = CAST (x'7bff' AS TEXT) WHERE match = 3 AND number = 2")
    with box(data, *NO_CAMERA) as running:
        says(running, english("table.refused.log", n=2))
        assert running.get("/matches/3/log.jsonl")[0] == 200
        status, page = running.post("/matches/3/resume", "")
        assert status == 409
        assert "apunte 2" in page.decode()
        assert "espacio" not in page.decode()
        assert running.post("/matches/2/resume", "")[0] == 303


@pytest.mark.parametrize("size", [0, None])
def test_matches_that_are_gone_are_missed_and_said_once(data: Path, size: int | None) -> None:
    database = data / "cubilete.db"
    database.unlink() if size is None else os.truncate(database, size)
    with box(data, *NO_CAMERA) as running:
        fault = english("table.fault.gone")
        running.until("it is said", lambda: fault in running.faults())
        assert english("table.fault.pairing") in running.faults()
        assert running.get("/")[0] == 200
        assert running.post("/matches", "game=dalek-dice&seat=Ana&seat=Teo")[0] == 303
        assert [path.stat().st_size for path in data.glob("cubilete.db.broken-*[0-9]")] == [size] * (
            size is not None
        )
    with box(data, *NO_CAMERA) as running:
        says_of_no_loss(running)
