"""What a Dizzle sheet is worth, part by part, and who is ahead."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from companion.games.dizzle.placement import Paper, Seat
from companion.games.dizzle.state import State

SECOND_STAR_POINTS = {"A": 31, "B": 41}  # points for the second star; each further one costs ten more (L24)
MAX_STARS = 7


@dataclass(frozen=True)
class Points:
    """The points of one seat by what they are for (L20); what is lost is negative."""

    gems: int = 0
    puzzles: int = 0
    arrows: int = 0
    flags: int = 0
    frame: int = 0
    bombs: int = 0
    piles: int = 0

    @property
    def parts(self) -> Mapping[str, int]:
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @property
    def total(self) -> int:
        return sum(self.parts.values())


def points(seat: Seat, solo: bool) -> Points:
    """The points as they stand: dice still on the sheet count nothing yet."""
    paper, sheet = seat.paper, seat.paper.board.sheet
    return Points(
        gems=sum(sheet.gem[group] for cell, group in paper.board.of("gem").items() if cell in paper.crossed),
        puzzles=sum(worth for group, worth in sheet.puzzle.items() if complete(paper, "puzzle", group)),
        arrows=sum(arrow.points for arrow in sheet.arrows if paper.crosses.issuperset(arrow.cells)),
        flags=sum(worth for _, worth in seat.flags),
        frame=sheet.frame_points if sheet.frame and paper.crosses.issuperset(sheet.frame) else 0,
        bombs=sheet.bomb_exploded * len(paper.exploded) + solo * sheet.bomb_solo * cross_count(paper, "bomb"),
        piles=sheet.pile * cross_count(paper, "pile"),
    )


def cross_count(paper: Paper, kind: str) -> int:
    """How many cells with this special are crossed."""
    return sum(cell in paper.crossed for cell in paper.board.of(kind))


def complete(paper: Paper, kind: str, group: str) -> bool:
    """Whether all cells of a kind and colour are crossed, and there are any."""
    cells = paper.board.by_group.get((kind, group), frozenset())
    return bool(cells) and cells <= paper.crossed


def totals(state: State) -> tuple[int, ...]:
    return tuple(points(seat, state.solo).total for seat in state.seats)


def places(state: State) -> tuple[tuple[int, ...], ...]:
    """Seats, best first: most points, then fewest crosses, then they share the place (L21)."""
    ranks = [
        (-total, len(seat.paper.crossed)) for total, seat in zip(totals(state), state.seats, strict=True)
    ]
    return tuple(tuple(n for n, own in enumerate(ranks) if own == rank) for rank in sorted(set(ranks)))


def stars(total: int, column: str) -> int:
    """The solo rating, one to seven stars (L24)."""
    above = (total - SECOND_STAR_POINTS[column]) // 10 + 1
    return 1 + max(0, min(MAX_STARS - 1, above))
