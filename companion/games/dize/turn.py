"""What throws and decisions make of a game of diZe; by the rules Z1 to Z22."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.games.dize.state import Phase, State
from companion.games.dize.zones import INFECTING_ONES, Fight

Throw = Callable[[State, tuple[str, ...]], State]


def launch(state: State, dice: int) -> State:
    return replace(state, zones=state.zones.send(dice), phase="infection", event="choose", event_dice=dice)


def infect(state: State, faces: tuple[str, ...]) -> State:
    ones = faces.count("1")
    zones = state.zones.infect() if ones >= INFECTING_ONES else state.zones
    return replace(state, zones=zones, phase="attack", event="infection", event_dice=ones)


def attack(state: State, faces: tuple[str, ...]) -> State:
    zones = state.zones
    fight = Fight(faces, zones.heroes, zones.captured)
    after = replace(state, fight=fight, event="attack")
    if fight.works:
        return replace(after, phase="allocate", event_dice=0)
    return replace(after, phase="bite", zones=zones.free(), last="failed", event_dice=zones.captured)


def allocate(state: State, heroes: int) -> State:
    """Without a die to throw (Z14) or a zombie to capture (Z15) the attack ends as a stop."""
    zones = state.zones.allocate(heroes)
    after = replace(state, zones=zones, phase="decide", event="allocate", event_dice=0)
    return after if zones.launch and zones.zombies else stop(after)


def go_on(state: State) -> State:
    return replace(state, phase="attack", event="go on")


def stop(state: State) -> State:
    """The captured are executed; won when that leaves no zombie, before any bite (Z18)."""
    zones = state.zones
    after = replace(state, zones=zones.execute(), last="stopped", event="stop", event_dice=zones.captured)
    return replace(after, phase="bite") if zones.zombies else replace(after, phase="over", result="won")


def bite(state: State, faces: tuple[str, ...]) -> State:
    bites = min(faces.count("1"), state.zones.humans)
    after = replace(state, zones=state.zones.bite(bites), event="bite", event_dice=bites)
    if not after.zones.humans:
        return replace(after, phase="over", result="lost")
    return replace(after, phase="choose", turn=state.turn + 1, fight=None)


def give_up(state: State) -> State:
    return replace(state, phase="over", result="lost", event="give up")


THROWS: Mapping[Phase, Throw] = {"infection": infect, "attack": attack, "bite": bite}
