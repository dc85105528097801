"""Finds top faces with a small anchor-free net (CenterNet): where, how large, how turned, with which pips.

For each cell of a coarse grid the net says how surely a face's middle lies in it (a heat map, trained with
the focal loss), and regresses the rest. Units: pixels, radians. It is made by `vision.training`; faces are
seen best at one size, so whoever asks gives the scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, exp, hypot, pi, sin, sqrt
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Corners, Floats, Image
from vision.nets import GREY, MODELS, Net

MODEL = MODELS / "finder.onnx"
BEST_EDGE_PX = 40.0  # pixels of a top face at which the net sees best
CELL_PX = 8  # pixels of a cell of its output
SIDE_MULTIPLE_PX = 16  # a picture's sides must be multiples of it
MIN_HEAT = 0.15  # below it there is no face
MAX_DETECTIONS = 80  # of a picture
SAME_PLACE_EDGES = 0.55  # distance below which two faces are one: non-maximum suppression
HEAT_EXPONENT = 0.7  # of the heat in `value_score`
MAX_LOG_EDGE = 2.0  # natural logarithm of the edge to BEST_EDGE_PX that is believed
MIN_TILT_SINE, MAX_TILT_SINE = 0.15, 0.8  # from where foreshortening matters, and is believed
PEAK_FALLOFF = 1.2  # share of its heat that a middle loses, by the fourth power of its offset in cells


@dataclass(frozen=True, eq=False)
class Detection:
    """A top face: its middle (x, y) and the root of its area in pixels, its angle in radians (to a quarter).

    `heat`: how surely it is one; `doubt`: how likely it cannot be read (covered, cut off, leaning);
    `pip_probabilities`: of no pips, 1 to 6; `tilt`: sines of how far it is turned away from the camera, to
    the right and down of the picture. Scores go from 0 to 1 and are no probabilities yet.
    """

    x: float
    y: float
    edge: float
    angle: float
    heat: float
    doubt: float
    pip_probabilities: Floats
    tilt: tuple[float, float] = (0.0, 0.0)

    @property
    def pips(self) -> int:
        """The likeliest number of pips, 0 where it bears none."""
        return int(self.pip_probabilities.argmax())

    @property
    def score(self) -> float:
        """Of a die that shows `pips`."""
        return self.heat * self._readable_pips

    @property
    def value_score(self) -> float:
        """Of `pips`, once a die is taken to be there: its heat tells less of that."""
        return float(self.heat**HEAT_EXPONENT) * self._readable_pips

    @property
    def die_score(self) -> float:
        """Of a die of whatever kind, readable or not."""
        return max(self.pip_die_score, self.drawn_die_score)

    @property
    def pip_die_score(self) -> float:
        """Of a die with pips, whichever number, readable or not.

        Most of what is no die looks a little as if it bore none: that counts twice.
        """
        return self._die_with((1 - float(self.pip_probabilities[0])) ** 2)

    @property
    def drawn_die_score(self) -> float:
        """Of a die with something else than pips on top, readable or not."""
        return self._die_with(float(self.pip_probabilities[0]))

    @property
    def _readable_pips(self) -> float:
        return float(self.pip_probabilities.max()) * (1 - self.doubt)

    def _die_with(self, probability: float) -> float:
        return self.heat * probability * float((1 - self.doubt) ** 0.5)

    @cached_property
    def corners(self) -> Corners:
        """Its four corners, clockwise as the picture shows them: a square seen from aside is none."""
        middle = np.array([self.x, self.y])
        corners = square_corners(self.x, self.y, self.edge, self.angle)
        return np.asarray(middle + (corners - middle) @ foreshortening(self.tilt), np.float64)

    def is_near(self, other: Detection, edges: float) -> bool:
        """Whether the other's middle is nearer than so many of its own edges."""
        return hypot(other.x - self.x, other.y - self.y) < edges * self.edge

    def transform(self, scale: float, x: float = 0.0, y: float = 0.0) -> Detection:
        """The same in a picture that is so much larger and starts at (x, y)."""
        return replace(self, x=self.x * scale + x, y=self.y * scale + y, edge=self.edge * scale)


