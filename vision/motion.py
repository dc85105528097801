"""What goes on in the tray, from small grey pictures: something moves, a hand is in, or all lies still.

Cheap enough for every frame. Refuses to know dice: whether what lies still is dice is the reader's to say.
A change of light that is the same everywhere is no motion; whatever lasts is one day taken for the new rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image

Phase = Literal["hand", "rolling", "still"]
Grey = NDArray[np.float32]

WIDTH = 160  # of the small picture: a die of 40 px at 640 is still 10 px wide
STEP = 9.0  # grey levels by which a pixel must change from frame to frame to have moved
LEAST = 10  # so many moved pixels are motion, fewer are grain
APART = 16.0  # grey levels from the picture at rest that make a pixel foreign
HAND = 0.012  # share of the picture that a thing reaching in over its border must cover to stay a hand
FINGER = 0.0015  # the same while it moves: a hand begins with a finger
LEAVING = 0.15  # seconds without a hand after which what moves is dice
QUIET = 0.2  # seconds without motion after which things lie still
PATIENCE = 6.0  # seconds without any motion after which even a thing over the border is taken as it is
DRIFT = 0.04  # how fast the picture at rest follows slow daylight


@dataclass(frozen=True, eq=False)
class Motion:
    """What has been seen up to now. `step` gives what is known after one more frame.

    `last` is the frame before, `rest` the picture when things last lay still, `moved_at` and `hand_at` when
    anything last moved and when a hand was last in, `number` counts the times that things came to rest.
    """

    phase: Phase = "still"
    last: Grey | None = None
    rest: Grey | None = None
    moved_at: float = float("-inf")
    hand_at: float = float("-inf")
    number: int = 0

    def step(self, image: Image, at: float) -> Motion:
        """After one more frame, taken at `at` seconds; one of another size begins anew."""
        now = small(image)
        if self.last is None or self.rest is None or self.last.shape != now.shape:
            return Motion("still", now, now, number=self.number + 1)
        moved = _changed(now, self.last, STEP) > LEAST
        after = replace(self, last=now, moved_at=at if moved else self.moved_at)
        return after._judged(at, self.rest)

    def _judged(self, at: float, rest: Grey) -> Motion:
        assert self.last is not None
        quiet = at - self.moved_at
        if self.phase == "still" and quiet > 0:
            return replace(self, rest=rest + DRIFT * (self.last - rest))
        reach = reaching(self.last, rest)
        if quiet > 0:
            blocked = reach > HAND and quiet < PATIENCE
            settled = quiet >= QUIET and not blocked
            return replace(self, phase="still", rest=self.last, number=self.number + 1) if settled else self
        if reach > FINGER:
            return replace(self, phase="hand", hand_at=at)
        return self if at - self.hand_at < LEAVING else replace(self, phase="rolling")


def small(image: Image) -> Grey:
    """The frame in grey, small; big ones are thinned out first, which is all that motion needs."""
    skip = max(1, image.shape[1] // (4 * WIDTH))
    thin = image[::skip, ::skip]
    height = max(1, round(thin.shape[0] * WIDTH / thin.shape[1]))
    little = cv2.resize(thin, (WIDTH, height), interpolation=cv2.INTER_AREA)
    grey = little if little.ndim == 2 else cv2.cvtColor(little, cv2.COLOR_BGR2GRAY)
    return grey.astype(np.float32)


def _without_light(now: Grey, before: Grey) -> Grey:
    """The change from `before` to `now` less what a lamp does to the whole picture."""
    gain = float(np.median(now[::4, ::4] + 8.0)) / float(np.median(before[::4, ::4] + 8.0))
    return (now + 8.0) / np.float32(gain) - (before + 8.0)


def _changed(now: Grey, before: Grey, step: float) -> int:
    """How many pixels changed by more than `step` together with a neighbour: grain is single."""
    off = (np.abs(_without_light(now, before)) > step).astype(np.uint8)
    return int(cv2.countNonZero(cv2.erode(off, np.ones((2, 2), np.uint8))))


def reaching(now: Grey, rest: Grey) -> float:
    """The share of the picture that the biggest new thing which hangs over the border covers."""
    foreign = (np.abs(_without_light(now, rest)) > APART).astype(np.uint8)
    foreign = cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(foreign)
    height, width = foreign.shape
    x, y, w, h, area = stats[1:].T
    touching = (x == 0) | (y == 0) | (x + w == width) | (y + h == height)
    biggest = int(area[touching].max(initial=0))
    return float(biggest / (width * height))
