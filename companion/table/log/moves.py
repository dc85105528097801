"""Throws and presses that stand, and the roll: the dice of the last throw and of those it was beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

from companion.game import AnyGame, Command, Need, Over, step
from companion.table.log.entries import Acted, Thrown, ThrownDie


@dataclass(frozen=True)
class Move:
    """A throw or a press that stands, the number of its entry, the state it led to, what a throw was due.

    `spent` are places of the roll that were out of play when dice were thrown beside it.
    """

    number: int
    entry: Thrown | Acted
    state: Any
    need: Need | None = None
    spent: tuple[int, ...] = ()


@dataclass(frozen=True)
class RollDie:
    """A die of the roll: the number of the entry of its throw, its place in that throw, the die itself.

    Dice of one `sort` are one to the rules: the same kind and face, and colour where the throw named colours.
    """

    throw: int
    place: int
    thrown: ThrownDie
    sort: tuple[str, str, str | None]


def move_of(game: AnyGame, state: Any, number: int, entry: Thrown | Acted) -> Move:
    """The move that `entry` makes of `state`; IllegalCommand if it cannot."""
    if isinstance(entry, Acted):
        return Move(number, entry, _state_after(game, state, entry.seat, entry.commands))
    ask = game.ask(state)
    if isinstance(ask, Over):
        return Move(number, entry, step(game, state, 0, entry.roll))
    spent = ask.spent if ask.need and ask.need.beside else ()
    return Move(number, entry, step(game, state, ask.seat, entry.roll), ask.need, spent)


def _state_after(game: AnyGame, state: Any, seat: int, commands: tuple[Command, ...]) -> Any:
    return reduce(lambda before, command: step(game, before, seat, command), commands, state)


def roll_of(moves: Sequence[Move]) -> tuple[RollDie, ...]:
    """The dice of the roll, first thrown first: a throw beside others goes on with what they began."""
    roll: tuple[RollDie, ...] = ()
    for move in reversed(moves):
        if isinstance(move.entry, Thrown):
            roll = (*_dice(move, move.entry), *roll)
            if move.need is None or not move.need.beside:
                break
    return roll


def gone_of(moves: Sequence[Move]) -> frozenset[int]:
    """Places of the roll that were out of play when its last dice were thrown."""
    throws = (move for move in reversed(moves) if isinstance(move.entry, Thrown))
    return frozenset(next((move.spent for move in throws), ()))


def _dice(move: Move, entry: Thrown) -> Iterator[RollDie]:
    """The dice of a throw."""
    coloured = move.need is not None and any(spec.colour is not None for spec in move.need.throw)
    for place, thrown in enumerate(entry.dice):
        die = thrown.die
        yield RollDie(move.number, place, thrown, (die.kind, die.face, die.colour if coloured else None))
