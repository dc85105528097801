"""Where a die may lie in Dizzle: one player's paper, the dice on it this turn, the cells that are open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from companion.games.dizzle.board import Board
from companion.sheets import Cell

Cells = frozenset[Cell]


@dataclass(frozen=True)
class Paper:
    """What one player has marked on the sheet; it changes only at the end of a turn."""

    board: Board
    crossed: Cells = frozenset()
    exploded: Cells = frozenset()

    @cached_property
    def crosses(self) -> Cells:
        """All crosses, the printed ones too; an exploded bomb is none (L2)."""
        return self.crossed | self.board.starts

    @cached_property
    def keys(self) -> frozenset[str]:
        """Colours of which a key is crossed: it opens all locks of its colour (L13)."""
        return frozenset(group for cell, group in self.board.of("key").items() if cell in self.crossed)

    @cached_property
    def free(self) -> Cells:
        """Numbered cells that are neither crossed nor exploded nor locked."""
        locked = {cell for cell, group in self.board.of("lock").items() if group not in self.keys}
        return self.board.numbered - self.crossed - self.exploded - locked

    @cached_property
    def frontier(self) -> Cells:
        """Free cells beside a cross."""
        return self.free & self.board.beside(self.crosses)

    @property
    def planets(self) -> tuple[Cell, ...]:
        """Planets not yet crossed."""
        return tuple(cell for cell in self.board.of("planet") if cell not in self.crossed)

    @property
    def full(self) -> bool:
        """No cell is left to be crossed (L22)."""
        return self.board.to_cross <= self.crossed | self.exploded

    def cross(self, cells: Cells) -> Paper:
        return replace(self, crossed=self.crossed | cells)

    def explode(self, cells: Cells) -> Paper:
        return replace(self, exploded=self.exploded | cells)


@dataclass(frozen=True)
class Seat:
    """One player: the paper, this turn's dice (cell, place in the roll), circled flags, dropped out?"""

    paper: Paper
    dice: tuple[tuple[Cell, int], ...] = ()
    flags: tuple[tuple[str, int], ...] = ()
    out: bool = False

    @cached_property
    def cells(self) -> Cells:
        """The cells under this player's dice."""
        return frozenset(cell for cell, _ in self.dice)

    @cached_property
    def beside(self) -> Cells:
        """Free cells beside own dice; their number does not matter (L3)."""
        return (self.paper.free & self.paper.board.beside(self.cells)) - self.cells

    @property
    def jump(self) -> bool:
        """Closed in: no own die has a free cell beside it, so any cross will do again (L3)."""
        return bool(self.dice) and not self.beside

    @cached_property
    def targets(self) -> Cells:
        """The cells on which a die of the right value may be placed now (L2, L4)."""
        return self.beside or self.paper.frontier - self.cells

    def place(self, cell: Cell, die: int) -> Seat:
        return replace(self, dice=(*self.dice, (cell, die)))

    def lift(self, cell: Cell) -> Seat:
        return replace(self, dice=tuple(pair for pair in self.dice if pair[0] != cell))
