"""The advice of 25 to Dice against playing out every throw there is through `step`, and what it says."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from companion.dice import Die
from companion.game import Ask, Over, Roll, msg, step
from companion.games import discover
from companion.games.prison.match import State
from companion.games.prison.odds import advice, chances, percent, unthrown
from companion.games.prison.prison import BLUE, GREEN
from companion.games.prison.rules import GAME
from companion.games.prison.sheet import INMATES
from companion.words import LANGUAGES, Words
from tests.games.prison.prisons import DONE, fresh, guards, match, move, moving, play, prison, roll
from tests.games.prison.test_hand import random_deed

WORDS = Words(discover().words)
TWO = {"A": "41 42 32", "B": "42 41 31"}
POSITIONS = [
    match(prison({"A": "41", "B": "42 32 33"})),
    match(prison({"A": "41 31 21 22", "C": "43 33"}, ("41 A", "16"))),
    match(prison(TWO, ("43", "16"))),
    match(prison(TWO, ("42", "41"))),
    match(prison({"A": "42 32 31", "B": "42 32 22 21", "C": "42 32 22 23", "D": "42 32 33"}, ("43", "31"))),
    match(prison({"A": "captured", "B": "captured", "C": "43 33", "D": "34 24"}, ("45", "25"))),
    match(prison({"A": "41 31", "B": "captured", "C": "43 33"}, ("11", "46"), scoring=True)),
    match(prison(TWO, ("43", "16")), dice="one"),
    match(prison(TWO, ("43", "16")), dice="one", green_done=True),
    play(match(prison(TWO, ("43", "16"))), guards("65")),
    play(match(prison(TWO, ("43", "16")), dice="one"), roll("6")),
    play(match(prison(TWO, ("16", "41")), dice="one"), roll("1"), roll("6")),
]


def by_brute_force(state: State) -> dict[str, Fraction]:
    """How likely each inmate is caught before the inmates' phase: every throw by `step`."""
    found = dict.fromkeys(INMATES, Fraction())
    begun = state.prisons[0].inmates
    open_ = [(state, Fraction(1))]
    while open_:
        now, chance = open_.pop()
        ask = GAME.ask(now)
        if isinstance(ask, Over) or now.phase == "throw":
            for name, before, after in zip(INMATES, begun, now.prisons[0].inmates, strict=True):
                if (before.status, after.status) == ("grid", "captured"):
                    found[name] += chance
            continue
        assert ask.need is not None
        specs = ask.need.throw
        throws = [
            step(
                GAME,
                now,
                ask.seat,
                Roll(tuple(Die("d6", str(f), s.colour) for f, s in zip(dice, specs, strict=True))),
            )
            for dice in product(range(1, 7), repeat=len(specs))
        ]
        decided = [after for after in throws if not again(now, after)]
        open_ += [(after, chance / len(decided)) for after in decided]
    return found


def again(before: State, after: State) -> bool:
    """Whether a die decided nothing and is thrown again: the same question stands as before."""
    same = before.prisons[0].question == after.prisons[0].question
    return (
        before.phase == after.phase == "pick" and same and before.prisons[0].queue == after.prisons[0].queue
    )


def by_name(state: State) -> dict[str, Fraction]:
    found = chances(state.prisons[0], unthrown(state))
    return {
        name: sum((found.get((who, name), Fraction()) for who in (GREEN, BLUE)), Fraction())
        for name in INMATES
    }


@pytest.mark.parametrize("state", POSITIONS)
def test_chances_are_those_of_every_throw_played_out(state: State) -> None:
    assert by_name(state) == by_brute_force(state)


@pytest.mark.parametrize("seed", range(6))
def test_chances_are_right_in_the_midst_of_random_games(seed: int) -> None:
    luck = Random(seed)
    state = fresh(mode=luck.choice(("escape", "points")))
    checked = 0
    while state.phase != "over":
        if state.phase == "guards" and state.prisons[0].count("grid") and luck.random() < 0.4:
            assert by_name(state) == by_brute_force(state)
            checked += 1
        state = step(GAME, state, state.seat, random_deed(state, luck))
    assert checked or state.round < 5


def test_each_guard_has_its_own_chance() -> None:
    state = match(prison({"A": "41"}, ("43", "16")))
    found = chances(state.prisons[0], unthrown(state))
    assert found[GREEN, "A"] == Fraction(5, 6)  # 42 shows a 4, all other numbers lie on or beyond 41
    assert (BLUE, "A") not in found  # from 16 no die takes it as far as 41


def test_the_likeliest_to_be_caught_is_told_first_with_both_guards() -> None:
    state = match(prison({"A": "41", "F": "36"}, ("43", "16")))
    first, second = advice(state, ())
    assert first.key == second.key == "25-to-dice.odds.caught"
    assert [m.args["inmate"] for m in (first, second)] == ["A", "F"]
    assert first.args["green"] == msg("25-to-dice.odds.percent", n=83)


def test_with_a_hand_that_can_do_one_thing_it_is_told_what_comes_of_it() -> None:
    state = moving("4", {"A": "31"}, ("43", "46"))
    (now,) = advice(state, ())
    (then,) = advice(state, ("4", "A"))
    after = by_brute_force(play(state, move("A", 4, "21"), DONE))["A"]
    assert then == msg("25-to-dice.odds.then", inmate="A", caught=percent(after), now=now.args["caught"])
    assert advice(state, ("4",)) == advice(state, ())  # two could use it
    assert advice(state, ("no such item",)) == advice(state, ())


def test_a_hand_that_wins_has_nothing_to_fear() -> None:
    gone = dict.fromkeys("ABD", "escaped")
    state = moving("6", {**gone, "C": "23 13"}, exits=(1, 2, 0, 4, 0, 0), owned=3)
    assert advice(state, ("6", "C", "exit 3")) == ()


def test_in_the_last_round_no_guard_moves_again() -> None:
    state = match(prison({"A": "41"}, throw=(1,)), stage="inmates", round=15)
    assert GAME.advice(state) == (msg("25-to-dice.odds.last"),)


def test_nothing_is_said_of_empty_grids_and_of_games_that_are_over() -> None:
    assert GAME.advice(fresh()) == ()
    lost = match(prison({"A": "captured", "B": "captured", "C": "43"}, ("45", "16")))
    assert GAME.advice(play(lost, guards("55"))) == ()


def test_what_is_neither_impossible_nor_certain_is_never_said_to_be() -> None:
    assert [percent(Fraction(n, 1000)).key.rpartition(".")[2] for n in (0, 4, 10, 990, 996, 1000)] == [
        "percent",
        "under",
        "percent",
        "percent",
        "over",
        "percent",
    ]


def test_the_longest_advice_can_be_said() -> None:
    under, over = msg("25-to-dice.odds.under"), msg("25-to-dice.odds.over")
    for language in LANGUAGES:
        caught = msg("25-to-dice.odds.caught", inmate="A", caught=over, green=under, blue=over)
        assert WORDS.say(caught, language).count("%") == 3
        assert WORDS.say(msg("25-to-dice.odds.then", inmate="A", caught=over, now=under), language)


def test_positions_are_played_by_the_rules() -> None:
    assert Counter(type(GAME.ask(state)) for state in POSITIONS) == {Ask: len(POSITIONS)}
