"""Lucky Seven as the table sees it: what is asked, what may be answered, what that makes of the match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.dice import D6, DieKind, DieSpec
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

SEVEN = 7


@dataclass(frozen=True)
class Score(Command):
    """Score the two dice as they lie."""

    verb: ClassVar[str] = "score"


@dataclass(frozen=True)
class Again(Command):
    """Throw what is not kept, once more."""

    verb: ClassVar[str] = "again"
    kept: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.kept


@dataclass(frozen=True)
class State:
    """Points by seat and round; the dice kept, and those that lie there now."""

    rounds: int
    history: tuple[tuple[int, ...], ...]
    kept: tuple[str, ...] = ()
    lying: tuple[str, ...] = ()
    again: bool = False
    latest: tuple[News, ...] = ()

    @property
    def seat(self) -> int:
        turns = [len(points) for points in self.history]
        return turns.index(min(turns))

    @property
    def sum(self) -> int:
        return sum(map(int, self.kept + self.lying))

    @property
    def points(self) -> int:
        """Seven for seven, one less for each step away from it."""
        return SEVEN - abs(SEVEN - self.sum)

    @property
    def over(self) -> bool:
        return min(map(len, self.history)) >= self.rounds


@dataclass(frozen=True)
class View:
    """What the page draws: the dice kept, those that lie there, and their sum."""

    kept: tuple[str, ...]
    lying: tuple[str, ...]
    sum: int


class LuckySeven:
    """The rules as the table sees them."""

    id = "lucky-seven"
    rules = 1
    seats = Seats(least=1, most=4, usual=2)
    options: tuple[Option, ...] = (
        Option("rounds", msg("lucky-seven.option.rounds"), default=2, least=1, most=9),
    )
    kinds: tuple[DieKind, ...] = (D6,)
    commands: tuple[type[Command], ...] = (Roll, Score, Again)

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        return State(int(options["rounds"]), ((),) * seats)

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        if state.over:
            return Over(places(state), msg("lucky-seven.over", n=state.rounds))
        if not state.lying:
            n = 2 - len(state.kept)
            return Ask(state.seat, msg("lucky-seven.throw", n=n), need=Need((DieSpec(D6.id),) * n))
        if state.again:
            return Ask(
                state.seat, msg("lucky-seven.score", points=state.points), offers=(score_offer(state),)
            )
        pick = Pick(tuple(Item(face, place) for place, face in enumerate(state.lying)), 0, 1)
        blocked = None if len(hand) < 2 and set(hand) <= set(state.lying) else msg("lucky-seven.blocked")
        again = Offer(state.seat, (Again(hand),), msg("lucky-seven.button.again"), "second", blocked=blocked)
        offers = (again,) if hand else (score_offer(state), again)
        return Ask(state.seat, msg("lucky-seven.decide", points=state.points), None, pick, offers)

    def apply(self, state: State, seat: int, command: Command) -> State:
        match command:
            case Roll(dice):
                return replace(state, lying=tuple(die.face for die in dice), latest=())
            case Again(kept):
                return replace(state, kept=kept, lying=(), again=True)
            case _:
                return turn_over(state)

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        rounds = enumerate(state.history[seat], start=1)
        return tuple(Line(msg("lucky-seven.round", n=n), points, round=n) for n, points in rounds)

    def news(self, state: State) -> tuple[News, ...]:
        return state.latest

    def progress(self, state: State) -> Progress:
        return Progress(min(min(map(len, state.history)) + 1, state.rounds), state.rounds)

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> View:
        return View(state.kept, state.lying, state.sum)

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return ()


def score_offer(state: State) -> Offer:
    note = msg("lucky-seven.button.scored", points=state.points)
    return Offer(state.seat, (Score(),), msg("lucky-seven.button.stop"), "main", note, points=state.points)


def turn_over(state: State) -> State:
    """The points are written down, the next seat throws."""
    history = tuple(
        (*points, state.points) if seat == state.seat else points for seat, points in enumerate(state.history)
    )
    good = state.points == SEVEN
    latest = News(msg("lucky-seven.news", sum=state.sum, points=state.points), "good" if good else "calm")
    return State(state.rounds, history, latest=(latest,))


def places(state: State) -> tuple[tuple[int, ...], ...]:
    totals = [sum(points) for points in state.history]
    return tuple(
        tuple(seat for seat, total in enumerate(totals) if total == best)
        for best in sorted(set(totals), reverse=True)
    )


GAME: Game[State] = LuckySeven()
