"""Crops and their targets: however a picture is turned, what is said of it stays true."""

from math import atan2, cos, isnan, nan, sin
from random import Random

import numpy as np
import pytest

from vision.detect.finder import angle_difference
from vision.training.crops import crop_with_target, random_crop, random_quarter_turn
from vision.training.labels import PICTURE_PX, Label, Rows, foreshortening, label_rows
from vision.training.occlusion import occlude, visible_labels
from vision.training.targets import CELL_PX, CROP_PX, GRID_CELLS, target

MIDDLE = (CROP_PX / 2, CROP_PX / 2)


def label(
    x: float, y: float, size: float = 40, angle: float = 0.3, value: int = 5, seen: float = 1
) -> list[float]:
    return Label(x, y, size, angle, value, seen, 0.0, (0.0,) * 8).row


def speckled(side: int = CROP_PX) -> np.ndarray:
    """A picture in which no face is flat."""
    return np.random.default_rng(1).integers(0, 255, (side, side, 3), np.uint8)


def rows_of(*labels: list[float]) -> Rows:
    return label_rows(list(labels))[:, :7]


def dotted(*spots: tuple[float, float], side: int) -> np.ndarray:
    """A dark picture with a blob at each spot, the first one brightest."""
    y, x = np.mgrid[0:side, 0:side] + 0.5
    light = np.zeros((side, side))
    for k, (sx, sy) in enumerate(spots):
        light = np.maximum(light, (250 - 100 * k) * np.exp(-((x - sx) ** 2 + (y - sy) ** 2) / 18))
    return np.repeat(light[..., None], 3, -1).astype(np.uint8)


@pytest.mark.parametrize("seed", range(40))
def test_a_hot_cell_lies_where_the_die_is_after_every_turn_and_mirroring(seed: int) -> None:
    picture = dotted((250, 200), side=PICTURE_PX)
    part, rows = random_crop(Random(seed), picture, label_rows([label(250, 200)]))
    x, y = rows[0, :2]
    if not (10 < x < CROP_PX - 10 and 10 < y < CROP_PX - 10):
        return
    bright = np.argwhere(part[..., 0] > 150).mean(0) + 0.5
    assert np.abs(bright - (y, x)).max() < 1.5
    hot = np.argwhere(target(rows, part).heat == 1)
    assert np.abs((hot[0] + 0.5) * CELL_PX - (y, x)).max() <= CELL_PX / 2 + 1e-3


@pytest.mark.parametrize("seed", range(16))
def test_the_direction_of_an_edge_turns_with_the_picture(seed: int) -> None:
    angle = 0.4
    along = (100 + 50 * cos(angle), 120 + 50 * sin(angle))
    picture, rows = random_quarter_turn(
        Random(seed), dotted((100, 120), along, side=CROP_PX), rows_of(label(100, 120, angle=angle))
    )
    light = picture[..., 0].astype(int)
    first = np.argwhere(light > 200).mean(0) + 0.5
    light[np.hypot(*(np.mgrid[0:CROP_PX, 0:CROP_PX] + 0.5 - first[:, None, None])) < 20] = 0
    second = np.argwhere(light > 100).mean(0) + 0.5
    seen = atan2(second[0] - first[0], second[1] - first[1])
    assert abs(angle_difference(seen, float(rows[0, 3]))) < 0.03


def test_all_four_quarters_and_both_hands_come_up() -> None:
    picture = speckled()
    ways = {
        random_quarter_turn(Random(seed), picture, rows_of(label(*MIDDLE)))[0].tobytes() for seed in range(80)
    }
    assert len(ways) == 8


def test_the_same_seed_gives_the_same_crop() -> None:
    picture, labels = speckled(PICTURE_PX), label_rows([label(200, 220)])
    first, again = (crop_with_target(Random(4), picture, labels) for _ in range(2))
    assert np.array_equal(first[0], again[0])
    assert all(np.array_equal(a, b) for a, b in zip(first[1].arrays, again[1].arrays, strict=True))


