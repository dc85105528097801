"""The whole box for a test: all real parts, in this process or in one of its own.

Refuses to know any game. What only a test may know (what really lies in the virtual tray, which die the table
asks about) is caught at the wiring, without putting anything in the place of a real part.
"""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import dist
from pathlib import Path
from threading import Thread, Timer
from threading import enumerate as enumerate_threads
from typing import Any

import pytest

from companion.config import load
from companion.run.app import Companion
from companion.table.shown_feed import ShownFeed
from hardware.keys import REACTION_SECONDS
from vision.sim import VirtualTray
from vision.sim.truth import Lying

ROOT = Path(__file__).resolve().parents[2]
START = 60.0  # seconds that a start may take on a busy machine


@dataclass(frozen=True)
class House:
    """A companion that runs in this process, and its virtual tray."""

    companion: Companion
    tray: VirtualTray
    board: ShownFeed

    @property
    def address(self) -> str:
        return self.companion.address

    def lying(self) -> tuple[Lying, ...]:
        """What really lies in the tray."""
        return self.tray.truth().dice

    def asked(self) -> Lying | None:
        """The die that the table asks about now."""
        shown = self.board.latest()
        if shown is None or shown.query is None:
            return None
        x0, y0, x1, y1 = shown.query.box
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        return min(self.lying(), key=lambda die: dist(middle, centre(die)), default=None)

    def noticed(self) -> bool:
        """Whether whoever watches can have seen by now which die is asked about, if any."""
        seen, now = self.board.before(REACTION_SECONDS), self.board.latest()
        return seen is not None and now is not None and seen.about == now.about


def centre(die: Lying) -> tuple[float, float]:
    """The middle of a die's upper face, in pixels of the picture."""
    return (sum(x for x, _ in die.quad) / 4, sum(y for _, y in die.quad) / 4)


@contextmanager
def caught(*kinds: type) -> Iterator[dict[type, Any]]:
    """What is made of these classes meanwhile, the last one of each: the real thing, only remembered."""
    made: dict[type, Any] = {}

    def remembering(kind: type) -> Callable[..., None]:
        begin: Callable[..., None] = kind.__init__  # type: ignore[misc]

        def init(self: object, *args: object, **more: object) -> None:
            begin(self, *args, **more)
            made[kind] = self

        return init

    with pytest.MonkeyPatch.context() as patch:
        for kind in kinds:
            patch.setattr(kind, "__init__", remembering(kind))
        yield made


@contextmanager
def running(data: Path, seed: int, **wishes: object) -> Iterator[House]:
    """A companion with a virtual tray and box, on a port of its own; `reader_sure=0.9` sets `reader.sure`."""
    asked = {name.replace("_", ".", 1): value for name, value in wishes.items()}
    config = load(None, {"camera.source": "sim", "panel.kind": "sim", "data": str(data)} | asked)
    config = replace(config, web=replace(config.web, port=0))
    companion = Companion(config, seed)
    before = set(enumerate_threads())
    try:
        with caught(VirtualTray, ShownFeed) as made:
            companion.start()
        yield House(companion, made[VirtualTray], made[ShownFeed])
    finally:
        companion.stop()
        for thread in set(enumerate_threads()) - before:
            thread.join(START)  # an eye in the middle of a picture; leaving it would end this process badly


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class Box:
    """`cubilete run` in a process of its own, which can be killed and started again on the same data."""

    def __init__(self, data: Path, *, host: str = "127.0.0.1", seed: int = 5) -> None:
        self.port = free_port()
        self._said: list[str] = []
        self._command = [
            sys.executable, "-m", "companion", "run", "--camera", "sim", "--panel", "sim",
            "--data", str(data), "--host", host, "--port", str(self.port), "--seed", str(seed),
        ]  # fmt: skip
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def said(self) -> str:
        """What it has said since its last start."""
        return "".join(self._said)

    @property
    def code(self) -> str:
        """The pairing code, as the box says it."""
        return self.said.split("the code ")[1].split(".")[0]

    def start(self) -> None:
        """Start it, and wait until it says that it is ready for other devices too."""
        self._said.clear()
        self._process = process = subprocess.Popen(
            self._command, cwd=ROOT, env=os.environ | {"OPENCV_NUM_THREADS": "1"},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        for line in _lines(process, START):
            self._said.append(line)
            if "paired" in line:
                break
        else:
            raise AssertionError(f"cubilete did not start: {self.said}")
        Thread(target=self._listen, args=(process,), daemon=True).start()  # a full pipe would stop it

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self._said.extend(process.stdout)

    def kill(self) -> None:
        """kill -9: no part gets to say goodbye."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def terminate(self) -> int:
        """SIGTERM, as systemd stops it; its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(10)


def _lines(process: subprocess.Popen[str], within: float) -> Iterator[str]:
    """What it says, line by line; a process that says nothing for too long is ended."""
    assert process.stdout is not None
    timer = Timer(within, process.kill)
    timer.start()
    try:
        while line := process.stdout.readline():
            yield line
    finally:
        timer.cancel()


@dataclass(frozen=True)
class Said:
    """An answer over raw HTTP."""

    status: int
    headers: Mapping[str, str]
    text: str


def ask(
    at: tuple[str, int], path: str, form: str | None = None, headers: Mapping[str, str] | None = None
) -> Said:
    """GET, or POST `form`, as a program would that writes its own headers."""
    connection = http.client.HTTPConnection(*at, timeout=10)
    more = dict(headers or {})
    if form is not None:
        more["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        connection.request("GET" if form is None else "POST", path, form, more)
        answer = connection.getresponse()
        return Said(answer.status, dict(answer.getheaders()), answer.read().decode())
    finally:
        connection.close()
