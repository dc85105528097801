"""A second opinion on doubtful faces: it reads what is small and dim, and sees no pips where none are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.posed import FACE, Table
from vision.arrays import Image
from vision.detect.finder import Face, Finder, square
from vision.detect.rectify import SIDE, surrounded
from vision.detect.second_opinion import MOST, SURE, Closer, from_all_sides, weighed


@pytest.fixture(scope="module")
def closer() -> Closer:
    return Closer()


def found(finder: Finder, table: Table) -> list[Face]:
    """The faces of a table, in the order of its dice."""
    seen = finder.look(table.picture, 40 / table.edge)
    return [min(seen, key=lambda f: abs(f.x - x) + abs(f.y - y)) for x, y in table.middles]


@pytest.mark.parametrize("pixels", [40, 16, 11])
def test_it_reads_faces_of_few_pixels(closer: Closer, finder: Finder, table: Table, pixels: int) -> None:
    scale = pixels / table.edge
    small = np.asarray(
        cv2.resize(table.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )
    faces = [face.placed(scale) for face in found(finder, table)]
    told = closer.opinions([surrounded(small, face.corners) for face in faces])
    assert [str(k) for k in told.argmax(axis=1)] == list(table.faces)


def test_it_sees_no_pips_on_the_bare_table(closer: Closer, finder: Finder, table: Table) -> None:
    told = closer.opinions([surrounded(table.empty, face.corners) for face in found(finder, table)])
    assert (told.argmax(axis=1) == 0).all()


def test_a_turned_or_mirrored_face_is_the_same_to_it(closer: Closer, finder: Finder, table: Table) -> None:
    patch = surrounded(table.picture, found(finder, table)[1].corners)
    views = list(from_all_sides(patch))
    assert len({view.tobytes() for view in views}) == 8
    told = closer.opinions(views)
    assert np.abs(told - told[0]).max() < 1e-3


def test_only_doubtful_faces_are_looked_at_again(closer: Closer, table: Table) -> None:
    sure, doubtful = replace(FACE, heat=0.95, doubt=0.0), replace(FACE, heat=0.5)
    assert sure.sure > SURE > doubtful.sure
    again = closer.again(table.picture, [sure, doubtful, sure])
    assert again[0] is sure
    assert again[2] is sure
    assert not np.array_equal(again[1].values, doubtful.values)
    assert again[1].values.sum() == pytest.approx(1)
    assert closer.again(table.picture, []) == ()


def test_no_more_than_some_are_looked_at(closer: Closer, table: Table) -> None:
    faces = [replace(FACE, heat=0.2 + 0.01 * k) for k in range(MOST + 3)]
    again = closer.again(table.picture, faces)
    assert [new is old for new, old in zip(again, faces, strict=True)] == [True] * 3 + [False] * MOST


def test_two_opinions_that_agree_leave_no_doubt_and_two_that_differ_do() -> None:
    five = replace(FACE, values=np.array([0, 0, 0, 0.3, 0, 0.7, 0], np.float32))
    agreeing, other = np.full((2, 7), -6, np.float32)
    agreeing[5], other[3] = -0.02, -0.02
    assert weighed(five, agreeing).values[5] > 0.9
    assert weighed(five, other).values.max() < 0.97
    assert weighed(five, other).best == 3


@pytest.mark.parametrize("edge", [30.0, 150.0])
def test_a_face_of_any_size_is_cut_alike(edge: float) -> None:
    side = round(edge * 4)
    picture: Image = np.zeros((side, side, 3), np.uint8)
    corners = square(1.9 * edge, 2.1 * edge, edge, 0.4)
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], (255, 255, 255), cv2.LINE_AA, 4)
    patch = surrounded(picture, corners)
    inner = SIDE // 4
    assert patch.shape == (SIDE, SIDE, 3)
    assert patch[inner + 2 : -inner - 2, inner + 2 : -inner - 2].min() > 200
    assert max(patch[: inner - 2].max(), patch[:, : inner - 2].max()) < 60
