"""How much of a quadrilateral lies on a mask, at the mask's own scale and over the picture's border."""

from __future__ import annotations

from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from vision.arrays import Corners
from vision.background.coverage import coverage
from vision.detect.finder import square_corners


def corners(x: float, y: float, edge: float, degrees: float) -> Corners:
    return square_corners(x, y, edge, radians(degrees))


def test_how_much_of_a_face_lies_on_a_mask_is_told_at_the_masks_own_scale() -> None:
    mask = np.zeros((240, 320), np.uint8)
    cv2.rectangle(mask, (100, 0), (319, 239), 255, -1)
    assert coverage(corners(400, 200, 60, 15), mask, 0.5) == 1
    assert coverage(corners(200, 200, 60, 0), mask, 0.5) == pytest.approx(0.5, abs=0.1)
    assert coverage(corners(100, 200, 60, 15), mask, 0.5) == 0


def test_a_face_partly_beyond_the_picture_is_judged_by_what_is_at_its_border() -> None:
    mask = np.full((240, 320), 255, np.uint8)
    assert coverage(corners(640 + 10 * cos(1), 480 + 10 * sin(1), 60, 0), mask, 0.5) == 1
    assert coverage(corners(640, 480, 60, 0), np.zeros_like(mask), 0.5) == 0
