"""Cuts of faces that others made, turned upright: by boxes along the picture, though the die lies askew.

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

ASKEW = 0.12  # radians from which a cut is turned: aligning makes up for less
SEEN = 0.25  # heat from which the net's word on a cut counts
WHOLE = FACE_PX / (1 + 2 * MARGIN_EDGES)  # edge of the face in a cut as the eye makes it
CLOSER = 0.95  # of the scale at which the net sees best, with no more around a face than its cut shows
AROUND = 20  # pixels added around a cut before the net looks: a face fills none of its pictures
OFF = 12.0  # pixels from its middle to the face's
SIZES = 0.85, 1.1  # least and most of the expected edge that is believed


class Uprighter:
    """Looks at cuts; any thread may ask."""

    @cached_property
    def _finder(self) -> Finder:
        return Finder()

    def views(self, image: Image) -> list[Image]:
        """The cut as the eye would have made it, likeliest first; of one that is askew, as it is as well."""
        whole = sized(image)
        wide = np.asarray(
            cv2.copyMakeBorder(whole, AROUND, AROUND, AROUND, AROUND, cv2.BORDER_REPLICATE), np.uint8
        )
        face = self._face(wide)
        if face is None or abs(face.angle) < ASKEW:
            return [whole]
        middle, boxed = wide.shape[0] / 2, WHOLE / sqrt(abs(cos(face.angle)) + abs(sin(face.angle)))
        expected = replace(face, x=middle, y=middle, edge=boxed)
        seen = replace(face, edge=float(np.clip(face.edge, SIZES[0] * boxed, SIZES[1] * boxed)))
        return [face_crop(wide, expected.corners), face_crop(wide, seen.corners), whole]

    def _face(self, wide: Image) -> Detection | None:
        middle = wide.shape[0] / 2
        seen = self._finder.detect(wide, CLOSER, SEEN)
        here = [face for face in seen if hypot(face.x - middle, face.y - middle) < OFF]
        return max(here, key=lambda face: face.heat, default=None)


def sized(image: Image) -> Image:
    """A cut of any size and shape as large as faces are compared."""
    if image.shape[:2] == (FACE_PX, FACE_PX):
        return image
    how = cv2.INTER_AREA if max(image.shape[:2]) > FACE_PX else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (FACE_PX, FACE_PX), interpolation=how), np.uint8)
