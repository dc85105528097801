"""Which faces lie on something round: a button's holes look much like four pips, and no die is a disc."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import pi

import cv2
import numpy as np

from vision.arrays import Mask
from vision.detect.finder import Face

ROUND = 0.85  # share of the smallest circle around it that a disc fills; a square fills 0.64
LEAST, MOST = 0.65, 3.0  # squared edges of one thing: less is a ring on a cloth-like die, more are several
USUAL = 3  # faces of which the rest may be as round: there are dice without corners


def doubted(faces: Sequence[Face], likely: Mask, scale: float) -> tuple[Face, ...]:
    """The faces, those on discs wholly doubted.

    `likely`: what differs from the empty tray, at `scale` times the picture's size.
    """
    borders = cv2.findContours(likely, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    filled = [roundness(face, borders, scale) for face in faces]
    if len(faces) >= USUAL and float(np.median(filled)) > ROUND:
        return tuple(faces)
    return tuple(
        replace(face, doubt=1.0) if share > ROUND else face for face, share in zip(faces, filled, strict=True)
    )


def roundness(face: Face, borders: Sequence[cv2.typing.MatLike], scale: float) -> float:
    """The share of the smallest circle around it that the thing fills on which a face lies.

    0 where there is no such thing, or where several hang together.
    """
    middle = (face.x * scale, face.y * scale)
    under = next((one for one in borders if cv2.pointPolygonTest(one, middle, False) >= 0), None)
    if under is None:
        return 0.0
    area = cv2.contourArea(under) + len(under) / 2 + 1  # the border runs through the middles of pixels
    if not LEAST < area / (face.edge * scale) ** 2 < MOST:
        return 0.0
    radius = cv2.minEnclosingCircle(under)[1] + 0.5
    return area / (pi * radius * radius)
