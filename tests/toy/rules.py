"""A tiny game in two ways, which differ in what a turn begins with.

- `pair`: a blue die and any other are thrown, one of them is chosen for its points. Ones cannot be chosen.
- `three`: three are thrown, some are taken, what is left may be thrown again beside those; two blue ones are
  thrown to it, and letters are chosen by name.
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
NEEDS = {
    "pair": Need((DieSpec("d6"), DieSpec("d6", "blue"))),
    "three": Need((DieSpec("d6"),) * 3),
    "two": Need((DieSpec("d6", "white"), DieSpec("d6", "blue"))),
    "extra": Need((DieSpec("d6", "blue"),) * 2, beside=True),
}


@dataclass(frozen=True)
class Choose(Command):
    """Take dice of these faces, and these letters."""

    verb: ClassVar[str] = "choose"
    what: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.what


@dataclass(frozen=True)
class Do(Command):
    """Of a pair, `pass`: nothing is chosen.

    Of three, `again`: throw the pool again. `extra`: throw two blue dice to it. `back`: the last die taken
    goes back to the pool. `two`: throw two instead. `done`: the next throws anew. `end`: it is over.
    """

    verb: ClassVar[str] = "do"
    what: str = ""


@dataclass(frozen=True)
class State:
    points: tuple[int, ...]
    left: int  # turns
    most: int  # dice taken at once
    need: str
    coop: bool = False
    seat: int = 0
    roll: tuple[str, ...] = ()
    pool: tuple[int, ...] = ()  # places of the roll that can be chosen
    taken: tuple[int, ...] = ()
    face: str = ""  # chosen in the turn before

    def next(self) -> int:
        return (self.seat + 1) % len(self.points)


class Toy:
    rules = 3
    seats = Seats(1, 3, 2)
    options: tuple[Option, ...] = (
        Option("rounds", msg("toy.rounds"), 1, 1, 5),
        Option("mode", msg("toy.mode"), "versus", values=("versus", "coop")),
        Option("most", msg("toy.most"), 3, 1, 3),
        Option("sheet", msg("toy.sheet"), "level-1", values=("level-1", "level-2"), sheets="toy-sheet/1"),
    )
    kinds: tuple[DieKind, ...] = (D6,)
    commands: tuple[type[Command], ...] = (Roll, Choose, Do)

    def __init__(self, id: str = "toy", throw: str = "pair") -> None:  # noqa: A002 (a game's word)
        self.id = id
        self.throw = throw

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        if options["sheet"] == "torn":
            raise IllegalCommand(msg("toy.torn"))
        rounds, most = options["rounds"], options["most"]
        assert isinstance(rounds, int)
        assert isinstance(most, int)
        return State((0,) * seats, seats * rounds, most, self.throw, options["mode"] == "coop")

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        if not state.left:
            return self._over(state)
        if state.need == "again":
            again = Need((DieSpec("d6"),) * len(state.pool), beside=True)
            return Ask(state.seat, msg("toy.throw"), again, spent=tuple(range(len(state.roll))))
        dice = tuple(Item(state.roll[place], place) for place in state.pool)
        if self.throw == "pair" and not state.need:
            return self._ask_one(state, dice, hand)
        spent = tuple(place for place in range(len(state.roll)) if place not in state.pool)
        if state.need:
            return Ask(state.seat, msg("toy.throw"), NEEDS[state.need], spent=spent)
        pick = Pick(dice + tuple(Item(letter) for letter in LETTERS), 0, state.most)
        return Ask(state.seat, msg("toy.take"), None, pick, self._offers(state, hand), spent=spent)

    def _ask_one(self, state: State, dice: tuple[Item, ...], hand: tuple[str, ...]) -> Ask:
        least = min(len(dice), 1)
        blocked = None if len(hand) == least else msg("toy.choose_one")
        chosen = Offer(state.seat, (Choose(hand),), msg("toy.choose"), "main", blocked=blocked)
        passed = Offer(state.seat, (Do("pass"),), msg("toy.pass"), "pick")
        return Ask(state.seat, msg("toy.choose"), pick=Pick(dice, least, 1), offers=(chosen, passed))

    def _offers(self, state: State, hand: tuple[str, ...]) -> tuple[Offer, ...]:
        if hand:
            return (Offer(state.seat, (Choose(hand),), msg("toy.take"), "main"),)
        whats = ("again", "extra", "done", "two", "end", *(("back",) if state.taken else ()))
        return tuple(Offer(state.seat, (Do(what),), msg(f"toy.{what}"), "pick") for what in whats)

    def _over(self, state: State) -> Over:
        if state.coop:
            return Over((tuple(range(len(state.points))),), msg("toy.together"))
        places = tuple(
            tuple(seat for seat, points in enumerate(state.points) if points == total)
            for total in sorted(set(state.points), reverse=True)
        )
        return Over(places, msg("toy.over"))

    def apply(self, state: State, seat: int, command: Command) -> State:
        match command:
            case Roll():
                return self._rolled(state, tuple(die.face for die in command.dice))
            case Choose((face,)) if self.throw == "pair":
                points = tuple(p + int(face) * (s == seat) for s, p in enumerate(state.points))
                return self._turn(replace(state, points=points, face=face, left=state.left - 1))
            case Do("pass") | Choose(()):
                return self._turn(replace(state, face="0", left=state.left - 1))
            case Choose(what):
                return self._taken(state, what)
            case Do("back"):
                *taken, last = state.taken
                return replace(state, taken=tuple(taken), pool=(*state.pool, last), seat=state.next())
            case Do("end"):
                return replace(state, left=0)
            case Do("done"):
                return self._turn(state)
        assert isinstance(command, Do)
        return replace(state, need=command.what)

    def _turn(self, state: State) -> State:
        """The next one's turn begins."""
        return replace(state, need=self.throw, seat=state.next(), roll=(), pool=(), taken=())

    def _rolled(self, state: State, faces: tuple[str, ...]) -> State:
        first, need = len(state.roll), state.need
        if need in ("pair", "three", "two"):
            pool = tuple(place for place, face in enumerate(faces) if need != "pair" or face != "1")
            return replace(state, need="", roll=faces, pool=pool, taken=(), face="")
        after = replace(state, need="", roll=state.roll + faces)
        if need == "again":
            return replace(after, pool=tuple(range(first, len(after.roll))))
        for face in faces:
            hit = next((place for place in after.pool if after.roll[place] == face), None)
            after = replace(after, pool=tuple(place for place in after.pool if place != hit))
        return after

    def _taken(self, state: State, what: tuple[str, ...]) -> State:
        for face in (name for name in what if name not in LETTERS):
            first = next(place for place in state.pool if state.roll[place] == face)
            pool = tuple(place for place in state.pool if place != first)
            state = replace(state, pool=pool, taken=(*state.taken, first))
        return replace(state, seat=state.next())

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        return (Line(msg("toy.points"), state.points[seat] + len(state.taken)),)

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
        if self.throw == "pair":
            return {"seat": state.seat, "points": list(state.points), "left": state.left}
        return {"pool": [state.roll[place] for place in state.pool], "taken": len(state.taken)}


TOY: Game[State] = Toy()
POOL: Game[State] = Toy("pool", "three")
