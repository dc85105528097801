"""Stopping what may hang: all at the same time, and no longer than one is ready to wait."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from time import monotonic

Stop = Callable[[], object]


def stop_together(stops: Mapping[str, Stop], patience: float) -> tuple[str, ...]:
    """Stop these at the same time; the names of those that have not within `patience` seconds."""
    ended: list[str] = []

    def end(name: str, stop: Stop) -> None:
        if stop() is not False:  # the eye says so itself: its thread may be left in the middle of a picture
            ended.append(name)

    threads = [
        threading.Thread(target=end, args=item, name=f"stop {item[0]}", daemon=True) for item in stops.items()
    ]
    for thread in threads:
        thread.start()
    over = monotonic() + patience
    for thread in threads:
        thread.join(max(0.0, over - monotonic()))
    return tuple(name for name in stops if name not in ended)
