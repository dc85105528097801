"""The server: it says what is wrong with an address, ends dead streams, and stops in time."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from urllib.request import urlopen

import pytest

from tests.web import states
from tests.web.fakes import House, house
from web import live
from web.serve import ListenError, Server, serve


def wait_until(true: Callable[[], bool], what: str) -> None:
    for _ in range(500):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError(f"waited ten seconds for {what}")


def follower(port: int) -> socket.socket:
    """An open stream, its first event read."""
    made = socket.create_connection(("127.0.0.1", port), timeout=10)
    made.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    read = b""
    while b"data:" not in read:
        got = made.recv(4096)
        assert got, read
        read += got
    return made


@pytest.fixture
def running() -> tuple[House, Server]:
    made = house(states.move())
    server = serve(made.app, "127.0.0.1", 0)
    server.start()
    return made, server


def test_a_port_in_use_is_said_with_the_way_out(running: tuple[House, Server]) -> None:
    _, server = running
    with pytest.raises(ListenError, match=rf"port {server.port} on 127.0.0.1 is in use.*--port"):
        serve(house().app, "127.0.0.1", server.port)
    server.stop()


@pytest.mark.parametrize(("host", "port"), [("203.0.113.9", 0), ("no such host", 0)])
def test_an_address_that_is_not_ours_is_said_with_the_way_out(host: str, port: int) -> None:
    with pytest.raises(ListenError, match="--host"):
        serve(house().app, host, port)


@pytest.mark.parametrize("port", [-1, 65_536, 99_999])
def test_a_port_that_cannot_be_is_said_and_not_bent_into_another(port: int) -> None:
    with pytest.raises(ListenError, match=f"0–65535, got {port}"):
        serve(house().app, "127.0.0.1", port)


def test_it_stops_within_two_seconds_though_streams_are_open(running: tuple[House, Server]) -> None:
    made, server = running
    open_ones = [follower(server.port) for _ in range(6)]
    assert made.app.extensions["streams"].inside == 6
    port, began = server.port, time.monotonic()
    server.stop()
    assert time.monotonic() - began < 2
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", port), timeout=1)
    for one in open_ones:
        one.close()


def test_it_can_be_stopped_twice_and_before_it_started() -> None:
    server = serve(house().app, "127.0.0.1", 0)
    server.stop()
    server.stop()


def test_pages_are_served_while_all_streams_are_taken(running: tuple[House, Server]) -> None:
    made, server = running
    streams = [follower(server.port) for _ in range(made.parts.streams)]
    with urlopen(f"http://127.0.0.1:{server.port}/health", timeout=5) as answer:
        assert answer.status == 200
    for one in streams:
        one.close()
    server.stop()


def test_a_stream_whose_reader_has_gone_is_ended(
    running: tuple[House, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "HEARTBEAT", 0.05)
    monkeypatch.setattr(live, "SLICE", 0.05)
    made, server = running
    gone = [follower(server.port) for _ in range(3)]
    for one in gone:
        one.close()
    wait_until(lambda: made.app.extensions["streams"].inside == 0, "dead streams to be ended")
    server.stop()
