"""Dice of any kind from the cup: a game may need them, and from judge to virtual tray they are taken so."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.dice import D6, Die, DieSpec
from companion.game import Ask, IllegalCommand, Need, Over, Roll, fits, msg, step
from companion.games import discover
from companion.laws import LAWS, Law, Sample
from companion.laws.random_play import random_roll
from companion.run.dice_due import dice_due, kinds_on_table
from companion.table.tray.judge import Good, Wrong, judge
from companion.table.wishes import Begin, Enter
from tests.laws.test_broken_laws import GOOD, changed
from tests.table.eye import row
from tests.table.table import laid
from tests.table.tray.test_judge import thrown

KINDS = GOOD.game.kinds
ANY = DieSpec()
NEED = Need((ANY, ANY, DieSpec("d6")))


def from_the_cup(state: Any, hand: tuple[str, ...] = ()) -> Ask | Over:
    """Dalek Dice thrown with dice of either kind, mixed as they come."""
    ask = GOOD.game.ask(state, hand)
    if isinstance(ask, Over) or ask.need is None:
        return ask
    return replace(ask, need=Need((ANY,) * len(ask.need.throw)))


MIXED = changed(ask=from_the_cup)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_game_of_dice_of_any_kind_keeps_the_laws(law: Law) -> None:
    law(Sample(MIXED, matches=2))


def test_random_matches_mix_the_kinds() -> None:
    roll = random_roll(MIXED.game, Need((ANY,) * 20), Random(1))
    assert {die.kind for die in roll.dice} == {"dalek", "d6"}


def dice(*kinds: str) -> tuple[Die, ...]:
    return tuple(Die(kind, "1") for kind in kinds)


def test_what_is_named_comes_first_and_any_takes_the_rest() -> None:
    assert fits(NEED, dice("d6", "dalek", "dalek"), KINDS)
    assert fits(NEED, dice("dalek", "d6", "d6"), KINDS)
    assert not fits(NEED, dice("dalek", "dalek", "dalek"), KINDS)


def test_a_kind_that_the_game_does_not_know_is_no_kind_of_it() -> None:
    assert not fits(NEED, dice("d6", "d6", "weather"), KINDS)
    state = MIXED.game.start(2, {"target": 60, "dice": "d6"})
    with pytest.raises(IllegalCommand) as refusal:
        step(MIXED.game, state, 0, Roll(dice("weather", *("d6",) * 9)))
    assert refusal.value.reason == msg("table.refused.kind")


def test_a_colour_without_a_kind_cannot_be_asked_for() -> None:
    with pytest.raises(ValueError, match="name its kind too"):
        DieSpec(None, "green")


@pytest.mark.parametrize(
    ("kinds", "wrong"),
    [
        (("dalek", "dalek", "d6"), 0),
        (("dalek",) * 3, 1),
        (("weather", "dalek", "d6"), 1),
        (("weather",) * 3, 3),
    ],
)
def test_the_judge_counts_dice_that_are_not_due(kinds: tuple[str, ...], wrong: int) -> None:
    seen = [replace(one, kind=kind) for one, kind in zip(row("1", "1", "1", kind="d6"), kinds, strict=True)]
    verdict = judge(NEED, thrown(*seen), (D6, replace(KINDS[0], faces=("1",))))
    if wrong:
        assert verdict == Wrong(msg("table.complaint.kind", n=wrong))
    else:
        assert isinstance(verdict, Good)


def test_eye_and_virtual_tray_get_the_kinds_of_the_game_and_faces_may_be_typed() -> None:
    games = {**discover().games, MIXED.id: MIXED.game}
    with laid(games=games) as table:
        table.do(Begin(MIXED.id, ("Ana", "Teo"), {}))
        shown = table.shown
        assert kinds_on_table(shown) == ("d6", "dalek")
        assert Counter(spec.kind for spec in dice_due(shown) or ()) == {"dalek": 5, "d6": 5}
        table.do(Enter(("doctor", "6", *("dalek2",) * 8), shown.ply))
        assert [die.kind for die in table.shown.dice] == ["dalek", "d6", *("dalek",) * 8]
