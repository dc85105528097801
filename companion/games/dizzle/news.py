"""What is told of what happens in Dizzle, above all where the rules surprise.

Refuses to know when any of it happens.
"""

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


def who(state: State, seat: int) -> Msg:
    """A seat by its number; alone one is spoken to."""
    return msg("dizzle.you") if state.solo else msg("dizzle.player", n=seat + 1)


def colour(group: str) -> Msg | str:
    """A colour of a sheet: translated if it is a known one, else as the sheet has it."""
    return msg(COLOUR + group) if group in COLOURS else group


def out(state: State, seat: int) -> News:
    return News(msg("dizzle.news.out", who=who(state, seat)), "calm")


def last_chance(state: State, seat: int) -> News:
    return News(msg("dizzle.news.last", who=who(state, seat)), "calm")


def jump(state: State) -> News:
    return News(msg("dizzle.news.jump", who=who(state, state.current)), "calm")


def no_penalty() -> News:
    return News(msg("dizzle.news.no_penalty"), "calm")


def penalty() -> News:
    return News(msg("dizzle.penalty"), "bad")


def no_dice() -> News:
    return News(msg("dizzle.news.no_dice"), "calm")


def placed(state: State, kind: str) -> tuple[News, ...]:
    """What a die on a special brings only later (L13, L14)."""
    told = {"key": "dizzle.news.key_soon", "bomb": "" if state.solo else "dizzle.news.bomb_soon"}.get(kind)
    return (News(msg(told), "calm"),) if told else ()


def bomb(state: State, seat: int, n: int) -> News:
    lost = n * state.board.sheet.bomb_exploded
    return News(msg("dizzle.news.bomb", who=who(state, seat), points=lost), "bad")


def flag(state: State, seat: int, group: str, points: int) -> News:
    mood: Mood = "good" if points else "calm"
    if len(state.taken) == 1:
        return News(msg("dizzle.news.flag", who=who(state, seat), points=points), mood)
    told = msg("dizzle.news.flag_of", who=who(state, seat), colour=colour(group), points=points)
    return News(told, mood)


def key(state: State, seat: int) -> News:
    return News(msg("dizzle.news.key", who=who(state, seat)), "good")


def no_planet(state: State, seat: int) -> News:
    return News(msg("dizzle.news.no_planet", who=who(state, seat)), "calm")


def removed(values: Iterable[int]) -> News:
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
    early = tuple(News(msg("dizzle.news.full", who=who(state, seat)), "calm") for seat in full)
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
