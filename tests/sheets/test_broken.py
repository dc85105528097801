"""Broken files: every problem names its place, what is there, what was expected, and the way out."""

from __future__ import annotations

import pytest

from companion.sheets import SheetError
from tests.sheets.broken import DIZZLE, ESCAPE, NO_SHEET, Broken
from tests.sheets.formats import SHEETS


def problems(text: str) -> tuple[str, ...]:
    with pytest.raises(SheetError) as raised:
        SHEETS.read(text)
    return raised.value.problems


@pytest.mark.parametrize("case", [*DIZZLE, *ESCAPE], ids=lambda case: ascii(case.new)[:40])
def test_a_sheet_broken_in_one_place_is_told_which(case: Broken) -> None:
    said = problems(case.text)
    assert any(all(part in problem for part in case.said) for problem in said), said
    assert all(";" in problem for problem in said)  # each has a way out


@pytest.mark.parametrize(("text", "said"), NO_SHEET, ids=range(len(NO_SHEET)))
def test_what_is_no_sheet_at_all_is_told_why(text: str, said: str) -> None:
    assert any(said in problem for problem in problems(text))


def test_one_wrong_cell_is_one_problem_though_lines_and_legend_hang_on_it() -> None:
    text = SHEETS.text_of("dizzle-level-1")
    assert len(problems(text.replace("4  6  X  3", "4  7  X  3"))) == 1
    assert len(problems(text.replace("4  6  X  3", "4  X  3"))) == 1


def test_all_problems_are_told_at_once() -> None:
    text = SHEETS.text_of("dizzle-level-1")
    for old, new in (("4  6  X", "4  7  X"), ("level = 1", "level = 0"), ("row = 2", "row = 20")):
        text = text.replace(old, new, 1)
    assert [problem.split(":")[0] for problem in problems(text)] == [
        "line 12, row 4, column 2",
        "line 5, level",
        "line 34, arrow.1.row",
    ]


def test_a_sheet_without_a_start_cell_cannot_begin() -> None:
    text = SHEETS.text_of("dizzle-level-1").replace("X", "3")
    assert any("has no start cell; write X" in problem for problem in problems(text))


def test_a_number_that_no_square_shows_is_missed() -> None:
    text = SHEETS.text_of("25-to-dice")
    grid = text.split('"""')[1]
    (problem,) = problems(text.replace(grid, grid.replace("6", "5")))
    assert "line 9, grid: no square shows 6" in problem


def test_what_cannot_be_printed_is_spelt() -> None:
    said = problems('format = "dizzle-sheet/1"\n"\\u001b[2J" = 1\nname = "\\u001b[2J"')
    assert not any("\x1b" in problem for problem in said)
    assert any("\\x1b[2J" in problem for problem in said)


def test_rows_are_counted_from_the_first_that_is_written() -> None:
    text = SHEETS.text_of("dizzle-level-1")
    spaced = text.replace('grid = """\n', 'grid = """\n\n\n').replace("4  6  X", "4  7  X")
    assert problems(spaced)[0].startswith("line 14, row 4, column 2: ")
    tight = text.replace('grid = """\n', 'grid = """').replace("4  6  X", "4  7  X")
    assert problems(tight)[0].startswith("line 11, row 4, column 2: ")


def test_lines_that_are_holes_only_are_no_lines() -> None:
    grid = 'grid = """\nX 1 .\n2 3 .\n"""'
    text = f'format = "dizzle-sheet/1"\nname = "n"\n{grid}\n[[arrow]]\ncol = 3\npoints = 1\n'
    assert any("arrow.1" in problem for problem in problems(text))
