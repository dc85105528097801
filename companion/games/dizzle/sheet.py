"""A Dizzle sheet as a value: cells, what is printed on them, lines that score, and points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from companion.sheets import Cell, beside

FORMAT = "dizzle-sheet/1"
KINDS = ("gem", "puzzle", "key", "lock", "bomb", "flag", "rocket", "planet", "pile")


@dataclass(frozen=True)
class Special:
    """What is printed on a cell beside its number; `group` is its colour, "" where there is none."""

    kind: str
    group: str = ""


@dataclass(frozen=True)
class Arrow:
    """A line that scores when all its cells are crossed."""

    cells: tuple[Cell, ...]
    points: int


@dataclass(frozen=True)
class DizzleSheet:
    """One sheet. Two are the same when their source is: the text, or the data, that they were read from.

    `numbers` has the cells a die may lie on; `starts` are crossed from the beginning; `specials` has the
    planets too, which have no number. Points that the sheet does not name are 0.
    """

    source: str
    name: str = field(compare=False)
    level: int = field(compare=False)
    rating_column: str = field(compare=False)
    rows: int = field(compare=False)
    columns: int = field(compare=False)
    starts: frozenset[Cell] = field(compare=False)
    numbers: Mapping[Cell, int] = field(compare=False)
    specials: Mapping[Cell, Special] = field(compare=False)
    arrows: tuple[Arrow, ...] = field(compare=False, default=())
    frame: tuple[Cell, ...] = field(compare=False, default=())
    frame_points: int = field(compare=False, default=0)
    gem: Mapping[str, int] = field(compare=False, default_factory=dict)
    puzzle: Mapping[str, int] = field(compare=False, default_factory=dict)
    flag: Mapping[str, tuple[int, ...]] = field(compare=False, default_factory=dict)
    bomb_exploded: int = field(compare=False, default=0)
    bomb_solo: int = field(compare=False, default=0)
    pile: int = field(compare=False, default=0)

    @cached_property
    def cells(self) -> frozenset[Cell]:
        """All that is no hole."""
        return self.starts | self.numbers.keys() | self.planets

    @cached_property
    def planets(self) -> frozenset[Cell]:
        """Cells without a number, that only a rocket reaches."""
        return self.of("planet")

    @cached_property
    def neighbours(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """Of each cell those that touch it with a side, from left to right and top to bottom."""
        return {cell: beside(cell, self.cells) for cell in self.cells}

    def of(self, kind: str, group: str | None = None) -> frozenset[Cell]:
        """The cells with such a special; of any group if none is said."""
        return frozenset(
            cell for cell, s in self.specials.items() if s.kind == kind and group in (None, s.group)
        )
