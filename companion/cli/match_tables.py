"""The figures of many matches as people and scripts read them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

from companion.cli.match_statistics import QUANTILES, Spread, Standing, Statistics
from companion.game import msg
from companion.games import discover
from companion.laws.contest import Contest
from companion.words import Words


def as_json(contest: Contest, figures: Statistics, *, seed: int, proved: bool) -> str:
    """The figures as one object."""
    about = {
        "game": contest.game.id,
        "bots": [name for name, _ in contest.seats],
        "options": dict(contest.options),
        "seed": seed,
        "checked": proved,
    }
    return json.dumps(about | asdict(figures), ensure_ascii=False)


def as_table(contest: Contest, figures: Statistics, *, seed: int, proved: bool) -> str:
    """The figures as a table for people."""
    name = Words(discover().words).say(msg(f"{contest.game.id}.name"), "en")
    options = ", ".join(f"{key}={str(value).splitlines()[0]}" for key, value in contest.options.items())
    head = f"{name}, {len(contest.seats)} at the table, {figures.matches} matches, seed {seed}; {options}"
    standing = [(str(n), one) for n, one in enumerate(figures.seats, start=1)]
    if len(contest.seats) > len(figures.bots) > 1:
        standing += [("all", one) for one in figures.bots]
    shares = [f"{round(100 * share)} %" for share in QUANTILES]
    titles = ["seat", "bot", "wins", "shared", "mean", "spread", "least", *shares, "most"]
    rows = [titles, *([seat, *_standing(one, len(contest.seats) == 1)] for seat, one in standing)]
    rows.append(["", "moves", "", "", *_spread(figures.moves)])
    ends = ", ".join(f"{key} {_share(n, figures.matches)}" for key, n in sorted(figures.ends.items()))
    checked = "; each log folds to what was played" if proved else ""
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
