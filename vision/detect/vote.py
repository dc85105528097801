"""Test-time augmentation: the finder sees a picture turned and mirrored in eight ways, and these vote.

For pictures of which nothing else is known. Errors of chance differ from view to view; what is there stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp, hypot

import numpy as np

from vision.arrays import Image
from vision.detect.finder import Detection, Finder, angle_difference

VIEWS = tuple((quarters, mirrored) for mirrored in (False, True) for quarters in range(4))
MIN_VOTE_HEAT = 0.1  # heat that counts as a vote
SAME_FACE_EDGES = 0.45  # distance below which detections of two views are one face


def vote(finder: Finder, image: Image, scale: float) -> tuple[Detection, ...]:
    """The faces that the views agree on, hottest first."""
    groups: list[list[Detection]] = []
    for new in view_detections(finder, image, scale):
        near = next((group for group in groups if is_same_face(group[0], new)), None)
        if near is None:
            groups.append([new])
        else:
            near.append(new)
    return tuple(sorted((consensus(group) for group in groups), key=lambda face: -face.heat))


def view_detections(finder: Finder, image: Image, scale: float) -> Iterator[Detection]:
    """What each view shows, in the picture's own coordinates."""
    height, width = image.shape[:2]
    for quarters, mirrored in VIEWS:
        view = np.rot90(image[:, ::-1] if mirrored else image, quarters)
        for detection in finder.detect(np.ascontiguousarray(view), scale, MIN_VOTE_HEAT):
            yield from_view(detection, quarters, mirrored, (width, height))


def from_view(detection: Detection, quarters: int, mirrored: bool, size: tuple[int, int]) -> Detection:
    """A face of a view that is mirrored and then turned (against the clock), where it is in the picture."""
    x, y = detection.x, detection.y
    width, height = size if quarters % 2 == 0 else size[::-1]
    for _ in range(quarters):
        x, y = height - y, x
        width, height = height, width
    if mirrored:
        return replace(detection, x=width - x, y=y, angle=-detection.angle)
    return replace(detection, x=x, y=y)


def is_same_face(one: Detection, other: Detection) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < SAME_FACE_EDGES * max(one.edge, other.edge)


def consensus(detections: Sequence[Detection]) -> Detection:
    """The mean of several, weighted by heat; a view that did not see the face votes against it."""
    heat = np.array([d.heat for d in detections])
    weights = heat / heat.sum()

    def mean(values: Sequence[float]) -> float:
        return float(weights @ np.array(values))

    hottest = max(detections, key=lambda d: d.heat)
    turns = [angle_difference(d.angle, hottest.angle) for d in detections]
    return replace(
        hottest,
        x=mean([d.x for d in detections]),
        y=mean([d.y for d in detections]),
        edge=exp(mean([float(np.log(d.edge)) for d in detections])),
        angle=hottest.angle + mean(turns),
        heat=float(heat.sum()) / max(len(VIEWS), len(detections)),
        doubt=mean([d.doubt for d in detections]),
        pip_probabilities=np.asarray(
            weights @ np.array([d.pip_probabilities for d in detections]), np.float32
        ),
    )
