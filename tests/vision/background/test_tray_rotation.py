"""A round tray that was turned in place is told by its cloth; a plain cloth, dice and lamps turn nothing."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest

from tests.vision import trays
from tests.vision.drawn import face, lay
from vision.arrays import Corners, Image
from vision.background.tray import Tray, log_look, look_image
from vision.background.tray_rotation import RoundFloor, tray_rotation
from vision.background.upkeep import MIN_REPEATS, Upkeep

ROUND = trays.Drawn("round")
PRINTS = ["logo", "checks", "speckles", "seam", "weave"]


def round_tray(what: str) -> trays.Drawn:
    return replace(ROUND, print=what)


def with_dice(image: Image, count: int, seed: int = 0) -> Image:
    """So many white dice, nowhere near the rim and none on another."""
    rng = np.random.default_rng(seed)
    begin = rng.uniform(0, 2 * pi)
    for k in range(count):
        angle, away = begin + 2 * pi * k / count, 65 if k % 2 else 125
        x, y = round(324 + away * cos(angle)), round(237 + away * sin(angle))
        image = lay(image, face(1 + k % 6, 44), x, y, 44, int(rng.integers(90)))
    return image


def upkeep_of(tray: trays.Drawn) -> Upkeep:
    return Upkeep.of(Tray.from_empty(trays.picture(tray, seed=1)))


@pytest.mark.parametrize("what", PRINTS)
@pytest.mark.parametrize("degrees", [10, -20, 90])
def test_a_round_tray_turned_in_place_is_noticed_and_known_as_it_lies_now(what: str, degrees: float) -> None:
    tray = round_tray(what)
    picture = trays.turned_in_place(tray, degrees, seed=2)
    after = upkeep_of(tray).check_position(picture)
    assert after.trouble == "moved"
    with_die = with_dice(picture, 1)
    die = np.abs(look_image(with_die).astype(int) - look_image(picture).astype(int)).max(axis=2) > 30
    certain = after.tray.things(with_die).certain > 0
    assert (certain & die).sum() > 0.6 * die.sum()
    assert (certain & ~die).sum() < 0.25 * die.sum()


@pytest.mark.parametrize("what", ["logo", "checks", "speckles", "seam"])
@pytest.mark.parametrize("degrees", [10, -20])
def test_a_turn_is_noticed_with_dice_in_the_tray(what: str, degrees: float) -> None:
    tray = round_tray(what)
    assert (
        upkeep_of(tray).check_position(with_dice(trays.turned_in_place(tray, degrees, seed=2), 3)).trouble
        == "moved"
    )


@pytest.mark.parametrize("what", ["", *PRINTS])
def test_dice_and_lamps_turn_no_tray(what: str) -> None:
    for seed in range(6):
        lamp = replace(round_tray(what), lamp=0.25 - 0.06 * seed)
        picture = with_dice(trays.picture(lamp, seed=seed), 2 * seed, seed)
        assert upkeep_of(round_tray(what)).check_position(picture).trouble is None


def test_a_plain_cloth_that_was_turned_is_the_same_tray() -> None:
    tray = round_tray("")
    picture = trays.turned_in_place(tray, 20, seed=2)
    after = upkeep_of(tray).check_position(picture)
    assert after.trouble is None
    assert not after.tray.things(picture).any


def test_a_turned_tray_is_learned_anew_once_it_is_empty_and_turned_back_it_is_as_before() -> None:
    def no_faces() -> tuple[Corners, ...]:
        return ()

    tray = round_tray("checks")
    before = after = upkeep_of(tray)
    for seed in range(MIN_REPEATS):
        picture = trays.turned_in_place(tray, 15, seed=seed)
        after = after.check_position(picture).check_empty(picture, no_faces)
    assert (after.trouble, after.version) == (None, 1)
    back = before.check_position(trays.turned_in_place(tray, 15)).check_position(trays.picture(tray, seed=3))
    assert back.trouble is None
    assert back.tray is before.home


def test_only_a_round_floor_can_turn_unseen() -> None:
    assert RoundFloor.of(trays.floor(ROUND)) is not None
    assert RoundFloor.of(trays.floor(replace(ROUND, lean=0.2))) is not None
    for shape in ("rectangle", "hexagon"):
        assert RoundFloor.of(trays.floor(replace(ROUND, shape=shape))) is None
    assert RoundFloor.of(np.zeros((240, 320), np.uint8)) is None


def test_how_far_it_was_turned_is_told() -> None:
    tray = round_tray("speckles")
    empty = Tray.from_empty(trays.picture(tray, seed=1))
    rotation = tray_rotation(empty.look, log_look(trays.turned_in_place(tray, 12.5, seed=2)), empty.floor)
    assert rotation is not None
    assert np.degrees(np.arctan2(rotation[0, 1], rotation[0, 0])) == pytest.approx(12.5, abs=0.5)
