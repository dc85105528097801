"""Dice of unknown size: found at whatever size they have, and none where there are none."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import cv2
import numpy as np
import pytest

from tests.vision.posed import FACE, Table
from vision.arrays import Image
from vision.detect.finder import BEST_EDGE_PX, MIN_HEAT, Detection, Finder
from vision.detect.scale_search import (
    LADDER_PX,
    MAX_MAGNIFICATION,
    ScaleTrial,
    best_trial,
    confident_median_edge,
    detect_any_scale,
)


def rescale(image: Image, scale: float) -> Image:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.3])
def test_dice_are_found_whatever_their_size(finder: Finder, table: Table, scale: float) -> None:
    sure = [f for f in detect_any_scale(finder, rescale(table.picture, scale)) if f.score > 0.5]
    assert len(sure) == 6
    for value, (x, y) in zip(table.faces, table.middles, strict=True):
        face = min(sure, key=lambda one: dist((one.x, one.y), (x * scale, y * scale)))
        assert str(face.pips) == value
        assert face.edge == pytest.approx(table.edge * scale, rel=0.25)


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.3])
def test_an_empty_tray_has_no_dice_of_any_size(finder: Finder, table: Table, scale: float) -> None:
    faces = detect_any_scale(finder, rescale(table.empty, scale))
    assert [face for face in faces if face.die_score > 0.25] == []


def test_one_die_close_up_is_found(finder: Finder, table: Table) -> None:
    x, y = (round(k) for k in table.middles[0])
    part = rescale(table.picture[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60], 4.0)
    best = max(detect_any_scale(finder, part), key=lambda face: face.score)
    assert str(best.pips) == table.faces[0]
    assert best.edge == pytest.approx(4 * table.edge, rel=0.25)


def test_the_best_size_is_one_that_the_net_can_judge(finder: Finder, table: Table) -> None:
    assert (
        BEST_EDGE_PX / 2
        < best_trial(finder, table.picture, 640, LADDER_PX).scale * table.edge
        < BEST_EDGE_PX * 2
    )
    assert best_trial(finder, np.full((480, 640, 3), 90, np.uint8), 640, LADDER_PX).detections == ()


def test_sure_faces_speak_for_a_look_and_doubtful_ones_against() -> None:
    doubtful = replace(FACE, heat=0.4, doubt=0.8)
    looks = [ScaleTrial(1.0, faces) for faces in ((FACE, FACE), (FACE,), (FACE, doubtful), (), (doubtful,))]
    assert [look.merit for look in looks] == sorted((look.merit for look in looks), reverse=True)
    assert looks[-2].merit == 0 > looks[-1].merit


class OneSize(Finder):
    """A net that sees a die at one size of the picture alone, and at another what looks a little like one."""

    def detect(self, image: Image, scale: float, min_heat: float = MIN_HEAT) -> tuple[Detection, ...]:
        long, (y, x) = scale * max(image.shape[:2]), (side / 2 for side in image.shape[:2])
        if 208 < long < 222:
            return (replace(FACE, x=x, y=y, edge=BEST_EDGE_PX / scale),)
        mistaken = np.array([1, 0, 0, 0, 0, 0, 0], np.float32)
        return (
            (replace(FACE, x=x, y=y, edge=BEST_EDGE_PX / scale, heat=0.6, pip_probabilities=mistaken),)
            if long < 140
            else ()
        )


def test_what_looks_like_a_large_die_hides_no_small_one(table: Table) -> None:
    [die] = detect_any_scale(OneSize(), table.picture)
    assert die.pips == FACE.pips
    assert die.heat == pytest.approx(FACE.heat)


def test_a_picture_of_few_pixels_is_looked_at_enlarged(finder: Finder, table: Table) -> None:
    look = best_trial(finder, np.full((24, 32, 3), 90, np.uint8), 32, LADDER_PX)
    assert look.detections == ()
    assert look.scale <= MAX_MAGNIFICATION


def test_the_usual_edge_is_that_of_the_surer_half() -> None:
    guess = replace(FACE, edge=200.0, doubt=0.9)
    assert confident_median_edge([FACE, replace(FACE, edge=42.0), guess, guess, guess], 7.0) == 41.0
    assert confident_median_edge([], 7.0) == 7.0
