"""The rules of diZe, one by one: a test is named after the rule it holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import astuple
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice import Die, DieSpec
from companion.game import Ask, Command, IllegalCommand, Msg, Offer, Over, Roll, msg, step
from companion.games import discover
from companion.games.dize import odds as odds
from companion.games.dize.rules import GAME
from companion.games.dize.state import Allocate, Choose, GiveUp, GoOn, Phase, State, Stop
from companion.games.dize.zones import DICE, Fight, Zones
from companion.laws.random_play import playout
from companion.table.log.seating import option_values, seat_names
from companion.words import LANGUAGES, Words

WORDS = Words(discover().words)
TEXTS = discover().plugins["dize"].words["es"]


def new(zombies: int = 4) -> State:
    return GAME.start(1, {"zombies": zombies})


def at(phase: Phase, start: int = 4, roll: str = "", **zones: int) -> State:
    """A position; humans are whoever is nowhere else."""
    humans = DICE - sum(zones.values())
    where = Zones(humans, zones.pop("zombies"), **zones)
    return State(
        start, where, phase, fight=Fight(tuple(roll), where.heroes, where.captured) if roll else None
    )


def roll(faces: str) -> Roll:
    return Roll(tuple(Die("d6", face) for face in faces))


def take(faces: str) -> Allocate:
    return Allocate(tuple(faces))


def play(state: State, *commands: Command) -> State:
    for command in commands:
        state = step(GAME, state, 0, command)
    return state


def asked(state: State, hand: str = "") -> Ask:
    ask = GAME.ask(state, tuple(hand))
    assert isinstance(ask, Ask)
    return ask


def needs(state: State) -> int:
    need = asked(state).need
    assert need is not None
    assert set(need.throw) == {DieSpec("d6")}
    return len(need.throw)


def offers(state: State, hand: str = "") -> dict[str, Offer]:
    """The offers for the keys; of those without a key the last."""
    return {offer.button: offer for offer in asked(state, hand).offers}


def numbers(state: State) -> set[int]:
    """How many dice may be launched."""
    return {c.dice for offer in asked(state).offers for c in offer.commands if isinstance(c, Choose)}


def refusal(state: State, *commands: Command) -> Msg:
    with pytest.raises(IllegalCommand) as refused:
        play(state, *commands)
    return refused.value.reason


def news(state: State) -> list[tuple[str, str]]:
    return [(told.text.key.removeprefix("dize.news."), told.mood) for told in GAME.news(state)]


def over(state: State) -> Over:
    ask = GAME.ask(state)
    assert isinstance(ask, Over)
    return ask


def test_z1_a_game_begins_with_1_to_19_zombies_and_4_if_nothing_is_said() -> None:
    (option,) = GAME.options
    assert (option.default, option.least, option.most) == (4, 1, 19)
    for zombies in range(1, 20):
        assert new(zombies).zones == Zones(20 - zombies, zombies)
    for zombies in (0, 20):
        with pytest.raises(IllegalCommand):
            option_values(GAME, {"zombies": zombies})


def test_it_is_a_game_for_one() -> None:
    assert seat_names(GAME, ["Ana"]) == ("Ana",)
    with pytest.raises(IllegalCommand):
        seat_names(GAME, ["Ana", "Teo"])


@pytest.mark.parametrize(("faces", "zombies"), [("113466", 4), ("111466", 5), ("234566", 4)])
def test_z2_only_three_or_more_1s_infect_and_two_are_told_to_be_too_few(faces: str, zombies: int) -> None:
    after = play(at("infection", zombies=4, launch=6), roll(faces))
    assert (after.zones.zombies, after.zones.launch) == (zombies, 10 - zombies)
    told = {"113466": [("few_ones", "calm")], "234566": [("clean", "calm")]}
    assert zombies == 5 or news(after) == told[faces]


def test_z3_one_die_is_infected_however_many_1s() -> None:
    after = play(at("infection", zombies=4, launch=6), roll("111111"))
    assert (after.zones.zombies, after.zones.launch) == (5, 5)
    assert news(after)[:2] == [("infected", "bad"), ("one_only", "calm")]


def test_z4_infection_and_attack_are_two_throws_of_the_dice_in_launch() -> None:
    state = play(at("infection", zombies=4, launch=6), roll("111466"))
    assert (state.phase, needs(state)) == ("attack", 5)
    assert asked(state).text == msg("dize.attack", n=5)
    assert play(state, roll("24613")).phase == "allocate"
    assert refusal(state, roll("246135")) == msg("table.refused.count", need=5, got=6)


def test_z5_two_dice_for_every_zombie_may_be_launched_and_no_more_than_there_are_humans() -> None:
    assert numbers(new(4)) == set(range(1, 9))
    assert numbers(at("choose", zombies=15)) == set(range(1, 6))
    assert asked(new(4)).text == msg("dize.choose", n=8)
    assert refusal(new(4), Choose(9)) == msg("table.refused.not_offered")


def test_z6_at_least_one_die_is_launched() -> None:
    assert refusal(new(), Choose(0)) == msg("table.refused.not_offered")
    assert numbers(new(19)) == {1}
    assert asked(new(19)).text == msg("dize.choose.one")
    assert play(new(), Choose(1)).zones == Zones(15, 4, launch=1)


def test_z7_a_die_infected_this_turn_can_be_captured_and_bites_this_turn() -> None:
    state = at("infection", start=2, zombies=2, launch=4)
    infected = play(state, roll("1112"))
    assert ("counts_now", "calm") in news(infected)
    captured = play(infected, roll("246"), take("2"))
    assert (captured.zones.zombies, captured.zones.captured) == (2, 1)
    assert needs(play(infected, roll("135"))) == 3


@pytest.mark.parametrize(
    ("faces", "captured", "heroes", "phase"),
    [("24616", 2, 0, "allocate"), ("24136", 2, 0, "bite"), ("2463", 2, 2, "allocate"), ("24", 3, 1, "bite")],
)
def test_z8_captured_count_as_odd_and_heroes_as_even(
    faces: str, captured: int, heroes: int, phase: Phase
) -> None:
    state = at("attack", zombies=2, launch=len(faces), captured=captured, heroes=heroes, retired=captured)
    assert play(state, roll(faces)).phase == phase
    fight = GAME.view(state, None).fight
    assert (fight.faces, fight.even, fight.odd) == ((), heroes, captured)


def test_z9_a_tie_fails_and_is_told_as_one() -> None:
    tie = play(at("attack", zombies=4, launch=4), roll("2413"))
    assert (tie.phase, tie.last, tie.zones) == ("bite", "failed", Zones(16, 4))
    assert news(tie) == [("tie", "bad")]
    assert news(play(at("attack", zombies=4, launch=3), roll("213"))) == [("fails", "bad")]


def test_z10_the_retired_count_nothing() -> None:
    state = at("attack", zombies=1, launch=2, captured=3, heroes=2, retired=3)
    assert play(state, roll("24")).phase == "allocate"
    assert play(at("attack", zombies=1, launch=1, retired=9), roll("3")).phase == "bite"


def test_z11_any_die_of_the_roll_may_retire_a_six_too() -> None:
    state = at("allocate", roll="664132", zombies=4, launch=6)
    for face in "123466":
        after = play(state, take(face))
        assert (after.zones.retired, after.zones.heroes, after.zones.launch) == (1, 0, 5)
    assert refusal(state, take("5")) == msg("dize.blocked.foreign")


def test_z11_the_die_that_is_no_six_retires_whenever_it_was_taken() -> None:
    state = at("allocate", roll="664132", zombies=4, launch=6)
    assert play(state, take("466")).zones == play(state, take("646")).zones
    assert play(state, take("66")).zones.heroes == 1


def test_z11_with_an_empty_hand_the_keys_say_that_a_die_must_be_taken() -> None:
    state = at("allocate", roll="664132", zombies=4, launch=6)
    blocked = msg("dize.blocked.retire")
    keys = offers(state)
    assert (keys["main"].blocked, keys["second"].blocked) == (blocked, blocked)
    assert asked(state).text == msg("dize.allocate.heroes")
    assert asked(at("allocate", roll="2241", zombies=4, launch=4)).text == msg("dize.allocate")
    assert refusal(state, take("")) == blocked


def test_z12_a_success_captures_one_zombie_whatever_the_margin() -> None:
    rolled = play(at("attack", zombies=4, launch=6), roll("244221"))
    assert news(rolled) == [("works", "good"), ("one_zombie", "calm")]
    after = play(rolled, take("1"))
    assert after.zones == Zones(10, 3, launch=5, captured=1, retired=1)
    assert news(after) == []
    assert news(play(at("attack", zombies=4, launch=3), roll("241"))) == [("works", "good")]


def test_z13_heroes_are_optional_and_only_sixes_that_did_not_retire() -> None:
    state = at("allocate", roll="664132", zombies=4, launch=6)
    assert [play(state, take("1" + "6" * n)).zones.heroes for n in range(3)] == [0, 1, 2]
    assert refusal(state, take("666")) == msg("dize.blocked.foreign")
    assert refusal(state, take("14")) == msg("dize.blocked.heroes")
    assert asked(state, "14").text == msg("dize.blocked.heroes")
    pick = asked(state).pick
    assert pick is not None
    assert (pick.least, pick.most, [item.name for item in pick.pool]) == (1, 3, list("664132"))


def test_z13_heroes_stay_heroes_until_the_attack_ends() -> None:
    state = play(at("allocate", roll="66413", zombies=4, launch=5), take("16"), GoOn(), roll("246"))
    assert state.zones.heroes == 1
    ended = play(state, take("2"), Stop())
    assert (ended.zones.heroes, ended.zones.launch, ended.zones.humans) == (0, 0, 16)


def test_z14_when_no_die_is_left_to_throw_the_attack_ends_as_a_stop() -> None:
    state = at("allocate", roll="66", zombies=4, launch=2)
    assert {offer.commands for offer in asked(state, "66").offers} == {(take("66"),)}
    assert asked(state, "66").text == msg("dize.close", n=1)
    assert offers(state, "66")["main"].note == msg("dize.note.stop", n=1, points=5)
    after = play(state, take("66"))
    assert (after.phase, after.last, after.zones) == ("bite", "stopped", Zones(16, 3, executed=1))


def test_z15_when_no_zombie_is_left_to_capture_the_attack_ends_and_the_game_is_won() -> None:
    state = at("allocate", roll="246", zombies=1, launch=3, captured=1, retired=1, executed=2)
    assert asked(state, "2").text == msg("dize.close.won")
    assert offers(state, "2")["main"].note == msg("dize.note.won", n=2, points=18)
    after = play(state, take("2"))
    assert (after.phase, after.result, after.score) == ("over", "won", 18)
    assert after.zones == Zones(16, 0, executed=4)
    assert news(after) == [("won", "win")]


def test_z16_a_failure_frees_the_captured_and_costs_no_human() -> None:
    state = at("attack", zombies=1, launch=2, captured=3, heroes=1, retired=3)
    after = play(state, roll("24"))
    assert (after.zones, after.phase) == (Zones(16, 4), "bite")
    assert news(after) == [("tie", "bad"), ("free", "calm")]


def test_z16_a_stop_executes_the_captured() -> None:
    after = play(at("decide", zombies=2, launch=3, captured=2, heroes=1, retired=2), Stop())
    assert (after.zones, after.last, after.phase) == (Zones(16, 2, executed=2), "stopped", "bite")
    assert news(after) == [("stopped", "good")]


def test_a_bite_is_news_until_the_next_attack_is_chosen() -> None:
    bitten = play(at("bite", start=4, zombies=4), roll("1122"))
    assert [news.text for news in GAME.news(bitten)] == [msg("dize.news.bitten", n=2)]
    assert GAME.news(play(bitten, Choose(3))) == ()


def test_z17_each_1_of_the_zombies_bites_as_long_as_there_are_humans_and_new_ones_wait() -> None:
    state = at("bite", start=10, zombies=17, executed=1)
    lost = play(state, roll("11122222222222222"))
    assert (lost.zones, lost.result, lost.score) == (Zones(0, 19, executed=1), "lost", 11)
    assert news(lost) == [("lost", "bad")]
    bitten = play(state, roll("12222222222222222"))
    assert (bitten.zones, bitten.phase, bitten.turn) == (Zones(1, 18, executed=1), "choose", 2)
    assert news(bitten) == [("bitten", "bad")]
    assert news(play(state, roll("2" * 17))) == [("safe", "calm")]
    assert needs(state) == 17


def test_z18_humans_in_launch_are_alive_and_winning_comes_before_the_bite() -> None:
    all_launched = play(at("choose", zombies=18), Choose(2))
    assert (all_launched.zones.humans, all_launched.zones.living) == (0, 2)
    assert isinstance(GAME.ask(all_launched), Ask)
    won = play(at("allocate", roll="24", zombies=1, launch=2, executed=3), take("2"))
    assert over(won).places == ((0,),)
    assert over(won).reason == msg("dize.over.won", points=18)


def test_z19_the_score_is_start_executed_and_ten_for_a_clearing() -> None:
    amid = at("bite", start=6, zombies=3, executed=5)
    assert [line.points for line in GAME.score(amid, 0)] == [6, 5]
    won = play(at("allocate", start=6, roll="24", zombies=1, launch=2, executed=6), take("4"))
    assert [(line.text.key, line.points) for line in GAME.score(won, 0)] == [
        ("dize.score.start", 6),
        ("dize.score.executed", 7),
        ("dize.score.won", 10),
    ]
    assert won.score == 23


def test_z20_executed_dice_that_were_human_count_and_it_is_told() -> None:
    after = play(at("decide", start=1, zombies=2, launch=2, captured=1, retired=1, executed=1), Stop())
    assert (after.zones.executed, after.score) == (2, 3)
    assert ("bitten_count", "calm") in news(after)


@pytest.mark.parametrize(
    "state",
    [
        at("choose", zombies=4, executed=3),
        at("decide", zombies=4, launch=3, captured=1, retired=1, executed=3),
        at("allocate", roll="246", zombies=4, launch=3, executed=3),
    ],
)
def test_z21_giving_up_is_offered_where_a_decision_is_asked_and_loses_with_the_points_there_are(
    state: State,
) -> None:
    last = asked(state).offers[-1]
    assert (last.commands, last.button, last.note) == (
        (GiveUp(),),
        "pick",
        msg("dize.note.give_up", total=7),
    )
    after = play(state, GiveUp())
    assert (after.result, after.score, after.zones) == ("lost", 7, state.zones)
    assert over(after).reason == msg("dize.over.lost", points=7)
    assert news(after) == [("gave_up", "bad")]
    assert GAME.advice(after) == ()


def test_z21_a_throw_that_is_due_is_no_place_to_give_up() -> None:
    assert refusal(at("bite", zombies=4), GiveUp()) == msg("table.refused.not_offered")


def test_z22_there_is_no_way_to_stop_before_the_first_attack_and_the_button_says_so() -> None:
    state = play(new(), Choose(5))
    assert refusal(state, Stop()) == msg("table.refused.not_offered")
    assert refusal(play(state, roll("23456")), Stop()) == msg("table.refused.not_offered")
    assert offers(new())["main"].note == msg("dize.note.launch")


def test_every_rule_has_a_test_named_after_it() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert {int(n) for n in re.findall(r"def test_z(\d+)_", source)} == set(range(1, 23))


def test_one_press_takes_the_hand_and_stops_or_attacks_again() -> None:
    state = at("allocate", roll="66413", zombies=4, launch=5, executed=1)
    keys = offers(state, "16")
    assert asked(state, "16").text == msg("dize.decide", n=3)
    assert (keys["main"].commands, keys["second"].commands) == ((take("16"), Stop()), (take("16"), GoOn()))
    assert keys["main"].note == msg("dize.note.stop", n=1, points=6)
    assert keys["second"].note == msg("dize.note.go_on.heroes", n=3, heroes=1, captured=1)
    assert offers(state, "1")["second"].note == msg("dize.note.go_on", n=4, captured=1)
    assert "pick" not in keys


def test_decided_alone_the_same_two_keys_are_there() -> None:
    state = play(at("allocate", roll="66413", zombies=4, launch=5), take("1"))
    assert [offer.commands for offer in asked(state).offers] == [(Stop(),), (GoOn(),), (GiveUp(),)]
    assert asked(play(state, GoOn())).text == msg("dize.attack.again", n=4)
    assert news(play(state, GoOn())) == []


def test_the_usual_number_is_odd_and_on_the_main_button() -> None:
    def usual(zombies: int, executed: int = 0) -> tuple[Command, ...]:
        return offers(at("choose", zombies=zombies, executed=executed))["main"].commands

    assert [usual(z) for z in (1, 2, 3)] == [(Choose(1),)] * 3
    assert [usual(z) for z in (4, 5, 8, 18, 19)] == [(Choose(n),) for n in (7, 9, 11, 1, 1)]
    for zombies, executed in product(range(1, 19), range(10)):
        if zombies + executed < DICE:
            (choose,) = usual(zombies, executed)
            assert isinstance(choose, Choose)
            assert choose.dice % 2 == 1


def test_no_two_offers_are_the_same() -> None:
    for moment in playout(GAME, new(9), Random(3)):
        every = [(offer.seat, offer.commands) for offer in moment.ask.offers]
        assert len(set(every)) == len(every)


def whole_games(seed: int) -> Iterator[State]:
    """The states of a random game in which nobody gives up as long as there is something else to do."""
    luck = Random(seed)
    state = new(luck.randint(1, 19))
    for _ in range(400):
        ask = GAME.ask(state)
        if isinstance(ask, Over):
            return
        yield state
        if ask.need is not None:
            state = play(state, roll("".join(luck.choice("123456") for _ in ask.need.throw)))
            continue
        if ask.pick is not None:
            faces = [item.name for item in ask.pick.pool]
            retired = luck.choice(faces)
            faces.remove(retired)
            ask = asked(state, retired + "6" * luck.randint(0, faces.count("6")))
        state = play(state, *luck.choice([o for o in ask.offers if o.commands != (GiveUp(),)]).commands)
    yield state


@settings(max_examples=80, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_the_seven_zones_hold_twenty_dice_at_every_moment(seed: int) -> None:
    for state in whole_games(seed):
        zones = astuple(state.zones)
        assert sum(zones) == DICE
        assert min(zones) >= 0
        view = GAME.view(state, None)
        assert sum(row.dice for row in view.rows) == sum(astuple(view.zones)) == DICE
        assert view.living + view.zones.zombies + state.zones.captured + state.zones.executed == DICE


@settings(max_examples=80, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_what_the_main_key_says_it_scores_is_what_it_scores(seed: int) -> None:
    for state in whole_games(seed):
        for offer in asked(state).offers:
            points = offer.note.args.get("points") if offer.note else None
            if offer.button == "main" and offer.blocked is None and points is not None:
                assert play(state, *offer.commands).score == points


def brute_infects(n: int) -> float:
    rolls = list(product("123456", repeat=n))
    return sum(faces.count("1") >= 3 for faces in rolls) / len(rolls)


def brute_works(n: int, lead: int = 0) -> float:
    rolls = list(product("123456", repeat=n))
    won = (2 * sum(face in "246" for face in faces) - n + lead > 0 for faces in rolls)
    return sum(won) / len(rolls)


@pytest.mark.parametrize("n", range(1, 7))
def test_advice_is_what_trying_every_roll_gives(n: int) -> None:
    assert odds.infection_chance(n) == pytest.approx(brute_infects(n), abs=1e-12)
    for lead in range(-3, 4):
        assert odds.attack_chance(n, lead) == pytest.approx(brute_works(n, lead), abs=1e-12)
    risk = brute_infects(n)
    first = (1 - risk) * brute_works(n) + (risk * brute_works(n - 1) if risk else 0)
    assert odds.first_attack_chance(n) == pytest.approx(first, abs=1e-12)
    assert odds.bite_chance(n) == pytest.approx(1 - (5 / 6) ** n)


def test_a_first_attack_tried_roll_by_roll_through_the_rules_works_as_often_as_advised() -> None:
    """Three dice, infection and attack: every pair of rolls, played."""
    state = play(new(), Choose(3))
    won = total = 0.0
    for infection in product("123456", repeat=3):
        after = play(state, roll("".join(infection)))
        for attack in product("16", repeat=needs(after)):
            chance = 0.5 ** len(attack)
            won += chance * (play(after, roll("".join(attack))).phase == "allocate")
            total += chance
    assert won / total == pytest.approx(odds.first_attack_chance(3), abs=1e-12)


def said(state: State, hand: str = "") -> list[str]:
    return [WORDS.say(text, "en") for text in GAME.advice(state, tuple(hand))]


def test_advice_before_choosing_has_a_line_for_each_number_with_the_risk() -> None:
    assert said(new(2)) == [
        "1 die: 50 %",
        "2 dice: 25 %",
        "3 dice: 50 % · infection under 1 %",
        "4 dice: 32 % · infection 2 %",
    ]


def test_advice_at_every_other_moment() -> None:
    assert said(play(new(), Choose(5))) == ["Attack works: 49 % · infection: 4 %"]
    assert said(at("attack", zombies=3, launch=3, captured=1, retired=1)) == ["The attack works: 13 %"]
    assert said(at("bite", zombies=4)) == ["Somebody bites: 52 %"]
    decided = at("decide", zombies=3, launch=3, captured=1, retired=1)
    assert said(decided) == ["Another attack with 3 dice: 13 %"]


def test_advice_while_allocating_is_for_the_hand_or_for_each_number_of_heroes() -> None:
    state = at("allocate", roll="66413", zombies=4, launch=5)
    assert said(state) == [
        f"{h} more {'hero' if h == 1 else 'heroes'}, next attack: {round(100 * brute_works(4 - h, h - 1))} %"
        for h in range(3)
    ]
    assert said(state, "16") == [f"Another attack with 3 dice: {round(100 * brute_works(3, 0))} %"]
    last = at("allocate", roll="66", zombies=4, launch=2)
    assert said(last, "66") == []
    assert len(said(last)) == 1


def test_small_and_nearly_sure_chances_say_so() -> None:
    assert [odds.percent(p).key for p in (0.001, 0.995)] == ["dize.percent.under", "dize.percent.over"]
    assert [odds.percent(p) for p in (0.0, 1.0, 0.5)] == [msg("dize.percent", n=n) for n in (0, 100, 50)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_lines_fit(language: str) -> None:
    lines = (
        "choose",
        "infection",
        "attack",
        "allocate",
        "decide",
        "close",
        "bite",
        "blocked",
        "news",
        "over",
    )
    keys = [key for key in TEXTS if key.split(".")[1] in lines]
    assert len(keys) > 30
    for key in keys:
        assert len(WORDS.say(msg(key, points=48, n=19, even=18, odd=17), language)) <= 46, key


def test_all_words_are_used() -> None:
    """Every text is named in the game's files or its fragment, whole or as the stem of a composed key."""
    root = Path(__file__).resolve().parents[3]
    files = [*(root / "companion/games/dize").glob("*.py"), root / "companion/games/dize/page/table.html"]
    source = "".join(path.read_text(encoding="utf-8") for path in files)
    made = ("dize.page.zone.", "dize.page.sum", "dize.button.", "dize.over.", "dize.name", "dize.about")
    assert [
        key for key in TEXTS if not re.search(f"[\"']{key}[\"']", source) and not key.startswith(made)
    ] == []
