"""Whether a round tray was turned in place: told by its cloth, as all around looks as before.

A cloth on which nothing is to be seen tells nothing, and need not.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Floats, Mask
from vision.background.camera_shift import aligned, back_from, edges, likeness, moved

ROUND = (
    0.96  # share of a floor that its best ellipse covers from which it is a round one: a hexagon's is less
)
INNER = 0.88  # of the floor's radius: farther out dice lean, and the rim throws its shadow
DEGREES, RINGS = 360, 60  # directions and distances from the middle at which the cloth is looked at
FAINT = 0.1  # log units from pixel to pixel: a stronger edge counts no more, be it a seam's or a die's
PLAIN = 0.003  # deviation of the edges below which nothing in a cloth could be found again
GOOD, BETTER = 0.3, 0.06  # correlation of a cloth that was turned so; so much more than if it was not
RIM = 13  # pixels of the look at the floor's rim, where shadow is rather than cloth
STRETCH = 0.05  # by which a turned cloth may look stretched
LEAST = 3  # degrees by which a tray was turned, not only held at another light


@dataclass(frozen=True, eq=False)
class Round:
    """A round floor as the camera sees it: its middle, and what makes it of a circle of radius 1."""

    middle: Doubles
    shape: Doubles

    @staticmethod
    def of(floor: Mask) -> Round | None:
        """The floor if it is round; None: no turn of it would go unseen from outside."""
        outlines, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        line = max(outlines, key=cv2.contourArea, default=None)
        if line is None or len(line) < DEGREES // 4:
            return None
        middle, axes, angle = cv2.fitEllipse(line)
        drawn = cv2.ellipse(np.zeros_like(floor), (middle, axes, angle), (255,), -1)
        if np.count_nonzero((drawn > 0) & (floor > 0)) < ROUND * np.count_nonzero((drawn > 0) | (floor > 0)):
            return None
        upright = turning(np.radians(angle))
        return Round(np.array(middle), upright @ np.diag(np.array(axes) / 2) @ upright.T)

    def turned(self, degrees: float) -> Doubles:
        """How the picture moves if the tray turns so far."""
        turn = self.shape @ turning(np.radians(degrees)) @ np.linalg.inv(self.shape)
        return np.hstack((turn, (self.middle - turn @ self.middle)[:, None]))

    def rings(self, look: Floats) -> Floats:
        """The cloth's edges by direction (rows) and distance from the middle, each place as it is large."""
        turns = np.arange(DEGREES)[:, None] * (2 * np.pi / DEGREES)
        away = INNER * (np.arange(RINGS) + 0.5)[None] / RINGS
        at = np.stack((np.cos(turns) * away, np.sin(turns) * away), axis=2) @ self.shape.T + self.middle
        x, y = (np.ascontiguousarray(at[:, :, k], np.float32) for k in (0, 1))
        seen = cv2.remap(np.minimum(edges(look), FAINT), x, y, cv2.INTER_LINEAR)
        return np.asarray((seen - seen.mean()) * np.sqrt(away), np.float32)


def turning(angle: float) -> NDArray[np.float64]:
    """The matrix that turns by so many radians."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def turn(kept: Floats, now: Floats, floor: Mask) -> Doubles | None:
    """How the look of a round tray moved when it was turned; None: it was not, or nobody could tell."""
    tray = Round.of(floor)
    if tray is None:
        return None
    before = tray.rings(kept)
    if before.std() < PLAIN:
        return None
    alike = likenesses(before, tray.rings(now))
    best = int(alike.argmax())
    degrees = (best + DEGREES // 2) % DEGREES - DEGREES // 2
    if abs(degrees) < LEAST or alike[best] < max(GOOD, alike[0] + BETTER):
        return None
    way = tray.turned(degrees + between(*alike[[best - 1, best, (best + 1) % DEGREES]]))
    return nearer(way, edges(kept), edges(now), floor)


def nearer(way: Doubles, before: Floats, after: Floats, floor: Mask) -> Doubles:
    """The way with the little that the tray was shoved while it was turned, if the cloth tells that."""
    weight = (cv2.erode(floor, np.ones((RIM, RIM), np.uint8)) > 0).astype(np.float32)
    close = aligned(before, after, weight, way)
    if close is None or np.abs(close[:, :2] - way[:, :2]).max() > STRETCH:
        return way
    return max((way, close), key=lambda one: likeness(before, moved(after, back_from(one)), weight))


def likenesses(before: Floats, after: Floats) -> Doubles:
    """The correlation of the two cloths for each degree by which the second may be turned."""
    both = (np.fft.fft(before, axis=0).conj() * np.fft.fft(after, axis=0)).sum(axis=1)
    norm = np.sqrt(float((before**2).sum()) * float((after**2).sum()))
    return np.asarray(np.fft.ifft(both).real / (norm + 1e-9), np.float64)


def between(left: float, top: float, right: float) -> float:
    """Where the top of the curve through three neighbouring values lies."""
    bend = left - 2 * top + right
    return 0.0 if bend >= 0 else float(0.5 * (left - right) / bend)
