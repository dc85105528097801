"""The net that finds faces: what it answers on the virtual tray, and how its answer is understood."""

from __future__ import annotations

from dataclasses import replace
from math import dist, radians

import cv2
import numpy as np
import pytest

from tests.vision.posed import FACE, Table, middle
from vision.arrays import Floats
from vision.detect.finder import (
    BEST_EDGE_PX,
    CELL_PX,
    MAX_DETECTIONS,
    Finder,
    angle_difference,
    decode,
    size_inliers,
)
from vision.read.reader import MIN_DIE_SCORE, MIN_DRAWN_DIE_SCORE


def net_output(*cells: tuple[int, int], heat: float = 3.0, size: int = 16) -> Floats:
    """What the net would say of fours in these cells (column, row), of the best size, turned by 20°."""
    output = np.zeros((15, size, size), np.float32)
    output[0], output[1] = -8, -8
    for x, y in cells:
        output[0, y, x] = heat
        output[2 + 4, y, x] = 9
        output[10, y, x], output[11, y, x] = np.cos(4 * radians(20)), np.sin(4 * radians(20))
    return output


def test_every_top_face_is_found_where_it_lies_as_large_and_turned_as_it_is(
    finder: Finder, table: Table
) -> None:
    faces = finder.detect(table.picture, BEST_EDGE_PX / table.edge)
    sure = [face for face in faces if face.score > 0.5]
    assert len(sure) == 6
    for value, quad in zip(table.faces, table.quads, strict=True):
        face = min(sure, key=lambda one: dist((one.x, one.y), middle(quad)))
        assert str(face.pips) == value
        assert dist((face.x, face.y), middle(quad)) < 0.15 * table.edge
        assert face.edge == pytest.approx(table.edge, rel=0.25)
        way = np.arctan2(quad[1][1] - quad[0][1], quad[1][0] - quad[0][0])
        assert abs(angle_difference(face.angle, way)) < radians(10)


@pytest.mark.parametrize(
    ("one", "other", "on"), [(30, 20, 10), (20, 30, -10), (44, -44, -2), (275, 1, 4), (17, 17, 0)]
)
def test_a_turn_is_told_to_a_quarter_as_a_square_looks_alike_in_four(
    one: float, other: float, on: float
) -> None:
    assert angle_difference(radians(one), radians(other)) == pytest.approx(radians(on), abs=1e-9)


def test_the_same_table_without_dice_has_no_face(finder: Finder, table: Table) -> None:
    assert [
        face for face in finder.detect(table.empty, BEST_EDGE_PX / table.edge) if face.die_score > 0.2
    ] == []


def test_a_picture_of_any_width_and_height_is_seen(finder: Finder, table: Table) -> None:
    x, y = table.middles[0]
    part = table.picture[max(0, round(y) - 41) : round(y) + 62, max(0, round(x) - 53) : round(x) + 70]
    best = finder.detect(np.ascontiguousarray(part), BEST_EDGE_PX / table.edge)[0]
    assert str(best.pips) == table.faces[0]
    assert dist((best.x, best.y), (min(x, 53), min(y, 41))) < 0.2 * table.edge


def test_places_are_pixels_of_the_picture_whatever_scale_it_is_shown_at(finder: Finder, table: Table) -> None:
    double = np.asarray(cv2.resize(table.picture, None, fx=2, fy=2), np.uint8)
    once = [f for f in finder.detect(table.picture, BEST_EDGE_PX / table.edge) if f.score > 0.5]
    twice = [f for f in finder.detect(double, BEST_EDGE_PX / table.edge / 2) if f.score > 0.5]
    assert len(once) == len(twice) == 6
    for face in once:
        assert min(dist((face.x * 2, face.y * 2), (f.x, f.y)) for f in twice) < 0.15 * face.edge


def test_a_hot_cell_is_a_face_with_what_the_net_told_there() -> None:
    output = net_output((5, 9))
    output[12, 9, 5], output[13, 9, 5], output[9, 9, 5] = 0.25, -0.25, np.log(1.5)
    (face,) = decode(output, 0.15)
    assert (face.x, face.y) == pytest.approx((5.75 * CELL_PX, 9.25 * CELL_PX))
    assert face.edge == pytest.approx(1.5 * BEST_EDGE_PX)
    assert face.angle == pytest.approx(radians(20))
    assert (face.pips, round(face.score, 2)) == (4, 0.97)


def test_a_face_between_cells_is_as_hot_as_one_in_the_middle_of_a_cell() -> None:
    between, cold = net_output((5, 9), heat=1.1), net_output((5, 9), heat=1.1)
    between[12, 9, 5] = between[13, 9, 5] = 0.45
    (hot,), (cool,) = decode(between, 0.15), decode(cold, 0.15)
    assert cool.heat == pytest.approx(0.75, abs=0.01)
    assert hot.heat == pytest.approx(0.94, abs=0.02)
    between[12, 9, 5] = 30.0
    assert decode(between, 0.15)[0].heat == 1.0


def test_a_cold_answer_is_no_face() -> None:
    assert decode(net_output(), 0.15) == []
    assert decode(net_output((5, 9), heat=-3), 0.15) == []


