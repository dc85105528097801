"""What goes on in the tray, from small grey pictures: something moves, a hand is in, or all lies still.

Frame differencing after the gain of the light is taken out, globally, by rows and blurred. Cheap enough for
every frame. Light is no motion, be it a lamp, daylight or flicker, nor is a push that moves all alike, as a
bumped camera does; whatever lasts is one day taken for the new rest.
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

PICTURE_WIDTH = 160  # of the small picture: a die of 40 px at 640 is still 10 px wide
GREY_OFFSET = 8.0  # grey levels added before gains are compared, so that the noise of black cloth stays small
MIN_DIFFERENCE = 9.0  # grey levels by which a pixel must differ from all it was amid before to have moved
MIN_MOVING_PIXELS = 10  # so many moved pixels are motion, fewer are grain
SATURATED = 248.0  # grey level from which a pixel tells no more how bright it was
LIGHT_BLUR = (15, 15)  # pixels: a change of light is smooth over this much, a die or a finger is not
FOREIGN_DIFFERENCE = 16.0  # grey levels from the picture at rest that make a pixel foreign
HAND_SHARE = 0.012  # share of the picture that a thing reaching in over its border must cover to stay a hand
FINGER_SHARE = 0.0015  # the same while it moves: a hand begins with a finger
MIN_EDGE_PIXELS = 6  # pixels with an edge that a thing reaching in must have: a glow has none
LAMP_SHARE = 0.5  # share of the picture that changes at once when a lamp is switched
LAMP_CHANGE = 0.06  # share of its brightness by which a place must change to count for that
UNEXPLAINED_SHARE = 0.45  # share of the moved pixels that may be left over where the whole picture moved
MIN_SHIFTED_PIXELS = 60  # moved pixels below which it is no whole picture
ECC_TERMINATION = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 25, 1e-3)
HAND_SECONDS = 0.15  # without a hand, after which what moves is dice
REST_SECONDS = 0.17  # without motion, after which things lie still
PATIENCE_SECONDS = 6.0  # without any motion, after which even a thing over the border is taken as it is
DRIFT_RATE = 0.04  # how fast the picture at rest follows slow daylight

KERNEL_3 = np.ones((3, 3), np.uint8)


@dataclass(frozen=True, eq=False)
class Motion:
    """What has been seen up to now. `step` gives what is known after one more frame.

    `last` is the picture since which nothing moved, `rest` the one when things last lay still;
    `last_motion_at` and `last_hand_at` are seconds of the frames' clock; `number` counts the times that
    things came to rest. `lamp_switch`: all that changed since the last rest changed everywhere at once, as
    a lamp does; `camera_shift`: all of it moved alike, as where the camera was bumped.
    """

    phase: Phase = "still"
    last: Grey | None = None
    rest: Grey | None = None
    last_motion_at: float = float("-inf")
    last_hand_at: float = float("-inf")
    number: int = 0
    lamp_switch: bool = False
    camera_shift: bool = False

    @property
    def passing(self) -> bool:
        """Whether something goes on that no die does."""
        return self.lamp_switch or self.camera_shift

    def step(self, image: Image, at: float) -> Motion:
        """After one more frame, taken at `at` seconds; one of another size begins anew."""
        now = small_grey(image)
        if self.last is None or self.rest is None or self.last.shape != now.shape:
            return Motion("still", now, now, number=self.number + 1)
        if not anything_moves(now, self.last):
            return self._quiet(now, at, self.rest)
        lamp_switch = self._calm and is_lamp_switch(now, self.last)
        camera_shift = self._calm and not lamp_switch and is_camera_shift(now, self.last)
        return replace(
            self, last=now, last_motion_at=at, lamp_switch=lamp_switch, camera_shift=camera_shift
        )._busy(now, at, self.rest)

    @property
    def _calm(self) -> bool:
        """Whether no die has moved since the last rest."""
        return self.phase == "still"

    def _quiet(self, now: Grey, at: float, rest: Grey) -> Motion:
        """Nothing moved."""
        if self.phase == "still" and not self.passing:
            kept = blend_in(rest, now)
            return replace(self, last=kept, rest=kept)
        quiet = at - self.last_motion_at
        blocked = not self.passing and quiet < PATIENCE_SECONDS and border_thing_share(now, rest) > HAND_SHARE
        if quiet < REST_SECONDS or blocked:
            return self
        return replace(
            self,
            phase="still",
            last=now,
            rest=now,
            number=self.number + 1,
            lamp_switch=False,
            camera_shift=False,
        )

    def _busy(self, now: Grey, at: float, rest: Grey) -> Motion:
        """Something moved, or a lamp was switched."""
        if self.passing:
            return self
        if border_thing_share(now, rest) > FINGER_SHARE:
            return replace(self, phase="hand", last_hand_at=at)
        return self if at - self.last_hand_at < HAND_SECONDS else replace(self, phase="rolling")


def small_grey(image: Image) -> Grey:
    """The frame in grey, small; big ones are thinned out first, which is all that motion needs."""
    height = max(1, round(image.shape[0] * PICTURE_WIDTH / image.shape[1]))
    thin = image
    if image.shape[1] > 2 * PICTURE_WIDTH:
        thin = cv2.resize(image, (2 * PICTURE_WIDTH, 2 * height), interpolation=cv2.INTER_NEAREST)  # type: ignore[assignment]
    little = cv2.resize(thin, (PICTURE_WIDTH, height), interpolation=cv2.INTER_AREA)
    grey = little if little.ndim == 2 else cv2.cvtColor(little, cv2.COLOR_BGR2GRAY)
    return grey.astype(np.float32)


def blend_in(kept: Grey, now: Grey) -> Grey:
    """The kept picture a little nearer to what is seen now."""
    return cv2.addWeighted(kept, 1 - DRIFT_RATE, now, DRIFT_RATE, 0.0)  # type: ignore[return-value]


def anything_moves(now: Grey, before: Grey) -> bool:
    """Whether anything is elsewhere than it was, by more than a pixel; whatever the light does."""
    if count_out_of_range(now, with_gain(before, gain(now, before))) <= MIN_MOVING_PIXELS:
        return False
    rows = np.median((now[:, ::2] + GREY_OFFSET) / (before[:, ::2] + GREY_OFFSET), axis=1)[:, None]
    banded = with_gain(before, rows)
    light = cv2.blur(now - banded, LIGHT_BLUR)
    return count_out_of_range(now, np.minimum(banded + light, SATURATED)) > MIN_MOVING_PIXELS


def gain(now: Grey, before: Grey) -> NDArray[np.floating]:
    """How many times brighter the picture became on the whole."""
    return np.asarray(np.median(now[::4, ::4] + GREY_OFFSET) / np.median(before[::4, ::4] + GREY_OFFSET))


def with_gain(before: Grey, gains: NDArray[np.floating]) -> Grey:
    """The picture as it would look so many times brighter."""
    return ((before + GREY_OFFSET) * gains.astype(np.float32) - np.float32(GREY_OFFSET)).astype(np.float32)


def count_out_of_range(now: Grey, expected: Grey) -> int:
    """How many pixels are out of the range of all that was expected next to them; single ones are grain.

    Where both are as good as white nothing can be told.
    """
    off = now - np.minimum(np.maximum(now, cv2.erode(expected, KERNEL_3)), cv2.dilate(expected, KERNEL_3))
    off[(now >= SATURATED) & (expected >= SATURATED)] = 0
    marked = (np.abs(off) > MIN_DIFFERENCE).astype(np.uint8)
    return int(cv2.countNonZero(cv2.erode(marked, KERNEL_3[:2, :2])))


def is_lamp_switch(now: Grey, before: Grey) -> bool:
    """Whether most of the picture became brighter, or darker, at once."""
    change = cv2.blur(now, (7, 7)) + np.float32(GREY_OFFSET)
    change = change / (cv2.blur(before, (7, 7)) + np.float32(GREY_OFFSET))
    return bool((np.abs(change - 1) > LAMP_CHANGE).mean() > LAMP_SHARE)


def is_camera_shift(now: Grey, before: Grey) -> bool:
    """Whether the whole picture moved: what differs is mostly as it was before, moved and turned alike.

    Phase correlation gives the shift to begin with, ECC (enhanced correlation coefficient) the rigid motion.
    """
    plain = difference_mask(now, before)
    if cv2.countNonZero(plain) < MIN_SHIFTED_PIXELS:
        return False
    window = cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before.copy(), now.copy(), window)  # it may spoil what it gets
    start = np.array([[1, 0, -x], [0, 1, -y]], np.float32)
    everywhere = np.full(now.shape, 255, np.uint8)
    try:
        _, way = cv2.findTransformECC(
            now, before, start, cv2.MOTION_EUCLIDEAN, ECC_TERMINATION, everywhere, 5
        )
    except cv2.error:  # the two have nothing in common
        return False
    size = (before.shape[1], before.shape[0])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    back = np.asarray(cv2.warpAffine(before, way, size, flags=how, borderValue=(-1000.0,)), np.float32)
    seen = cv2.erode((back > -1).astype(np.uint8), KERNEL_3, borderValue=(1,))
    left = cv2.countNonZero(difference_mask(now, back) * seen)
    return left < UNEXPLAINED_SHARE * cv2.countNonZero(plain * seen)


def difference_mask(now: Grey, before: Grey) -> Mask:
    """Where the two differ, the light taken out."""
    return np.asarray(np.abs(now - with_gain(before, gain(now, before))) > MIN_DIFFERENCE, np.uint8)


def border_thing_share(now: Grey, rest: Grey) -> float:
    """The share of the picture that the biggest new thing which hangs over the border covers."""
    change = now - with_gain(rest, gain(now, rest))
    foreign = (np.abs(change) > FOREIGN_DIFFERENCE).astype(np.uint8)
    foreign = cv2.morphologyEx(foreign, cv2.MORPH_CLOSE, KERNEL_3).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(foreign)
    height, width = foreign.shape
    x, y, w, h, area = stats[1:].T
    touching = (x == 0) | (y == 0) | (x + w == width) | (y + h == height)
    crisp = np.bincount(labels[edge_mask(change)], minlength=len(stats))[1:] >= MIN_EDGE_PIXELS
    biggest = int(area[touching & crisp].max(initial=0))
    return float(biggest / (width * height))


def edge_mask(change: Grey) -> NDArray[np.bool_]:
    """Where a change is not smooth."""
    return np.asarray(np.abs(change - cv2.blur(change, LIGHT_BLUR)) > FOREIGN_DIFFERENCE)
