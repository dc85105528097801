"""Reads the data of a sheet of 25 to Dice: grid, exits, cells, patrols; every problem by its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.prison.sheet import GUARDS, INMATES, EscapeSheet, Patrol
from companion.sheets import Cell
from companion.sheets.fields import Table, grid, only, table, text, whole
from companion.sheets.trouble import Problems, shown

KEYS = (
    "format",
    "name",
    "rounds",
    "escapes_to_win",
    "captures_to_lose",
    "exits",
    "grid",
    "cells",
    "patrol",
)
MOST_ROWS, MOST_COLUMNS = 12, 10
WAYS = {">": (0, 1), "<": (0, -1), "^": (-1, 0), "v": (1, 0)}


def read_escape(data: Table, source: str, problems: Problems) -> EscapeSheet:
    """The sheet; whatever is wrong is added to `problems`, and then the sheet is of no use."""
    only(data, KEYS, "", problems)
    words = grid(data, "grid", problems)
    numbers = _numbers(words, problems)
    exits = _exits(data, numbers, problems)
    return EscapeSheet(
        source=source,
        name=text(data, "name", problems),
        rounds=whole(data, "rounds", (1, 99), problems, 15),
        escapes_to_win=whole(data, "escapes_to_win", (1, len(exits) or 6), problems, 4),
        captures_to_lose=whole(data, "captures_to_lose", (1, len(INMATES)), problems, 3),
        rows=len(words),
        columns=len(words[0]) if words else 0,
        numbers=numbers,
        exits=exits,
        cells=_cells(data, numbers, len(words), problems),
        patrol=_patrols(data, words, numbers, problems),
    )


def _numbers(words: tuple[tuple[str, ...], ...], problems: Problems) -> Mapping[Cell, int]:
    numbers: dict[Cell, int] = {}
    for row, line in enumerate(words, 1):
        for column, word in enumerate(line, 1):
            if word in tuple("123456"):
                numbers[row, column] = int(word)
            elif word != ".":
                numbers[row, column] = 0  # said once: the rest is read as if there were a square
                problems.cell(
                    "grid",
                    row,
                    column,
                    f"{shown(word)} is no square; expected 1 to 6, or . where there is none",
                )
    unread = 0 in numbers.values()
    if len(words) > MOST_ROWS or (words and len(words[0]) > MOST_COLUMNS):
        size, most = f"{len(words)} rows of {len(words[0])}", f"{MOST_ROWS} rows of {MOST_COLUMNS}"
        problems.at("grid", f"has {size}, expected at most {most}, which the page can show; leave some out")
    missing = sorted(set(range(1, 7)) - set(numbers.values()))
    if words and missing and not unread:
        which = ", ".join(map(str, missing))
        problems.at("grid", f"no square shows {which}; each number from 1 to 6 must be there at least once")
    return numbers


def _exits(data: Table, numbers: Mapping[Cell, int], problems: Problems) -> tuple[int, ...]:
    said = data.get("exits")
    if not isinstance(said, list | tuple) or not 1 <= len(said) <= 6:
        got = "nothing" if said is None else shown(said)
        way = "write the columns that have an exit above row 1, e.g. exits = [1, 2, 3, 4, 5, 6]"
        problems.at("exits", f"must be a list of 1 to 6 columns, got {got}; {way}")
        return ()
    for column in said:
        _column("exits", column, (1, "below the exit"), numbers, problems)
    columns = tuple(column for column in said if _is_whole(column))
    if len(set(columns)) < len(columns):
        problems.at("exits", f"must be different columns, got {shown(list(said))}; take one out")
    return columns


def _cells(data: Table, numbers: Mapping[Cell, int], rows: int, problems: Problems) -> Mapping[str, int]:
    said = table(data, "cells", problems)
    only(said, INMATES, "cells.", problems)
    for inmate in (inmate for inmate in INMATES if inmate not in said):
        way = f"write {inmate} = and the column above the cell"
        problems.at("cells", f"inmate {inmate} has no cell; {way} under [cells]")
    there = {inmate: said[inmate] for inmate in INMATES if inmate in said}
    for inmate, column in there.items():
        _column(f"cells.{inmate}", column, (max(1, rows), "above the cell"), numbers, problems)
    good = {inmate: column for inmate, column in there.items() if _is_whole(column)}
    for inmate, column in good.items():
        twin = next(other for other in good if good[other] == column)
        if twin != inmate:
            problems.at(f"cells.{inmate}", f"column {column} is {twin}'s already; give each its own")
    return good


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _column(
    key: str, column: Any, where: tuple[int, str], numbers: Mapping[Cell, int], problems: Problems
) -> None:
    """A column must have a square in a certain row; with no grid at all that was said already."""
    row, place = where
    if not _is_whole(column):
        problems.at(key, f"must be a column, got {shown(column)}; write a whole number")
    elif numbers and (row, column) not in numbers:
        there = ", ".join(str(c) for r, c in sorted(numbers) if r == row)
        problems.at(key, f"column {shown(column)} has no square {place} in row {row}; there are {there}")


def _patrols(
    data: Table, words: tuple[tuple[str, ...], ...], numbers: Mapping[Cell, int], problems: Problems
) -> Mapping[str, Patrol]:
    said = table(data, "patrol", problems)
    only(said, GUARDS, "patrol.", problems)
    patrols = {}
    for guard in GUARDS:
        key = f"patrol.{guard}"
        if guard not in said:
            problems.at("patrol", f"the {guard} guard has no patrol; write [{key}], start and arrows")
            continue
        its = table(said, key, problems)
        only(its, ("start", "arrows", "path"), f"{key}.", problems)
        start = _start(its, key, numbers, problems)
        step = _steps(its, key, words, numbers, problems)
        patrols[guard] = Patrol(start, step)
        if step and start in numbers:
            _one_loop(patrols[guard], key, problems)
            _same_path(its, patrols[guard], key, problems)
    return patrols


def _start(its: Table, key: str, numbers: Mapping[Cell, int], problems: Problems) -> Cell:
    start = _cell(its.get("start"))
    if start is None or (numbers and start not in numbers):
        got = "nothing" if "start" not in its else shown(its["start"])
        problems.at(f"{key}.start", f"must be a square [row, column], got {got}; write start = [1, 1]")
    return start or (0, 0)


def _cell(value: object) -> Cell | None:
    if isinstance(value, list | tuple) and len(value) == 2 and all(_is_whole(n) for n in value):
        return (value[0], value[1])
    return None


def _steps(
    its: Table,
    key: str,
    words: tuple[tuple[str, ...], ...],
    numbers: Mapping[Cell, int],
    problems: Problems,
) -> Mapping[Cell, Cell]:
    """Where the guard goes from each square; {} if that is not said of every one of them."""
    name = f"{key}.arrows"
    arrows = grid(its, name, problems)
    if not arrows or not words:
        return {}
    if (len(arrows), len(arrows[0])) != (len(words), len(words[0])):
        got, expected = f"{len(arrows)} × {len(arrows[0])}", f"{len(words)} × {len(words[0])}"
        problems.at(name, f"has {got} arrows, expected {expected} as in the grid; a hole is written .")
        return {}
    steps: dict[Cell, Cell] = {}
    for row, line in enumerate(arrows, 1):
        for column, word in enumerate(line, 1):
            square = (row, column)
            problem = _wrong_arrow(square, word, numbers)
            if problem:
                problems.cell(name, row, column, problem)
            elif square in numbers:
                steps[square] = _ahead(square, word)
    return steps if len(steps) == len(numbers) else {}


def _ahead(square: Cell, word: str) -> Cell:
    down, right = WAYS[word]
    return (square[0] + down, square[1] + right)


def _wrong_arrow(square: Cell, word: str, numbers: Mapping[Cell, int]) -> str:
    """What is wrong with one arrow; "" if nothing."""
    if square not in numbers:
        return "" if word == "." else f"{shown(word)} where the grid has no square; write ."
    if word not in WAYS:
        return f"{shown(word)} is no arrow; expected > < ^ or v"
    row, column = _ahead(square, word)
    if (row, column) in numbers:
        return ""
    return f"{word} leads to row {row}, column {column}, where there is no square; turn the arrow"


def _one_loop(patrol: Patrol, key: str, problems: Problems) -> None:
    """Every square is entered by just one arrow, and the way from the start passes them all."""
    name = f"{key}.arrows"
    came: dict[Cell, Cell] = {}
    for square, ahead in patrol.step.items():
        if ahead in came:
            other = came[ahead]
            problem = f"row {square[0]}, column {square[1]} leads to row {ahead[0]}, column {ahead[1]}"
            twin = f"as row {other[0]}, column {other[1]} does"
            problems.at(name, f"{problem}, {twin}; expected one closed loop: turn one of the two arrows")
        came.setdefault(ahead, square)
    walked, square = {patrol.start}, patrol.step[patrol.start]
    while square not in walked:
        walked.add(square)
        square = patrol.step[square]
    if left := sorted(patrol.step.keys() - walked):
        (row, column), count = left[0], len(left)
        problem = f"the way from the start passes {len(walked)} of {len(patrol.step)} squares"
        way = "it must be one closed loop through every square"
        problems.at(name, f"{problem} and misses {count}, row {row}, column {column} first; {way}")


def _same_path(its: Table, patrol: Patrol, key: str, problems: Problems) -> None:
    """A path, if there is one, is what the arrows say."""
    if "path" not in its:
        return
    said = its["path"]
    name = f"{key}.path"
    if not isinstance(said, list | tuple):
        problems.at(name, f"must be a list of [row, column], got {shown(said)}; leave it out")
        return
    square = patrol.start
    for n, place in enumerate(said, 1):
        if _cell(place) != square:
            expected = f"expected [{square[0]}, {square[1]}] as the arrows say"
            problems.at(name, f"square {n} is {shown(place)}, {expected}; correct one, or leave path out")
            return
        square = patrol.step[square]
    if len(said) != len(patrol.step):
        way = "leave path out, or finish it"
        problems.at(name, f"has {len(said)} squares, expected all {len(patrol.step)}; {way}")
