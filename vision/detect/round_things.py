"""Doubts detections on discs, by the share of its smallest enclosing circle that a thing fills.

A button's holes look much like four pips, and no die is a disc.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import pi

import cv2
import numpy as np

from vision.arrays import Mask
from vision.detect.finder import Detection

MIN_DISC_FILL = 0.85  # share of its circle that a disc fills; a square fills 0.64
MIN_AREA_EDGES2 = 0.65  # squared edges of one thing: less is a ring on a cloth-like die
MAX_AREA_EDGES2 = 3.0  # more are several things
MIN_ROUND_DICE = 3  # faces of which half may be as round: there are dice without corners


def reject_discs(detections: Sequence[Detection], likely: Mask, mask_scale: float) -> tuple[Detection, ...]:
    """The same, those on discs wholly doubted.

    `likely`: what differs from the empty tray, at `mask_scale` times the picture's size.
    """
    borders = cv2.findContours(likely, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    fills = [circle_fill(detection, borders, mask_scale) for detection in detections]
    if len(detections) >= MIN_ROUND_DICE and float(np.median(fills)) > MIN_DISC_FILL:
        return tuple(detections)
    return tuple(
        replace(detection, doubt=1.0) if fill > MIN_DISC_FILL else detection
        for detection, fill in zip(detections, fills, strict=True)
    )


def circle_fill(detection: Detection, borders: Sequence[cv2.typing.MatLike], mask_scale: float) -> float:
    """The share of its smallest enclosing circle that the thing fills on which a face lies.

    0 where there is no such thing, or where several hang together.
    """
    middle = (detection.x * mask_scale, detection.y * mask_scale)
    under = next((border for border in borders if cv2.pointPolygonTest(border, middle, False) >= 0), None)
    if under is None:
        return 0.0
    area = cv2.contourArea(under) + len(under) / 2 + 1  # the border runs through the middles of pixels
    if not MIN_AREA_EDGES2 < area / (detection.edge * mask_scale) ** 2 < MAX_AREA_EDGES2:
        return 0.0
    radius = cv2.minEnclosingCircle(under)[1] + 0.5
    return area / (pi * radius * radius)
