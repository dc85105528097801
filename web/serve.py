"""Serves the app with waitress: threads for all streams, dead peers found out, a stop within two seconds."""

from __future__ import annotations

import errno
import socket
from threading import Event, Thread
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments

from web.door import OWN_PLACES, PLACES, DoorServer
from web.gate import Gate

THREADS = 32
MOST_PORT = 65_535
PATIENCE_MS = 20_000  # so long may a peer leave bytes unread before its stream is ended
LONGEST_BODY = 32 * 1024 * 1024  # bytes; up to here a body is heard, so that a page can refuse it
LONGEST_HEADERS = 32 * 1024  # bytes
STOPPING = 1  # seconds given to those who are being served


class ListenError(OSError):
    """The address cannot be served on; the text says why and what to do."""


class Server:
    """A running page. `start` returns when it can be reached, `stop` when all of it has ended."""

    def __init__(self, app: Flask, listening: socket.socket) -> None:
        self._app = app
        self._map: dict[int, Any] = {}
        self._listening = listening
        self._server = DoorServer(
            app,
            listening,
            app.extensions["body_limit"],
            map=self._map,
            adj=Adjustments(
                threads=THREADS,
                ident=None,
                clear_untrusted_proxy_headers=True,
                connection_limit=2 * (PLACES + OWN_PLACES),  # the door counts, and goes on listening
                channel_request_lookahead=1,  # or a closed connection is not noticed while it is being served
                max_request_body_size=LONGEST_BODY,
                max_request_header_size=LONGEST_HEADERS,
            ),
        )
        self._over = Event()
        self._thread = Thread(target=self._run, name="web", daemon=True)

    @property
    def port(self) -> int:
        """The port listened on, also when 0 was asked for."""
        port: int = self._listening.getsockname()[1]
        return port

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        while not self._over.is_set():
            wasyncore.loop(timeout=0.2, map=self._map, count=1)
            self._server.cut_slow()

    def stop(self) -> None:
        """End the streams, let requests finish for a moment, close everything."""
        if self._over.is_set():
            return
        streams: Gate = self._app.extensions["streams"]
        streams.shut()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=STOPPING)
        self._over.set()
        if self._thread.is_alive():
            self._thread.join(0.5)
        wasyncore.close_all(self._map, ignore_all=True)
        self._listening.close()


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or ListenError with the way out."""
    if not 0 <= port <= MOST_PORT:  # the resolver would bend it into another
        raise ListenError(f"port must be 0–{MOST_PORT}, got {port}; give another with --port")
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host or None, port, 0, socket.SOCK_STREAM, 0, socket.AI_PASSIVE
        )[0]
        made = socket.socket(family, kind, proto)
    except OSError as error:
        raise ListenError(
            f"host must be an address of this machine, got {host!r}: {error}; give another with --host"
        ) from error
    try:
        _tune(made)
        made.bind(address)
        made.listen(128)
        made.setblocking(False)
    except OSError as error:
        made.close()
        raise ListenError(_why(error, host, port)) from error
    return made


def _tune(listening: socket.socket) -> None:
    """Accepted connections inherit these: a peer that vanished is noticed without our sending much."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE_MS)


def _why(error: BaseException, host: str, port: int) -> str:
    code = getattr(error, "errno", None)
    if code == errno.EADDRINUSE:
        way_out = "stop the program that has it, or give another with --port"
        return f"port {port} on {host} is in use, expected a free one; {way_out}"
    if code == errno.EACCES:
        return f"port {port} needs more rights than this program has; give one above 1023 with --port"
    if code == errno.EADDRNOTAVAIL:
        return f"{host} is not an address of this machine; give 127.0.0.1 or 0.0.0.0 with --host"
    return f"cannot listen on {host} port {port}: {error}; give others with --host and --port"


def serve(app: Flask, host: str, port: int) -> Server:
    """A server for `app`, listening already, started by its `start`. ListenError says the way out."""
    return Server(app, listen(host, port))
