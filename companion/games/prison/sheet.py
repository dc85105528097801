"""A sheet of 25 to Dice as a value: numbers, cells and exits, and the loop each guard walks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.sheets import Cell, beside

FORMAT = "escape-sheet/1"
INMATES = ("A", "B", "C", "D", "E", "F")
GUARDS = ("green", "blue")


@dataclass(frozen=True)
class Patrol:
    """A guard's loop through every square: where it begins, and where it goes from each square."""

    start: Cell
    step: Mapping[Cell, Cell] = field(hash=False)

    @cached_property
    def path(self) -> tuple[Cell, ...]:
        """The loop, square by square, from its start."""
        path = [self.start]
        while (ahead := self.step[path[-1]]) != self.start:
            path.append(ahead)
        return tuple(path)


@dataclass(frozen=True)
class EscapeSheet:
    """One sheet. Two are the same when their source is: the text, or the data, that they were read from.

    `exits` are columns of row 1; `cells` has the column of the bottom row under which each inmate's
    cell lies.
    """

    source: str
    name: str = field(compare=False)
    rounds: int = field(compare=False)
    escapes_to_win: int = field(compare=False)
    captures_to_lose: int = field(compare=False)
    rows: int = field(compare=False)
    columns: int = field(compare=False)
    numbers: Mapping[Cell, int] = field(compare=False)
    exits: tuple[int, ...] = field(compare=False)
    cells: Mapping[str, int] = field(compare=False)
    patrol: Mapping[str, Patrol] = field(compare=False)

    @cached_property
    def squares(self) -> frozenset[Cell]:
        """All that is no hole."""
        return frozenset(self.numbers)

    @cached_property
    def neighbours(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """Of each square those that touch it with a side."""
        return {square: beside(square, self.squares) for square in self.numbers}
