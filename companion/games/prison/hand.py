"""What a hand means in 25 to Dice: dice, an inmate, squares, an exit, and what they can do together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from companion.game import Command, Item, Msg, Pick, msg
from companion.games.prison.moves import (
    Deed,
    Move,
    Substitute,
    active,
    escapes,
    exit_above,
    exit_name,
    objection,
    routes,
    square_name,
)
from companion.games.prison.prison import Prison
from companion.games.prison.sheet import EscapeSheet
from companion.sheets import Cell

CACHED_SHEETS = 8  # whose squares are remembered as items


@dataclass(frozen=True)
class Spend(Command):
    """Use what the hand holds, before it says what for: never legal, its refusal says what is missing."""

    verb: ClassVar[str] = "spend"
    held: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.held


@dataclass(frozen=True)
class Done(Command):
    """No more with this throw: the remaining dice are lost (E8)."""

    verb: ClassVar[str] = "done"


@dataclass(frozen=True)
class Held:
    """A hand, sorted by what its items are."""

    dice: tuple[int, ...] = ()
    inmates: tuple[str, ...] = ()
    squares: tuple[Cell, ...] = ()
    exits: tuple[int, ...] = ()


def sort_hand(prison: Prison, hand: tuple[str, ...]) -> Held | None:
    """What the hand holds; None if there is something in it that cannot be chosen now."""
    names = Counter(hand)
    known = {str(face): n for face, n in Counter(prison.dice).items()}
    dice = tuple(int(name) for name in hand if name in known)
    inmates = tuple(name for name in active(prison) if name in names)
    by_name = _square_of(prison.sheet)
    squares = tuple(by_name[name] for name in hand if name in by_name)
    exits = tuple(exit_ for exit_ in _exits(prison) if exit_name(exit_) in names)
    understood = len(dice) + len(inmates) + len(squares) + len(exits) == len(hand)
    enough = all(names[face] <= n for face, n in known.items())
    return Held(dice, inmates, squares, exits) if understood and enough else None


@lru_cache(CACHED_SHEETS)
def _square_of(sheet: EscapeSheet) -> dict[str, Cell]:
    return {square_name(square): square for square in sorted(sheet.numbers)}


@lru_cache(CACHED_SHEETS)
def _square_items(sheet: EscapeSheet) -> tuple[Item, ...]:
    return tuple(map(Item, _square_of(sheet)))


def _exits(prison: Prison) -> tuple[int, ...]:
    """Exits that can be named: below which an inmate stands, or whose number can be substituted."""
    below = {exit_above(prison, name) for name in active(prison)}
    spare = prison.spare
    return tuple(exit_ for exit_, value in prison.exit_of.items() if exit_ in (spare if value else below))


def pool(prison: Prison) -> Pick:
    """All that can be chosen: dice of this throw that are left, inmates, squares, exits."""
    dice = tuple(
        Item(str(face), place) for place, face in enumerate(prison.throw) if place not in prison.used
    )
    others = tuple(map(Item, (*active(prison), *map(exit_name, _exits(prison)))))
    items = (*dice, *others, *_square_items(prison.sheet))
    return Pick(items, least=0, most=len(items))


def possible(prison: Prison, held: Held) -> Iterator[Deed]:
    """What exactly these dice can do, narrowed by what else is named; with no dice: a single die's deeds.

    A route runs through the squares named, in their order. Without dice a whole route may be named.
    """
    if held.exits and held.exits[0] in prison.spare:
        if len(held.squares) == 1 and not held.dice and not held.inmates and len(held.exits) == 1:
            yield Substitute(held.squares[0], held.exits[0])
        return
    if len(held.inmates) > 1 or len(held.exits) > 1 or len(set(held.dice)) > 1:
        return
    for name in held.inmates or active(prison):
        if not held.exits:
            yield from _moves(prison, held, name)
        if len(held.dice) < 2 and not held.squares:
            yield from (
                way
                for way in escapes(prison, name)
                if way.die in (held.dice or prison.dice) and way.exit in (held.exits or (way.exit,))
            )


def _moves(prison: Prison, held: Held, name: str) -> Iterator[Move]:
    length = len(held.dice) or max(1, len(held.squares))
    if len(held.squares) == length:
        whole = Move(name, (held.dice or (prison.numbers[held.squares[-1]],))[0], held.squares)
        if objection(prison, whole) is None:
            yield whole
        return
    for die in sorted(set(held.dice or prison.dice)):
        for path in routes(prison, name, die, length):
            if _passes(path, held.squares):
                yield Move(name, die, path)


def _passes(path: tuple[Cell, ...], squares: tuple[Cell, ...]) -> bool:
    """Whether the path runs through these squares in this order."""
    rest = iter(path)
    return all(square in rest for square in squares)


def refusal(prison: Prison, held: Held | None) -> Msg:
    """Why nothing can be done with this hand, or what it still lacks."""
    if held is None:
        return msg("25-to-dice.blocked.foreign")
    if held.exits and held.exits[0] in prison.spare:
        number = prison.exit_of[held.exits[0]]
        plain = not held.dice and not held.inmates and len(held.exits) == 1
        return msg("25-to-dice.blocked.square" if plain else "25-to-dice.blocked.substitute", number=number)
    if len(set(held.dice)) > 1:
        return msg("25-to-dice.blocked.unequal")
    if len(held.inmates) > 1:
        return msg("25-to-dice.blocked.inmates")
    return _why_not(prison, held)


def _why_not(prison: Prison, held: Held) -> Msg:
    """Dice of one value at most, one inmate at most, and still nothing."""
    die, n = (held.dice or (0,))[0], len(held.dice)
    if n == 1 and die in prison.exits and not held.squares and _below_free_exit(prison, held):
        return msg("25-to-dice.blocked.value", die=die)
    if len(held.inmates) == 1 and held.squares and len(held.squares) == max(n, 1):
        move = Move(held.inmates[0], die or prison.numbers[held.squares[-1]], held.squares)
        return objection(prison, move) or msg("25-to-dice.blocked.nothing")
    if n and not held.squares and not held.exits:
        return msg("25-to-dice.blocked.nobody", n=n, die=die)
    return msg("25-to-dice.blocked.nothing")


def _below_free_exit(prison: Prison, held: Held) -> bool:
    above = (exit_above(prison, name) for name in held.inmates or active(prison))
    return any(exit_ is not None and not prison.exit_of[exit_] for exit_ in above)
