"""Whether a round tray was turned in place while all around looks as before, by its cloth.

The floor's ellipse is unwrapped to polar coordinates; circular cross-correlation (FFT) over the angle says
how far it turned, ECC alignment refines that. A cloth on which nothing is to be seen tells nothing, and need
not.
Units: pixels of the look, degrees, natural logarithm of intensity.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Mask
from vision.background.camera_shift import correlation, gradient_magnitude, inverse, refine_ecc, warp

MIN_ELLIPSE_OVERLAP = 0.96  # intersection over union of a round floor and its ellipse; a hexagon's is less
INNER_RADIUS = 0.88  # of the floor's: farther out dice lean, and the rim throws its shadow
DIRECTIONS, RINGS = 360, 60  # at which the cloth is sampled
MAX_GRADIENT = 0.1  # log units from pixel to pixel: a stronger edge counts no more, be it a seam's or a die's
MIN_DEVIATION = 0.003  # of the gradients: below it nothing in a cloth could be matched
MIN_CORRELATION = 0.3  # of a cloth that was turned so
MIN_CORRELATION_GAIN = 0.06  # so much more than if it was not
RIM_PX = 13  # at the floor's rim, where shadow is rather than cloth
MAX_STRETCH = 0.05  # by which a turned cloth may look stretched
MIN_DEGREES = 3  # by which a tray was turned, not only held at another light


@dataclass(frozen=True, eq=False)
class RoundFloor:
    """A round floor as the camera sees it: its middle, and the 2x2 matrix that makes it of a unit circle."""

    middle: Doubles
    axes: Doubles

    @staticmethod
    def of(floor: Mask) -> RoundFloor | None:
        """The floor if it is round; None: no turn of it would go unseen from outside."""
        outlines, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        outline = max(outlines, key=cv2.contourArea, default=None)
        if outline is None or len(outline) < DIRECTIONS // 4:
            return None
        middle, axes, angle = cv2.fitEllipse(outline)
        ellipse = cv2.ellipse(np.zeros_like(floor), (middle, axes, angle), (255,), -1) > 0
        overlap = np.count_nonzero(ellipse & (floor > 0))
        if overlap < MIN_ELLIPSE_OVERLAP * np.count_nonzero(ellipse | (floor > 0)):
            return None
        upright = rotation_matrix(np.radians(angle))
        return RoundFloor(np.array(middle), upright @ np.diag(np.array(axes) / 2) @ upright.T)

    def rotation(self, degrees: float) -> Doubles:
        """The 2x3 affine matrix by which the picture moves if the tray turns so far."""
        linear = self.axes @ rotation_matrix(np.radians(degrees)) @ np.linalg.inv(self.axes)
        return np.hstack((linear, (self.middle - linear @ self.middle)[:, None]))

    def polar_gradients(self, look: Floats) -> Floats:
        """The cloth's gradients by direction (rows) and radius, each weighted by the root of its area."""
        angles = np.arange(DIRECTIONS)[:, None] * (2 * np.pi / DIRECTIONS)
        radius = INNER_RADIUS * (np.arange(RINGS) + 0.5)[None] / RINGS
        circle = np.stack((np.cos(angles) * radius, np.sin(angles) * radius), axis=2)
        at = circle @ self.axes.T + self.middle
        x, y = (np.ascontiguousarray(at[:, :, k], np.float32) for k in (0, 1))
        polar = cv2.remap(np.minimum(gradient_magnitude(look), MAX_GRADIENT), x, y, cv2.INTER_LINEAR)
        return np.asarray((polar - polar.mean()) * np.sqrt(radius), np.float32)


def rotation_matrix(angle: float) -> Doubles:
    """The 2x2 matrix that turns by so many radians."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def tray_rotation(kept: Floats, now: Floats, floor: Mask) -> Doubles | None:
    """The affine matrix by which the look of a round tray turned; None: it did not, or nobody could tell."""
    tray = RoundFloor.of(floor)
    if tray is None:
        return None
    before = tray.polar_gradients(kept)
    if before.std() < MIN_DEVIATION:
        return None
    correlations = circular_correlation(before, tray.polar_gradients(now))
    best = int(correlations.argmax())
    degrees = (best + DIRECTIONS // 2) % DIRECTIONS - DIRECTIONS // 2
    least = max(MIN_CORRELATION, correlations[0] + MIN_CORRELATION_GAIN)
    if abs(degrees) < MIN_DEGREES or correlations[best] < least:
        return None
    peak = parabola_peak(*correlations[[best - 1, best, (best + 1) % DIRECTIONS]])
    return refine(tray.rotation(degrees + peak), gradient_magnitude(kept), gradient_magnitude(now), floor)


def refine(rotation: Doubles, before: Floats, after: Floats, floor: Mask) -> Doubles:
    """The rotation with the little that the tray was shoved while it was turned, if the cloth tells that."""
    weight = (cv2.erode(floor, np.ones((RIM_PX, RIM_PX), np.uint8)) > 0).astype(np.float32)
    refined = refine_ecc(before, after, weight, rotation)
    if refined is None or np.abs(refined[:, :2] - rotation[:, :2]).max() > MAX_STRETCH:
        return rotation
    return max((rotation, refined), key=lambda way: correlation(before, warp(after, inverse(way)), weight))


def circular_correlation(before: Floats, after: Floats) -> Doubles:
    """The correlation of the two cloths for each degree by which the second may be turned."""
    both = (np.fft.fft(before, axis=0).conj() * np.fft.fft(after, axis=0)).sum(axis=1)
    norm = np.sqrt(float((before**2).sum()) * float((after**2).sum()))
    return np.asarray(np.fft.ifft(both).real / (norm + 1e-9), np.float64)


def parabola_peak(left: float, top: float, right: float) -> float:
    """Where the parabola through three neighbouring values is highest, from the middle one."""
    bend = left - 2 * top + right
    return 0.0 if bend >= 0 else float(0.5 * (left - right) / bend)
