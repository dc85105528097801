from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Mask
from vision.background.tray import Things
from vision.detect.finder import Detection
from vision.detect.side_faces import die_outline
from vision.detect.unexplained import component_boxes, dice_mask, overlap, unexplained_boxes

SCALE, EDGE = 0.5, 40.0  # of masks to pictures; of dice, in pixels of the picture


def mask_of(*places: tuple[int, int, int]) -> Mask:
    """A mask with squares: the middle and the edge of each in pixels of the picture."""
    mask = np.zeros((240, 320), np.uint8)
    for x, y, edge in places:
        low, high = ((round((k - edge / 2) * SCALE), round((k + edge / 2) * SCALE)) for k in (x, y))
        cv2.rectangle(mask, (low[0], high[0]), (low[1], high[1]), 255, -1)
    return mask


def die(x: float, y: float, tilt: tuple[float, float] = (0.0, 0.0)) -> np.ndarray:
    """The outline of a die with its top here, turned so far away from the eye."""
    return die_outline(Detection(x, y, EDGE, 0.0, 1, 0, np.ones(7, np.float32), tilt))


def boxes(
    likely: Mask, certain: Mask, *dice: np.ndarray, floor: Mask | None = None
) -> list[tuple[float, ...]]:
    things = Things(likely, certain, likely, np.zeros((*likely.shape, 3), np.float32))
    return [tuple(box) for box in unexplained_boxes(things, SCALE, dice, EDGE, floor)]


NOTHING = mask_of()


def test_a_thing_that_no_die_explains_is_told_where_it_lies() -> None:
    mask = mask_of((200, 200, 44), (420, 300, 60))
    (box,) = boxes(mask, mask, die(200, 200))
    assert box == pytest.approx((390, 270, 450, 330), abs=4)


def test_dice_with_their_sides_and_an_empty_tray_leave_nothing() -> None:
    mask = mask_of((200, 200, 44), (238, 200, 44))
    assert boxes(mask, mask, die(200, 200, tilt=(-0.8, 0.0))) == []
    assert len(boxes(mask, mask, die(200, 200))) == 1
    assert boxes(NOTHING, NOTHING, die(200, 200)) == []
    assert boxes(NOTHING, NOTHING) == []


def test_crumbs_are_passed_over() -> None:
    mask = mask_of((200, 200, 44), (420, 300, 14))
    assert boxes(mask, mask, die(200, 200)) == []


def test_a_bead_on_the_floor_is_told_and_as_much_on_a_wall_or_a_crumb_is_not() -> None:
    floor = mask_of((320, 300, 300))
    for middle, edge, expected in ((320, 16, 1), (320, 9, 0), (178, 20, 1), (172, 20, 0), (80, 20, 0)):
        mask = mask_of((middle, 300, edge))
        assert len(boxes(mask, mask, floor=floor)) == expected
        assert boxes(mask, mask) == []
    assert boxes(NOTHING, NOTHING, floor=floor) == []


def test_what_may_be_shadow_must_be_larger_to_be_told() -> None:
    small, large = mask_of((420, 300, 26)), mask_of((420, 300, 44))
    assert boxes(small, NOTHING) == []
    assert len(boxes(large, NOTHING)) == 1
    assert len(boxes(small, small)) == 1


def test_a_thing_and_its_shadow_are_one() -> None:
    assert len(boxes(mask_of((430, 310, 80)), mask_of((420, 300, 50)))) == 1


def test_a_die_under_another_sticks_out_and_is_told() -> None:
    mask = mask_of((200, 200, 44), (252, 200, 44))
    assert len(boxes(mask, mask, die(200, 200))) == 1


def test_parts_are_told_apart_and_narrow_ones_left_out() -> None:
    mask = mask_of((100, 100, 60), (300, 100, 60))
    cv2.line(mask, (20, 200), (300, 200), (255,), 3)
    assert len(component_boxes(mask, 10)) == 2
    assert len(component_boxes(mask, 1)) == 3


def test_the_masks_are_left_as_they_were() -> None:
    mask = mask_of((200, 200, 44))
    before = mask.copy()
    assert dice_mask(mask.shape, SCALE, [die(200, 200)], EDGE)[mask > 0].all()
    assert boxes(mask, mask, die(200, 200)) == []
    assert (mask == before).all()


def test_rectangles_that_only_touch_have_nothing_in_common() -> None:
    assert overlap((0, 0, 10, 10), (9, 9, 20, 20))
    assert not overlap((0, 0, 10, 10), (10, 0, 20, 10))
    assert not overlap((0, 0, 10, 10), (30, 30, 40, 40))
