"""The rules of Dizzle, one by one: a test is named after the rule it holds.

Most play on `mini-special`, the small sheet of the golden cases:

    X  2g 3b 4  5K 6L       X start  R rocket  P planet  b bomb  d pile  f flag
    1R 5d 6  1  2f .        g, v gems  m puzzle  K, L key and lock, red  k, l blue
    2  3  4k 5  .  *P       frame: rows 1 and 2, columns 3 and 4
    3m 4m 5  .  1  2v       arrows: row 1 to column 4, column 1
    6  1  2l 3  4  X
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.dice import DieSpec
from companion.game import IllegalCommand, Need, Over, Roll, msg
from companion.games.dizzle.rules import GAME
from companion.games.dizzle.scoring import places, points, stars, totals
from companion.games.dizzle.state import POOL, ROUNDS, Drop, GiveBack, Planet, Reroll, State, Take
from companion.laws.random_play import playout
from tests.games.dizzle.moments import (
    amid,
    asked,
    before,
    blocked,
    offered,
    play,
    printed,
    said,
    throw,
    told,
)

FITS = {"drop": "no: a die fits", "reroll": "no: a die fits"}
D6 = DieSpec("d6")


def illegal(state: State, command: Take | GiveBack | Planet | Drop | Reroll | Roll) -> str:
    with pytest.raises(IllegalCommand) as refusal:
        play(state, command)
    return refusal.value.reason.key


@pytest.mark.parametrize("seats", POOL)
def test_l1_the_start_player_rotates_and_there_are_twelve_turns_or_ten_alone(seats: int) -> None:
    state = GAME.start(seats, {"sheet": "level-1"})
    started = []
    for moment in playout(GAME, state, Random(seats)):
        if moment.state.phase == "roll":
            assert moment.ask.need == Need((D6,) * POOL[seats])
            started.append(moment.ask.seat)
        state = moment.state
    turns = ROUNDS[seats] * seats
    assert turns == (10 if seats == 1 else 12)
    assert started == [turn % seats for turn in range(turns)]


def test_l2_a_die_lies_beside_a_cross_planets_among_them_but_not_beside_an_exploded_bomb() -> None:
    state = amid([4, 6], {0: {"exploded": [[1, 3]]}})
    assert not {(1, 4), (2, 3)} & state.seat.targets
    planet = amid([6, 1], {0: {"crossed": [[2, 2]]}}, sheet="dizzle-level-4")
    assert {(1, 2), (2, 1), (2, 3), (3, 2)} <= planet.seat.targets
    assert play(planet, Take(6, (2, 1))).seats[0].cells == {(2, 1)}


def test_l3_only_who_is_closed_in_may_jump_and_is_told_so() -> None:
    """A free cell counts whatever its number; a lock without its key does not."""
    closed = {"crossed": [[1, 4], [2, 5]], "dice": [[1, 5]]}
    state = amid([1, 2, 5], {0: closed, 1: {}}, current=1)
    after = play(state, Take(1, (2, 1)))
    assert after.seat.jump
    assert told(after) == ["seat 0: Closed in: jump to a cross"]
    assert ((1, 2), 2) in after.legal
    open_cell = amid([2], {0: {"crossed": [[2, 5]], "dice": [[1, 5]]}})
    assert not open_cell.seat.jump
    assert open_cell.seat.targets == {(1, 4)}
    assert not open_cell.legal


def test_l4_a_die_given_back_reopens_the_neighbourhood_of_the_dice_that_stay() -> None:
    """The first of two dice is closed in by the second: with that gone, its cell is free beside the first."""
    own = {"crossed": [[1, 4], [2, 3], [2, 5]], "dice": [[2, 4], [3, 4]]}
    state = amid([2, 2], {0: own}, players=1)
    assert state.seat.targets == {(3, 3)}
    back = play(state, Reroll(), throw(2, 2), GiveBack((3, 4)))
    assert back.seat.targets == {(3, 4)}
    other = play(back, Take(5, (3, 4)), throw(6, 6), Reroll(), throw(1, 1), GiveBack((2, 4)))
    assert other.seat.targets == {(2, 4), (3, 3)}


def test_l4_with_no_die_left_the_rule_of_the_first_die_holds_again() -> None:
    state = amid([6], {0: {"dice": [[2, 1]]}}, players=1)
    after = play(state, Reroll(), throw(6), GiveBack((2, 1)))
    assert after.seat.targets == after.seat.paper.frontier


def test_l5_after_a_re_roll_in_vain_any_own_die_goes_back_as_it_is_and_may_split_a_group() -> None:
    seats = {0: {"dice": [[2, 1], [3, 1], [3, 2]]}}
    state = play(amid([6], seats), Reroll(), throw(6))
    assert said(asked(state).text) == "Nothing fits: give a die back"
    assert offered(state) == {"pick": [GiveBack((2, 1)), GiveBack((3, 1)), GiveBack((3, 2))]}
    assert [said(offer.text) for offer in asked(state).offers] == ["A: 1", "B: 2", "C: 3"]
    after = play(state, GiveBack((3, 1)))
    assert after.values == (2, 6)
    assert after.seats[0].cells == {(2, 1), (3, 2)}
    assert after.current == 1
    assert illegal(state, GiveBack((4, 1))) == "table.refused.not_offered"


def test_l5_the_only_own_die_is_given_back_by_the_main_key() -> None:
    state = play(amid([6], {0: {"dice": [[2, 1]]}}), Reroll(), throw(6))
    assert offered(state) == {"main": [GiveBack((2, 1))]}


def test_l6_dice_of_a_player_who_dropped_out_are_crossed_like_all_others() -> None:
    state = amid([1], {0: {"dice": [[1, 2]], "out": True}}, current=1, last_chance=True)
    after = play(state, Take(1, (2, 1)))
    assert after.seats[0].paper.crossed == {(1, 2)}
    assert after.seats[0].dice == ()


def test_l7_a_re_roll_is_of_the_whole_pool_and_only_when_nothing_fits() -> None:
    stuck = amid([6, 6, 5])
    assert offered(stuck) == {"main": [Drop()], "second": [Reroll()]}
    assert asked(play(stuck, Reroll())).need == Need((D6,) * 3, beside=True)
    assert blocked(amid([6, 6, 1])) == FITS


def test_l8_after_a_re_roll_a_die_that_fits_must_be_placed() -> None:
    state = play(amid([6, 6]), Reroll(), throw(1, 6))
    assert state.current == 0
    assert blocked(state) == FITS
    assert offered(state) == {"main": [Take(1, (2, 1))]}


def test_l9_a_re_roll_in_vain_costs_nothing_if_there_is_no_own_die() -> None:
    state = play(amid([6, 6]), Reroll(), throw(6, 6))
    assert (state.current, state.phase, state.seats[0].out) == (1, "act", False)
    assert told(state) == ["seat 0: Nothing fits, nothing to give back"]


def test_l10_the_last_active_player_has_one_more_go_and_is_told_so() -> None:
    state = play(amid([6, 6, 6]), Drop())
    assert told(state) == ["seat 1: Just one more go"]
    assert state.last_chance
    again = play(state, Reroll(), throw(1, 2, 6))
    assert said(asked(again).text) == "Last go: 1 or 2"
    ended = play(again, Take(2, (1, 2)))
    assert (ended.phase, ended.turn) == ("roll", 1)


@pytest.mark.parametrize("own", [[], [[2, 1]]])
def test_l10_a_last_go_in_vain_ends_the_turn_too_after_its_penalty(own: list[list[int]]) -> None:
    state = amid([6], {0: {"dice": own}, 1: {"out": True}}, last_chance=True)
    state = play(state, Reroll(), throw(6), *[GiveBack((2, 1))] * len(own))
    assert (state.phase, state.turn, state.seats[0].paper.crossed) == ("roll", 1, frozenset())


def test_l11_a_harmful_die_must_be_taken() -> None:
    pile = amid([5], {0: {"crossed": [[1, 2]]}})
    assert blocked(pile) == FITS
    assert offered(pile) == {"main": [Take(5, (2, 2))]}
    assert illegal(pile, Drop()) == "dizzle.blocked.fits"


def test_l12_a_player_whom_no_number_could_help_drops_out_at_once() -> None:
    walled = {"exploded": [[1, 2], [2, 1], [4, 6], [5, 5]]}
    state = play(amid([1, 1, 1], {1: walled}, players=3), Take(1, (2, 1)))
    assert state.seats[1].out
    assert state.current == 2
    assert told(state) == ["seat 1: No square left: out"]
    alone = play(amid([1, 1, 1], {1: walled}), Take(1, (2, 1)))
    assert (alone.current, alone.last_chance) == (0, True)
    nobody = play(before({0: walled, 1: walled}), throw(1, 2, 3, 4, 5, 6, 6))
    assert (nobody.phase, nobody.turn) == ("roll", 1)
    assert told(nobody) == [
        "seat 0: No square left: out",
        "seat 1: Just one more go",
        "seat 1: No square left: out",
    ]


def test_l12_alone_it_ends_the_turn() -> None:
    walled = {"exploded": [[1, 2], [2, 1], [4, 6], [5, 5]]}
    state = play(before({0: walled}, players=1), throw(1, 2, 3, 4, 5, 6, 6, 6))
    assert (state.phase, state.turn) == ("roll", 1)
    assert told(state) == ["seat 0: No square left: out"]


def test_l13_a_key_opens_all_locks_of_its_colour_from_the_turn_after() -> None:
    seat = {"crossed": [[1, 2], [1, 3], [1, 4]]}
    state = play(amid([5, 6, 6], {0: seat, 1: {}}), Take(5, (1, 5)))
    assert told(state)[0] == "seat 0: The key opens from the next turn"
    assert (1, 6) not in state.seats[0].targets
    turn_over = play(state, Drop(), Drop())
    assert told(turn_over)[-1] == "seat 0: The key opens its locks"
    assert (1, 6) in turn_over.seats[0].paper.free
    assert (5, 3) not in turn_over.seats[0].paper.free  # the blue lock has its own key
    assert (1, 6) not in turn_over.seats[1].paper.free  # and every player an own sheet


def test_l13_keys_and_locks_without_colour_are_of_one() -> None:
    legend = {"K": {"kind": "key"}, "L": {"kind": "lock"}}
    state = printed(2, "X 1K 2L 3L\n", legend, {})
    after = play(state, throw(1, 2, 3, 4, 5, 6, 6), Take(1, (1, 2)), Drop())
    assert after.seats[0].paper.free == {(1, 3), (1, 4)}
    assert after.seats[1].paper.free == {(1, 2)}


def test_l14_a_bomb_explodes_for_all_who_have_it_not_crossed() -> None:
    seats = {0: {"crossed": [[1, 2]], "dice": [[1, 3]]}, 1: {"crossed": [[1, 2], [1, 3]]}, 2: {}, 3: {}}
    state = amid([4], seats | {3: {"crossed": [[1, 2]], "dice": [[1, 3]]}}, players=4)
    after = play(state, Take(4, (1, 4)))
    assert [sorted(seat.paper.exploded) for seat in after.seats] == [[], [], [(1, 3)], []]
    assert told(after) == ["No dice left: the turn ends", "seat 2: The bomb explodes! -2"]
    assert GAME.news(after)[-1].mood == "bad"
    assert totals(after)[2] == -2
    assert (1, 3) not in after.seats[2].paper.free


def test_l14_a_bomb_explodes_once_for_each_player() -> None:
    seats = {0: {"crossed": [[1, 2]], "dice": [[1, 3]]}, 1: {"exploded": [[1, 3]]}}
    after = play(amid([4], seats), Take(4, (1, 4)))
    assert totals(after) == (11, -2)
    assert told(after) == ["No dice left: the turn ends"]


def test_l14_who_places_a_die_on_a_bomb_is_told_what_it_will_do() -> None:
    state = amid([3, 1], {0: {"crossed": [[1, 2]]}})
    assert told(play(state, Take(3, (1, 3)))) == ["seat 0: Bomb! It explodes as the turn ends"]


FLAGS = {"f": {"kind": "flag", "group": "red"}, "e": {"kind": "flag", "group": "teal"}}
LISTS = {"flag": {"red": [10, 6], "teal": [8]}}
BANNERS = "X 1f 2f 3\n4 5f 6e 1\n1 2 3 4\n"


def test_l15_players_who_reach_a_flag_in_one_turn_get_the_same_entry_and_strike_one_each() -> None:
    state = printed(3, BANNERS, FLAGS, LISTS)
    state = play(
        state, throw(1, 1, 4, 6, 6, 6, 6, 6, 6, 6), Take(1, (1, 2)), Take(1, (1, 2)), Take(4, (2, 1))
    )
    after = play(state, *[Drop()] * 3)
    assert [dict(seat.flags) for seat in after.seats] == [{"red": 10}, {"red": 10}, {}]
    assert dict(after.taken) == {"red": 2, "teal": 0}
    assert told(after) == ["seat 0: Flag (red): 10 points", "seat 1: Flag (red): 10 points"]
    assert [news.mood for news in GAME.news(after)] == ["good", "good"]


def test_l15_a_second_flag_of_a_colour_scores_nothing_and_a_list_that_is_used_up_is_0() -> None:
    state = printed(2, BANNERS, FLAGS, LISTS)
    first = play(state, throw(1, 3, 6, 6, 6, 6, 6), Take(1, (1, 2)), *[Drop()] * 2)
    second = play(first, throw(4, 2, 4, 4, 4, 4, 4), Take(4, (2, 1)), Take(2, (1, 3)), *[Drop()] * 2)
    assert dict(second.seats[0].flags) == {"red": 10}
    assert dict(second.taken)["red"] == 1
    late = replace(second, taken=(("red", 2), ("teal", 0)))
    third = play(late, throw(5, 5, 3, 3, 3, 3, 3), Take(3, (1, 4)), Take(5, (2, 2)), *[Drop()] * 2)
    assert dict(third.seats[1].flags) == {"red": 0}
    assert told(third) == ["seat 1: Flag (red): 0 points"]
    assert [news.mood for news in GAME.news(third)] == ["calm"], "a list that is used up is nothing to cheer"


def test_l15_alone_a_flag_is_always_the_first_entry() -> None:
    state = amid([1], {0: {"dice": [[2, 5]]}}, players=1, flags_taken={"red": 2})
    assert dict(play(state, Take(1, (2, 4))).seats[0].flags) == {"red": 10}


def test_l16_no_die_lies_on_a_planet_and_a_rocket_without_a_free_one_is_told() -> None:
    state = amid([2], {0: {"crossed": [[3, 6]], "dice": [[2, 1]]}})
    assert (3, 6) not in state.board.numbered
    assert told(play(state, Take(2, (3, 1))))[-1] == "seat 0: Rocket, but no free planet"


def test_l16_a_single_planet_is_chosen_by_the_main_key_of_several_one_is_picked() -> None:
    state = play(amid([2], {0: {"dice": [[2, 1]]}}), Take(2, (3, 1)))
    assert said(asked(state).text) == "Rocket: choose a planet"
    assert offered(state) == {"main": [Planet((3, 6))]}
    after = play(state, Planet((3, 6)))
    assert (4, 6) in after.seats[0].targets


def test_l16_two_rockets_and_one_free_planet_are_one_choice() -> None:
    seat = {"crossed": [[7, 8]], "dice": [[2, 6], [8, 4]]}
    state = play(amid([4], {0: seat}, sheet="dizzle-level-4"), Take(4, (1, 6)))
    assert told(state)[-1] == "seat 0: Rocket, but no free planet"
    assert play(state, Planet((2, 2))).phase == "roll"


def test_l17_crosses_then_bombs_flags_and_rockets_the_start_player_first() -> None:
    seats = {0: {"dice": [[2, 6], [2, 7]]}, 1: {"dice": [[2, 6], [8, 4]]}, 2: {"dice": [[1, 9]]}}
    state = amid([4], seats, sheet="dizzle-level-4", players=3, turn=1, current=0)
    state = play(state, Take(4, (1, 6)))
    assert state.rockets == (1, 1, 0)
    assert told(state)[1:] == [
        "seat 1: The bomb explodes! -2",
        "seat 2: The bomb explodes! -2",
        "seat 2: Flag (black): 8 points",
    ]
    assert offered(state) == {"pick": [Planet((2, 2)), Planet((7, 8))]}
    first = play(state, Planet((7, 8)))
    assert offered(first) == {"main": [Planet((2, 2))]}
    assert first.current == 1
    second = play(first, Planet((2, 2)))
    assert second.current == 0
    after = play(second, Planet((2, 2)))
    assert (after.phase, after.turn, after.current) == ("roll", 2, 2)
    assert after.seats[1].paper.crossed == {(2, 6), (8, 4), (7, 8), (2, 2)}


def test_l18_a_pile_under_a_die_that_went_back_costs_nothing() -> None:
    state = amid([5], {0: {"dice": [[2, 2]]}, 1: {"out": True}}, last_chance=True)
    returned = play(state, Reroll(), throw(5), GiveBack((2, 2)))
    assert points(returned.seats[0], False).piles == 0
    kept = play(amid([5, 5], {0: {"dice": [[2, 2]]}}), Drop(), Drop())
    assert points(kept.seats[0], False).piles == -3


def test_l19_start_cells_count_for_a_line_and_an_exploded_cell_prevents_it() -> None:
    line = [[1, 2], [1, 3], [1, 4]]
    assert points(amid([1], {0: {"crossed": line}}).seats[0], False).arrows == 8
    burnt = {"crossed": [[1, 2], [1, 4], [2, 3], [2, 4]], "exploded": [[1, 3]]}
    scored = points(amid([1], {0: burnt}).seats[0], False)
    assert (scored.arrows, scored.frame) == (0, 0)
    assert points(amid([1], {0: {"crossed": [[4, 1], [4, 2]]}}).seats[0], False).puzzles == 10
    assert points(amid([1], {0: {"crossed": [[4, 1]]}}).seats[0], False).puzzles == 0


def test_l20_points_are_those_of_the_sheet() -> None:
    legend = {"g": {"kind": "gem", "group": "blue"}, "d": {"kind": "pile"}}
    state = printed(1, "X 1g 2d 3\n", legend, {"gem": {"blue": 7}, "pile": -4})
    after = play(
        state, throw(1, 2, 6, 6, 6, 6, 6, 6), Take(1, (1, 2)), throw(6, 6), Take(2, (1, 3)), throw(5, 5)
    )
    after = play(after, Drop())
    assert totals(after) == (3,)
    assert {said(line.text): line.points for line in GAME.score(after, 0)} == {"Gems": 7, "Piles": -4}


def test_l21_of_equal_points_fewer_crosses_win_and_this_is_told() -> None:
    """One gem each, one of them with a planet more: planets count, start cells and exploded ones do not."""
    seats = {0: {"crossed": [[1, 2], [3, 6]]}, 1: {"crossed": [[1, 2]]}}
    state = amid([6, 6], seats, turn=11)
    over = play(state, Drop(), Drop())
    assert GAME.ask(over) == Over(((1,), (0,)), msg("dizzle.over", points=3, turns=12))
    assert told(over)[:2] == ["Won with 3!", "At 3: fewer crosses win"]
    shared = play(amid([6, 6], {0: {"crossed": [[1, 2]]}, 1: {"crossed": [[1, 2]]}}, turn=11), Drop(), Drop())
    assert places(shared) == ((0, 1),)
    assert told(shared)[:1] == ["Shared win with 3!"]


def test_l21_exploded_cells_are_no_crosses() -> None:
    seats = {0: {"crossed": [[1, 2], [4, 6]], "exploded": [[1, 3]]}, 1: {"crossed": [[1, 2], [3, 6]]}}
    state = amid([6, 6], seats)
    assert totals(state) == (3, 3)
    assert places(state) == ((0, 1),)


def test_l22_a_full_sheet_ends_the_match_after_the_turn_and_this_is_told() -> None:
    state = printed(2, "X 1 2\n", {}, {})
    state = play(state, throw(1, 2, 1, 2, 5, 5, 5), Take(1, (1, 2)), Take(1, (1, 2)), Take(2, (1, 3)))
    assert (state.phase, state.current) == ("act", 1)
    over = play(state, Take(2, (1, 3)))
    assert (over.phase, over.turn, over.early) == ("over", 1, True)
    assert told(over)[:3] == [
        "Shared win with 0!",
        "seat 0: Sheet full: the end",
        "seat 1: Sheet full: the end",
    ]


def test_l22_a_sheet_filled_in_the_last_turn_ends_nothing_early() -> None:
    state = replace(printed(2, "X 1\n", {}, {}), turn=11, current=1)
    over = play(state, throw(1, 2, 1, 2, 5, 5, 5), Take(1, (1, 2)), Take(1, (1, 2)))
    assert (over.phase, over.turn, over.early) == ("over", 12, False)
    assert "seat 0: Sheet full: the end" not in told(over)


def test_l22_a_planet_is_a_cell_left_to_cross() -> None:
    paper = amid([1], sheet="dizzle-level-4").seats[0].paper
    assert not paper.cross(paper.board.numbered).full
    assert paper.cross(paper.board.to_cross).full


def test_l23_alone_extra_dice_are_thrown_beside_after_every_placement_and_remove_their_like() -> None:
    state = amid([1, 2, 2, 3, 5, 6], players=1)
    extra = play(state, Take(1, (2, 1)))
    assert asked(extra).need == Need((D6, D6), beside=True)
    assert said(asked(extra).text) == "Throw the 2 extra dice"
    for thrown, left, news in (
        ((2, 6), (2, 3, 5), "The extra dice remove a 2 and a 6"),
        ((2, 2), (3, 5, 6), "The extra dice remove two 2s"),
        ((3, 3), (2, 2, 5, 6), "The extra dice remove a 3"),
        ((1, 4), (2, 2, 3, 5, 6), "The extra dice remove none"),
    ):
        after = play(extra, throw(*thrown))
        assert (after.phase, after.values, told(after)[0]) == ("act", left, news)
    assert set(extra.pool) < set(range(6))


def test_l23_a_failed_re_roll_brings_no_extra_dice_and_a_placement_after_one_does() -> None:
    state = amid([6], players=1)
    failed = play(state, Reroll(), throw(6))
    assert (failed.phase, failed.current) == ("act", 0)
    assert offered(failed) == {"main": [Drop()], "second": [Reroll()]}
    state = play(amid([6, 6], players=1), Reroll(), throw(1, 6), Take(1, (2, 1)))
    assert state.phase == "extra"


def test_l23_alone_one_goes_on_after_giving_a_die_back() -> None:
    state = play(amid([6, 6], {0: {"dice": [[2, 1]]}}, players=1), Reroll(), throw(6, 6), GiveBack((2, 1)))
    assert (state.phase, state.values, state.seats[0].dice) == ("act", (1, 6, 6), ())


def test_l23_extra_dice_that_empty_the_pool_end_the_turn() -> None:
    state = play(amid([4, 2], players=1), Take(4, (5, 5)), throw(2, 5))
    assert (state.phase, state.turn) == ("roll", 1)
    assert told(state) == ["The extra dice remove a 2", "No dice left: the turn ends"]


@pytest.mark.parametrize(("column", "first"), [("A", 31), ("B", 41)])
def test_l24_the_rating_has_seven_steps_and_levels_3_and_4_ask_ten_points_more(
    column: str, first: int
) -> None:
    assert [stars(total, column) for total in (-20, first - 1)] == [1, 1]
    assert [stars(first + 10 * step, column) for step in range(6)] == [2, 3, 4, 5, 6, 7]
    assert [stars(first + 10 * step - 1, column) for step in range(6)] == [1, 2, 3, 4, 5, 6]
    assert stars(200, column) == 7


def test_l24_which_column_counts_is_said_by_the_sheet_and_the_end_says_the_stars() -> None:
    columns = [GAME.start(1, {"sheet": f"level-{n}"}).board.sheet.rating_column for n in (1, 2, 3, 4)]
    assert columns == ["A", "A", "B", "B"]
    over = play(amid([6], players=1, turn=9), Drop())
    ask = GAME.ask(over)
    assert isinstance(ask, Over)
    assert said(ask.reason) == told(over)[0] == "1 star of 7, 0 points"


def test_l25_alone_a_crossed_bomb_is_worth_2_and_explodes_for_nobody() -> None:
    state = play(amid([3], {0: {"crossed": [[1, 2]]}}, players=1), Take(3, (1, 3)))
    assert (totals(state), state.seats[0].paper.exploded) == ((5,), frozenset())
    assert told(state) == ["No dice left: the turn ends"]


def test_l26_an_empty_pool_ends_the_turn_at_once_also_before_the_extra_dice() -> None:
    state = play(amid([4], players=3), Take(4, (5, 5)))
    assert (state.phase, state.turn) == ("roll", 1)
    alone = play(amid([4], players=1), Take(4, (5, 5)))
    assert (alone.phase, alone.turn) == ("roll", 1)


def test_l27_a_go_is_one_die() -> None:
    state = amid([1, 2, 6])
    assert said(asked(state, "1", "2").text) == "Only one die a go"
    assert blocked(state, "1", "2")["take"] == "Only one die a go"
    assert not offered(state, "1", "2")
    assert play(state, Take(1, (2, 1))).current == 1


def test_every_rule_has_a_test_named_after_it() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert {int(n) for n in re.findall(r"def test_l(\d+)_", source)} == set(range(1, 28))
