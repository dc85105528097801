"""What the page gets to draw of diZe."""

from __future__ import annotations

from companion.dice import Die
from companion.game import Roll, msg, step
from companion.games.dize.rules import GAME
from companion.games.dize.state import Allocate, State
from companion.games.dize.view import View
from companion.games.dize.zones import Fight, Zones
from companion.table.log.codec import plain

MIDST = State(6, Zones(8, 3, 4, 1, 1, 1, 2), "attack")


def roll(state: State, faces: str) -> State:
    return step(GAME, state, 0, Roll(tuple(Die("d6", face) for face in faces)))


def view(state: State, hand: str = "") -> View:
    seen: View = GAME.view(state, None, tuple(hand))
    return seen


def test_a_view_has_the_game_in_numbers() -> None:
    seen = view(roll(MIDST, "2466"))
    assert plain(seen.zones) == {
        "humans": 8, "zombies": 3, "launch": 4, "captured": 1, "heroes": 1, "retired": 1, "executed": 2,
    }  # fmt: skip
    assert (seen.phase, seen.start, seen.score, seen.living) == ("allocate", 6, 8, 14)
    assert (seen.last, seen.result, seen.most, seen.turn) == (None, None, None, 1)
    assert view(GAME.start(1, {"zombies": 4})).most == 8


def test_a_fight_has_its_dice_by_sides_and_is_as_long_as_the_longer() -> None:
    fight = view(roll(MIDST, "2466")).fight
    assert (fight.faces, fight.heroes, fight.captured) == (("2", "4", "6", "6"), 1, 1)
    assert (fight.even, fight.odd, fight.road_length) == (5, 1, 8)
    assert (fight.even_faces, fight.odd_faces) == (("2", "4", "6", "6"), ())
    long = State(9, Zones(1, 9, 10), "attack")
    assert view(roll(long, "2244662411")).fight.odd_faces == ("1", "1")
    assert view(State(9, Zones(0, 9, 11), "allocate", fight=Fight(("2",) * 11, 0, 0))).fight.road_length == 11


def test_the_zones_are_drawn_in_order_and_those_that_it_is_about_are_marked() -> None:
    rows = view(MIDST).rows
    assert [(row.name, row.dice) for row in rows if row.side == "human"] == [
        ("humans", 8), ("launch", 4), ("heroes", 1), ("retired", 1),
    ]  # fmt: skip
    assert [(row.name, row.dice) for row in rows if row.side == "zombie"] == [
        ("zombies", 3), ("captured", 1), ("executed", 2),
    ]  # fmt: skip
    assert [row.name for row in rows if row.active] == ["launch"]
    decided = step(GAME, roll(MIDST, "2466"), 0, Allocate(("2",)))
    assert [row.name for row in view(decided).rows if row.active] == ["launch", "captured"]
    over = State(6, Zones(18, 0, executed=2), "over", result="won")
    assert not any(row.active for row in view(over).rows)


def test_what_stopping_brings_is_said_with_what_it_is_made_of() -> None:
    state = roll(MIDST, "2466")
    assert (view(state).if_stopped, view(state).sum) == (
        None,
        msg("dize.page.sum.captured", start=6, executed=2, captured=1),
    )
    decided = step(GAME, state, 0, Allocate(("2",)))
    assert (view(decided).if_stopped, view(decided).sum) == (
        10,
        msg("dize.page.sum.captured", start=6, executed=2, captured=2),
    )
    assert view(GAME.start(1, {"zombies": 4})).sum == msg("dize.page.sum", start=4, executed=0, captured=0)


def test_dice_in_the_hand_that_would_end_the_attack_are_in_the_score_but_not_yet_in_the_zones() -> None:
    last_zombie = State(6, Zones(14, 1, 2, 1, 0, 1, 1), "allocate", fight=Fight(("2", "4"), 0, 1))
    assert view(last_zombie).if_stopped is None
    held = view(last_zombie, "2")
    assert held.if_stopped == 6 + 1 + 2 + 10
    assert held.sum == msg("dize.page.sum.won", start=6, executed=1, captured=2)
    assert held.zones == last_zombie.zones
    assert view(last_zombie, "24").if_stopped is None
    last_die = State(6, Zones(14, 4, 1, 0, 0, 0, 1), "allocate", fight=Fight(("2",), 0, 0))
    assert (view(last_die, "2").if_stopped, view(last_die, "2").sum) == (
        8,
        msg("dize.page.sum.captured", start=6, executed=1, captured=1),
    )
