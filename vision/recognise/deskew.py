"""Deskewing: cuts that others made, by boxes along the picture, turned upright though the die lies askew.

The finder's net sees how a die lies even in its cut alone; how large it is it sees there badly, so that is
taken from what a box around a turned square shows.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from math import cos, hypot, sin, sqrt

import cv2
import numpy as np

from vision.arrays import Image
from vision.detect.finder import Detection, Finder
from vision.detect.rectify import FACE_PX, MARGIN_EDGES, face_crop

MIN_TURN_RADIANS = 0.12  # from which a cut is turned: aligning makes up for less
MIN_HEAT = 0.25  # from which the net's word on a cut counts
EDGE_PX = FACE_PX / (1 + 2 * MARGIN_EDGES)  # of the face in a cut as the eye makes it
SCALE = 0.95  # of that at which the net sees best, with no more around a face than its cut shows
BORDER_PX = 20  # added around a cut before the net looks: a face fills none of its pictures
MAX_OFF_CENTRE_PX = 12.0
EDGE_RANGE = 0.85, 1.1  # least and most of the expected edge that is believed


class Deskewer:
    """Looks at cuts; any thread may ask."""

    @cached_property
    def _finder(self) -> Finder:
        return Finder()

    def candidates(self, image: Image) -> list[Image]:
        """The cut as the eye would have made it, likeliest first; of one that is askew, as it is as well."""
        cut = at_face_size(image)
        wide = np.asarray(
            cv2.copyMakeBorder(cut, BORDER_PX, BORDER_PX, BORDER_PX, BORDER_PX, cv2.BORDER_REPLICATE),
            np.uint8,
        )
        middle = wide.shape[0] / 2
        tops = self._finder.detect(wide, SCALE, MIN_HEAT)
        central = [one for one in tops if hypot(one.x - middle, one.y - middle) < MAX_OFF_CENTRE_PX]
        top: Detection | None = max(central, key=lambda one: one.heat, default=None)
        if top is None or abs(top.angle) < MIN_TURN_RADIANS:
            return [cut]
        boxed_edge = EDGE_PX / sqrt(abs(cos(top.angle)) + abs(sin(top.angle)))
        expected = replace(top, x=middle, y=middle, edge=boxed_edge)
        least, most = (share * boxed_edge for share in EDGE_RANGE)
        as_detected = replace(top, edge=float(np.clip(top.edge, least, most)))
        return [face_crop(wide, expected.corners), face_crop(wide, as_detected.corners), cut]


def at_face_size(image: Image) -> Image:
    """A cut of any size and shape as large as faces are compared."""
    if image.shape[:2] == (FACE_PX, FACE_PX):
        return image
    how = cv2.INTER_AREA if max(image.shape[:2]) > FACE_PX else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (FACE_PX, FACE_PX), interpolation=how), np.uint8)
