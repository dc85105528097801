"""What differs from the empty tray less than a thing does, at the scale of pips: a dark die on dark cloth."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Mask

WIDE = 31  # pixels of the look: what is wider is light
FINE = 1.5  # pixels over which the differences of pips and edges are gathered
LEAST = 0.06  # log units by which a place differs at least
GRAIN = 4.0  # times as much as the usual place does: grain, or print that is a little displaced
NEW = 0.5  # share of a face's drawing that the empty tray does not explain
SHIFT = 1  # pixels of the look by which the cloth's print may be displaced


def traces(light: Floats, where: Mask) -> NDArray[np.bool_]:
    """Where the tray does not look as it did, be it by ever so little; `light`: the change of brightness."""
    fine = light - cv2.blur(light, (WIDE, WIDE))
    power = 3 * cv2.GaussianBlur(fine * fine, (0, 0), FINE)  # as of three channels
    usual = float(np.median(power[::4, ::4][where[::4, ::4] > 0])) if where.any() else 0.0
    return np.asarray((power > max(LEAST**2, GRAIN**2 * usual)) & (where > 0))


def drawn_anew(look: Floats, now: Floats, corners: NDArray[np.float64]) -> bool:
    """Whether what a face shows `now` is none of the empty tray's `look`: no print, sticker or rivet of it.

    `corners` in pixels of the look. The print may lie a little aside: a camera is never quite still.
    """
    mask: Mask = np.zeros(look.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (255,))
    mask[:SHIFT], mask[-SHIFT:], mask[:, :SHIFT], mask[:, -SHIFT:] = 0, 0, 0, 0
    ys, xs = np.nonzero(mask)
    if len(ys) == 0:
        return False
    shown = spread(now[ys, xs])
    by = range(-SHIFT, SHIFT + 1)
    left = min(spread(now[ys, xs] - look[ys + y, xs + x]) for y in by for x in by)
    return left > LEAST**2 and left > NEW * shown


def spread(values: Floats) -> float:
    """How far colours lie apart: the sum of their channels' variances."""
    return float(values.var(axis=0).sum())
