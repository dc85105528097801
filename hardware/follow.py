"""Lamps that follow what is shown, in threads of their own: a lamp that hangs or fails holds up nobody.

A lamp is anything that can `shine`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Condition, Event, Thread
from typing import Protocol

from companion.game import Msg, msg
from companion.table.shown.lamps import Levels, moving, pattern
from companion.table.shown.snapshot import Light, Shown
from hardware.lights import COLOURS

log = logging.getLogger(__name__)

TICK_SECONDS = 0.05  # seconds between two frames of a pattern that moves
REST_SECONDS = 0.5  # seconds between two looks at the lamps' thread when nothing moves
STUCK_SECONDS = 2.0  # seconds that one lamp may take before that is a fault
RETRY_SECONDS = 5.0  # seconds before a lamp that failed is tried again

Wait = Callable[[int, float], Shown | None]
Report = Callable[[Msg | None], None]


class LampLike(Protocol):
    """Something that shines; `bright` from 0 to 1, `colour` as #rrggbb."""

    def shine(self, bright: float, colour: str) -> None: ...


@dataclass(frozen=True)
class Scene:
    """What the lamps are to show, and since when. Equal scenes go on without starting anew."""

    light: Light
    above: float | None
    event: object  # another event of the same mood starts its pattern anew


def scene(shown: Shown, width: float) -> Scene:
    """The part of `shown` that lamps care about; `width` is that of the eye's picture, in pixels."""
    event = shown.news if shown.light in ("good", "bad") else ()
    if shown.light != "look" or shown.query is None:
        return Scene(shown.light, None, event)
    left, _, right, _ = shown.query.box
    return Scene(shown.light, (left + right) / 2 / width, event)


class Writer:
    """Writes to lamps what was asked for last. Only its own thread waits for a lamp."""

    def __init__(self, lamps: Sequence[LampLike], clock: Callable[[], float] = time.monotonic) -> None:
        self._lamps = lamps
        self._clock = clock
        self._change = Condition()
        self._wanted: list[tuple[float, str] | None] = [None] * len(lamps)
        self._failed: dict[int, float] = {}  # lamp: when it may be tried again
        self._busy: tuple[int, float] | None = None  # lamp, since when
        self._stopped = False
        self._next = 0
        self._thread = Thread(target=self._run, name="panel-lamps", daemon=True)

    def start(self) -> None:
        """Start its thread."""
        self._thread.start()

    def show(self, levels: Levels, colour: str) -> None:
        """Ask for these levels; returns at once."""
        with self._change:
            self._wanted = [(level, colour) for level in levels]
            self._change.notify_all()

    def trouble(self) -> Msg | None:
        """Which lamp hangs or failed, if any."""
        busy, failed = self._busy, sorted(self._failed)
        if busy is not None and self._clock() - busy[1] > STUCK_SECONDS:
            return msg("panel.lamp_stuck", lamp=busy[0] + 1)
        return msg("panel.lamp_failed", lamp=failed[0] + 1) if failed else None

    def stop(self, timeout: float) -> bool:
        """Whether its thread has ended in time; it has not if a lamp hangs."""
        with self._change:
            self._stopped = True
            self._change.notify_all()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        had: list[tuple[float, str] | None] = [None] * len(self._lamps)
        while (job := self._job(had)) is not None:
            lamp, wanted = job
            self._busy = (lamp, self._clock())
            had[lamp] = wanted
            try:
                self._lamps[lamp].shine(*wanted)
                self._failed.pop(lamp, None)
            except Exception:  # any driver's error: this lamp is out, the others shine on
                if lamp not in self._failed:
                    log.exception("lamp %d failed", lamp + 1)
                self._failed[lamp] = self._clock() + RETRY_SECONDS
                had[lamp] = None
            self._busy = None

    def _job(self, had: Sequence[tuple[float, str] | None]) -> tuple[int, tuple[float, str]] | None:
        """The next lamp that is to shine otherwise than it does, in turns; waits for one; None at the end."""
        with self._change:
            while not self._stopped:
                now = self._clock()
                for i in range(len(self._lamps)):
                    lamp = (self._next + i) % len(self._lamps)
                    wanted = self._wanted[lamp]
                    if wanted is not None and wanted != had[lamp] and self._failed.get(lamp, now) <= now:
                        self._next = lamp + 1
                        return lamp, wanted
                self._change.wait(REST_SECONDS)
        return None


class Follower:
    """Has the lamps follow what `wait` gives, and reports what is wrong with them when that changes."""

    def __init__(self, writer: Writer, count: int, wait: Wait, report: Report, width: float) -> None:
        self._writer = writer
        self._count = count
        self._wait = wait
        self._report = report
        self._width = width
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="panel-follow", daemon=True)

    def start(self) -> None:
        """Start following."""
        self._thread.start()

    def stop(self, timeout: float) -> None:
        """Stop following."""
        self._stopped.set()
        self._thread.join(timeout)

    def _run(self) -> None:
        number, now_on, since = -1, Scene("idle", None, ()), time.monotonic()
        said: Msg | None = None
        while not self._stopped.is_set():
            t = time.monotonic() - since
            levels = pattern(now_on.light, self._count, t, now_on.above)
            self._writer.show(levels, COLOURS[now_on.light])
            said = self._tell(said)
            shown = self._wait(number, TICK_SECONDS if moving(now_on.light, t) else REST_SECONDS)
            if shown is None:
                continue
            number = shown.number
            if (new := scene(shown, self._width)) != now_on:
                now_on, since = new, time.monotonic()

    def _tell(self, said: Msg | None) -> Msg | None:
        trouble = self._writer.trouble()
        if trouble != said:
            self._report(trouble)
        return trouble
