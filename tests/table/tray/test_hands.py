"""Lifted and tapped dice as a choice."""

from __future__ import annotations

import pytest

from companion.game import IllegalCommand, Item, Pick
from companion.table.tray.hands import choosable, follow, names, places, toggle

PICK = Pick(
    (Item("human2", 0), Item("human2", 2), Item("dalek3", 3), Item("square"), Item("dalek2", 4)), 1, 3
)


def test_what_can_be_chosen_are_dice_by_their_place_and_the_rest_by_name() -> None:
    assert choosable(PICK) == {0, 2, 3, 4, "square"}
    assert choosable(None) == frozenset()


def test_the_latest_gesture_counts() -> None:
    assert follow((3,), (), (0, 2)) == (3, 0, 2)
    assert follow((3, 0), (0, 2), (2,)) == (3,)
    assert follow((3,), (), (3,)) == (3,)


def test_a_tap_takes_a_die_and_puts_it_back() -> None:
    assert toggle((0,), 3, PICK) == (0, 3)
    assert toggle((0, 3), 0, PICK) == (3,)


def test_where_one_can_be_chosen_a_tap_changes_the_choice() -> None:
    assert toggle((0,), 3, Pick(PICK.pool, 1, 1)) == (3,)


@pytest.mark.parametrize("pick", [PICK, None])
def test_what_cannot_be_chosen_is_refused(pick: Pick | None) -> None:
    with pytest.raises(IllegalCommand, match=r"table\.refused\.not_choosable"):
        toggle((), 1, pick)


def test_no_more_than_allowed() -> None:
    with pytest.raises(IllegalCommand, match=r"table\.refused\.most"):
        toggle((0, 2, 3), 4, PICK)


def test_dice_that_are_no_items_are_not_named() -> None:
    assert names((3, 1, 0), PICK) == ("dalek3", "human2")
    assert names((3,), None) == ()


def test_a_choice_by_name_finds_its_dice_those_lifted_first() -> None:
    assert places(("human2", "dalek3"), PICK) == (0, 3)
    assert places(("human2",), PICK, first=(2,)) == (2,)
    assert places(("human2",), None) == ()
