"""Dalek Dice: the players are Daleks, who exterminate Humans; by the rules D1 to D18."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.dice import D6, DieKind, DieSpec
from companion.game import (
    Ask,
    Command,
    Game,
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
from companion.games.dalek_dice.odds import advice
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import (
    DALEK,
    LIMIT,
    MEANING,
    Turn,
    again,
    ended,
    kept,
    objection,
    rolled,
)
from companion.games.dalek_dice.view import View, view_of

STOP, AGAIN, KEEP = (msg(f"dalek-dice.button.{verb}") for verb in ("stop", "again", "keep"))


@dataclass(frozen=True)
class Keep(Command):
    """Keep these Humans and Daleks of the roll, for good."""

    verb: ClassVar[str] = "keep"
    faces: tuple[str, ...] = ()

    @property
    def hand(self) -> tuple[str, ...]:
        return self.faces


@dataclass(frozen=True)
class Again(Command):
    """Roll every die that is not kept."""

    verb: ClassVar[str] = "again"


@dataclass(frozen=True)
class Stop(Command):
    """End the turn and score it."""

    verb: ClassVar[str] = "stop"


class DalekDice:
    """The rules as the table sees them."""

    id = "dalek-dice"
    rules = 1
    seats = Seats(least=1, most=None, usual=2)
    options: tuple[Option, ...] = (
        Option("target", msg("dalek-dice.option.target"), default=60, least=1, most=999),
        Option("dice", msg("dalek-dice.option.dice"), default="dalek", values=("dalek", "d6")),
    )
    kinds: tuple[DieKind, ...] = (DALEK, D6)
    commands: tuple[type[Command], ...] = (Roll, Keep, Again, Stop)

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        return State(0, ((),) * seats, int(options["target"]), str(options["dice"]))

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        if state.over:
            return Over(
                places(state.totals), msg("dalek-dice.over", points=max(state.totals), target=state.target)
            )
        turn = state.turn
        if turn.phase == "roll":
            need = Need((DieSpec(state.dice),) * turn.dice_left)
            return Ask(state.seat, msg("dalek-dice.throw", n=turn.dice_left), need=need)
        if turn.phase == "decide":
            return Ask(state.seat, choice(turn), offers=decisions(state.seat, turn, ()))
        return self._ask_keep(state.seat, turn, hand)

    def _ask_keep(self, seat: int, turn: Turn, hand: tuple[str, ...]) -> Ask:
        pool, forced = turn.pool, turn.forced
        pick = Pick(pool, least=0 if forced else 1, most=len(pool)) if pool else None
        keep, blocked = Keep(hand), objection(turn, hand)
        if blocked:
            return Ask(seat, blocked, None, pick, refused(seat, keep, blocked), forced)
        after = kept(turn, hand)
        if after.end:
            score = msg("dalek-dice.button.score")
            offers = (Offer(seat, (keep,), score, "main", note=worth_note(after), points=after.worth),)
            return Ask(seat, closing(after, bool(pool) and not hand), None, pick, offers, forced)
        offer = Offer(seat, (keep,), KEEP, "pick", note=msg("dalek-dice.note.keep", n=len(after.new)))
        line = (
            choice(after)
            if hand or not pool
            else msg("dalek-dice.keep", points=after.worth, n=after.dice_left)
        )
        return Ask(seat, line, None, pick, (*decisions(seat, after, (keep,)), offer), forced)

    def apply(self, state: State, seat: int, command: Command) -> State:
        turn = state.turn
        match command:
            case Roll(dice):
                turn = rolled(turn, tuple(MEANING[die.face] for die in dice))
            case Keep(faces):
                turn = kept(turn, faces)
            case Again():
                turn = again(turn)
            case _:
                turn = ended(turn, "stop")
        return passed_on(state, turn) if turn.end else replace(state, turn=turn, ended=None)

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        rounds = enumerate(state.history[seat], start=1)
        return tuple(Line(msg("dalek-dice.round", n=n), points, round=n) for n, points in rounds)

    def news(self, state: State) -> tuple[News, ...]:
        if state.ended is None:
            return roll_news(state.turn)
        before = (state.seat - 1) % len(state.history)
        told: tuple[News, ...] = (end_news(state.ended, before),)
        best = max(state.totals)
        if state.over:
            winners = state.totals.count(best)
            return (News(msg("dalek-dice.news.win", points=best, n=winners), "win"), *told)
        if best >= state.target:
            told += (News(msg("dalek-dice.news.last_round", points=best), "calm"),)
        return told

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return () if state.over else advice(state.turn, hand)

    def progress(self, state: State) -> Progress:
        rounds_done = len(state.history[-1])
        return Progress(rounds_done if state.over else rounds_done + 1, target=state.target)

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> View:
        return view_of(state, self.progress(state).round or 1, hand)


def passed_on(state: State, turn: Turn) -> State:
    """The match with this turn scored and the next seat to roll."""
    history = tuple(
        (*points, turn.worth) if seat == state.seat else points for seat, points in enumerate(state.history)
    )
    return replace(state, seat=(state.seat + 1) % len(history), history=history, turn=Turn(), ended=turn)


def places(totals: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Seats by points, most first; equal points share a place (D12)."""
    return tuple(
        tuple(seat for seat, points in enumerate(totals) if points == total)
        for total in sorted(set(totals), reverse=True)
    )


