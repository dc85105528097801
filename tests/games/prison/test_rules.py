"""The rules of 25 to Dice, one by one: a test is named after the rule it holds.

The scored sheets have tests of their own (`test_25_to_dice_points.py`), as have hands.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.dice import DieSpec
from companion.game import Ask, IllegalCommand, Over, msg
from companion.games.prison.guards import answer
from companion.games.prison.moves import Escape
from companion.games.prison.rules import GAME
from tests.games.prison.prisons import (
    DONE,
    asked,
    at,
    cells,
    commands,
    escape,
    fresh,
    guards,
    match,
    move,
    moving,
    news,
    offers,
    play,
    prison,
    refused,
    roll,
    statuses,
    substitute,
)
from tests.sheets.formats import SHEETS


def test_e1_a_match_begins_as_the_sheet_says() -> None:
    state = fresh()
    (sheet,) = state.prisons
    assert sheet.sheet == SHEETS.shipped("25-to-dice")
    assert (sheet.sheet.rows, sheet.sheet.columns) == (8, 6)
    assert at(state) == ("11", "86")
    assert (statuses(state), sheet.owned, state.round) == ("cccccc", 6, 1)


def test_e1_a_sheet_of_ones_own_is_played_from_its_text() -> None:
    text = SHEETS.text_of("25-to-dice").replace("rounds = 15", "rounds = 3")
    assert fresh(sheet=text).sheet.rounds == 3


def test_e1_a_sheet_that_cannot_be_played_is_refused_with_the_reason() -> None:
    broken = SHEETS.text_of("25-to-dice").replace("A = 1", "A = 9")
    with pytest.raises(IllegalCommand) as refusal:
        fresh(sheet=broken)
    assert refusal.value.reason.key == "25-to-dice.refused.sheet"
    assert "cells.A" in str(refusal.value.reason.args["why"])


def test_e1_a_sheet_of_another_game_is_refused() -> None:
    with pytest.raises(IllegalCommand) as refusal:
        fresh(sheet=SHEETS.text_of("dizzle-level-1"))
    assert refusal.value.reason == msg("25-to-dice.refused.not_a_prison")


def test_e2_guards_then_inmates_and_the_guards_move_in_round_one_already() -> None:
    state = fresh()
    assert state.phase == "guards"
    need = asked(state).need
    assert need is not None
    assert need.throw == (DieSpec("d6", "green"), DieSpec("d6", "blue"))
    state = play(state, guards("51"))
    assert (at(state), state.phase) == (("14", "75"), "throw")
    state = play(state, roll("123456"))
    assert state.phase == "inmates"
    state = play(state, DONE)
    assert (state.phase, state.round) == ("guards", 2)
    assert news(state) == [("round", "calm")]


def test_e2_dice_of_one_colour_are_thrown_one_after_the_other_green_first() -> None:
    state = fresh(dice="one")
    green = asked(state)
    assert green.need is not None
    assert green.need.throw == (DieSpec("d6"),)
    assert green.text == msg("25-to-dice.throw.guard", guard=msg("25-to-dice.guard.green"))
    state = play(state, roll("5"))
    assert at(state) == ("14", "86")
    assert asked(state).text == msg("25-to-dice.throw.guard", guard=msg("25-to-dice.guard.blue"))
    state = play(state, roll("1"))
    assert (at(state), state.phase) == (("14", "75"), "throw")
    assert asked(play(state, roll("123456"), DONE)).text.args == {"guard": msg("25-to-dice.guard.green")}


def test_e2_as_many_dice_are_thrown_as_are_owned() -> None:
    state = match(prison(owned=5), stage="throw")
    need = asked(state).need
    assert need is not None
    assert need.throw == (DieSpec("d6"),) * 5
    assert refused(state, roll("123456")) == msg("table.refused.count", need=5, got=6)


def test_e3_one_die_is_one_step_to_a_square_beside_with_its_number() -> None:
    state = moving("45612", {"A": "41"})
    assert play(state, move("A", 4, "42")).prisons[0].inmate("A").trail == cells("41 42")
    assert refused(state, move("A", 5, "42")).key == "table.refused.not_offered"
    assert refused(state, move("A", 1, "24")).key == "table.refused.not_offered"
    assert refused(state, move("A", 6, "41")).key == "table.refused.not_offered"


def test_e3_any_inmates_may_share_the_dice() -> None:
    state = play(moving("456"), move("B", 4, "42"), move("A", 6, "41"), move("C", 5, "43"))
    assert statuses(state) == "gggccc"
    assert state.prisons[0].dice == ()


def test_e4_an_inmate_enters_by_the_square_above_its_cell_and_that_is_a_step() -> None:
    state = moving("64")
    assert statuses(play(state, move("A", 6, "41"))) == "gccccc"
    assert refused(state, move("A", 4, "42")).key == "table.refused.not_offered"


def test_e5_equal_dice_move_so_many_squares_and_only_the_last_must_match() -> None:
    state = moving("4441")
    after = play(state, move("A", 4, "41 31 21"))
    assert after.prisons[0].dice == (1,)
    assert after.prisons[0].inmate("A").trail == cells("41 31 21")
    assert refused(state, move("A", 4, "41 31")).key == "table.refused.not_offered"


def test_e5_a_set_may_be_split_or_used_in_part() -> None:
    state = play(moving("4444", {"A": "31"}), move("A", 4, "21"), move("B", 4, "42"))
    assert state.prisons[0].dice == (4, 4)
    pair = play(moving("444", {"C": "44"}), move("C", 4, "43 42"))
    assert pair.prisons[0].dice == (4,)


def test_e5_unequal_dice_are_no_set() -> None:
    assert refused(moving("62"), move("A", 2, "41 31")).key == "table.refused.not_offered"
    assert offers(moving("62"), "6", "2")[0].blocked == msg("25-to-dice.blocked.unequal")


def test_e6_every_square_of_the_way_is_free_of_inmates_and_guards() -> None:
    state = moving("332", {"A": "41", "B": "42"}, ("31", "46"))
    for blocked in (move("A", 3, "42 32"), move("A", 2, "31"), move("A", 3, "31 32")):
        assert refused(state, blocked).key == "table.refused.not_offered"


def test_e6_trails_do_not_block() -> None:
    state = play(moving("4", {"A": "41", "B": "42 32"}), move("A", 4, "42"))
    assert state.prisons[0].inmate("A").trail == cells("41 42")


def test_e7_an_own_trail_may_be_walked_again_but_not_within_one_set() -> None:
    state = play(moving("64", {"A": "41"}), move("A", 4, "42"), move("A", 6, "41"))
    assert state.prisons[0].inmate("A").trail == cells("41 42 41")
    circle = moving("4444", {"A": "42"})
    assert refused(circle, move("A", 4, "41 31 32 42")).key == "table.refused.not_offered"
    twice = moving("4444", {"C": "43"})
    assert refused(twice, move("C", 4, "42 32 42")).key == "table.refused.not_offered"
    assert refused(twice, move("C", 4, "33 32 33 32")).key == "table.refused.not_offered"


def test_e8_nobody_returns_to_a_cell_and_dice_may_stay_unused() -> None:
    assert refused(moving("6", {"A": "41"}), move("A", 6, "51")).key == "table.refused.not_offered"
    state = play(moving("111"), DONE)
    assert (state.phase, state.round, state.prisons[0].dice) == ("guards", 2, ())


def test_e9_an_escape_takes_one_die_whose_value_is_on_no_exit_yet() -> None:
    state = moving("52", {"C": "23 13"})
    after = play(state, escape("C", 5, 3))
    assert statuses(after) == "ccecc" + "c"
    assert (after.prisons[0].exit_of[3], after.prisons[0].dice) == (5, (2,))
    assert after.prisons[0].inmate("C").trail == ()
    used = moving("5", {"C": "23 13"}, exits=(0, 0, 0, 0, 0, 5))
    assert refused(used, escape("C", 5, 3)).key == "table.refused.not_offered"
    assert offers(used, "5")[0].blocked == msg("25-to-dice.blocked.value", die=5)


def test_e9_each_exit_is_used_once_and_from_right_below() -> None:
    used = moving("5", {"C": "23 13"}, exits=(0, 0, 2, 0, 0, 0))
    assert refused(used, escape("C", 5, 3)).key == "table.refused.not_offered"
    assert refused(moving("5", {"C": "13"}), escape("C", 5, 4)).key == "table.refused.not_offered"
    assert refused(moving("5", {"C": "23"}), escape("C", 5, 3)).key == "table.refused.not_offered"


def test_e9_a_set_cannot_run_on_into_an_exit_but_a_set_and_then_a_die_may() -> None:
    state = moving("332", {"C": "33"})
    assert refused(state, move("C", 3, "23 13 03")).key == "table.refused.not_offered"
    assert statuses(play(state, move("C", 3, "23 13"), escape("C", 2, 3))) == "ccecc" + "c"


def test_e9_who_escapes_is_chased_no_more_and_the_page_hears_it() -> None:
    state = play(moving("5", {"C": "23 13"}, ("23 C", "46")), escape("C", 5, 3))
    assert at(state) == ("23", "46")
    assert news(state) == [("escaped", "good")]


def test_e10_the_next_throw_has_a_die_fewer_but_this_one_stays_usable() -> None:
    state = play(moving("2256", {"C": "23 13"}), escape("C", 5, 3), move("A", 2, "41 31"))
    assert (state.prisons[0].owned, state.prisons[0].dice) == (5, (6,))


def test_e11_the_next_square_ahead_counts_not_the_own() -> None:
    assert at(play(match(prison(guards=("11", "46"))), guards("12"))) == ("24", "12")


def test_e11_a_guard_stays_when_no_square_shows_its_die() -> None:
    gone = tuple((square, 2) for square in cells("11 24 33 45"))
    state = play(match(prison(guards=("11", "46"), changed=gone)), guards("14"))
    assert at(state) == ("11", "36")
    assert news(state) == [("stays", "calm")]


def test_e11_the_loop_is_closed_so_the_own_square_is_the_last_ahead() -> None:
    gone = tuple((square, 2) for square in cells("24 33 45"))
    assert at(play(match(prison(guards=("11", "46"), changed=gone)), guards("14")))[0] == "11"


def test_e12_a_guard_that_crosses_a_trail_stops_and_chases() -> None:
    state = play(match(prison({"A": "41 31 21"}, ("43", "16"))), guards("25"))
    assert (at(state), state.phase) == (("41 A", "15"), "throw")
    assert news(state) == [("chases", "calm")]
    short = play(match(prison({"A": "41 31 21"}, ("43", "16"))), guards("45"))
    assert at(short) == ("42", "15")


def test_e13_a_guard_stands_on_the_latest_visit_of_its_square() -> None:
    state = match(prison({"A": "32 31 21 22 32 42"}, ("32 A", "16")))
    assert statuses(play(state, guards("65")))[0] == "x"


def test_e14_a_chase_goes_to_the_nearest_square_ahead_with_the_number() -> None:
    state = match(prison({"A": "41 31 32 33 34 24 25 15"}, ("41 A", "46")))
    assert at(play(state, guards("24")))[0] == "31 A"
    state = match(prison({"A": "41 31 21 22"}, ("41 A", "16")))
    assert at(play(state, guards("45")))[0] == "21 A"


def test_e14_else_one_square_and_the_inmates_own_square_is_a_target() -> None:
    state = match(prison({"A": "41 31 21 22"}, ("41 A", "16")))
    assert at(play(state, guards("65")))[0] == "31 A"
    caught = play(state, guards("55"))
    assert (at(caught)[0], statuses(caught)[0]) == ("22", "x")


def test_e15_only_the_first_guard_chases_the_other_walks_over_the_trail() -> None:
    state = match(prison({"A": "41 31 21 11 12 13"}, ("31 A", "12")))
    assert at(play(state, guards("65"))) == ("21 A", "22")


def test_e16_but_whoever_meets_the_inmate_itself_catches_it() -> None:
    state = play(match(prison({"A": "41 31 21 22"}, ("31 A", "12"))), guards("66"))
    assert (at(state), statuses(state)[0]) == (("21", "22"), "x")


TWO = {"A": "41 42 32", "B": "42 41 31"}


def test_e17_several_free_trails_are_decided_by_a_die() -> None:
    state = play(match(prison(TWO, ("43", "16"))), guards("65"))
    assert (state.phase, at(state)) == ("pick", ("42", "16"))
    assert news(state) == [("trails", "calm")]
    ask = asked(state)
    assert ask.need is not None
    assert (ask.need.throw, ask.text) == (
        (DieSpec("d6"),),
        msg("25-to-dice.throw.pick", odds="1–3 A, 4–6 B"),
    )
    assert at(play(state, roll("3"))) == ("42 A", "15")
    assert at(play(state, roll("4"))) == ("42 B", "15")


@pytest.mark.parametrize(
    ("n", "picked"),
    [(2, "AAABBB"), (3, "AABBCC"), (4, "ABCD--"), (5, "ABCDE-"), (6, "ABCDEF")],
)
def test_e17_the_values_are_shared_evenly_or_thrown_again(n: int, picked: str) -> None:
    assert "".join(answer(tuple("ABCDEF"[:n]), die) or "-" for die in range(1, 7)) == picked


def test_e17_a_die_that_decides_nothing_is_thrown_again() -> None:
    four = {"A": "42 32 31", "B": "42 32 22 21", "C": "42 32 22 23", "D": "42 32 33"}
    state = play(match(prison(four, ("43", "16"))), guards("45"), roll("6"))
    assert state.phase == "pick"
    assert news(state) == [("again", "calm")]
    assert asked(state).text.args == {"odds": "1 A, 2 B, 3 C, 4 D"}
    assert at(play(state, roll("3"))) == ("42 C", "15")


def test_e17_one_free_trail_needs_no_die() -> None:
    state = play(match(prison(TWO, ("43", "31 B"))), guards("63"))
    assert state.phase == "throw"


def test_e18_a_capture_stops_the_guard_and_costs_no_die() -> None:
    for die in "61":  # the square itself, and beyond
        state = play(match(prison({"A": "41"}, ("43", "16"))), guards(f"{die}5"))
        assert (at(state)[0], statuses(state)) == ("41", "xccccc")
        assert (state.prisons[0].owned, state.prisons[0].inmate("A").trail) == (6, ())
        assert news(state) == [("caught", "bad")]


def test_e19_a_chasing_guard_that_meets_another_inmate_still_chases_its_own() -> None:
    state = match(prison({"A": "41 31 32 22 21", "B": "42 32"}, ("41 A", "16")))
    after = play(state, guards("55"))
    assert (at(after)[0], statuses(after)) == ("32 A", "gxcccc")


def test_e20_a_trail_underfoot_is_chased_before_anything_else() -> None:
    state = match(prison({"A": "41 42 32 33"}, ("42", "16")))
    assert at(play(state, guards("35")))[0] == "32 A"


def test_e20_after_a_capture_a_guard_patrols_on_from_its_square() -> None:
    assert at(play(match(prison(guards=("41", "16"))), guards("45")))[0] == "21"


def test_e20_several_trails_underfoot_ask_before_the_guard_moves() -> None:
    state = play(match(prison(TWO, ("42", "16"))), guards("65"))
    assert (state.phase, at(state)) == ("pick", ("42", "16"))
    caught = play(state, roll("1"))
    assert (at(caught), statuses(caught)) == (("32", "15"), "xgcccc")


def test_e21_guards_may_share_a_square() -> None:
    assert at(play(match(prison(guards=("16", "16"))), guards("35"))) == ("26", "15")
    assert at(play(match(prison(guards=("15", "26"))), guards("66"))) == ("16", "16")


def test_e22_the_capture_comes_before_a_trail_on_the_same_square() -> None:
    state = match(prison({"A": "41 42 43", "B": "43 42"}, ("44", "16")))
    after = play(state, guards("45"))
    assert (at(after)[0], statuses(after)) == ("43", "xgcccc")
    assert at(play(replace(after, stage="guards"), guards("64")))[0] == "42"


def test_e23_each_escape_may_change_the_number_of_any_square_once() -> None:
    state = moving("55", {"C": "23 13", "A": "31"})
    after = play(state, escape("C", 5, 3), substitute("21", 3))
    assert after.prisons[0].numbers[2, 1] == 5
    assert news(after) == [("substituted", "calm")]
    assert play(after, move("A", 5, "21")).prisons[0].dice == ()
    assert refused(after, substitute("22", 3)).key == "table.refused.not_offered"
    assert refused(state, substitute("21", 3)).key == "table.refused.not_offered"


def test_e23_occupied_and_changed_squares_may_change_too() -> None:
    spare = {"exits": (1, 0, 5, 0, 0, 0), "owned": 4}
    state = play(moving("6", {"A": "31"}, **spare), substitute("31", 3), substitute("31", 1))
    assert state.prisons[0].numbers[3, 1] == 1
    assert GAME.view(state, None).changed == ((3, 1),)


def test_e23_guards_use_the_new_number_and_a_spent_one_still_blocks_its_value() -> None:
    assert at(play(match(prison(guards=("11", "46"), changed=(((1, 2), 6),))), guards("63")))[0] == "12"
    state = moving("5", {"C": "23 13"}, exits=(0, 0, 0, 0, 0, 5), spent=frozenset({6}))
    assert refused(state, escape("C", 5, 3)).key == "table.refused.not_offered"


def test_e24_the_third_capture_loses_at_once_even_before_blue_moves() -> None:
    state = match(prison({"A": "captured", "B": "captured", "C": "43"}, ("45", "16")))
    after = play(state, guards("55"))
    assert at(after)[1] == "16"
    assert GAME.ask(after) == Over(((0,),), msg("25-to-dice.over.lost", n=3))
    assert news(after)[0] == ("lost", "bad")


def test_e24_the_fourth_escape_wins_at_once() -> None:
    gone = dict.fromkeys("ABD", "escaped")
    state = moving("61", {**gone, "C": "23 13"}, exits=(1, 2, 0, 4, 0, 0), owned=3)
    after = play(state, escape("C", 6, 3))
    assert GAME.ask(after) == Over(((0,),), msg("25-to-dice.over.won", n=4))
    assert news(after) == [("won", "win"), ("escaped", "good")]
    assert len(GAME.score(after, 0)) == sum(line.points for line in GAME.score(after, 0)) == 4


def test_e24_when_no_inmate_is_left_there_is_nothing_to_wait_for() -> None:
    sheet = replace(prison().sheet, escapes_to_win=6, captures_to_lose=6)
    gone = dict.fromkeys("ABCDE", "captured")
    state = match(replace(prison({**gone, "F": "43"}, ("45", "16")), sheet=sheet))
    assert isinstance(GAME.ask(play(state, guards("55"))), Over)


def test_e24_with_nobody_left_the_reason_is_who_was_captured_not_that_time_is_up() -> None:
    sheet = replace(prison().sheet, captures_to_lose=5)
    out = {"A": "escaped", "B": "escaped", "C": "captured", "D": "captured", "E": "captured", "F": "43"}
    after = play(match(replace(prison(out, ("45", "16")), sheet=sheet)), guards("55"))
    assert GAME.ask(after) == Over(((0,),), msg("25-to-dice.over.lost", n=4))
    assert news(after)[0] == ("lost", "bad")


def test_e9_on_a_top_square_without_an_exit_nobody_escapes() -> None:
    sheet = replace(prison().sheet, exits=(1, 2, 3, 4, 5))
    walled = replace(prison({"F": "26 16"}, ("41", "46"), throw=(6, 6)), sheet=sheet, exits=(0,) * 5)
    state = match(walled, stage="inmates")
    assert not [deed for deed in commands(state) if isinstance(deed, Escape)]
    assert not [deed for deed in commands(state, "F", "6") if isinstance(deed, Escape)]
    assert refused(state, escape("F", 6, 6)).key == "table.refused.not_offered"
    below = replace(walled, inmates=prison({"E": "25 15"}).inmates)
    assert escape("E", 6, 5) in commands(match(below, stage="inmates")), "beside it there is one"


def test_e25_round_fifteen_is_played_fully() -> None:
    state = match(prison(), round=15)
    state = play(state, guards("11"), roll("123456"))
    assert isinstance(GAME.ask(state), Ask)
    late = play(state, DONE)
    assert GAME.ask(late) == Over(((0,),), msg("25-to-dice.over.late", n=15))
    assert news(late) == [("late", "bad")]


def test_e25_a_win_in_round_fifteen_is_a_win() -> None:
    gone = dict.fromkeys("ABD", "escaped")
    state = moving("6", {**gone, "C": "23 13"}, exits=(1, 2, 0, 4, 0, 0), owned=3)
    after = play(replace(state, round=15), escape("C", 6, 3))
    assert after.prisons[0].result == "won"


def test_e26_the_last_word_goes_round_and_everybody_wins_or_loses_together() -> None:
    state = fresh(seats=3)
    deciders = []
    for _ in range(4):
        deciders.append(GAME.view(state, None).decider)
        state = play(state, guards("11"), roll("123456"))
        assert {offer.seat for offer in offers(state)} == {deciders[-1]}
        state = play(state, DONE)
    assert deciders == [0, 1, 2, 0]
    assert news(state) == [("decides", "calm")]
    assert [one.seat for one in GAME.news(state)] == [state.seat]
    lost = match(prison({"A": "captured", "B": "captured", "C": "43"}, ("45", "16")), seats=3)
    over = GAME.ask(play(lost, guards("55")))
    assert isinstance(over, Over)
    assert over.places == ((0, 1, 2),)


def test_every_rule_has_a_test_named_after_it() -> None:
    sources = [path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py")]
    named = {int(n) for source in sources for n in re.findall(r"def test_e(\d+)_", source)}
    assert named == set(range(1, 40)) - {32}  # the book has no E32
