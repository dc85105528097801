"""The eye's thread: it opens what fails again, says each trouble once, lets no source hold it up."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import cv2
import numpy as np
import pytest

from companion.dice import D6, Die, Reading, Seen
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.sources.frames import Clip, Frame, Source
from vision.sources.live import CameraTrouble
from vision.sources.paced import PacedClip
from vision.watch import worker as room
from vision.watch.eye import Eye
from vision.watch.worker import Worker

SEED = 5


class Shows:
    """A source that gives these pictures, then waits until it is closed."""

    def __init__(self, *images: Image, then: Callable[[], Frame | None] | None = None) -> None:
        self._images = list(images)
        self._given = 0
        self._then = then
        self.closed = Event()

    def read(self) -> Frame | None:
        if self._given < len(self._images):
            self._given += 1
            return Frame(self._images[self._given - 1], self._given - 1, self._given / 15)
        if self._then is not None:
            return self._then()
        self.closed.wait(60)
        return None

    def close(self) -> None:
        self.closed.set()


class Heard:
    """What a worker tells."""

    def __init__(self) -> None:
        self.readings: list[Reading] = []
        self.troubles: list[str | None] = []

    def until(self, true: Callable[[], bool]) -> None:
        over = monotonic() + 60
        while not true():
            assert monotonic() < over, (self.troubles, self.readings)
            sleep(0.005)


@contextmanager
def at_work(open_source: Callable[[], Source], tray: Tray | None = None) -> Iterator[tuple[Worker, Heard]]:
    heard = Heard()
    worker = Worker(open_source, Eye(Reader((D6,), tray)), heard.readings.append, heard.troubles.append)
    worker.start()
    try:
        yield worker, heard
    finally:
        worker.stop()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "RETRY_SECONDS", 0.02)


@pytest.fixture(scope="module")
def empty() -> Image:
    return VirtualTray(SEED).empty_picture()


@pytest.fixture(scope="module")
def four() -> Image:
    """A picture of the tray with a four in it."""
    tray = VirtualTray(SEED)
    tray.lay([Die(D6.id, "4")])
    frame = tray.read()
    assert frame is not None
    return frame.image


def test_a_camera_that_comes_back_is_taken_and_its_trouble_logged_once(
    empty: Image, caplog: pytest.LogCaptureFixture
) -> None:
    tries = 0

    def opened() -> Source:
        nonlocal tries
        tries += 1
        if tries < 5:
            raise CameraTrouble("missing", "no camera; plug it in")
        return Shows(empty)

    with caplog.at_level(logging.INFO, "vision"), at_work(opened) as (worker, heard):
        heard.until(lambda: bool(heard.readings))
        assert worker.alive()
    assert heard.troubles == ["missing", None]
    assert [record.message for record in caplog.records] == ["no camera; plug it in", "the eye sees"]


def test_a_picture_grows_old_while_its_camera_is_tried_again_and_again(empty: Image) -> None:
    opened: list[Source] = []

    def open_source() -> Source:
        if opened:
            opened.append(opened[0])
            raise CameraTrouble("lost", "unplugged")
        opened.append(Shows(empty, then=lambda: None))
        return opened[0]

    with at_work(open_source) as (worker, heard):
        heard.until(lambda: len(opened) > 2)
        tries, before, seen = len(opened), worker.age(), worker.frame_jpeg()
        heard.until(lambda: len(opened) > tries + 3)
        after, shown = worker.age(), worker.frame_jpeg()
        assert before is not None
        assert after is not None
        assert after >= before + 3 * room.RETRY_SECONDS
        assert seen is not None
        assert shown is not None
        assert (shown[0], shown[1]) == (seen[0], seen[1])
        assert shown[2] > seen[2]


def test_a_film_that_ends_is_a_trouble(empty: Image) -> None:
    with at_work(lambda: Shows(empty, then=lambda: None)) as (_, heard):
        heard.until(lambda: "ended" in heard.troubles)


def test_an_eye_that_fails_is_a_trouble_and_begins_anew(
    empty: Image, caplog: pytest.LogCaptureFixture
) -> None:
    sources = iter([Shows(np.zeros((0, 0, 3), np.uint8)), Shows(empty)])
    with at_work(lambda: next(sources)) as (_, heard):
        heard.until(lambda: bool(heard.readings))
    assert heard.troubles == ["reader", None]
    assert "Traceback" in caplog.text


def test_pictures_of_another_size_than_the_trays_are_shown_and_not_read(empty: Image, four: Image) -> None:
    small = np.asarray(cv2.resize(four, (320, 240)), dtype=np.uint8)
    with at_work(lambda: Shows(small), Tray.from_empty(empty)) as (worker, heard):
        heard.until(lambda: heard.troubles == ["size"] and worker.frame_jpeg() is not None)
        assert heard.readings == []
        assert isinstance(worker.calibrate(insist=True), Tray)  # learned anew, such pictures fit
        assert worker._eye.size == (320, 240)


def test_reading_again_tells_the_same_without_anything_rolling(empty: Image, four: Image) -> None:
    def more() -> Frame | None:
        sleep(0.005)
        return Frame(four, 10, 10.0)

    with at_work(lambda: Shows(four, four, then=more), Tray.from_empty(empty)) as (worker, heard):
        heard.until(lambda: len(heard.readings) == 1)
        worker.look_again()
        heard.until(lambda: len(heard.readings) == 2)
    assert [reading.state for reading in heard.readings] == ["settled", "settled"]
    assert [[die.face for die in reading.dice] for reading in heard.readings] == [["4"], ["4"]]


def test_who_wishes_a_new_look_never_waits_for_an_eye_that_hangs(
    empty: Image, four: Image, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, let_go = Event(), Event()
    read = Reader.read

    def hangs(reader: Reader, image: Image, kinds: tuple[str, ...] | None = None) -> tuple[Seen, ...]:
        begun.set()
        assert let_go.wait(60)
        return read(reader, image, kinds=kinds)

    def more() -> Frame | None:
        sleep(0.005)
        return Frame(four, 10, 10.0)

    monkeypatch.setattr(Reader, "read", hangs)
    with at_work(lambda: Shows(four, four, then=more), Tray.from_empty(empty)) as (worker, heard):
        assert begun.wait(60)
        wish = Thread(target=worker.look_again, daemon=True)
        wish.start()
        wish.join(30)
        waited = wish.is_alive()
        let_go.set()
        assert not waited
        heard.until(lambda: bool(heard.readings))


def test_a_camera_that_gives_nothing_does_not_hold_up_the_end(empty: Image) -> None:
    source = Shows(empty)
    with at_work(lambda: source) as (worker, heard):
        heard.until(lambda: bool(heard.readings))
        assert worker.stop(30)
    assert source.closed.is_set()
    assert not worker.alive()


def test_a_camera_that_hangs_even_when_closed_is_left_behind(empty: Image) -> None:
    let_go = Event()

    class Hangs(Shows):
        def close(self) -> None:
            let_go.wait(60)

    with at_work(lambda: Hangs(empty)) as (worker, heard):
        heard.until(lambda: bool(heard.readings))
        assert not worker.stop(0.5)
        let_go.set()


def test_a_clip_runs_at_its_own_rate_and_may_be_closed_by_anyone(empty: Image, tmp_path: Path) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (640, 480))
    for _ in range(10):
        writer.write(empty)
    writer.release()
    begun = monotonic()
    clip = PacedClip(Clip(path))
    frames = [clip.read() for _ in range(10)]
    assert monotonic() - begun > 9 / 20 - 0.01
    times = [frame.at for frame in frames if frame is not None]
    assert np.allclose(np.diff(times), 1 / 20)
    assert begun <= times[0] <= monotonic()
    assert clip.read() is None
    other = PacedClip(Clip(path))
    other.close()
    assert other.read() is None
