"""What a page draws of the inmates' phase: what the dice can do, and what can be named to narrow that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.game import Offer
from companion.games.prison.asks import inmates_ask
from companion.games.prison.hand import pool
from companion.games.prison.moves import Escape, Move, directions, exit_name, square_name, way
from companion.games.prison.prison import Prison
from companion.games.prison.sheet import INMATES
from companion.sheets import Cell

MOST_BUTTONS_UNNARROWED = 8  # what the smallest screen has room for
LARGE, SOME, MANY, MOST = 6, 8, 14, 18  # buttons that each size has room for

Size = Literal["few", "some", "many", "most", "lots"]


@dataclass(frozen=True)
class Thing:
    """What can be named beside dice, by the name of its item: an inmate, a square or an exit.

    `number` is what is written on a square or an exit, 0 for an unused one.
    """

    name: str
    kind: Literal["inmate", "square", "exit"]
    held: bool
    row: int = 0
    column: int = 0
    number: int = 0


@dataclass(frozen=True)
class DeedView:
    """An inmate's move with some equal dice, step by step; or, without a step, its way out with one."""

    inmate: str
    die: int
    dice: int
    steps: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """What the hand holds beside dice, what that can do, and what would narrow it.

    `deeds`: one for each offer of the Ask, None where an offer moves nobody. `goals` are squares on which
    moves end, and those in the hand; `passed` squares on the way there. `narrowing` has the first thing in
    which too many deeds differ: who, then which square next. `changes`: exits whose number can replace
    another; once such an exit is held, `rows` has all squares.
    """

    deeds: tuple[DeedView | None, ...] = ()
    goals: tuple[Cell, ...] = ()
    passed: tuple[Cell, ...] = ()
    held: tuple[Thing, ...] = ()
    narrowing: tuple[Thing, ...] = ()
    changes: tuple[Thing, ...] = ()
    rows: tuple[tuple[Thing, ...], ...] = ()
    size: Size = "few"
    large: bool = True


def choice_of(prison: Prison, seat: int, hand: tuple[str, ...]) -> Choice:
    """The choice that this hand leaves the seat on the sheet whose inmates move."""
    offers = inmates_ask(seat, prison, hand).offers
    names = [item.name for item in pool(prison).pool if item.die is None]
    held = tuple(thing(prison, name, hand) for name in names if name in hand)
    changes = () if hand else tuple(thing(prison, exit_name(exit_), hand) for exit_ in prison.spare)
    buttons = [offer for offer in offers if offer.button == "pick"]
    count = len(buttons) + len(held) + len(changes)
    narrowing = narrowing_names(prison, buttons, names) if count > MOST_BUTTONS_UNNARROWED else ()
    moves = tuple(move for move in map(deed, offers) if isinstance(move, Move))
    changing = [one.name for one in held] in [[exit_name(exit_)] for exit_ in prison.spare]
    return Choice(
        deeds=tuple(deed_view(prison, offer) for offer in offers),
        goals=(
            *(move.path[-1] for move in moves),
            *((one.row, one.column) for one in held if one.kind == "square"),
        ),
        passed=tuple(square for move in moves for square in move.path[:-1]),
        held=held,
        narrowing=tuple(thing(prison, name, hand) for name in narrowing if name not in hand),
        changes=changes,
        rows=square_rows(prison, hand) if changing else (),
        size=size_of(count, bool(held or changes)),
        large=count <= LARGE and not held,
    )


def deed(offer: Offer) -> object:
    """The command of an offer of this phase, which has just one."""
    return offer.commands[0]


def deed_view(prison: Prison, offer: Offer) -> DeedView | None:
    match deed(offer):
        case Move(inmate, die, path) as move:
            return DeedView(inmate, die, len(path), directions(way(prison, move)))
        case Escape(inmate, die, _):
            return DeedView(inmate, die, 1, ())
        case _:
            return None


def thing(prison: Prison, name: str, hand: tuple[str, ...]) -> Thing:
    """What the item of this name is."""
    held = name in hand
    if name in INMATES:
        return Thing(name, "inmate", held)
    for exit_, value in prison.exit_of.items():
        if name == exit_name(exit_):
            return Thing(name, "exit", held, 0, exit_, value)
    row, column = map(int, name.split(","))
    return Thing(name, "square", held, row, column, prison.numbers[row, column])


def narrowing_names(prison: Prison, buttons: list[Offer], names: list[str]) -> tuple[str, ...]:
    """Names of the first things in which these offers differ, and unused exits once it is clear who goes."""
    deeds = [one for one in map(deed, buttons) if isinstance(one, Move | Escape)]
    inmates = tuple(dict.fromkeys(one.inmate for one in deeds))
    if len(inmates) > 1:
        return inmates
    unused = (exit_name(exit_) for exit_, value in prison.exit_of.items() if not value)
    paths = [one.path for one in deeds if isinstance(one, Move)]
    squares = next((step for step in next_squares(paths) if len(step) > 1), ())
    return (*squares, *(name for name in unused if name in names))


def next_squares(paths: list[tuple[Cell, ...]]) -> Iterator[tuple[str, ...]]:
    """Step by step the names of the squares on which these paths are."""
    for step in range(max(map(len, paths), default=0)):
        yield tuple(dict.fromkeys(square_name(path[step]) for path in paths if len(path) > step))


def square_rows(prison: Prison, hand: tuple[str, ...]) -> tuple[tuple[Thing, ...], ...]:
    """All squares, row by row."""
    rows: list[list[Thing]] = [[] for _ in range(prison.sheet.rows)]
    for row, column in sorted(prison.numbers):
        rows[row - 1].append(thing(prison, square_name((row, column)), hand))
    return tuple(map(tuple, rows))


def size_of(count: int, more: bool) -> Size:
    """How large so many buttons can be; `more`: things are among them."""
    if count <= LARGE and not more:
        return "few"
    if count <= SOME:
        return "some"
    if count <= MANY:
        return "many"
    return "most" if count <= MOST else "lots"
