"""What is no die is something and never a sure die; so is a die of which not all is seen, or that leans."""

from __future__ import annotations

from collections.abc import Callable
from math import dist

import numpy as np
import pytest

from tests.vision.drawn import empty, face, lay
from tests.vision.posed import (
    Table,
    bead,
    card,
    coin,
    finger,
    free,
    laid,
    middle,
    nearest,
    over,
    reader,
    truth,
    values,
    ways,
)
from vision.arrays import Image

Draw = Callable[[Image, tuple[float, float], float], Image]


@pytest.fixture(scope="module")
def table() -> Table:
    return laid("52634", seed=3)


@pytest.mark.parametrize("radius", [15, 22, 30])
@pytest.mark.parametrize("thing", [coin, bead])
def test_a_coin_or_a_bead_beside_dice_is_something_and_no_sure_die(
    table: Table, thing: Draw, radius: float
) -> None:
    place = free(table, 70)
    picture = thing(table.picture, place, radius)
    for one in ways(table):
        seen = one.read(picture)
        assert values(table, seen) == truth(table)
        assert [s.status in ("covered", "unsure", "cocked") for s in over(seen, place)] == [True]


@pytest.mark.parametrize("radius", [15, 22, 30])
@pytest.mark.parametrize("thing", [coin, bead])
def test_a_coin_or_a_bead_alone_in_the_tray_is_something_too(
    table: Table, thing: Draw, radius: float
) -> None:
    place = free(table, 70)
    picture = thing(table.empty, place, radius)
    for one in ways(table):
        assert [s.status in ("covered", "unsure", "cocked") for s in one.read(picture)] == [True]


def test_without_calibration_a_coin_and_a_bead_are_no_sure_dice(table: Table) -> None:
    place = free(table, 70)
    for picture in (coin(table.picture, place, 22), bead(table.picture, place, 16)):
        assert values(table, reader(None).read(picture)) == truth(table)


@pytest.mark.parametrize("number", range(5))
def test_a_die_half_under_a_card_is_told_and_not_sure(table: Table, number: int) -> None:
    quad = table.quads[number]
    picture = card(table.picture, quad, 0.5)
    for one in ways(table):
        seen = one.read(picture)
        assert [
            s.face for s in seen if s.status == "ok" and dist(s.centre, middle(quad)) < table.edge / 2
        ] == []
        assert over(seen, middle(quad)) != []


@pytest.mark.parametrize("number", range(5))
def test_of_a_die_a_third_under_a_card_no_fewer_pips_are_counted(table: Table, number: int) -> None:
    picture = card(table.picture, table.quads[number], 0.35)
    for one in ways(table):
        assert values(table, one.read(picture)).items() <= truth(table).items()


def test_a_die_under_a_finger_is_told_and_not_sure(table: Table) -> None:
    number = table.faces.index("6")
    x, y = table.middles[number]
    picture = finger(table.picture, (x - 6, y), (1, 0.4), 34)
    for one in ways(table):
        seen = one.read(picture)
        assert number not in values(table, seen)
        assert values(table, seen).items() <= truth(table).items()
        assert over(seen, (x, y)) != []


def test_a_die_without_a_readable_face_is_unsure() -> None:
    blank = np.full((64, 64, 3), 225, np.uint8)
    picture = lay(lay(empty(seed=3), face(4, 64), 200, 200, 40, 10), blank, 430, 250, 40, 30)
    seen = reader(empty()).read(picture)
    assert nearest(seen, (200, 200)).status == "ok"
    die = nearest(seen, (430, 250))
    assert die.status != "ok"
    assert len(die.guesses) == 6


@pytest.mark.parametrize(("edge", "turn"), [(36, 20), (44, 0), (44, 20), (56, 0)])
def test_three_bars_are_no_six(edge: float, turn: float) -> None:
    bars = np.full((64, 64, 3), (40, 40, 200), np.uint8)
    for y in (15, 32, 49):
        bars[y - 5 : y + 6, 13:-13] = 235
    seen = reader(empty()).read(
        lay(lay(empty(seed=3), face(6, 64), 200, 200, edge, turn), bars, 430, 250, edge, turn)
    )
    assert nearest(seen, (200, 200)).status == "ok"
    assert nearest(seen, (430, 250)).status != "ok"
