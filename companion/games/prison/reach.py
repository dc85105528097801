"""Whether every exit of a prison can be walked to from every cell."""

from __future__ import annotations

from companion.games.prison.sheet import EscapeSheet
from companion.sheets import Cell, Problems


def prove_escape(sheet: EscapeSheet, problems: Problems) -> None:
    """Add each inmate's cell from which some exit cannot be walked to."""
    for inmate, column in sheet.cells.items():
        area = _area(sheet, (sheet.rows, column))
        for exit_ in (e for e in sheet.exits if (1, e) not in area):
            way = "fill the holes between them"
            problems.at(f"cells.{inmate}", f"from there no way leads to the exit in column {exit_}; {way}")


def _area(sheet: EscapeSheet, start: Cell) -> frozenset[Cell]:
    area, edge = {start}, [start]
    while edge:
        fresh = [square for square in sheet.neighbours[edge.pop()] if square not in area]
        area.update(fresh)
        edge += fresh
    return frozenset(area)
