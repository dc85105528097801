"""What systemd is told, over a socket like its own."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from hardware.notify import Watchdog, interval, say


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(str(tmp_path / "notify"))
        door.settimeout(20)
        yield door


def env(door: socket.socket) -> dict[str, str]:
    return {"NOTIFY_SOCKET": str(door.getsockname())}


def test_what_is_said_is_heard(systemd: socket.socket) -> None:
    assert say("READY=1\nSTATUS=con 2 jugadores", env(systemd))
    assert systemd.recv(100).decode() == "READY=1\nSTATUS=con 2 jugadores"


def test_a_socket_without_a_file_is_found() -> None:
    name = f"cubilete-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind(f"\0{name}")
        door.settimeout(20)
        assert say("STOPPING=1", {"NOTIFY_SOCKET": f"@{name}"})
        assert door.recv(100) == b"STOPPING=1"


def test_without_systemd_nothing_is_said_and_nothing_breaks(tmp_path: Path) -> None:
    assert not say("READY=1", {})
    assert not say("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "gone")})


def test_a_sign_of_life_is_due_in_half_the_time_allowed() -> None:
    assert interval({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}) == 15.0
    assert interval({"WATCHDOG_USEC": "30000000"}) == 15.0


@pytest.mark.parametrize(
    "said",
    [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}, {"WATCHDOG_USEC": "9", "WATCHDOG_PID": "1"}],
)
def test_where_no_sign_of_life_is_asked_for_none_is_due(said: dict[str, str]) -> None:
    assert interval(said) is None


def test_signs_of_life_are_given_while_alive_and_only_then() -> None:
    alive = True
    asked, told = Event(), Event()
    said: list[str] = []

    def is_alive() -> bool:
        if not alive:
            asked.set()
        return alive

    def tell(text: str) -> bool:
        said.append(text)
        told.set()
        return True

    dog = Watchdog(is_alive, 0.001, tell)
    dog.start()
    assert told.wait(20)
    alive = False
    assert asked.wait(20)
    count = len(said)
    asked.clear()
    assert asked.wait(20)
    assert len(said) == count
    assert set(said) == {"WATCHDOG=1"}
    dog.stop()


def test_a_check_that_breaks_gives_no_sign_of_life() -> None:
    said: list[str] = []
    ran = Event()

    def broken() -> bool:
        ran.set()
        raise RuntimeError("session gone")

    def tell(text: str) -> bool:
        said.append(text)
        return True

    dog = Watchdog(broken, 0.001, tell)
    dog.start()
    assert ran.wait(20)
    dog.stop()
    assert said == []
