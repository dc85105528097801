"""Where snapshots are published: anyone may read the newest one or wait for a newer.

Knows nothing of what a `Shown` says, nor who follows it.
"""

from __future__ import annotations

from threading import Condition

from companion.table.shown import Shown


class Snapshots:
    """The newest `Shown`, for any number of followers in threads of their own."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._latest: Shown | None = None

    def publish(self, shown: Shown) -> None:
        """Put up `shown` and wake all who wait. One that is older than what is up is not put up."""
        with self._changed:
            if self._latest is None or shown.number > self._latest.number:
                self._latest = shown
                self._changed.notify_all()

    def latest(self) -> Shown | None:
        """The newest snapshot; None before the first."""
        with self._changed:
            return self._latest

    def wait(self, after: int, timeout: float) -> Shown | None:
        """The newest snapshot with a number above `after`; None if none came within `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._newer(after) is not None, timeout)
            return self._newer(after)

    def _newer(self, after: int) -> Shown | None:
        return self._latest if self._latest is not None and self._latest.number > after else None
