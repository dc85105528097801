"""The end of a turn of Dizzle: dice become crosses, bombs explode, flags are circled, rockets fly (L17)."""

from __future__ import annotations

from dataclasses import replace

from companion.game import News
from companion.games.dizzle import news as tell
from companion.games.dizzle.placement import Cells, Seat
from companion.games.dizzle.state import State
from companion.sheets import Cell

Fresh = tuple[Cells, ...]  # by seat: the cells crossed with this turn's dice


def end_turn(state: State) -> State:
    """The turn is over: all effects at once for all players, and then planets are chosen, if any can be."""
    fresh = tuple(seat.cells for seat in state.seats)
    state = replace(
        state, phase="planet", pool=(), seats=tuple(map(cross_dice, state.seats)), last_chance=False
    )
    state = tell_of_keys(award_flags(explode_bombs(state, fresh), fresh), fresh)
    return next_rocket(launch_rockets(state, fresh))


def cross_dice(seat: Seat) -> Seat:
    """The dice leave the sheet, and a cross is where each lay, dropped out or not (L6)."""
    return replace(seat, paper=seat.paper.cross(seat.cells), dice=()) if seat.dice else seat


def explode_bombs(state: State, fresh: Fresh) -> State:
    """Every bomb that somebody crossed now explodes for all who have it not crossed (L14)."""
    lit = frozenset().union(*fresh).intersection(state.board.of("bomb"))
    if not lit:
        return state
    hit = [lit - seat.paper.crossed - seat.paper.exploded for seat in state.seats]
    news = tuple(tell.bomb(state, seat, len(cells)) for seat, cells in enumerate(hit) if cells)
    seats = (
        replace(seat, paper=seat.paper.explode(cells)) if cells else seat
        for seat, cells in zip(state.seats, hit, strict=True)
    )
    return replace(state, seats=tuple(seats), news=state.news + news)


def award_flags(state: State, fresh: Fresh) -> State:
    """All who reach a colour's flag in the same turn get the same entry; as many are struck (L15)."""
    for group, taken in state.taken:
        cells = state.board.by_group.get(("flag", group), frozenset())
        reached = {
            n for n, seat in enumerate(state.seats) if fresh[n] & cells and group not in dict(seat.flags)
        }
        if reached:
            state = circle(state, group, 0 if state.solo else taken, reached)
    return state


def circle(state: State, group: str, entry: int, reached: set[int]) -> State:
    """These seats circle this entry of the colour's list; after the last entry it is 0."""
    worth = (state.board.sheet.flag[group][entry:] or (0,))[0]
    seats = tuple(
        replace(seat, flags=(*seat.flags, (group, worth))) if n in reached else seat
        for n, seat in enumerate(state.seats)
    )
    taken = tuple((own, n + len(reached) * (own == group)) for own, n in state.taken)
    news = tuple(tell.flag(state, seat, group, worth) for seat in sorted(reached))
    return replace(state, seats=seats, taken=taken, news=state.news + news)


def tell_of_keys(state: State, fresh: Fresh) -> State:
    """A key crossed now opens its locks from the next turn on (L13); here that is only told."""
    keys = frozenset(state.board.of("key"))
    news = tuple(tell.key(seat) for seat, cells in enumerate(fresh) if cells & keys)
    return replace(state, news=state.news + news) if news else state


def launch_rockets(state: State, fresh: Fresh) -> State:
    """Who crossed rockets may cross as many free planets, the start player first (L16, L17)."""
    rockets, news = list[int](), list[News]()
    for seat in state.order:
        flying = len(fresh[seat].intersection(state.board.of("rocket")))
        free = len(state.seats[seat].paper.planets)
        rockets += [seat] * min(flying, free)
        if flying > free:
            news.append(tell.no_planet(seat))
    return replace(state, rockets=tuple(rockets), news=(*state.news, *news))


def land(state: State, cell: Cell) -> State:
    """The next rocket's planet is crossed, which sets off nothing further (L17)."""
    first, *rest = state.rockets
    seats = tuple(
        replace(seat, paper=seat.paper.cross(frozenset({cell}))) if n == first else seat
        for n, seat in enumerate(state.seats)
    )
    return next_rocket(replace(state, seats=seats, rockets=tuple(rest)))


def next_rocket(state: State) -> State:
    """The next planet to be chosen, or else the next turn, or the end (L1, L22)."""
    if state.rockets:
        return replace(state, current=state.rockets[0])
    turn = state.turn + 1
    early = turn < state.turns and any(seat.paper.full for seat in state.seats)
    if turn < state.turns and not early:
        return replace(state, turn=turn, phase="roll", current=turn % len(state.seats))
    state = replace(state, turn=turn, phase="over", early=early)
    return replace(state, news=tell.over(state) + state.news)
