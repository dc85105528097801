"""What inmates can do with their dice in 25 to Dice: move along a route, escape, substitute a number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from companion.game import Command, Msg, News, msg
from companion.games.prison.prison import Inmate, Prison, entrance
from companion.games.prison.scoring import credit, judge
from companion.sheets import Cell

DIRECTIONS = {(-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right"}  # by rows and columns


def square_name(square: Cell) -> str:
    """What a square is called as an item: row and column."""
    return f"{square[0]},{square[1]}"


def exit_name(exit_: int) -> str:
    """What an exit is called as an item: by its column."""
    return f"exit {exit_}"


@dataclass(frozen=True)
class Move(Command):
    """`inmate` walks `path` with as many dice that show `die`; only its last square must show it (E3, E5)."""

    verb: ClassVar[str] = "move"
    inmate: str = ""
    die: int = 0
    path: tuple[Cell, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return (*(str(self.die),) * len(self.path), self.inmate, *map(square_name, self.path))


@dataclass(frozen=True)
class Escape(Command):
    """`inmate`, right below `exit`, leaves with one die, whose value is then on that exit (E9)."""

    verb: ClassVar[str] = "escape"
    inmate: str = ""
    die: int = 0
    exit: int = 0

    @property
    def hand(self) -> tuple[str, ...]:
        return (str(self.die), self.inmate, exit_name(self.exit))


@dataclass(frozen=True)
class Substitute(Command):
    """`square` shows from now on the number of `exit` (E23)."""

    verb: ClassVar[str] = "substitute"
    square: Cell = (0, 0)
    exit: int = 0

    @property
    def hand(self) -> tuple[str, ...]:
        return (exit_name(self.exit), square_name(self.square))


Deed = Move | Escape | Substitute


def reachable(prison: Prison, name: str, path: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Squares that touch the end of this path, or where the inmate stands (E3, E4)."""
    if path:
        return prison.sheet.neighbours[path[-1]]
    trail = prison.inmate(name).trail
    return prison.sheet.neighbours[trail[-1]] if trail else (entrance(prison.sheet, name),)


def objection(prison: Prison, move: Move) -> Msg | None:
    """Why this move cannot be, or None (E3 to E7)."""
    if move.inmate not in prison.active:
        return msg("25-to-dice.blocked.out", inmate=move.inmate)
    if not 0 < len(move.path) <= prison.dice.count(move.die):
        return msg("25-to-dice.blocked.dice", die=move.die, n=len(move.path))
    for done, square in enumerate(move.path):
        before = move.path[:done]
        if square not in reachable(prison, move.inmate, before):
            return msg("25-to-dice.blocked.far")
        if square in before:
            return msg("25-to-dice.blocked.twice")
        if square in prison.occupied:
            return msg("25-to-dice.blocked.occupied")
    if prison.numbers[move.path[-1]] != move.die:
        return msg("25-to-dice.blocked.number", die=move.die)
    return None


def routes(prison: Prison, name: str, die: int, length: int) -> list[tuple[Cell, ...]]:
    """All routes of so many squares that end on the die's number."""
    numbers = prison.numbers
    return [path for path in paths(prison, name, length) if numbers[path[-1]] == die]


def paths(prison: Prison, name: str, length: int) -> list[tuple[Cell, ...]]:
    """All ways of so many free squares, none of them twice."""
    occupied, neighbours = prison.occupied, prison.sheet.neighbours
    ways: list[tuple[Cell, ...]] = [
        (square,) for square in reachable(prison, name, ()) if square not in occupied
    ]
    for _ in range(1, length):
        ways = [
            (*path, square)
            for path in ways
            for square in neighbours[path[-1]]
            if square not in occupied and square not in path
        ]
    return ways


def directions(squares: tuple[Cell, ...]) -> tuple[str, ...]:
    """The way from the first square to the last, step by step."""
    return tuple(DIRECTIONS[b[0] - a[0], b[1] - a[1]] for a, b in pairwise(squares))


def way(prison: Prison, move: Move) -> tuple[Cell, ...]:
    """The squares of the route, and the one where it begins before them."""
    return (start_of(prison, move), *move.path)


def start_of(prison: Prison, move: Move) -> Cell:
    """Where the route begins; out of the cell it goes up."""
    trail = prison.inmate(move.inmate).trail
    return trail[-1] if trail else (move.path[0][0] + 1, move.path[0][1])


def escapes(prison: Prison, name: str) -> Iterator[Escape]:
    """The ways out for this inmate: it stands below an unused exit, and the value is on no exit yet (E9)."""
    exit_ = prison.exit_above.get(name)
    if exit_ is not None and prison.exit_of[exit_] == 0:
        for die in sorted(set(prison.dice) - set(prison.exits)):
            yield Escape(name, die, exit_)


def carry_out(prison: Prison, deed: Deed) -> Prison:
    """The prison after this."""
    match deed:
        case Move():
            return _move(prison, deed)
        case Escape():
            return _escape(prison, deed)
        case _:
            return _substitute(prison, deed)


def _move(prison: Prison, move: Move) -> Prison:
    """The path is added to the trail, which may list a square again (E7)."""
    inmate = prison.inmate(move.inmate)
    after = Inmate("grid", (*inmate.trail, *move.path), inmate.points)
    return replace(
        prison,
        used=used_with(prison, move.die, len(move.path)),
        inmates=prison.inmates_with(move.inmate, after),
    )


def _escape(prison: Prison, escape: Escape) -> Prison:
    """Safe: trail erased, chase ended, one die fewer from the next throw (E9, E10, E28)."""
    spent = replace(prison, used=used_with(prison, escape.die, 1))
    prison = credit(spent, escape.inmate, prison.inmate(escape.inmate).trail, escape.die)
    safe = replace(prison.inmate(escape.inmate), status="escaped", trail=())
    exits = tuple(escape.die if exit_ == escape.exit else value for exit_, value in prison.exit_of.items())
    prison = replace(prison.with_inmate(escape.inmate, safe), exits=exits, owned=prison.owned - 1)
    news = msg("25-to-dice.news.escaped", inmate=escape.inmate, die=escape.die)
    return judge(prison.unchased(escape.inmate).with_news(News(news, "good")))


def _substitute(prison: Prison, deed: Substitute) -> Prison:
    number = prison.exit_of[deed.exit]
    changed = (*prison.changed, (deed.square, number))
    after = replace(prison, changed=changed, spent=prison.spent | {deed.exit})
    return after.with_news(News(msg("25-to-dice.news.substituted", number=number), "calm"))


def used_with(prison: Prison, die: int, n: int) -> frozenset[int]:
    """The places of used dice with so many more of this value; of equal dice any."""
    free = [place for place, face in enumerate(prison.throw) if face == die and place not in prison.used]
    return prison.used.union(free[:n])
