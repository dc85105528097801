"""What panel tests share: something to be shown, and a table that shows it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from companion.game import Msg, msg
from companion.table.shown.snapshot import Light, Shown
from companion.table.shown_feed import ShownFeed

PATIENCE_SECONDS = 20.0  # seconds a test waits for a thread on a busy machine; it goes on as soon as it may


def shown(number: int, light: Light, **rest: Any) -> Shown:
    return Shown(number=number, ply=0, light=light, line=msg("table.refused.over"), **rest)


class Table:
    """Publishes one light after another, and keeps what is reported and pressed."""

    def __init__(self) -> None:
        self.board = ShownFeed()
        self.said: list[Msg | None] = []
        self.pressed: list[str] = []
        self._number = 0

    def show(self, light: Light, **rest: Any) -> None:
        self._number += 1
        self.board.publish(shown(self._number, light, **rest))


def until(true: Callable[[], object]) -> bool:
    """Whether it comes true at all."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True
