"""The door: what one device may take of connections, time and memory, with real sockets at a real server."""

from __future__ import annotations

import re
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from tests.web import states
from tests.web.fakes import House, house
from tests.web.test_serve import follower, wait_until
from web import door
from web.door import OWN_PLACES, PER_ADDRESS, PLACES, crowded_address
from web.security import FORM_BYTES
from web.serve import LONGEST_BODY, Server, serve
from web.teach import FILE_BYTES

BOX, GUEST, OTHER = "127.0.0.1", "127.0.0.2", "127.0.0.3"
GET = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


class Visitors:
    """Devices that connect to one served page."""

    def __init__(self, port: int, closing: ExitStack) -> None:
        self.port = port
        self._closing = closing

    def connect(self, address: str, say: bytes = b"") -> socket.socket:
        made = socket.create_connection((BOX, self.port), timeout=10, source_address=(address, 0))
        self._closing.callback(made.close)
        made.sendall(say)
        return made

    def ask(self, address: str, request: bytes = GET) -> str:
        """The answer to one request on a connection of its own."""
        return answer(self.connect(address, request))


def answer(connection: socket.socket) -> str:
    """The status and all of the body that is there; empty: the connection was closed."""
    try:
        return connection.recv(65536).decode()
    except ConnectionError:
        return ""


def is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0.01)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, Visitors]]:
    """A served house and devices at home, which all of 127.0.0.0/8 but 127.0.0.1 stand for here."""
    monkeypatch.setattr("web.security.is_loopback_address", lambda address: address == BOX)
    monkeypatch.setattr(door, "is_loopback_address", lambda address: address == BOX)
    made = house(states.move())
    server: Server = serve(made.app, BOX, 0)
    server.start()
    with ExitStack() as closing:
        closing.callback(server.stop)
        yield made, Visitors(server.port, closing)


# connections


