"""A gate that lets only so many in at once, and closes for good when the house shuts.

Refuses to know what is behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock


class GateFullError(Exception):
    """All places are taken, or the house is closing: try again later."""


class Gate:
    """`with gate.place():` holds one of `limit` places, or raises GateFullError at once."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._inside = 0
        self._lock = Lock()
        self._shut = Event()

    @property
    def inside(self) -> int:
        """How many are in now."""
        return self._inside

    @property
    def open(self) -> bool:
        return not self._shut.is_set()

    def shut(self) -> None:
        """Let nobody in any more; those inside look at `open` and leave."""
        self._shut.set()

    def enter(self) -> None:
        with self._lock:
            if self._inside >= self.limit or not self.open:
                raise GateFullError
            self._inside += 1

    def leave(self) -> None:
        with self._lock:
            self._inside -= 1

    @contextmanager
    def place(self) -> Iterator[None]:
        self.enter()
        try:
            yield
        finally:
            self.leave()