def test_two_hot_cells_on_one_die_are_one_face_and_on_two_dice_two() -> None:
    on_one, on_two = net_output((5, 9)), net_output((5, 9))
    on_one[:, 9, 7] = net_output((7, 9), heat=2.0)[:, 9, 7]
    on_two[:, 9, 11] = net_output((11, 9), heat=2.0)[:, 9, 11]
    assert [round(face.heat, 2) for face in decode(on_one, 0.15)] == [0.95]
    assert [round(face.heat, 2) for face in decode(on_two, 0.15)] == [0.95, 0.88]


def test_a_floor_that_is_hot_everywhere_is_not_looked_at_for_ever() -> None:
    cells = [(x, y) for x in range(0, 64, 4) for y in range(0, 64, 4)]
    assert len(decode(net_output(*cells, size=64), 0.15)) == MAX_DETECTIONS


def test_a_size_beyond_belief_does_not_end_in_infinity() -> None:
    output = net_output((5, 9))
    output[9, 9, 5] = 900
    assert np.isfinite(decode(output, 0.15)[0].edge)


def test_corners_go_round_the_middle_an_edge_apart() -> None:
    corners = replace(FACE, angle=radians(30)).corners
    assert corners.mean(axis=0) == pytest.approx((100, 80))
    assert [dist(corners[k], corners[(k + 1) % 4]) for k in range(4)] == pytest.approx([40] * 4)
    way = corners[1] - corners[0]
    assert np.arctan2(way[1], way[0]) == pytest.approx(radians(30))
    assert FACE.corners[0] == pytest.approx((80, 60))
    assert FACE.corners[2] == pytest.approx((120, 100))


@pytest.mark.parametrize("tilt", [(0.6, 0.0), (0.0, -0.6), (0.35, 0.35)])
def test_a_square_that_is_turned_away_is_narrower_that_way_and_as_large(tilt: tuple[float, float]) -> None:
    corners = replace(FACE, tilt=tilt).corners
    across = np.array(tilt) / np.hypot(*tilt)
    along = np.array([-across[1], across[0]])
    wide, high = (np.abs((corners - corners.mean(axis=0)) @ way).max() for way in (across, along))
    flat = FACE.corners - FACE.corners.mean(axis=0)
    expected = (np.abs(flat @ across).max(), np.abs(flat @ along).max())
    sine = np.hypot(*tilt)
    assert (wide / expected[0]) / (high / expected[1]) == pytest.approx(np.sqrt(1 - sine * sine))
    assert cv2.contourArea(corners.astype(np.float32)) == pytest.approx(40 * 40, rel=0.01)


def test_a_hardly_turned_square_stays_one_and_a_wildly_turned_one_is_not_believed() -> None:
    assert np.array_equal(replace(FACE, tilt=(0.1, 0.05)).corners, FACE.corners)
    assert np.isfinite(replace(FACE, tilt=(5.0, 0.0)).corners).all()


def test_doubt_takes_trust_in_a_value_but_hardly_in_there_being_a_die() -> None:
    doubtful = replace(FACE, doubt=0.9)
    assert doubtful.score < 0.1 < FACE.score
    assert doubtful.die_score > 0.25
    cold = replace(FACE, heat=0.01)
    assert cold.die_score < 0.02


def test_of_what_is_taken_for_a_die_a_little_heat_says_less_than_a_doubtful_value() -> None:
    cool = replace(FACE, heat=0.63)
    vague = replace(FACE, pip_probabilities=np.array([0, 0, 0, 0, 0.7, 0.2, 0.1], np.float32))
    assert cool.score == pytest.approx(vague.score)
    assert vague.value_score < cool.value_score < FACE.value_score


def test_what_might_bear_no_pips_is_hardly_taken_for_a_die_with_pips() -> None:
    rivet = replace(FACE, pip_probabilities=np.array([0.3, 0, 0.4, 0.1, 0.1, 0.1, 0], np.float32), heat=0.75)
    print_ = replace(rivet, pip_probabilities=np.array([0.9, 0.1, 0, 0, 0, 0, 0], np.float32))
    vague = replace(rivet, pip_probabilities=np.array([0.02, 0, 0.4, 0.3, 0.2, 0.08, 0], np.float32))
    assert rivet.pip_die_score < MIN_DIE_SCORE < vague.pip_die_score
    assert rivet.drawn_die_score < MIN_DRAWN_DIE_SCORE < print_.drawn_die_score == print_.die_score


def test_a_face_of_a_part_is_placed_in_the_whole() -> None:
    placed = FACE.transform(0.5, 10, 20)
    assert (placed.x, placed.y, placed.edge) == (60, 60, 20)


def test_what_is_of_another_size_than_the_dice_is_none() -> None:
    cap = replace(FACE, edge=90.0, pip_probabilities=np.full(7, 1 / 7, np.float32))
    speck = replace(FACE, edge=12.0, heat=0.4)
    dice = [FACE, replace(FACE, x=200.0, edge=44.0), replace(FACE, x=300.0, edge=36.0)]
    assert size_inliers([*dice, cap, speck], 0.3) == tuple(dice)


def test_where_nothing_is_hot_nothing_is_of_one_size() -> None:
    assert size_inliers([], 0.3) == ()
    assert size_inliers([replace(FACE, heat=0.2)], 0.3) == ()
