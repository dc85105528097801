"""A gate that lets only so many in at once, keeps places from strangers, and closes when the house shuts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock


class GateFullError(Exception):
    """All places are taken, or the house is closing: try again later."""


class Gate:
    """`with gate.place():` holds one of `limit` places, or raises GateFullError at once.

    A stranger is named by an address: all of them get two thirds of the places, one address gets a quarter.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._inside: list[str | None] = []  # the address of a stranger, None for others
        self._lock = Lock()
        self._shut = Event()

    @property
    def inside(self) -> int:
        """How many are in now."""
        return len(self._inside)

    @property
    def open(self) -> bool:
        return not self._shut.is_set()

    def shut(self) -> None:
        """Let nobody in any more; those inside look at `open` and leave."""
        self._shut.set()

    def enter(self, stranger: str | None = None) -> None:
        with self._lock:
            if self._is_full(stranger) or not self.open:
                raise GateFullError
            self._inside.append(stranger)

    def _is_full(self, stranger: str | None) -> bool:
        if stranger is None:
            return len(self._inside) >= self.limit
        strangers = [address for address in self._inside if address is not None]
        return (
            len(self._inside) >= self.limit
            or len(strangers) >= self.limit - self.limit // 3
            or strangers.count(stranger) >= max(1, self.limit // 4)
        )

    def leave(self, stranger: str | None = None) -> None:
        with self._lock:
            self._inside.remove(stranger)

    @contextmanager
    def place(self) -> Iterator[None]:
        self.enter()
        try:
            yield
        finally:
            self.leave()
