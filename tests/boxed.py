"""`cubilete` as it is typed: the real command in a process of its own.

Refuses to know what a test wants to see.
"""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "companion"]
LONG = 60.0  # seconds that a start may take on a busy machine


def environment() -> dict[str, str]:
    return os.environ | {"OPENCV_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}


def typed(*words: object, most_bytes: int | None = None) -> subprocess.CompletedProcess[str]:
    """What a command that ends by itself says; `most_bytes` is the biggest file that it can write."""

    def full() -> None:
        assert most_bytes is not None
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return subprocess.run(
        [*COMMAND, *map(str, words)], cwd=ROOT, env=environment(), capture_output=True, text=True,
        timeout=LONG, preexec_fn=full if most_bytes is not None else None,
    )  # fmt: skip


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


class Box:
    """`cubilete run`, ready. `log` is all that it said so far."""

    def __init__(self, data: Path, *words: object) -> None:
        self.port = free_port()
        command = [*COMMAND, "run", "--data", str(data), "--port", str(self.port), *map(str, words)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._said: list[str] = []
        self._ready = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()
        if not self._ready.wait(LONG) or not self.runs:
            raise AssertionError(f"cubilete did not start: {self.log}")

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.append(line)
            if "Ctrl-C stops" in line:
                self._ready.set()
        self._ready.set()

    @property
    def log(self) -> str:
        return "".join(self._said)

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def get(self, path: str) -> tuple[int, bytes]:
        return self._ask("GET", path, None, {"Accept-Language": "en"})

    def post(self, path: str, form: str) -> tuple[int, bytes]:
        """As the page on the box itself does."""
        origin = f"http://127.0.0.1:{self.port}"
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": origin}
        return self._ask("POST", path, form, headers)

    def _ask(self, method: str, path: str, form: str | None, headers: dict[str, str]) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        try:
            connection.request(method, path, form, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def faults(self) -> list[str]:
        """What is wrong, as the box says it to scripts."""
        found: list[str] = json.loads(self.get("/health")[1])["faults"]
        return found

    def light(self) -> str:
        """What the page and the lamps show, as the stream says it first."""
        with self.stream() as stream:
            for line in stream.makefile(encoding="utf-8"):
                if line.startswith("data: "):
                    state: str = json.loads(line.removeprefix("data: "))["state"]
                    return state
        raise AssertionError("the stream ended before it said anything")

    @contextmanager
    def stream(self) -> Iterator[socket.socket]:
        """A page that follows the table."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=LONG) as made:
            made.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            yield made

    def until(self, what: str, true: Any) -> None:
        """Wait for something to come true."""
        over = monotonic() + LONG
        while not true():
            assert self.runs, f"the box ended before {what}: {self.log}"
            assert monotonic() < over, f"waited in vain for {what}: {self.log}"
            sleep(0.05)

    def stop(self, by: signal.Signals = signal.SIGTERM) -> tuple[int, float]:
        """Tell it to stop: its exit code, and how many seconds that took."""
        begun = monotonic()
        self._process.send_signal(by)
        code = self._process.wait(LONG)
        return code, monotonic() - begun

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@contextmanager
def box(data: Path, *words: object) -> Iterator[Box]:
    """A box that is gone afterwards, whatever happens."""
    made = Box(data, *words)
    try:
        yield made
    finally:
        made.kill()
