"""The process around a companion: signals, signs of life for systemd, and an end that waits for nobody."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from collections.abc import Sequence

from companion.run.app import Companion
from hardware import notify

log = logging.getLogger("cubilete")


def stop_signal() -> threading.Event:
    """Set when the process is told to stop. Until this is called a signal ends it, which loses nothing."""
    over = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    return over


def wait_for(over: threading.Event, companion: Companion) -> None:
    """Wait to be told to stop, giving signs of life to whoever asks for them."""
    every = notify.interval()
    watchdog = notify.Watchdog(lambda: companion.alive, every) if every else None
    if watchdog:
        watchdog.start()
    notify.say("READY=1")
    over.wait()
    if watchdog:
        watchdog.stop()
    notify.say("STOPPING=1")


def end(code: int, hanging: Sequence[str]) -> int:
    """The exit code; at once if a part hangs: Python would wait, and what matters is on the disk."""
    if hanging:
        log.warning("ended without waiting for: %s", ", ".join(hanging))
        logging.shutdown()
        sys.stdout.flush()
        os._exit(code)
    return code
