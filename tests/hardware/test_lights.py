"""The lamps' patterns: what each state looks like, and that none flickers."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import get_args

import pytest

from companion.table.shown.snapshot import Light
from hardware.lights import (
    BREATH_SECONDS,
    COLOURS,
    SWAP_SECONDS,
    SWEEP_SECONDS,
    Levels,
    duties,
    moving,
    pattern,
    seen,
)

LIGHTS: tuple[Light, ...] = get_args(Light)
ROWS = (1, 2, 3, 4, 5, 8, 15)
FINE = 0.005


def over(light: Light, lamps: int, seconds: float, above: float | None = None) -> list[Levels]:
    return [pattern(light, lamps, i * FINE, above) for i in range(int(seconds / FINE))]


def drawn(levels: Levels) -> str:
    return "".join("#" if level > 0.9 else "." if level == 0 else "-" for level in levels)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("lamps", ROWS)
def test_there_is_a_level_from_0_to_1_for_every_lamp_at_every_time(light: Light, lamps: int) -> None:
    for levels in over(light, lamps, 5):
        assert len(levels) == lamps
        assert all(0 <= level <= 1 for level in levels)


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("lamps", ROWS)
def test_no_lamp_changes_more_than_twice_in_any_second(light: Light, lamps: int) -> None:
    for row in zip(*over(light, lamps, 8), strict=True):
        steps = [b - a for a, b in pairwise(row)]
        begins = [  # a change begins where the level starts to move, or turns round
            i for i, step in enumerate(steps) if step and (i == 0 or steps[i - 1] * step <= 0)
        ]
        for i in begins:
            assert sum(i <= j < i + 1 / FINE for j in begins) <= 2


def test_the_box_of_five_shows_each_state_as_the_look_says() -> None:
    assert drawn(pattern("ready", 5, 9)) == "#####"
    assert [drawn(pattern("rolling", 5, t)) for t in (0, 0.5, 0.9, 1.3)] == [
        "..#..",
        ".#.#.",
        "#...#",
        "..#..",
    ]
    assert drawn(pattern("move", 5, BREATH_SECONDS / 2)) == ".###."
    assert [drawn(pattern("good", 5, SWEEP_SECONDS * x)) for x in (0, 0.3, 0.5, 1)] == [
        "#....",
        "##...",
        "###..",
        "#####",
    ]
    assert [drawn(pattern("bad", 5, SWEEP_SECONDS * x)) for x in (0, 0.4, 0.7, 1)] == [
        "#####",
        "##.##",
        "#...#",
        ".....",
    ]
    assert [drawn(pattern("win", 5, SWAP_SECONDS * x)) for x in (0.5, 1.5, 2.5)] == [
        "#.#.#",
        ".#.#.",
        "#.#.#",
    ]
    assert [drawn(pattern("fault", 5, t)) for t in (0, 1.3)] == ["#.#.#", "-.-.-"]


def test_in_a_row_of_fifteen_three_in_the_middle_breathe() -> None:
    assert drawn(pattern("move", 15, BREATH_SECONDS / 2)) == "......###......"


def test_good_fills_once_and_stays() -> None:
    assert drawn(pattern("good", 5, 1000)) == "#####"
    assert drawn(pattern("bad", 5, 1000)) == "....."


@pytest.mark.parametrize("lamps", ROWS)
def test_the_lamp_above_the_die_is_lit_and_no_other(lamps: int) -> None:
    for place in range(lamps):
        lit = pattern("look", lamps, 3, (place + 0.5) / lamps)
        assert [i for i, level in enumerate(lit) if level] == [place]


def test_a_die_at_or_over_the_edge_is_shown_by_the_last_lamp() -> None:
    assert drawn(pattern("look", 5, 0, 1.0)) == "....#"
    assert drawn(pattern("look", 5, 0, -0.1)) == "#...."
    assert drawn(pattern("look", 5, 0, None)) == "..#.."


@pytest.mark.parametrize("lamps", [n for n in ROWS if n > 1])
def test_each_state_can_be_told_from_each_other_without_colour(lamps: int) -> None:
    for one, other in combinations(LIGHTS, 2):
        assert over(one, lamps, 3) != over(other, lamps, 3), (one, other)


def test_only_a_fault_is_red() -> None:
    assert COLOURS["fault"] == "#ff0000"
    assert set(COLOURS) == set(LIGHTS)
    assert len([c for c in COLOURS.values() if c == "#ff0000"]) == 1


@pytest.mark.parametrize("light", LIGHTS)
def test_a_pattern_said_to_be_still_is_still(light: Light) -> None:
    for tenths in range(60):
        if not moving(light, tenths / 10):
            assert pattern(light, 15, tenths / 10 + 0.001) == pattern(light, 15, 1000)


@pytest.mark.parametrize("colour", sorted(set(COLOURS.values())))
@pytest.mark.parametrize("bright", [1.0, 0.5, 0.12])
def test_a_colour_written_to_a_lamp_is_the_colour_seen_on_it(colour: str, bright: float) -> None:
    level, got = seen(duties(colour, bright))
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    assert level == pytest.approx(max(channels) / 255 * bright)
    scale = 255 / max(channels)
    for i, channel in zip((1, 3, 5), channels, strict=True):
        assert abs(int(got[i : i + 2], 16) - channel * scale) <= 1


def test_a_dark_lamp_is_seen_as_dark() -> None:
    assert seen((0.0, 0.0, 0.0)) == (0.0, "#000000")
