"""A dark die on dark cloth is not passed over, and what is printed on the empty cloth is still nothing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision import trays
from tests.vision.drawn import empty, face, glyph, lay
from tests.vision.posed import laid as posed
from tests.vision.posed import reader, truth, values
from vision.arrays import Image
from vision.background.low_contrast import is_foreign_drawing, low_contrast_mask
from vision.background.tray import Tray
from vision.sim import Look
from vision.sim.look import SKINS, Skin

BLACK = (34, 32, 32)
FELTS = ((44, 40, 38), (58, 56, 54), (90, 88, 86))
LAMPS = (Look(), Look(lamp=(180, 60, 420), warmth=-0.4), Look(light=0.75, ambient=0.6, softness=1.6))


def dark_table(felt: tuple[int, int, int], lamp: Look) -> Look:
    """A table of such cloth whose dice are black with white pips."""
    skins = {**SKINS, "dark": Skin(BLACK, (226, 230, 232))}
    return Look(
        felt=felt,
        lamp=lamp.lamp,
        warmth=lamp.warmth,
        light=lamp.light,
        ambient=lamp.ambient,
        softness=lamp.softness,
        plain="dark",
        skins=skins,
    )


def printed_tray(seed: int) -> Image:
    """An empty tray whose cloth shows dice, as large as real ones, a letter, rivets."""
    cloth = empty(seed=seed, felt=(60, 58, 56))
    for n, (x, y) in enumerate(((150, 120), (320, 110), (500, 140), (180, 340), (330, 350), (500, 330))):
        body = BLACK if n % 2 else (225, 228, 230)
        ink = (230, 230, 230) if n % 2 else (30, 30, 30)
        cloth = lay(cloth, face(n + 1, 64, body=body, ink=ink), x, y, 40, 13.0 * n)
    cloth = lay(cloth, glyph("A", 64), 80, 230, 40, 10)
    for x in range(60, 600, 60):
        cloth = np.asarray(cv2.circle(cloth, (x, 450), 5, (180, 190, 190), -1, cv2.LINE_AA), np.uint8)
    return cloth


@pytest.mark.parametrize("lamp", LAMPS, ids=("usual", "low and cold", "dim and soft"))
@pytest.mark.parametrize("felt", FELTS)
def test_black_dice_on_black_or_grey_cloth_are_read_or_asked_about_and_never_passed_over(
    felt: tuple[int, int, int], lamp: Look
) -> None:
    table = posed("352416", seed=5, look=dark_table(felt, lamp))
    one = reader(table.empty)
    dice = one.read(table.picture)
    certain = values(table, dice)
    assert certain.items() <= truth(table).items()
    assert len(dice) >= len(table.faces)
    assert len(certain) >= len(table.faces) - 1
    assert one.read(table.empty) == ()


@pytest.mark.parametrize("number", "123456")
def test_a_lone_black_die_on_black_cloth_is_not_nothing(number: str) -> None:
    table = posed(number, seed=8, look=dark_table(FELTS[0], LAMPS[0]))
    assert reader(table.empty).read(table.picture) != ()
    assert reader(table.empty).read(table.empty) == ()


def test_a_die_of_nearly_the_cloths_colour_differs_by_its_pips_alone() -> None:
    cloth = (44, 42, 42)
    picture = lay(
        empty(seed=2, felt=cloth), face(5, 64, body=(46, 43, 43), ink=(200, 200, 200)), 300, 220, 40, 25
    )
    one = reader(empty(seed=1, felt=cloth))
    assert [(die.face, die.status) for die in one.read(picture)] == [("5", "ok")]
    assert one.read(empty(seed=3, felt=cloth)) == ()


@pytest.mark.parametrize("by", [(0.0, 0.0), (0.6, -0.4), (1.2, 0.8)])
def test_dice_and_rivets_printed_on_the_cloth_are_nothing_though_the_camera_trembles(
    by: tuple[float, float],
) -> None:
    one = reader(printed_tray(1))
    assert one.read(trays.moved_by(printed_tray(2), by)) == ()
    dim = np.asarray(trays.moved_by(printed_tray(3), by) * 0.8, np.uint8)
    assert one.read(dim) == ()


def test_a_die_that_lies_on_the_print_of_the_cloth_is_read() -> None:
    laid = lay(printed_tray(2), face(4, 64, body=BLACK, ink=(230, 230, 230)), 240, 230, 40, 30)
    assert [(die.face, die.status) for die in reader(printed_tray(1)).read(laid)] == [("4", "ok")]


def test_a_shadow_over_a_printed_die_draws_nothing_anew() -> None:
    tray = Tray.from_empty(printed_tray(1))
    x = np.linspace(-1, 1, 640)
    shade = 1 - 0.4 / (1 + np.exp(-x * 40))
    corners = np.array([(310, 330), (350, 330), (350, 370), (310, 370)], float)
    shadowed = np.asarray(printed_tray(2) * shade[None, :, None], np.uint8)
    assert not tray.is_foreign_drawing(tray.things(shadowed), corners)
    other = lay(printed_tray(2), face(2, 64, body=BLACK, ink=(230, 230, 230)), 330, 350, 40, 40)
    assert tray.is_foreign_drawing(tray.things(other), corners)


def test_traces_are_found_of_pips_and_none_of_grain() -> None:
    where = np.full((240, 320), 255, np.uint8)
    rng = np.random.default_rng(1)
    grain = rng.normal(0, 0.01, (240, 320)).astype(np.float32)
    assert not low_contrast_mask(grain, where).any()
    pips = grain.copy()
    for x, y in ((100, 100), (106, 100), (100, 106), (106, 106)):
        cv2.circle(pips, (x, y), 1, (0.5,), -1)
    ys, xs = np.nonzero(low_contrast_mask(pips, where))
    assert (95 < xs.mean() < 111, 95 < ys.mean() < 111) == (True, True)


def test_what_lies_outside_the_picture_is_not_drawn_anew() -> None:
    look = np.zeros((40, 40, 3), np.float32)
    outside = np.array([(-9, -9), (-5, -9), (-5, -5), (-9, -5)], float)
    assert not is_foreign_drawing(look, look, outside)
