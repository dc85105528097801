"""The whole box as a process: it comes up whatever is missing, touches nothing of others, stops in time."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
from dataclasses import replace
from pathlib import Path
from threading import Event

import cv2
import numpy as np
import pytest

from companion.__main__ import main
from companion.config import load
from companion.dice import D6, Die
from companion.game import msg
from companion.games import discover
from companion.run.app import DATABASE, LAST_PATIENCE, PATIENCE, Companion
from companion.run.eye_setup import TRAY, load_taught_sets, load_tray, readable_kinds, save_tray
from companion.run.stopping import stop_together
from companion.store.taught import TaughtFolder
from companion.teaching.taught_sets import TaughtSets
from companion.words import Words
from tests.boxed import box, typed
from tests.match_log import bodies, kept
from tests.vision.dalek import DICE
from vision.background.tray import Tray
from vision.read.reader import MIN_OK_PROBABILITY
from vision.sim import VirtualTray
from vision.teach.whole_pictures import album_of

SIM = ("--camera", "sim", "--panel", "sim", "--seed", "3")
NO_CAMERA = ("--camera", "v4l2:99", "--panel", "none")
WITHIN = 2.0 * 3  # seconds to stop, on a machine that runs other tests beside


def started(data: Path, *words: object) -> str:
    """What a box says that must not start; nothing of it may be left running."""
    done = typed("run", "--data", data, *(words or NO_CAMERA))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return done.stderr


def english(key: str) -> str:
    return Words().say(msg(key), "en")


# stopping


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_when_told_even_while_pages_follow_it(by: signal.Signals, tmp_path: Path) -> None:
    with box(tmp_path, *SIM) as running:
        running.until("there is a picture", lambda: running.get("/camera.jpg")[0] == 200)
        with running.stream() as stream:
            assert stream.recv(100)
            code, seconds = running.stop(by)
        assert code == 0
        assert seconds < WITHIN
        assert "Traceback" not in running.log


def test_all_that_may_hang_together_leaves_less_than_two_seconds() -> None:
    ground = ("address", "data folder", "store", "session")
    assert PATIENCE + len(ground) * LAST_PATIENCE < 2.5  # only the last two can hang at all
    assert PATIENCE + 2 * LAST_PATIENCE < 2.0


def test_parts_stop_at_the_same_time_and_those_that_hang_are_named() -> None:
    let_go, others_stopped = Event(), Event()
    assert stop_together({"eye": let_go.wait, "page": others_stopped.set}, 0.1) == ("eye",)
    assert others_stopped.is_set()
    met = Event()
    assert stop_together({"one": lambda: met.wait(60), "two": met.set}, 60) == ()
    let_go.set()


def test_it_stops_in_time_while_the_eye_is_still_learning(tmp_path: Path) -> None:
    with box(tmp_path, *SIM) as running:
        code, seconds = running.stop()
        assert code == 0
        assert seconds < WITHIN
        assert "terminate" not in running.log


def test_a_companion_that_could_not_start_leaves_nothing_behind(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        config = load(None, {"camera.source": "sim", "data": str(tmp_path), "web.port": port})
        with pytest.raises(OSError, match="in use"):
            Companion(config).start()
    again = Companion(replace(config, camera=replace(config.camera, source="v4l2:99")))
    again.start()
    assert again.alive
    assert again.stop() == ()


# what must not be touched


def test_a_port_in_use_is_said_before_anything_is_made(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = started(tmp_path / "data", *NO_CAMERA, "--port", port)
    assert f"port {port} on 127.0.0.1 is in use" in said
    assert "--port" in said
    assert not (tmp_path / "data").exists()


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    assert "is not an address of this machine" in started(tmp_path, *NO_CAMERA, "--host", "192.0.2.1")


def test_two_boxes_do_not_share_a_data_folder(tmp_path: Path) -> None:
    with box(tmp_path, *NO_CAMERA) as first:
        said = started(tmp_path, *NO_CAMERA, "--port", str(first.port + 1))
        assert f"{tmp_path}: is in use by another Cubilete (process " in said
        assert "--data" in said
        assert first.get("/")[0] == 200
        first.kill()
        with box(tmp_path, *NO_CAMERA):
            """After a kill nothing has to be cleaned up."""


def test_a_data_folder_that_can_be_none_is_said(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    for path in (file, file / "data", Path("/proc/data")):
        said = started(path)
        assert f"{path}: cannot be used as the data folder" in said
        assert "--data" in said
    assert file.read_text(encoding="utf-8") == "mine"


def test_databases_of_others_are_left_alone(tmp_path: Path) -> None:
    database = tmp_path / DATABASE
    database.write_text("a shopping list, longer than the header of a database: " + "eggs " * 50, "utf-8")
    before = database.read_bytes()
    assert f"{database}: is no database" in started(tmp_path)
    assert database.read_bytes() == before
    database.unlink()
    with sqlite3.connect(database) as db:
        db.execute("CREATE TABLE song (name)")
    before = database.read_bytes()
    assert "is a database of another program" in started(tmp_path)
    assert database.read_bytes() == before


def test_a_broken_database_is_kept_aside_and_the_page_says_so(tmp_path: Path) -> None:
    database = tmp_path / DATABASE
    kept(database, bodies(discover().games["dalek-dice"]))
    broken = bytearray(database.read_bytes())
    broken[4096:12288] = b"\xa5" * 8192
    database.write_bytes(broken)
    with box(tmp_path, *NO_CAMERA) as running:
        (aside,) = tmp_path.glob(f"{DATABASE}.broken-*")
        assert aside.read_bytes() == broken
        assert aside.name in running.log
        fault = english("table.fault.set_aside")
        running.until("the fault is shown", lambda: fault in running.faults())


def test_a_game_that_cannot_be_played_is_told_on_the_page_and_the_others_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = tmp_path / "installed"
    info = installed / "whist-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: whist\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cubilete.games]\nwhist = whist_of_somebody:PLUGIN\n")
    monkeypatch.setenv("PYTHONPATH", str(installed))
    with box(tmp_path / "data", *SIM) as running:
        fault = Words().say(msg("table.fault.broken_games", names="whist"), "en")
        running.until("the fault is shown", lambda: fault in running.faults())
        assert (
            "whist_of_somebody:PLUGIN (entry point 'whist' of cubilete.games) cannot be loaded" in running.log
        )
        status, home = running.get("/?game=dize")
        assert status == 200
        assert b"g-dize" in home
        assert b"g-whist" not in home
        assert b'class="mini bad" href="/setup"' in home
        assert fault in running.get("/setup")[1].decode()


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    done = typed("run", "--data", tmp_path, *NO_CAMERA, most_bytes=8192)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(tmp_path / DATABASE) in done.stderr
    assert "disk" in done.stderr.splitlines()[-1]
    with box(tmp_path, *NO_CAMERA) as running:
        assert running.get("/")[0] == 200


# the camera


@pytest.mark.parametrize(
    ("camera", "fault"), [("v4l2:99", "eye.camera_missing"), ("picamera2", "eye.camera_library")]
)
def test_without_its_camera_the_page_comes_up_red_and_the_box_tries_on(
    camera: str, fault: str, tmp_path: Path
) -> None:
    if camera == "picamera2" and has_picamera2():
        pytest.skip("this machine has picamera2")
    with box(tmp_path, "--camera", camera, "--panel", "sim") as running:
        faults = [english("eye.tray_unknown"), english(fault)]
        running.until("the fault is shown", lambda: running.faults() == faults)
        assert running.light() == "fault"
        assert running.get("/")[0] == 200
        assert running.get("/camera.jpg")[0] == 503
        assert running.stop()[0] == 0
        assert running.log.count("ERROR") == 1, "a trouble that lasts is logged once"


def has_picamera2() -> bool:
    try:
        import picamera2  # noqa: F401
    except ImportError:
        return False
    return True


def test_a_camera_that_is_plugged_in_later_is_taken(tmp_path: Path) -> None:
    clip = tmp_path / "late.avi"
    with box(tmp_path / "data", "--camera", f"clip:{clip}", "--panel", "none") as running:
        unlearned = [english("eye.tray_unknown")]
        running.until("the fault is shown", lambda: len(running.faults()) == 2)
        film(clip)
        running.until("there is a picture", lambda: running.get("/camera.jpg")[0] == 200)
        running.until("it is well again", lambda: running.faults() == unlearned)


def film(path: Path) -> None:
    """A clip of the virtual tray: empty, then a die that lies."""
    tray = VirtualTray(5)
    writer = cv2.VideoWriter(
        str(path.with_suffix(".part.avi")), cv2.VideoWriter.fourcc(*"MJPG"), 15, (640, 480)
    )
    for number in range(90):
        if number == 30:
            tray.lay([Die(D6.id, "4")])
        frame = tray.read()
        assert frame is not None
        writer.write(frame.image)
    writer.release()
    path.with_suffix(".part.avi").rename(path)


def test_no_pins_are_said_and_played_without(tmp_path: Path) -> None:
    if os.path.exists("/dev/gpiochip0"):
        pytest.skip("this machine has pins")
    with box(tmp_path, "--camera", "sim", "--panel", "gpio") as running:
        running.until("the fault is shown", lambda: running.faults() == [english("panel.no_pins")])
        assert running.get("/")[0] == 200


def test_the_virtual_tray_is_seen_by_the_page(tmp_path: Path) -> None:
    with box(tmp_path, *SIM) as running:
        running.until("there is a picture", lambda: running.get("/camera.jpg")[0] == 200)
        assert running.faults() == []
        assert running.light() != "fault"


# pages


def test_an_unknown_match_is_answered_with_a_page(tmp_path: Path) -> None:
    with box(tmp_path, *NO_CAMERA) as running:
        status, body = running.get("/matches/99")
        assert status == 404
        assert b"99" in body
        assert b"/matches" in body


def test_a_log_saved_from_the_page_can_be_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with box(tmp_path / "data", *NO_CAMERA) as running:
        assert running.post("/matches", "game=dalek-dice&seat=Ana&seat=Teo")[0] == 303
        status, log = running.get("/matches/1/log.jsonl")
        assert status == 200
        (tmp_path / "match.jsonl").write_bytes(log)
        views = []
        for words in ([tmp_path / "match.jsonl"], [tmp_path / "data" / DATABASE, "--match", "1"]):
            assert main(["replay", *map(str, words)]) == 0
            views.append(capsys.readouterr().out)
    assert views[0] == views[1] != ""
    with box(tmp_path / "data", *NO_CAMERA) as running:
        assert running.get("/table")[0] == 200, "the match is on the table again"
        assert running.light() == "fault"


# what the eye is made of


def test_the_bar_is_the_readers_own_unless_set() -> None:
    assert load(None, {}, {}).reader.sure == MIN_OK_PROBABILITY


def test_the_empty_tray_is_kept_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "data" / TRAY
    assert load_tray(path) == (None, {"tray": msg("eye.tray_unknown")})
    tray = Tray.from_empty(VirtualTray(5).empty_picture())
    save_tray(tray, path)
    found, troubles = load_tray(path)
    assert found is not None
    assert np.array_equal(found.look, tray.look)
    assert troubles == {}
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        save_tray(replace(tray, noise=tray.noise + 1), path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_a_kept_tray_that_cannot_be_read_is_a_fault_not_an_end(tmp_path: Path) -> None:
    (tmp_path / TRAY).write_bytes(b"PK\x03\x04 not a tray")
    found, troubles = load_tray(tmp_path / TRAY)
    assert found is None
    assert [english(text.key) for text in troubles.values()] == [english("eye.tray_broken")]


def test_dice_are_known_by_their_kept_sets_and_a_folder_of_pictures_is_told(tmp_path: Path) -> None:
    sets = TaughtSets(TaughtFolder(tmp_path), discover().games.values())
    assert load_taught_sets(sets) == ((), {})
    (tmp_path / "dalek").mkdir()
    assert [text.key for text in load_taught_sets(sets)[1].values()] == ["eye.dice_pictures"]
    kind, tray = sets.kinds["dalek"], VirtualTray(5, dice=DICE)
    album = album_of(tray.teach_pictures("dalek", 1), Tray.from_empty(tray.empty_picture()), "dalek")
    sets.folder.write("dalek", album.to_json())
    known, troubles = load_taught_sets(sets)
    assert [(taught.kind, set(taught.faces)) for taught in known] == [("dalek", set(kind.faces))]
    assert troubles == {}
    assert readable_kinds(sets, known) == (D6, kind)
    sets.folder.write("dalek", album.to_json()[:1000])
    known, troubles = load_taught_sets(sets)
    assert known == ()
    assert [text.key for text in troubles.values()] == ["eye.dice_broken"]
