"""What there is to see: one immutable value that page, lamps and voice all follow.

Made by the session after every change, with a rising `number`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from companion.dice import Box, Quad, Status, TrayState
from companion.game import NO_PROGRESS, Ask, Line, Msg, News, Over, Progress
from companion.table.log.entries import Source
from companion.table.log.records import MatchHead

Light = Literal["ready", "rolling", "move", "look", "good", "bad", "win", "fault", "idle"]
KeyName = Literal["stop", "reroll", "undo"]
Mark = Literal["free", "held", "forced", "owed", "unsure", "practice"]


@dataclass(frozen=True)
class Key:
    """One of the three keys: what it says now, what it will do, or why it cannot."""

    name: KeyName
    text: Msg
    note: Msg | None = None
    blocked: Msg | None = None
    main: bool = False


@dataclass(frozen=True)
class ShownDie:
    """A die of the roll on the page. `index` is its place in the roll; -1 while it is not yet one.

    `choosable`: it is an item of the Pick, a tap on it chooses it. `mark` `held` = chosen (lifted or tapped),
    `owed` = out of the tray and to be put back.
    `colour` only where it matters to the rules.
    """

    index: int
    kind: str
    face: str
    sure: float
    source: Source
    mark: Mark = "free"
    choosable: bool = False
    colour: str | None = None


@dataclass(frozen=True)
class Query:
    """The one question about a die that could not be read for sure. `current` is the guess proposed now."""

    die: int  # place in `Shown.lying`
    status: Status
    kind: str
    guesses: tuple[tuple[str, float], ...]
    current: int
    box: Box
    frame: int


@dataclass(frozen=True)
class LyingDie:
    """A die in the tray right now, as the eye sees it, whether or not it counts.

    `stays`: it is not to be taken out or thrown while the dice that are due are thrown.
    """

    kind: str
    face: str
    status: Status
    sure: float
    box: Box
    quad: Quad
    moved: bool  # since the last roll that counted
    stays: bool = False


@dataclass(frozen=True)
class Shown:
    """The whole of what is to be seen at one moment.

    `number` rises with every change of anything. `ply` is the length of the match's log: a tap says the
    ply it was made at, and is refused when another is current. `light` is the state of the Line and lamps.
    `about` is who the die is that the keys are about: the one of `query`, or one that was turned. It stays
    the same die's while it lies there; a tap says it too, and is refused when it is about another.
    """

    number: int
    ply: int
    light: Light
    line: Msg
    match: MatchHead | None = None
    seat: int | None = None
    ask: Ask | Over | None = None
    keys: tuple[Key, ...] = ()
    dice: tuple[ShownDie, ...] = ()
    held: tuple[int | str, ...] = ()
    query: Query | None = None
    about: int | None = None
    complaint: Msg | None = None
    tray: TrayState = "empty"
    lying: tuple[LyingDie, ...] = ()
    scores: tuple[tuple[Line, ...], ...] = ()
    totals: tuple[int, ...] = ()
    news: tuple[News, ...] = ()
    view: Any = None
    progress: Progress = NO_PROGRESS
    faults: tuple[Msg, ...] = ()
    kinds: tuple[str, ...] = ()  # of dice that the match's game is played with
