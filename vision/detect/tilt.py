"""Judges which dice of a throw lean: outliers among the directions in which their tops face.

A small net made by `vision.training` regresses from a top face with its surroundings, its side faces above
all, how far it is tilted away from the camera (sines, to the right and down of the picture). Of one die alone
that says nothing, since nobody knows how the camera looks; but all dice that lie flat face the same way.
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
from vision.detect.finder import Detection, square_corners
from vision.detect.rectify import context_crop
from vision.nets import MODELS, Net

MODEL = MODELS / "tilt.onnx"
INPUT_PX = 48  # pixels of a face with its surroundings, as this net sees it
USUAL_DISTANCE_WIDTHS = 0.9  # from the camera to the picture plane, in widths of the picture: usual lenses
DISTANCES_WIDTHS = tuple(USUAL_DISTANCE_WIDTHS * 1.15**k for k in range(-3, 8))
DISTANCE_PENALTY = 0.3  # dice that must speak for a distance that is e times the usual one
SAME_TILT_SINE = 0.22  # difference below which tops may face the same way
MIN_INLIERS = 3  # dice that must face the same way before another one leans
LEANING_SINE = 0.3  # of the angle to them from which a die leans: some 17°
LEANING_MEDIANS = 3.5  # the same as a multiple of the median of all
CROWDED_EDGES = 1.6  # distance to another die below which a side may be hidden, or the other's
CROWDED_LEANING_SINE = 0.37  # LEANING_SINE for such a die
RECHECK_RATIO = 0.7  # share of these from which a die is looked at from all sides
LONE_LEANING_SINE = 0.6  # of a tilt, but for perspective, that lies flat under no camera: 20° off and more


class TiltNet:
    """The net, ready to look; any thread may ask."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Net(model)

    def with_tilts(self, image: Image, detections: Sequence[Detection]) -> tuple[Detection, ...]:
        """The same detections, each with its tilt."""
        tilts = self.tilts(image, detections) if detections else ()
        return tuple(
            replace(d, tilt=(float(x), float(y))) for d, (x, y) in zip(detections, tilts, strict=True)
        )

    def judge_leaning(
        self, image: Image, detections: Sequence[Detection]
    ) -> tuple[tuple[Detection, bool], ...]:
        """Each detection, its tilt as well as is known, and whether it lies on a die that leans.

        One that seems to lean, or nearly, is looked at from all its sides before that is said.
        """
        size = (image.shape[1], image.shape[0])
        first = judge_leaning(size, detections, RECHECK_RATIO)
        if not any(leans for _, leans in first):
            return first
        rechecked = [
            self.mean_over_turns(image, d) if leans else d
            for d, (_, leans) in zip(detections, first, strict=True)
        ]
        return judge_leaning(size, rechecked)

    def mean_over_turns(self, image: Image, detection: Detection) -> Detection:
        """The detection with the mean of the tilts seen from its four sides."""
        turns = [replace(detection, angle=detection.angle + quarter * pi / 2) for quarter in range(4)]
        x, y = self.tilts(image, turns).mean(axis=0, dtype=float)
        return replace(detection, tilt=(float(x), float(y)))

    def tilts(self, image: Image, detections: Sequence[Detection]) -> Floats:
        """How far each top is tilted away from the camera, to the right and down: sines, a row each."""
        crops = [context_crop(image, square_corners(d.x, d.y, d.edge, d.angle)) for d in detections]
        along, down = self._net.answer_to([net_input(crop) for crop in crops]).T
        c, s = (np.array([part(d.angle) for d in detections], np.float32) for part in (cos, sin))
        return np.asarray(np.stack([c * along - s * down, s * along + c * down], axis=1), np.float32)


def net_input(crop: Image) -> Image:
    """A face with its surroundings as large as this net sees it."""
    return np.asarray(cv2.resize(crop, (INPUT_PX, INPUT_PX), interpolation=cv2.INTER_AREA), np.uint8)


