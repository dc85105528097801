"""What a page draws of Dalek Dice: the turn as two roads of tokens, and the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import DALEK_POINTS, ENDING_COUNT, HUMAN_POINTS, End, Phase, Turn

LEAST_LENGTH, MOST_LENGTH = 16, 40  # of the roads, in points
ROOM = 2  # points of road beyond the longer one


@dataclass(frozen=True)
class Token:
    """A kept die on its road: as long as it has points; `new` ones are of this very roll, or in the hand."""

    face: str
    points: int
    new: bool


@dataclass(frozen=True)
class Road:
    """One side's kept dice, and what they come to."""

    total: int
    tokens: tuple[Token, ...]


@dataclass(frozen=True, kw_only=True)
class TurnView:
    """One turn. `kept` are faces of earlier rolls, `new` those of this very roll; together all kept dice.

    `worth_if_stopped` is what the main button would score now; None while it can score nothing at all.
    `keepable` says how many dice of each face may be kept by choice. The roads hold the dice in the hand as
    well. `compared`: whether Daleks are set against Humans at all; a third Doctor or Exterminate decides
    alone (D6, D9).
    """

    seat: int
    phase: Phase
    over: bool
    end: End | None
    points: int | None
    worth_if_stopped: int | None
    dice_left: int
    humans: int
    daleks: int
    doctors: int
    exterminates: int
    kept: tuple[str, ...]
    new: tuple[str, ...]
    keepable: Mapping[str, int]
    last: tuple[str, ...]
    forced: tuple[int, ...]
    humans_road: Road
    daleks_road: Road
    road_length: int
    compared: bool


@dataclass(frozen=True, kw_only=True)
class View(TurnView):
    """The running turn, the match, and under `ended` the turn that just ended, while that is news."""

    round: int
    target: int
    totals: tuple[int, ...]
    history: tuple[tuple[int, ...], ...]
    ended: TurnView | None


def view_of(state: State, round_: int, hand: tuple[str, ...]) -> View:
    """The match; `hand` are dice of this roll that would be kept and end the turn."""
    before = (state.seat - 1) % len(state.history)
    return View(
        **vars(turn_view(state.turn, state.seat, hand)),
        round=round_,
        target=state.target,
        totals=state.totals,
        history=state.history,
        ended=None if state.ended is None else turn_view(state.ended, before),
    )


def turn_view(turn: Turn, seat: int, hand: tuple[str, ...] = ()) -> TurnView:
    """One turn with the dice in the hand beside it."""
    held = hand if turn.phase == "keep" else ()
    humans, daleks = road(turn, held, HUMAN_POINTS), road(turn, held, DALEK_POINTS)
    return TurnView(
        seat=seat,
        phase=turn.phase,
        over=turn.end is not None,
        end=turn.end,
        points=turn.worth if turn.end else None,
        worth_if_stopped=worth_if_stopped(turn),
        dice_left=turn.dice_left,
        humans=turn.humans,
        daleks=turn.daleks,
        doctors=turn.count["doctor"],
        exterminates=turn.count["exterminate"],
        kept=turn.kept,
        new=turn.new,
        keepable=dict(Counter(item.name for item in turn.pool)),
        last=turn.last,
        forced=turn.forced,
        humans_road=humans,
        daleks_road=daleks,
        road_length=min(MOST_LENGTH, max(LEAST_LENGTH, humans.total + ROOM, daleks.total + ROOM)),
        compared=bool(humans.total or daleks.total)
        and max(turn.count["doctor"], turn.count["exterminate"]) < ENDING_COUNT,
    )


def road(turn: Turn, held: tuple[str, ...], points: Mapping[str, int]) -> Road:
    """The kept dice of the faces that `points` values, earlier ones first."""
    old = tuple(Token(face, points[face], new=False) for face in turn.kept if face in points)
    new = tuple(Token(face, points[face], new=True) for face in (*turn.new, *held) if face in points)
    return Road(sum(token.points for token in (*old, *new)), (*old, *new))


def worth_if_stopped(turn: Turn) -> int | None:
    """What the main button would score with nothing more in the hand, or None while it is not to be had."""
    can_stop = turn.phase == "decide" or (turn.phase == "keep" and bool(turn.forced))
    return turn.worth if can_stop else None
