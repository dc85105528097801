"""How well the bots of Dalek Dice play, with fixed luck and bounds that luck cannot cross."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from statistics import fmean

import pytest

from companion.cli.match_statistics import statistics
from companion.games.dalek_dice.bots import BOTS, aim_of
from companion.games.dalek_dice.commands import Again, Keep, Stop
from companion.games.dalek_dice.odds import Spot, roll_on_value
from companion.games.dalek_dice.rules import GAME
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import Turn, roll
from companion.laws.contest import Contest, play
from tests.games.dalek_dice.test_rules import faces

OPTIONS: dict[str, int | str] = {"target": 60, "dice": "dalek"}
LUCK = Random(0)


def amid(turn: Turn, *totals: int, seat: int = 0) -> State:
    history = tuple((total,) for total in totals)
    return replace(GAME.start(len(totals), OPTIONS), turn=turn, seat=seat, history=history)


@cache
def mean_turn(strength: str, matches: int) -> float:
    """The mean score of a turn, over whole matches of one player to 999 points."""
    contest = Contest(GAME, ((strength, BOTS[strength]),), OPTIONS | {"target": 999})
    scored = [play(contest, f"mean/{n}").state.history[0] for n in range(matches)]
    return fmean(points for history in scored for points in history)


def test_the_strong_bot_scores_what_the_odds_promise() -> None:
    """About 530 turns with a spread of about 10 points each: the mean is within 1 of the truth."""
    assert abs(mean_turn("strong", 8) - roll_on_value(Spot(10, 0, 0, 0, 0))) < 1


def test_the_strong_bot_scores_more_a_turn_than_the_simple_one() -> None:
    assert mean_turn("simple", 8) < mean_turn("strong", 8) - 2


@pytest.mark.no_cover  # plays what the two before have played, only more of it
def test_the_strong_bot_wins_most_matches_from_either_seat() -> None:
    for order in (("simple", "strong"), ("strong", "simple")):
        contest = Contest(GAME, tuple((name, BOTS[name]) for name in order), OPTIONS)
        figures = statistics(contest, [play(contest, f"wins/{n}") for n in range(40)])
        wins = {one.name: one.wins for one in figures.bots}
        assert wins["strong"] > 24 > 16 > wins["simple"]


def test_the_strong_bot_of_the_last_seat_stops_when_that_wins() -> None:
    turn = roll(Turn(faces("D3 D3 Ext"), 7), faces("H4 H2 D3 D2 D2 D2 Ext"))
    assert BOTS["strong"].decide(amid(turn, 40, 55, seat=1), 1, LUCK)[-1] == Stop()
    assert BOTS["strong"].decide(amid(turn, 40, 20, seat=1), 1, LUCK)[-1] == Again()


def test_the_strong_bot_does_not_stop_behind_the_winner_in_the_last_round() -> None:
    turn = replace(Turn(faces("H4 H4 D3 D3 D2 Doc Doc"), 3), phase="decide")
    assert BOTS["strong"].decide(amid(turn, 30, 30, seat=1), 1, LUCK) == (Stop(),)
    assert BOTS["strong"].decide(amid(turn, 70, 61, seat=1), 1, LUCK) == (Again(),)
    assert BOTS["strong"].decide(amid(turn, 68, 61, seat=1), 1, LUCK) == (Stop(),)


def test_the_strong_bot_keeps_what_wins_rather_than_what_scores_most() -> None:
    turn = roll(Turn(faces("H4 H4 D3 D3 D3 Doc Doc"), 3), faces("H4 D3 Ext"))
    assert BOTS["strong"].decide(amid(turn, 70, 54, seat=1), 1, LUCK) == (Keep(("human4", "dalek3")),)


def test_seats_that_still_play_are_thought_to_score_too() -> None:
    assert aim_of(amid(Turn(), 61, 40, 50, seat=1), 1) == 25
    assert aim_of(amid(Turn(), 61, 40, 20, seat=1), 1) == 21
    assert aim_of(amid(Turn(), 20, 40, 20, seat=1), 1) is None


def test_the_simple_bot_is_more_afraid_with_two_doctors() -> None:
    calm, scared = (
        replace(Turn(faces(f"H4 H4 D3 D3 D2 {rest}"), left), phase="decide")
        for rest, left in (("Doc", 4), ("Doc Doc", 3))
    )
    assert BOTS["simple"].decide(amid(calm, 0), 0, LUCK) == (Again(),)
    assert BOTS["simple"].decide(amid(scared, 0), 0, LUCK) == (Stop(),)
