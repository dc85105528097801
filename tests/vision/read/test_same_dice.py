"""The same dice are the same dice: however the camera is turned, moved, raised or lowered, and in any light.

Tables of the virtual tray, chosen by hypothesis but the same ones each time.
"""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as some

from companion.dice import D6
from tests.vision.posed import FINDER, Table, laid, lit, truth, turned, values
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import Look

few = settings(max_examples=4, deadline=None, derandomize=True, database=None)
faces = some.lists(some.sampled_from(D6.faces), min_size=1, max_size=7)
seeds = some.integers(0, 9999)


def read(table: Table, edge: float | None = None, empty: bool = True) -> dict[int, str]:
    """The values read for sure, by the number of the die."""
    tray = Tray.from_empty(table.empty) if empty else None
    return values(table, Reader((D6,), tray, edge=edge, finder=FINDER).read(table.picture))


@few
@given(faces, seeds, some.sampled_from((90, 180, 270)))
def test_a_camera_mounted_the_other_way_round_reads_the_same(faces: list[str], seed: int, turn: int) -> None:
    table = laid(faces, seed)
    assert read(turned(table, turn, scale=1 if turn == 180 else 0.75)) == truth(table)


@few
@given(faces, seeds, some.sampled_from((-7, 7)))
def test_a_camera_a_little_askew_reads_the_same(faces: list[str], seed: int, turn: int) -> None:
    table = laid(faces, seed)
    assert read(turned(table, turn)) == truth(table)


@few
@given(faces, seeds, some.sampled_from((0.7, 1.3)))
def test_less_or_more_light_reads_the_same(faces: list[str], seed: int, light: float) -> None:
    table = laid(faces, seed)
    dimmed = Table(lit(table.picture, light), table.empty, table.faces, table.quads)
    assert read(dimmed) == truth(table)


@few
@given(faces, seeds, some.floats(0.85, 1.15), some.integers(-20, 20), some.integers(-15, 15))
def test_a_camera_nearer_farther_or_aside_reads_the_same(
    faces: list[str], seed: int, scale: float, right: int, down: int
) -> None:
    table = laid(faces, seed)
    assert read(turned(table, 0, scale, (right, down))) == truth(table)


@few
@given(faces, seeds)
def test_knowing_the_size_of_dice_or_the_empty_tray_changes_no_value(faces: list[str], seed: int) -> None:
    table = laid(faces, seed)
    assert read(table, edge=table.edge / 640) == truth(table)
    assert read(table, empty=False) == truth(table)


@few
@given(seeds)
def test_without_dice_nothing_is_read_however_it_is_turned_and_lit(seed: int) -> None:
    table = turned(laid((), seed), (seed % 4) * 90 + seed % 7)
    dark = Table(lit(table.empty, 0.7), table.empty, (), ())
    assert read(table) == read(dark) == read(dark, empty=False) == {}


@settings(few, max_examples=8)
@given(faces, seeds)
def test_on_any_table_no_die_is_read_wrong_in_silence(faces: list[str], seed: int) -> None:
    table = laid(faces, seed, Look.random(Random(seed)))
    assert read(table).items() <= truth(table).items()
