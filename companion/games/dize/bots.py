"""Bots for diZe: one goes by rules of thumb, the other by the best plan there is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from companion.game import Bot, Command
from companion.games.dize.odds import attack_chance
from companion.games.dize.plan import Plan
from companion.games.dize.state import Allocate, Choose, GoOn, State, Stop
from companion.games.dize.zones import HERO_FACE, Fight, Zones

MIN_ATTACK_CHANCE = 0.5  # with which the rule of thumb attacks again


@dataclass(frozen=True)
class Thumb:
    """A die for every zombie, every six a hero, and on as long as the next attack works half the time."""

    def launch(self, zones: Zones) -> int:
        return min(zones.zombies, zones.most_launch)

    def decide(self, zones: Zones, sixes: int) -> tuple[int, bool]:
        heroes = min(sixes, max(zones.launch - 1, 0))
        return heroes, attack_chance(zones.launch - heroes, zones.lead + heroes) >= MIN_ATTACK_CHANCE


@dataclass(frozen=True)
class Hunter:
    """Decides as its counsel says: how many to launch, how many heroes, whether to go on."""

    counsel: Thumb | Plan

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        if state.phase == "choose":
            return (Choose(self.counsel.launch(state.zones)),)
        if state.phase == "allocate" and state.fight is not None:
            return self._allocate(state.fight, state.zones)
        _, on = self.counsel.decide(state.zones, 0)
        return (GoOn() if on else Stop(),)

    def _allocate(self, fight: Fight, zones: Zones) -> tuple[Command, ...]:
        retired = min(fight.faces)
        sixes = fight.most_in_hand - 1
        after = zones.allocate(0)
        heroes, on = self.counsel.decide(after, sixes)
        take = Allocate((retired, *(HERO_FACE,) * heroes))
        if not (after.launch and after.zombies):
            return (take,)
        return (take, GoOn() if on else Stop())


BOTS: Mapping[str, Bot[State]] = {"simple": Hunter(Thumb()), "strong": Hunter(Plan())}
