"""The bots of diZe: legal to the end, as good as the book's figures say, and the plan as good as can be."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from companion.game import Over, step
from companion.games import discover
from companion.games.dize.bots import BOTS, Hunter, Thumb
from companion.games.dize.plan import Ends, attack_worth, position_worths, success_chances
from companion.games.dize.rules import GAME
from companion.games.dize.state import Allocate, Choose, GoOn, State, Stop
from companion.games.dize.zones import DICE, Fight, Zones
from companion.laws.random_play import random_roll

GAMES = 300
LUCK = Random(0)


def played(bot: str, zombies: int, luck: Random) -> State:
    """A whole game; every decision of the bot goes through `step`, which refuses what is not offered."""
    state = GAME.start(1, {"zombies": zombies})
    while True:
        ask = GAME.ask(state)
        if isinstance(ask, Over):
            return state
        commands = (random_roll(GAME, ask.need, luck),) if ask.need else BOTS[bot].decide(state, 0, luck)
        for command in commands:
            state = step(GAME, state, 0, command)


def wins(bot: str, zombies: int) -> float:
    luck = Random(zombies)
    return sum(played(bot, zombies, luck).result == "won" for _ in range(GAMES)) / GAMES


def test_the_bots_are_found_under_the_game() -> None:
    assert discover().plugins["dize"].bots is BOTS
    assert set(BOTS) == {"simple", "strong"}


@pytest.mark.parametrize(
    ("zombies", "least", "most"), [(1, 0.91, 0.98), (4, 0.23, 0.48), (6, 0.03, 0.19), (10, 0.0, 0.02)]
)
def test_the_simple_bot_wins_as_often_as_the_book_says_of_such_bots(
    zombies: int, least: float, most: float
) -> None:
    assert least - 0.02 <= wins("simple", zombies) <= most + 0.02


@pytest.mark.parametrize("zombies", [1, 4, 6, 10])
def test_the_strong_bot_wins_as_often_as_its_plan_says(zombies: int) -> None:
    worth = position_worths()[DICE - zombies, zombies][0]
    assert wins("strong", zombies) == pytest.approx(worth, abs=0.09)  # three times the spread of 300 games


def test_the_plan_is_right_where_it_can_be_reckoned_by_hand() -> None:
    """One human, one zombie: the attack works half the time, else the zombie bites once in six."""
    won = (1 / 2) / (1 - 1 / 2 * 5 / 6)
    executed = 0.001 * won
    worth, launch = position_worths()[1, 1]
    assert worth == pytest.approx(won + executed, abs=1e-3)
    assert launch == 1
    assert position_worths()[7, 0][0] == 1
    assert position_worths()[0, 7][0] == 0


def test_the_worth_of_an_attack_is_what_trying_all_rolls_and_choices_gives() -> None:
    fail, stop = 0.2, (0.0, 0.3, 0.5, 1.0)

    def tried(launch: int, captured: int, heroes: int) -> float:
        """Every number of evens and sixes, every choice, without remembering anything."""
        total = 0.0
        for even in range(launch + 1):
            for sixes in range(even + 1):
                ways = comb(launch, even) * comb(even, sixes) * 3 ** (launch - even) * 2 ** (even - sixes)
                total += ways / 6**launch * after(launch, captured, heroes, even, sixes)
        return total

    def after(launch: int, captured: int, heroes: int, even: int, sixes: int) -> float:
        if heroes + even <= captured + launch - even:
            return fail
        choices = [stop[captured + 1]]
        if captured + 1 < len(stop) - 1:
            spare = min(sixes, launch - 1)
            left = ((launch - 1 - new, heroes + new) for new in range(spare + 1))
            choices += [tried(dice, captured + 1, stars) for dice, stars in left if dice]
        return max(choices)

    for launch in range(1, 6):
        assert attack_worth(fail, stop)(launch, 0, 0) == pytest.approx(tried(launch, 0, 0), abs=1e-12)


def test_the_chances_of_a_success_are_those_of_the_dice() -> None:
    assert sum(chance for _, chance in success_chances(5, 0)) == pytest.approx(0.5)
    assert dict(success_chances(1, 0)) == {0: pytest.approx(0.5)}
    assert success_chances(1, -1) == ()


def test_a_last_zombie_is_worth_a_win_when_captured() -> None:
    ends = Ends(position_worths(), 10, 2)
    assert ends.stop[-1] == pytest.approx(1, abs=0.01)
    assert ends.stop[0] == pytest.approx(ends.fail)


def state(zones: Zones, faces: str = "", phase: str = "allocate") -> State:
    fight = Fight(tuple(faces), zones.heroes, zones.captured) if faces else None
    return State(4, zones, phase, fight=fight)  # type: ignore[arg-type]


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_retires_a_die_that_is_no_six_if_there_is_one(bot: str) -> None:
    take, *_ = BOTS[bot].decide(state(Zones(8, 4, launch=8), "66264123"), 0, LUCK)
    assert isinstance(take, Allocate)
    assert take.faces[0] == "1"
    take, *_ = BOTS[bot].decide(state(Zones(13, 4, launch=3), "666"), 0, LUCK)
    assert isinstance(take, Allocate)
    assert set(take.faces) == {"6"}


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_takes_the_last_zombie_and_says_no_more_than_is_due(bot: str) -> None:
    won = BOTS[bot].decide(state(Zones(13, 1, launch=3, captured=2, retired=1), "246"), 0, LUCK)
    assert [type(command) for command in won] == [Allocate]
    alone = BOTS[bot].decide(state(Zones(15, 4, launch=1), "2"), 0, LUCK)
    assert alone == (Allocate(("2",)),)


@pytest.mark.parametrize("bot", BOTS)
def test_a_bot_decides_where_only_that_is_asked(bot: str) -> None:
    safe = Zones(5, 3, launch=4, captured=1, heroes=6, retired=1)
    assert BOTS[bot].decide(state(safe, phase="decide"), 0, LUCK) == (GoOn(),)
    risky = Zones(10, 4, launch=1, captured=4, retired=1)
    assert BOTS[bot].decide(state(risky, phase="decide"), 0, LUCK) == (Stop(),)


def test_the_simple_bot_launches_a_die_for_every_zombie() -> None:
    assert [Thumb().launch(Zones(20 - z, z)) for z in (1, 4, 9, 18)] == [1, 4, 9, 2]
    assert Hunter(Thumb()).decide(GAME.start(1, {"zombies": 4}), 0, LUCK) == (Choose(4),)
