"""Matches between bots, without table or page: played, proved by their logs, and counted.

Refuses to know any game, any bot, and how figures are printed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev
from time import process_time
from typing import Any

from companion.bots import AnyBot
from companion.dice import Die
from companion.game import AnyGame, Ask, Command, IllegalCommand, Need, Over, Roll, step
from companion.table.log import Acted, Entry, Started, Thrown, ThrownDie, body
from companion.table.match import LogError, fold_bodies

LONGEST = 50_000  # entries; no game of ours comes near
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class ArenaError(Exception):
    """A match that cannot be: a bot does what is not offered, a game does not end, a log does not fold."""


@dataclass(frozen=True)
class Contest:
    """What is played: a game, who sits where (the name of a bot, and the bot), and with which options."""

    game: AnyGame
    seats: tuple[tuple[str, AnyBot], ...]
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
        if len(log) > LONGEST:
            raise ArenaError(f"{game.id} is not over after {LONGEST} moves (seed {seed!r})")
    totals = tuple(sum(line.points for line in game.score(state, n)) for n in range(len(contest.seats)))
    return Played(tuple(log), state, ask, totals, steps, process_time() - began)


def _thrown(game: AnyGame, need: Need, luck: Random) -> Thrown:
    faces = {kind.id: kind.faces for kind in game.kinds}
    dice = (Die(spec.kind, luck.choice(faces[spec.kind]), spec.colour) for spec in need.throw)
    return Thrown(tuple(ThrownDie(die, "entered") for die in dice))


def _decided(contest: Contest, state: Any, seat: int, luck: Random) -> Acted:
    return Acted(seat, contest.seats[seat][1].decide(state, seat, luck))


def _commands(entry: Thrown | Acted) -> tuple[Command, ...]:
    return (entry.roll,) if isinstance(entry, Thrown) else entry.commands


def _stepped(contest: Contest, state: Any, seat: int, command: Command) -> Any:
    try:
        return step(contest.game, state, seat, command)
    except IllegalCommand as error:
        by = "the dice" if isinstance(command, Roll) else f"bot {contest.seats[seat][0]!r}"
        raise ArenaError(f"{contest.game.id}: {by} did {command!r}, which is refused: {error}") from error


def prove(contest: Contest, played: Played) -> None:
    """Its log, through JSON, tells the same match, and every press was one open offer; or ArenaError."""
    game = contest.game
    bodies = json.loads(json.dumps([body(entry) for entry in played.log]))
    try:
        folded = fold_bodies(bodies, {game.id: game})
    except LogError as error:
        raise ArenaError(f"{game.id}: the log of a match played cannot be folded: {error}") from error
    if folded.state != played.state:
        raise ArenaError(f"{game.id}: the fold of the log is {folded.state!r}, played was {played.state!r}")
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
        raise ArenaError(f"{game.id}: {entry.commands!r} is no open offer; there are {open_ones!r}")


@dataclass(frozen=True)
class Spread:
    """How a figure is spread: its mean, its standard deviation, and quantiles (of 5, 25, 50, 75, 95 %)."""

    mean: float
    deviation: float
    quantiles: tuple[float, ...]
    least: float
    most: float


def spread(values: Sequence[float]) -> Spread:
    """The spread of at least one value."""
    ordered = sorted(values)
    at = (ordered[min(len(ordered) - 1, int(share * len(ordered)))] for share in QUANTILES)
    return Spread(fmean(ordered), pstdev(ordered), tuple(at), ordered[0], ordered[-1])


@dataclass(frozen=True)
class Standing:
    """How one seat, or all seats of one bot, did. A win that is shared is no win, but shared."""

    name: str
    played: int
    wins: int
    shared: int
    scores: Spread


@dataclass(frozen=True)
class Statistics:
    """What came of many matches. `ends` counts the reasons for which they were over."""

    matches: int
    seats: tuple[Standing, ...]
    bots: tuple[Standing, ...]
    ends: Mapping[str, int]
    moves: Spread
    steps_a_second: float


def statistics(contest: Contest, all_played: Sequence[Played]) -> Statistics:
    """The figures of at least one match."""
    names = [name for name, _ in contest.seats]
    seats = range(len(names))
    seconds = sum(played.seconds for played in all_played)
    return Statistics(
        matches=len(all_played),
        seats=tuple(_standing(names[seat], (seat,), all_played) for seat in seats),
        bots=tuple(
            _standing(bot, tuple(seat for seat in seats if names[seat] == bot), all_played)
            for bot in dict.fromkeys(names)
        ),
        ends=dict(Counter(played.over.reason.key for played in all_played)),
        moves=spread([played.moves for played in all_played]),
        steps_a_second=sum(played.steps for played in all_played) / max(seconds, 1e-9),
    )


def _standing(name: str, seats: tuple[int, ...], all_played: Sequence[Played]) -> Standing:
    firsts = [(seat, played.over.places[0]) for played in all_played for seat in seats]
    return Standing(
        name,
        len(firsts),
        sum(first == (seat,) for seat, first in firsts),
        sum(seat in first and len(first) > 1 for seat, first in firsts),
        spread([played.totals[seat] for played in all_played for seat in seats]),
    )
