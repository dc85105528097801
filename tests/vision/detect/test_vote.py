"""Several looks taken as one: they agree on where dice lie, and who is seen by few is doubted."""

from __future__ import annotations

from dataclasses import replace
from math import dist, pi

import numpy as np
import pytest

from tests.vision.posed import FACE, Table, laid
from vision.arrays import Image
from vision.detect.finder import BEST_EDGE_PX, Detection, Finder
from vision.detect.vote import VIEWS, consensus, from_view, vote


@pytest.fixture(scope="module")
def table() -> Table:
    return laid("123456", seed=7)


def test_the_looks_agree_on_the_dice_that_lie_there(table: Table) -> None:
    finder, scale = Finder(), BEST_EDGE_PX / table.edge
    sure = [face for face in vote(finder, table.picture, scale) if face.score > 0.5]
    assert len(sure) == 6
    for value, middle in zip(table.faces, table.middles, strict=True):
        face = min(sure, key=lambda one: dist((one.x, one.y), middle))
        assert str(face.pips) == value
        assert dist((face.x, face.y), middle) < 0.15 * table.edge


def test_on_an_empty_table_they_agree_on_nothing(table: Table) -> None:
    assert [
        face for face in vote(Finder(), table.empty, BEST_EDGE_PX / table.edge) if face.die_score > 0.25
    ] == []


@pytest.mark.parametrize(("quarters", "mirrored"), VIEWS)
def test_a_face_is_put_back_to_where_it_is_in_the_picture(quarters: int, mirrored: bool) -> None:
    spot: Image = np.zeros((60, 100, 3), np.uint8)
    spot[10, 80] = 255
    view = np.rot90(spot[:, ::-1] if mirrored else spot, quarters)
    (y, x), *_ = np.argwhere(view[..., 0])
    face = from_view(replace(FACE, x=x + 0.5, y=y + 0.5), quarters, mirrored, (100, 60))
    assert (face.x, face.y) == (80.5, 10.5)


def test_who_is_seen_in_one_look_of_eight_has_an_eighth_of_its_heat() -> None:
    assert consensus([FACE]).heat == pytest.approx(FACE.heat / 8)
    assert consensus([FACE] * 8).heat == pytest.approx(FACE.heat)


def test_turns_are_averaged_over_the_quarter() -> None:
    other: Detection = replace(FACE, angle=FACE.angle + pi / 2 - 0.02)
    assert consensus([FACE, other]).angle == pytest.approx(FACE.angle - 0.01)
