"""Dalek Dice: the players are Daleks, who exterminate Humans; by the rules D1 to D18."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.dice import D6, DieKind, DieSpec
from companion.game import (
    Ask,
    Command,
    Game,
    Line,
    Msg,
    Need,
    News,
    Option,
    Over,
    Progress,
    Roll,
    Seats,
    msg,
)
from companion.games.dalek_dice.asks import decision_line, decision_offers, keep_ask
from companion.games.dalek_dice.commands import Again, Keep, Stop
from companion.games.dalek_dice.news import match_news
from companion.games.dalek_dice.odds import advice
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import DALEK, FACE_MEANINGS, Turn, end_turn, keep, reroll, roll
from companion.games.dalek_dice.view import View, view_of


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
            return Ask(state.seat, decision_line(turn), offers=decision_offers(state.seat, turn, ()))
        return keep_ask(state.seat, turn, hand)

    def apply(self, state: State, seat: int, command: Command) -> State:
        turn = state.turn
        match command:
            case Roll(dice):
                turn = roll(turn, tuple(FACE_MEANINGS[die.face] for die in dice))
            case Keep(faces):
                turn = keep(turn, faces)
            case Again():
                turn = reroll(turn)
            case _:
                turn = end_turn(turn, "stop")
        return pass_on(state, turn) if turn.end else replace(state, turn=turn, ended=None)

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        rounds = enumerate(state.history[seat], start=1)
        return tuple(Line(msg("dalek-dice.round", n=n), points, round=n) for n, points in rounds)

    def news(self, state: State) -> tuple[News, ...]:
        return match_news(state)

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return () if state.over else advice(state.turn, hand)

    def progress(self, state: State) -> Progress:
        rounds_done = len(state.history[-1])
        return Progress(rounds_done if state.over else rounds_done + 1, target=state.target)

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> View:
        return view_of(state, self.progress(state).round or 1, hand)


def pass_on(state: State, turn: Turn) -> State:
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


GAME: Game[State] = DalekDice()
