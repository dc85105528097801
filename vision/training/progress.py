"""How a training goes: smoothed figures and the pace, told now and then.

Refuses to know where it is told and what the figures mean.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

Told = Callable[[str], None]
TELL_EVERY = 50  # batches


class Progress:
    """The figures of one run of a training."""

    def __init__(self, told: Told, names: str, whole: int) -> None:
        self._told, self._names, self._whole = told, names, whole
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
        if done % TELL_EVERY == 0:
            pace = self._batches / (60 * self.minutes)
            self._told(
                f"{done}/{self._whole}  {self._names} {np.round(self._means, 3)}  {pace:.2f} batches/s"
            )
