"""A tiny game for tests: throw a blue die and any other, choose one of them; ones cannot be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.dice import D6, Die, DieKind, DieSpec
from companion.game import (
    Ask,
    Command,
    Game,
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


@dataclass(frozen=True)
class Choose(Command):
    verb: ClassVar[str] = "choose"
    face: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.face


@dataclass(frozen=True)
class Pass(Command):
    """Not offered with a button."""

    verb: ClassVar[str] = "pass"


@dataclass(frozen=True)
class State:
    seat: int
    points: tuple[int, ...]
    left: int
    coop: bool
    roll: tuple[Die, ...] = ()
    face: str = ""


class Toy:
    id = "toy"
    rules = 3
    seats = Seats(1, 3, 2)
    options: tuple[Option, ...] = (
        Option("rounds", msg("toy.rounds"), 1, 1, 5),
        Option("mode", msg("toy.mode"), "versus", values=("versus", "coop")),
    )
    kinds: tuple[DieKind, ...] = (D6,)
    commands: tuple[type[Command], ...] = (Roll, Choose, Pass)

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        rounds = options["rounds"]
        assert isinstance(rounds, int)
        return State(0, (0,) * seats, seats * rounds, options["mode"] == "coop")

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        if not state.left:
            return self._over(state)
        if not state.roll:
            need = Need((DieSpec("d6"), DieSpec("d6", "blue")))
            return Ask(state.seat, msg("toy.throw"), need=need)
        pool = tuple(Item(die.face, place) for place, die in enumerate(state.roll) if die.face != "1")
        least = min(len(pool), 1)
        blocked = None if len(hand) == least else msg("toy.choose_one")
        chosen = Offer(state.seat, (Choose(hand),), msg("toy.choose"), "main", blocked=blocked)
        passed = Offer(state.seat, (Pass(),), msg("toy.pass"), "pick")
        return Ask(state.seat, msg("toy.choose"), pick=Pick(pool, least, 1), offers=(chosen, passed))

    def apply(self, state: State, seat: int, command: Command) -> State:
        match command:
            case Roll(dice):
                return replace(state, roll=dice, face="")
            case Choose((face,)):
                more = tuple(p + int(face) * (s == seat) for s, p in enumerate(state.points))
                return self._next(replace(state, points=more, face=face))
        return self._next(replace(state, face="0"))

    def _next(self, state: State) -> State:
        return replace(state, seat=(state.seat + 1) % len(state.points), left=state.left - 1, roll=())

    def _over(self, state: State) -> Over:
        if state.coop:
            return Over((tuple(range(len(state.points))),), msg("toy.together"))
        places = tuple(
            tuple(seat for seat, points in enumerate(state.points) if points == total)
            for total in sorted(set(state.points), reverse=True)
        )
        return Over(places, msg("toy.over"))

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        return (Line(msg("toy.points"), state.points[seat]),)

    def news(self, state: State) -> tuple[News, ...]:
        if state.face == "6":
            return (News(msg("toy.six"), "good"), News(msg("toy.calm"), "calm"))
        if state.face == "0":
            return (News(msg("toy.nothing"), "bad"),)
        return (News(msg("toy.calm"), "calm"),) if state.face else ()

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return (msg("toy.chance", hand="+".join(hand)),)

    def progress(self, state: State) -> Progress:
        return Progress()

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> Mapping[str, Any]:
        return {"seat": state.seat, "points": list(state.points), "left": state.left}


TOY: Game[State] = Toy()
