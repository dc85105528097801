"""Golden files for diZe: `{"new_game": …}`, or a position by phase and zones.

Refuses to know the rules: everything is asked of the game through `start`, `step` and `view`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from companion.dice import D6, Die
from companion.game import Command, IllegalCommand, Over, Roll, step
from companion.games.dize.rules import GAME
from companion.games.dize.state import Allocate, Choose, GiveUp, GoOn, Phase, State, Stop
from companion.games.dize.zones import DICE, Fight, Zones
from companion.table.log.codec import plain
from companion.table.log.seating import option_values
from tests.golden.adapter import Json, Position, RefusedError, UnknownError, only, single, whole

THROWS = ("infection", "attack", "bite")
FACTS = ("phase", "turn", "last", "result", "score", "most", "zones", "start")
GIVEN = {"phase", "start", "zones", "turn", "last", "roll"}
ZONES = tuple(Zones.__dataclass_fields__)


def face(value: Any) -> str:
    if type(value) is not int:
        raise UnknownError(f"a die is a number, got {value!r}")
    return str(value)


def faces(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise UnknownError(f"dice are a list of numbers, got {value!r}")
    return tuple(face(each) for each in value)


def roll(value: Any) -> Command:
    return Roll(tuple(Die(D6.id, each) for each in faces(value)))


def allocate(value: Any) -> Command:
    if not isinstance(value, Mapping) or "retire" not in value:
        raise UnknownError(f"allocate takes retire and heroes, got {value!r}")
    only(value, {"retire", "heroes"}, "allocate")
    return Allocate((face(value["retire"]), *("6",) * whole(value.get("heroes", 0), 0, "heroes")))


def bare(command: Command) -> Callable[[Any], Command]:
    def made(value: Any) -> Command:
        if value is not True:
            raise UnknownError(f"{command.verb} takes true, got {value!r}")
        return command

    return made


COMMANDS: Mapping[str, Callable[[Any], Command]] = {
    **dict.fromkeys(THROWS, roll),
    "choose": lambda value: Choose(whole(value, 0, "choose")),
    "allocate": allocate,
    "go_on": bare(GoOn()),
    "stop": bare(Stop()),
    "give_up": bare(GiveUp()),
}


@dataclass(frozen=True)
class GamePosition:
    state: State

    def step(self, step_: Json) -> Position:
        verb, value = single(step_)
        if verb not in COMMANDS:
            raise UnknownError(f"unknown step {verb!r}; known: {', '.join(COMMANDS)}")
        command = COMMANDS[verb](value)
        if verb in THROWS and verb != self.state.phase:
            raise RefusedError(f"{verb} while the phase is {self.state.phase}")
        try:
            return GamePosition(step(GAME, self.state, 0, command))
        except IllegalCommand as refusal:
            raise RefusedError(str(refusal)) from refusal

    def facts(self) -> Mapping[str, Any]:
        view = GAME.view(self.state, None)
        return {key: plain(getattr(view, key)) for key in FACTS} | {
            "over": isinstance(GAME.ask(self.state), Over),
            "even": view.fight.even,
            "odd": view.fight.odd,
        }


class DizeAdapter:
    def claims(self, given: Json) -> bool:
        new, zones = given.get("new_game"), given.get("zones")
        return (isinstance(new, Mapping) and "zombies" in new) or (
            isinstance(zones, Mapping) and "zombies" in zones
        )

    def setup(self, given: Json, folder: Path) -> Position:
        if "new_game" in given:
            only(given, {"new_game"}, "given")
            only(given["new_game"], {"zombies"}, "new_game")
            return GamePosition(started(given["new_game"]["zombies"]))
        return GamePosition(amid(given))


def started(zombies: Any) -> State:
    try:
        return GAME.start(1, option_values(GAME, {"zombies": zombies}))
    except IllegalCommand as refusal:
        raise RefusedError(str(refusal)) from refusal


def amid(given: Json) -> State:
    """A position in the midst of a game; in phase `allocate` with the `roll` that worked."""
    only(given, GIVEN, "given")
    only(given["zones"], set(ZONES), "zones")
    zones = Zones(**{name: whole(given["zones"].get(name, 0), 0, name) for name in ZONES})
    phase = given.get("phase", "choose")
    if phase not in get_args(Phase) or phase == "over":
        raise UnknownError(f"unknown phase {phase!r}; known: {', '.join(get_args(Phase))} except over")
    if sum(getattr(zones, name) for name in ZONES) != DICE:
        raise RefusedError(f"the zones hold {DICE} dice together, got {zones}")
    start = started(given.get("start")).start
    fight = Fight(faces(given["roll"]), zones.heroes, zones.captured) if "roll" in given else None
    if phase == "allocate" and (fight is None or not fight.works or len(fight.faces) != zones.launch):
        raise RefusedError(f"allocate needs the roll of {zones.launch} dice that worked, got {fight}")
    return State(start, zones, phase, whole(given.get("turn", 1), 1, "turn"), fight, given.get("last"))


ADAPTER = DizeAdapter()
