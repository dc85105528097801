"""Golden files for 25 to Dice: one sheet in some phase, a co-operative round, or sheets to be ranked.

Refuses to know the rules: everything is asked of the game through `start`, `step` and `view`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from companion.dice import Die
from companion.game import Command, IllegalCommand, Roll, step
from companion.games.prison.hand import Done
from companion.games.prison.match import State
from companion.games.prison.moves import Escape, Move, Substitute
from companion.games.prison.prison import INMATE_DICE, Guard, Inmate, Prison, new_prison
from companion.games.prison.rules import GAME
from companion.games.prison.scoring import Tally, judge, rank_seats
from companion.games.prison.sheet import GUARDS, INMATES, EscapeSheet
from companion.sheets import Cell
from companion.table.log.codec import plain
from companion.table.log.seating import option_values, seat_names
from tests.golden.adapter import Bag, Json, Position, RefusedError, UnknownError, only, single, whole
from tests.sheets.formats import SHEETS, from_data

GIVEN = {
    "sheet",
    "sheet_file",
    "phase",
    "round",
    "scoring",
    "numbers",
    "guards",
    "inmates",
    "exits",
    "spent",
    "scored",
    "dice",
    "dice_total",
    "co_op",
}
STATUSES = ("cell", "grid", "escaped", "captured")
PLAIN_FACTS = (
    "phase",
    "round",
    "result",
    "dice_total",
    "exits",
    "numbers",
    "pick_between",
    "tally",
    "decider",
)


def rolled(phase: str, least: int, most: int) -> Callable[[Any, State], Command]:
    """A verb that throws dice in this phase; the first two are a green and a blue one."""

    def thrown(value: Any, state: State) -> Command:
        faces = value if isinstance(value, list) else [value]
        if not all(type(face) is int for face in faces):
            raise UnknownError(f"dice are numbers, got {value!r}")
        if state.phase != phase or not least <= len(faces) <= most:
            raise RefusedError(f"{len(faces)} dice for {phase}, but it is {state.phase}")
        colours: tuple[str | None, ...] = GUARDS if phase == "guards" else (None,) * len(faces)
        return Roll(tuple(Die("d6", str(face), colour) for face, colour in zip(faces, colours, strict=True)))

    return thrown


def moved(value: Any, state: State) -> Command:
    only(value, {"inmate", "die", "path"}, "move")
    return Move(value["inmate"], value["die"], tuple(map(cell, value["path"])))


def escaped(value: Any, state: State) -> Command:
    only(value, {"inmate", "die", "exit"}, "escape")
    return Escape(value["inmate"], value["die"], int(value["exit"]))


def substituted(value: Any, state: State) -> Command:
    only(value, {"square", "exit"}, "substitute")
    return Substitute(cell(value["square"]), int(value["exit"]))


def finished(value: Any, state: State) -> Command:
    if value is not True:
        raise UnknownError(f"done takes true, got {value!r}")
    return Done()


VERBS: dict[str, Callable[[Any, State], Command]] = {
    "guards": rolled("guards", 2, 2),
    "pick": rolled("pick", 1, 1),
    "throw": rolled("throw", 1, INMATE_DICE),
    "move": moved,
    "escape": escaped,
    "substitute": substituted,
    "done": finished,
}


@dataclass(frozen=True)
class SheetPosition:
    """One sheet, for one player or for all."""

    state: State

    def step(self, step_: Json) -> Position:
        verb, value = single(step_)
        if verb not in VERBS:
            raise UnknownError(f"unknown step {verb!r}; known: {', '.join(VERBS)}")
        command = VERBS[verb](value, self.state)
        try:
            return SheetPosition(step(GAME, self.state, self.state.seat, command))
        except IllegalCommand as refusal:
            raise RefusedError(str(refusal)) from refusal

    def facts(self) -> Mapping[str, Any]:
        view = plain(GAME.view(self.state, None))
        return {key: view[key] for key in PLAIN_FACTS} | {
            "dice": Bag(tuple(view["dice"])),
            "spent": Bag(tuple(view["spent"])),
            "scored": Bag(tuple(map(tuple, view["scored"]))),
            "inmates": view["inmates"],
            **{name: view["guards"][name] for name in GUARDS},
        }


@dataclass(frozen=True)
class RankPosition:
    """Finished sheets; nothing more can be done."""

    tallies: tuple[Tally, ...]

    def step(self, step: Json) -> Position:
        raise RefusedError("the sheets are finished")

    def facts(self) -> Mapping[str, Any]:
        places = rank_seats(self.tallies)
        return {"winners": list(places[0]), "places": [list(place) for place in places]}


class TwentyFiveToDiceAdapter:
    def claims(self, given: Json) -> bool:
        own = {"co_op", "rank"} & set(given)
        return bool(own) or ("players" not in given and bool({"sheet", "sheet_file"} & set(given)))

    def setup(self, given: Json, folder: Path) -> Position:
        if "rank" in given:
            only(given, {"rank"}, "given")
            return RankPosition(tuple(map(tally, given["rank"])))
        only(given, GIVEN, "given")
        co_op = given.get("co_op", {})
        only(co_op, {"players", "round"}, "co_op")
        state = started(whole(co_op.get("players", 1), 1, "players"), bool(given.get("scoring", False)))
        prison = prison_of(given, sheet_of(given, folder), state)
        number = whole(given.get("round", co_op.get("round", 1)), 1, "round")
        phase = given.get("phase", "guards")
        if phase not in ("guards", "throw", "inmates") or number > prison.sheet.rounds:
            raise RefusedError(f"there is no phase {phase!r} of round {number}")
        return SheetPosition(replace(state, prisons=(prison,), round=number, stage=phase))


def tally(entry: Json) -> Tally:
    names = {field.name for field in fields(Tally)}
    only(entry, names, "rank")
    if set(entry) != names:
        raise RefusedError(f"a sheet to be ranked has {sorted(names)}, got {sorted(entry)}")
    return Tally(**entry)


def started(players: int, scoring: bool) -> State:
    try:
        seat_names(GAME, [f"seat {n}" for n in range(players)])
        return GAME.start(players, option_values(GAME, {"mode": "points" if scoring else "escape"}))
    except IllegalCommand as refusal:
        raise RefusedError(str(refusal)) from refusal


def sheet_of(given: Json, folder: Path) -> EscapeSheet:
    """A sheet we bring, or one of the files beside the cases."""
    if "sheet" in given:
        text = (folder / "sheets" / f"{given['sheet']}.json").read_text(encoding="utf-8")
        sheet = from_data(json.loads(text))
    else:
        sheet = SHEETS.shipped(given.get("sheet_file", "25-to-dice"))
    if not isinstance(sheet, EscapeSheet):
        raise UnknownError("that is a sheet of another game")
    return sheet


def prison_of(given: Json, sheet: EscapeSheet, state: State) -> Prison:
    prison = new_prison(sheet, scoring=state.mode == "points")
    used = {int(exit_): value or 0 for exit_, value in given.get("exits", {}).items()}
    spent = frozenset(map(int, given.get("spent", [])))
    if not set(used) | spent <= set(sheet.exits):
        raise RefusedError(f"the exits are {sheet.exits}, got {sorted(set(used) | spent)}")
    changed = tuple((cell(square), number) for square, number in given.get("numbers", []))
    inmates = tuple(inmate(given.get("inmates", {}), name, sheet) for name in INMATES)
    escapes = max(sum(one.status == "escaped" for one in inmates), sum(map(bool, used.values())))
    dice = tuple(whole(face, 1, "a die") for face in given.get("dice", []))
    if len(dice) > INMATE_DICE or any(face > 6 for face in dice):
        raise RefusedError(f"{list(dice)} are no throw of inmate dice")
    prison = replace(
        prison,
        inmates=inmates,
        exits=tuple(used.get(exit_, 0) for exit_ in sheet.exits),
        spent=spent,
        changed=changed,
        scored=frozenset(map(cell, given.get("scored", []))),
        owned=whole(given.get("dice_total", INMATE_DICE - escapes), 0, "dice_total"),
        throw=dice,
    )
    return replace(judge(guarded(prison, given.get("guards", {}))), news=())


def inmate(given: Json, name: str, sheet: EscapeSheet) -> Inmate:
    only(given, set(INMATES), "inmates")
    said = given.get(name, {})
    only(said, {"status", "route", "points"}, f"inmate {name}")
    status, trail = said.get("status", "cell"), tuple(map(cell, said.get("route", [])))
    if status not in STATUSES or (status == "grid") != bool(trail) or not set(trail) <= sheet.squares:
        raise RefusedError(f"inmate {name} cannot be {dict(said)}")
    return Inmate(status, trail, said.get("points", 0))


def guarded(prison: Prison, given: Json) -> Prison:
    only(given, set(GUARDS), "guards")
    for who, name in enumerate(GUARDS):
        said = given.get(name, {})
        only(said, {"at", "chasing"}, f"the {name} guard")
        at = cell(said["at"]) if "at" in said else prison.guards[who].at
        chased = said.get("chasing")
        if at not in prison.sheet.squares or (chased and at not in prison.inmate(chased).trail):
            raise RefusedError(f"the {name} guard cannot be {dict(said)}")
        prison = prison.with_guard(who, Guard(at, chased))
    return prison


def cell(square: Any) -> Cell:
    row, column = square
    return (row, column)


ADAPTER = TwentyFiveToDiceAdapter()
