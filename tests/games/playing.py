"""Plays any game at random, by its interface alone.

Refuses to know any game: luck comes from a seeded generator, moves from what the game asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from companion.dice import Die
from companion.game import AnyGame, Ask, Command, Need, Offer, Option, Over, Pick, Roll, step

LONGEST = 20_000  # moves; no game of ours comes near


@dataclass(frozen=True)
class Moment:
    """A state in a random game, what is asked with the hand then held, and the commands carried out."""

    game: AnyGame
    state: Any
    hand: tuple[str, ...]
    ask: Ask
    commands: tuple[Command, ...]


def seats_of(game: AnyGame, luck: Random) -> int:
    return luck.randint(game.seats.least, game.seats.most or game.seats.usual + 2)


def options_of(game: AnyGame, luck: Random) -> dict[str, int | str]:
    """Some legal options; numbers up to their default, so that games don't last."""
    return {option.name: some_value(option, luck) for option in game.options}


def some_value(option: Option, luck: Random) -> int | str:
    if option.values:
        return luck.choice(option.values)
    assert isinstance(option.default, int)
    return luck.randint(option.least, option.default)


def thrown(game: AnyGame, need: Need, luck: Random) -> Roll:
    faces = {kind.id: kind.faces for kind in game.kinds}
    return Roll(tuple(Die(spec.kind, luck.choice(faces[spec.kind]), spec.colour) for spec in need.throw))


def hands(pick: Pick | None, luck: Random) -> Iterator[tuple[str, ...]]:
    """Hands to try: some at random, then all of them, so that a legal one is found if there is any."""
    if pick is None:
        yield ()
        return
    names = [item.name for item in pick.pool]
    dice = [item.name for item in pick.pool if item.die is not None]
    for _ in range(8):
        if len(dice) == len(names):
            yield tuple(luck.sample(names, luck.randint(pick.least, pick.most)))
        else:  # beside dice there are squares and the like: hardly any hand of many things means anything
            yield equal_dice(dice, luck) if dice and luck.random() < 0.5 else ()
    for size in range(pick.least, pick.most + 1):
        yield from combinations(names, size)


def equal_dice(dice: list[str], luck: Random) -> tuple[str, ...]:
    """Some dice that show the same."""
    face = luck.choice(dice)
    return (face,) * luck.randint(1, dice.count(face))


def open_offers(ask: Ask | Over) -> tuple[Offer, ...]:
    return () if isinstance(ask, Over) else tuple(offer for offer in ask.offers if offer.blocked is None)


def decided(game: AnyGame, state: Any, ask: Ask, luck: Random) -> tuple[tuple[str, ...], Ask]:
    """A hand with which something can be done, and the Ask for it."""
    for hand in hands(ask.pick, luck):
        held = game.ask(state, hand)
        if isinstance(held, Ask) and open_offers(held):
            return hand, held
    raise AssertionError(f"{game.id} awaits nothing that can be done: {ask} in {state}")


def playout(game: AnyGame, state: Any, luck: Random) -> Iterator[Moment]:
    """A whole game from `state`, moment by moment."""
    for _ in range(LONGEST):
        ask = game.ask(state)
        if isinstance(ask, Over):
            return
        hand: tuple[str, ...] = ()
        if ask.need is not None:
            seat, commands = ask.seat, (thrown(game, ask.need, luck),)
        else:
            hand, ask = decided(game, state, ask, luck)
            offer = luck.choice(open_offers(ask))
            seat, commands = offer.seat, offer.commands  # type: ignore[assignment]
        yield Moment(game, state, hand, ask, commands)
        for command in commands:
            state = step(game, state, seat, command)
    raise AssertionError(f"{game.id} is not over after {LONGEST} moves: {state}")
