"""What a hand means in 25 to Dice: dice, an inmate, squares, an exit, and what they can do together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from typing import ClassVar

from companion.dice import D6
from companion.game import Command, Item, Msg, Pick, msg
from companion.games.prison.moves import (
    Deed,
    Move,
    Substitute,
    escapes,
    exit_name,
    objection,
    paths,
    square_name,
)
from companion.games.prison.prison import Prison
from companion.games.prison.sheet import EscapeSheet
from companion.sheets import Cell

CACHED_SHEETS = 8  # whose squares are remembered by name
CACHED_POOLS = 8  # of prisons that are asked about again and again while a player chooses


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
    if not hand:
        return Held()
    by_name = squares_by_name(prison.sheet)
    dice = tuple(int(name) for name in hand if name in D6.faces)
    inmates = tuple(name for name in prison.active if name in hand)
    squares = tuple(by_name[name] for name in hand if name in by_name)
    exits = tuple(exit_ for exit_ in prison.usable_exits if exit_name(exit_) in hand)
    understood = len(dice) + len(inmates) + len(squares) + len(exits) == len(hand)
    enough = all(dice.count(die) <= prison.dice.count(die) for die in set(dice))
    return Held(dice, inmates, squares, exits) if understood and enough else None


@lru_cache(CACHED_SHEETS)
def squares_by_name(sheet: EscapeSheet) -> Mapping[str, Cell]:
    """All squares row by row."""
    return {square_name(square): square for square in sorted(sheet.numbers)}


@lru_cache(CACHED_POOLS)
def pool(prison: Prison) -> Pick:
    """All that can be chosen: dice of this throw that are left, inmates, squares, exits."""
    dice = (Item(str(face), place) for place, face in enumerate(prison.throw) if place not in prison.used)
    items = (*dice, *_things(prison.sheet, prison.active, prison.usable_exits))
    return Pick(items, least=0, most=len(items))


@lru_cache(CACHED_POOLS)
def _things(sheet: EscapeSheet, inmates: tuple[str, ...], exits: tuple[int, ...]) -> tuple[Item, ...]:
    """All that can be chosen beside dice."""
    return tuple(map(Item, (*inmates, *map(exit_name, exits), *squares_by_name(sheet))))


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
    for name in held.inmates or prison.active:
        if not held.exits:
            yield from _moves(prison, held, name)
        if name in prison.exit_above and len(held.dice) < 2 and not held.squares:
            yield from (
                way
                for way in escapes(prison, name)
                if way.die in (held.dice or prison.dice) and way.exit in (held.exits or (way.exit,))
            )


def _moves(prison: Prison, held: Held, name: str) -> list[Move]:
    """By the number on which they end."""
    dice, numbers = held.dice or prison.dice, prison.numbers
    length = len(held.dice) or len(held.squares) or 1
    if len(held.squares) == length:
        whole = Move(name, (held.dice or (numbers[held.squares[-1]],))[0], held.squares)
        return [] if objection(prison, whole) else [whole]
    ways = paths(prison, name, length)
    if held.squares:
        ways = [path for path in ways if _passes(path, held.squares)]
    moves = [Move(name, die, path) for path in ways if (die := numbers[path[-1]]) in dice]
    if len(moves) > 1:
        moves.sort(key=attrgetter("die"))
    return moves


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
    above = (prison.exit_above.get(name) for name in held.inmates or prison.active)
    return any(exit_ is not None and not prison.exit_of[exit_] for exit_ in above)
