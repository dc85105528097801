"""Where snapshots are published: anyone may read the newest, wait for a newer, ask what was up before."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from threading import Condition

from companion.table.shown.snapshot import Shown

MEMORY_SECONDS = 2.0  # seconds for which it is remembered what was up


class ShownFeed:
    """The newest `Shown`, for any number of followers in threads of their own."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._changed = Condition()
        self._clock = clock
        self._recent = deque[tuple[float, Shown]]()  # with when each was put up, the newest last

    def publish(self, shown: Shown) -> None:
        """Put up `shown` and wake all who wait. One that is older than what is up is not put up."""
        with self._changed:
            newest = self._newest()
            if newest is None or shown.number > newest.number:
                self._put_up(shown)
                self._changed.notify_all()

    def _put_up(self, shown: Shown) -> None:
        now = self._clock()
        self._recent.append((now, shown))
        while len(self._recent) > 1 and self._recent[1][0] < now - MEMORY_SECONDS:
            self._recent.popleft()

    def latest(self) -> Shown | None:
        """The newest snapshot; None before the first."""
        with self._changed:
            return self._newest()

    def before(self, seconds: float) -> Shown | None:
        """What was up so many seconds ago, as people saw it who act on it now; None: nothing was."""
        with self._changed:
            then = self._clock() - seconds
            return next((shown for at, shown in reversed(self._recent) if at <= then), None)

    def wait(self, after: int, timeout: float) -> Shown | None:
        """The newest snapshot with a number above `after`; None if none came within `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._newer(after) is not None, timeout)
            return self._newer(after)

    def _newest(self) -> Shown | None:
        return self._recent[-1][1] if self._recent else None

    def _newer(self, after: int) -> Shown | None:
        newest = self._newest()
        return newest if newest is not None and newest.number > after else None
