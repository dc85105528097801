"""Metric embedding of a cut face: a unit vector that lies near those of other cuts of the same drawing.

By a small net made by `vision.training`; light and colours matter little to it, the turn of a drawing does.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.detect.rectify import MARGIN_EDGES
from vision.nets import MODELS, Net

MODEL = MODELS / "glyphs.onnx"
INPUT_PX = 64  # side of a face as the net sees it
DIMENSIONS = 64
BEVEL_PX = 6  # at each side, which say nothing of the light
SPREAD_FLOOR = 8.0  # grey levels added to the spread, so that noise on a blank face stays small


class Embedder:
    """The net, ready to embed; any thread may ask."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Net(model)

    def embeddings(self, cuts: Sequence[Image], margin: float = MARGIN_EDGES) -> Floats:
        """A row of length 1 for each upright cut with this margin (in edges) all round."""
        views = np.stack([zero_mean_unit_spread(face_pixels(one, margin)).transpose(2, 0, 1) for one in cuts])
        return self._net.answer(views)


def face_pixels(cut: Image, margin: float) -> Floats:
    """The face without its margin, as large as the net wants it."""
    rim = round(cut.shape[0] * margin / (1 + 2 * margin))
    inner = cut[rim : cut.shape[0] - rim, rim : cut.shape[1] - rim].astype(np.float32)
    how = cv2.INTER_AREA if inner.shape[0] > INPUT_PX else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(inner, (INPUT_PX, INPUT_PX), interpolation=how), np.float32)


def zero_mean_unit_spread(image: Floats) -> Floats:
    """Less its mean colour, over its spread: what a lamp does is taken out."""
    middle = image[BEVEL_PX:-BEVEL_PX, BEVEL_PX:-BEVEL_PX].reshape(-1, 3)
    return np.asarray((image - middle.mean(0)) / (middle.std() + SPREAD_FLOOR), np.float32)
