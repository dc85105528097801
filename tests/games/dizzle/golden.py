"""Golden files for Dizzle: `{"sheet": …, "players": …}` is a match, `{"rounds_for": n}` a set-up.

Refuses to know the rules: positions are put together from the game's own values, and then asked and stepped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.dice import D6, Die
from companion.game import Command, IllegalCommand, Roll, step
from companion.games.dizzle.placement import Seat
from companion.games.dizzle.rules import GAME, LEVELS, new_match
from companion.games.dizzle.scoring import places, points, stars
from companion.games.dizzle.sheet import DizzleSheet
from companion.games.dizzle.sheet_format import SHEETS as SHEETS_FORMAT
from companion.games.dizzle.state import POOL, ROUNDS, Drop, GiveBack, Planet, Reroll, State, Take
from companion.games.dizzle.turn import begin_go
from companion.sheets import Cell
from companion.table.log.seating import option_values, seat_names
from tests.golden.adapter import Bag, Json, Position, RefusedError, UnknownError, Whole, only, single, whole

SHEETS = {"sheet", "sheet_file"}
GIVEN = SHEETS | {"players", "pool", "current", "turn", "state", "flags_taken", "last_chance", "rate"}
SEAT = {"crossed", "exploded", "dice", "out", "flags"}
THROWS = {"roll": "roll", "rerolled": "reroll", "extra": "extra"}  # step: the phase in which it is meant


@dataclass(frozen=True)
class TablePosition:
    """The table of dice and rounds for one number of players; nothing can be done in it."""

    players: int

    def step(self, step: Json) -> Position:
        raise UnknownError(f"there are no steps in the table of rounds, got {dict(step)}")

    def facts(self) -> Mapping[str, Any]:
        rounds = ROUNDS[self.players]
        return {"dice": POOL[self.players], "rounds": rounds, "turns": rounds * self.players}


@dataclass(frozen=True)
class MatchPosition:
    """A match. `gone` is a seat that the set-up named to act, though it drops out at once (L12)."""

    state: State
    rate: int | None = None
    gone: int | None = None

    def step(self, step: Json) -> Position:
        verb, value = single(step)
        if verb not in COMMANDS:
            raise UnknownError(f"unknown step {verb!r}; known: {', '.join(COMMANDS)}")
        if self.gone is not None:
            raise RefusedError(f"seat {self.gone} is out: no cell could take any number")
        return replace(self, state=stepped(self.state, verb, value))

    def facts(self) -> Mapping[str, Any]:
        state = self.state
        facts = shared(state) | {
            f"{key}{n}": fact for n in range(len(state.seats)) for key, fact in seat_facts(state, n).items()
        }
        if state.phase == "act":
            facts |= placement(state)
        if state.phase == "planet":
            facts["planet_for"] = state.current
        if state.solo:
            total = facts["totals"][0] if self.rate is None else self.rate
            facts["stars"] = stars(total, state.board.sheet.rating_column)
        return facts


def stepped(state: State, verb: str, value: Any) -> State:
    """The state after a golden step, by the interface of the game."""
    if THROWS.get(verb, state.phase) != state.phase:
        raise RefusedError(f"{verb} is not awaited: {state.phase}")
    seat = state.current
    if verb == "planet":
        seat = whole(value.get("player"), 0, "player")
    try:
        return step(GAME, state, seat, COMMANDS[verb](value))
    except IllegalCommand as refusal:
        raise RefusedError(str(refusal)) from refusal


def shared(state: State) -> dict[str, Any]:
    return {
        "phase": state.phase,
        "pool": Bag(state.values),
        "turn": state.turn,
        "turns": state.turns,
        "round": state.round,
        "rounds": ROUNDS[len(state.seats)],
        "players": len(state.seats),
        "dice": POOL[len(state.seats)],
        "current": state.current,
        "last_chance": state.last_chance,
        "flags_taken": dict(state.taken),
        "early": state.early,
        "totals": [points(seat, state.solo).total for seat in state.seats],
        "winners": list(places(state)[0]),
    }


def seat_facts(state: State, n: int) -> Mapping[str, Any]:
    seat = state.seats[n]
    score = points(seat, state.solo)
    return {
        "dice": listed(seat.cells),
        "crossed": listed(seat.paper.crossed),
        "exploded": listed(seat.paper.exploded),
        "flags": Whole(dict(seat.flags)),
        "out": seat.out,
        "score": dict(score.parts) | {"total": score.total},
    }


def placement(state: State) -> Mapping[str, Any]:
    legal = tuple([number, list(cell)] for cell, number in state.legal)
    return {"legal": Bag(legal), "targets": listed(state.seat.targets), "jump": state.seat.jump}


def listed(cells: frozenset[Cell]) -> Bag:
    return Bag(tuple(map(list, sorted(cells))))


def dice(value: Any) -> tuple[Die, ...]:
    if not isinstance(value, list):
        raise UnknownError(f"dice are a list of values, got {value!r}")
    return tuple(Die(D6.id, str(face)) for face in value)


def cell_of(value: Any) -> Cell:
    if not (isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value)):
        raise UnknownError(f"a cell is [row, column], got {value!r}")
    return (value[0], value[1])


def take(value: Any) -> Command:
    only(value, {"die", "cell"}, "take")
    return Take(value["die"], cell_of(value["cell"]))


def planet(value: Any) -> Command:
    only(value, {"player", "cell"}, "planet")
    return Planet(cell_of(value["cell"]))


def bare(command: Command) -> Callable[[Any], Command]:
    def made(value: Any) -> Command:
        if value is not True:
            raise UnknownError(f"{command.verb} takes true, got {value!r}")
        return command

    return made


COMMANDS: dict[str, Callable[[Any], Command]] = {
    **dict.fromkeys(THROWS, lambda value: Roll(dice(value))),
    "take": take,
    "reroll": bare(Reroll()),
    "drop": bare(Drop()),
    "give_back": lambda value: GiveBack(cell_of(value)),
    "planet": planet,
}


class DizzleAdapter:
    def claims(self, given: Json) -> bool:
        return "rounds_for" in given or ("players" in given and bool(SHEETS & set(given)))

    def setup(self, given: Json, folder: Path) -> Position:
        if "rounds_for" in given:
            only(given, {"rounds_for"}, "given")
            return TablePosition(seats_of(given["rounds_for"]))
        only(given, GIVEN, "given")
        rate = given.get("rate")
        state = amid(given, started(given, folder))
        return settled(state, rate) if state.phase == "act" else MatchPosition(state, rate)


def settled(state: State, rate: int | None) -> MatchPosition:
    """A set-up in which the player to act has no cell at all goes on by itself (L12)."""
    after = begin_go(state)
    stays = after.phase == "act" and after.current == state.current
    return MatchPosition(replace(after, news=()), rate, None if stays else state.current)


def started(given: Json, folder: Path) -> State:
    """A match before its first throw, on the sheet that is named."""
    players = seats_of(given["players"])
    name = str(given["sheet"] if "sheet" in given else given["sheet_file"])
    file = folder / "sheets" / f"{name}.json"
    if file.is_file():
        sheet = SHEETS_FORMAT.from_data(json.loads(file.read_text(encoding="utf-8")))
        if not isinstance(sheet, DizzleSheet):
            raise UnknownError(f"{name} is a sheet of another game")
        return new_match(sheet, players)
    level = name.removeprefix("dizzle-")
    if level not in LEVELS:
        raise UnknownError(f"there is no {file}, and we bring no sheet {name!r}; ours: {', '.join(LEVELS)}")
    return GAME.start(players, option_values(GAME, {"sheet": level}))


def seats_of(players: Any) -> int:
    n = whole(players, 1, "players")
    try:
        return len(seat_names(GAME, [f"seat {seat}" for seat in range(n)]))
    except IllegalCommand as refusal:
        raise RefusedError(str(refusal)) from refusal


def amid(given: Json, state: State) -> State:
    """The match in the midst of a turn if there is a pool, else before its throw."""
    turn = whole(given.get("turn", 0), 0, "turn")
    if turn >= state.turns:
        raise RefusedError(f"there are {state.turns} turns, got turn {turn} (the first is 0)")
    taken = flags_taken(given, state)
    state = replace(state, turn=turn, current=turn % len(state.seats), taken=taken)
    state = with_papers(given.get("state", {}), state)
    if "pool" not in given:
        return state
    return in_turn(given, state)


def flags_taken(given: Json, state: State) -> tuple[tuple[str, int], ...]:
    struck = given.get("flags_taken", {})
    only(struck, {group for group, _ in state.taken}, "flags_taken")
    return tuple((group, whole(struck.get(group, n), 0, group)) for group, n in state.taken)


def in_turn(given: Json, state: State) -> State:
    """The pool is thrown, some dice lie on sheets; a die on a sheet shows the number of its cell."""
    pool = tuple(whole(int(face), 1, "a die") for face in given["pool"])
    current = whole(given.get("current", state.start), 0, "current")
    if max(pool, default=1) > 6 or current >= len(state.seats) or not pool:
        raise RefusedError(f"no such moment: pool {pool}, seat {current}")
    seats, roll = list[Seat](), list(pool)
    for own in state.seats:
        dice = tuple((cell, len(roll) + n) for n, (cell, _) in enumerate(own.dice))
        roll += [state.board.numbers[cell] for cell, _ in dice]
        seats.append(replace(own, dice=dice))
    last = bool(given.get("last_chance", False))
    return replace(
        state,
        phase="act",
        seats=tuple(seats),
        roll=tuple(roll),
        pool=tuple(range(len(pool))),
        current=current,
        last_chance=last,
    )


def with_papers(given: Json, state: State) -> State:
    """What each seat has marked and placed; places in the roll are not known yet."""
    only(given, {str(n) for n in range(len(state.seats))}, "state")
    seats = (seat_in(given.get(str(n), {}), seat) for n, seat in enumerate(state.seats))
    return replace(state, seats=tuple(seats))


def seat_in(given: Json, seat: Seat) -> Seat:
    only(given, SEAT, "a seat")
    crossed, exploded, dice_on = (
        frozenset(map(cell_of, given.get(key, []))) for key in ("crossed", "exploded", "dice")
    )
    paper = seat.paper.cross(crossed).explode(exploded)
    strange = (crossed | exploded) - seat.paper.board.to_cross | dice_on - seat.paper.board.numbered
    if strange or crossed & exploded or dice_on & (crossed | exploded):
        raise RefusedError(f"cells are crossed, exploded or under a die, not two of these: {given}")
    placed = tuple((cell_of(cell), 0) for cell in given.get("dice", []))
    flags = tuple(sorted(given.get("flags", {}).items()))
    return replace(seat, paper=paper, dice=placed, flags=flags, out=bool(given.get("out", False)))


ADAPTER = DizzleAdapter()
