"""Sheet files of 25 to Dice as a format: read, proved, described; and the prison we bring."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from companion.games.prison.reach import prove_escape
from companion.games.prison.read_sheet import read_escape
from companion.games.prison.sheet import FORMAT, EscapeSheet, Patrol
from companion.sheets import Cell, SheetFormat
from companion.sheets.evenness import uneven_numbers


def about(sheet: EscapeSheet) -> str:
    """The sheet in one sentence."""
    size = f"{sheet.rows} rows × {sheet.columns} columns"
    return f"{sheet.name}: 25 to Dice, {size}, {len(sheet.numbers)} squares, {len(sheet.exits)} exits"


def figures(sheet: EscapeSheet) -> tuple[str, ...]:
    """How far each guard goes in one move, over all squares and all six values of its die."""
    return tuple(
        f"{name} guard: jumps {sum(far) / len(far):.2f} squares on average, at most {max(far)}"
        for name, patrol in sheet.patrol.items()
        if (far := jumps(patrol, sheet.numbers))
    )


def jumps(patrol: Patrol, numbers: Mapping[Cell, int]) -> tuple[int, ...]:
    """From each square of the loop, for each value that is anywhere: how many squares ahead it is."""
    loop = patrol.path
    far: list[int] = []
    for face in sorted(set(numbers.values())):
        ahead = next(n for n in range(len(loop)) if numbers[loop[n]] == face)
        for square in reversed(loop):  # to stand just before one's own square is a whole round away from it
            ahead += 1
            far.append(ahead)
            if numbers[square] == face:
                ahead = 0
    return tuple(far)


SHEETS: SheetFormat[EscapeSheet] = SheetFormat(
    FORMAT,
    read_escape,
    prove_escape,
    about,
    ("25-to-dice",),
    files(__package__).joinpath("sheets"),
    figures=figures,
    remarks=lambda sheet: uneven_numbers(tuple(sheet.numbers.values())),
)
