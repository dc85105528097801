"""Lucky Seven: two dice, keep one if you like and throw the other once more; whoever comes nearest to seven.

Refuses to know who the players are and how dice are seen. A whole game of the house in one file: a test lays
it beside the others to see that nothing else has to change.
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
    Item,
    Line,
    Msg,
    Need,
    News,
    Offer,
    Option,
    Over,
    Pick,
    Roll,
    Seats,
    Words,
    msg,
)

SEVEN = 7
TEXTS = {  # key: Spanish, English
    "lucky-seven.name": ("Siete de la suerte", "Lucky Seven"),
    "lucky-seven.about": ("Dos dados: acércate al siete.", "Two dice: come near to seven."),
    "lucky-seven.option.rounds": ("Rondas", "Rounds"),
    "lucky-seven.throw": ("Tira {n} {n|dado|dados}", "Throw {n} {n|die|dice}"),
    "lucky-seven.decide": ("Anota {points} o tira otra vez", "Score {points}, or throw again"),
    "lucky-seven.score": ("Anota {points}", "Score {points}"),
    "lucky-seven.button.stop": ("ANOTAR", "SCORE"),
    "lucky-seven.button.again": ("TIRAR", "REROLL"),
    "lucky-seven.button.scored": ("anota {points}", "scores {points}"),
    "lucky-seven.round": ("Ronda {n}", "Round {n}"),
    "lucky-seven.news": (
        "Suma {sum}: {points} {points|punto|puntos}",
        "Sum {sum}: {points} {points|point|points}",
    ),
    "lucky-seven.over": ("Se acabó tras {n} {n|ronda|rondas}", "Over after {n} {n|round|rounds}"),
    "lucky-seven.blocked": ("Quédate con un dado como mucho", "Keep one die at most"),
    "lucky-seven.page.sum": ("Suma", "Sum"),
}


WORDS = {
    language: {key: texts[place] for key, texts in TEXTS.items()}
    for place, language in enumerate(("es", "en"))
}


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
    told: tuple[News, ...] = ()

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
    words: Words = WORDS

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        return State(int(options["rounds"]), ((),) * seats)

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        if state.over:
            return Over(places(state), msg("lucky-seven.over", n=state.rounds))
        if not state.lying:
            n = 2 - len(state.kept)
            return Ask(state.seat, msg("lucky-seven.throw", n=n), need=Need((DieSpec(D6.id),) * n))
        if state.again:
            return Ask(state.seat, msg("lucky-seven.score", points=state.points), offers=(scored(state),))
        pick = Pick(tuple(Item(face, place) for place, face in enumerate(state.lying)), 0, 1)
        blocked = None if len(hand) < 2 and set(hand) <= set(state.lying) else msg("lucky-seven.blocked")
        again = Offer(state.seat, (Again(hand),), msg("lucky-seven.button.again"), "second", blocked=blocked)
        offers = (again,) if hand else (scored(state), again)
        return Ask(state.seat, msg("lucky-seven.decide", points=state.points), None, pick, offers)

    def apply(self, state: State, seat: int, command: Command) -> State:
        match command:
            case Roll(dice):
                return replace(state, lying=tuple(die.face for die in dice), told=())
            case Again(kept):
                return replace(state, kept=kept, lying=(), again=True)
            case _:
                return turn_over(state)

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        rounds = enumerate(state.history[seat], start=1)
        return tuple(Line(msg("lucky-seven.round", n=n), points) for n, points in rounds)

    def news(self, state: State) -> tuple[News, ...]:
        return state.told

    def view(self, state: State, viewer: int | None) -> Mapping[str, Any]:
        return {"kept": list(state.kept), "lying": list(state.lying), "sum": state.sum}

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return ()


def scored(state: State) -> Offer:
    note = msg("lucky-seven.button.scored", points=state.points)
    return Offer(state.seat, (Score(),), msg("lucky-seven.button.stop"), "main", note=note)


def turn_over(state: State) -> State:
    """The points are written down, the next seat throws."""
    history = tuple(
        (*points, state.points) if seat == state.seat else points for seat, points in enumerate(state.history)
    )
    good = state.points == SEVEN
    told = News(msg("lucky-seven.news", sum=state.sum, points=state.points), "good" if good else "calm")
    return State(state.rounds, history, told=(told,))


def places(state: State) -> tuple[tuple[int, ...], ...]:
    totals = [sum(points) for points in state.history]
    return tuple(
        tuple(seat for seat, total in enumerate(totals) if total == best)
        for best in sorted(set(totals), reverse=True)
    )


GAME: Game[State] = LuckySeven()
