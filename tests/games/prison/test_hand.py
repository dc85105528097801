"""What a hand means in 25 to Dice: dice lifted, an inmate, squares and exits named, and what that offers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game import Command, Roll, msg, step
from companion.games import discover
from companion.games.prison.hand import Done, Spend, sort_hand
from companion.games.prison.match import State
from companion.games.prison.moves import Escape, Move, Substitute, objection
from companion.games.prison.rules import GAME
from companion.games.prison.sheet import INMATES
from companion.laws.random_play import random_options, random_roll
from companion.words import LANGUAGES, Words
from tests.games.prison.prisons import (
    DONE,
    asked,
    cells,
    commands,
    escape,
    fresh,
    guards,
    match,
    move,
    moving,
    offers,
    play,
    prison,
    refused,
    substitute,
)

WORDS = Words(discover().words)
SPARE: dict[str, Any] = {"exits": (0, 0, 5, 0, 0, 0), "owned": 5}


def blocked(state: State, *hand: str) -> str:
    """Why nothing can be done with this hand."""
    (only,) = offers(state, *hand)
    assert only.blocked is not None
    assert only.commands == (Spend(hand),)
    assert asked(state, *hand).text == only.blocked
    assert refused(state, Spend(hand)) == only.blocked
    return only.blocked.key.removeprefix("25-to-dice.blocked.")


def test_with_an_empty_hand_one_sees_what_a_single_die_can_do_and_done() -> None:
    state = moving("6446", {"B": "42"})
    assert commands(state) == {move("A", 6, "41"), move("B", 6, "41"), DONE}
    *others, last = offers(state)
    assert [offer.button for offer in others] == ["pick", "pick"]
    assert (last.commands, last.button) == ((DONE,), "main")
    assert last.note == msg("25-to-dice.note.done", n=4)
    assert asked(state).text == msg("25-to-dice.move", dice="4, 4, 6, 6")


def test_no_offer_is_listed_twice() -> None:
    found = [offer.commands for offer in offers(moving("666666"))]
    assert len(set(found)) == len(found)


def test_an_escape_is_offered_for_each_value_still_to_be_had() -> None:
    state = moving("5526", {"C": "23 13"}, exits=(0, 0, 0, 0, 0, 2), owned=5)
    assert {c for c in commands(state) if isinstance(c, Escape)} == {escape("C", 5, 3), escape("C", 6, 3)}


def test_dice_in_the_hand_leave_what_exactly_they_can_do_together() -> None:
    state = moving("4412", {"A": "31"})
    assert commands(state, "4") == {move("A", 4, "21"), move("B", 4, "42")}
    pair = commands(state, "4", "4")
    assert move("D", 4, "44 34") not in pair
    assert all(isinstance(c, Move) and len(c.path) == 2 and c.die == 4 for c in pair)
    assert all(objection(state.prisons[0], c) is None for c in pair if isinstance(c, Move))
    assert asked(state, "4").text == msg("25-to-dice.choose", n=2)
    assert {offer.note for offer in offers(state, "4")} == {None}
    assert {offer.note for offer in offers(state, "4", "4")} == {msg("25-to-dice.note.set", n=2)}


def test_all_routes_of_a_set_are_listed_even_to_the_same_square() -> None:
    state = moving("666", {"B": "42"}, ("16", "46"))
    ends = [c for c in commands(state, "6", "6", "6", "B") if isinstance(c, Move) and c.path[-1] == (4, 1)]
    assert ends == [move("B", 6, "32 31 41")]
    state = moving("444", {"C": "43"})
    found = [c for c in commands(state, "4", "4", "4", "C") if isinstance(c, Move)]
    to_42 = {c.path for c in found if c.path[-1] == (4, 2)}
    assert to_42 == {cells("33 32 42")}


def test_more_names_narrow_it_and_the_last_one_left_is_on_the_main_button() -> None:
    state = moving("22", {"A": "31", "D": "34"}, ("16", "11"))
    many = commands(state, "2", "2")
    some = commands(state, "2", "2", "D")
    assert some < many
    assert {c.inmate for c in some if isinstance(c, Move)} == {"D"}
    assert commands(state, "2", "2", "D", "2,5") == {move("D", 2, "24 25"), move("D", 2, "35 25")}
    assert commands(state, "2", "2", "D", "2,4") == {move("D", 2, "24 25")}
    (only,) = offers(state, "2", "2", "D", "2,4", "2,5")
    assert (only.commands, only.button) == ((move("D", 2, "24 25"),), "main")
    assert only.text == msg("25-to-dice.button.move")
    assert only.note == msg("25-to-dice.offer.move", inmate="D", route="↑→", die=2)
    assert asked(state, "2", "2", "D", "2,4", "2,5").text == msg(
        "25-to-dice.says.move", inmate="D", die=2, n=2
    )


def test_a_square_on_the_way_or_at_its_end_narrows_too() -> None:
    state = moving("22", {"A": "31", "D": "34"})
    for square in ("2,4", "2,5"):
        found = commands(state, "2", "2", "D", square)
        assert move("D", 2, "24 25") in found
        row, column = map(int, square.split(","))
        assert all(isinstance(c, Move) and (row, column) in c.path for c in found)


def test_a_route_may_be_named_without_dice() -> None:
    state = moving("444", {"B": "42"})
    assert commands(state, "A", "4,1", "3,1", "2,1") == {move("A", 4, "41 31 21")}
    assert commands(moving("6"), "A", "4,1") == {move("A", 6, "41")}
    assert commands(moving("6"), "4,1") == {move("A", 6, "41")}
    assert blocked(moving("4"), "A", "4,1") == "dice"


def test_an_inmate_alone_in_the_hand_shows_its_single_steps_and_ways_out() -> None:
    state = moving("36", {"A": "31", "C": "23 13"})
    assert commands(state, "C") == {escape("C", 3, 3), escape("C", 6, 3), move("C", 6, "23")}
    assert blocked(state, "E") == "nothing"


def test_an_unused_exit_narrows_to_escapes() -> None:
    state = moving("36", {"C": "23 13", "B": "22 12"})
    assert commands(state, "exit 3") == {escape("C", 3, 3), escape("C", 6, 3)}
    (only,) = offers(state, "6", "exit 2")
    assert (only.commands, only.button) == ((escape("B", 6, 2),), "main")
    assert only.text == msg("25-to-dice.button.escape")
    assert only.note == msg("25-to-dice.offer.escape", inmate="B", die=6)
    assert asked(state, "6", "exit 2").text == msg("25-to-dice.says.escape", inmate="B", die=6)
    assert blocked(state, "exit 2", "exit 3") == "nothing"
    assert blocked(state, "6", "1,1", "exit 2") == "nothing"


def test_substitutions_come_only_with_an_exit_and_then_a_square() -> None:
    state = moving("1", **SPARE)
    assert not any(isinstance(c, Substitute) for c in commands(state))
    assert blocked(state, "exit 3") == "square"
    (only,) = offers(state, "exit 3", "2,1")
    assert (only.commands, only.button) == ((substitute("21", 3),), "main")
    assert only.text == msg("25-to-dice.button.substitute")
    assert only.note == msg("25-to-dice.offer.substitute", was=4, number=5)
    assert asked(state, "2,1", "exit 3").text == msg("25-to-dice.says.substitute", was=4, number=5)
    assert blocked(state, "exit 3", "1") == "substitute"
    assert blocked(state, "exit 3", "2,1", "2,2") == "square"
    assert commands(state, "2,1", "exit 3") == commands(state, "exit 3", "2,1")


def test_what_cannot_be_says_why() -> None:
    state = moving("62461", {"A": "31", "B": "42", "C": "captured", "F": "36"}, ("16", "45"))
    assert blocked(state, "6", "2") == "unequal"
    assert blocked(state, "6", "A", "B") == "inmates"
    assert blocked(state, "1") == "nobody"
    assert blocked(state, "6", "A", "4,1", "2,1") == "nothing"
    assert blocked(state, "4", "A", "2,2") == "far"
    assert blocked(state, "6", "A", "2,1") == "number"
    assert blocked(state, "1", "E", "4,5") == "occupied"
    assert blocked(state, "6", "6", "A", "2,1", "3,1") == "occupied"
    assert blocked(moving("2222", {"A": "31"}), *"2222", "A", "2,1", "1,1", "2,1", "3,1") == "twice"
    assert blocked(state, "C") == "foreign"
    assert blocked(state, "3") == "foreign"
    assert blocked(state, "6", "6", "6") == "foreign"
    assert blocked(state, "exit 1") == "foreign"
    assert blocked(state, "9,9") == "foreign"


def test_a_value_that_is_on_an_exit_is_told_so() -> None:
    state = moving("5", {"C": "23 13"}, exits=(0, 0, 0, 0, 0, 5), owned=5)
    assert blocked(state, "5") == "value"
    assert blocked(state, "5", "C") == "value"
    assert blocked(state, "5", "A") == "nobody"


def test_who_is_out_of_the_game_cannot_move() -> None:
    state = moving("6", {"A": "captured"})
    assert objection(state.prisons[0], move("A", 6, "41")) == msg("25-to-dice.blocked.out", inmate="A")
    assert refused(state, move("A", 6, "41")) == msg("table.refused.not_offered")


def test_a_move_of_no_square_is_none() -> None:
    state = moving("6")
    assert refused(state, Move("A", 6, ())) == msg("table.refused.not_offered")
    assert objection(state.prisons[0], Move("A", 6, ())) is not None


def test_dice_used_are_out_of_play_and_cannot_be_chosen() -> None:
    state = play(moving("4644"), move("B", 4, "42"))
    ask = asked(state)
    assert ask.pick is not None
    assert ask.spent == (0,)
    assert [(i.name, i.die) for i in ask.pick.pool if i.die is not None] == [("6", 1), ("4", 2), ("4", 3)]


def test_the_pick_names_inmates_squares_and_exits_that_matter() -> None:
    state = moving("4", {"A": "captured", "C": "23 13"}, exits=(6, 0, 0, 0, 0, 5), spent=frozenset({6}))
    pick = asked(state).pick
    assert pick is not None
    names = [item.name for item in pick.pool if item.die is None]
    assert names[:7] == ["B", "C", "D", "E", "F", "exit 1", "exit 3"]
    assert names[7:] == [f"{row},{column}" for row in range(1, 5) for column in range(1, 7)]


def test_the_line_says_when_nothing_but_done_is_left() -> None:
    in_the_way = ("16", "45")  # of E, the only one that could use a 1
    assert asked(moving("1", {}, in_the_way)).text == msg("25-to-dice.move.none", n=1)
    assert asked(moving("")).text == msg("25-to-dice.move.none", n=0)
    assert asked(moving("1", {}, in_the_way, **SPARE)).text == msg("25-to-dice.move.substitute")
    assert asked(moving("1")).text == msg("25-to-dice.move", dice="1")


def test_a_set_can_move_somebody_although_no_single_die_can() -> None:
    state = moving("22")
    assert commands(state) == {DONE}
    assert asked(state).text == msg("25-to-dice.move", dice="2, 2")
    assert commands(state, "2", "2") == {move("A", 2, "41 31")}


def test_holes_are_no_squares() -> None:
    state = moving("6")
    assert sort_hand(state.prisons[0], ("0,1",)) is None


def random_deed(state: State, luck: Random) -> Command:
    """Something legal, substitutions and sets among them."""
    ask = asked(state)
    if ask.need is not None:
        return random_roll(GAME, ask.need, luck)
    prison_ = state.prisons[state.turn]
    found: list[Command] = [Done()]
    for die in set(prison_.dice):
        for n in range(1, min(prison_.dice.count(die), 3) + 1):
            found += sorted(commands(state, *(str(die),) * n), key=repr)
    for exit_ in prison_.spare:
        square = luck.choice(sorted(prison_.numbers))
        found += [Substitute(square, exit_)] * 10
    return luck.choice(found) if luck.random() < 0.9 else DONE


@settings(max_examples=8, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_every_deed_is_offered_to_the_hand_it_uses_up(seed: int) -> None:
    luck = Random(seed)
    seats = luck.randint(1, 3)
    state = GAME.start(seats, random_options(GAME, luck))
    while state.phase != "over":
        command = random_deed(state, luck)
        if not isinstance(command, Roll):
            listed = asked(state, *command.hand)
            offer = next(o for o in listed.offers if o.commands == (command,))
            assert offer.blocked is None
            assert offer.button == "main"
            for text in (listed.text, offer.text, offer.note):
                assert text is not None
                for language in LANGUAGES:
                    assert len(WORDS.say(text, language)) <= 46
        owned = state.prisons[state.turn].owned
        after = step(GAME, state, state.seat, command)
        assert after.prisons[state.turn].owned == owned - isinstance(command, Escape)
        state = after
    assert all(
        p.count("cell") + p.count("grid") + p.count("escaped") + p.count("captured") == 6
        for p in state.prisons
    )


@pytest.mark.parametrize("name", INMATES)
def test_a_first_step_goes_up_out_of_the_cell(name: str) -> None:
    column = INMATES.index(name) + 1
    state = moving(str(prison().numbers[4, column]), guards=("11", "11"))
    (only,) = offers(state, name)
    assert only.note == msg("25-to-dice.offer.move", inmate=name, route="↑", die=state.prisons[0].dice[0])


def test_hands_mean_nothing_while_dice_are_to_be_thrown() -> None:
    assert asked(fresh(), "A") == asked(fresh())
    state = play(match(prison(scoring=True)), guards("11"))
    assert asked(state, "A") == asked(state)
