"""A tiny game of a pool of dice for tests.

Three are thrown, some are taken, what is left may be thrown again beside those; two blue ones are thrown to
it, and letters are chosen by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.dice import D6, DieKind, DieSpec
from companion.game import (
    Ask,
    Command,
    Game,
    IllegalCommand,
    Item,
    Line,
    Msg,
    Need,
    News,
    Offer,
    Option,
    Over,
    Pick,
    Progress,
    Roll,
    Seats,
    msg,
)

LETTERS = ("a", "b", "c")


@dataclass(frozen=True)
class Take(Command):
    """Take a die of that face, and the letters chosen."""

    verb: ClassVar[str] = "take"
    what: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.what


@dataclass(frozen=True)
class Do(Command):
    """`again`: throw the pool again. `extra`: throw two blue dice to it. `back`: the last die taken goes
    back to the pool. `done`: the next throws anew. `end`: it is over."""

    verb: ClassVar[str] = "do"
    what: str = ""


@dataclass(frozen=True)
class State:
    seats: int
    most: int = 3
    need: str = "new"
    roll: tuple[str, ...] = ()
    pool: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    seat: int = 0
    over: bool = False

    def next(self) -> int:
        return (self.seat + 1) % self.seats


NEEDS = {
    "new": Need((DieSpec("d6"),) * 3),
    "two": Need((DieSpec("d6", "white"), DieSpec("d6", "blue"))),
    "extra": Need((DieSpec("d6", "blue"),) * 2, beside=True),
}


class Pool:
    id = "pool"
    rules = 1
    seats = Seats(1, 3, 2)
    options: tuple[Option, ...] = (
        Option("most", msg("pool.most"), 3, 1, 3),
        Option("sheet", msg("pool.sheet"), "ours", values=("ours",), sheets="pool-sheet"),
    )
    kinds: tuple[DieKind, ...] = (D6,)
    commands: tuple[type[Command], ...] = (Roll, Take, Do)
    words: Mapping[str, Mapping[str, str]] = {"es": {}, "en": {}}

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        if options["sheet"] == "torn":
            raise IllegalCommand(msg("pool.torn"))
        most = options["most"]
        assert isinstance(most, int)
        return State(seats, most)

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        if state.over:
            return Over((tuple(range(state.seats)),), msg("pool.over"))
        spent = tuple(place for place in range(len(state.roll)) if place not in state.pool)
        if state.need == "again":
            again = Need((DieSpec("d6"),) * len(state.pool), beside=True)
            return Ask(state.seat, msg("pool.throw"), again, spent=tuple(range(len(state.roll))))
        if state.need:
            return Ask(state.seat, msg("pool.throw"), NEEDS[state.need], spent=spent)
        dice = tuple(Item(state.roll[place], place) for place in state.pool)
        pick = Pick(dice + tuple(Item(letter) for letter in LETTERS), 0, state.most)
        return Ask(state.seat, msg("pool.take"), None, pick, self._offers(state, hand), spent=spent)

    def _offers(self, state: State, hand: tuple[str, ...]) -> tuple[Offer, ...]:
        if hand:
            return (Offer(state.seat, (Take(hand),), msg("pool.take"), "main"),)
        whats = ("again", "extra", "done", "two", "end", *(("back",) if state.taken else ()))
        return tuple(Offer(state.seat, (Do(what),), msg(f"pool.{what}"), "pick") for what in whats)

    def apply(self, state: State, seat: int, command: Command) -> State:
        match command:
            case Roll():
                return self._rolled(state, tuple(die.face for die in command.dice))
            case Take(what):
                return self._took(state, what)
            case Do("back"):
                *taken, last = state.taken
                return replace(state, taken=tuple(taken), pool=(*state.pool, last), seat=state.next())
            case Do("end"):
                return replace(state, over=True)
            case Do("done"):
                return State(state.seats, state.most, seat=state.next())
        assert isinstance(command, Do)
        return replace(state, need=command.what)

    def _rolled(self, state: State, faces: tuple[str, ...]) -> State:
        first, need = len(state.roll), state.need
        if need in ("new", "two"):
            return replace(state, need="", roll=faces, pool=tuple(range(len(faces))), taken=())
        after = replace(state, need="", roll=state.roll + faces)
        if need == "again":
            return replace(after, pool=tuple(range(first, len(after.roll))))
        for face in faces:
            hit = next((place for place in after.pool if after.roll[place] == face), None)
            after = replace(after, pool=tuple(place for place in after.pool if place != hit))
        return after

    def _took(self, state: State, what: tuple[str, ...]) -> State:
        for face in (name for name in what if name not in LETTERS):
            first = next(place for place in state.pool if state.roll[place] == face)
            state = replace(
                state, pool=tuple(p for p in state.pool if p != first), taken=(*state.taken, first)
            )
        return replace(state, seat=state.next())

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        return (Line(msg("pool.dice"), len(state.taken)),)

    def news(self, state: State) -> tuple[News, ...]:
        return ()

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return (msg("pool.chance", hand="+".join(hand)),)

    def progress(self, state: State) -> Progress:
        return Progress()

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> Mapping[str, Any]:
        return {"pool": [state.roll[place] for place in state.pool], "taken": len(state.taken)}


POOL: Game[State] = Pool()
