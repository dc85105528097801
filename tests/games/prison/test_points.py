"""25 to Dice for points: one sheet each, shared guard dice, what escapes and captures score, who wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game import Ask, News, Over, msg
from companion.games.prison.rules import GAME
from companion.games.prison.scoring import Tally, rank_seats, tally
from tests.games.prison.prisons import (
    DONE,
    asked,
    at,
    cells,
    escape,
    fresh,
    guards,
    match,
    move,
    moving,
    news,
    play,
    points,
    prison,
    roll,
    statuses,
    substitute,
)


def scored(state_cells: str) -> frozenset[tuple[int, int]]:
    return frozenset(cells(state_cells))


def test_e27_a_scored_sheet_goes_on_after_the_fourth_escape_and_the_third_capture() -> None:
    gone = dict.fromkeys("ABD", "escaped")
    exits = (1, 2, 0, 4, 0, 0)
    state = moving("61", {**gone, "C": "23 13"}, exits=exits, owned=3, scoring=True)
    assert play(state, escape("C", 6, 3)).phase == "inmates"
    two = {"A": "captured", "B": "captured", "C": "43"}
    state = play(match(prison(two, ("45", "16"), scoring=True)), guards("55"))
    assert (statuses(state), state.phase, at(state)[1]) == ("xxxccc", "throw", "15")


def test_e27_it_ends_when_each_inmate_has_escaped_or_been_captured() -> None:
    gone = dict.fromkeys("ABDEF", "captured")
    state = play(moving("6", {**gone, "C": "23 13"}, scoring=True), escape("C", 6, 3))
    assert (state.phase, state.prisons[0].result) == ("over", "finished")
    assert news(state) == [("finished", "good"), ("escaped", "good")]


def test_e27_both_guards_move_even_if_green_has_caught_the_last() -> None:
    gone = dict.fromkeys("ABDEF", "captured")
    state = play(match(prison({**gone, "C": "43"}, ("45", "16"), scoring=True)), guards("55"))
    assert (state.phase, at(state)) == ("over", ("43", "15"))


def test_e27_one_throw_of_guard_dice_is_for_all_sheets_still_in_play() -> None:
    ended = prison(dict.fromkeys("ABCDEF", "captured"), scoring=True, result="finished")
    state = match(prison(guards=("11", "46"), scoring=True), ended, prison(guards=("12", "36"), scoring=True))
    state = play(state, guards("63"))
    assert [at(state, seat) for seat in range(3)] == [("16", "26"), ("16", "46"), ("16", "26")]


def test_e27_each_player_throws_own_dice_and_who_is_finished_is_skipped() -> None:
    ended = prison(dict.fromkeys("ABCDEF", "captured"), scoring=True, result="finished")
    state = match(ended, prison(scoring=True), prison(scoring=True, owned=5))
    assert asked(state).seat == 1
    state = play(state, guards("11"))
    assert (asked(state).seat, state.phase) == (1, "throw")
    state = play(state, roll("112233"), DONE)
    need = asked(state).need
    assert need is not None
    assert (asked(state).seat, len(need.throw)) == (2, 5)
    state = play(state, roll("11223"), DONE)
    assert (state.round, state.phase, asked(state).seat) == (2, "guards", 1)


def test_e27_a_sheet_finished_by_its_last_escape_hands_on() -> None:
    gone = dict.fromkeys("ABDEF", "captured")
    first = prison({**gone, "C": "23 13"}, throw=(6,), scoring=True)
    state = match(first, prison(scoring=True), stage="inmates")
    state = play(state, escape("C", 6, 3))
    assert (state.phase, state.seat) == ("throw", 1)
    assert GAME.news(state)[0] == News(msg("25-to-dice.news.escaped", inmate="C", die=6), "good", seat=0)
    assert play(state, roll("123456"), DONE).round == 2


def test_e28_an_escape_scores_its_trail_and_the_exits_value() -> None:
    state = moving("6", {"C": "43 33 23 13"}, scoring=True, scored=scored("33 23"))
    state = play(state, escape("C", 6, 3))
    assert points(state, "C") == 5 + 3 + 6
    assert state.prisons[0].scored == scored("43 33 23 13")


def test_e29_a_square_walked_twice_counts_once() -> None:
    state = moving("6", {"C": "23 24 23 13"}, scoring=True)
    assert points(play(state, escape("C", 6, 3)), "C") == 6 + 1 + 3 + 6


def test_e29_each_square_scores_once_a_sheet_whoever_walked_it() -> None:
    state = moving("56", {"C": "23 13", "D": "23 13 14"}, scoring=True)
    state = play(state, escape("C", 5, 3), escape("D", 6, 4))
    assert (points(state, "C"), points(state, "D")) == (6 + 3 + 5, 4 + 6)


def test_e30_a_chase_costs_the_squares_crossed_and_landed_on() -> None:
    trail = {"A": "41 31 21 22"}
    state = match(prison(trail, ("41 A", "16"), scoring=True, scored=scored("41")))
    state = play(state, guards("45"))
    assert points(state, "A") == -6
    assert state.prisons[0].scored == scored("41 31 21")


def test_e30_what_was_scored_before_costs_nothing() -> None:
    trail = {"A": "41 31 21 22"}
    state = match(prison(trail, ("41 A", "16"), scoring=True, scored=scored("41 31")))
    assert points(play(state, guards("45")), "A") == -4


def test_e31_a_capture_costs_the_whole_trail_not_yet_scored() -> None:
    trail = {"A": "41 31 21 22"}
    state = match(prison(trail, ("23", "16"), scoring=True, scored=scored("31")))
    state = play(state, guards("55"))
    assert statuses(state)[0] == "x"
    assert points(state, "A") == -(6 + 4 + 5)


def test_e33_the_square_where_a_chase_starts_counts_as_crossed() -> None:
    state = match(prison({"A": "41 31 21"}, ("43", "16"), scoring=True))
    state = play(state, guards("25"))
    assert (points(state, "A"), state.prisons[0].scored) == (-6, scored("41"))
    later = replace(state, stage="inmates")
    assert points(play(later, DONE), "A") == -6


def test_e33_underfoot_too() -> None:
    state = match(prison({"A": "41 42 32 33"}, ("42", "16"), scoring=True))
    assert points(play(state, guards("35")), "A") == -(4 + 3)


def test_e34_who_is_on_the_grid_at_the_end_keeps_what_it_has() -> None:
    state = moving("1", {"A": "41 31"}, scoring=True, scored=scored("41"))
    chased = state.prisons[0].with_inmate("A", replace(state.prisons[0].inmate("A"), points=-6))
    after = play(replace(state, prisons=(chased,), round=15), DONE)
    assert isinstance(GAME.ask(after), Over)
    assert (points(after, "A"), after.prisons[0].result) == (-6, "finished")
    assert GAME.score(after, 0)[0].points == -6


def entry(**more: int) -> Tally:
    return Tally(
        **{"escaped": 4, "total": 30, "captured": 0, "best": 20, "substitutions": 0, "squares": 20} | more
    )


def test_e35_most_escapes_win_then_the_higher_total() -> None:
    assert rank_seats([entry(escaped=3, total=90), entry(escaped=4, total=10)]) == ((1,), (0,))
    assert rank_seats([entry(), entry(total=31), entry(escaped=3, total=99)]) == ((1,), (0,), (2,))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"captured": 1}, {"captured": 2}),
        ({"best": 21}, {"best": 20}),
        ({"substitutions": 0}, {"substitutions": 1}),
        ({"squares": 19}, {"squares": 20}),
        ({"captured": 1}, {"captured": 2, "best": 30}),
        ({"best": 21, "substitutions": 3}, {"best": 20}),
        ({"substitutions": 0, "squares": 40}, {"substitutions": 1}),
    ],
)
def test_e36_the_tie_breaks_in_their_order(better: dict[str, int], worse: dict[str, int]) -> None:
    assert rank_seats([entry(**worse), entry(**better)]) == ((1,), (0,))


def test_e37_who_ties_in_everything_shares_the_place() -> None:
    assert rank_seats([entry(), entry(total=3), entry()]) == ((0, 2), (1,))


def test_e38_numbers_count_as_they_are_now() -> None:
    state = moving("6", {"C": "23 13"}, scoring=True, exits=(1, 0, 0, 0, 0, 0), owned=5)
    state = play(state, substitute("23", 1), escape("C", 6, 3))
    assert points(state, "C") == 1 + 3 + 6
    assert tally(state.prisons[0]).substitutions == 1


def test_e39_each_sheet_has_its_own_die_for_its_own_trails() -> None:
    two = {"A": "41 42 32", "B": "42 41 31"}
    asking = prison(two, ("43", "16"), scoring=True)
    state = play(match(asking, prison(guards=("43", "16"), scoring=True), asking), guards("65"))
    assert (state.phase, asked(state).seat) == ("pick", 0)
    state = play(state, roll("1"))
    assert (state.phase, asked(state).seat, at(state, 0)[0]) == ("pick", 2, "42 A")
    state = play(state, roll("6"))
    assert (state.phase, asked(state).seat) == ("throw", 0)
    assert (at(state, 1)[0], at(state, 2)[0]) == ("41", "42 B")


def test_e39_with_dice_of_one_colour_green_questions_come_before_blues_die() -> None:
    asking = prison({"A": "41 42 32", "B": "42 41 31"}, ("43", "16"), scoring=True)
    state = play(match(asking, asking, dice="one"), roll("6"), roll("1"))
    assert (state.phase, asked(state).seat) == ("pick", 1)
    state = play(state, roll("6"))
    assert asked(state).text == msg("25-to-dice.throw.guard", guard=msg("25-to-dice.guard.blue"))
    assert at(play(state, roll("5"))) == ("42 A", "15")


def test_places_follow_the_sheets_and_the_reason_names_the_winners() -> None:
    won = prison({"C": "escaped"}, scoring=True, result="finished")
    lost = prison({"C": "captured"}, scoring=True, result="finished")
    state = match(lost, won, won)
    assert GAME.ask(state) == Over(((1, 2), (0,)), msg("25-to-dice.over.points", n=1, points=0))
    assert GAME.view(state, None).ranking == ((1, 2), (0,))


def test_one_alone_may_play_for_points() -> None:
    state = fresh(mode="points")
    assert isinstance(GAME.ask(state), Ask)
    assert len(state.prisons) == 1
    assert GAME.score(state, 0) == ()


def test_a_viewer_sees_the_own_sheet_on_top_and_all_of_them() -> None:
    state = match(prison(scoring=True), prison({"A": "41"}, scoring=True), stage="inmates", turn=0)
    assert GAME.view(state, None).sheet == 0
    own = GAME.view(state, 1)
    assert (own.sheet, own.inmates["A"].status) == (1, "grid")
    assert [one.inmates["A"].status for one in own.sheets] == ["cell", "grid"]
    assert own.decider is None


def test_a_throw_of_another_sheet_is_not_mine() -> None:
    state = match(prison(scoring=True, throw=(6,)), prison(scoring=True), stage="inmates")
    after = play(state, move("A", 6, "41"), DONE)
    assert after.prisons[0].throw == ()
    assert statuses(after, 1) == "cccccc"
