"""Low-contrast foreground, a dark die on dark cloth: local energy of the high-pass difference.

Units: natural logarithm of intensity, pixels of the look.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Corners, Floats, Mask

HIGH_PASS_PX = 31  # what is wider is light
ENERGY_SIGMA_PX = 1.5  # over which the differences of pips and edges are gathered
MIN_STEP = 0.06  # log units by which a place differs
MIN_NOISE_RATIO = 4.0  # to the median place: less is grain, or print that is a little displaced
MIN_NEW_SHARE = 0.5  # of a face's drawing that the empty tray does not explain
MAX_PRINT_SHIFT_PX = 1  # by which the cloth's print may be displaced: a camera is never quite still


def low_contrast_mask(brightness: Floats, mask: Mask) -> NDArray[np.bool_]:
    """Where the tray does not look as it did, be it by ever so little; `brightness`: its difference."""
    fine = brightness - cv2.blur(brightness, (HIGH_PASS_PX, HIGH_PASS_PX))
    energy = 3 * cv2.GaussianBlur(fine * fine, (0, 0), ENERGY_SIGMA_PX)  # as of three channels
    median = float(np.median(energy[::4, ::4][mask[::4, ::4] > 0])) if mask.any() else 0.0
    return np.asarray((energy > max(MIN_STEP**2, MIN_NOISE_RATIO**2 * median)) & (mask > 0))


def is_foreign_drawing(look: Floats, now: Floats, corners: Corners) -> bool:
    """Whether what a face shows `now` is none of the empty tray's `look`: no print, sticker or rivet of it.

    `corners` in pixels of the look. The colours' variance is compared with what the print leaves of it.
    """
    mask: Mask = np.zeros(look.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (255,))
    by = MAX_PRINT_SHIFT_PX
    mask[:by], mask[-by:], mask[:, :by], mask[:, -by:] = 0, 0, 0, 0
    ys, xs = np.nonzero(mask)
    if len(ys) == 0:
        return False
    shown = colour_variance(now[ys, xs])
    shifts = range(-by, by + 1)
    left = min(colour_variance(now[ys, xs] - look[ys + y, xs + x]) for y in shifts for x in shifts)
    return left > MIN_STEP**2 and left > MIN_NEW_SHARE * shown


def colour_variance(values: Floats) -> float:
    """The sum of the channels' variances."""
    return float(values.var(axis=0).sum())
