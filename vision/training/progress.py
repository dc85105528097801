"""How a training goes: exponentially smoothed figures and the pace, reported now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

Report = Callable[[str], None]
REPORT_EVERY_BATCHES = 50  # batches


class Progress:
    """The figures of one run of a training."""

    def __init__(self, report: Report, names: str, whole: int) -> None:
        self._report, self._names, self._whole = report, names, whole
        self._began, self._batches = time.monotonic(), 0
        self._means = np.zeros(0)

    @property
    def minutes(self) -> float:
        """Since it began."""
        return (time.monotonic() - self._began) / 60

    def add(self, done: int, figures: Sequence[float]) -> None:
        """One more batch, now `done` of the whole."""
        now = np.array(figures)
        self._means = 0.97 * self._means + 0.03 * now if self._batches else now
        self._batches += 1
        if done % REPORT_EVERY_BATCHES == 0:
            pace = self._batches / (60 * self.minutes)
            self._report(
                f"{done}/{self._whole}  {self._names} {np.round(self._means, 3)}  {pace:.2f} batches/s"
            )
