"""A Dizzle sheet as the rules look at it: what is where, and what lies beside what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.games.dizzle.sheet import DizzleSheet
from companion.sheets import Cell


def around(cell: Cell) -> tuple[Cell, ...]:
    """The four orthogonal neighbours of a cell, on the sheet or not."""
    row, column = cell
    return ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))


@dataclass(frozen=True)
class Board:
    """One sheet with all that follows from it, worked out once and shared by everybody who plays on it."""

    sheet: DizzleSheet = field(repr=False)

    @property
    def numbers(self) -> Mapping[Cell, int]:
        return self.sheet.numbers

    @property
    def starts(self) -> frozenset[Cell]:
        return self.sheet.starts

    @cached_property
    def numbered(self) -> frozenset[Cell]:
        """All cells on which a die may ever lie (L16: planets are none of them)."""
        return frozenset(self.sheet.numbers)

    @cached_property
    def near(self) -> Mapping[Cell, frozenset[Cell]]:
        """For every cell, planets and start cells too, the numbered cells beside it."""
        cells = {*self.sheet.numbers, *self.sheet.starts, *self.sheet.specials}
        return {cell: self.numbered.intersection(around(cell)) for cell in cells}

    @cached_property
    def kinds(self) -> Mapping[str, Mapping[Cell, str]]:
        """By kind of special: its cells and the colour of each."""
        found: dict[str, dict[Cell, str]] = {}
        for cell, special in sorted(self.sheet.specials.items()):
            found.setdefault(special.kind, {})[cell] = special.group
        return found

    def of(self, kind: str) -> Mapping[Cell, str]:
        """The cells that carry this kind of special, and their colours."""
        return self.kinds.get(kind, {})

    @cached_property
    def to_cross(self) -> frozenset[Cell]:
        """All cells but the start cells: with these crossed or exploded a sheet is full (L22)."""
        return self.numbered.union(self.of("planet"))

    @cached_property
    def by_group(self) -> Mapping[tuple[str, str], frozenset[Cell]]:
        """By kind and colour: all cells of it."""
        pairs = {(kind, group) for kind, cells in self.kinds.items() for group in cells.values()}
        return {(kind, group): self._of_group(kind, group) for kind, group in pairs}

    def _of_group(self, kind: str, group: str) -> frozenset[Cell]:
        return frozenset(cell for cell, own in self.of(kind).items() if own == group)

    def beside(self, cells: Iterable[Cell]) -> frozenset[Cell]:
        """All numbered cells beside any of these."""
        return frozenset().union(*(self.near[cell] for cell in cells))
