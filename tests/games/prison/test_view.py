"""What the page gets to draw of 25 to Dice, and that it is what then happens."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.game import News, msg, step
from companion.games.prison.choice import Choice, DeedView
from companion.games.prison.drawing import Danger, values_text
from companion.games.prison.match import State
from companion.games.prison.moves import Escape, Move
from companion.games.prison.rules import GAME
from companion.games.prison.sheet import GUARDS
from companion.games.prison.sheet_view import InmateView, Way
from tests.games.prison.prisons import asked, commands, fresh, guards, match, moving, play, prison, roll
from tests.games.prison.test_hand import random_deed

TWO = {"A": "41 42 32", "B": "42 41 31"}


def view(state: State, hand: tuple[str, ...] = ()) -> Any:
    return GAME.view(state, None, hand)


def test_a_fresh_sheet_is_drawn_whole() -> None:
    seen = view(fresh())
    assert (seen.rows, seen.columns, len(seen.numbers)) == (8, 6, 48)
    assert (seen.phase, seen.round, seen.rounds) == ("guards", 1, 15)
    assert (seen.to_win, seen.to_lose, seen.mode) == (4, 3, "escape")
    assert seen.exits == {str(n): None for n in range(1, 7)}
    assert seen.inmates["F"] == InmateView("cell", route=(), at=None, entrance=(8, 6), points=0)
    assert [seen.guards[name].at for name in GUARDS] == [(1, 1), (8, 6)]


def test_a_patrol_shows_where_each_value_takes_it_and_what_stops_it() -> None:
    ahead = view(match(prison({"A": "41 31 21"}, ("43", "16")))).guards["green"].ahead
    assert ahead["4"] == Way(((4, 2),), to=(4, 2), caught=None, trails=(), chasing=None)
    assert ahead["2"].route == ((4, 2), (4, 1))
    assert (ahead["2"].to, ahead["2"].trails) == ((4, 1), ("A",))
    caught = view(match(prison({"A": "41"}, ("43", "16")))).guards["green"].ahead
    assert {value for value, way in caught.items() if way.caught == "A"} == set("12356")


def test_a_guard_with_nowhere_to_go_stays() -> None:
    gone = tuple((square, 2) for square in ((1, 1), (2, 4), (3, 3), (4, 5)))
    ahead = view(match(prison(guards=("11", "46"), changed=gone))).guards["green"].ahead
    assert (ahead["1"].route, ahead["1"].to) == ((), (1, 1))


def test_a_guard_on_one_free_trail_is_shown_chasing() -> None:
    green = view(match(prison({"A": "41 42 32 33"}, ("42", "16")))).guards["green"]
    assert (green.chasing, green.underfoot) == (None, ("A",))
    assert green.ahead["1"] == Way(((3, 2), (3, 3)), to=(3, 3), caught="A", trails=(), chasing="A")


def test_a_guard_on_two_free_trails_is_shown_for_each() -> None:
    green = view(match(prison(TWO, ("42", "16")))).guards["green"]
    assert green.underfoot == ("A", "B")
    assert (green.ahead["A"]["6"].caught, green.ahead["B"]["6"].caught) == ("A", None)


def test_an_open_question_is_shown() -> None:
    seen = view(play(match(prison(TWO, ("43", "16"))), guards("65")))
    assert (seen.phase, seen.pick_between, seen.pick_guard) == ("pick", ("A", "B"), "green")
    assert view(fresh()).pick_between is None


def test_dice_exits_and_substitutions_are_shown() -> None:
    state = moving("641", exits=(0, 0, 5, 2, 0, 0), spent=frozenset({4}), owned=4, changed=(((2, 1), 2),))
    seen = view(state)
    assert (seen.dice, seen.dice_total) == ((1, 4, 6), 4)
    assert (seen.spare, seen.spent, seen.changed) == ((3,), (4,), ((2, 1),))
    assert (seen.exits["3"], seen.exits["1"], seen.numbers["2,1"]) == (5, None, 2)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_of_green_is_what_green_does(seed: int) -> None:
    luck, state = Random(seed), fresh(mode="points")
    while state.phase != "over":
        green = view(state).guards["green"]
        if state.phase == "guards" and len(green.underfoot) < 2:
            for value, way in green.ahead.items():
                after = view(play(state, guards(f"{value}1")))
                assert after.guards["green"].at == way.to
                caught = way.caught
                assert caught is None or after.inmates[caught].status == "captured"
        state = step(GAME, state, state.seat, random_deed(state, luck))


def test_of_several_sheets_news_say_whose() -> None:
    chased = prison({"A": "41 31 21"}, ("43", "16"), scoring=True)
    state = play(match(prison(guards=("43", "16"), scoring=True), chased), guards("25"))
    what = msg("25-to-dice.news.chases", guard=msg("25-to-dice.guard.green"), inmate="A")
    assert GAME.news(state) == (News(what, "calm", seat=1),)


def test_news_of_the_one_sheet_are_everybodys() -> None:
    state = play(match(prison({"A": "41 31 21"}, ("43", "16")), seats=3), guards("25"))
    assert {news.seat for news in GAME.news(state)} == {None}


def test_news_are_of_the_last_command_only() -> None:
    state = play(match(prison({"A": "41 31 21"}, ("43", "16"))), guards("25"))
    assert GAME.news(state)
    assert GAME.news(play(state, roll("123456"))) == ()


def test_there_is_a_drawn_deed_for_each_offer_that_moves_somebody() -> None:
    state = moving("446", {"A": "31", "C": "23 13"})
    for hand in ((), ("4",), ("4", "4"), ("C",), ("6", "C", "exit 3")):
        commands = [offer.commands[0] for offer in asked(state, *hand).offers]
        drawn = view(state, hand).choice.deeds
        assert len(drawn) == len(commands)
        for deed, command in zip(drawn, commands, strict=True):
            match command:
                case Move(inmate, die, path):
                    assert (deed.inmate, deed.die, deed.dice) == (inmate, die, len(path))
                    assert len(deed.steps) == len(path)
                case Escape(inmate, die, _):
                    assert deed == DeedView(inmate, die, 1, ())
                case _:
                    assert deed is None


def test_squares_of_routes_are_goals_or_passed() -> None:
    choice = view(moving("22", {"D": "34"}, ("16", "11")), ("2", "2", "D", "2,4")).choice
    assert (choice.goals, choice.passed) == (((2, 5), (2, 4)), ((2, 4),))
    assert [thing.name for thing in choice.held] == ["D", "2,4"]
    assert choice.deeds == (DeedView("D", 2, 2, ("up", "right")),)


def test_too_many_deeds_are_narrowed_first_by_who_then_by_where() -> None:
    state = moving("222222", {"A": "31", "D": "34"}, ("16", "11"))
    choice = view(state, ("2", "2", "2", "2")).choice
    assert [thing.kind for thing in choice.narrowing] == ["inmate"] * len(choice.narrowing)
    assert len(choice.narrowing) > 1
    of_one = view(state, ("2", "2", "2", "2", "D")).choice
    assert {thing.kind for thing in of_one.narrowing} == {"square"}
    routes = [c.path for c in commands(state, "2", "2", "2", "2", "D") if isinstance(c, Move)]
    first = {path[0] for path in routes}
    assert {(one.row, one.column) for one in of_one.narrowing} == first
    assert view(moving("2")).choice.narrowing == ()


def test_an_exit_with_a_number_in_the_hand_opens_all_squares() -> None:
    state = moving("1", exits=(0, 0, 5, 0, 0, 0), owned=5)
    (change,) = view(state).choice.changes
    assert (change.name, change.number, view(state).choice.rows) == ("exit 3", 5, ())
    rows = view(state, ("exit 3",)).choice.rows
    assert [[one.number for one in row] for row in rows] == [
        [view(state).numbers[f"{row},{column}"] for column in range(1, 7)] for row in range(1, 5)
    ]
    assert view(state, ("1",)).choice.changes == ()


def test_while_guards_move_there_is_nothing_to_choose() -> None:
    assert view(fresh()).choice == Choice()


def test_each_value_says_whom_it_would_catch_or_whose_trail_it_would_meet() -> None:
    dangers = view(match(prison({"A": "41 31 21"}, ("43", "16")))).dangers["green"]
    assert dangers[1] == Danger(2, caught=(), met=("A",))
    both = view(match(prison(TWO, ("42", "16")))).dangers["green"]
    assert both[5].caught == ("A",)


def test_four_values_in_a_row_are_written_as_a_span() -> None:
    assert [values_text(set(values)) for values in ((3,), (1, 2, 3), (1, 2, 3, 5), (2, 3, 4, 5))] == [
        "3", "123", "1235", "2–5"
    ]  # fmt: skip
