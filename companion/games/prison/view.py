"""What a page draws of 25 to Dice: the match, its sheets, the drawing of one of them and what can be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.prison.choice import Choice, choice_of
from companion.games.prison.drawing import Danger, Picture, dangers, picture
from companion.games.prison.match import Phase, State
from companion.games.prison.outcome import places
from companion.games.prison.sheet_view import SheetView, sheet_view


@dataclass(frozen=True, kw_only=True)
class View(SheetView):
    """The match, and on top level the sheet that matters now.

    `to_win`, `to_lose`: escapes and captures that end a breakout. `seat` acts, `decider` has the last word
    this round (a breakout, else None). `sheet`: whose sheet the top level shows, the viewer's or the one at
    work (points), 0 in a breakout. `sheets`: all, in the order of seats, just one in a breakout. `ranking`:
    seats in places as things stand (points). `dangers`: by guard, what each value of its die would do.
    """

    mode: str
    dice_mode: str
    phase: Phase
    round: int
    rounds: int
    to_win: int
    to_lose: int
    seat: int
    decider: int | None
    sheet: int
    sheets: tuple[SheetView, ...]
    ranking: tuple[tuple[int, ...], ...]
    picture: Picture
    dangers: Mapping[str, tuple[Danger, ...]]
    choice: Choice


def view_of(state: State, viewer: int | None, hand: tuple[str, ...]) -> View:
    """The match for this viewer, with what is in the hand of whoever acts."""
    scored = state.mode == "points"
    shown = (state.at_work if viewer is None else viewer) if scored else 0
    sheets = tuple(map(sheet_view, state.prisons))
    top = sheets[shown]
    choosing = state.phase == "inmates" and state.turn == shown
    choice = choice_of(state.prisons[shown], state.seat, hand) if choosing else Choice()
    return View(
        **vars(top),
        mode=state.mode,
        dice_mode=state.dice,
        phase=state.phase,
        round=state.round,
        rounds=state.sheet.rounds,
        to_win=state.sheet.escapes_to_win,
        to_lose=state.sheet.captures_to_lose,
        seat=state.seat,
        decider=None if scored else state.seat,
        sheet=shown,
        sheets=sheets,
        ranking=places(state) if scored else (),
        picture=picture(top, state.phase != "over", choice.goals, choice.passed),
        dangers={name: dangers(guard) for name, guard in top.guards.items()},
        choice=choice,
    )
