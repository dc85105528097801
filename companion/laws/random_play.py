"""Plays any game at random, by its interface alone: luck is given, moves are what the game offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from companion.dice import Die
from companion.game import AnyGame, Ask, Command, Need, Offer, Option, Over, Pick, Roll, step

LONGEST = 20_000  # moves; no game of ours comes near
HANDS_AT_RANDOM = 8


class EndlessGame(Exception):  # noqa: N818 (named as what happened)
    """A game that goes on for ever, or cannot go on."""


@dataclass(frozen=True)
class Moment:
    """A state in a random game, what is asked with the hand then held, and the commands carried out."""

    game: AnyGame
    state: Any
    hand: tuple[str, ...]
    ask: Ask
    commands: tuple[Command, ...]
    seat: int


def random_seats(game: AnyGame, luck: Random) -> int:
    """A number of players; a few more than usual where there is no limit."""
    return luck.randint(game.seats.least, game.seats.most or game.seats.usual + 2)


def random_options(game: AnyGame, luck: Random) -> dict[str, int | str]:
    """Some legal options; numbers up to their default, so that games don't last."""
    return {option.name: _value(option, luck) for option in game.options}


def _value(option: Option, luck: Random) -> int | str:
    if option.values:
        return luck.choice(option.values)
    return luck.randint(option.least, int(option.default))


def random_roll(game: AnyGame, need: Need, luck: Random) -> Roll:
    """A throw of the dice that are needed."""
    faces = {kind.id: kind.faces for kind in game.kinds}
    kinds = [spec.kind or luck.choice(game.kinds).id for spec in need.throw]
    dice = zip(kinds, need.throw, strict=True)
    return Roll(tuple(Die(kind, luck.choice(faces[kind]), spec.colour) for kind, spec in dice))


def hands(pick: Pick | None, luck: Random) -> Iterator[tuple[str, ...]]:
    """Hands to try: some at random, then all of them, so that a legal one is found if there is any."""
    if pick is None:
        yield ()
        return
    dice = [item.name for item in pick.pool if item.die is not None]
    for _ in range(HANDS_AT_RANDOM):
        if len(dice) == len(pick.pool):
            yield tuple(luck.sample(dice, luck.randint(pick.least, pick.most)))
        else:  # beside dice there are squares and the like: hardly any hand of many things means anything
            yield _equal_dice(dice, luck) if dice and luck.random() < 0.5 else ()
    names = [item.name for item in pick.pool]
    for size in range(pick.least, pick.most + 1):
        yield from combinations(names, size)


def _equal_dice(dice: list[str], luck: Random) -> tuple[str, ...]:
    """Some dice that show the same."""
    face = luck.choice(dice)
    return (face,) * luck.randint(1, dice.count(face))


def open_offers(ask: Ask | Over) -> tuple[Offer, ...]:
    """The offers that are not blocked."""
    return () if isinstance(ask, Over) else tuple(offer for offer in ask.offers if offer.blocked is None)


def _decision(game: AnyGame, state: Any, ask: Ask, luck: Random) -> tuple[tuple[str, ...], Ask]:
    """A hand with which something can be done, and the Ask for it."""
    for hand in hands(ask.pick, luck):
        held = game.ask(state, hand)
        if isinstance(held, Ask) and open_offers(held):
            return hand, held
    raise EndlessGame(f"{game.id} awaits nothing that can be done, with no hand: {ask!r}")


def playout(game: AnyGame, state: Any, luck: Random) -> Iterator[Moment]:
    """A whole game from `state`, moment by moment; EndlessGame if it has no end."""
    for _ in range(LONGEST):
        ask = game.ask(state)
        if isinstance(ask, Over):
            return
        hand: tuple[str, ...] = ()
        if ask.need is not None:
            roll: tuple[Command, ...] = (random_roll(game, ask.need, luck),)
            seat, commands = ask.seat, roll
        else:
            hand, ask = _decision(game, state, ask, luck)
            offer = luck.choice(open_offers(ask))
            seat, commands = offer.seat, offer.commands
        yield Moment(game, state, hand, ask, commands, seat)
        for command in commands:
            state = step(game, state, seat, command)
    raise EndlessGame(f"{game.id} is not over after {LONGEST} moves")
