"""Which dice of a throw lean: those whose tops face another way than the others'.

A small net made by `vision.training` sees a top face with what lies around it, its side faces above all, and
says how far it is turned away from the eye. Of one die alone that says nothing, since nobody knows how the
camera looks; but all dice that lie flat face the same way. Refuses to know values, and what is done about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import surrounded
from vision.finder import Face
from vision.tray import Floats, Image

MODEL = Path(__file__).with_name("models") / "tilt.onnx"
SIDE = 48  # pixels of a face with its surroundings, as this net sees it
WIDE = 0.7  # how much more a flat top is turned away, a picture's width farther from the middle; usual lenses
SURE_OF_WIDE = 0.09  # how firmly that is believed against what the dice show
ALIKE = 0.22  # tops that differ by no more may face the same way
AGREE = 3  # dice that must face the same way before another one leans
LEANS = 0.26  # how far from them one is turned that leans: the sine of some 15°
SCATTER = 3.5  # the same as a multiple of how far half of them are off


class Tilt:
    """The net, ready to look. Not to be shared between threads."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(model))

    def leaning(self, image: Image, faces: Sequence[Face]) -> NDArray[np.bool_]:
        """Which of the faces lie on dice that lean; none of so few that nothing can be said."""
        if len(faces) <= AGREE:
            return np.zeros(len(faces), bool)
        height, width = image.shape[:2]
        places = np.array([((f.x - width / 2) / width, (f.y - height / 2) / width) for f in faces])
        return odd_ones(places, self.away(image, faces))

    def away(self, image: Image, faces: Sequence[Face]) -> Floats:
        """How far each top is turned away from the eye, to the right and down: sines."""
        patches = [
            cv2.resize(surrounded(image, f.corners), (SIDE, SIDE), interpolation=cv2.INTER_AREA)
            for f in faces
        ]
        self._net.setInput(cv2.dnn.blobFromImages(patches, 1 / 64, mean=(128, 128, 128)))
        along, down = np.asarray(self._net.forward(), np.float32).T
        c, s = (np.array([turn(f.turn) for f in faces], np.float32) for turn in (cos, sin))
        return np.asarray(np.stack([c * along - s * down, s * along + c * down], axis=1), np.float32)


def odd_ones(places: NDArray[np.float64], away: Floats) -> NDArray[np.bool_]:
    """Which tops at these places (from the middle, in widths) face another way than most of them."""
    none = np.zeros(len(places), bool)
    straight = away - WIDE * places
    apart = np.linalg.norm(straight[:, None] - straight[None], axis=2)
    together = apart[np.argmax((apart < ALIKE).sum(axis=1) - apart.mean(axis=1) / 10)] < ALIKE
    if together.sum() < AGREE or 2 * together.sum() <= len(places):
        return none
    off = np.linalg.norm(away - flat(places, places[together], away[together]), axis=1)
    return np.asarray(off > max(LEANS, SCATTER * float(np.median(off))))


def flat(places: NDArray[np.float64], known: NDArray[np.float64], away: Floats) -> NDArray[np.float64]:
    """How far a flat top is turned away at each of the places, as flat ones at `known` places are."""
    middle, mean = known.mean(axis=0), away.mean(axis=0)
    near, more = known - middle, away - mean
    wide = ((near * more).sum() + SURE_OF_WIDE * WIDE) / ((near * near).sum() + SURE_OF_WIDE)
    return np.asarray(mean + wide * (places - middle))
