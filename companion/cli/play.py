"""`cubilete play`: matches between bots, and what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

import click

from companion.cli import commands, parameters
from companion.cli.exit_codes import DONE
from companion.cli.match_statistics import statistics
from companion.cli.match_tables import as_json, as_table
from companion.cli.output import fail, refuse, report, say
from companion.game import AnyGame, IllegalCommand, Option
from companion.games import discover
from companion.laws.contest import Contest, Played, SimulationError, play, prove
from companion.table.log.seating import option_values, seat_names
from companion.words import Words

EXAMPLES = """examples:
  cubilete play --bots dalek-dice                 100 matches of two strong bots, and what came of them
  cubilete play --bots dalek-dice --strength simple,strong --matches 1000 --seed 7
  cubilete play --bots dalek-dice --players 4 --option target=30 --json
  cubilete play --bots dalek-dice --check         proves each match: its log, folded, is what was played

bots are dealt to the seats in turn; a shared win is counted as shared; equal seeds give equal figures
"""
MATCHES = parameters.WholeNumber("a number of matches from 1 to 9999999", 1, 9_999_999)
REPORT_SECONDS = 2.0  # between two lines of progress


class ContestError(Exception):
    """What was typed makes no sense; the text names it, what was expected, and the way out."""


@dataclass(frozen=True)
class Wish:
    """What was typed. `players` None: as many as usual; `strengths` are dealt to the seats in turn."""

    game: str
    strengths: tuple[str, ...]
    players: int | None
    matches: int
    seed: int
    options: tuple[str, ...] = ()
    json: bool = False
    check: bool = False


@commands.command("play", EXAMPLES)
@click.option("--bots", "game", metavar="GAME", required=True, help="a game that bots play")
@click.option(
    "--strength",
    "strengths",
    metavar="BOT,…",
    default="strong",
    type=parameters.names,
    help="simple or strong, one a seat (strong for all)",
)
@click.option("--players", metavar="N", type=parameters.ANY_NUMBER, help="how many seats (as many as usual)")
@click.option("--matches", metavar="N", type=MATCHES, default=100, help="how many (100)")
@click.option("--seed", metavar="N", type=parameters.SEED, default=1, help="luck: the same matches again (1)")
@click.option(
    "--option", "options", metavar="NAME=VALUE", multiple=True, help="of the game; a sheet may be a file"
)
@click.option("--json", is_flag=True, help="print one JSON object instead of a table")
@click.option("--check", is_flag=True, help="prove each match by its log")
def command(**typed: Any) -> int:
    """Play the matches, print their figures."""
    wish = Wish(**typed)
    try:
        contest = contest_of(wish)
    except ContestError as error:
        return refuse(error)
    try:
        figures = statistics(contest, tuple(_played(contest, wish)))
    except SimulationError as error:
        return fail(error)
    form = as_json if wish.json else as_table
    say(form(contest, figures, seed=wish.seed, proved=wish.check))
    return DONE


def contest_of(wish: Wish) -> Contest:
    """The contest that was meant, or ContestError."""
    plugins = {name: one for name, one in discover().plugins.items() if one.bots}
    plugin = plugins.get(wish.game)
    if plugin is None:
        raise ContestError(f"no bots play {wish.game!r}, expected one of {', '.join(plugins)}")
    game, known = plugin.game, plugin.bots
    for strength in wish.strengths:
        if strength not in known:
            raise ContestError(f"{wish.game} has no bot {strength!r}, expected some of {', '.join(known)}")
    count = max(game.seats.usual, len(wish.strengths)) if wish.players is None else wish.players
    if count < len(wish.strengths):
        raise ContestError(f"{len(wish.strengths)} bots want to play, got --players {count}; give it more")
    names = [wish.strengths[place % len(wish.strengths)] for place in range(count)]
    options = _agreed(game, count, dict(_option(game, text) for text in wish.options))
    return Contest(game, tuple((name, known[name]) for name in names), options)


def _agreed(game: AnyGame, seats: int, given: Mapping[str, int | str]) -> dict[str, int | str]:
    """All options, as the game takes them for so many seats."""
    try:
        seat_names(game, [f"bot {n}" for n in range(seats)])
        options = option_values(game, given)
        game.start(seats, options)
    except IllegalCommand as error:
        raise ContestError(f"{game.id}: {Words(discover().words).say(error.reason, 'en')}") from error
    return options


def _option(game: AnyGame, text: str) -> tuple[str, int | str]:
    """`name=value` as the game names its options; for a sheet, a file's name stands for its text."""
    name, parted, value = text.partition("=")
    option = next((option for option in game.options if option.name == name), None)
    if option is None or not parted:
        names = ", ".join(f"{option.name}=…" for option in game.options)
        raise ContestError(f"--option {text!r}: {game.id} knows {names or 'no options'}")
    return name, _value(option, value)


def _value(option: Option, value: str) -> int | str:
    if option.sheets and value not in option.values:
        return _sheet(option, value)
    if option.values:
        return value
    try:
        return int(value)
    except ValueError:
        bounds = f"{option.least} to {option.most}"
        raise ContestError(
            f"--option {option.name} must be a whole number from {bounds}, got {value!r}"
        ) from None


def _sheet(option: Option, file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        known = ", ".join(option.values)
        raise ContestError(
            f"--option {option.name}: {file!r} is none of {known}, and no file: {error}"
        ) from error


def _played(contest: Contest, wish: Wish) -> Iterable[Played]:
    """Match after match, with a line now and then on how far it is."""
    reported = monotonic()
    for number in range(wish.matches):
        played = play(contest, f"{wish.seed}/{number}")
        if wish.check:
            prove(contest, played)
        yield played
        if monotonic() - reported > REPORT_SECONDS or number + 1 == wish.matches:
            reported = monotonic()
            report(f"… {number + 1} of {wish.matches} matches")
