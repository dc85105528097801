"""What the last command of a game of diZe brought, as news, with the rules that surprise."""

from __future__ import annotations

from companion.game import News, msg
from companion.games.dize.state import State
from companion.games.dize.zones import INFECTING_ONES


def news(state: State) -> tuple[News, ...]:
    """The news, weightiest first."""
    match state.event:
        case "infection":
            return infection_news(state.event_dice)
        case "attack":
            return attack_news(state)
        case "stop":
            return stop_news(state)
        case "bite":
            return bite_news(state)
        case "give up":
            return (News(msg("dize.news.gave_up", points=state.score), "bad"),)
    return ()


def infection_news(ones: int) -> tuple[News, ...]:
    """Whether it infects, and the rules that surprise: three 1s (Z2), one die (Z3), at once (Z7)."""
    if ones < INFECTING_ONES:
        return (News(msg("dize.news.few_ones" if ones else "dize.news.clean"), "calm"),)
    first = (News(msg("dize.news.infected"), "bad"),)
    return (*first, News(msg("dize.news.one_only"), "calm"), News(msg("dize.news.counts_now"), "calm"))


def attack_news(state: State) -> tuple[News, ...]:
    """How it went; a tie fails (Z9), one zombie whatever the margin (Z12), the captured go free (Z16)."""
    fight = state.fight
    assert fight is not None
    if fight.works:
        first = (News(msg("dize.news.works", even=fight.even, odd=fight.odd), "good"),)
        wide_margin = fight.even - fight.odd > 2
        return (*first, News(msg("dize.news.one_zombie"), "calm")) if wide_margin else first
    if fight.even == fight.odd:
        first = (News(msg("dize.news.tie", n=fight.odd), "bad"),)
    else:
        first = (News(msg("dize.news.fails", even=fight.even, odd=fight.odd), "bad"),)
    return (*first, News(msg("dize.news.free", n=state.event_dice), "calm")) if state.event_dice else first


def stop_news(state: State) -> tuple[News, ...]:
    """How many were executed, and that those who once were human count as well (Z20)."""
    if state.result:
        return (News(msg("dize.news.won", points=state.score), "win"),)
    first = (News(msg("dize.news.stopped", n=state.event_dice), "good"),)
    former_humans = state.zones.executed > state.start
    return (*first, News(msg("dize.news.bitten_count"), "calm")) if former_humans else first


def bite_news(state: State) -> tuple[News, ...]:
    if state.result:
        return (News(msg("dize.news.lost", points=state.score), "bad"),)
    if not state.event_dice:
        return (News(msg("dize.news.safe"), "calm"),)
    return (News(msg("dize.news.bitten", n=state.event_dice), "bad"),)
