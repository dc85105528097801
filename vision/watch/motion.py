"""What goes on in the tray, from small grey pictures: something moves, a hand is in, or all lies still.

Cheap enough for every frame. Light is no motion, be it a lamp, daylight or flicker, nor is a push that
moves all alike, as a bumped camera does; whatever lasts is one day taken for the new rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image, Mask

Phase = Literal["hand", "rolling", "still"]
Grey = NDArray[np.float32]

WIDTH = 160  # of the small picture: a die of 40 px at 640 is still 10 px wide
TOE = 8.0  # grey levels added before gains are compared, so that the noise of black cloth stays small
STEP = 9.0  # grey levels by which a pixel must differ from all it was amid before to have moved
LEAST = 10  # so many moved pixels are motion, fewer are grain
WHITE = 248.0  # grey level from which a pixel tells no more how bright it was
SMOOTH = (15, 15)  # pixels: a change of light is smooth over this much, a die or a finger is not
APART = 16.0  # grey levels from the picture at rest that make a pixel foreign
HAND = 0.012  # share of the picture that a thing reaching in over its border must cover to stay a hand
FINGER = 0.0015  # the same while it moves: a hand begins with a finger
CRISP = 6  # pixels with an edge that a thing reaching in must have: a glow has none
WIDE = 0.5  # share of the picture that changes at once when a lamp is switched
BRIGHTER = 0.06  # share of its brightness by which a place must change to count for that
EXPLAINED = 0.45  # share of the moved pixels that may be left over where the whole picture moved
ALL_OVER = 60  # moved pixels below which it is no whole picture
SHIFTS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 25, 1e-3)
LEAVING = 0.15  # seconds without a hand after which what moves is dice
QUIET = 0.17  # seconds without motion after which things lie still
PATIENCE = 6.0  # seconds without any motion after which even a thing over the border is taken as it is
DRIFT = 0.04  # how fast the picture at rest follows slow daylight

NEAR = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, eq=False)
class Motion:
    """What has been seen up to now. `step` gives what is known after one more frame.

    `last` is the picture since which nothing moved, `rest` the one when things last lay still, `moved_at` and
    `hand_at` when anything last moved and when a hand was last in, `number` counts the times that things
    came to rest. `lit`: all that changed since the last rest changed everywhere at once, as a lamp does;
    `shaken`: all of it moved alike, as where the camera was bumped.
    """

    phase: Phase = "still"
    last: Grey | None = None
    rest: Grey | None = None
    moved_at: float = float("-inf")
    hand_at: float = float("-inf")
    number: int = 0
    lit: bool = False
    shaken: bool = False

    @property
    def passing(self) -> bool:
        """Whether something goes on that no die does."""
        return self.lit or self.shaken

    def step(self, image: Image, at: float) -> Motion:
        """After one more frame, taken at `at` seconds; one of another size begins anew."""
        now = small(image)
        if self.last is None or self.rest is None or self.last.shape != now.shape:
            return Motion("still", now, now, number=self.number + 1)
        if not moved(now, self.last):
            return self._quiet(now, at, self.rest)
        lit = self._calm and wide(now, self.last)
        shaken = self._calm and not lit and shifted(now, self.last)
        return replace(self, last=now, moved_at=at, lit=lit, shaken=shaken)._busy(now, at, self.rest)

    @property
    def _calm(self) -> bool:
        """Whether no die has moved since the last rest."""
        return self.phase == "still"

    def _quiet(self, now: Grey, at: float, rest: Grey) -> Motion:
        """Nothing moved."""
        if self.phase == "still" and not self.passing:
            kept = follow(rest, now)
            return replace(self, last=kept, rest=kept)
        quiet = at - self.moved_at
        blocked = not self.passing and quiet < PATIENCE and reaching(now, rest) > HAND
        if quiet < QUIET or blocked:
            return self
        return replace(
            self, phase="still", last=now, rest=now, number=self.number + 1, lit=False, shaken=False
        )

    def _busy(self, now: Grey, at: float, rest: Grey) -> Motion:
        """Something moved, or a lamp was switched."""
        if self.passing:
            return self
        if reaching(now, rest) > FINGER:
            return replace(self, phase="hand", hand_at=at)
        return self if at - self.hand_at < LEAVING else replace(self, phase="rolling")


def small(image: Image) -> Grey:
    """The frame in grey, small; big ones are thinned out first, which is all that motion needs."""
    height = max(1, round(image.shape[0] * WIDTH / image.shape[1]))
    thin = image
    if image.shape[1] > 2 * WIDTH:
        thin = cv2.resize(image, (2 * WIDTH, 2 * height), interpolation=cv2.INTER_NEAREST)  # type: ignore[assignment]
    little = cv2.resize(thin, (WIDTH, height), interpolation=cv2.INTER_AREA)
    grey = little if little.ndim == 2 else cv2.cvtColor(little, cv2.COLOR_BGR2GRAY)
    return grey.astype(np.float32)


def follow(kept: Grey, now: Grey) -> Grey:
    """The kept picture a little nearer to what is seen now."""
    return cv2.addWeighted(kept, 1 - DRIFT, now, DRIFT, 0.0)  # type: ignore[return-value]


def moved(now: Grey, before: Grey) -> bool:
    """Whether anything is elsewhere than it was, by more than a pixel; whatever the light does."""
    if outside(now, relit(before, gain(now, before))) <= LEAST:
        return False
    rows = np.median((now[:, ::2] + TOE) / (before[:, ::2] + TOE), axis=1)[:, None]
    banded = relit(before, rows)
    light = cv2.blur(now - banded, SMOOTH)
    return outside(now, np.minimum(banded + light, WHITE)) > LEAST


def gain(now: Grey, before: Grey) -> NDArray[np.floating]:
    """How many times brighter the picture became on the whole."""
    return np.asarray(np.median(now[::4, ::4] + TOE) / np.median(before[::4, ::4] + TOE))


def relit(before: Grey, gains: NDArray[np.floating]) -> Grey:
    """The picture as it would look so many times brighter."""
    return ((before + TOE) * gains.astype(np.float32) - np.float32(TOE)).astype(np.float32)


def outside(now: Grey, expected: Grey) -> int:
    """How many pixels are out of the range of all that was expected next to them; single ones are grain.

    Where both are as good as white nothing can be told.
    """
    off = now - np.minimum(np.maximum(now, cv2.erode(expected, NEAR)), cv2.dilate(expected, NEAR))
    off[(now >= WHITE) & (expected >= WHITE)] = 0
    marked = (np.abs(off) > STEP).astype(np.uint8)
    return int(cv2.countNonZero(cv2.erode(marked, NEAR[:2, :2])))


def wide(now: Grey, before: Grey) -> bool:
    """Whether most of the picture became brighter, or darker, at once."""
    change = cv2.blur(now, (7, 7)) + np.float32(TOE)
    change = change / (cv2.blur(before, (7, 7)) + np.float32(TOE))
    return bool((np.abs(change - 1) > BRIGHTER).mean() > WIDE)


def shifted(now: Grey, before: Grey) -> bool:
    """Whether the whole picture moved: what differs is mostly as it was before, moved and turned alike."""
    plain = unlike(now, before)
    if cv2.countNonZero(plain) < ALL_OVER:
        return False
    window = cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before.copy(), now.copy(), window)  # it may spoil what it gets
    start = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    everywhere = np.full(now.shape, 255, np.uint8)
    try:
        _, way = cv2.findTransformECC(now, before, start, cv2.MOTION_EUCLIDEAN, SHIFTS, everywhere, 5)
    except cv2.error:  # the two have nothing in common
        return False
    size = (before.shape[1], before.shape[0])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    back = np.asarray(cv2.warpAffine(before, way, size, flags=how, borderValue=(-1000.0,)), np.float32)
    seen = cv2.erode((back > -1).astype(np.uint8), NEAR, borderValue=(1,))
    left = cv2.countNonZero(unlike(now, back) * seen)
    return left < EXPLAINED * cv2.countNonZero(plain * seen)


def unlike(now: Grey, before: Grey) -> Mask:
    """Where the two differ, the light taken out."""
    return np.asarray(np.abs(now - relit(before, gain(now, before))) > STEP, np.uint8)


def reaching(now: Grey, rest: Grey) -> float:
    """The share of the picture that the biggest new thing which hangs over the border covers."""
    change = now - relit(rest, gain(now, rest))
    foreign = (np.abs(change) > APART).astype(np.uint8)
    foreign = cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, NEAR).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(foreign)
    height, width = foreign.shape
    x, y, w, h, area = stats[1:].T
    touching = (x == 0) | (y == 0) | (x + w == width) | (y + h == height)
    crisp = np.bincount(labels[edged(change)], minlength=len(stats))[1:] >= CRISP
    biggest = int(area[touching & crisp].max(initial=0))
    return float(biggest / (width * height))


def edged(change: Grey) -> NDArray[np.bool_]:
    """Where a change is not smooth."""
    return np.asarray(np.abs(change - cv2.blur(change, SMOOTH)) > APART)
