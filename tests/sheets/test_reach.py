"""Whether a sheet can be crossed out: keys, locks, rockets and planets, against trying everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.dizzle.reach import _most
from companion.games.dizzle.sheet import DizzleSheet
from companion.sheets import Cell, SheetError
from tests.sheets.formats import SHEETS, from_data

LEGEND = """
[legend]
k = { kind = "key", group = "red" }
l = { kind = "lock", group = "red" }
R = { kind = "rocket" }
P = { kind = "planet" }
"""


def file(*rows: str, legend: str = LEGEND) -> str:
    used = "\n".join(
        line for line in legend.splitlines() if not line or line[0] == "[" or line[0] in "".join(rows)
    )
    grid = "\n".join(rows)
    return f'format = "dizzle-sheet/1"\nname = "n"\ngrid = """\n{grid}\n"""\n{used}'


def problems(*rows: str) -> tuple[str, ...]:
    try:
        SHEETS.read(file(*rows))
    except SheetError as error:
        return error.problems
    return ()


@pytest.mark.parametrize(
    "rows",
    [
        ("X 1k 2l 3",),
        ("X 1R . *P 4",),
        ("X 1R . *P 4R . *P 6",),
        ("X 1R 2R . *P 3k . *P 4 5l 6",),
        ("1l X 2 3k",),
        ("X 1R . *P 4k", "6 5l 2 .  .", "3 .  . .  ."),
        # the first rocket must go right, where the second is
        ("*P 1 . X 1R . *P 4R",),
    ],
)
def test_a_sheet_with_all_it_takes_can_be_played(rows: tuple[str, ...]) -> None:
    assert problems(*rows) == ()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (("X 1 . 2 3",), "row 1, column 4: cannot be reached (and so 1 more beside it) from any start cell"),
        (("X 1 . 2", "3 . . ."), "row 1, column 4: cannot be reached from any start cell"),
        (
            ("X 1l 3k 4",),
            "column 2: the red lock (and so 2 more beside it) cannot be opened: row 1, column 3",
        ),
        (("X 1l 3k 4k",), "row 1, column 3 nor any other of its 2 keys is not reached"),
        (("X 1l 3",), "row 1, column 2: the red lock (and so 1 more beside it) has no key; put a red key"),
        (("X 1 . *P 2R",), "row 1, column 4: the planet (and so 1 more beside it) has no rocket that can be"),
        (("X 1R . *P . *P",), "planets: 2 of them need as many rockets, got 1; put one more on the sheet"),
        (("X 1R . *P . *P 4R",), ""),
    ],
)
def test_a_sheet_that_lacks_something_is_told_what(rows: tuple[str, ...], said: str) -> None:
    found = problems(*rows)
    assert found == () if not said else any(said in problem for problem in found), found


def test_each_island_is_one_problem() -> None:
    assert len(problems("X 1 . 2 3", ". . . 4 5", "6 6 . . .")) == 2


def test_more_planets_than_can_be_tried_are_refused() -> None:
    row = "X " + "1R " * 11
    assert any("expected at most 10" in p for p in problems(row, ". *P " * 6, "*P . " * 6))


def test_a_prison_whose_holes_part_it_is_told_so() -> None:
    text = SHEETS.text_of("25-to-dice").replace("1 3 4 6 2 1\n", ". . . . . .\n", 1)
    with pytest.raises(SheetError) as raised:
        SHEETS.read(text)
    assert any("patrol.green.arrows" in problem for problem in raised.value.problems)


def test_an_exit_that_no_way_leads_to_is_named() -> None:
    halves = {
        "name": "two halves", "grid": "1 2 . 3 4\n5 6 . 1 2\n3 4 . 5 6", "exits": [1, 4],
        "escapes_to_win": 1, "cells": dict(zip("ABCDEF", (1, 2, 4, 5, 1, 2), strict=True)),
    }  # fmt: skip
    from companion.games.prison.reach import prove_escape
    from companion.games.prison.read_sheet import read_escape
    from companion.sheets.trouble import Problems

    found = Problems()
    prove_escape(read_escape(halves, "", Problems()), found)
    assert (
        "cells.A: from there no way leads to the exit in column 4; fill the holes between them" in found.said
    )
    assert (
        "cells.C: from there no way leads to the exit in column 1; fill the holes between them" in found.said
    )


def tried(sheet: DizzleSheet, crossed: frozenset[Cell], seen: dict[frozenset[Cell], int]) -> int:
    """The most that can be crossed, one cell at a time, every order of planets tried."""
    if crossed in seen:
        return seen[crossed]
    keys = {sheet.specials[c].group for c in crossed if c in sheet.of("key")}
    for cell in sheet.numbers.keys() - crossed:
        locked = cell in sheet.of("lock") and sheet.specials[cell].group not in keys
        if not locked and any(c in crossed for c in sheet.neighbours[cell]):
            seen[crossed] = tried(sheet, crossed | {cell}, seen)
            return seen[crossed]
    spare = len(crossed & sheet.of("rocket")) - len(crossed & sheet.planets)
    left = sheet.planets - crossed if spare > 0 else frozenset()
    seen[crossed] = max((tried(sheet, crossed | {p}, seen) for p in left), default=len(crossed))
    return seen[crossed]


CELLS = st.sampled_from((".", ".", "1", "2", "X", "1R", "*P", "*P", "1k", "1l", "2l"))
GRIDS = st.lists(st.lists(CELLS, min_size=5, max_size=5), min_size=2, max_size=4)


@settings(max_examples=150, deadline=None)
@given(GRIDS)
def test_what_is_said_to_be_reached_is_what_trying_everything_reaches(grid: list[list[str]]) -> None:
    rows = [" ".join(row) for row in grid]
    if "X" not in "".join(rows):
        rows[0] = rows[0].replace(rows[0].split()[0], "X", 1)
    legend = {
        letter: {"kind": kind}
        for letter, kind in (("k", "key"), ("l", "lock"), ("R", "rocket"), ("P", "planet"))
        if letter in "".join(rows)
    }
    sheet = from_data({"name": "n", "grid": "\n".join(rows), "legend": legend})
    assert isinstance(sheet, DizzleSheet)
    assert len(_most(sheet)) == tried(sheet, sheet.starts, {})
