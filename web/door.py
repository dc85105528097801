"""Waitress behind a door: no address takes all connections, slow ones are cut, long bodies are not kept."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Callable, Sequence
from time import monotonic
from typing import Any

from flask import Request
from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer

from web.security import is_loopback_address

PER_ADDRESS = 24  # connections of one device: three browsers' worth
PLACES, OWN_PLACES = 96, 32  # connections of all devices, and those kept for the box itself
PATIENCE_SECONDS = 20.0  # so long may a connection owe a whole request, or leave an answer unread
BODY_SPEED = 16 * 1024  # bytes a second that give a body more time
BodyLimit = Callable[[Request], int]


def crowded_address(newcomer: str, present: Sequence[str]) -> str | None:
    """Whose connections have to make room for one of `newcomer`; None: there is a place."""
    own = is_loopback_address(newcomer)
    counts = Counter(address for address in present if is_loopback_address(address) == own)
    if not own and counts[newcomer] >= PER_ADDRESS:
        return newcomer
    if counts.total() >= (OWN_PLACES if own else PLACES):
        return counts.most_common(1)[0][0]
    return None


class BoundedBody(OverflowableBuffer):
    """A body up to `limit` bytes. Of a longer one nothing more is kept, only its length is told."""

    def __init__(self, overflow: int, limit: int) -> None:
        super().__init__(overflow)
        self._limit = limit
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, s: bytes) -> None:
        self._length += len(s)
        if self._length <= self._limit:
            super().append(s)


class Parser(HTTPRequestParser):
    """Reads a request; `limit` says, once the headers are there, how much of its body is kept."""

    path: str
    query: str

    def __init__(self, adj: Any, peer: str, limit: BodyLimit) -> None:
        super().__init__(adj)
        self._peer = peer
        self._limit = limit

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.body_rcv is None:
            return
        limit = self._limit(self._asked())
        self.body_rcv.buf = BoundedBody(self.adj.inbuf_overflow, 0 if self.content_length > limit else limit)

    def _asked(self) -> Request:
        """What is known of the request before its body is read."""
        return Request(
            {
                "REQUEST_METHOD": self.command,
                "PATH_INFO": self.path,
                "REMOTE_ADDR": self._peer,
                "HTTP_COOKIE": self.headers.get("COOKIE", ""),
                "wsgi.url_scheme": "http",
            }
        )


class Connection(HTTPChannel):
    """A connection that knows since when nothing came of it."""

    server: DoorServer

    def __init__(self, *args: Any, **more: Any) -> None:
        self._since = monotonic()
        self._unsent = 0
        super().__init__(*args, **more)

    @property
    def peer(self) -> str:
        return str(self.addr[0])

    def parser_class(self, adj: Any) -> Parser:  # type: ignore[override]  # waitress calls it, and no more
        return Parser(adj, self.peer, self.server.body_limit)

    def received(self, data: bytes) -> bool:
        if self.request is None:  # the first bytes of one
            self._since = monotonic()
        return super().received(data)

    def service(self) -> None:
        super().service()
        self._since = monotonic()

    def patience_left(self, now: float) -> float:
        """Seconds until this is cut: never while it is being served; bytes of headers give it none."""
        if self.requests or self.total_outbufs_len != self._unsent:
            self._since, self._unsent = now, self.total_outbufs_len
        body = self.request.body_bytes_received / BODY_SPEED if self.request else 0.0
        return self._since + PATIENCE_SECONDS + body - now


class DoorServer(TcpWSGIServer):
    """The server. `body_limit` says how long a body a request may have."""

    channel_class = Connection
    active_channels: dict[int, Connection]  # type: ignore[assignment]

    def __init__(self, app: Any, listening: socket.socket, body_limit: BodyLimit, **more: Any) -> None:
        self.body_limit = body_limit
        where = (listening.family, listening.type, listening.proto, listening.getsockname())
        super().__init__(app, _sock=listening, sockinfo=where, bind_socket=False, **more)

    def accept(self) -> tuple[socket.socket, Any] | None:
        """The next newcomer, if there is a place or one can be made; waitress itself would stop listening."""
        arrival = super().accept()
        if arrival is None or self._has_place(str(arrival[1][0])):
            return arrival
        arrival[0].close()
        return None

    def _has_place(self, newcomer: str) -> bool:
        """Whether there is a place, perhaps that of the connection which has been idle for the longest."""
        here = tuple(self.active_channels.values())
        crowded = crowded_address(newcomer, [connection.peer for connection in here])
        if crowded is None:
            return True
        idle = [one for one in here if one.peer == crowded and not one.requests]
        if not idle:
            return False
        now = monotonic()
        min(idle, key=lambda one: one.patience_left(now)).handle_close()
        return True

    def cut_slow(self) -> None:
        """Close the connections that are idle or drip."""
        now = monotonic()
        for connection in tuple(self.active_channels.values()):
            if connection.patience_left(now) < 0:
                connection.handle_close()
