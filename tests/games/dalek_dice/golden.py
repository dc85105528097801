"""Golden files for Dalek Dice: `{"turn": …}` is one player's go, `{"game": …}` a match between two turns.

Refuses to know the rules: everything is asked of the game through `start`, `step` and `view`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.dice import Die
from companion.game import Command, IllegalCommand, Over, Roll, step
from companion.games.dalek_dice.commands import Again, Keep, Stop
from companion.games.dalek_dice.rules import GAME
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import DALEK, DICE_COUNT, ENDING_COUNT, FACE_MEANINGS, Turn
from companion.table.log.seating import option_values, seat_names
from tests.golden.adapter import Bag, Json, Position, RefusedError, UnknownError, Whole, only, single, whole

TURN_FACTS = ("phase", "over", "end", "points", "dice_left", "humans", "daleks", "doctors", "exterminates")


def played(state: State, verb_and_value: Json) -> State:
    """The state after a golden step; ordinary dice are said by numbers (D17)."""
    verb, value = single(verb_and_value)
    if verb not in COMMANDS:
        raise UnknownError(f"unknown step {verb!r}; known: {', '.join(COMMANDS)}")
    if verb == "roll" and faces(value) and all(face.isdigit() for face in faces(value)):
        state = replace(state, dice="d6")
    try:
        return step(GAME, state, state.seat, COMMANDS[verb](value, state.dice))
    except IllegalCommand as refusal:
        raise RefusedError(str(refusal)) from refusal


def faces(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise UnknownError(f"dice are a list of faces, got {value!r}")
    return tuple(str(face) for face in value)


def bare(command: Command, value: Any) -> Command:
    if value is not True:
        raise UnknownError(f"{command.verb} takes true, got {value!r}")
    return command


COMMANDS: dict[str, Callable[[Any, str], Command]] = {
    "roll": lambda value, kind: Roll(tuple(Die(kind, face) for face in faces(value))),
    "keep": lambda value, kind: Keep(tuple(FACE_MEANINGS.get(face, face) for face in faces(value))),
    "again": lambda value, kind: bare(Again(), value),
    "stop": lambda value, kind: bare(Stop(), value),
}


@dataclass(frozen=True)
class TurnPosition:
    """One turn; when it is over nothing more can be done in it, though the match would go on."""

    state: State

    def step(self, step: Json) -> Position:
        after = played(self.state, step)
        if self.state.ended:
            raise RefusedError("the turn is over")
        return TurnPosition(after)

    def facts(self) -> Mapping[str, Any]:
        view = GAME.view(self.state, None)
        turn = view.ended or view
        return {key: getattr(turn, key) for key in TURN_FACTS} | {
            "keepable": Whole(turn.keepable),
            "kept": Whole(Counter(turn.kept + turn.new)),
            "last": Bag(turn.last),
        }


@dataclass(frozen=True)
class GamePosition:
    """A match, seen between turns."""

    state: State

    def step(self, step: Json) -> Position:
        return GamePosition(played(self.state, step))

    def facts(self) -> Mapping[str, Any]:
        view, ask = GAME.view(self.state, None), GAME.ask(self.state)
        return {
            "game_over": isinstance(ask, Over),
            "winners": list(ask.places[0]) if isinstance(ask, Over) else [],
            "players": len(view.totals),
            "scores": list(view.totals),
            "turns_played": sum(map(len, view.history)),
            "target": view.target,
            "round": view.round,
            "current": view.seat,
        }


class DalekDiceAdapter:
    def claims(self, given: Json) -> bool:
        return isinstance(given.get("turn"), Mapping) or isinstance(given.get("game"), Mapping)

    def setup(self, given: Json, folder: Path) -> Position:
        only(given, {"turn"} if "turn" in given else {"game"}, "given")
        return (
            TurnPosition(turn_state(given["turn"]))
            if "turn" in given
            else GamePosition(game_state(given["game"]))
        )


def turn_state(turn: Json) -> State:
    """A match of one seat in the midst of a turn, just before a roll."""
    only(turn, {"kept", "dice_left"}, "turn")
    kept = {face: whole(n, 0, f"kept {face}") for face, n in turn["kept"].items()}
    left = whole(turn.get("dice_left"), 1, "dice_left")
    if not set(kept) <= set(DALEK.faces):
        raise RefusedError(f"kept faces must be of {DALEK.faces}, got {sorted(kept)}")
    # fewer is let pass: the case `all-surplus` has only six dice on the table
    if sum(kept.values()) + left > DICE_COUNT:
        raise RefusedError(f"there are {DICE_COUNT} dice, got {sum(kept.values())} kept and {left} left")
    if max(kept.get("doctor", 0), kept.get("exterminate", 0)) >= ENDING_COUNT:
        raise RefusedError(f"a turn with {ENDING_COUNT} Doctors or Exterminates is over and rolls no more")
    return replace(started(1, {"target": 999}), turn=Turn(tuple(Counter(kept).elements()), left))


def game_state(game: Json) -> State:
    """A match between two turns: who has played how often follows from the number of turns."""
    only(game, {"players", "scores", "turns_played", "target"}, "game")
    players = whole(game.get("players"), 0, "players")
    state = started(players, {"target": game["target"]} if "target" in game else {})
    scores = [whole(points, 0, "a score") for points in game.get("scores", [0] * players)]
    rounds, seat = divmod(whole(game.get("turns_played", 0), 0, "turns_played"), players)
    turns = [rounds + (place < seat) for place in range(players)]
    if len(scores) != players or any(points and not n for points, n in zip(scores, turns, strict=True)):
        raise RefusedError(f"scores {scores} do not go with {players} players after {sum(turns)} turns")
    history = tuple((points, *(0,) * n)[:n] for points, n in zip(scores, turns, strict=True))
    return replace(state, seat=seat, history=history)


def started(players: int, options: Mapping[str, int | str]) -> State:
    try:
        seat_names(GAME, [f"seat {n}" for n in range(players)])
        return GAME.start(players, option_values(GAME, options))
    except IllegalCommand as refusal:
        raise RefusedError(str(refusal)) from refusal


ADAPTER = DalekDiceAdapter()
