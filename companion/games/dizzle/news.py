"""What is told of what happens in Dizzle, above all where the rules surprise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.game import Mood, Msg, News, msg
from companion.games.dizzle.scoring import places, stars, totals
from companion.games.dizzle.state import State

COLOUR = "dizzle.colour."
COLOURS = frozenset(  # those there are words for
    [
        "black",
        "blue",
        "brown",
        "gold",
        "gray",
        "green",
        "grey",
        "orange",
        "pink",
        "purple",
        "red",
        "silver",
        "turquoise",
        "violet",
        "white",
        "yellow",
    ]
)


def colour(group: str) -> Msg | str:
    """A colour of a sheet: translated if it is a known one, else as the sheet has it."""
    return msg(COLOUR + group) if group in COLOURS else group


def out(seat: int) -> News:
    return News(msg("dizzle.news.out"), "calm", seat)


def last_chance(seat: int) -> News:
    return News(msg("dizzle.news.last"), "calm", seat)


def jump(seat: int) -> News:
    return News(msg("dizzle.news.jump"), "calm", seat)


def no_penalty(seat: int) -> News:
    return News(msg("dizzle.news.no_penalty"), "calm", seat)


def penalty(seat: int) -> News:
    return News(msg("dizzle.penalty"), "bad", seat)


def no_dice() -> News:
    return News(msg("dizzle.news.no_dice"), "calm")


def delayed_effect(state: State, kind: str) -> tuple[News, ...]:
    """What a die on a special brings only later (L13, L14)."""
    keys = {"key": "dizzle.news.key_soon"} | ({} if state.solo else {"bomb": "dizzle.news.bomb_soon"})
    return (News(msg(keys[kind]), "calm", state.current),) if kind in keys else ()


def bomb(state: State, seat: int, n: int) -> News:
    return News(msg("dizzle.news.bomb", points=n * state.board.sheet.bomb_exploded), "bad", seat)


def flag(state: State, seat: int, group: str, points: int) -> News:
    mood: Mood = "good" if points else "calm"
    if len(state.taken) == 1:
        return News(msg("dizzle.news.flag", points=points), mood, seat)
    return News(msg("dizzle.news.flag_of", colour=colour(group), points=points), mood, seat)


def key(seat: int) -> News:
    return News(msg("dizzle.news.key"), "good", seat)


def no_planet(seat: int) -> News:
    return News(msg("dizzle.news.no_planet"), "calm", seat)


def removal(values: Iterable[int]) -> News:
    """What a solo player's extra dice took out of the pool (L23)."""
    gone = sorted(Counter(values).items())
    if not gone:
        return News(msg("dizzle.news.removed.none"), "calm")
    (one, n), *more = gone
    if more:
        return News(msg("dizzle.news.removed.two", one=one, other=more[0][0]), "bad")
    return News(msg("dizzle.news.removed.pair" if n > 1 else "dizzle.news.removed.one", die=one), "bad")


def over(state: State) -> tuple[News, ...]:
    """How the match ended: the win first, then what of it surprises (L21, L22)."""
    full = [seat for seat, own in enumerate(state.seats) if own.paper.full]
    early = tuple(News(msg("dizzle.news.full"), "calm", seat) for seat in full)
    return (result(state), *(early if state.early else ()), *tie_broken(state))


def result(state: State) -> News:
    best, winners = max(totals(state)), len(places(state)[0])
    if state.solo:
        return News(rating(state), "win")
    return News(msg("dizzle.news.win", points=best, n=winners), "win")


def rating(state: State) -> Msg:
    """A solo match in points and stars (L24)."""
    (total,) = totals(state)
    return msg("dizzle.rating", n=stars(total, state.board.sheet.rating_column), points=total)


def tie_broken(state: State) -> tuple[News, ...]:
    """Equal points, but fewer crosses decided (L21)."""
    sums = totals(state)
    alike = sums.count(max(sums)) > len(places(state)[0])
    return (News(msg("dizzle.news.tie", points=max(sums)), "calm"),) if alike else ()
