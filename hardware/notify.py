"""Cubilete's word with systemd: that it is ready, that it lives, that it stops.

Does not know what makes the box alive: whoever starts the Watchdog does. Without systemd it says nothing.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Mapping
from threading import Event, Thread

log = logging.getLogger(__name__)

Say = Callable[[str], bool]


def say(text: str, env: Mapping[str, str] = os.environ) -> bool:
    """Tell systemd (`READY=1`, `STOPPING=1`, `WATCHDOG=1`, `STATUS=…`); False if nobody listens."""
    address = env.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    if address.startswith("@"):  # a socket without a file
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as door:
        try:
            door.connect(address)
            door.sendall(text.encode())
        except OSError as e:
            log.warning("systemd could not be told %s: %s", text, e)
            return False
    return True


def interval(env: Mapping[str, str] = os.environ) -> float | None:
    """Seconds between two signs of life: half of what systemd allows; None if it asks for none."""
    pid, usec = env.get("WATCHDOG_PID", ""), env.get("WATCHDOG_USEC", "")
    if not usec.isdigit() or int(usec) == 0 or pid not in ("", str(os.getpid())):
        return None
    return int(usec) / 2_000_000


class Watchdog:
    """Gives a sign of life every `every` seconds while `alive()` is true, and none while it is not.

    Once `alive` is false for longer than WatchdogSec, systemd ends the process and starts it anew.
    """

    def __init__(self, alive: Callable[[], bool], every: float, tell: Say = say) -> None:
        self._alive = alive
        self._every = every
        self._tell = tell
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Start giving signs of life."""
        self._thread.start()

    def stop(self) -> None:
        """No more signs of life."""
        self._stopped.set()
        self._thread.join(1.0)

    def _run(self) -> None:
        well = True
        try:
            while not self._stopped.wait(self._every):
                was, well = well, self._alive()
                if well:
                    self._tell("WATCHDOG=1")
                elif was:
                    log.error("a part of the box has stopped: systemd will start it anew")
        except Exception:
            log.exception("whether the box lives cannot be told: systemd will start it anew")
