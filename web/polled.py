"""A feed of what nobody announces: it is looked at again and again while somebody follows."""

from __future__ import annotations

from abc import abstractmethod
from threading import Lock
from time import monotonic, sleep

from web.feed import Feed, Moment, Value


class Polled(Feed[Value]):
    """Looks every so many seconds, once for all followers, and counts the values that differ."""

    def __init__(self, every: float) -> None:
        super().__init__()
        self._every = every
        self._looking = Lock()
        self._looked = -every
        self._newest: Moment[Value] | None = None

    @abstractmethod
    def look(self) -> Value:
        """What is to be seen at present; equal values are drawn alike."""

    @abstractmethod
    def subject(self, value: Value) -> str:
        """What a page with this value is about."""

    def now(self) -> Moment[Value]:
        with self._looking:
            return self._look()

    def _look(self) -> Moment[Value]:
        value, newest = self.look(), self._newest
        if newest is None or newest.value != value:
            newest = Moment(newest.number + 1 if newest else 1, self.subject(value), value)
        self._newest, self._looked = newest, monotonic()
        return newest

    def wait(self, after: int, timeout: float) -> Moment[Value] | None:
        sleep(min(timeout, self._every))
        with self._looking:
            fresh = self._newest is not None and monotonic() - self._looked < self._every
            newest = self._newest if fresh and self._newest else self._look()
        return newest if newest.number > after else None
