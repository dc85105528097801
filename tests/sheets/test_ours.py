"""The sheets we bring: they are read as they are drawn, and can be played."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from companion.games.dizzle.sheet import DizzleSheet, Special
from companion.games.dizzle.sheet_format import SHEETS as DIZZLE_FORMAT
from companion.games.prison.sheet import EscapeSheet
from companion.games.prison.sheet_format import SHEETS as PRISON_FORMAT
from companion.sheets import SheetError
from tests.sheets.formats import SHEETS, from_data

NAMES = SHEETS.names
DIZZLE = DIZZLE_FORMAT.names


def dizzle(name: str) -> DizzleSheet:
    sheet = SHEETS.shipped(name)
    assert isinstance(sheet, DizzleSheet)
    return sheet


def prison() -> EscapeSheet:
    sheet = SHEETS.shipped("25-to-dice")
    assert isinstance(sheet, EscapeSheet)
    return sheet


@pytest.mark.parametrize("name", NAMES)
def test_each_sheet_we_bring_can_be_played_and_has_even_numbers(name: str) -> None:
    sheet = SHEETS.read(SHEETS.text_of(name))
    assert sheet == SHEETS.shipped(name)
    assert SHEETS.of(sheet.source).remarks(sheet) == ()


def test_an_unknown_name_is_no_sheet_of_ours() -> None:
    with pytest.raises(KeyError):
        SHEETS.shipped("../../etc/passwd")


def test_sheets_are_the_same_when_their_text_is() -> None:
    text = SHEETS.text_of("dizzle-level-1")
    assert SHEETS.read(text) == SHEETS.read(text)
    assert hash(SHEETS.read(text)) == hash(SHEETS.read(text))
    assert SHEETS.read(text) != SHEETS.read(text + "\n# another\n")


def test_levels_one_and_two_are_rated_by_column_a_the_others_by_b() -> None:
    assert [(dizzle(name).level, dizzle(name).rating_column) for name in DIZZLE] == [
        (1, "A"), (2, "A"), (3, "B"), (4, "B")
    ]  # fmt: skip


def test_level_one_is_read_cell_by_cell() -> None:
    sheet = dizzle("dizzle-level-1")
    assert (sheet.rows, sheet.columns, sheet.name) == (7, 9, "Level 1 (own design)")
    assert sheet.starts == {(4, 3), (4, 7)}
    assert (1, 1) not in sheet.cells
    assert (sheet.numbers[1, 2], sheet.specials[1, 2]) == (1, Special("gem", "yellow"))
    assert sheet.of("puzzle") == {(1, 5), (7, 5)}
    assert sheet.of("puzzle", "red") == sheet.of("puzzle")
    assert sheet.of("puzzle", "green") == frozenset()
    assert sheet.gem == {"yellow": 3}
    assert (sheet.bomb_exploded, sheet.bomb_solo, sheet.pile) == (-2, 2, 0)
    assert (sheet.frame, sheet.frame_points) == ((), 0)


def test_neighbours_touch_with_a_side_and_are_no_holes() -> None:
    sheet = dizzle("dizzle-level-1")
    assert sheet.neighbours[2, 5] == ((1, 5), (2, 4), (2, 6), (3, 5))
    assert sheet.neighbours[3, 5] == ((2, 5), (4, 5))


def test_a_line_without_ends_goes_from_its_first_cell_to_its_last() -> None:
    lines = {arrow.cells: arrow.points for arrow in dizzle("dizzle-level-1").arrows}
    assert lines[tuple((2, column) for column in range(1, 10))] == 10
    assert lines[tuple((row, 1) for row in range(2, 7))] == 4


def test_level_four_has_a_frame_planets_piles_and_two_flags() -> None:
    sheet = dizzle("dizzle-level-4")
    assert sheet.frame == ((7, 4), (7, 5), (8, 4), (8, 5))
    assert sheet.frame_points == 10
    assert sheet.planets == {(2, 2), (7, 8)}
    assert sheet.planets.isdisjoint(sheet.numbers)
    assert sheet.pile == -3
    assert sheet.flag == {"red": (10, 6, 3, 1), "black": (8, 5, 3, 1)}


def test_the_prison_has_six_inmates_and_six_exits() -> None:
    sheet = prison()
    assert (sheet.rows, sheet.columns) == (8, 6)
    assert sheet.cells == {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6}
    assert sheet.exits == (1, 2, 3, 4, 5, 6)
    assert (sheet.rounds, sheet.escapes_to_win, sheet.captures_to_lose) == (15, 4, 3)
    assert [sheet.numbers[1, column] for column in range(1, 7)] == [6, 3, 4, 5, 2, 1]
    assert sheet.neighbours[1, 1] == ((1, 2), (2, 1))


@pytest.mark.parametrize(("guard", "start"), [("green", (1, 1)), ("blue", (8, 6))])
def test_each_guard_walks_a_loop_through_every_square(guard: str, start: tuple[int, int]) -> None:
    path = prison().patrol[guard].path
    assert path[0] == start
    assert sorted(path) == sorted(prison().numbers)
    for (row, column), (row2, column2) in pairwise([*path, path[0]]):
        assert abs(row - row2) + abs(column - column2) == 1


def test_guard_jumps_are_those_counted_square_by_square() -> None:
    sheet = prison()
    for guard, said in zip(("green", "blue"), PRISON_FORMAT.figures(sheet), strict=True):
        patrol = sheet.patrol[guard]
        far = []
        for square in sheet.numbers:
            for face in range(1, 7):
                ahead, steps = patrol.step[square], 1
                while sheet.numbers[ahead] != face:
                    ahead, steps = patrol.step[ahead], steps + 1
                far.append(steps)
        mean = sum(far) / len(far)
        assert said == f"{guard} guard: jumps {mean:.2f} squares on average, at most {max(far)}"


def test_what_a_sheet_holds_is_told_in_one_sentence() -> None:
    assert PRISON_FORMAT.about(prison()) == (
        "Own prison 6x8: 25 to Dice, 8 rows × 6 columns, 48 squares, 6 exits"
    )
    assert DIZZLE_FORMAT.about(dizzle("dizzle-level-1")) == (
        "Level 1 (own design): Dizzle, 7 rows × 9 columns, 55 cells; bomb 4, gem 8, puzzle 2; arrows 10"
    )
    assert DIZZLE_FORMAT.figures(dizzle("dizzle-level-1")) == ()


def test_numbers_that_are_not_even_are_a_remark_and_no_error() -> None:
    text = SHEETS.text_of("dizzle-level-1").replace("5  4  3b 5  1  2", "5  5  3b 5  5  5")
    (remark,) = SHEETS.of(text).remarks(SHEETS.read(text))
    assert "5: 12" in remark
    assert "pass over this" in remark


def test_data_are_read_like_a_file_without_saying_their_format() -> None:
    data = {
        "name": "tiny",
        "grid": "X 2 3\n1 *P .\n",
        "legend": {"P": {"kind": "planet"}},
        "arrow": [{"row": 1, "from": 1, "to": 3, "points": 8}],
    }
    sheet = from_data(data)
    assert isinstance(sheet, DizzleSheet)
    assert sheet == from_data(json.loads(json.dumps(data)))
    assert sheet.arrows[0].cells == ((1, 1), (1, 2), (1, 3))
    assert sheet.planets == {(2, 2)}


def test_a_group_left_out_is_the_only_one_there_is() -> None:
    text = SHEETS.text_of("dizzle-level-1").replace('"gem", group = "yellow"', '"gem"')
    sheet = SHEETS.read(text)
    assert isinstance(sheet, DizzleSheet)
    assert sheet.specials[1, 2] == Special("gem", "yellow")
    bare = SHEETS.read(text.replace("[points.gem]\nyellow = 3", "").replace("[points]", "[points]\ngem = 3"))
    assert isinstance(bare, DizzleSheet)
    assert (bare.specials[1, 2], bare.gem) == (Special("gem"), {"": 3})


def test_a_lock_without_a_colour_is_opened_by_the_only_key() -> None:
    text = SHEETS.text_of("dizzle-level-3").replace('"lock", group = "gold"', '"lock"')
    sheet = SHEETS.read(text)
    assert isinstance(sheet, DizzleSheet)
    assert {sheet.specials[cell].group for cell in sheet.of("lock")} == {"gold"}


RING = {
    "name": "ring",
    "grid": "1 2 3 4 5 6\n2 . . . . 1\n3 4 5 6 1 2",
    "exits": [1, 6],
    "escapes_to_win": 2,
    "cells": {"A": 1, "B": 2, "C": 3, "D": 4, "E": 5, "F": 6},
    "patrol": {
        "green": {"start": [1, 1], "arrows": "> > > > > v\n^ . . . . v\n^ < < < < <"},
        "blue": {"start": [3, 6], "arrows": "v < < < < <\nv . . . . ^\n> > > > > ^"},
    },
}


def test_a_prison_may_have_holes_that_its_guards_walk_around() -> None:
    sheet = from_data(RING)
    assert isinstance(sheet, EscapeSheet)
    assert (2, 2) not in sheet.squares
    assert len(sheet.patrol["green"].path) == len(sheet.squares) == 14
    assert sheet.neighbours[2, 1] == ((1, 1), (3, 1))


def test_a_path_that_is_no_list_is_refused() -> None:
    green = {"start": [1, 1], "arrows": "> > > > > v\n^ . . . . v\n^ < < < < <", "path": 3}
    with pytest.raises(SheetError, match=r"patrol\.green\.path: must be a list of"):
        from_data(RING | {"patrol": {"green": green, "blue": green}})


def test_an_arrow_on_a_hole_is_refused() -> None:
    green = {"start": [1, 1], "arrows": "> > > > > v\n^ > . . . v\n^ < < < < <"}
    with pytest.raises(SheetError, match="where the grid has no square; write"):
        from_data(RING | {"patrol": {"green": green, "blue": green}})