def square_corners(x: float, y: float, edge: float, angle: float) -> Corners:
    """The corners of a square around a place, clockwise as a picture shows them."""
    along = np.array([cos(angle), sin(angle)]) * edge / 2
    across = np.array([-along[1], along[0]])
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array([np.array([x, y]) + s * along + t * across for s, t in signs])


def foreshortening(tilt: tuple[float, float]) -> NDArray[np.float64]:
    """The 2x2 matrix that squeezes a square as so much tilt does, and leaves its area."""
    sine = min(hypot(*tilt), MAX_TILT_SINE)
    if sine < MIN_TILT_SINE:
        return np.eye(2)
    cosine, direction = sqrt(1 - sine * sine), np.array(tilt) / hypot(*tilt)
    return (np.eye(2) - (1 - cosine) * np.outer(direction, direction)) / sqrt(cosine)


class Finder:
    """The net, ready to look; any thread may ask."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Net(model)

    def detect(self, image: Image, scale: float, min_heat: float = MIN_HEAT) -> tuple[Detection, ...]:
        """The top faces in `image` shown to the net at this scale, hottest first."""
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        scaled = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)
        return tuple(detection.transform(1 / scale) for detection in decode(self._output(scaled), min_heat))

    def _output(self, image: Image) -> Floats:
        height, width = image.shape[:2]
        below, right = -height % SIDE_MULTIPLE_PX, -width % SIDE_MULTIPLE_PX
        if below or right:
            padded = cv2.copyMakeBorder(image, 0, below, 0, right, cv2.BORDER_CONSTANT, value=GREY)
            image = np.asarray(padded, np.uint8)
        return np.asarray(self._net.answer_to([image])[0], np.float32)


def decode(output: Floats, min_heat: float) -> list[Detection]:
    """The peaks of the heat map as detections, hottest first, after non-maximum suppression."""
    heat = sigmoid(output[0])
    peaks = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > min_heat)
    cells = sorted(np.argwhere(peaks), key=lambda at: -heat[at[0], at[1]])[:MAX_DETECTIONS]
    detections: list[Detection] = []
    for y, x in cells:
        new = detection_at(output, heat, int(x), int(y))
        if all(
            hypot(new.x - old.x, new.y - old.y) > SAME_PLACE_EDGES * max(new.edge, old.edge)
            for old in detections
        ):
            detections.append(new)
    return detections


def detection_at(output: Floats, heat: Floats, x: int, y: int) -> Detection:
    """The face whose middle lies in this cell."""
    cell = output[:, y, x]
    shares = np.exp(cell[2:9] - cell[2:9].max())
    right, down = float(cell[12]), float(cell[13])
    return Detection(
        x=(x + 0.5 + right) * CELL_PX,
        y=(y + 0.5 + down) * CELL_PX,
        edge=BEST_EDGE_PX * exp(float(np.clip(cell[9], -MAX_LOG_EDGE, MAX_LOG_EDGE))),
        angle=float(np.arctan2(cell[11], cell[10])) / 4,
        heat=min(1.0, float(heat[y, x]) / peak_share(hypot(right, down))),
        doubt=float(sigmoid(cell[1])),
        pip_probabilities=(shares / shares.sum()).astype(np.float32),
    )


def peak_share(offset: float) -> float:
    """Share of a face's heat that one cell has, its middle so many cells from the cell's.

    Between cells the heat is split among neighbours: that says nothing about the face.
    """
    return 1 - PEAK_FALLOFF * min(offset, sqrt(0.5)) ** 4


def sigmoid(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-x)), np.float32)


def angle_difference(one: float, other: float) -> float:
    """How far a face turned `one` is turned on from `other`, to a quarter: -45° to 45° in radians."""
    return (one - other + pi / 4) % (pi / 2) - pi / 4


def size_inliers(detections: Sequence[Detection], min_heat: float) -> tuple[Detection, ...]:
    """Those with so much heat and about as large as most of them: print and caps are of any size."""
    hot = [d for d in detections if d.heat > min_heat]
    if not hot:
        return ()
    weight = np.array([d.score for d in hot]) + 1e-6
    common = exp(float((weight * np.log([d.edge for d in hot])).sum() / weight.sum()))
    return tuple(d for d in hot if 0.6 * common < d.edge < 1.6 * common)
