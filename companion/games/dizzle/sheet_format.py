"""Dizzle's sheet files as a format: read, proved, described; and the four levels we bring."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

from companion.games.dizzle.reach import prove_dizzle
from companion.games.dizzle.read_sheet import read_dizzle
from companion.games.dizzle.sheet import FORMAT, DizzleSheet
from companion.sheets import SheetFormat
from companion.sheets.evenness import uneven_numbers

LEVELS = ("dizzle-level-1", "dizzle-level-2", "dizzle-level-3", "dizzle-level-4")


def about(sheet: DizzleSheet) -> str:
    """The sheet in one sentence."""
    size = f"{sheet.rows} rows × {sheet.columns} columns"
    kinds = Counter(special.kind for special in sheet.specials.values())
    listed = ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())) or "no specials"
    return f"{sheet.name}: Dizzle, {size}, {len(sheet.cells)} cells; {listed}; arrows {len(sheet.arrows)}"


def missing_points(sheet: DizzleSheet) -> tuple[str, ...]:
    """What is printed on the sheet with no points to it, each with the way out."""
    named = (
        ("bomb", "bomb_exploded", sheet.bomb_exploded, -2),
        ("bomb", "bomb_solo", sheet.bomb_solo, 2),
        ("pile", "pile", sheet.pile, -2),
    )
    return tuple(
        f"points: there is a {kind} on the sheet, and {key} is 0; write e.g. {key} = {usual} under [points]"
        for kind, key, points, usual in named
        if sheet.of(kind) and points == 0
    )


SHEETS: SheetFormat[DizzleSheet] = SheetFormat(
    FORMAT,
    read_dizzle,
    prove_dizzle,
    about,
    LEVELS,
    files(__package__).joinpath("sheets"),
    objections=missing_points,
    remarks=lambda sheet: uneven_numbers(tuple(sheet.numbers.values())),
)
