"""Cells of a grid, by row and column."""

from __future__ import annotations

from collections.abc import Set

Cell = tuple[int, int]  # row and column, both from 1


def beside(cell: Cell, cells: Set[Cell]) -> tuple[Cell, ...]:
    """Those of `cells` that touch `cell` with a side."""
    row, column = cell
    around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(c for c in around if c in cells)
