"""Searches the scale at which dice are seen best where their size is not known: tries a ladder of scales.

The empty tray, where it is known, says about how large they are (scale from the inscribed circles of things).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np

from vision.arrays import Image
from vision.background.tray import Things
from vision.detect.finder import BEST_EDGE_PX, Detection, Finder
from vision.detect.vote import vote

LADDER_PX = tuple(110 * 1.25**k for k in range(12))  # pixels of the longer side of a strange picture
TRAY_LADDER_PX = LADDER_PX[4::2]  # the same in a tray, of which a camera sees the whole
MAX_SIDE_PX = 1800  # the same of any trial
MAX_MAGNIFICATION = 4.0  # times that a small picture is enlarged
SAME_SIZE_LOG = 0.18  # natural logarithm of the ratio of two sizes below which they are one
MIN_SIZE_HEAT = 0.3  # of a face that counts when sizes are compared
TRAY_EDGE_PX = 36.0  # of a die in a tray: seen as well there as at BEST_EDGE_PX, and a fifth cheaper
EDGES_PER_RADIUS = 1.7  # of the largest circle inside a lone die
SEARCH_MARGIN_EDGES = 0.8  # of surroundings that a trial takes in
MAX_ITERATIONS = 3  # sizes tried, each corrected by what was seen
MIN_BEST_SCORE = 0.4  # of some face, below which the size was wrong from the start
MIN_MERIT_RATIO = 0.85  # to the best trial's, from which the scale at which the net sees best is taken
DOUBT_PENALTY = 0.15  # of a face with score 0 in a trial's merit


@dataclass(frozen=True)
class ScaleTrial:
    """What is seen at one scale."""

    scale: float
    detections: tuple[Detection, ...]

    @staticmethod
    def of(finder: Finder, image: Image, scale: float) -> ScaleTrial:
        """What the finder sees at this scale."""
        return ScaleTrial(scale, finder.detect(image, scale))

    @cached_property
    def merit(self) -> float:
        """How much it tells: sure faces for it, doubtful ones against it."""
        return sum(
            d.score**2 - DOUBT_PENALTY * (1 - d.score) for d in self.detections if d.heat > MIN_SIZE_HEAT
        )


def detect_any_scale(finder: Finder, image: Image) -> tuple[Detection, ...]:
    """The faces of a picture of which nothing is known: a vote at the best scale."""
    best = best_trial(finder, image, max(image.shape[:2]), LADDER_PX)
    return vote(finder, image, best.scale) if best.detections else ()


def best_trial(finder: Finder, image: Image, long: int, ladder: Sequence[float]) -> ScaleTrial:
    """What is seen at the best scale in a picture, or in part of one whose longer side is `long` pixels.

    One at which a single thing looks a little like a large die tells nothing of the others: all are tried.
    """
    scales = [size / long for size in ladder if size < MAX_MAGNIFICATION * long] or [MAX_MAGNIFICATION]
    best = max((ScaleTrial.of(finder, image, scale) for scale in scales), key=lambda trial: trial.merit)
    edge = confident_median_edge(best.detections, BEST_EDGE_PX / best.scale)
    scale = min(BEST_EDGE_PX / edge, MAX_SIDE_PX / long)
    if abs(log(scale / best.scale)) < SAME_SIZE_LOG:
        return best
    rescaled = ScaleTrial.of(finder, image, scale)
    return rescaled if rescaled.merit >= MIN_MERIT_RATIO * best.merit else best


def detect_things(finder: Finder, image: Image, things: Things, mask_scale: float) -> tuple[Detection, ...]:
    """The faces of a picture of which it is known what is foreign in it: that says about how large dice are.

    The masks of `things` have `mask_scale` times the picture's size.
    Where it leads to nothing that is sure, some sizes are tried, if anything surely lies there: of an empty
    tray in other light no more than that is asked.
    """
    for radius in things.radii:
        detections = detect_from_edge(
            finder, image, things, mask_scale, radius * EDGES_PER_RADIUS / mask_scale
        )
        if detections is not None:
            return detections
    if not things.any:
        return ()
    margin = SEARCH_MARGIN_EDGES * things.radii[-1] * EDGES_PER_RADIUS / mask_scale
    part, x, y = things.crop(image, mask_scale, margin)
    best = best_trial(finder, part, max(image.shape[:2]), TRAY_LADDER_PX)
    return tuple(detection.transform(1.0, x, y) for detection in best.detections)


def detect_from_edge(
    finder: Finder, image: Image, things: Things, mask_scale: float, edge: float
) -> tuple[Detection, ...] | None:
    """The faces of dice of about this edge (pixels), corrected by what is seen; None: nothing is sure."""
    for _ in range(MAX_ITERATIONS):
        detections = detect_at_edge(finder, image, things, mask_scale, edge)
        median = confident_median_edge([d for d in detections if d.heat > MIN_SIZE_HEAT], edge)
        if max((d.score for d in detections), default=0.0) < MIN_BEST_SCORE:
            return None
        if abs(log(median / edge)) < SAME_SIZE_LOG:
            return detections
        edge = median
    return None


def detect_at_edge(
    finder: Finder, image: Image, things: Things, mask_scale: float, edge: float
) -> tuple[Detection, ...]:
    """The faces of dice with this edge (pixels) among the things: nowhere else is looked."""
    part, x, y = things.crop(image, mask_scale, SEARCH_MARGIN_EDGES * edge)
    scale = min(TRAY_EDGE_PX / edge, MAX_SIDE_PX / max(part.shape[:2]))
    return tuple(detection.transform(1.0, x, y) for detection in finder.detect(part, scale))


def confident_median_edge(detections: Sequence[Detection], default: float) -> float:
    """The median edge (pixels) of the surer half of the faces."""
    most = max((d.score for d in detections), default=0.0)
    return float(np.median([d.edge for d in detections if d.score >= most / 2])) if detections else default
