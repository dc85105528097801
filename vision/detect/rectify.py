"""Cut a face out of a picture, upright."""

from __future__ import annotations

from math import ceil, sqrt

import cv2
import numpy as np

from vision.arrays import Corners, Image

FACE = 56  # pixels of a squared face, margin included
MARGIN = 0.06  # what is kept around a face, in edges
SIDE = 64  # pixels of a face with its surroundings
AROUND = 0.5  # edges of them on each side
FINE = 48.0  # pixels of an edge from which the picture is shrunk first, so that no detail turns into noise


def cut(image: Image, corners: Corners, size: int, margin: float = 0.0) -> Image:
    """The face inside four corners, upright, `size` pixels wide; with `margin` (in edges) all round."""
    first, last = margin * size / (1 + 2 * margin), size - margin * size / (1 + 2 * margin)
    goal = np.array([[first, first], [last, first], [last, last]], np.float32) - np.float32(0.5)
    turn = cv2.getAffineTransform(corners[:3].astype(np.float32), goal)
    return cv2.warpAffine(image, turn, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]


def squared(image: Image, corners: Corners) -> Image:
    """The face inside four corners as pictures of faces are compared: as large and with as much around it."""
    return cut(image, corners, FACE, MARGIN)


def surrounded(image: Image, corners: Corners) -> Image:
    """A face upright in the middle of what lies around it, as nets see single faces."""
    edge = float(np.linalg.norm(corners[1] - corners[0]))
    if edge > FINE:
        middle, reach = corners.mean(axis=0), ceil((1 + 2 * AROUND) * edge * sqrt(0.5)) + 2
        x, y = (max(0, int(at) - reach) for at in middle)
        near, scale = image[y : int(middle[1]) + reach, x : int(middle[0]) + reach], FINE / edge
        image = np.asarray(cv2.resize(near, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        corners = (corners - (x, y)) * scale
    return cut(image, corners, SIDE, AROUND)
