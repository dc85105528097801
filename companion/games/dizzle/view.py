"""What a page draws of Dizzle: the turn, the cells that can be chosen, every seat and the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.dizzle.asks import Choice, choices, open_choices
from companion.games.dizzle.odds import FACES
from companion.games.dizzle.scoring import places, stars, totals
from companion.games.dizzle.seat_view import SeatView, seat_view
from companion.games.dizzle.sheet_view import SheetView, sheet_view
from companion.games.dizzle.state import POOL, ROUNDS, Phase, State
from companion.sheets import Cell


@dataclass(frozen=True, kw_only=True)
class View:
    """The match; nothing in it is secret. A cell is (row, column), from 1; several are in reading order.

    viewer       the seat whose sheet this page is, or None
    turn, turns  the turn that is played, from 1, and how many there are; round, rounds likewise
    order        seats from the one that began this turn, clockwise
    current      the seat to act (in `planet` the one to choose), None when it is over
    last_chance  the current go is the last of this turn
    jump         the current player is closed in: any cross will do to start from
    dice, pool   how many dice the pool has at the beginning of a turn, and the values of those left, in order
    legal        the cells that can be chosen now: in act where a die can be placed, in penalty the own dice,
                 in planet the planets (die is 0)
    choices      those of them that the dice in the hand leave, by their letters; offers are short for these
    misfits      in act: the values that can be placed nowhere
    targets      in act: all cells that could take a die of the right value
    flags        by colour: how many entries of its list of points are struck
    solo, early  whether one plays alone; whether a full sheet ended the match
    stars        of seven, the rating of the points so far if alone, else None
    places       seats by place if it ended now
    """

    phase: Phase
    viewer: int | None
    turn: int
    turns: int
    round: int
    rounds: int
    order: tuple[int, ...]
    current: int | None
    last_chance: bool
    jump: bool
    dice: int
    pool: tuple[int, ...]
    legal: tuple[Choice, ...]
    choices: Mapping[str, Choice]
    misfits: tuple[int, ...]
    targets: tuple[Cell, ...]
    flags: Mapping[str, int]
    solo: bool
    early: bool
    stars: int | None
    places: tuple[tuple[int, ...], ...]
    seats: tuple[SeatView, ...]
    sheet: SheetView


def view_of(state: State, viewer: int | None, hand: tuple[str, ...]) -> View:
    """The match for this seat's page, with the dice in the hand."""
    n, acting = len(state.seats), state.phase == "act"
    legal = choices(state)
    fitting = {choice.die for choice in legal}
    return View(
        phase=state.phase,
        viewer=viewer,
        turn=state.turn + (state.phase != "over"),
        turns=state.turns,
        round=state.round,
        rounds=ROUNDS[n],
        order=state.order,
        current=None if state.phase == "over" else state.current,
        last_chance=state.last_chance,
        jump=acting and state.seat.jump,
        dice=POOL[n],
        pool=state.values,
        legal=legal,
        choices={choice.letter: choice for choice in open_choices(state, hand)},
        misfits=tuple(value for value in range(1, FACES + 1) if value not in fitting) if acting else (),
        targets=tuple(sorted(state.seat.targets)) if acting else (),
        flags=dict(state.taken),
        solo=state.solo,
        early=state.early,
        stars=stars(sum(totals(state)), state.board.sheet.rating_column) if state.solo else None,
        places=places(state),
        seats=tuple(seat_view(state, seat) for seat in range(n)),
        sheet=sheet_view(state.board),
    )
