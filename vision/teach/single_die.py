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
from vision.read.judgement import DOUBTFUL
from vision.read.reader import DRAWN, Reader
from vision.recognise.contrast import contrast_of

Trouble = Literal["none", "several", "blurred", "askew", "blank", "edge"]

SHARP = (
    1.6  # by so much must a face lose its steepest edges when it is blurred; a blurred one has none to lose
)
RIM = 6  # pixels of a cut where the floor may show
SOFT = 2.0  # pixels by which it is blurred to see
RIVAL = 0.35  # share of the surest face's presence from which another one is a second die
MOVED, TURNED = 0.2, 0.12  # edges, radians: a die that lies so little otherwise was not touched
UNLIKE = 14.0  # grey levels, in the mean, by which two cuts of an untouched die may differ


@dataclass(frozen=True, eq=False)
class View:
    """One die's top face: its cut, its turn to a quarter, its place and edge as shares of the width."""

    cut: Image
    x: float
    y: float
    edge: float
    turn: float

    def like(self, other: View) -> bool:
        """Whether nobody has touched the die between the two."""
        away = hypot(self.x - other.x, self.y - other.y)
        turn = abs(angle_difference(self.turn, other.turn))
        if away > MOVED * self.edge or turn > TURNED:
            return False
        return min(_difference(np.rot90(self.cut, quarter), other.cut) for quarter in range(4)) < UNLIKE


def _difference(one: Image, other: Image) -> float:
    small = [cv2.blur(image.astype(np.float32), (5, 5)) for image in (one, other)]
    return float(np.abs(small[0] - small[1])[RIM:-RIM, RIM:-RIM].mean())


def single(reader: Reader, image: Image) -> View | Trouble:
    """The one die in a picture of the tray, lying flat and sharp."""
    things = reader.things(image)
    if things is not None and not things.any:
        return "none"
    faces = reader.faces(image, things, DRAWN)
    if not faces:
        return "none" if things is None else "askew"
    face = max(faces, key=lambda one: one.die_score)
    if any(one is not face and one.die_score > RIVAL * face.die_score for one in faces):
        return "several"
    [face] = reader.tilt.with_tilts(image, [face])
    beside = (
        things
        and reader.tray
        and unexplained_boxes(things, reader.tray.scale, [die_outline(face)], face.edge)
    )
    return "several" if beside else _clear(face, image)


def _clear(face: Detection, image: Image) -> View | Trouble:
    height, width = image.shape[:2]
    if (face.corners < 0).any() or (face.corners > (width, height)).any():
        return "edge"
    if face.doubt > DOUBTFUL:
        return "askew"
    shown = face_crop(image, face.corners)
    if contrast_of(shown).bare:
        return "blank"
    if sharpness(shown) < SHARP:
        return "blurred"
    return View(shown, face.x / width, face.y / width, face.edge / width, face.angle)


def sharpness(face: Image) -> float:
    """How much of its steepest edges a face loses when it is blurred: 1 without any, 2 if it is sharp.

    As a ratio it does not depend on colours, light and what is drawn.
    """
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY).astype(np.float32)[RIM:-RIM, RIM:-RIM]
    soft = cv2.GaussianBlur(grey, (0, 0), SOFT)
    return _steepest(np.asarray(grey)) / max(_steepest(np.asarray(soft)), 1e-3)


def _steepest(grey: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> float:
    dx, dy = cv2.Sobel(grey, cv2.CV_32F, 1, 0), cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    return float(np.percentile(np.hypot(dx, dy), 99))
