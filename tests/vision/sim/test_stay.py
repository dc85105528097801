"""Dice that stay in the virtual tray while others are thrown, and dice put back into it."""

from __future__ import annotations

import pytest

from companion.dice import Die, DieSpec
from tests.vision.sim.test_tray import SURE, middle, rolled, until_still
from vision.sim import VirtualTray


def test_what_is_to_stay_is_not_swept_away_and_lies_as_it_did() -> None:
    tray = rolled([DieSpec("d6")] * 6)
    before = tray.truth().dice
    tray.throw([DieSpec("d6", "blue")] * 2, stay=[middle(die) for die in before[:4]])
    until_still(tray)
    after = tray.truth().dice
    assert [die.number for die in after[:4]] == [die.number for die in before[:4]]
    assert [die.face for die in after[:4]] == [die.face for die in before[:4]]
    for now, then in zip(after[:4], before[:4], strict=True):
        assert now.box == pytest.approx(then.box, abs=0.1)
    assert [die.colour for die in after[4:]] == ["blue", "blue"]


def test_where_nothing_lies_nothing_can_stay() -> None:
    tray = VirtualTray(2, look=SURE)
    tray.throw([DieSpec("d6")], stay=[(0.5, 0.5)])
    until_still(tray)
    assert len(tray.truth().dice) == 1


def test_a_hand_puts_a_die_back_with_the_face_it_is_told() -> None:
    tray = rolled([DieSpec("d6")] * 3)
    tray.put(Die("d6", "4"))
    tray.put(Die("dalek", "doctor"))
    seen = set()
    while tray.busy:
        tray.read()
        seen.add(tray.truth().state)
    assert "hand" in seen
    assert "rolling" not in seen
    assert [die.face for die in tray.truth().dice[3:]] == ["4", "doctor"]
    assert not any(die.touching or die.cocked for die in tray.truth().dice[3:])


@pytest.mark.parametrize("die", [Die("d6", "7"), Die("d20", "1"), Die("d6", "1", "mauve")])
def test_what_is_no_die_of_this_tray_is_not_put_into_it(die: Die) -> None:
    tray = VirtualTray(2)
    with pytest.raises(ValueError, match="got"):
        tray.put(die)
    assert not tray.busy
