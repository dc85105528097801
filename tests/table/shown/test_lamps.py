"""The lamps' patterns: what each state looks like, and that none flickers."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path
from typing import get_args

import pytest

from companion.table.shown.lamps import (
    BREATH_SECONDS,
    SWAP_SECONDS,
    SWEEP_SECONDS,
    Levels,
    moving,
    pattern,
    still,
)
from companion.table.shown.snapshot import Light

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


@pytest.mark.parametrize("light", LIGHTS)
def test_a_pattern_said_to_be_still_is_still(light: Light) -> None:
    for tenths in range(60):
        if not moving(light, tenths / 10):
            assert pattern(light, 15, tenths / 10 + 0.001) == pattern(light, 15, 1000)


@pytest.mark.parametrize("lamps", [5, 15])
def test_one_picture_of_each_state_can_be_told_from_each_other(lamps: int) -> None:
    alike = {"win": "fault"} if lamps == 5 else {}  # of five lamps every other one is middle and ends
    for one, other in combinations(LIGHTS, 2):
        assert (still(one, lamps, 0.9) == still(other, lamps, 0.9)) == (alike.get(one) == other), (one, other)


def test_a_row_of_fifteen_is_drawn_at_the_moment_that_says_most() -> None:
    assert drawn(still("rolling", 15)) == "....#.....#...."
    assert drawn(still("move", 15)) == "......###......"
    assert drawn(still("good", 15)) == "##########....."
    assert drawn(still("bad", 15)) == "#.............#"
    assert drawn(still("look", 15, 0.99)) == "..............#"


def test_the_page_breathes_at_the_pace_of_the_box() -> None:
    tokens = (Path(__file__).parents[3] / "web/static/tokens.css").read_text()
    assert f"--breath: {BREATH_SECONDS * 1000:.0f}ms;" in tokens
