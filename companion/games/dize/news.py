"""What the last command of a game of diZe brought, as news; the rules that surprise are told with it.

Refuses to know what is asked next.
"""

from __future__ import annotations

from companion.game import News, msg
from companion.games.dize.turn import State
from companion.games.dize.zones import INFECTS


def news(state: State) -> tuple[News, ...]:
    """The news, weightiest first."""
    match state.did:
        case "infection":
            return infection_news(state.many)
        case "attack":
            return attack_news(state)
        case "stopped":
            return stop_news(state)
        case "bite":
            return bite_news(state)
        case "gave up":
            return (News(msg("dize.news.gave_up", points=state.score), "bad"),)
    return ()


def infection_news(ones: int) -> tuple[News, ...]:
    """Whether it infects, and the rules that surprise: three 1s (Z2), one die (Z3), at once (Z7)."""
    if ones < INFECTS:
        return (News(msg("dize.news.few_ones" if ones else "dize.news.clean"), "calm"),)
    told = (News(msg("dize.news.infected"), "bad"),)
    return (*told, News(msg("dize.news.one_only"), "calm"), News(msg("dize.news.counts_now"), "calm"))


def attack_news(state: State) -> tuple[News, ...]:
    """How it went; a tie fails (Z9), one zombie whatever the margin (Z12), the captured go free (Z16)."""
    fight = state.fight
    assert fight is not None
    if fight.works:
        told = (News(msg("dize.news.works", even=fight.even, odd=fight.odd), "good"),)
        wide = fight.even - fight.odd > 2
        return (*told, News(msg("dize.news.one_zombie"), "calm")) if wide else told
    if fight.even == fight.odd:
        told = (News(msg("dize.news.tie", n=fight.odd), "bad"),)
    else:
        told = (News(msg("dize.news.fails", even=fight.even, odd=fight.odd), "bad"),)
    return (*told, News(msg("dize.news.free", n=state.many), "calm")) if state.many else told


def stop_news(state: State) -> tuple[News, ...]:
    """How many were executed, and that those who once were human count as well (Z20)."""
    if state.result:
        return (News(msg("dize.news.won", points=state.score), "win"),)
    told = (News(msg("dize.news.stopped", n=state.many), "good"),)
    strange = state.zones.executed > state.start
    return (*told, News(msg("dize.news.bitten_count"), "calm")) if strange else told


def bite_news(state: State) -> tuple[News, ...]:
    if state.result:
        return (News(msg("dize.news.lost", points=state.score), "bad"),)
    if not state.many:
        return (News(msg("dize.news.safe"), "calm"),)
    return (News(msg("dize.news.bitten", n=state.many), "bad"),)
