"""What Dizzle asks and how hands answer it: dice by their places in the roll, keys, letters, sheets."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import IllegalCommand, Item
from companion.games.dizzle.asks import letter
from companion.games.dizzle.news import colour
from companion.games.dizzle.rules import GAME, LEVELS
from companion.games.dizzle.state import EXTRA, POOL, Drop, GiveBack, Planet, Reroll, State, Take
from companion.laws.random_play import playout
from companion.table.log.codec import decode, encode
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
from tests.sheets.formats import SHEETS

KEYS = {"drop": "no: a die fits", "reroll": "no: a die fits"}
LINE = 46


def test_with_an_empty_hand_all_placements_are_offered_with_letters_in_reading_order() -> None:
    state = amid([2, 1, 6, 4])
    assert offered(state) == {
        "pick": [Take(2, (1, 2)), Take(1, (2, 1)), Take(2, (4, 6)), Take(4, (5, 5))],
    }
    texts = [said(offer.text) for offer in asked(state).offers if not offer.blocked]
    assert texts == ["A: 2", "B: 1", "C: 2", "D: 4"]
    assert blocked(state) == KEYS
    assert said(asked(state).text) == "Take a 1, a 2 or a 4"


def test_a_die_in_the_hand_leaves_its_own_cells_under_the_same_letters() -> None:
    state = amid([2, 1, 6, 4])
    assert offered(state, "2") == {"pick": [Take(2, (1, 2)), Take(2, (4, 6))]}
    assert [said(offer.text) for offer in asked(state, "2").offers if not offer.blocked] == ["A: 2", "C: 2"]
    assert said(asked(state, "2").text) == "Put the 2 on A or C"


def test_what_can_be_done_in_one_way_only_is_done_by_the_main_key() -> None:
    state = amid([2, 1, 6, 4])
    (offer, *_) = asked(state, "4").offers
    assert (offer.button, offer.commands) == ("main", (Take(4, (5, 5)),))
    assert (said(offer.text), said(offer.note)) == ("PLACE", "D: 4")
    assert said(asked(state, "4").text) == "Put the 4 on D"
    assert offered(amid([4, 6])) == {"main": [Take(4, (5, 5))]}


def test_a_die_that_fits_nowhere_is_blocked_with_the_reason() -> None:
    state = amid([2, 1, 6, 4])
    assert said(asked(state, "6").text) == "The 6 fits on no cell"
    assert blocked(state, "6") == KEYS | {"take": "The 6 fits on no cell"}
    assert not offered(state, "6")


def test_a_die_that_is_not_in_the_pool_can_do_nothing() -> None:
    assert blocked(amid([2, 1]), "5") == KEYS
    assert not offered(amid([2, 1]), "no such item")


def test_when_nothing_fits_a_hand_does_not_matter_as_all_dice_are_taken_up_to_throw() -> None:
    state = amid([6, 6, 5], {0: {"dice": []}})
    assert asked(state).pick is None
    assert offered(state, "6", "6", "5") == {"main": [Drop()], "second": [Reroll()]}
    assert said(asked(state).text) == "Nothing fits: quit or throw 3 dice"
    assert [said(offer.note) for offer in asked(state).offers] == ["out for this turn", "3 dice"]
    risky = amid([6], {0: {"dice": [[2, 1]]}})
    assert said(asked(risky).offers[1].note) == "1 die · or give one back"


def test_what_is_printed_on_a_cell_is_said_under_its_offer() -> None:
    notes = {
        offer.commands[0]: said(offer.note)
        for offer in asked(amid([1, 2, 3, 4, 5], {0: {"crossed": [[1, 2], [4, 1]]}})).offers
    }
    assert notes[Take(1, (2, 1))] == "rocket"
    assert notes[Take(3, (1, 3))] == "bomb"
    assert notes[Take(5, (2, 2))] == "pile: -3"
    assert notes[Take(4, (5, 5))] == ""


def test_places_in_the_roll_are_counted_on_over_re_rolls_and_extra_dice() -> None:
    state = play(before(players=1), throw(6, 6, 4, 2, 6, 6, 6, 6))
    assert asked(state).spent == ()
    state = play(state, Take(4, (5, 5)))
    assert asked(state).spent == (2,)
    state = play(state, throw(2, 6))  # these are places 8 and 9, and remove 3 and 0
    assert state.pool == (1, 4, 5, 6, 7)
    assert asked(state).spent == (0, 2, 3, 8, 9)
    state = play(state, Reroll())
    assert asked(state).spent == tuple(range(10))  # the pool too: it is about to be thrown anew
    state = play(state, throw(3, 5, 5, 5, 5))
    pick = asked(state).pick
    assert pick is not None
    assert pick.pool == (Item("3", 10), *(Item("5", place) for place in range(11, 15)))
    assert asked(state).spent == tuple(range(10))


def test_a_die_given_back_has_its_old_place_in_the_roll() -> None:
    state = play(before(players=1), throw(6, 6, 6, 6, 6, 6, 6, 4), Take(4, (5, 5)), throw(1, 1))
    assert 7 in asked(state).spent
    state = play(state, Reroll(), throw(*[6] * 7), GiveBack((5, 5)))
    assert state.pool == (7, *range(10, 17))
    assert 7 not in asked(state).spent


def test_a_throw_for_a_new_turn_is_not_beside_and_all_old_dice_are_spent() -> None:
    state = play(amid([4]), Take(4, (5, 5)))
    need = asked(state).need
    assert need is not None
    assert not need.beside
    assert len(need.throw) == POOL[2]
    assert asked(state).spent == (0,)


@pytest.mark.parametrize(("n", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA")])
def test_letters_go_on_after_z(n: int, name: str) -> None:
    assert letter(n) == name


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("last_chance", [False, True])
def test_the_longest_invitation_fits_the_line(language: str, last_chance: bool) -> None:
    wide = printed(1, "1 X 2 X 3\n. 6 . 5 .\n. . 4 X .\n", {}, {})
    wide = play(wide, throw(1, 2, 3, 4, 5, 6, 6, 6))
    assert len({number for _, number in wide.legal}) == 6
    text = said(asked(replace(wide, last_chance=last_chance)).text, language)
    assert len(text) <= LINE
    assert all(str(value) in text for value in range(1, 7))


def test_a_die_with_more_cells_than_can_be_listed_is_asked_about_in_general() -> None:
    state = play(printed(1, "1 X 1 X 1\n1 1 1 1 X\n1 X 1 . 1\n", {}, {}), throw(*[1] * 8))
    assert len(state.legal) > 6
    assert said(asked(state, "1").text) == "Choose a cell for the 1"


def test_a_colour_of_a_sheet_that_we_have_no_word_for_is_said_as_it_stands_there() -> None:
    assert colour("teal") == "teal"
    state = printed(
        2,
        "X 1f\n1e 2\n",
        {letter: {"kind": "flag", "group": group} for letter, group in (("f", "teal"), ("e", "red"))},
        {"flag": {"teal": [5], "red": [4]}},
    )
    state = play(state, throw(*[1] * 7), Take(1, (1, 2)), Take(1, (2, 1)), Drop(), Drop())
    assert "seat 0: Flag (teal): 5 points" in told(state)


@pytest.mark.parametrize("command", [Take(3, (1, 2)), Reroll(), Drop(), GiveBack((4, 5)), Planet((1, 1))])
def test_commands_come_back_from_the_log(command: object) -> None:
    assert decode(encode(command), GAME.commands) == command  # type: ignore[arg-type]


def test_the_sheet_is_a_level_of_ours_or_the_text_of_an_own_one() -> None:
    for level in LEVELS:
        assert GAME.start(2, {"sheet": level}).board.sheet == SHEETS.shipped(f"dizzle-{level}")
    text = SHEETS.text_of("dizzle-level-2").replace("Level 2", "Mine")
    assert GAME.start(2, {"sheet": text}).board.sheet.name.startswith("Mine")


def test_a_sheet_that_cannot_be_played_is_refused_with_its_first_problem() -> None:
    broken = SHEETS.text_of("dizzle-level-1").replace('rating_column = "A"', 'rating_column = "Q"')
    with pytest.raises(IllegalCommand) as refusal:
        GAME.start(2, {"sheet": broken})
    assert "rating_column" in said(refusal.value.reason)
    with pytest.raises(IllegalCommand) as refusal:
        GAME.start(2, {"sheet": SHEETS.text_of("25-to-dice")})
    assert said(refusal.value.reason) == "This is no sheet for Dizzle"


def test_the_score_has_a_line_for_each_part_the_sheet_can_bring() -> None:
    parts = {
        level: [said(line.text) for line in GAME.score(GAME.start(2, {"sheet": level}), 0)]
        for level in ("level-1", "level-4")
    }
    assert parts["level-1"] == ["Gems", "Puzzles", "Arrows", "Bombs"]
    assert parts["level-4"] == ["Gems", "Puzzles", "Arrows", "Flags", "Frame", "Bombs", "Piles"]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32), seats=st.sampled_from(sorted(POOL)), level=st.sampled_from(LEVELS))
def test_every_die_thrown_is_in_the_pool_on_a_sheet_or_removed(seed: int, seats: int, level: str) -> None:
    """And so is every place of the roll: in the pool, or spent."""
    removed = 0
    for moment in playout(GAME, GAME.start(seats, {"sheet": level}), Random(seed)):
        state: State = moment.state
        if state.phase == "roll":
            removed = 0
            continue
        if state.phase in ("act", "reroll", "penalty", "extra"):
            on_sheets = sum(len(seat.dice) for seat in state.seats)
            assert len(state.pool) + on_sheets + removed == POOL[seats]
            assert sorted((*state.pool, *state.spent)) == list(range(len(state.roll)))
        if state.phase == "extra":
            after = play(state, *moment.commands)
            gone = len(state.pool) - len(after.pool)
            removed += gone
            if after.pool:  # else the turn is over: by the last die, or as nothing can be placed any more
                assert 0 <= gone <= EXTRA
