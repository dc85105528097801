"""`cubilete play --bots`: what was typed, made a contest; its figures, as a table or as JSON.

Refuses to know how a match is played and any game's rules.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic

from companion import bots
from companion.arena import (
    QUANTILES,
    ArenaError,
    Contest,
    Played,
    Spread,
    Standing,
    Statistics,
    play,
    prove,
    statistics,
)
from companion.game import AnyGame, IllegalCommand, Option, msg
from companion.games import discover
from companion.offline import fail, say
from companion.table.seating import checked_options, checked_seats
from companion.words import Words

TELL_EVERY = 2.0  # seconds between two words of progress


class UsageError(Exception):
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
    as_json: bool = False
    check: bool = False


def run(wish: Wish) -> int:
    """Play the matches, print their figures. 2 if that cannot be meant, 1 if a match goes wrong."""
    try:
        contest = contested(wish)
    except UsageError as error:
        fail(error)
        return 2
    try:
        figures = statistics(contest, tuple(_played(contest, wish)))
    except ArenaError as error:
        return fail(error)
    say(as_json(contest, wish, figures) if wish.as_json else as_table(contest, wish, figures))
    return 0


def contested(wish: Wish) -> Contest:
    """The contest that was meant, or UsageError."""
    games, strong = discover(), bots.discover()
    game = games.get(wish.game)
    if game is None or wish.game not in strong:
        raise UsageError(f"no bots play {wish.game!r}, expected one of {', '.join(sorted(strong))}")
    known = strong[wish.game]
    for strength in wish.strengths:
        if strength not in known:
            raise UsageError(f"{wish.game} has no bot {strength!r}, expected some of {', '.join(known)}")
    count = max(game.seats.usual, len(wish.strengths)) if wish.players is None else wish.players
    if count < len(wish.strengths):
        raise UsageError(f"{len(wish.strengths)} bots want to play, got --players {count}; give it more")
    names = [wish.strengths[place % len(wish.strengths)] for place in range(count)]
    options = _agreed(game, count, dict(_option(game, text) for text in wish.options))
    return Contest(game, tuple((name, known[name]) for name in names), options)


def _agreed(game: AnyGame, seats: int, given: Mapping[str, int | str]) -> dict[str, int | str]:
    """All options, as the game takes them for so many seats."""
    try:
        checked_seats(game, [f"bot {n}" for n in range(seats)])
        options = checked_options(game, given)
        game.start(seats, options)
    except IllegalCommand as error:
        raise UsageError(f"{game.id}: {_words(game).say(error.reason, 'en')}") from error
    return options


def _option(game: AnyGame, text: str) -> tuple[str, int | str]:
    """`name=value` as the game names its options; for a sheet, a file's name stands for its text."""
    name, parted, value = text.partition("=")
    option = next((option for option in game.options if option.name == name), None)
    if option is None or not parted:
        names = ", ".join(f"{option.name}=…" for option in game.options)
        raise UsageError(f"--option {text!r}: {game.id} knows {names or 'no options'}")
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
        raise UsageError(
            f"--option {option.name} must be a whole number from {bounds}, got {value!r}"
        ) from None


def _sheet(option: Option, file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        known = ", ".join(option.values)
        raise UsageError(
            f"--option {option.name}: {file!r} is none of {known}, and no file: {error}"
        ) from error


def _played(contest: Contest, wish: Wish) -> Iterable[Played]:
    """Match after match, telling how far it is."""
    told = monotonic()
    for number in range(wish.matches):
        played = play(contest, f"{wish.seed}/{number}")
        if wish.check:
            prove(contest, played)
        yield played
        if monotonic() - told > TELL_EVERY or number + 1 == wish.matches:
            told = monotonic()
            print(f"… {number + 1} of {wish.matches} matches", file=sys.stderr, flush=True)  # noqa: T201


def _words(game: AnyGame) -> Words:
    return Words([game.words])


def as_json(contest: Contest, wish: Wish, figures: Statistics) -> str:
    """The figures as one object."""
    about = {
        "game": contest.game.id,
        "bots": [name for name, _ in contest.seats],
        "options": dict(contest.options),
        "seed": wish.seed,
        "checked": wish.check,
    }
    return json.dumps(about | asdict(figures), ensure_ascii=False)


def as_table(contest: Contest, wish: Wish, figures: Statistics) -> str:
    """The figures as a table for people."""
    name = _words(contest.game).say(msg(f"{contest.game.id}.name"), "en")
    options = ", ".join(f"{key}={str(value).splitlines()[0]}" for key, value in contest.options.items())
    head = (
        f"{name}, {len(contest.seats)} at the table, {figures.matches} matches, seed {wish.seed}; {options}"
    )
    standing = [(str(n), one) for n, one in enumerate(figures.seats, start=1)]
    if len(contest.seats) > len(figures.bots) > 1:
        standing += [("all", one) for one in figures.bots]
    shares = [f"{round(100 * share)} %" for share in QUANTILES]
    titles = ["seat", "bot", "wins", "shared", "mean", "spread", "least", *shares, "most"]
    rows = [titles, *([seat, *_standing(one, len(contest.seats) == 1)] for seat, one in standing)]
    rows.append(["", "moves", "", "", *_spread(figures.moves)])
    ends = ", ".join(f"{key} {_share(n, figures.matches)}" for key, n in sorted(figures.ends.items()))
    checked = "; each log folds to what was played" if wish.check else ""
    last = f"over by: {ends}\n{figures.steps_a_second:,.0f} steps a second, thinking included{checked}"
    return "\n".join([head, "", *_aligned(rows), "", last])


def _standing(one: Standing, alone: bool) -> list[str]:
    """A row; one alone neither wins nor shares: how it ended says what that was worth."""
    shares = ["–", "–"] if alone else [_share(one.wins, one.played), _share(one.shared, one.played)]
    return [one.name, *shares, *_spread(one.scores)]


def _spread(one: Spread) -> list[str]:
    figures = (one.least, *one.quantiles, one.most)
    return [f"{one.mean:.2f}", f"{one.deviation:.2f}", *(f"{figure:g}" for figure in figures)]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as their widest cell; names to the left, figures to the right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if place < 2 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, wide, strict=True))
        ).rstrip()
        for row in rows
    ]
