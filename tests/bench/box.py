"""The real companion, running in this process over the virtual tray, with notes of what passed when.

The notes are taken in subclasses of its own parts, which do what they always do. Refuses to know any figure.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, thread_time
from unittest.mock import patch

from companion.config import load
from companion.dice import Reading
from companion.run.app import Companion
from companion.table.session import Session
from companion.table.shown.snapshot import Shown
from companion.table.shown_feed import ShownFeed
from companion.table.wishes import Sight, Wish
from tests.bench.machine import ROOT
from vision.sim import VirtualTray
from vision.sources.frames import Frame


@dataclass
class Notes:
    """What passed, each with its moment (monotonic)."""

    rests: list[float] = field(
        default_factory=list
    )  # frames in which the tray, by its own truth, came to rest
    readings: list[tuple[float, Reading]] = field(default_factory=list)  # told to the session
    published: list[tuple[float, Shown]] = field(default_factory=list)
    drawing: float = 0.0  # CPU seconds of the virtual tray
    moving: bool = False


@dataclass
class Box:
    """A running companion and where it is."""

    origin: str
    notes: Notes

    @property
    def shown(self) -> Shown:
        return self.notes.published[-1][1]


@contextmanager
def running(seed: int, fps: float = 15.0) -> Iterator[Box]:
    """The companion as `cubilete run --camera sim --panel sim` starts it, on a fresh data folder."""
    notes = Notes()
    with TemporaryDirectory() as data, ExitStack() as stack:
        for name, part in noting(notes).items():
            stack.enter_context(patch(name, part))
        stack.enter_context(patch("companion.run.eye_setup.SIM_FPS", fps))
        companion = Companion(load(None, settings(Path(data))), seed=seed)
        companion.start()
        stack.callback(companion.stop)
        yield Box(companion.address.replace("localhost", "127.0.0.1"), notes)


def settings(data: Path) -> dict[str, object]:
    return {
        "camera.source": "sim",
        "panel.kind": "sim",
        "data": str(data),
        "web.host": "127.0.0.1",
        "web.port": free_port(),
    }


def free_port() -> int:
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        port: int = asked.getsockname()[1]
        return port


def noting(notes: Notes) -> dict[str, type]:
    """The parts that take notes, by the names under which the companion finds them."""

    class NotingTray(VirtualTray):
        def read(self) -> Frame | None:
            start = thread_time()
            frame = super().read()
            notes.drawing += thread_time() - start
            before, notes.moving = notes.moving, self.busy
            if frame is not None and before and not notes.moving:
                notes.rests.append(frame.at)
            return frame

    class NotingSession(Session):
        def tell(self, w: Wish) -> None:
            if isinstance(w, Sight):
                notes.readings.append((monotonic(), w.reading))
            super().tell(w)

    class NotingBoard(ShownFeed):
        def publish(self, shown: Shown) -> None:
            notes.published.append((monotonic(), shown))
            super().publish(shown)

    return {
        "companion.run.eye_setup.VirtualTray": NotingTray,
        "companion.run.app.Session": NotingSession,
        "companion.run.app.ShownFeed": NotingBoard,
    }


class FollowerLostError(Exception):
    """A follower that should have followed to the end did not."""


@dataclass(frozen=True)
class Arrival:
    """An event at a follower: the number of what it shows, when it came, which pieces it changed."""

    number: int
    came: float
    slots: tuple[str, ...]


@contextmanager
def followed(origin: str, *, pictures: bool = False) -> Iterator[list[Arrival]]:
    """A page that follows the table, its living picture on if `pictures`; the list grows as events come."""
    arrivals: list[Arrival] = []
    started = [_follower(origin, what) for what in ("events", *(["pictures"] if pictures else []))]

    def listen() -> None:
        for line in started[0].stdout or ():
            told = json.loads(line)
            arrivals.append(Arrival(told["number"], told["came"], tuple(told["slots"])))

    listening = Thread(target=listen, daemon=True)
    listening.start()
    try:
        yield arrivals
        if any(each.poll() is not None for each in started):
            raise FollowerLostError(
                "a follower ended by itself: what was measured was not followed all the time"
            )
    finally:
        for each in started:
            each.kill()
            each.wait()
        listening.join(5)
        for each in started:
            if each.stdout:
                each.stdout.close()


def _follower(origin: str, what: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "tests.bench.follower", origin, what]
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
