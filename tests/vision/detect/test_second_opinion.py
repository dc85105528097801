"""A second opinion on doubtful faces: it reads what is small and dim, and sees no pips where none are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.posed import FACE, Table
from vision.arrays import Image
from vision.detect.finder import Detection, Finder, square_corners
from vision.detect.rectify import CONTEXT_PX, context_crop
from vision.detect.second_opinion import (
    CONFIDENT_SCORE,
    MAX_OPINIONS,
    SecondOpinion,
    dihedral_views,
    logarithmic_pool,
)


@pytest.fixture(scope="module")
def opinion() -> SecondOpinion:
    return SecondOpinion()


def dice_faces(finder: Finder, table: Table) -> list[Detection]:
    """The faces of a table, in the order of its dice."""
    faces = finder.detect(table.picture, 40 / table.edge)
    return [min(faces, key=lambda f: abs(f.x - x) + abs(f.y - y)) for x, y in table.middles]


@pytest.mark.parametrize("pixels", [40, 16, 11])
def test_it_reads_faces_of_few_pixels(
    opinion: SecondOpinion, finder: Finder, table: Table, pixels: int
) -> None:
    scale = pixels / table.edge
    small = np.asarray(
        cv2.resize(table.picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )
    faces = [face.transform(scale) for face in dice_faces(finder, table)]
    logs = opinion.log_probabilities([context_crop(small, face.corners) for face in faces])
    assert [str(k) for k in logs.argmax(axis=1)] == list(table.faces)


def test_it_sees_no_pips_on_the_bare_table(opinion: SecondOpinion, finder: Finder, table: Table) -> None:
    logs = opinion.log_probabilities(
        [context_crop(table.empty, face.corners) for face in dice_faces(finder, table)]
    )
    assert (logs.argmax(axis=1) == 0).all()


def test_a_turned_or_mirrored_face_is_the_same_to_it(
    opinion: SecondOpinion, finder: Finder, table: Table
) -> None:
    patch = context_crop(table.picture, dice_faces(finder, table)[1].corners)
    views = list(dihedral_views(patch))
    assert len({view.tobytes() for view in views}) == 8
    logs = opinion.log_probabilities(views)
    assert np.abs(logs - logs[0]).max() < 1e-3


def test_only_doubtful_faces_are_looked_at_again(opinion: SecondOpinion, table: Table) -> None:
    sure, doubtful = replace(FACE, heat=0.95, doubt=0.0), replace(FACE, heat=0.5)
    assert sure.score > CONFIDENT_SCORE > doubtful.score
    revised = opinion.revise(table.picture, [sure, doubtful, sure])
    assert revised[0] is sure
    assert revised[2] is sure
    assert not np.array_equal(revised[1].pip_probabilities, doubtful.pip_probabilities)
    assert revised[1].pip_probabilities.sum() == pytest.approx(1)
    assert opinion.revise(table.picture, []) == ()


def test_no_more_than_some_are_looked_at(opinion: SecondOpinion, table: Table) -> None:
    faces = [replace(FACE, heat=0.2 + 0.01 * k) for k in range(MAX_OPINIONS + 3)]
    revised = opinion.revise(table.picture, faces)
    unchanged = [new is old for new, old in zip(revised, faces, strict=True)]
    assert unchanged == [True] * 3 + [False] * MAX_OPINIONS


def test_two_opinions_that_agree_leave_no_doubt_and_two_that_differ_do() -> None:
    five = replace(FACE, pip_probabilities=np.array([0, 0, 0, 0.3, 0, 0.7, 0], np.float32))
    agreeing, other = np.full((2, 7), -6, np.float32)
    agreeing[5], other[3] = -0.02, -0.02
    assert logarithmic_pool(five, agreeing).pip_probabilities[5] > 0.9
    assert logarithmic_pool(five, other).pip_probabilities.max() < 0.97
    assert logarithmic_pool(five, other).pips == 3


@pytest.mark.parametrize("edge", [30.0, 150.0])
def test_a_face_of_any_size_is_cut_alike(edge: float) -> None:
    side = round(edge * 4)
    picture: Image = np.zeros((side, side, 3), np.uint8)
    corners = square_corners(1.9 * edge, 2.1 * edge, edge, 0.4)
    cv2.fillPoly(picture, [np.round(corners * 16).astype(np.int32)], (255, 255, 255), cv2.LINE_AA, 4)
    patch = context_crop(picture, corners)
    inner = CONTEXT_PX // 4
    assert patch.shape == (CONTEXT_PX, CONTEXT_PX, 3)
    assert patch[inner + 2 : -inner - 2, inner + 2 : -inner - 2].min() > 200
    assert max(patch[: inner - 2].max(), patch[:, : inner - 2].max()) < 60
