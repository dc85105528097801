"""`python -m tests.games.many`: thousands of whole random matches, every state of each held to the laws.

For each game and number of players: something is awaited until it is over, the game's own law
(`tests/games/conserved.py`) holds in every state, and the log, through JSON, folds to what was played.
A match is told by its game, players and seed: `--only SEED` plays one again. Refuses to know any game.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from companion.game import AnyGame, Over, Roll, step
from companion.games import discover
from companion.laws.random_play import Moment, open_offers, playout, random_options
from companion.table.log.entries import Acted, Entry, Started, Thrown, ThrownDie, body
from companion.table.log.match import fold_bodies
from tests.games.conserved import LAWS

Law = Callable[[Any], None]
CHUNK = 25  # matches that a process plays at a time
BEYOND = 3  # players more than usual, where a game sets no limit


@dataclass(frozen=True)
class Tally:
    """What came of some matches of a game for so many players."""

    matches: int = 0
    steps: int = 0
    longest: int = 0
    seconds: float = 0.0
    broken: tuple[str, ...] = field(default=())

    def plus(self, other: Tally) -> Tally:
        return Tally(
            self.matches + other.matches,
            self.steps + other.steps,
            max(self.longest, other.longest),
            self.seconds + other.seconds,
            self.broken + other.broken,
        )


def players_of(game: AnyGame) -> range:
    """All numbers of players; a few where there is no limit."""
    return range(game.seats.least, (game.seats.most or game.seats.usual + BEYOND) + 1)


def match_of(game: AnyGame, players: int, seed: str, law: Law) -> int:
    """Play one random match and hold it to the laws; its number of steps."""
    luck = Random(f"{game.id} {players} {seed}")
    options = random_options(game, luck)
    names = tuple(f"seat {n + 1}" for n in range(players))
    log: list[Entry] = [Started(game.id, game.rules, names, options)]
    state, steps = game.start(players, options), 0
    for moment in playout(game, state, luck):
        held_to(moment, law)
        log.append(entry_of(moment))
        state = moment.state
        for command in moment.commands:
            state = step(game, state, moment.ask.seat, command)
        steps += len(moment.commands)
    law(state)
    over = game.ask(state)
    assert isinstance(over, Over)
    assert sorted(seat for place in over.places for seat in place) == list(range(players))
    bodies = json.loads(json.dumps([body(entry) for entry in log]))
    folded = fold_bodies(bodies, {game.id: game})
    assert folded.state == state
    assert folded.status == "finished"
    return steps


def held_to(moment: Moment, law: Law) -> None:
    """A throw is awaited, or something can be done, and never both; the game's law holds."""
    law(moment.state)
    assert (moment.ask.need is None) == bool(open_offers(moment.ask))
    if moment.ask.need is not None:
        assert moment.ask.need.throw


def entry_of(moment: Moment) -> Entry:
    first = moment.commands[0]
    if isinstance(first, Roll):
        return Thrown(tuple(ThrownDie(die, "entered") for die in first.dice))
    return Acted(moment.ask.seat, moment.commands)


def some(game_id: str, players: int, seeds: Sequence[str]) -> Tally:
    """Matches of one game, one after another; those that break a law are told with their seed."""
    game, law, tally = discover().games[game_id], LAWS[game_id], Tally()
    for seed in seeds:
        began = process_time()
        steps, broken = 0, tuple[str, ...]()
        try:
            steps = match_of(game, players, seed, law)
        except Exception:  # noqa: BLE001 (whatever it is, it breaks this match and no other)
            broken = (f"{game_id}, {players} players, --only {seed}:\n{traceback.format_exc()}",)
        tally = tally.plus(Tally(1, steps, steps, process_time() - began, broken))
    return tally


def chunks(matches: int, first: str) -> Iterator[tuple[str, ...]]:
    seeds = [f"{first}/{n}" for n in range(matches)]
    for start in range(0, matches, CHUNK):
        yield tuple(seeds[start : start + CHUNK])


def row(game: str, players: int, tally: Tally) -> str:
    mean = tally.steps / max(1, tally.matches - len(tally.broken))
    rate = tally.steps / max(tally.seconds, 1e-9)
    cells = (f"{tally.matches}", f"{mean:.0f}", f"{tally.longest}", f"{rate:,.0f}", f"{len(tally.broken)}")
    return f"{game:12} {players:>7} " + " ".join(f"{cell:>9}" for cell in cells)


def asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.games.many", description=__doc__)
    games = discover().games
    parser.add_argument("--games", default=",".join(games), help=f"some of {', '.join(games)}; left out: all")
    parser.add_argument("--players", help="one or more numbers of players, as 1,2; left out: all there are")
    parser.add_argument("--matches", type=int, default=10_000, help="for each game and number of players")
    parser.add_argument("--seed", default="1", help="of all matches together")
    parser.add_argument("--only", help="play the one match with this seed, as a broken one is told")
    parser.add_argument("--processes", type=int, default=2)
    said = parser.parse_args(arguments)
    if unknown := [name for name in said.games.split(",") if name not in games]:
        parser.error(f"no game {unknown[0]!r}; there are {', '.join(games)}")
    if lawless := [name for name in said.games.split(",") if name not in LAWS]:
        parser.error(f"{lawless[0]} has no law in tests/games/conserved.py; write one there")
    return said


def tallies(said: argparse.Namespace) -> Iterator[tuple[str, int, Tally]]:
    """Game by game, as each is done."""
    with ProcessPoolExecutor(said.processes) as pool:
        for name in said.games.split(","):
            every = players_of(discover().games[name])
            wanted = [int(n) for n in said.players.split(",")] if said.players else every
            for players in (n for n in wanted if n in every):
                seeds = [(said.only,)] if said.only else list(chunks(said.matches, said.seed))
                parts = pool.map(some, [name] * len(seeds), [players] * len(seeds), seeds)
                yield name, players, sum_of(parts)


def sum_of(parts: Iterator[Tally]) -> Tally:
    total = Tally()
    for part in parts:
        total = total.plus(part)
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """Play them all; 1 if a law was broken."""
    said = asked(arguments)
    titles = " ".join(f"{title:>9}" for title in ("matches", "steps", "longest", "a second", "broken"))
    print(f"{'game':12} {'players':>7} {titles}")
    broken: list[str] = []
    for name, players, tally in tallies(said):
        print(row(name, players, tally), flush=True)
        broken += tally.broken
    for told in broken[:10]:
        print(told, file=sys.stderr)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
