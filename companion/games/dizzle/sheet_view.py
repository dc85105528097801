"""What a page draws of a printed Dizzle sheet: cells, what is printed on them, lines that score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.dizzle.board import Board
from companion.games.dizzle.sheet import Arrow
from companion.sheets import Cell

TINTS = (  # colours of specials that a page has a tint for
    "red", "blue", "green", "yellow", "gold", "black", "white", "orange", "purple", "pink", "brown", "silver",
)  # fmt: skip
STAND_INS = TINTS[:4]  # for colours that it has none for
GEM_CUTS = 3  # drawings of gems; of all else there is one


@dataclass(frozen=True)
class Sign:
    """How a special is drawn: a symbol, a tint, and dots that tell apart colours of the same symbol."""

    symbol: str
    tint: str
    dots: int


@dataclass(frozen=True)
class CellView:
    """A cell that is no hole. `number` is None for start cells and planets.

    `kind` is gem, puzzle, key, lock, bomb, flag, rocket, planet, pile or None; `variant` counts the colours
    of a kind from 0 (a key and its locks have the same).
    """

    cell: Cell
    number: int | None
    start: bool
    kind: str | None
    group: str | None
    variant: int
    sign: Sign | None


@dataclass(frozen=True)
class ArrowView:
    """A line of cells with points to it: `across` in a row, else in a column; `end` is its last cell."""

    cells: tuple[Cell, ...]
    points: int
    across: bool
    end: Cell


@dataclass(frozen=True, kw_only=True)
class PrintedPoints:
    """The points that a sheet names: of gems, puzzles and flags (falling) by colour."""

    gem: Mapping[str, int]
    puzzle: Mapping[str, int]
    flag: Mapping[str, tuple[int, ...]]
    bomb_exploded: int
    bomb_solo: int
    pile: int
    frame: int


@dataclass(frozen=True, kw_only=True)
class SheetView:
    """The printed sheet, cells in reading order; `frame` has its four cells, or none."""

    name: str
    level: int
    rows: int
    columns: int
    cells: tuple[CellView, ...]
    arrows: tuple[ArrowView, ...]
    frame: tuple[Cell, ...]
    points: PrintedPoints


@lru_cache(16)
def sheet_view(board: Board) -> SheetView:
    """The same for everybody, and for the whole match."""
    sheet = board.sheet
    return SheetView(
        name=sheet.name,
        level=sheet.level,
        rows=sheet.rows,
        columns=sheet.columns,
        cells=tuple(cell_view(board, cell) for cell in sorted(board.near)),
        arrows=tuple(arrow_view(arrow) for arrow in sheet.arrows),
        frame=sheet.frame,
        points=PrintedPoints(
            gem=dict(sheet.gem),
            puzzle=dict(sheet.puzzle),
            flag=dict(sheet.flag),
            bomb_exploded=sheet.bomb_exploded,
            bomb_solo=sheet.bomb_solo,
            pile=sheet.pile,
            frame=sheet.frame_points,
        ),
    )


def cell_view(board: Board, cell: Cell) -> CellView:
    special, number, start = board.sheet.specials.get(cell), board.numbers.get(cell), cell in board.starts
    if special is None:
        return CellView(cell, number, start, None, None, 0, None)
    variant, sign = (
        variant_of(board, special.kind, special.group),
        sign_of(board, special.kind, special.group),
    )
    return CellView(cell, number, start, special.kind, special.group, variant, sign)


def arrow_view(arrow: Arrow) -> ArrowView:
    across = len({row for row, _ in arrow.cells}) == 1
    return ArrowView(arrow.cells, arrow.points, across, arrow.cells[-1])


def sign_of(board: Board, kind: str, group: str) -> Sign:
    """Gems have a cut each, as far as there are any; of all else the second colour has a dot, and so on."""
    variant = variant_of(board, kind, group)
    tint = group if group in TINTS else STAND_INS[variant % len(STAND_INS)] if group else "none"
    if kind != "gem":
        return Sign(kind, tint, dots=variant)
    cut = min(variant + 1, GEM_CUTS)
    return Sign(f"gem-{cut}" if cut > 1 else "gem", tint, dots=max(variant + 1 - GEM_CUTS, 0))


def variant_of(board: Board, kind: str, group: str) -> int:
    """Which colour of its kind this is, from 0."""
    return colours(board, kind).index(group)


def colours(board: Board, kind: str) -> tuple[str, ...]:
    """The colours of a kind: first as the points name them, then as they are met on the sheet."""
    named = {"gem": board.sheet.gem, "puzzle": board.sheet.puzzle, "flag": board.sheet.flag}.get(kind, {})
    alike = ("key", "lock") if kind in ("key", "lock") else (kind,)
    met = [group for own in alike for group in board.of(own).values()]
    return tuple(group for group in dict.fromkeys((*named, *met)) if group in met)
