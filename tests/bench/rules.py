"""How fast the rules are, and whether they hold: random games of every game, played through its interface.

Refuses to know any rules; moves come from what a game asks.
"""

from __future__ import annotations

from random import Random
from time import process_time

from companion.game import AnyGame, msg
from companion.games import discover
from companion.laws.random_play import playout, random_options
from companion.words import Words
from tests.bench.figures import Effort, Found, Table
from tests.games.conserved import LAWS
from tests.games.many import match_of, players_of

LEAST = {"dalek-dice": 20_000, "dize": 20_000, "dizzle": 10_000, "25-to-dice": 10_000}  # steps a second
HELD = 10  # matches for each number of players that are held to all laws


def measure(effort: Effort) -> Found:
    """Speed on one core, then matches held to the laws."""
    games = discover().games
    speeds = {name: speed(game, effort) for name, game in games.items()}
    held = {name: hold(game, effort) for name, game in games.items()}
    head = ("", "players", "games", "steps", "CPU s", "steps a second", "asked of us", "µs a move")
    rows = tuple((named(game), *speeds[name].cells(LEAST[name])) for name, game in games.items())
    laws = tuple(
        (named(games[name]), f"{matches}", f"{steps}", "0") for name, (matches, steps) in held.items()
    )
    slow = [] if effort.small else [n for n in games if speeds[n].rate < LEAST[n]]
    return Found(
        "Whole random games, each move asked for, chosen, checked by `step` and applied; choosing a random "
        "hand that the rules allow is in the time. Process CPU time, one core. Held to the laws: a game's "
        "own law (dice, cells, inmates conserved) in every state, something awaited until it is over, and "
        "the log, through JSON, folds to what was played. Ten thousand for each number of players: "
        "`python -m tests.games.many`.",
        (
            Table(head, rows),
            Table(("held to the laws", "matches", "steps", "broken"), laws),
        ),
        tuple(f"{named(games[n])}: {speeds[n].rate:,.0f} steps a second." for n in games),
        tuple(f"{named(games[n])} makes fewer than {LEAST[n]:,} steps a second." for n in slow),
    )


class Speed:
    """What was played in which time."""

    def __init__(self) -> None:
        self.players: set[int] = set()
        self.games = self.steps = 0
        self.seconds = 0.0

    @property
    def rate(self) -> float:
        """Steps a second."""
        return self.steps / self.seconds

    def cells(self, least: int) -> tuple[str, ...]:
        """A row of the table, after the game's name."""
        span = "–".join(map(str, sorted({min(self.players), max(self.players)})))
        counts = (span, f"{self.games}", f"{self.steps}", f"{self.seconds:.2f}", f"{self.rate:,.0f}")
        return (*counts, f"{least:,}", f"{1e6 / self.rate:.0f}")


def speed(game: AnyGame, effort: Effort) -> Speed:
    """Whole games, one after another on one core, all numbers of players in turn."""
    made, luck, every = Speed(), Random(1), list(players_of(game))
    wanted, least = (0.05, 1) if effort.small else (2.0, len(every))
    while made.seconds < wanted or made.games < least:
        if effort.late and made.games:
            break
        players = every[made.games % len(every)]
        state = game.start(players, random_options(game, luck))
        began = process_time()
        made.steps += sum(len(moment.commands) for moment in playout(game, state, luck))
        made.seconds += process_time() - began
        made.games += 1
        made.players.add(players)
    return made


def hold(game: AnyGame, effort: Effort) -> tuple[int, int]:
    """Matches held to the laws, and their steps; a broken law stops the bench with its AssertionError."""
    matches = steps = 0
    for players in players_of(game):
        for number in range(effort.count(HELD, 1)):
            if effort.late and matches:
                return matches, steps
            steps += match_of(game, players, f"bench/{number}", LAWS[game.id])
            matches += 1
    return matches, steps


def named(game: AnyGame) -> str:
    """The game's name in English."""
    return Words(discover().words).say(msg(f"{game.id}.name"), "en")
