"""Drops doubtful detections that are side faces of dice whose tops are surely seen.

A camera that looks aslant sees sides too; they are tilted against the top's way and lie within its die.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

import cv2
import numpy as np

from vision.arrays import Corners, Mask
from vision.detect.finder import MAX_TILT_SINE, Detection

MIN_TOP_SCORE = 0.5  # from which a top explains the sides below it
MAX_SIDE_SCORE = 0.2  # of a face that may be a side
MAX_SIDE_EDGES = 1.3  # between the middles of a top and of a side below it
MIN_SIDE_SINE = 0.35  # by which a side is tilted, where its top is seen well
MIN_OPPOSITE_COSINE = 0.7  # between a side's tilt and straight against its top's
MAX_FOREIGN_SHARE = 0.3  # of what lies under a side, that may be no part of that die
OUTLINE_GROWTH = 1.1  # times that a die is seen larger than its top says


def without_side_faces(
    detections: Sequence[Detection], likely: Mask, mask_scale: float
) -> tuple[Detection, ...]:
    """Those but for doubtful ones that are tilted as sides of surer dice, with nothing else under them.

    `likely`: what differs from the empty tray, at `mask_scale` times the picture's size.
    """
    tops = [d for d in detections if d.score > MIN_TOP_SCORE]
    dice = np.zeros_like(likely)
    for top in tops:
        cv2.fillConvexPoly(dice, np.round(die_outline(top) * mask_scale).astype(np.int32), (1,))
    return tuple(
        d
        for d in detections
        if d.score > MAX_SIDE_SCORE
        or not any(is_side(d, top) for top in tops)
        or not is_on_dice(d, dice, likely, mask_scale)
    )


def is_side(detection: Detection, top: Detection) -> bool:
    """Whether a face lies and is tilted as a side of a die with this top may be."""
    sine, top_sine = hypot(*detection.tilt), hypot(*top.tilt)
    along = detection.tilt[0] * top.tilt[0] + detection.tilt[1] * top.tilt[1]
    return (
        top.is_near(detection, MAX_SIDE_EDGES)
        and sine > MIN_SIDE_SINE
        and along < -MIN_OPPOSITE_COSINE * (sine * top_sine)
    )


def is_on_dice(detection: Detection, dice: Mask, likely: Mask, mask_scale: float) -> bool:
    """Whether what lies under a face is all part of these dice."""
    under = np.zeros_like(likely)
    cv2.fillConvexPoly(under, np.round(detection.corners * mask_scale).astype(np.int32), (1,))
    foreign = (under > 0) & (likely > 0)
    return float((foreign & (dice == 0)).sum()) < MAX_FOREIGN_SHARE * max(1.0, float(foreign.sum()))


def die_outline(top: Detection) -> Corners:
    """What is seen of a die with such a top: its top, and its foot beyond the sides that face the camera."""
    sine = min(hypot(*top.tilt), MAX_TILT_SINE)
    foot = -np.array(top.tilt) * top.edge / sqrt(sqrt(1 - sine * sine))
    middle = top.corners.mean(axis=0)
    corners = middle + (top.corners - middle) * OUTLINE_GROWTH
    both = np.concatenate([corners, corners + foot]).astype(np.float32)
    return np.asarray(cv2.convexHull(both)[:, 0], np.float64)
