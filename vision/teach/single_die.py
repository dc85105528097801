"""The one die of a picture that is shown to be learned: its top face cut out, or what is in the way."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Image
from vision.detect.finder import Detection, angle_difference
from vision.detect.rectify import face_crop
from vision.detect.side_faces import die_outline
from vision.detect.unexplained import unexplained_boxes
from vision.read.judgement import MAX_READABLE_DOUBT
from vision.read.reader import MIN_TAUGHT_DIE_SCORE, Reader
from vision.recognise.contrast import contrast_of

Trouble = Literal["none", "several", "blurred", "askew", "blank", "edge"]

MIN_SHARPNESS = 1.6  # of a face that is not blurred
RIM_PX = 6  # of a cut: the floor may show there
BLUR_SIGMA_PX = 2.0  # by which a face is blurred to measure that
RIVAL_SHARE = 0.35  # of the surest face's score: from it another one is a second die
SAME_PLACE_EDGES, SAME_TURN_RADIANS = 0.2, 0.12  # a die that lies so little otherwise was not touched
SAME_CUT_LEVELS = 14.0  # grey levels, in the mean, by which two cuts of an untouched die may differ


@dataclass(frozen=True, eq=False)
class View:
    """One die's top face: its cut, its turn to a quarter, its place and edge as shares of the width."""

    cut: Image
    x: float
    y: float
    edge: float
    turn: float

    def is_untouched_since(self, other: View) -> bool:
        """Whether nobody has touched the die between the two."""
        away = hypot(self.x - other.x, self.y - other.y)
        turn = abs(angle_difference(self.turn, other.turn))
        if away > SAME_PLACE_EDGES * self.edge or turn > SAME_TURN_RADIANS:
            return False
        differences = (_difference(np.rot90(self.cut, turns), other.cut) for turns in range(4))
        return min(differences) < SAME_CUT_LEVELS


def _difference(one: Image, other: Image) -> float:
    """Mean grey levels between two cuts, slightly blurred, within the rim."""
    small = [cv2.blur(image.astype(np.float32), (5, 5)) for image in (one, other)]
    return float(np.abs(small[0] - small[1])[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX].mean())


def view_or_trouble(reader: Reader, image: Image) -> View | Trouble:
    """The view of the one die in a picture of the tray, lying flat and sharp; or what is in the way."""
    things = reader.things(image)
    if things is not None and not things.any:
        return "none"
    tops = reader.tops(image, things, MIN_TAUGHT_DIE_SCORE)
    if not tops:
        return "none" if things is None else "askew"
    top = max(tops, key=lambda one: one.die_score)
    if any(one is not top and one.die_score > RIVAL_SHARE * top.die_score for one in tops):
        return "several"
    [top] = reader.tilt.with_tilts(image, [top])
    if things and reader.tray:
        outlines = [die_outline(top)]
        if unexplained_boxes(things, reader.tray.scale, outlines, top.edge):
            return "several"
    return _clear_view_or_trouble(top, image)


def _clear_view_or_trouble(top: Detection, image: Image) -> View | Trouble:
    """The view of a top face that is whole, flat, drawn on and sharp; or what it lacks."""
    height, width = image.shape[:2]
    if (top.corners < 0).any() or (top.corners > (width, height)).any():
        return "edge"
    if top.doubt > MAX_READABLE_DOUBT:
        return "askew"
    cut = face_crop(image, top.corners)
    if contrast_of(cut).bare:
        return "blank"
    if sharpness(cut) < MIN_SHARPNESS:
        return "blurred"
    return View(cut, top.x / width, top.y / width, top.edge / width, top.angle)


def sharpness(face: Image) -> float:
    """How much of its steepest edges a face loses when it is blurred: 1 without any, 2 if it is sharp.

    As a ratio it does not depend on colours, light and what is drawn.
    """
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX]
    blurred = cv2.GaussianBlur(grey, (0, 0), BLUR_SIGMA_PX)
    return _steepest_gradient(np.asarray(grey)) / max(_steepest_gradient(np.asarray(blurred)), 1e-3)


def _steepest_gradient(grey: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> float:
    """The gradient that but one pixel of a hundred exceeds."""
    dx, dy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return float(np.percentile(np.hypot(dx, dy), 99))
