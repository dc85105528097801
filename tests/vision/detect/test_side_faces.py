"""A camera askance sees sides of dice too: those are none, whatever the net takes them for."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.posed import FACE
from vision.arrays import Mask
from vision.detect.finder import Detection, square_corners
from vision.detect.side_faces import die_outline, without_side_faces

SCALE = 0.5  # of masks to pictures
DIE = replace(FACE, x=200.0, y=160.0, tilt=(-0.5, 0.0))  # its right side is seen
SIDE = replace(FACE, x=231.0, y=160.0, edge=34.0, doubt=0.7, heat=0.4, tilt=(0.6, 0.1))


def mask_of(*shapes: np.ndarray) -> Mask:
    mask = np.zeros((240, 320), np.uint8)
    for shape in shapes:
        cv2.fillConvexPoly(mask, np.round(shape * SCALE).astype(np.int32), (255,))
    return mask


def box(x: float, y: float, edge: float) -> np.ndarray:
    return square_corners(x, y, edge, 0.0)


def test_a_die_seen_from_aside_reaches_beyond_its_top_on_the_side_that_faces_the_eye() -> None:
    hull = die_outline(DIE)
    assert hull[:, 0].min() == pytest.approx(200 - 20 * 1.1, abs=3)
    assert hull[:, 0].max() == pytest.approx(200 + 20 + 0.5 * 43, abs=4)
    flat = die_outline(replace(DIE, tilt=(0.0, 0.0)))
    assert np.ptp(flat, axis=0) == pytest.approx((44, 44), abs=1)


@pytest.mark.parametrize("others", [(), (replace(DIE, x=400.0),)])
def test_a_doubtful_face_on_the_side_of_a_sure_die_is_none(others: tuple[Detection, ...]) -> None:
    mask = mask_of(*(die_outline(die) for die in (DIE, *others)))
    assert without_side_faces([DIE, SIDE, *others], mask, SCALE) == (DIE, *others)


def test_a_doubtful_face_under_which_more_lies_stays() -> None:
    mask, other = mask_of(die_outline(DIE), box(252, 160, 50)), replace(SIDE, x=244.0)
    assert without_side_faces([DIE, other], mask, SCALE) == (DIE, other)


@pytest.mark.parametrize("tilt", [(-0.5, 0.0), (0.1, 0.6), (0.2, 0.0)])
def test_a_doubtful_face_that_is_not_turned_as_a_side_stays(tilt: tuple[float, float]) -> None:
    other = replace(SIDE, tilt=tilt)
    assert without_side_faces([DIE, other], mask_of(die_outline(DIE)), SCALE) == (DIE, other)


def test_a_sure_face_and_one_beside_a_doubtful_die_stay() -> None:
    mask = mask_of(die_outline(DIE))
    sure = replace(SIDE, doubt=0.0, heat=0.95)
    assert without_side_faces([DIE, sure], mask, SCALE) == (DIE, sure)
    doubtful = replace(DIE, doubt=0.9)
    assert without_side_faces([doubtful, SIDE], mask, SCALE) == (doubtful, SIDE)


def test_in_an_empty_tray_nothing_is_dropped_or_made_up() -> None:
    assert without_side_faces([], mask_of(), SCALE) == ()