@pytest.mark.parametrize("say", [b"", b"GET / HTTP/1.1\r\nHost: 127"], ids=["idle", "headers begun"])
def test_a_guest_with_110_connections_shuts_the_page_for_nobody(
    served: tuple[House, Visitors], say: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, visitors = served
    monkeypatch.setattr(door, "PATIENCE_SECONDS", 1000.0)  # it is not their idleness that makes room
    many = [visitors.connect(GUEST, say) for _ in range(110)]
    for address in (BOX, OTHER, GUEST):
        assert visitors.ask(address).startswith("HTTP/1.1 200"), address
    assert sum(not is_closed(one) for one in many) <= PER_ADDRESS  # the oldest made room


def test_a_guest_whose_connections_are_all_being_served_gets_no_more_of_them(
    served: tuple[House, Visitors], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, visitors = served
    monkeypatch.setattr(door, "PER_ADDRESS", 2)
    for _ in range(2):
        assert visitors.ask(GUEST, GET.replace(b"/health", b"/events")).startswith("HTTP/1.1 200")
    assert visitors.ask(GUEST) == ""
    assert visitors.ask(OTHER).startswith("HTTP/1.1 200")


def test_a_device_may_have_so_many_connections_and_the_house_so_many() -> None:
    assert crowded_address("a", ["a"] * (PER_ADDRESS - 1)) is None
    assert crowded_address("a", ["a"] * PER_ADDRESS) == "a"
    assert crowded_address("b", ["a"] * PER_ADDRESS) is None
    full = ["a"] * PER_ADDRESS + [f"192.168.1.{n}" for n in range(PLACES - PER_ADDRESS)]
    assert crowded_address("b", full) == "a"
    assert crowded_address("b", full[:-1]) is None


def test_places_are_kept_for_the_box_itself() -> None:
    full = [f"192.168.1.{n}" for n in range(PLACES)]
    assert crowded_address(BOX, full) is None
    assert crowded_address("::1", [*full, *[BOX] * (OWN_PLACES - 1)]) is None
    assert crowded_address("::ffff:127.0.0.1", [*full, *[BOX] * OWN_PLACES]) == BOX


# time


def test_connections_that_owe_a_request_are_cut_and_a_stream_is_not(
    served: tuple[House, Visitors], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, visitors = served
    stream = visitors.connect(OTHER, GET.replace(b"/health", b"/events"))
    assert answer(stream).startswith("HTTP/1.1 200")
    kept = visitors.connect(OTHER, GET)
    assert answer(kept).startswith("HTTP/1.1 200")
    post = b"POST /pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\ncode="
    idle, dripping, body = (visitors.connect(GUEST, said) for said in (b"", GET[:9], post))
    monkeypatch.setattr(door, "PATIENCE_SECONDS", 0.5)
    begun = time.monotonic()
    slow = {"idle": idle, "kept alive": kept, "dripping headers": dripping, "a dripping body": body}
    while slow and time.monotonic() - begun < 10:
        for one in (dripping, body):
            with suppress(ConnectionError):
                one.sendall(b"x")
        time.sleep(0.1)
        slow = {name: one for name, one in slow.items() if not is_closed(one)}
    assert slow == {}
    assert not is_closed(stream)


def test_a_body_that_comes_steadily_is_given_its_time(
    served: tuple[House, Visitors], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, visitors = served
    monkeypatch.setattr(door, "PATIENCE_SECONDS", 0.3)
    monkeypatch.setattr(door, "BODY_SPEED", 1000)
    one = visitors.connect(
        GUEST, b"POST /pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 6000\r\n\r\n" + b"x" * 3000
    )
    for _ in range(10):
        time.sleep(0.1)
        one.sendall(b"x" * 300)
    assert answer(one).startswith("HTTP/1.1 403")


# bodies


@pytest.fixture
def spooled(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The temporary files that bodies were put into."""
    made: list[Any] = []
    real = tempfile.TemporaryFile

    def spool(*args: Any, **more: Any) -> Any:
        made.append(real(*args, **more))
        return made[-1]

    monkeypatch.setattr(tempfile, "TemporaryFile", spool)
    return made


def post(path: str, length: int, *headers: str) -> bytes:
    lines = (f"POST {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {length}", *headers)
    return "\r\n".join((*lines, "Accept: application/json", "", "")).encode()


@pytest.mark.parametrize("path", ["/pair", "/teach/import", "/nowhere"])
def test_a_long_body_of_a_stranger_is_not_kept(
    served: tuple[House, Visitors], spooled: list[Any], path: str
) -> None:
    _, visitors = served
    length = 2 * 1024 * 1024
    one = visitors.connect(GUEST, post(path, length))
    one.sendall(b"x" * length)
    assert re.match(r"HTTP/1.1 (403|404|413) ", answer(one))
    assert spooled == []


def test_a_long_body_in_chunks_is_not_kept(served: tuple[House, Visitors], spooled: list[Any]) -> None:
    _, visitors = served
    head = b"POST /pair HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    one = visitors.connect(GUEST, head)
    for _ in range(32):
        one.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
    one.sendall(b"0\r\n\r\n")
    assert answer(one).startswith("HTTP/1.1 413")
    assert spooled == []


def test_the_set_that_a_paired_device_brings_is_kept_up_to_its_own_limit(
    served: tuple[House, Visitors], spooled: list[Any]
) -> None:
    made, visitors = served
    cookie = f"Cookie: cubilete-paired={made.app.extensions['pairing'].device_pass()}"
    form = "Content-Type: multipart/form-data; boundary=b"
    begin = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
    for length, status in ((FILE_BYTES - 1, 404), (FILE_BYTES + 1, 413)):  # 404: nobody teaches at this house
        body = begin.ljust(length - 9, b"x") + b"\r\n--b--\r\n"
        one = visitors.connect(GUEST, post("/teach/import", len(body), cookie, form) + body)
        assert answer(one).startswith(f"HTTP/1.1 {status} ")
    assert len(spooled) == 2  # of the first one: as it came, and the file in it


def test_a_body_beyond_all_limits_is_refused_before_it_comes(served: tuple[House, Visitors]) -> None:
    _, visitors = served
    assert visitors.ask(GUEST, post("/pair", LONGEST_BODY)).startswith("HTTP/1.1 413")


def test_a_form_may_be_as_long_as_forms_may_be(served: tuple[House, Visitors]) -> None:
    _, visitors = served
    form = b"code=" + b"1" * (FORM_BYTES - 5)
    assert visitors.ask(BOX, post("/pair", len(form)) + form).startswith("HTTP/1.1 403")


# streams


def test_strangers_leave_places_for_the_box_and_for_paired_devices(served: tuple[House, Visitors]) -> None:
    made, visitors = served
    events = GET.replace(b"/health", b"/events")
    limit = made.parts.streams
    got = [visitors.ask(f"127.0.0.{2 + n % 4}", events)[9:12] for n in range(2 * limit)]
    assert got.count("200") == limit - limit // 3
    assert set(got) == {"200", "503"}
    cookie = f"\r\nCookie: cubilete-paired={made.app.extensions['pairing'].device_pass()}\r\n\r\n".encode()
    assert visitors.ask(GUEST, events.removesuffix(b"\r\n\r\n") + cookie).startswith("HTTP/1.1 200")
    assert visitors.ask(BOX, events).startswith("HTTP/1.1 200")


def test_one_stranger_does_not_take_the_places_of_all_strangers(served: tuple[House, Visitors]) -> None:
    made, visitors = served
    events = GET.replace(b"/health", b"/events")
    got = [visitors.ask(GUEST, events)[9:12] for _ in range(made.parts.streams)]
    assert got.count("200") == made.parts.streams // 4
    assert visitors.ask(OTHER, events).startswith("HTTP/1.1 200")


def test_the_place_of_a_closed_stream_is_soon_free(
    served: tuple[House, Visitors],
) -> None:
    made, visitors = served
    gate = made.app.extensions["streams"]
    streams = [follower(visitors.port) for _ in range(3)]
    assert gate.inside == 3
    begun = time.monotonic()
    for one in streams:
        one.close()
    wait_until(lambda: gate.inside == 0, "their places to be free")
    assert time.monotonic() - begun < 8  # the heartbeat comes after ten seconds
