"""The rules of Dalek Dice, one by one: a test is named after the rule it holds."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice import Die, DieSpec
from companion.game import Ask, Command, IllegalCommand, Msg, News, Offer, Over, Roll, msg, step
from companion.games import discover
from companion.games.dalek_dice.commands import Again, Keep, Stop
from companion.games.dalek_dice.rules import GAME
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import DALEK, DICE_COUNT, FACE_MEANINGS, Turn
from companion.laws.random_play import playout
from companion.words import LANGUAGES, Words

WORDS = discover().plugins["dalek-dice"].words

SHORT = {
    "H4": "human4",
    "H2": "human2",
    "D3": "dalek3",
    "D2": "dalek2",
    "Doc": "doctor",
    "Ext": "exterminate",
}
JENNA = "H4 H4 H4 H2 H2 D3 D3 D3 D2 Doc"


def faces(text: str) -> tuple[str, ...]:
    return tuple(SHORT[word] for word in text.split())


def match(seats: int = 1, target: int = 999, dice: str = "dalek") -> State:
    return GAME.start(seats, {"target": target, "dice": dice})


def amid(kept: str) -> State:
    """A turn in which these have been kept, before its next roll."""
    held = faces(kept)
    return replace(match(), turn=Turn(held, DICE_COUNT - len(held)))


def roll(text: str) -> Roll:
    return Roll(tuple(Die("dalek", face) for face in faces(text)))


def keep(text: str = "") -> Keep:
    return Keep(faces(text))


def play(state: State, *commands: Command) -> State:
    for command in commands:
        state = step(GAME, state, state.seat, command)
    return state


def whole_turn(state: State, points: int) -> State:
    """The present seat makes so many points: none, or a few by stopping at once."""
    if not points:
        return play(state, roll("H2 H2 H2 H2 H2 H2 H2 H2 H2 H2"), keep("H2"), Stop())
    made = {15: "H2 H2 H2 H2 H2 D3 D3 D3 D3 Doc", 17: "H4 H4 H4 D3 D3 D3 D3 Doc Ext Ext"}
    if points == 15:
        return play(state, roll(made[15]), keep("H2 H2 H2 H2 H2 D3 D3 D3 D3"))
    return play(state, roll(made[17]), keep("H4 H4 H4 D3 D3 D3 D3"), Again(), roll("Ext"), keep())


def asked(state: State, hand: str = "") -> Ask:
    ask = GAME.ask(state, faces(hand))
    assert isinstance(ask, Ask)
    return ask


def offers(state: State, hand: str = "") -> dict[str, Offer]:
    return {offer.button: offer for offer in asked(state, hand).offers}


def refusal(state: State, *commands: Command) -> Msg:
    with pytest.raises(IllegalCommand) as refused:
        play(state, *commands)
    return refused.value.reason


def points(state: State) -> tuple[str | None, int]:
    """How the turn that just ended ended, and what it scored."""
    assert state.ended is not None
    return state.ended.end, state.ended.worth


def news(state: State) -> list[tuple[str, str]]:
    return [(told.text.key.removeprefix("dalek-dice."), told.mood) for told in GAME.news(state)]


def test_d1_ten_dice_alike_with_six_faces_are_thrown_first() -> None:
    need = asked(match()).need
    assert need is not None
    assert need.throw == (DieSpec("dalek"),) * 10
    assert len(DALEK.faces) == 6


def test_d2_three_doctors_in_one_roll_are_one_kept_doctor() -> None:
    turn = play(match(), roll("Doc Doc Doc Ext Ext H2 H2 D2 D2 D3")).turn
    assert (turn.count["doctor"], turn.count["exterminate"], turn.dice_left) == (1, 1, 8)
    assert turn.forced == (0, 3)


def test_d2_the_page_is_told_that_only_one_of_a_roll_counts() -> None:
    told = news(play(match(), roll("Doc Doc Ext Ext H2 H2 H2 D2 D2 D3")))
    assert ("news.doctor.one", "calm") in told
    assert ("news.exterminate.one", "calm") in told
    assert news(play(match(), roll(JENNA))) == [("news.doctor", "calm")]


def test_d3_a_forced_die_is_enough_to_keep() -> None:
    state = play(match(), roll("Doc H2 H2 H2 H2 H4 H4 H4 H4 H4"))
    pick = asked(state).pick
    assert pick is not None
    assert (pick.least, pick.most) == (0, 9)
    assert play(state, keep()).turn.phase == "decide"


def test_d3_without_a_forced_die_the_hand_must_not_be_empty_and_the_keys_say_so() -> None:
    state = play(match(), roll("H4 H4 H4 H2 H2 D3 D3 D3 D2 D2"))
    why = msg("dalek-dice.blocked.one")
    assert {button: offer.blocked for button, offer in offers(state).items()} == dict.fromkeys(
        ("main", "second", "pick"), why
    )
    assert refusal(state, keep()) == why
    assert asked(state).text == why
    pick = asked(state).pick
    assert pick is not None
    assert (pick.least, pick.most) == (1, 10)


@pytest.mark.parametrize("hand", ["Doc D3", "Doc", "H4 H4", "Ext"])
def test_d4_only_humans_and_daleks_of_this_roll_can_be_chosen(hand: str) -> None:
    state = play(match(), roll("H4 H2 H2 D3 D3 D3 D3 D2 Doc Doc"))
    assert refusal(state, keep(hand)) == msg("dalek-dice.blocked.foreign")
    assert all(offer.blocked for offer in asked(state, hand).offers)


def test_d4_surplus_doctors_are_no_items_of_the_pick() -> None:
    pick = asked(play(match(), roll("Doc Doc H2 H2 H2 D3 D3 D3 Ext Ext"))).pick
    assert pick is not None
    assert [(item.name, item.die) for item in pick.pool] == [
        *(("human2", place) for place in (2, 3, 4)),
        *(("dalek3", place) for place in (5, 6, 7)),
    ]


def test_players_are_told_that_humans_are_theirs_to_exterminate_not_to_save() -> None:
    about = {language: words["dalek-dice.about"] for language, words in WORDS.items()}
    assert about["es"].startswith("Extermina humanos")
    assert about["en"].startswith("Exterminate Humans")


def test_d5_the_third_exterminate_leaves_one_choice_and_no_further_roll() -> None:
    state = play(amid("H4 H4 D2 Ext Ext"), roll("Ext H4 H2 D3 D2"))
    assert news(state) == [("news.exterminate.third", "good")]
    assert asked(state).text == msg("dalek-dice.keep.exterminate")
    (only,) = asked(state, "H4 H2").offers
    assert (only.button, only.commands) == ("main", (keep("H4 H2"),))
    assert points(play(state, keep("H4 H2"))) == ("exterminate", 28)
    assert points(play(state, keep())) == ("exterminate", 16)


def test_d6_the_third_doctor_ends_the_turn_at_once_with_nothing() -> None:
    state = play(amid("H4 H4 D3 D3 D3 Doc Doc"), roll("Doc H4 D3"))
    assert points(state) == ("doctor", 0)
    assert news(state) == [("end.doctor", "bad")]


def test_d6_the_third_doctor_beats_the_third_exterminate_and_the_bonus() -> None:
    assert points(play(amid("H4 H4 Doc Doc Ext Ext"), roll("Doc Ext H4 D3"))) == ("doctor", 0)
    assert points(play(amid("H4 H4 D3 D3 D3 Doc Doc Ext Ext"), roll("Doc"))) == ("doctor", 0)


def test_d7_again_means_all_dice_that_are_not_kept() -> None:
    state = play(match(), roll(JENNA), keep("H4 D3"), Again())
    need = asked(state).need
    assert need is not None
    assert len(need.throw) == 7
    assert Counter(state.turn.kept) == Counter(faces("Doc H4 D3"))


def test_d7_kept_dice_are_kept_for_good_and_stopping_comes_after_keeping() -> None:
    kept = play(match(), roll(JENNA), keep("H4"))
    assert refusal(kept, keep("H4")) == msg("table.refused.not_offered")
    assert refusal(match(), roll(JENNA), Stop()) == msg("table.refused.not_offered")


def test_d8_daleks_must_match_or_beat_humans() -> None:
    rolled = roll("D2 D2 H2 H2 H2 H2 H2 H2 Doc Ext")
    assert points(play(match(), rolled, keep("D2 D2 H2 H2"), Stop())) == ("stop", 4)
    assert points(play(match(), rolled, keep("D2 D2 H2 H2 H2"), Stop())) == ("stop", 0)
    assert points(play(amid("H4 H4 H4 H4 D3 D3 D3 D3 Doc"), roll("H4"), keep("H4"))) == ("no dice", 0)


def test_d8_too_few_daleks_are_bad_news() -> None:
    lost = play(match(), roll("D2 D2 H2 H2 H2 H2 H2 H2 Doc Ext"), keep("H2"), Stop())
    assert news(lost) == [("end.few_daleks", "bad")]
    assert news(play(match(), roll("D2 D2 D2 H2 H2 H2 H2 H2 Doc Ext"), keep("H2 D2"), Stop())) == [
        ("end.stop", "good")
    ]


def test_d9_the_bonus_is_added_after_doubling() -> None:
    state = play(amid("H4 H4 D2 D2 D2 D2 Ext Ext"), roll("Ext H2"))
    assert offers(state, "H2")["main"].note == msg("dalek-dice.note.double_bonus", points=25, n=2)
    assert points(play(state, keep("H2"))) == ("exterminate", 25)
    assert points(play(state, keep())) == ("exterminate", 16)


def test_d10_the_highest_total_wins_not_the_highest_turn() -> None:
    state = match(seats=2, target=30)
    for made in (15, 0, 15, 17):
        state = whole_turn(state, made)
    over = GAME.ask(state)
    assert isinstance(over, Over)
    assert over.places == ((0,), (1,))


def test_d11_the_round_is_played_to_its_end() -> None:
    first = whole_turn(match(seats=3, target=15), 15)
    assert isinstance(GAME.ask(first), Ask)
    assert news(first) == [("end.no_dice", "good"), ("news.last_round", "calm")]
    assert [one.seat for one in GAME.news(first)] == [0, 0]
    last = whole_turn(whole_turn(first, 0), 0)
    assert isinstance(GAME.ask(last), Over)
    assert news(last) == [("news.win", "win"), ("end.few_daleks", "bad")]
    assert [one.seat for one in GAME.news(last)] == [0, 2]
    assert GAME.view(last, None).round == 1


def test_d11_a_roll_within_the_next_turn_is_never_the_end() -> None:
    state = whole_turn(whole_turn(match(seats=2, target=16), 15), 15)
    assert isinstance(GAME.ask(state), Ask)
    amid_turn = play(state, roll(JENNA), keep("H4"), Again())
    assert isinstance(GAME.ask(amid_turn), Ask)


def test_d12_equal_totals_share_the_win() -> None:
    state = match(seats=3, target=15)
    for made in (15, 0, 15):
        state = whole_turn(state, made)
    over = GAME.ask(state)
    assert isinstance(over, Over)
    assert over.places == ((0, 2), (1,))
    assert GAME.news(state)[0] == News(msg("dalek-dice.news.win", points=15, n=2), "win", seat=None)


def test_d13_peters_second_roll_has_five_dice_and_a_single_exterminate_does_not_double() -> None:
    peter = play(match(), roll("H4 H2 H2 D3 D3 D3 D3 D2 Doc Doc"), keep("H4 H2 D3 D3"), Again())
    assert refusal(peter, roll("H4 H4 D2 Doc")) == msg("table.refused.count", need=5, got=4)
    peter = play(peter, roll("H4 H4 D3 D2 Doc"), keep("H4 D3"), Again(), roll("H4 D2"), keep("D2"), Again())
    assert points(play(peter, roll("Ext"), keep())) == ("no dice", 15)


def test_d14_no_humans_score_nothing_but_the_bonus() -> None:
    assert points(play(amid("D3 D3 D3 D3 D3 D3 Doc Ext"), roll("D3 D2"), keep("D3 D2"))) == ("no dice", 5)
    none = play(match(), roll("D3 D3 D3 D3 D3 D3 D3 D3 D3 D3"), keep("D3"), Stop())
    assert points(none) == ("stop", 0)
    assert news(none) == [("end.stop", "bad")]


def test_d15_humans_and_daleks_are_values_not_dice() -> None:
    turn = play(match(), roll(JENNA), keep("H4 H4 H4 D3 D3 D3")).turn
    assert (turn.humans, turn.daleks) == (12, 9)


def test_d16_the_first_seat_starts_every_round_and_there_is_no_upper_limit() -> None:
    assert (GAME.seats.least, GAME.seats.usual, GAME.seats.most) == (1, 2, None)
    state = match(seats=12)
    order = []
    for _ in range(24):
        order.append(state.seat)
        state = whole_turn(state, 0)
    assert order == list(range(12)) * 2
    assert GAME.view(state, None).round == 3


def test_d17_ordinary_dice_stand_for_the_faces() -> None:
    state = match(dice="d6")
    need = asked(state).need
    assert need is not None
    assert need.throw == (DieSpec("d6"),) * 10
    rolled = play(state, Roll(tuple(Die("d6", face) for face in "1234561234")))
    assert rolled.turn.last[:6] == ("doctor", "human2", "dalek3", "human4", "dalek2", "exterminate")
    assert rolled.turn.forced == (0, 5)
    assert refusal(state, roll(JENNA)) == msg("table.refused.kind")


def test_d18_the_target_is_a_setting_with_60_as_default() -> None:
    (target, dice) = GAME.options
    assert (target.name, target.default) == ("target", 60)
    assert (dice.name, dice.default) == ("dice", "dalek")
    assert isinstance(GAME.ask(whole_turn(match(target=15), 15)), Over)
    assert isinstance(GAME.ask(whole_turn(match(target=16), 15)), Ask)


def test_every_rule_has_a_test_named_after_it() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert {int(n) for n in re.findall(r"def test_d(\d+)_", source)} == set(range(1, 19))


def test_one_press_keeps_the_hand_and_stops_or_rolls_again() -> None:
    state = play(amid("H4 H2 D3 Doc"), roll("D3 D2 H4 Ext D3 H2"))
    keys = offers(state, "H4 D3 D2 D3")
    assert asked(state, "H4 D3 D2 D3").text == msg("dalek-dice.decide", points=10, n=1)
    assert keys["main"].commands == (keep("H4 D3 D2 D3"), Stop())
    assert keys["main"].note == msg("dalek-dice.note.plain", points=10, n=0)
    assert keys["second"].commands == (keep("H4 D3 D2 D3"), Again())
    assert keys["second"].note == msg("dalek-dice.note.last_dice", n=1)
    assert keys["pick"].commands == (keep("H4 D3 D2 D3"),)


def test_when_keeping_ends_the_turn_only_the_main_button_does_it() -> None:
    state = play(amid("H4 H4 H4 D3 D3 D3 Doc"), roll("D3 D2 Ext"))
    (only,) = asked(state, "D3 D2").offers
    assert (only.button, only.commands) == ("main", (keep("D3 D2"),))
    assert only.note == msg("dalek-dice.note.bonus", points=17, n=0)
    assert asked(state, "D3 D2").text == msg("dalek-dice.close.no_dice", points=17)


def test_the_line_names_all_three_choices_while_a_forced_die_lets_the_hand_be_empty() -> None:
    assert asked(play(match(), roll(JENNA))).text == msg("dalek-dice.keep", points=0, n=9)


def test_with_nothing_to_choose_the_line_goes_straight_to_the_decision() -> None:
    ask = asked(play(amid("H4 D3 D3 H2 H2 H2 D2"), roll("Doc Doc Ext")))
    assert ask.pick is None
    assert ask.text.key == "dalek-dice.decide"


def test_notes_warn_of_missing_daleks_and_of_the_next_doctor() -> None:
    keys = offers(play(amid("H4 Doc"), roll("Doc H2 H2 H2 H2 H2 H2 D2"), keep("D2")))
    assert keys["main"].note == msg("dalek-dice.note.few_daleks", points=0, n=2)
    assert keys["second"].note == msg("dalek-dice.note.danger", n=6)
    near = offers(play(amid("H4 H4 H4 H4 H4 H4"), roll("D2 D2 D2 D2"), keep("D2")))
    assert near["second"].note == msg("dalek-dice.note.dice", n=3)
    calm = offers(play(amid("H4"), roll("H2 H2 H2 H2 H2 H2 H2 D2 D2"), keep("D2")))
    assert calm["second"].note == msg("dalek-dice.note.dice", n=8)


def test_a_view_parts_the_dice_of_this_roll_from_those_of_earlier_ones() -> None:
    view = GAME.view(play(amid("H4 D3"), roll("Doc D2 H2 H2 H2 Doc Ext D3"), keep("D3 H2")), None)
    assert (view.phase, view.humans, view.daleks, view.dice_left) == ("decide", 6, 6, 4)
    assert view.kept == ("human4", "dalek3")
    assert view.new == ("doctor", "exterminate", "dalek3", "human2")
    assert view.forced == (0, 6)
    assert view.last == tuple(faces("Doc D2 H2 H2 H2 Doc Ext D3"))
    assert view.keepable == {}
    assert view.worth_if_stopped == 6


def test_a_worth_is_shown_only_when_the_main_button_would_score_it() -> None:
    start = match()
    assert GAME.view(start, None).worth_if_stopped is None
    free = play(start, roll("H4 H4 H4 H2 H2 D3 D3 D3 D2 D2"))
    assert GAME.view(free, None).worth_if_stopped is None
    rolling = play(free, keep("H4 D3 D3"), Again())
    assert GAME.view(rolling, None).worth_if_stopped is None
    forced = play(rolling, roll("Ext H4 H4 H4 H4 H4 H4"))
    assert GAME.view(forced, None).worth_if_stopped == 4


def test_the_turn_that_ended_stays_in_view_until_the_next_roll() -> None:
    state = whole_turn(match(seats=2), 15)
    view = GAME.view(state, None)
    assert (view.seat, view.phase) == (1, "roll")
    gone = view.ended
    assert (gone.seat, gone.end, gone.points, gone.over) == (0, "no dice", 15, True)
    assert (view.history, view.totals) == (((15,), ()), (15, 0))
    assert GAME.view(play(state, roll(JENNA)), None).ended is None


def test_the_score_is_itemised_by_round() -> None:
    state = whole_turn(whole_turn(match(), 15), 17)
    assert [(line.text, line.points) for line in GAME.score(state, 0)] == [
        (msg("dalek-dice.round", n=1), 15),
        (msg("dalek-dice.round", n=2), 17),
    ]


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_there_are_ten_dice_at_every_moment(seed: int) -> None:
    luck = Random(seed)
    for moment in playout(GAME, match(luck.randint(1, 4), 30), luck):
        turn = moment.state.turn
        assert len(turn.kept) + len(turn.new) + turn.dice_left == DICE_COUNT


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_what_the_page_shows_as_worth_is_what_the_main_button_scores(seed: int) -> None:
    luck = Random(seed)
    for moment in playout(GAME, match(2, 30), luck):
        shown = GAME.view(moment.state, None).worth_if_stopped
        main = offers(moment.state).get("main")
        if main is None or main.blocked:
            assert shown is None
        else:
            assert points(play(moment.state, *main.commands))[1] == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_lines_fit(language: str) -> None:
    words = Words(discover().words)
    keys = [
        key
        for key in WORDS[language]
        if key.split(".")[1] in ("throw", "decide", "keep", "close", "news", "end", "over")
    ]
    assert len(keys) > 15
    for key in keys:
        assert len(words.say(msg(key, points=1059, n=10, target=999), language)) <= 46


def test_ordinary_dice_mean_each_face_once() -> None:
    assert sorted(FACE_MEANINGS[str(n)] for n in range(1, 7)) == sorted(DALEK.faces)
