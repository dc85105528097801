"""Matches between bots, without table or page: played, and proved by their logs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from companion.game import AnyGame, Ask, Bot, Command, IllegalCommand, Need, Over, Roll, step
from companion.laws.random_play import random_roll
from companion.table.log.entries import Acted, Entry, Started, Thrown, ThrownDie, body
from companion.table.log.match import LogError, fold_bodies

MAX_ENTRIES = 50_000  # of a log; no game of ours comes near


class SimulationError(Exception):
    """A match that cannot be: a bot does what is not offered, a game does not end, a log does not fold."""


@dataclass(frozen=True)
class Contest:
    """What is played: a game, who sits where (the name of a bot, and the bot), and with which options."""

    game: AnyGame
    seats: tuple[tuple[str, Bot[Any]], ...]
    options: Mapping[str, int | str]

    @property
    def first(self) -> Started:
        """The first entry of each of its logs."""
        names = tuple(f"{name} {place}" for place, (name, _) in enumerate(self.seats, start=1))
        return Started(self.game.id, self.game.rules, names, dict(self.options))


@dataclass(frozen=True)
class Played:
    """A match from its first entry to its end."""

    log: tuple[Entry, ...]
    state: Any
    over: Over
    totals: tuple[int, ...]
    steps: int  # commands and throws
    seconds: float  # of one processor

    @property
    def moves(self) -> int:
        """Throws and presses."""
        return len(self.log) - 1


def play(contest: Contest, seed: str) -> Played:
    """A whole match. With equal seeds the dice are the same for as long as the same is done."""
    game, dice, luck, began = contest.game, Random(f"{seed} dice"), Random(f"{seed} bots"), process_time()
    state, steps = game.start(len(contest.seats), contest.options), 0
    log: list[Entry] = [contest.first]
    while isinstance(ask := game.ask(state), Ask):
        entry = _thrown(game, ask.need, dice) if ask.need else _decided(contest, state, ask.seat, luck)
        for command in _commands(entry):
            state = _stepped(contest, state, ask.seat, command)
            steps += 1
        log.append(entry)
        if len(log) > MAX_ENTRIES:
            raise SimulationError(f"{game.id} is not over after {MAX_ENTRIES} moves (seed {seed!r})")
    totals = tuple(sum(line.points for line in game.score(state, n)) for n in range(len(contest.seats)))
    return Played(tuple(log), state, ask, totals, steps, process_time() - began)


def _thrown(game: AnyGame, need: Need, luck: Random) -> Thrown:
    return Thrown(tuple(ThrownDie(die, "entered") for die in random_roll(game, need, luck).dice))


def _decided(contest: Contest, state: Any, seat: int, luck: Random) -> Acted:
    return Acted(seat, contest.seats[seat][1].decide(state, seat, luck))


def _commands(entry: Thrown | Acted) -> tuple[Command, ...]:
    return (entry.roll,) if isinstance(entry, Thrown) else entry.commands


def _stepped(contest: Contest, state: Any, seat: int, command: Command) -> Any:
    try:
        return step(contest.game, state, seat, command)
    except IllegalCommand as error:
        by = "the dice" if isinstance(command, Roll) else f"bot {contest.seats[seat][0]!r}"
        raise SimulationError(
            f"{contest.game.id}: {by} did {command!r}, which is refused: {error}"
        ) from error


def prove(contest: Contest, played: Played) -> None:
    """Its log, through JSON, tells the same match, and every press was one open offer; or SimulationError."""
    game = contest.game
    bodies = json.loads(json.dumps([body(entry) for entry in played.log]))
    try:
        folded = fold_bodies(bodies, {game.id: game})
    except LogError as error:
        raise SimulationError(f"{game.id}: the log of a match played cannot be folded: {error}") from error
    if folded.state != played.state:
        raise SimulationError(
            f"{game.id}: the fold of the log is {folded.state!r}, played was {played.state!r}"
        )
    before = folded.start
    for move in folded.moves:
        if isinstance(move.entry, Acted):
            _offered(game, before, move.entry)
        before = move.state


def _offered(game: AnyGame, state: Any, entry: Acted) -> None:
    """The commands are one open offer, so that a button could have done them."""
    ask = game.ask(state, entry.commands[0].hand)
    offers = ask.offers if isinstance(ask, Ask) else ()
    if not any(offer.commands == entry.commands and offer.blocked is None for offer in offers):
        open_ones = [offer.commands for offer in offers if offer.blocked is None]
        raise SimulationError(f"{game.id}: {entry.commands!r} is no open offer; there are {open_ones!r}")
