"""Rectifies faces: an affine crop of a quadrilateral, upright, as those who compare faces want it."""

from __future__ import annotations

from math import ceil, sqrt

import cv2
import numpy as np

from vision.arrays import Corners, Image

FACE_PX = 56  # pixels of a face crop, margin included
MARGIN_EDGES = 0.06  # what is kept around a face in it
CONTEXT_PX = 64  # pixels of a crop of a face with its surroundings
CONTEXT_EDGES = 0.5  # edges of surroundings on each side
MAX_EDGE_PX = 48.0  # of a face that is sampled; a larger one is shrunk first, against aliasing


def rectify(image: Image, corners: Corners, size: int, margin: float = 0.0) -> Image:
    """The face inside four corners, upright, `size` pixels wide; with `margin` (in edges) all round."""
    first, last = margin * size / (1 + 2 * margin), size - margin * size / (1 + 2 * margin)
    goal = np.array([[first, first], [last, first], [last, last]], np.float32) - np.float32(0.5)
    affine = cv2.getAffineTransform(corners[:3].astype(np.float32), goal)
    return cv2.warpAffine(
        image, affine, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )  # type: ignore[return-value]


def face_crop(image: Image, corners: Corners) -> Image:
    """The face inside four corners as faces are compared: as large and with as much around it."""
    return rectify(image, corners, FACE_PX, MARGIN_EDGES)


def context_crop(image: Image, corners: Corners) -> Image:
    """A face upright in the middle of what lies around it, as nets see single faces."""
    edge = float(np.linalg.norm(corners[1] - corners[0]))
    if edge > MAX_EDGE_PX:
        middle, reach = corners.mean(axis=0), ceil((1 + 2 * CONTEXT_EDGES) * edge * sqrt(0.5)) + 2
        x, y = (max(0, int(at) - reach) for at in middle)
        near, scale = image[y : int(middle[1]) + reach, x : int(middle[0]) + reach], MAX_EDGE_PX / edge
        image = np.asarray(cv2.resize(near, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        corners = (corners - (x, y)) * scale
    return rectify(image, corners, CONTEXT_PX, CONTEXT_EDGES)