def decisions(seat: int, turn: Turn, first: tuple[Command, ...]) -> tuple[Offer, Offer]:
    """Stop or roll again, after `first`, from the turn that `first` makes."""
    return (
        Offer(seat, (*first, Stop()), STOP, "main", note=worth_note(turn), points=turn.worth),
        Offer(seat, (*first, Again()), AGAIN, "second", note=again_note(turn)),
    )


def refused(seat: int, keep: Keep, why: Msg) -> tuple[Offer, ...]:
    return (
        Offer(seat, (keep, Stop()), STOP, "main", blocked=why),
        Offer(seat, (keep, Again()), AGAIN, "second", blocked=why),
        Offer(seat, (keep,), KEEP, "pick", blocked=why),
    )


def choice(turn: Turn) -> Msg:
    return msg("dalek-dice.decide", points=turn.worth, n=turn.dice_left)


def closing(after: Turn, could_keep: bool) -> Msg:
    """The line when keeping ends the turn; while dice can still be kept it says which are worth it (D5)."""
    if could_keep:
        return msg("dalek-dice.keep.exterminate")
    return msg(f"dalek-dice.close.{after.end}".replace(" ", "_"), points=after.worth)


def worth_note(turn: Turn) -> Msg:
    """What ending the turn scores, and the rule that makes it so."""
    if turn.end == "exterminate":
        why = "double" if turn.dice_left else "double_bonus"
    elif turn.daleks < turn.humans:
        why = "few_daleks"
    else:
        why = "plain" if turn.dice_left else "bonus"
    return msg(f"dalek-dice.note.{why}", points=turn.worth, n=max(turn.humans - turn.daleks, 0))


def again_note(turn: Turn) -> Msg:
    """What a further roll means: the danger first, else the bonus when it is near."""
    danger = turn.count["doctor"] == LIMIT - 1
    why = "danger" if danger else "last_dice" if turn.dice_left < LIMIT else "dice"
    return msg(f"dalek-dice.note.{why}", n=turn.dice_left)


def roll_news(turn: Turn) -> tuple[News, ...]:
    """What this roll kept by rule, and the rule that surprises: only one of each counts (D2, D4)."""
    told: list[News] = []
    for face in (turn.last[place] for place in turn.forced if turn.phase == "keep"):
        n = turn.count[face]
        key = f"dalek-dice.news.{face}" + (".third" if n >= LIMIT else "")
        told.append(News(msg(key, n=n), "good" if n >= LIMIT else "calm"))
        if turn.last.count(face) > 1:
            told.append(News(msg(f"dalek-dice.news.{face}.one"), "calm"))
    return tuple(sorted(told, key=lambda news: news.mood == "calm"))


def end_news(turn: Turn, seat: int) -> News:
    lost = turn.worth == 0
    key = f"dalek-dice.end.{turn.end}".replace(" ", "_")
    few = turn.daleks < turn.humans and turn.end in ("stop", "no dice")
    text = msg("dalek-dice.end.few_daleks" if few else key, points=turn.worth)
    return News(text, "bad" if lost else "good", seat)


GAME: Game[State] = DalekDice()
