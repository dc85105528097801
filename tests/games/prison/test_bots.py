"""How well the bots of 25 to Dice play, with fixed luck and wide bounds; what their plans weigh."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.cli.match_statistics import Statistics, statistics
from companion.games.prison.bots import BOTS
from companion.games.prison.hand import Done
from companion.games.prison.match import State
from companion.games.prison.moves import Escape, Move, Substitute, objection
from companion.games.prison.odds import chances
from companion.games.prison.plan import (
    best_plan,
    deeds,
    escape_chance,
    exit_distances,
    expected_value,
    open_exits,
    prison_after,
    risks,
    static_value,
)
from companion.games.prison.prison import BLUE, GREEN, Guard, Inmate, Prison, new_prison
from companion.games.prison.rules import GAME, SHEET, sheet_from
from companion.laws.contest import Contest, play

WON = "25-to-dice.over.won"


def played(strength: str, matches: int, **options: str) -> Statistics:
    everything = {"mode": "escape", "dice": "colours", "sheet": SHEET} | options
    contest = Contest(GAME, ((strength, BOTS[strength]),), everything)
    return statistics(contest, [play(contest, f"1/{n}") for n in range(matches)])


def prison(**inmates: Inmate) -> Prison:
    """Our sheet with these inmates on it."""
    made = new_prison(sheet_from(SHEET), scoring=False)
    for name, inmate in inmates.items():
        made = made.with_inmate(name, inmate)
    return made


def on(*trail: tuple[int, int]) -> Inmate:
    return Inmate("grid", trail)


def test_the_strong_bot_gets_more_out_than_the_simple_one() -> None:
    strong, simple = played("strong", 5), played("simple", 30)
    assert strong.seats[0].scores.mean > simple.seats[0].scores.mean + 0.6
    assert strong.ends.get(WON, 0) >= 1
    assert simple.ends[WON] < 15


def test_all_deeds_that_a_plan_knows_are_legal_and_none_is_forgotten() -> None:
    made = replace(prison(A=on((8, 1)), B=on((1, 2))), throw=(1, 4, 4, 5, 2, 2))
    found = list(deeds(made))
    assert all(objection(made, deed) is None for deed in found if isinstance(deed, Move))
    assert {deed.die for deed in found if isinstance(deed, Escape)} == {1, 2, 4, 5}
    assert Move("A", 4, ((8, 2),)) in found
    assert Move("A", 4, ((7, 1), (6, 1))) in found


def test_ways_lead_to_the_exits_that_are_left() -> None:
    made = prison()
    assert exit_distances(made.sheet, open_exits(made))[8, 3] == 7
    taken = replace(made, exits=(1, 2, 3, 4, 5, 0))
    assert exit_distances(taken.sheet, open_exits(taken))[8, 3] == 7 + 3


def test_an_inmate_is_worth_the_more_the_nearer_it_is() -> None:
    made = prison()
    way = exit_distances(made.sheet, open_exits(made))
    hopes = [
        escape_chance(made, inmate, way, 8)
        for inmate in (on((8, 1)), on((5, 1)), on((1, 1)), Inmate("escaped"))
    ]
    assert hopes == sorted(set(hopes))
    assert escape_chance(made, Inmate("captured"), way, 8) == 0
    assert escape_chance(made, Inmate(), way, 15) > escape_chance(made, Inmate(), way, 2)


def test_a_guard_on_the_trail_is_feared_the_more_the_nearer_it_is() -> None:
    trail = ((8, 1), (7, 1), (6, 1), (5, 1), (4, 1))
    far, near = (prison(A=on(*trail)).with_guard(GREEN, Guard(at, "A")) for at in ((8, 1), (5, 1)))
    assert static_value(prison(A=on(*trail)), 9) > static_value(far, 9) > static_value(near, 9)
    assert static_value(far, 0) == static_value(near, 0)


@pytest.mark.parametrize("square", [(1, 2), (2, 4), (7, 5), (8, 5), (5, 3)])
def test_the_risk_of_one_inmate_is_the_exact_chance_of_the_odds(square: tuple[int, int]) -> None:
    """With one inmate on the grid the guards can hardly get in each other's way."""
    made = prison(A=on(square))
    exact = float(sum(chance for (_, name), chance in chances(made, (GREEN, BLUE)).items() if name == "A"))
    caught, _ = risks(made)
    # each guard by itself: both catching is counted twice, which two guards so far apart hardly do
    assert caught.get("A", 0.0) == pytest.approx(exact, abs=0.15)
    assert expected_value(made, 9, exactly=True) <= static_value(made, 9)


def test_a_plan_escapes_when_it_can() -> None:
    made = replace(prison(A=on((2, 1), (1, 1))), throw=(3,))
    first = best_plan(made, 5).first
    assert first == Escape("A", 3, 1)


def test_the_simple_bot_escapes_before_it_walks() -> None:
    made = replace(prison(A=on((2, 1), (1, 1)), B=on((8, 2))), throw=(3, 4))
    state = State(1, "escape", "colours", (made,), stage="inmates")
    assert BOTS["simple"].decide(state, 0, Random(1)) == (Escape("A", 3, 1),)


def test_the_simple_bot_does_not_walk_where_no_way_leads_on() -> None:
    made = replace(prison(A=on((8, 1))), throw=(4,), exits=(1, 2, 3, 4, 5, 6))
    state = State(1, "escape", "colours", (made,), stage="inmates")
    assert BOTS["simple"].decide(state, 0, Random(1)) == (Done(),)


def test_the_strong_bot_puts_another_number_where_it_saves_an_inmate() -> None:
    """E23: a 1 would bring blue to A, which stands on one; put on the square before, it stops blue there."""
    trail = ((8, 2), (7, 2), (6, 2), (5, 2), (4, 2), (3, 2), (2, 2))
    made = prison(A=on(*trail), B=Inmate("escaped"))
    made = replace(made, exits=(1, 0, 0, 0, 0, 0), owned=5).with_guard(BLUE, Guard((4, 2), "A"))
    begun = GAME.start(1, {"mode": "escape", "dice": "colours", "sheet": SHEET})
    state = replace(begun, prisons=(made,), stage="inmates")
    assert BOTS["strong"].decide(state, 0, Random(1)) == (Substitute((3, 2), 1),)
    assert risks(prison_after(made, Substitute((3, 2), 1)))[0].get("A", 0.0) < risks(made)[0]["A"]
    spent = replace(state, prisons=(replace(made, spent=frozenset({1})),))
    assert BOTS["strong"].decide(spent, 0, Random(1)) == (Done(),)


def test_on_several_sheets_each_seat_plays_its_own() -> None:
    options: dict[str, int | str] = {"mode": "points", "dice": "colours", "sheet": SHEET}
    contest = Contest(GAME, (("simple", BOTS["simple"]), ("simple", BOTS["simple"])), options)
    ended = play(contest, "points")
    assert len(ended.state.prisons) == 2
    assert all(prison.result == "finished" for prison in ended.state.prisons)
