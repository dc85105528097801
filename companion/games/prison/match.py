"""A match of 25 to Dice: one sheet for all or one for each seat, rounds, phases, and whose turn it is."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from companion.dice import Die
from companion.game import Command, News, Roll, msg
from companion.games.prison.guards import advance, pick_trail
from companion.games.prison.hand import Done
from companion.games.prison.moves import Deed, carry_out
from companion.games.prison.prison import BLUE, GREEN, Prison
from companion.games.prison.scoring import time_out
from companion.games.prison.sheet import GUARDS, EscapeSheet

Stage = Literal["guards", "throw", "inmates"]
Phase = Literal["guards", "pick", "throw", "inmates", "over"]


@dataclass(frozen=True)
class State:
    """The match.

    `prisons`: one for all seats in mode escape, one for each seat in mode points. `turn` is the prison whose
    inmates move. `green_done`: with dice of one colour, the green guards have moved, the blue die is next.
    """

    seats: int
    mode: str
    dice: str
    prisons: tuple[Prison, ...]
    round: int = 1
    stage: Stage = "guards"
    turn: int = 0
    green_done: bool = False
    news: tuple[News, ...] = ()

    @property
    def sheet(self) -> EscapeSheet:
        return self.prisons[0].sheet

    @cached_property
    def over(self) -> bool:
        return all(prison.result for prison in self.prisons)

    @cached_property
    def asking(self) -> int | None:
        """The first prison with a question that a die must answer (E17, E39)."""
        return next((place for place, prison in enumerate(self.prisons) if prison.question), None)

    @cached_property
    def phase(self) -> Phase:
        if self.over:
            return "over"
        return "pick" if self.asking is not None else self.stage

    @property
    def at_work(self) -> int:
        """The prison that is asked for something now; the first still in play while guards move."""
        if self.asking is not None:
            return self.asking
        return self.first if self.stage == "guards" else self.turn

    @property
    def first(self) -> int:
        """The first prison still in play, or the first of all when none is."""
        return next((place for place, prison in enumerate(self.prisons) if not prison.result), 0)

    @property
    def seat(self) -> int:
        """Who acts: with one sheet the last word goes round (E26), else whose sheet is at work."""
        return (self.round - 1) % self.seats if self.mode == "escape" else self.at_work

    def sheet_of(self, seat: int) -> Prison:
        return self.prisons[seat if self.mode == "points" else 0]


def apply_command(state: State, command: Command) -> State:
    """The match after a legal command."""
    if state.news or any(prison.news for prison in state.prisons):
        quiet = tuple(replace(prison, news=()) if prison.news else prison for prison in state.prisons)
        state = replace(state, prisons=quiet, news=())
    if isinstance(command, Roll):
        return _throw(state, command.dice)
    if isinstance(command, Done):
        return pass_on(state)
    assert isinstance(command, Deed), f"{command} is never offered open"
    prison = carry_out(state.prisons[state.turn], command)
    after = replace(state, prisons=prisons_with(state, state.turn, prison))
    return pass_on(after) if prison.result else after


def prisons_with(state: State, place: int, prison: Prison) -> tuple[Prison, ...]:
    """All of them, this one in its place."""
    return (*state.prisons[:place], prison, *state.prisons[place + 1 :])


def _throw(state: State, dice: tuple[Die, ...]) -> State:
    """The camera's dice: an answer, guards' dice, or inmates'."""
    faces = tuple(int(die.face) for die in dice)
    place = state.asking
    if place is not None:
        prison = state.prisons[place]
        assert prison.question is not None
        answered = pick_trail(prison, prison.question, faces[0])
        return _settle(replace(state, prisons=prisons_with(state, place, answered)))
    if state.stage == "guards":
        queue = _queue(state, dice)
        moved = (p if p.result else advance(replace(p, queue=queue)) for p in state.prisons)
        return _settle(replace(state, prisons=tuple(moved)))
    thrown = replace(state.prisons[state.turn], throw=faces, used=frozenset())
    return replace(state, prisons=prisons_with(state, state.turn, thrown), stage="inmates")


def _queue(state: State, dice: tuple[Die, ...]) -> tuple[tuple[int, int], ...]:
    """Which guards move with which dice, green first."""
    if state.dice == "one":
        return ((BLUE if state.green_done else GREEN, int(dice[0].face)),)
    by_colour = {die.colour: int(die.face) for die in dice}
    return tuple((who, by_colour[GUARDS[who]]) for who in (GREEN, BLUE))


def _settle(state: State) -> State:
    """On, once every guard has moved and no question is open."""
    if state.asking is not None or state.over:
        return state
    if state.dice == "one" and not state.green_done:
        return replace(state, green_done=True)
    return replace(state, stage="throw", turn=state.first, green_done=False)


def pass_on(state: State) -> State:
    """The next sheet's inmates, or the next round (E2); a sheet that is finished is skipped."""
    if state.mode == "escape" and state.over:
        return state
    without_dice = replace(state.prisons[state.turn], throw=(), used=frozenset())
    prisons = prisons_with(state, state.turn, without_dice)
    following = next((at for at in range(state.turn + 1, len(prisons)) if not prisons[at].result), None)
    if following is not None:
        return replace(state, prisons=prisons, stage="throw", turn=following)
    state = replace(state, prisons=prisons)
    return state if state.over else _next_round(state)


def _next_round(state: State) -> State:
    """Round 15 is played fully, then it is over (E25)."""
    if state.round >= state.sheet.rounds:
        return replace(state, prisons=tuple(map(time_out, state.prisons)))
    number = state.round + 1
    news = News(msg("25-to-dice.news.round", n=number, of=state.sheet.rounds), "calm")
    if state.mode == "escape" and state.seats > 1:
        decider = (number - 1) % state.seats
        news = News(msg("25-to-dice.news.decides", n=number), "calm", decider)
    return replace(state, round=number, stage="guards", turn=state.first, news=(news,))