def judge_leaning(
    size: tuple[int, int], detections: Sequence[Detection], share: float = 1.0
) -> tuple[tuple[Detection, bool], ...]:
    """Each detection in a picture of this width and height, and whether it lies on a die that leans.

    Of those that do not, most say together how each is tilted: better than one can alone.
    `share` of the thresholds: less than 1 for those that nearly lean too.
    """
    width, height = size
    places = [((d.x - width / 2) / width, (d.y - height / 2) / width) for d in detections]
    positions = np.array(places).reshape(-1, 2)
    tilts = np.array([d.tilt for d in detections], np.float32).reshape(-1, 2)
    flat = flat_tilts(positions, tilts)
    leaning = outliers(positions, tilts, flat, are_crowded(detections), share)
    best = tilts if flat is None else np.where(leaning[:, None], tilts, flat)
    return tuple(
        (replace(detection, tilt=(float(x), float(y))), bool(leans))
        for detection, (x, y), leans in zip(detections, best, leaning, strict=True)
    )


def are_crowded(detections: Sequence[Detection]) -> NDArray[np.bool_]:
    """Which faces have another so near that a side, by which the net goes, may be hidden or the other's."""
    crowded = [any(b is not a and a.is_near(b, CROWDED_EDGES) for b in detections) for a in detections]
    return np.array(crowded, bool)


def outliers(
    positions: NDArray[np.float64],
    tilts: Floats,
    flat: Floats | None,
    crowded: NDArray[np.bool_],
    share: float = 1.0,
) -> NDArray[np.bool_]:
    """Which tops at these positions (from the middle, in widths) face another way than `flat` ones there.

    Of `crowded` ones more is asked. Where `flat` is not known: those that no camera sees so from above.
    `share` of the thresholds: less than 1 for those that do so nearly.
    """
    if flat is None:
        usual = perspective_tilts(positions, USUAL_DISTANCE_WIDTHS)
        return np.asarray(np.linalg.norm(tilts - usual, axis=1) > share * LONE_LEANING_SINE)
    residuals = np.linalg.norm(tilts - flat, axis=1)
    thresholds = np.maximum(
        np.where(crowded, CROWDED_LEANING_SINE, LEANING_SINE), LEANING_MEDIANS * float(np.median(residuals))
    )
    return np.asarray(residuals > share * thresholds)


def flat_tilts(positions: NDArray[np.float64], tilts: Floats) -> Floats | None:
    """The tilt of a flat top at each position, by consensus of most of these; None: too few agree.

    All flat tops face one way; how far each is tilted against its own ray to the camera, the lens decides:
    the distance by which most agree, and best, a usual one rather than a strange one.
    """
    if len(positions) <= MIN_INLIERS:
        return None
    directions = [
        np.asarray(tilts - perspective_tilts(positions, distance), np.float32)
        for distance in DISTANCES_WIDTHS
    ]
    weights = [inlier_weights(each) for each in directions]
    merits = [
        weight.sum() - DISTANCE_PENALTY * abs(log(distance / USUAL_DISTANCE_WIDTHS))
        for distance, weight in zip(DISTANCES_WIDTHS, weights, strict=True)
    ]
    best = int(np.argmax(merits))
    inliers = weights[best] > 0
    if inliers.sum() < MIN_INLIERS or 2 * inliers.sum() <= len(positions):
        return None
    common = directions[best][inliers].mean(axis=0)
    return np.asarray(perspective_tilts(positions, DISTANCES_WIDTHS[best]) + common, np.float32)


def inlier_weights(directions: Floats) -> Floats:
    """How well each agrees with what most have (Epanechnikov kernel): 1 wholly, 0 not at all."""
    pairwise = np.linalg.norm(directions[:, None] - directions[None], axis=2)
    agreement = np.maximum(0.0, 1 - (pairwise / SAME_TILT_SINE) ** 2)
    mean = directions[agreement[np.argmax(agreement.sum(axis=1))] > 0].mean(axis=0)
    residuals = np.linalg.norm(directions - mean, axis=1) / SAME_TILT_SINE
    return np.asarray(np.maximum(0.0, 1 - residuals**2), np.float32)


def perspective_tilts(positions: NDArray[np.float64], distance: float) -> NDArray[np.float64]:
    """The tilts of tops at these positions that face straight out of the picture.

    `distance`: from the camera to the picture plane, in widths of the picture.
    """
    squares = (positions**2).sum(axis=1, keepdims=True)
    return np.asarray(positions / np.sqrt(squares + distance * distance), np.float64)
