"""The course of a turn of Dizzle: throw, goes in turn, re-rolls, penalties, dropping out, the last go."""

from __future__ import annotations

from dataclasses import replace

from companion.games.dizzle import news as tell
from companion.games.dizzle.ends import end_turn
from companion.games.dizzle.placement import Seat
from companion.games.dizzle.state import State
from companion.sheets import Cell

Values = tuple[int, ...]


def begin_turn(state: State, values: Values) -> State:
    """A turn begins: the whole pool is thrown, everybody is in again."""
    seats = tuple(replace(seat, dice=(), out=False) for seat in state.seats)
    pool = tuple(range(len(values)))
    return begin_go(
        replace(state, seats=seats, roll=values, pool=pool, current=state.start, last_chance=False)
    )


def begin_go(state: State) -> State:
    """A go begins; a player for whom no cell is left, whatever the dice, drops out at once (L12)."""
    if not state.seat.targets:
        return drop_out(replace(state, news=(*state.news, tell.out(state.current))))
    news = (*state.news, tell.jump(state.current)) if state.seat.jump else state.news
    return replace(state, phase="act", news=news)


def drop_out(state: State) -> State:
    """The current player is out; the one who is left over gets one more go (L10), if it is not solo."""
    state = with_seat(state, replace(state.seat, out=True))
    active = [n for n, seat in enumerate(state.seats) if not seat.out]
    if not active:
        return end_turn(state)
    if len(active) == 1:
        news = (*state.news, tell.last_chance(active[0]))
        state = replace(state, last_chance=True, news=news)
    return pass_on(state)


def pass_on(state: State) -> State:
    """The next player who has not dropped out, clockwise."""
    n = len(state.seats)
    clockwise = ((state.current + k) % n for k in range(1, n + 1))
    return begin_go(replace(state, current=next(seat for seat in clockwise if not state.seats[seat].out)))


def end_go(state: State) -> State:
    """A go is over: was it the last (L10)?"""
    return end_turn(state) if state.last_chance else pass_on(state)


def take(state: State, value: int, cell: Cell) -> State:
    """A die of the pool lies on the cell; the last one ends the turn (L26), alone extra dice follow (L23)."""
    die = place_of(state, value)
    kind = state.board.sheet.specials.get(cell)
    news = tell.delayed_effect(state, kind.kind) if kind else ()
    state = with_seat(without(state, die), state.seat.place(cell, die))
    state = replace(state, news=news)
    if not state.pool:
        return end_empty(state)
    return replace(state, phase="extra") if state.solo else end_go(state)


def end_empty(state: State) -> State:
    """The last die is gone: the turn ends at once (L26)."""
    return end_turn(replace(state, news=(*state.news, tell.no_dice())))


def reroll(state: State, values: Values) -> State:
    """The pool lies anew: a die that fits must be placed (L8), else one goes back (L5), if any (L9)."""
    first = len(state.roll)
    pool = tuple(range(first, first + len(values)))
    state = replace(state, phase="act", roll=state.roll + values, pool=pool)
    if state.legal:
        return state
    if state.seat.dice:
        return replace(state, phase="penalty", news=(tell.penalty(state.current),))
    return end_go(replace(state, news=(tell.no_penalty(state.current),)))


def give_back(state: State, cell: Cell) -> State:
    """The die of that cell is in the pool again, with its value (L5)."""
    die = dict(state.seat.dice)[cell]
    pool = tuple(sorted((*state.pool, die)))
    return end_go(with_seat(replace(state, pool=pool), state.seat.lift(cell)))


def thin_out(state: State, values: Values) -> State:
    """Each extra die removes one die of its value from the pool, if there is one (L23)."""
    removed = list[int]()
    for value in values:
        if value in state.values:
            state = without(state, place_of(state, value))
            removed.append(value)
    state = replace(state, roll=state.roll + values, news=(tell.removal(removed),))
    return begin_go(state) if state.pool else end_empty(state)


def place_of(state: State, value: int) -> int:
    """The place in the roll of a die of the pool with this value; of equal ones the first."""
    return next(place for place in state.pool if state.roll[place] == value)


def without(state: State, die: int) -> State:
    return replace(state, pool=tuple(place for place in state.pool if place != die))


def with_seat(state: State, seat: Seat) -> State:
    """The state with another value for the current seat."""
    seats = (*state.seats[: state.current], seat, *state.seats[state.current + 1 :])
    return replace(state, seats=seats)
