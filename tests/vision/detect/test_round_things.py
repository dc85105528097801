"""No die is a disc: a button with four holes is no four. Dice without corners are dice all the same."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.posed import FACE
from vision.arrays import Mask
from vision.detect.finder import Detection, square_corners
from vision.detect.round_things import reject_discs

SCALE = 0.5  # of masks to pictures
EDGE = 40.0
PLACES = ((100, 100), (220, 100), (340, 100), (460, 100))


def at(place: tuple[int, int]) -> Detection:
    return replace(FACE, x=float(place[0]), y=float(place[1]), edge=EDGE)


def discs(*places: tuple[int, int], radius: float = 24) -> Mask:
    mask = np.zeros((240, 320), np.uint8)
    for x, y in places:
        cv2.circle(mask, (round(x * SCALE), round(y * SCALE)), round(radius * SCALE), (255,), -1)
    return mask


def dice(*places: tuple[int, int], corners: float = 0.0, turn: float = 0.0) -> Mask:
    """Squares whose corners are rounded off by this share of the edge."""
    mask = np.zeros((240, 320), np.uint8)
    for x, y in places:
        inner = square_corners(x, y, EDGE * (1 - 2 * corners), turn) * SCALE
        cv2.fillConvexPoly(mask, np.round(inner).astype(np.int32), (255,))
    size = 2 * round(corners * EDGE * SCALE) + 1
    return np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))), np.uint8)


def readable_places(mask: Mask, *places: tuple[int, int]) -> list[float]:
    """Where faces are not doubted, if there is one at each of these places."""
    return [face.x for face in reject_discs([at(place) for place in places], mask, SCALE) if face.doubt < 1]


@pytest.mark.parametrize("radius", [20, 24, 30])
def test_a_face_on_a_disc_is_doubted_and_one_on_a_die_stays(radius: float) -> None:
    mask = discs(PLACES[0], radius=radius) | dice(PLACES[1])
    assert readable_places(mask, *PLACES[:2]) == [220.0]


@pytest.mark.parametrize("turn", [0.0, 0.3, 0.78])
@pytest.mark.parametrize("corners", [0.0, 0.1, 0.2])
def test_rounded_corners_make_no_disc(corners: float, turn: float) -> None:
    assert readable_places(dice(PLACES[0], corners=corners, turn=turn), PLACES[0]) == [100.0]


def test_where_most_dice_are_round_they_are_dice() -> None:
    assert readable_places(discs(*PLACES[:2]), *PLACES[:2]) == []
    assert readable_places(discs(*PLACES), *PLACES) == [100.0, 220.0, 340.0, 460.0]


def test_of_what_hangs_together_or_is_not_seen_no_shape_is_known() -> None:
    heap = discs(PLACES[0], radius=24) | discs((146, 100), radius=24)
    assert readable_places(heap, PLACES[0], (146, 100)) == [100.0, 146.0]
    assert readable_places(discs(), PLACES[0]) == [100.0]
    assert readable_places(discs(PLACES[0], radius=70), PLACES[0]) == [100.0]


def test_a_ring_on_a_die_like_the_cloth_is_no_disc() -> None:
    assert readable_places(discs(PLACES[0], radius=0.42 * EDGE), PLACES[0]) == [100.0]


def test_no_faces_are_no_discs() -> None:
    assert readable_places(discs(PLACES[0])) == []
