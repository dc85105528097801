"""A second opinion on faces of which the finder is not sure: a small classifier sees each in eight views.

Both opinions are combined in a logarithmic pool. The net is made by `vision.training`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.arrays import Floats, Image
from vision.detect.finder import Detection
from vision.detect.rectify import context_crop
from vision.nets import MODELS, Net

MODEL = MODELS / "closer.onnx"
CONFIDENT_SCORE = 0.86  # from which a face needs no second opinion
MAX_OPINIONS = 12  # faces of a picture that get one, those first that are most surely there
OPINION_WEIGHT = 0.65  # of the second opinion against the finder's
MIN_PROBABILITY = 1e-4  # that the finder gives everything


class SecondOpinion:
    """The net, ready to look; any thread may ask."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Net(model)

    def revise(self, image: Image, detections: Sequence[Detection]) -> tuple[Detection, ...]:
        """The same detections, what the doubtful ones show pooled from both opinions."""
        doubtful = sorted((d for d in detections if d.score < CONFIDENT_SCORE), key=lambda d: -d.heat)
        asked = doubtful[:MAX_OPINIONS]
        if not asked:
            return tuple(detections)
        opinions = self.log_probabilities([context_crop(image, d.corners) for d in asked])
        revised = {id(d): logarithmic_pool(d, opinion) for d, opinion in zip(asked, opinions, strict=True)}
        return tuple(revised.get(id(d), d) for d in detections)

    def log_probabilities(self, crops: Sequence[Image]) -> Floats:
        """Of no pips, 1 to 6 for each face with its surroundings: the mean of its views."""
        logits = self._net.answer_to([view for crop in crops for view in dihedral_views(crop)])
        logs = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return np.asarray(logs.reshape(len(crops), -1, logs.shape[1]).mean(axis=1), np.float32)


def dihedral_views(crop: Image) -> Iterator[Image]:
    """A crop in four turns, mirrored too: pips mean the same in all of them."""
    for mirrored in (crop, crop[:, ::-1]):
        yield from (np.ascontiguousarray(np.rot90(mirrored, quarters)) for quarters in range(4))


def logarithmic_pool(detection: Detection, opinion: Floats) -> Detection:
    """The detection with both opinions' weighted geometric mean."""
    logs = (1 - OPINION_WEIGHT) * np.log(
        detection.pip_probabilities + MIN_PROBABILITY
    ) + OPINION_WEIGHT * opinion
    shares = np.exp(logs - logs.max())
    return replace(detection, pip_probabilities=np.asarray(shares / shares.sum(), np.float32))
