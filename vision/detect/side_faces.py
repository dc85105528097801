"""Which doubtful faces are but sides of dice whose tops are surely seen: a camera askance sees sides too."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, sqrt

import cv2
import numpy as np

from vision.arrays import Corners, Mask
from vision.detect.finder import STEEP, Face

SURE = 0.5  # sureness from which a top explains the sides below it
DOUBTFUL = 0.2  # the same from which a face is no side
NEAR = 1.3  # edges between the middles of a top and of a side below it
ASIDE = 0.35  # sine by which a side is turned away at least, where its top is seen well
OPPOSITE = 0.7  # cosine of how far from straight against its top's way a side may be turned
BESIDE = 0.3  # share of what lies under a side that may be no part of that die
GROWN = 1.1  # a die seen a little larger than its top says


def without_sides(faces: Sequence[Face], likely: Mask, scale: float) -> tuple[Face, ...]:
    """The faces but for doubtful ones that are turned as sides of surer dice, with nothing else under them.

    `likely`: what differs from the empty tray, at `scale` times the picture's size.
    """
    sure = [face for face in faces if face.sure > SURE]
    dice = np.zeros_like(likely)
    for face in sure:
        cv2.fillConvexPoly(dice, np.round(outline(face) * scale).astype(np.int32), (1,))
    return tuple(
        face
        for face in faces
        if face.sure > DOUBTFUL
        or not any(is_side(face, top) for top in sure)
        or not explained(face, dice, likely, scale)
    )


def is_side(face: Face, top: Face) -> bool:
    """Whether a face lies and is turned as a side of a die with this top may be."""
    both = hypot(*face.away) * hypot(*top.away)
    along = face.away[0] * top.away[0] + face.away[1] * top.away[1]
    return top.near(face, NEAR) and hypot(*face.away) > ASIDE and along < -OPPOSITE * both


def explained(face: Face, dice: Mask, likely: Mask, scale: float) -> bool:
    """Whether what lies under a face is all part of these dice."""
    under = np.zeros_like(likely)
    cv2.fillConvexPoly(under, np.round(face.corners * scale).astype(np.int32), (1,))
    foreign = (under > 0) & (likely > 0)
    return float((foreign & (dice == 0)).sum()) < BESIDE * max(1.0, float(foreign.sum()))


def outline(face: Face) -> Corners:
    """What is seen of a die with such a top: its top, and its foot beyond the sides that face the eye."""
    sine = min(hypot(*face.away), STEEP)
    foot = -np.array(face.away) * face.edge / sqrt(sqrt(1 - sine * sine))
    middle = face.corners.mean(axis=0)
    top = middle + (face.corners - middle) * GROWN
    both = np.concatenate([top, top + foot]).astype(np.float32)
    return np.asarray(cv2.convexHull(both)[:, 0], np.float64)
