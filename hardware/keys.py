"""Presses on their way from a button's own thread to whoever wants them.

A press that could not be handed on while it was fresh is dropped: nobody wants it later.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread

from companion.table.shown.snapshot import KeyName

log = logging.getLogger(__name__)

FRESH_SECONDS = 1.0  # seconds after which a press no longer means what it meant
REACTION_SECONDS = 0.3  # seconds: who presses means what was shown then; nobody sees and presses any faster

Press = Callable[[KeyName], None]


class Chatter:
    """Tells a press from contacts that chatter: edges that follow another one too closely do not count.

    gpiozero's `bounce_time` is left alone. It means another thing with each of its drivers, and nothing on
    its mock pins; with lgpio a press comes late by it, and a tap that is shorter is never heard of.
    """

    def __init__(self, debounce: float) -> None:
        self._debounce = debounce
        self._last: dict[KeyName, float] = {}

    def counts(self, key: KeyName, now: float) -> bool:
        """Whether an edge of `key` at `now` is one of its own; call it for presses and releases."""
        last = self._last.get(key)
        self._last[key] = now
        return last is None or now - last >= self._debounce


class Keys:
    """Takes presses at once, and hands them on one by one in its own thread."""

    def __init__(self, press: Press, debounce: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._press = press
        self._chatter = Chatter(debounce)
        self._clock = clock
        self._presses: SimpleQueue[tuple[KeyName, float] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="panel-keys", daemon=True)

    def start(self) -> None:
        """Start handing on."""
        self._thread.start()

    def pressed(self, key: KeyName) -> None:
        """A button closed."""
        now = self._clock()
        if self._chatter.counts(key, now):
            self._presses.put((key, now))

    def released(self, key: KeyName) -> None:
        """A button opened."""
        self._chatter.counts(key, self._clock())

    def stop(self, timeout: float) -> None:
        """Stop handing on."""
        self._presses.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        while (item := self._presses.get()) is not None:
            key, at = item
            if self._clock() - at > FRESH_SECONDS:
                log.warning("%s was pressed too long ago to count", key)
                continue
            try:
                self._press(key)
            except Exception:  # whatever it was, the next press must still count
                log.exception("%s was pressed, and nobody could take it", key)
