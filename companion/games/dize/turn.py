"""A game of diZe as a value, and what throws and decisions make of it; by the rules Z1 to Z22.

Refuses to know how any of it is asked and told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from companion.games.dize.zones import INFECTS, Fight, Zones

Phase = Literal["choose", "infection", "attack", "allocate", "decide", "bite", "over"]
Did = Literal["begun", "chosen", "infection", "attack", "allocated", "went on", "stopped", "bite", "gave up"]
BONUS = 10  # for not one zombie left


@dataclass(frozen=True)
class State:
    """A game: how many zombies it began with, where the dice lie, what is due.

    `fight` is the last roll of the present attack, or of the one that just ended. `last` says how the last
    attack ended. `did` and `many` are what the last command was, and its number: 1s rolled or dice executed.
    """

    start: int
    zones: Zones
    phase: Phase = "choose"
    turn: int = 1
    fight: Fight | None = None
    last: Literal["failed", "stopped"] | None = None
    result: Literal["won", "lost"] | None = None
    did: Did = "begun"
    many: int = 0

    @cached_property
    def score(self) -> int:
        """Z19."""
        return self.start + self.zones.executed + (BONUS if self.result == "won" else 0)

    @property
    def first(self) -> bool:
        """No attack of this turn has been rolled yet."""
        return not self.zones.retired


def rolled_infection(state: State, faces: tuple[str, ...]) -> State:
    ones = faces.count("1")
    zones = state.zones.infected() if ones >= INFECTS else state.zones
    return replace(state, zones=zones, phase="attack", did="infection", many=ones)


def rolled_attack(state: State, faces: tuple[str, ...]) -> State:
    zones = state.zones
    fight = Fight(faces, zones.heroes, zones.captured)
    if fight.works:
        return replace(state, phase="allocate", fight=fight, did="attack", many=0)
    freed = zones.captured
    return replace(
        state, zones=zones.failed(), phase="bite", fight=fight, last="failed", did="attack", many=freed
    )


def rolled_bite(state: State, faces: tuple[str, ...]) -> State:
    ones = faces.count("1")
    after = replace(state, zones=state.zones.bitten(ones), did="bite", many=min(ones, state.zones.humans))
    if not after.zones.humans:
        return replace(after, phase="over", result="lost")
    return replace(after, phase="choose", turn=state.turn + 1, fight=None)


def allocated(state: State, heroes: int) -> State:
    """Without a die to throw (Z14) or a zombie to capture (Z15) the attack ends as a stop."""
    zones = state.zones.allocated(heroes)
    after = replace(state, zones=zones, phase="decide", did="allocated", many=0)
    return after if zones.launch and zones.zombies else stopped(after)


def stopped(state: State) -> State:
    """The captured are executed; won when that leaves no zombie, before any bite (Z18)."""
    zones = state.zones
    after = replace(state, zones=zones.stopped(), last="stopped", did="stopped", many=zones.captured)
    return replace(after, phase="bite") if zones.zombies else replace(after, phase="over", result="won")


ROLLED = {"infection": rolled_infection, "attack": rolled_attack, "bite": rolled_bite}