def test_a_hidden_die_is_not_asked_for() -> None:
    goal = target(rows_of(label(100, 100, seen=0.1)), speckled())
    cell = int(100 / CELL_PX)
    assert goal.weight[cell, cell] == 0
    assert goal.heat.max() == 0
    assert goal.weight[0, 0] == 1
    assert (goal.value == -1).all()


def test_a_die_half_covered_is_there_and_doubtful_and_not_read() -> None:
    goal = target(rows_of(label(100, 100, seen=0.4)), speckled())
    cell = int(100 / CELL_PX)
    assert (goal.heat[cell, cell], goal.doubt[cell, cell], goal.value[cell, cell]) == (1, 1, -1)


def test_a_clear_die_is_read_and_its_place_is_told_to_the_pixel() -> None:
    goal = target(rows_of(label(101, 99, angle=0.2)), speckled())
    cell = 12
    assert (goal.heat[cell, cell], goal.doubt[cell, cell], goal.value[cell, cell]) == (1, 0, 5)
    size, turn_cos, turn_sin, dx, dy, _ = goal.shape[:, cell, cell]
    assert size == pytest.approx(0)
    assert (turn_cos, turn_sin) == pytest.approx((cos(0.8), sin(0.8)))
    assert ((cell + 0.5 + dx) * CELL_PX, (cell + 0.5 + dy) * CELL_PX) == pytest.approx((101, 99))


def test_a_face_that_shows_nothing_is_doubtful() -> None:
    grey = np.full((CROP_PX, CROP_PX, 3), 120, np.uint8)
    assert target(rows_of(label(100, 100)), grey).doubt.max() == 1
    assert target(rows_of(label(100, 100, value=0)), grey).doubt.max() == 0  # what bears no pips may be bare


def test_of_a_photographs_box_the_turn_is_not_asked() -> None:
    goal = target(rows_of(label(100, 100, angle=nan)), speckled())
    assert np.isfinite(goal.shape).all()
    assert goal.known[1:3].max() == 0
    assert 0 < goal.known[0].max() < 1
    assert goal.known[3:].max() == 1


def test_a_picture_without_dice_is_cold_everywhere() -> None:
    goal = target(rows_of(), speckled())
    assert goal.heat.shape == (GRID_CELLS, GRID_CELLS)
    assert goal.heat.max() == 0
    assert goal.weight.min() == 1


FLAT = (80.0, 80.0, 120.0, 80.0, 120.0, 120.0, 80.0, 120.0)
ASLANT = (80.0, 80.0, 120.0, 80.0, 120.0, 100.0, 80.0, 100.0)


def with_corners(*quads: tuple[float, ...]) -> Rows:
    return label_rows([Label(100, 100, 40, 0.3, 5, 1, 0.0, quad).row for quad in quads])


def test_how_far_a_face_is_turned_away_is_told_by_its_corners() -> None:
    told = foreshortening(with_corners(FLAT, ASLANT, (0.0,) * 8))
    assert told[:2].tolist() == pytest.approx([1.0, 0.5])
    assert isnan(told[2])


def test_a_face_under_a_card_is_doubtful_and_one_beside_it_is_not() -> None:
    rows, card = with_corners(FLAT), np.zeros((256, 256), np.uint8)
    assert visible_labels(rows, card)[0, 5] == 1
    card[:, 110:] = 255
    assert visible_labels(rows, card)[0, 5] == pytest.approx(0.5)
    card[:, 80:] = 255
    assert visible_labels(rows, card)[0, 5] == 0


@pytest.mark.parametrize("seed", range(8))
def test_what_is_laid_over_a_picture_never_shows_more_of_a_face(seed: int) -> None:
    rows = with_corners(FLAT, ASLANT)
    picture, after = occlude(Random(seed), speckled(), rows)
    assert picture.shape == (CROP_PX, CROP_PX, 3)
    assert (after[:, 5] <= rows[:, 5]).all()
    assert (after[:, :5] == rows[:, :5]).all()
