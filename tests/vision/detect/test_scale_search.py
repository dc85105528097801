"""Dice of unknown size: found at whatever size they have, and none where there are none."""

from __future__ import annotations

from dataclasses import replace
from math import dist

import cv2
import numpy as np
import pytest

from tests.vision.posed import FACE, Table
from vision.arrays import Image
from vision.detect.finder import EDGE, LEAST, Face, Finder
from vision.detect.scale_search import LADDER, MAGNIFIED, Look, faces_of_any_size, surest, usual_edge


def shown(image: Image, scale: float) -> Image:
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.3])
def test_dice_are_found_whatever_their_size(finder: Finder, table: Table, scale: float) -> None:
    sure = [f for f in faces_of_any_size(finder, shown(table.picture, scale)) if f.sure > 0.5]
    assert len(sure) == 6
    for value, (x, y) in zip(table.faces, table.middles, strict=True):
        face = min(sure, key=lambda one: dist((one.x, one.y), (x * scale, y * scale)))
        assert str(face.best) == value
        assert face.edge == pytest.approx(table.edge * scale, rel=0.25)


@pytest.mark.parametrize("scale", [0.6, 1.0, 2.3])
def test_an_empty_tray_has_no_dice_of_any_size(finder: Finder, table: Table, scale: float) -> None:
    faces = faces_of_any_size(finder, shown(table.empty, scale))
    assert [face for face in faces if face.there > 0.25] == []


def test_one_die_close_up_is_found(finder: Finder, table: Table) -> None:
    x, y = (round(k) for k in table.middles[0])
    part = shown(table.picture[max(0, y - 60) : y + 60, max(0, x - 60) : x + 60], 4.0)
    best = max(faces_of_any_size(finder, part), key=lambda face: face.sure)
    assert str(best.best) == table.faces[0]
    assert best.edge == pytest.approx(4 * table.edge, rel=0.25)


def test_the_best_size_is_one_that_the_net_can_judge(finder: Finder, table: Table) -> None:
    assert EDGE / 2 < surest(finder, table.picture, 640, LADDER).scale * table.edge < EDGE * 2
    assert surest(finder, np.full((480, 640, 3), 90, np.uint8), 640, LADDER).faces == ()


def test_sure_faces_speak_for_a_look_and_doubtful_ones_against() -> None:
    doubtful = replace(FACE, heat=0.4, doubt=0.8)
    looks = [Look(1.0, faces) for faces in ((FACE, FACE), (FACE,), (FACE, doubtful), (), (doubtful,))]
    assert [look.merit for look in looks] == sorted((look.merit for look in looks), reverse=True)
    assert looks[-2].merit == 0 > looks[-1].merit


class OneSize(Finder):
    """A net that sees a die at one size of the picture alone, and at another what looks a little like one."""

    def look(self, image: Image, scale: float, least: float = LEAST) -> tuple[Face, ...]:
        long, (y, x) = scale * max(image.shape[:2]), (side / 2 for side in image.shape[:2])
        if 208 < long < 222:
            return (replace(FACE, x=x, y=y, edge=EDGE / scale),)
        mistaken = np.array([1, 0, 0, 0, 0, 0, 0], np.float32)
        return (replace(FACE, x=x, y=y, edge=EDGE / scale, heat=0.6, values=mistaken),) if long < 140 else ()


def test_what_looks_like_a_large_die_hides_no_small_one(table: Table) -> None:
    [found] = faces_of_any_size(OneSize(), table.picture)
    assert (found.best, found.heat) == (FACE.best, pytest.approx(FACE.heat))


def test_a_picture_of_few_pixels_is_looked_at_enlarged(finder: Finder, table: Table) -> None:
    look = surest(finder, np.full((24, 32, 3), 90, np.uint8), 32, LADDER)
    assert look.faces == ()
    assert look.scale <= MAGNIFIED


def test_the_usual_edge_is_that_of_the_surer_half() -> None:
    guess = replace(FACE, edge=200.0, doubt=0.9)
    assert usual_edge([FACE, replace(FACE, edge=42.0), guess, guess, guess], 7.0) == 41.0
    assert usual_edge([], 7.0) == 7.0
