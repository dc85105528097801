from __future__ import annotations

from math import radians

import cv2
import numpy as np
import pytest

from tests.vision.drawn import empty, face, glyph, lay
from vision.arrays import Image
from vision.detect.finder import Detection
from vision.detect.rectify import FACE_PX, MARGIN_EDGES, face_crop, rectify

GREY = 5.0  # mean difference that drawing and cutting make


def corners(x: float, y: float, edge: float, degrees: float) -> np.ndarray:
    return Detection(x, y, edge, radians(degrees), 1, 0, np.ones(7, np.float32)).corners


def mean_difference(one: Image, other: Image) -> float:
    return float(np.abs(one.astype(float) - other).mean())


@pytest.mark.parametrize("degrees", [0, 30, 77])
def test_a_turned_face_comes_out_upright_and_of_the_size_asked_for(degrees: float) -> None:
    known = glyph("F", 64)
    picture = lay(empty(), known, 300, 220, 80, -degrees)
    out = rectify(picture, corners(300, 220, 80, degrees), 64)
    assert out.shape == (64, 64, 3)
    assert mean_difference(out[6:-6, 6:-6], known[6:-6, 6:-6]) < GREY
    assert mean_difference(np.rot90(out)[6:-6, 6:-6], known[6:-6, 6:-6]) > 2 * GREY


def test_a_squared_face_is_as_large_and_as_wide_as_faces_are_compared() -> None:
    picture = lay(empty(), glyph("F", 64), 300, 220, 80, 0)
    out = face_crop(picture, corners(300, 220, 80, 0))
    assert out.shape == (FACE_PX, FACE_PX, 3)
    rim = round(FACE_PX * MARGIN_EDGES / (1 + 2 * MARGIN_EDGES))
    size = (FACE_PX - 2 * rim, FACE_PX - 2 * rim)
    known = cv2.resize(glyph("F", 64), size, interpolation=cv2.INTER_AREA).astype(np.uint8)
    inner = out[rim : FACE_PX - rim, rim : FACE_PX - rim]
    assert mean_difference(inner[4:-4, 4:-4], known[4:-4, 4:-4]) < 2 * GREY


def test_a_margin_shows_the_floor_around_the_face() -> None:
    picture = lay(empty(), face(1, 64, ink=(225, 228, 230)), 300, 220, 80, 0)
    floor = empty()[220, 40].astype(float)
    out = rectify(picture, corners(300, 220, 80, 0), 70, margin=0.2)
    assert np.abs(out[2:5, 30:40].astype(float).mean(axis=(0, 1)) - floor).max() < 12
    assert out[14:56, 14:56].min() > 200


def test_a_face_at_the_border_is_cut_all_the_same() -> None:
    out = rectify(empty(), corners(0, 0, 60, 20), 32)
    assert out.shape == (32, 32, 3)
    assert mean_difference(out, np.broadcast_to(empty()[5, 5], out.shape)) < GREY
