"""Says of a cut face in which direction it lies among all drawings: cuts of one face point the same way.

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
SIDE = 64  # pixels of a face as the net sees it
LENGTH = 64  # numbers of a direction
CORE = 6  # pixels at each side that say nothing of the light
DARK = 8.0  # grey levels added before spreads are compared, so that noise on a blank face stays small


class Glyphs:
    """The net, ready to look; any thread may ask."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Net(model)

    def directions(self, cuts: Sequence[Image], margin: float = MARGIN_EDGES) -> Floats:
        """A row of length 1 for each upright cut with this margin (in edges) all round."""
        views = np.stack([normal(core(one, margin)).transpose(2, 0, 1) for one in cuts])
        return self._net.answer(views)


def core(cut: Image, margin: float) -> Floats:
    """The face without its margin, as large as the net wants it."""
    rim = round(cut.shape[0] * margin / (1 + 2 * margin))
    inner = cut[rim : cut.shape[0] - rim, rim : cut.shape[1] - rim].astype(np.float32)
    how = cv2.INTER_AREA if inner.shape[0] > SIDE else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(inner, (SIDE, SIDE), interpolation=how), np.float32)


def normal(image: Floats) -> Floats:
    """Less its mean colour, at unit spread: what a lamp does is taken out."""
    middle = image[CORE:-CORE, CORE:-CORE].reshape(-1, 3)
    return np.asarray((image - middle.mean(0)) / (middle.std() + DARK), np.float32)
