"""What a page draws of diZe: the seven zones, the fight, and what stopping would bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.game import Msg, msg
from companion.games.dize import turn
from companion.games.dize.state import Phase, State
from companion.games.dize.zones import EVEN_FACES, ODD_FACES, Fight, Zones

Side = Literal["human", "zombie"]

MIN_ROAD_LENGTH = 8  # dice for which a side of the fight has room at the least
SIDES: Mapping[str, Side] = {  # the zones in the order in which they are drawn
    "humans": "human",
    "launch": "human",
    "heroes": "human",
    "retired": "human",
    "zombies": "zombie",
    "captured": "zombie",
    "executed": "zombie",
}
ACTIVE: Mapping[Phase, tuple[str, ...]] = {  # the zones whose dice the phase is about
    "choose": ("humans",),
    "infection": ("launch",),
    "attack": ("launch",),
    "allocate": ("launch",),
    "decide": ("launch", "captured"),
    "bite": ("zombies",),
    "over": (),
}


@dataclass(frozen=True)
class ZoneView:
    """One zone: how many dice lie there, whose they are, and whether they are what this moment is about."""

    name: str
    dice: int
    side: Side
    active: bool


@dataclass(frozen=True, kw_only=True)
class FightView:
    """The last roll, or what an attack that is due begins with: even dice and heroes, odd ones and captured.

    `road_length` is how many dice the longer side has, or the least there is room for.
    """

    faces: tuple[str, ...]
    heroes: int
    captured: int
    even: int
    odd: int
    even_faces: tuple[str, ...]
    odd_faces: tuple[str, ...]
    road_length: int


@dataclass(frozen=True, kw_only=True)
class View:
    """The game; with the dice in the hand where taking them would end the attack.

    `if_stopped` is the score that STOP would bring, None while nobody can stop; `sum` says what that score,
    or the present one, is made of. `most` is how many dice may be launched, while that is asked. `rows` are
    the zones as they are drawn.
    """

    phase: Phase
    turn: int
    start: int
    zones: Zones
    living: int
    most: int | None
    fight: FightView
    last: str | None
    result: str | None
    score: int
    if_stopped: int | None
    sum: Msg
    rows: tuple[ZoneView, ...]


def view_of(state: State, hand: tuple[str, ...]) -> View:
    """The game; `hand` are dice of this roll that would be taken and end the attack."""
    stop = after_stop(state, hand)
    return View(
        phase=state.phase,
        turn=state.turn,
        start=state.start,
        zones=state.zones,
        living=state.zones.living,
        most=state.zones.most_launch if state.phase == "choose" else None,
        fight=fight_view(state),
        last=state.last,
        result=state.result,
        score=state.score,
        if_stopped=stop.score if stop else None,
        sum=sum_of(state, stop),
        rows=rows(state),
    )


def after_stop(state: State, hand: tuple[str, ...]) -> State | None:
    """The game once STOP is pressed with these dice in the hand; None while it cannot be."""
    if state.phase == "decide":
        return turn.stop(state)
    if state.phase != "allocate" or state.fight is None or state.fight.objection(hand) is not None:
        return None
    after = turn.allocate(state, len(hand) - 1)
    return turn.stop(after) if after.phase == "decide" else after


def sum_of(state: State, stop: State | None) -> Msg:
    """What the score is made of: zombies at the start, dice executed, those that are captured, the win."""
    captured = stop.event_dice if stop else state.zones.captured
    kind = ".won" if stop and stop.result == "won" else ".captured" if captured else ""
    return msg(f"dize.page.sum{kind}", start=state.start, executed=state.zones.executed, captured=captured)


def fight_view(state: State) -> FightView:
    """The last roll, or, while one is awaited, the heroes and captured who will count with it."""
    fight = state.fight
    if fight is None or state.phase == "attack":
        fight = Fight((), state.zones.heroes, state.zones.captured)
    return FightView(
        faces=fight.faces,
        heroes=fight.heroes,
        captured=fight.captured,
        even=fight.even,
        odd=fight.odd,
        even_faces=tuple(face for face in fight.faces if face in EVEN_FACES),
        odd_faces=tuple(face for face in fight.faces if face in ODD_FACES),
        road_length=max(fight.even, fight.odd, MIN_ROAD_LENGTH),
    )


def rows(state: State) -> tuple[ZoneView, ...]:
    """The seven zones, those of humans first."""
    active = ACTIVE[state.phase]
    return tuple(
        ZoneView(name, getattr(state.zones, name), side, name in active) for name, side in SIDES.items()
    )
