"""The advice of Dalek Dice against enumerations that know nothing but the game's own offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest

from companion.dice import Die
from companion.game import Ask, Over, Roll, step
from companion.games import discover
from companion.games.dalek_dice.commands import Keep
from companion.games.dalek_dice.odds import (
    Spot,
    choices,
    odds,
    roll_on_value,
    shows,
    spot_of,
    third_doctor,
    value,
)
from companion.games.dalek_dice.rules import GAME
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import DALEK, Turn, keep, reroll, roll
from companion.words import LANGUAGES, Words
from tests.games.dalek_dice.test_rules import faces

WORDS = Words(discover().words)
LINE = 46


def amid(held: str, left: int) -> Turn:
    return Turn(faces(held), left)


def matched(turn: Turn) -> State:
    return replace(GAME.start(1, {"target": 999, "dice": "dalek"}), turn=turn)


def said(turn: Turn, hand: str = "", language: str = "en") -> list[str]:
    return [WORDS.say(line, language) for line in GAME.advice(matched(turn), faces(hand))]


@cache
def by_hand(state: State) -> float:
    """The mean score of this turn under best play, found by trying every roll and every offer."""
    if state.ended:
        return float(state.ended.worth)
    ask = GAME.ask(state)
    assert isinstance(ask, Ask)
    if ask.need:
        rolls = list(product(DALEK.faces, repeat=len(ask.need.throw)))
        # dice alike: the order they lie in changes nothing, so each set of faces is played once
        alike: dict[tuple[str, ...], int] = {}
        for roll in rolls:
            alike[tuple(sorted(roll))] = alike.get(tuple(sorted(roll)), 0) + 1
        ways = ((Roll(tuple(Die("dalek", face) for face in roll)), n) for roll, n in alike.items())
        return sum(n * by_hand(step(GAME, state, 0, roll)) for roll, n in ways) / len(rolls)
    return max(by_hand(after) for after in decided(state, ask))


def decided(state: State, ask: Ask) -> Iterator[State]:
    """Every state to which some hand and some open offer lead."""
    names = [item.name for item in ask.pick.pool] if ask.pick else []
    for hand in {hand for n in range(len(names) + 1) for hand in combinations(names, n)}:
        held = GAME.ask(state, hand)
        assert isinstance(held, Ask)
        for offer in held.offers:
            if offer.blocked is None:
                after = state
                for command in offer.commands:
                    after = step(GAME, after, 0, command)
                yield after


@pytest.mark.parametrize(
    ("held", "left"),
    [
        ("", 1),
        ("", 3),
        ("H4 H4 D3 D3", 3),
        ("H4 H4 D3 Doc Doc", 3),
        ("H4 H2 D2 Doc Ext Ext", 3),
        ("H4 H4 H4 D2 Doc Doc Ext Ext", 2),
        ("D3 D3 D3 H2 Ext", 4),
        ("H2 D2 D2 Doc Doc Ext", 4),
    ],
)
def test_the_mean_of_rolling_on_is_that_of_every_roll_and_every_choice(held: str, left: int) -> None:
    turn = amid(held, left)
    assert roll_on_value(spot_of(turn)) == pytest.approx(by_hand(matched(turn)), abs=1e-9)


def test_each_keep_is_worth_what_trying_all_that_follows_finds() -> None:
    turn = roll(amid("H4 D2 Doc Doc Ext", 5), faces("H4 H2 D3 D2 Ext"))
    for choice in choices(turn):
        # what comes after the keep, with the decision still to be made
        state = step(GAME, matched(turn), 0, Keep(choice.faces))
        assert choice.mean == pytest.approx(by_hand(state), abs=1e-9)


def test_no_keep_at_all_is_better_than_the_best_one_told() -> None:
    for held, thrown in (("H4 Doc", "H4 H4 H2 H2 D3 D2 D2 Doc"), ("D2 Ext Ext", "H4 H2 D3 D2 D2 D3 H4")):
        turn = roll(amid(held, len(faces(thrown))), faces(thrown))
        names = [item.name for item in turn.pool]
        every = (hand for n in range(len(names) + 1) for hand in combinations(names, n))
        most = max(value(keep(turn, hand)) for hand in every if hand or turn.forced)
        assert choices(turn)[0].mean == most


@pytest.mark.parametrize("dice", range(1, 11))
def test_the_chances_of_a_roll_add_up_to_one(dice: int) -> None:
    chance = odds(dice)
    assert sum(chance.none) + 2 * sum(chance.one) + sum(chance.both) == pytest.approx(1)
    assert sum(chance.none) == pytest.approx((4 / 6) ** dice)
    assert shows(dice)[: len(shows(dice - 1))] == shows(dice - 1)


@pytest.mark.parametrize("left", [1, 2, 4])
def test_the_chance_of_a_third_doctor_is_the_share_of_the_rolls_that_show_one(left: int) -> None:
    rolls = list(product(DALEK.faces, repeat=left))
    share = sum("doctor" in roll for roll in rolls) / len(rolls)
    assert third_doctor(amid("Doc Doc H2", left)) == pytest.approx(share)
    assert third_doctor(amid("Doc H2", left)) == 0


def test_a_whole_turn_is_worth_nearly_fifteen_points() -> None:
    """The figure is our own; the play of the strong bot bears it out (tests/bots)."""
    assert roll_on_value(Spot(10, 0, 0, 0, 0)) == pytest.approx(14.8825, abs=0.0001)


def test_more_daleks_than_can_be_needed_are_worth_no_more() -> None:
    assert roll_on_value(Spot(2, 4, 12, 1, 1)) == roll_on_value(Spot(2, 4, 30, 1, 1))
    assert roll_on_value(Spot(2, 4, 11, 1, 1)) < roll_on_value(Spot(2, 4, 12, 1, 1))


def test_before_a_roll_its_mean_and_its_danger_are_said() -> None:
    assert said(amid("", 10)) == ["Rolling: 14.9 points on average", "The third Doctor cannot come yet"]
    assert said(amid("H4 D3 D3 Doc Doc", 5))[1] == "Third Doctor with 5 dice: 60 %"
    assert said(amid("H4 D3 D3 Doc Doc", 5), language="es")[1] == "Tercer doctor con 5 dados: 60 %"


def test_with_dice_in_the_hand_stopping_and_rolling_are_weighed() -> None:
    turn = roll(amid("H4 D3 D3 Doc", 6), faces("H4 H4 D3 D2 Doc Ext"))
    first, second, third = said(turn, "H4 D3")
    assert first == "Stopping: 8 points"
    assert second.startswith("Rolling: ")
    assert third == "Third Doctor with 2 dice: 31 %"
    decided_turn = keep(turn, faces("H4 D3"))
    assert said(decided_turn) == [first, second, third]


def test_a_hand_that_cannot_be_kept_is_not_advised_about() -> None:
    turn = roll(amid("H4 D3 D3 Doc", 6), faces("H4 H4 D3 D2 Doc Ext"))
    assert said(turn, "Ext") == []


def test_with_an_empty_hand_the_best_keeps_are_told_best_first() -> None:
    turn = roll(amid("H4 D3 D3 Doc", 6), faces("H4 H4 D3 D2 Doc Ext"))
    lines = said(turn)
    assert lines[0].startswith("Keep ")
    assert len(lines) in (4, 5)
    means = [float(line.split(": ")[1]) for line in lines[:4]]
    assert means == sorted(means, reverse=True)


def test_keeping_nothing_is_advised_where_it_is_best() -> None:
    """D3: with a forced die nothing more need be kept."""
    turn = roll(amid("", 10), faces("H2 D2 H2 H2 H2 H2 H2 H2 H2 Doc"))
    assert any(line.startswith("Keep none") for line in said(turn))


def test_a_turn_that_a_keep_ends_is_said_with_its_score_alone() -> None:
    turn = roll(amid("H4 D3 D3 Doc Ext Ext", 4), faces("H4 H4 D3 Ext"))
    assert said(turn, "H4 H4") == ["Stopping: 24 points"]
    assert said(turn)[0] == "Keep H4×2 D3, stop: 29.0"


def test_a_match_that_is_over_needs_no_advice() -> None:
    state = replace(matched(Turn()), history=((999,),))
    assert isinstance(GAME.ask(state), Over)
    assert GAME.advice(state) == ()


def test_every_line_of_advice_fits_its_place() -> None:
    turns = [
        roll(amid("", 10), faces("H4 H4 H4 H2 H2 H2 D3 D2 D3 D3")),
        roll(amid("Doc Doc H2 D2", 6), faces("H4 H4 H2 H2 D3 D2")),
        reroll(keep(roll(amid("", 10), faces("H4 H4 H4 H2 H2 H2 D3 D2 D3 Doc")), faces("H4 D3"))),
    ]
    for turn in turns:
        for language in LANGUAGES:
            assert all(len(line) <= LINE for line in said(turn, language=language))
