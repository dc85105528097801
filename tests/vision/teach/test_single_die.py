from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.dice import D6, Die
from tests.vision.dalek import DICE
from tests.vision.drawn import glyph, lay
from tests.vision.shown import FACE, Table, letter
from vision.arrays import Image
from vision.background.tray import Tray
from vision.detect.finder import MIN_HEAT, Detection, Finder
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.teach.single_die import View, sharpness, view_or_trouble


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


def test_one_die_is_cut_out_with_its_place_and_edge(table: Table) -> None:
    image = table.with_noise(lay(table.cloth, letter("K"), 300, 200, 46, 20))
    view = view_or_trouble(table.reader, image)
    assert isinstance(view, View)
    assert (view.x * 640, view.y * 640) == pytest.approx((300, 200), abs=4)
    assert view.edge * 640 == pytest.approx(46, rel=0.12)


def test_an_empty_tray_shows_none(table: Table) -> None:
    assert view_or_trouble(table.reader, table.with_noise(table.cloth)) == "none"


def test_two_dice_are_one_too_many(table: Table) -> None:
    assert view_or_trouble(table.reader, table.picture(letter("K"), letter("A"))) == "several"


def test_a_coin_beside_the_die_is_not_passed_over(table: Table) -> None:
    image = lay(table.cloth, letter("K"), 200, 240, 46, 20)
    coin = cv2.circle(image.copy(), (450, 240), 40, (60, 150, 200), -1)
    assert view_or_trouble(table.reader, table.with_noise(np.asarray(coin, np.uint8))) == "several"


def test_a_blurred_die_is_refused_and_a_sharp_one_is_not(table: Table) -> None:
    image = lay(table.cloth, letter("K"), 300, 200, 46, 20)
    assert isinstance(view_or_trouble(table.reader, table.with_noise(image)), View)
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 3), np.uint8)
    assert view_or_trouble(table.reader, soft) == "blurred"


def test_sharpness_asks_neither_for_colours_nor_for_light() -> None:
    sharp = [sharpness(glyph(name, 56)) for name in "AK"]
    dark = [sharpness(glyph(name, 56) // 3) for name in "AK"]
    assert sharp == pytest.approx(dark, rel=0.15)


def test_a_die_without_a_drawing_is_blank(table: Table) -> None:
    bare = np.full((FACE, FACE, 3), (40, 40, 190), np.uint8)
    found = [view_or_trouble(table.reader, table.with_noise(lay(table.cloth, bare, 300, 200, 46, 20)))]
    assert found in (["blank"], ["blurred"], ["askew"])


class Doubtful(Finder):
    """Finds one face, and doubts it as the net doubts what leans or is half hidden."""

    def detect(self, image: Image, scale: float, min_heat: float = MIN_HEAT) -> tuple[Detection, ...]:
        return tuple(replace(face, doubt=0.9) for face in super().detect(image, scale, min_heat))


def test_a_die_that_leans_or_is_half_hidden_is_no_view(table: Table) -> None:
    image = table.with_noise(lay(table.cloth, letter("K"), 300, 200, 46, 20))
    assert view_or_trouble(replace(table.reader, finder=Doubtful()), image) == "askew"


def test_a_die_that_is_cut_off_by_the_border_is_no_view(table: Table) -> None:
    image = table.with_noise(lay(table.cloth, letter("K"), 300, 200, 46, 20))
    free = replace(table.reader, tray=None)
    assert isinstance(view_or_trouble(free, image), View)
    assert view_or_trouble(free, np.ascontiguousarray(image[:, 290:])) in ("edge", "askew", "none")


def test_an_untouched_die_is_the_same_view_and_a_turned_one_is_another() -> None:
    tray = VirtualTray(4, dice=DICE)
    reader = Reader((D6,), Tray.from_empty(tray.empty_picture()), edge=0.062)
    views = []
    for _ in range(2):
        tray.show(Die("dalek", "doctor"))
        while tray.busy:
            tray.read()
        views += [view_or_trouble(reader, frame.image) for frame in (tray.read(), tray.read()) if frame]
    first, again, other, _ = views
    assert isinstance(first, View)
    assert isinstance(again, View)
    assert isinstance(other, View)
    assert first.is_untouched_since(again)
    assert not first.is_untouched_since(other)
