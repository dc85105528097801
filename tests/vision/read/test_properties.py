"""Whatever is done to light, size and turn of a picture, dice are read the same or asked about.

Tables of the virtual tray, chosen by hypothesis but the same ones each time. The empty picture is turned and
scaled along (it is the same camera), but never lit along: light changes after calibration.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as some
from numpy.typing import NDArray

from companion.dice import D6, Die, DieKind, Quad
from tests.vision.dalek import DALEK
from tests.vision.posed import FINDER, Table, truth, values
from tests.vision.strange import dalek_dice, posed
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet

few = settings(max_examples=5, deadline=None, derandomize=True, database=None)
seeds = some.integers(0, 9999)
pips = some.lists(some.sampled_from(D6.faces).map(lambda face: Die(D6.id, face)), min_size=1, max_size=6)
daleks = some.lists(
    some.sampled_from(DALEK.faces).map(lambda face: Die(DALEK.id, face)), min_size=1, max_size=4
)
dice = pips | daleks
gains, gammas = some.floats(0.75, 1.25), some.floats(0.8, 1.25)
casts = some.tuples(*(some.floats(0.85, 1.15),) * 3)
slopes = some.tuples(some.floats(-0.25, 0.25), some.floats(-0.25, 0.25))


@dataclass(frozen=True)
class Light:
    """Another light on the same table: brightness, the camera's curve, a colour, a slope over the picture."""

    gain: float = 1.0
    gamma: float = 1.0
    cast: tuple[float, ...] = (1.0, 1.0, 1.0)
    slope: tuple[float, float] = (0.0, 0.0)

    def on(self, image: Image) -> Image:
        height, width = image.shape[:2]
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        lamp = self.gain * (1 + self.slope[0] * x + self.slope[1] * y)[..., None] * np.array(self.cast)
        lit = np.clip(image / 255.0 * lamp, 0, 1) ** self.gamma
        return np.asarray(lit * 255, np.uint8)


lights = some.builds(Light, gains, gammas, casts, slopes)
harsh = some.builds(
    Light,
    some.floats(0.25, 2.2),
    some.floats(0.5, 2.0),
    some.tuples(*(some.floats(0.6, 1.4),) * 3),
    some.tuples(some.floats(-0.6, 0.6), some.floats(-0.6, 0.6)),
)


@cache
def taught() -> TaughtSet:
    return dalek_dice().taught_set()


def read(table: Table, light: Light = Light(), kind: str = D6.id) -> dict[int, str]:
    """The values read for sure under this light, by the number of the die."""
    tray = Tray.from_empty(table.empty)
    known = () if kind == D6.id else (taught(),)
    kinds = (D6,) if kind == D6.id else (DieKind(DALEK.id, taught().faces),)
    return values(table, Reader(kinds, tray, known, finder=FINDER).read(light.on(table.picture)))


def quarter(table: Table, turns: int) -> Table:
    """The whole picture in quarter turns, no pixel lost."""
    height, width = table.picture.shape[:2]
    quads = np.reshape(np.array(table.quads, float), (-1, 4, 2))
    for _ in range(turns):
        quads = np.stack((quads[..., 1], width - 1 - quads[..., 0]), axis=-1)
        height, width = width, height
    return Table(
        np.ascontiguousarray(np.rot90(table.picture, turns)),
        np.ascontiguousarray(np.rot90(table.empty, turns)),
        table.faces,
        quads_of(quads),
    )


def scaled(table: Table, scale: float) -> Table:
    """The same table from a camera with fewer or more pixels."""
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    picture, empty = (
        np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=how), np.uint8)
        for image in (table.picture, table.empty)
    )
    quads = quads_of(np.reshape(np.array(table.quads, float), (-1, 4, 2)) * scale)
    return Table(picture, empty, table.faces, quads)


def quads_of(corners: NDArray[np.float64]) -> tuple[Quad, ...]:
    """Corners (n, 4, 2) as quads."""
    a, b, c, d = ([(float(x), float(y)) for x, y in corners[:, k]] for k in range(4))
    return tuple(zip(a, b, c, d, strict=True))


@few
@given(dice, seeds, some.integers(1, 3))
def test_a_picture_turned_by_quarters_has_the_same_dice(dice: list[Die], seed: int, turns: int) -> None:
    table = posed(dice, seed)
    assert read(quarter(table, turns), kind=dice[0].kind) == truth(table)


@few
@given(some.sampled_from(D6.faces), seeds)
def test_a_die_of_pips_shows_the_same_at_any_turn(face: str, seed: int) -> None:
    table = posed([Die(D6.id, face)] * 6, seed)
    assert read(table) == truth(table)


@few
@given(some.sampled_from(DALEK.faces), seeds)
def test_a_taught_die_shows_the_same_at_any_turn(face: str, seed: int) -> None:
    table = posed([Die(DALEK.id, face)] * 5, seed)
    assert read(table, kind=DALEK.id) == truth(table)


@few
@given(pips, seeds, some.floats(0.8, 2.0))
def test_pips_seen_with_more_or_fewer_pixels_are_the_same(dice: list[Die], seed: int, scale: float) -> None:
    table = scaled(posed(dice, seed), scale)
    assert read(table) == truth(table)


@few
@given(dice, seeds, some.floats(0.5, 2.0))
def test_at_half_to_twice_the_size_no_die_is_read_wrong_in_silence(
    dice: list[Die], seed: int, scale: float
) -> None:
    table = scaled(posed(dice, seed), scale)
    assert read(table, kind=dice[0].kind).items() <= truth(table).items()


@few
@given(dice, seeds, lights)
def test_light_within_bounds_changes_no_die_and_hides_few(dice: list[Die], seed: int, light: Light) -> None:
    table = posed(dice, seed)
    told = read(table, light, dice[0].kind)
    assert told.items() <= truth(table).items()
    assert len(told) >= len(dice) - 1


@settings(few, max_examples=6)
@given(dice, seeds, harsh)
def test_in_harsh_light_dice_are_right_or_asked_about(dice: list[Die], seed: int, light: Light) -> None:
    table = posed(dice, seed)
    assert read(table, light, dice[0].kind).items() <= truth(table).items()


@settings(few, max_examples=3)
@given(seeds, lights, some.integers(0, 3), some.floats(0.5, 1.25))
def test_an_empty_tray_has_no_dice_however_it_is_seen(
    seed: int, light: Light, turns: int, scale: float
) -> None:
    table = scaled(quarter(posed((), seed), turns), scale)
    assert read(table) == read(table, light) == {}
