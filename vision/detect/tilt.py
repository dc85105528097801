"""Which dice of a throw lean: those whose tops face another way than the others'.

A small net made by `vision.training` sees a top face with what lies around it, its side faces above all,
and says how far it is turned away from the eye. Of one die alone that says nothing, since nobody knows how
the camera looks; but all dice that lie flat face the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, log, pi, sin
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image
from vision.detect.finder import Face, square
from vision.detect.rectify import surrounded
from vision.nets import MODELS, Net

MODEL = MODELS / "tilt.onnx"
SIDE = 48  # pixels of a face with its surroundings, as this net sees it
FAR = 0.9  # from the eye to the picture, in widths of it: usual lenses
FARS = tuple(FAR * 1.15**k for k in range(-3, 8))
STRANGE = 0.3  # dice that must speak for a lens whose FAR is e times another
ALIKE = 0.22  # tops that differ by no more may face the same way
AGREE = 3  # dice that must face the same way before another one leans
LEANS = 0.3  # how far from them one is turned that leans: the sine of some 17°
SCATTER = 3.5  # the same as a multiple of how far half of them are off
NEAR, CROWDED = 1.6, 0.37  # the same for a die that has another nearer than so many edges
NEARLY = 0.7  # share of these from which it is looked at from all sides
ASKANCE = 0.6  # how far a top is turned, but for its place, that lies flat under no camera: 20° off and more


class Tilt:
    """The net, ready to look; any thread may ask."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Net(model)

    def turned(self, image: Image, faces: Sequence[Face]) -> tuple[Face, ...]:
        """The same faces, of each of which it is known how far it is turned away."""
        away = self.away(image, faces) if faces else ()
        return tuple(replace(f, away=(float(x), float(y))) for f, (x, y) in zip(faces, away, strict=True))

    def lying(self, image: Image, faces: Sequence[Face]) -> tuple[tuple[Face, bool], ...]:
        """Each face, turned as is known, and whether it lies on a die that leans.

        One that seems to lean, or nearly, is looked at from all its sides before that is said.
        """
        size = (image.shape[1], image.shape[0])
        told = lying(size, faces, NEARLY)
        if not any(odd for _, odd in told):
            return told
        seen = [self.again(image, f) if odd else f for f, (_, odd) in zip(faces, told, strict=True)]
        return lying(size, seen)

    def again(self, image: Image, face: Face) -> Face:
        """The face, turned away as looks from its four sides tell together."""
        sides = [replace(face, turn=face.turn + side * pi / 2) for side in range(4)]
        x, y = self.away(image, sides).mean(axis=0, dtype=float)
        return replace(face, away=(float(x), float(y)))

    def away(self, image: Image, faces: Sequence[Face]) -> Floats:
        """How far each top is turned away from the eye, to the right and down: sines."""
        squares = [square(f.x, f.y, f.edge, f.turn) for f in faces]
        patches = [as_shown(surrounded(image, corners)) for corners in squares]
        along, down = self._net.answer_to(patches).T
        c, s = (np.array([turn(f.turn) for f in faces], np.float32) for turn in (cos, sin))
        return np.asarray(np.stack([c * along - s * down, s * along + c * down], axis=1), np.float32)


def as_shown(patch: Image) -> Image:
    """A face with its surroundings as large as this net sees it."""
    return np.asarray(cv2.resize(patch, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.uint8)


def lying(size: tuple[int, int], faces: Sequence[Face], share: float = 1.0) -> tuple[tuple[Face, bool], ...]:
    """Each face in a picture of this width and height, and whether it lies on a die that leans.

    Of those that do not, most tell together how each is turned away: better than one can tell alone.
    `share` of the bars: less than 1 tells of those that nearly lean too.
    """
    width, height = size
    places = np.array([((f.x - width / 2) / width, (f.y - height / 2) / width) for f in faces]).reshape(-1, 2)
    away = np.array([f.away for f in faces], np.float32).reshape(-1, 2)
    usual = seen_flat(places, away)
    odd = odd_ones(places, away, usual, crowded(faces), share)
    ways = away if usual is None else np.where(odd[:, None], away, usual)
    return tuple(
        (replace(face, away=(float(x), float(y))), bool(leans))
        for face, (x, y), leans in zip(faces, ways, odd, strict=True)
    )


def crowded(faces: Sequence[Face]) -> NDArray[np.bool_]:
    """Which faces have another so near that a side, by which the net goes, may be hidden or the other's."""
    near = [any(other is not one and one.near(other, NEAR) for other in faces) for one in faces]
    return np.array(near, bool)


def odd_ones(
    places: NDArray[np.float64],
    away: Floats,
    usual: Floats | None,
    near: NDArray[np.bool_],
    share: float = 1.0,
) -> NDArray[np.bool_]:
    """Which tops at these places (from the middle, in widths) face another way than is usual there.

    Of those that have others `near` more is asked. Where nothing is usual: those that no camera sees so
    from above. `share` of the bars: less than 1 for those that do so nearly.
    """
    if usual is None:
        return np.asarray(np.linalg.norm(away - rays(places, FAR), axis=1) > share * ASKANCE)
    off = np.linalg.norm(away - usual, axis=1)
    bars = np.maximum(np.where(near, CROWDED, LEANS), SCATTER * float(np.median(off)))
    return np.asarray(off > share * bars)


def seen_flat(places: NDArray[np.float64], away: Floats) -> Floats | None:
    """How far a top that lies flat is turned away at each place, by most of these; None: too few agree.

    All flat tops face one way; how far each is turned from its own ray to the eye, the lens decides: the one
    by which most agree, and best, a usual one rather than a strange one.
    """
    if len(places) <= AGREE:
        return None
    ways = [np.asarray(away - rays(places, far), np.float32) for far in FARS]
    agreed = [agreement(way) for way in ways]
    merits = [said.sum() - STRANGE * abs(log(far / FAR)) for far, said in zip(FARS, agreed, strict=True)]
    best = int(np.argmax(merits))
    together = agreed[best] > 0
    if together.sum() < AGREE or 2 * together.sum() <= len(places):
        return None
    return np.asarray(rays(places, FARS[best]) + ways[best][together].mean(axis=0), np.float32)


def agreement(ways: Floats) -> Floats:
    """How well each top agrees with the way that most of them face: 1 wholly, 0 not at all."""
    apart = np.linalg.norm(ways[:, None] - ways[None], axis=2)
    agree = np.maximum(0.0, 1 - (apart / ALIKE) ** 2)
    middle = ways[agree[np.argmax(agree.sum(axis=1))] > 0].mean(axis=0)
    off = np.linalg.norm(ways - middle, axis=1) / ALIKE
    return np.asarray(np.maximum(0.0, 1 - off**2), np.float32)


def rays(places: NDArray[np.float64], far: float) -> NDArray[np.float64]:
    """How far tops at these places that face straight out of the picture are turned away from the eye.

    `far`: from the eye to the picture, in its widths.
    """
    return np.asarray(places / np.sqrt((places**2).sum(axis=1, keepdims=True) + far * far), np.float64)
