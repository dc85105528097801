"""What is told of Dalek Dice: what a roll kept, how a turn ended, the last round and the win."""

from __future__ import annotations

from companion.game import News, msg
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import ENDING_COUNT, Turn


def match_news(state: State) -> tuple[News, ...]:
    """News of the last command."""
    if state.ended is None:
        return roll_news(state.turn)
    news = end_news(state.ended, (state.seat - 1) % len(state.history))
    best = max(state.totals)
    leaders = [seat for seat, points in enumerate(state.totals) if points == best]
    leader = leaders[0] if len(leaders) == 1 else None
    if state.over:
        return (News(msg("dalek-dice.news.win", points=best, n=len(leaders)), "win", leader), news)
    if best >= state.target:
        return (news, News(msg("dalek-dice.news.last_round", points=best), "calm", leader))
    return (news,)


def roll_news(turn: Turn) -> tuple[News, ...]:
    """What this roll kept by rule, and the rule that surprises: only one of each counts (D2, D4)."""
    news: list[News] = []
    for face in (turn.last[place] for place in turn.forced if turn.phase == "keep"):
        n = turn.count[face]
        key = f"dalek-dice.news.{face}" + (".third" if n >= ENDING_COUNT else "")
        news.append(News(msg(key, n=n), "good" if n >= ENDING_COUNT else "calm"))
        if turn.last.count(face) > 1:
            news.append(News(msg(f"dalek-dice.news.{face}.one"), "calm"))
    return tuple(sorted(news, key=lambda one: one.mood == "calm"))


def end_news(turn: Turn, seat: int) -> News:
    """How the turn of this seat ended, and what it scored."""
    lost = turn.worth == 0
    key = f"dalek-dice.end.{turn.end}".replace(" ", "_")
    few = turn.daleks < turn.humans and turn.end in ("stop", "no dice")
    text = msg("dalek-dice.end.few_daleks" if few else key, points=turn.worth)
    return News(text, "bad" if lost else "good", seat)
