"""Chances in Dizzle against trying all throws there are."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from companion.game import IllegalCommand, step
from companion.games.dizzle.odds import all_removed, percent, some_fits
from companion.games.dizzle.rules import GAME
from companion.games.dizzle.state import Drop, Reroll, State, Take
from companion.words import LANGUAGES
from tests.games.dizzle.moments import amid, before, play, said, throw

LINE = 46
FACES = range(1, 7)


def advised(state: State, *hand: str, language: str = "en") -> list[str]:
    return [said(text, language) for text in GAME.advice(state, hand)]


def share(state: State, dice: int) -> Fraction:
    """The share of all throws, each played, after which a die can be placed."""
    good = sum(bool(can_place(state, faces)) for faces in product(FACES, repeat=dice))
    return Fraction(good, 6**dice)


def can_place(state: State, faces: tuple[int, ...]) -> bool:
    after = play(state, throw(*faces))
    return after.current == state.current and after.phase == "act" and bool(after.legal)


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("own", [[[2, 1]], [[3, 1], [3, 2]], [[2, 5]]])
def test_a_re_roll_fits_as_often_as_in_all_throws(dice: int, own: list[list[int]]) -> None:
    stuck = amid([6] * dice, {0: {"dice": own}, 1: {"dice": []}})
    numbers = {stuck.board.numbers[cell] for cell in stuck.seat.targets}
    again = play(stuck, Reroll())
    assert some_fits(numbers, dice) == share(again, dice)
    expected = round(100 * share(again, dice))
    assert advised(stuck) == advised(again) == [f"A re-roll brings a die that fits: {expected}%"]


@pytest.mark.parametrize("pool", [(2, 6), (6, 6, 3), (1, 2, 3, 4, 5, 6), (5, 5, 5), (2, 2, 3, 3, 6, 6, 1)])
def test_extra_dice_remove_as_often_as_in_all_throws(pool: tuple[int, ...]) -> None:
    state = play(amid([4, *pool], players=1), Take(4, (5, 5)))
    throws = list(product(FACES, repeat=2))
    gone = Counter(len(pool) - left(state, pair) for pair in throws)
    assert some_fits(pool, 2) == 1 - Fraction(gone[0], len(throws))
    assert all_removed(pool) == Fraction(gone[2], len(throws))
    any_, two = (round(Fraction(100) * chance) for chance in (some_fits(pool, 2), all_removed(pool)))
    shown = "100%" if any_ == 100 else f"{any_}%"
    assert advised(state) == [f"The extra dice remove any: {shown}", f"The extra dice remove two: {two}%"]


def left(state: State, pair: tuple[int, ...]) -> int:
    """How many dice of the pool are left after these extra dice; a pool that is empty ends the turn."""
    return len(play(state, throw(*pair)).pool)


def test_alone_the_risk_is_told_for_each_value_that_can_be_taken_or_for_that_in_the_hand() -> None:
    state = amid([1, 2, 2, 6], players=1)
    assert advised(state) == ["Taking 1, they remove any: 56%", "Taking 2, they remove any: 75%"]
    assert advised(state, "2") == ["Taking 2, they remove any: 75%"]
    assert advised(state, "6") == []
    for value, cell in ((1, (2, 1)), (2, (1, 2))):
        extra = play(state, Take(value, cell))
        hits = sum(left(extra, pair) < 3 for pair in product(FACES, repeat=2))
        assert f"Taking {value}, they remove any: {round(100 * hits / 36)}%" in advised(state)


def test_the_last_die_of_the_pool_is_followed_by_no_extra_dice_and_so_by_no_advice() -> None:
    assert advised(amid([4], players=1)) == []


def test_there_is_nothing_to_say_while_a_die_fits_before_a_throw_and_in_the_end() -> None:
    assert advised(amid([1, 2, 6])) == []
    assert advised(before()) == []
    over = play(amid([6], players=1, turn=9), Drop())
    assert advised(over) == []
    with pytest.raises(IllegalCommand):
        step(GAME, over, 0, Drop())


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 500), "under 1%"),
        (Fraction(1, 100), "1%"),
        (Fraction(1, 3), "33%"),
        (Fraction(99, 100), "99%"),
        (Fraction(999, 1000), "over 99%"),
        (Fraction(1), "100%"),
    ],
)
def test_what_is_neither_impossible_nor_certain_is_never_said_to_be(chance: Fraction, text: str) -> None:
    assert said(percent(chance)) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_advice_fits_its_place(language: str) -> None:
    stuck = amid([6] * 13, {0: {"dice": [[2, 1]]}}, players=4)
    risky = amid([1, 2, 3, 4, 5, 6, 6, 6], players=1)
    for state in (stuck, risky, play(risky, Take(4, (5, 5)))):
        assert advised(state, language=language)
        assert all(len(line) <= LINE for line in advised(state, language=language))
