"""A match at the table, by hands, keys and taps."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from companion.dice import Seen
from companion.game import Msg, News, msg
from companion.games import discover
from companion.table.shown.snapshot import Key, Shown
from companion.table.wishes import Answer, Correct, Enter, Press, Take, Toggle, by_button
from companion.words import Words
from tests.table.eye import HAND, ROLLING, at_rest, doubtful, row, seen
from tests.table.table import Table

FIRST = (
    "human4",
    "human4",
    "human2",
    "dalek3",
    "dalek3",
    "dalek2",
    "doctor",
    "doctor",
    "exterminate",
    "human2",
)
DICE = row(*FIRST)
SOME = ("human4", "human2", "dalek3", "dalek2", "dalek3", "dalek3", "human2")


def key(shown: Shown, name: str) -> Key:
    return next(key for key in shown.keys if key.name == name)


def marks(shown: Shown) -> list[str]:
    return [die.mark for die in shown.dice]


def test_a_whole_turn_by_hands_and_keys(table: Table) -> None:
    shown = table.dalek()
    assert (shown.light, shown.line, shown.seat) == ("ready", msg("dalek-dice.throw", n=10), 0)
    assert table.see(ROLLING).light == "rolling"
    shown = table.see(at_rest(*DICE))
    assert (shown.ply, shown.light) == (2, "move")
    assert marks(shown) == ["free"] * 6 + ["forced", "free", "forced", "free"]  # one Doctor is kept, not two
    shown = table.see(HAND, at_rest(*DICE[1:3], *DICE[5:]))
    assert shown.held == (0, 3, 4)
    assert marks(shown)[:5] == ["held", "free", "free", "held", "held"]
    assert shown.line == msg("dalek-dice.decide", points=4, n=5)
    assert (key(shown, "stop").main, key(shown, "reroll").note) == (True, msg("dalek-dice.note.dice", n=5))
    assert (shown.view.humans, shown.view.daleks) == (4, 6)
    shown = table.press("reroll")
    assert (shown.line, shown.light, shown.held) == (msg("dalek-dice.throw", n=5), "ready", ())
    shown = table.throw(*row("human2", "human2", "dalek2", "dalek2", "dalek3", y=400))
    shown = table.press("stop") if key(shown, "stop").blocked is None else table.see(HAND)
    assert key(shown, "stop").blocked == msg("dalek-dice.blocked.one")
    shown = table.see(at_rest(*row("human2", "human2", "dalek2", "dalek2", "dalek3", y=400)[1:]))
    shown = table.press("stop")
    assert (shown.totals, shown.seat, shown.light) == ((6, 0), 1, "good")
    assert shown.line == msg("dalek-dice.throw", n=10), "Teo has to know that it is for him to throw"
    assert shown.news == (News(msg("dalek-dice.end.stop", points=6), "good", seat=0),)
    shown = table.see(HAND)
    assert (shown.light, shown.line) == ("ready", msg("dalek-dice.throw", n=10))


def test_dice_can_be_tapped_instead_of_lifted(table: Table) -> None:
    table.dalek()
    ply = table.throw(*DICE).ply
    shown = table.do(Toggle(0, ply), Toggle(3, ply), Toggle(0, ply), Toggle(4, ply))
    assert shown.held == (3, 4)
    assert table.wish(Toggle(6, ply)) == msg("table.refused.not_choosable")
    shown = table.do(Take(1, ply))
    assert shown.line == msg("dalek-dice.throw", n=6)


def test_undo_brings_the_choice_back(table: Table) -> None:
    table.dalek()
    ply = table.throw(*DICE).ply
    table.see(HAND, at_rest(*DICE[1:]))
    table.do(Toggle(3, ply))
    shown = table.press("reroll")
    assert key(shown, "undo").note == msg("table.note.undo")
    shown = table.press("undo")
    assert (shown.held, shown.ply) == ((0, 3), ply + 2)
    assert key(shown, "undo").blocked == msg("table.refused.thrown")
    assert table.wish(Press("undo")) == msg("table.refused.thrown")


def test_a_lifted_die_that_is_no_choice_is_said_and_harmless(table: Table) -> None:
    table.dalek()
    table.throw(*DICE)
    shown = table.see(HAND, at_rest(*DICE[1:6], *DICE[7:]))
    assert shown.line == msg("table.line.not_chosen", die=msg("face.dalek.doctor"))
    assert shown.held == (0,)
    assert table.see(HAND).line == msg("dalek-dice.decide", points=0, n=7)
    assert table.press("reroll").line == msg("dalek-dice.throw", n=7)


def test_a_throw_that_nobody_asked_for_is_practice(table: Table) -> None:
    table.dalek()
    table.throw(*DICE)
    table.see(HAND, at_rest(*DICE[3:]))
    shown = table.throw(*DICE[3:], *row("dalek2", "dalek2", "dalek2", y=400))
    assert (shown.ply, shown.line) == (2, msg("table.line.practice_tap"))
    assert (shown.held, marks(shown)[-3:]) == ((), ["practice"] * 3)
    assert [die.moved for die in shown.lying] == [False] * 7 + [True] * 3
    still = table.see(HAND, at_rest(*DICE[4:], *row("dalek2", "dalek2", "dalek2", y=400)))
    assert still.held == ()
    shown = table.do(Toggle(0, 2), Press("reroll"))
    assert (shown.line, shown.light) == (msg("dalek-dice.throw", n=7), "ready")


def test_all_dice_taken_up_at_once_are_no_choice_and_the_line_says_what_is(table: Table) -> None:
    table.dalek()
    table.throw(*DICE)
    shown = table.see(HAND, at_rest())
    assert (shown.held, shown.line) == ((), msg("table.line.swept"))
    assert table.see(at_rest()).held == ()
    shown = table.do(Toggle(3, 2))
    assert (shown.held, shown.line) == ((3,), msg("dalek-dice.decide", points=0, n=7))


def test_a_choice_made_by_hand_stands_when_the_rest_is_taken_up_to_be_thrown(table: Table) -> None:
    table.dalek()
    table.throw(*DICE)
    table.see(HAND, at_rest(*DICE[1:3], *DICE[4:]))
    shown = table.see(HAND, at_rest())
    assert (shown.held, shown.line) == ((0, 3), msg("dalek-dice.decide", points=0, n=6))
    assert key(shown, "reroll").note == msg("dalek-dice.note.dice", n=6)
    shown = table.press("reroll")
    assert (shown.line, shown.held) == (msg("dalek-dice.throw", n=6), ())
    assert table.press("undo").held == (0, 3), "what is in the cup is no choice when the press is taken back"
    table.press("reroll")
    assert table.throw(*row(*SOME[:6], y=400)).ply == 6


def test_dice_that_stay_out_when_others_are_put_back_are_a_choice(table: Table) -> None:
    table.dalek()
    table.throw(*DICE)
    table.see(HAND, at_rest())
    assert table.see(HAND, at_rest(*DICE[1:3], *DICE[4:])).held == (0, 3)


def test_dice_lifted_one_after_another_are_chosen_to_the_last(table: Table) -> None:
    table.dalek()
    table.throw(*row(*(("human2", "dalek2") * 5)))
    for left in range(9, -1, -1):
        shown = table.see(HAND, at_rest(*row(*(("human2", "dalek2") * 5))[:left]))
    assert len(shown.held) == 10
    assert shown.line == msg("dalek-dice.close.no_dice", points=15)


@pytest.mark.parametrize("seen_rolling", [True, False])
@pytest.mark.parametrize("cup_seen", [True, False], ids=["an empty tray between", "at once"])
def test_everything_thrown_anew_while_choosing_is_practice_and_the_roll_stays(
    table: Table, seen_rolling: bool, cup_seen: bool
) -> None:
    table.dalek()
    table.throw(*DICE)
    again = row("doctor", *(["dalek3"] * 8), "human4", y=400)
    between = (at_rest(),) if cup_seen else ()
    shown = table.see(HAND, *between, *((ROLLING,) if seen_rolling else ()), at_rest(*again))
    assert (shown.ply, shown.held, shown.line) == (2, (), msg("table.line.practice_tap"))
    assert [die.face for die in shown.dice[:10]] == list(FIRST)
    assert "held" not in marks(shown)
    assert marks(shown)[10:] == ["practice"] * len(shown.dice[10:])
    assert len(shown.dice) > 15
    assert table.see(at_rest(*again)).held == ()
    shown = table.do(Toggle(0, 2), Press("reroll"))
    assert (shown.line, shown.ply) == (msg("dalek-dice.throw", n=7), 3)
    assert table.throw(*row(*SOME, y=700)).ply == 4, "the practice dice are no part of the next throw"


def test_without_a_match_everything_is_practice(table: Table) -> None:
    shown = table.throw(*DICE)
    assert (shown.light, shown.line, marks(shown)) == ("idle", msg("table.line.idle"), ["practice"] * 10)
    assert shown.view is None
    assert key(shown, "stop").blocked == key(shown, "undo").blocked == msg("table.refused.no_match")
    assert table.wish(Press("stop")) == msg("table.refused.no_match")
    assert table.dalek().ply == 1


def test_practice_where_nothing_is_chosen_says_only_that(table: Table) -> None:
    table.dalek()
    shown = table.throw(*DICE)
    keep = next(n for n, offer in enumerate(shown.ask.offers) if offer.button == "pick")  # type: ignore[union-attr]
    table.do(Take(keep, shown.ply))
    assert table.throw(*DICE, *row("doctor", y=400)).line == msg("table.line.practice")


def test_too_few_dice_wait_for_the_rest(table: Table) -> None:
    table.dalek()
    shown = table.throw(*DICE[:9])
    assert (shown.light, shown.ply) == ("look", 1)
    assert shown.line == shown.complaint == msg("table.complaint.few", need=10, got=9, n=1)
    assert table.see(HAND).light == "look"
    assert table.throw(*DICE).ply == 2


def one_unsure(table: Table, *others: Seen) -> Shown:
    table.dalek()
    return table.throw(doubtful(DICE[0], "unsure", "human2"), *others, *DICE[1 + len(others) :])


def who(shown: Shown) -> int:
    """The die that the keys are about."""
    assert shown.about is not None
    return shown.about


def test_a_die_in_doubt_is_asked_about_and_the_keys_answer(table: Table) -> None:
    shown = one_unsure(table)
    face = msg("face.dalek.human4")
    assert (shown.light, shown.line, shown.ply) == ("look", msg("table.query.unsure", face=face), 1)
    assert shown.query is not None
    assert (shown.query.die, shown.query.current, len(shown.query.guesses)) == (0, 0, 6)
    assert [k.text.key for k in shown.keys] == ["table.key.yes", "table.key.next", "table.key.undo"]
    assert marks(shown)[0] == "unsure"
    shown = table.press("reroll")
    assert shown.query is not None
    assert (shown.query.current, shown.line.args["face"]) == (1, msg("face.dalek.human2"))
    shown = table.press("stop")
    assert (shown.ply, shown.dice[0].face, shown.dice[0].source) == (2, "human2", "corrected")


def test_a_second_tap_does_not_answer_the_next_question(table: Table) -> None:
    first = who(one_unsure(table, doubtful(DICE[1])))
    assert table.wish(Answer("human2", 1, first)) is None
    assert table.wish(Answer("human2", 1, first)) == msg("table.refused.stale")
    assert table.wish(Press("stop", 1, first)) == msg("table.refused.stale")
    second = who(table.shown)
    assert table.wish(Answer("moon", 1, second)) == msg("table.refused.face", face="moon")
    shown = table.do(Press("stop", 1, second))
    assert [die.source for die in shown.dice[:3]] == ["corrected", "corrected", "seen"]
    assert shown.about is None
    assert table.wish(Press("stop", shown.ply, second)) == msg("table.refused.stale")
    assert table.wish(Answer("human2", shown.ply, second)) == msg("table.refused.no_question")


def test_a_question_that_comes_up_under_the_finger_is_not_answered(table: Table) -> None:
    """A key pressed at a page that showed no question yet."""
    one_unsure(table)
    assert table.wish(Press("stop", 1)) == msg("table.refused.stale")
    assert table.shown.query is not None
    assert table.do(Press("stop", 1, who(table.shown))).ply == 2


def test_a_button_of_the_box_answers_what_was_asked_when_the_finger_set_out(table: Table) -> None:
    before, seen = table.shown, one_unsure(table, doubtful(DICE[1]))
    for sooner in (before, None):
        assert table.wish(by_button("stop", sooner)) == msg("table.refused.stale")
    assert table.wish(by_button("stop", seen)) is None
    assert table.wish(by_button("stop", seen)) == msg("table.refused.stale"), "the next die is asked about"
    last = table.shown
    assert table.wish(by_button("stop", last)) is None
    assert table.shown.query is None
    assert table.wish(by_button("stop", last)) == msg("table.refused.stale"), "that would end the turn"


def test_a_question_stays_the_same_one_where_a_look_finds_the_dice_in_another_order(table: Table) -> None:
    first = who(one_unsure(table, doubtful(DICE[1])))
    shown = table.see(at_rest(*reversed((doubtful(DICE[0]), doubtful(DICE[1]), *DICE[2:]))))
    assert shown.query is not None
    assert shown.lying[shown.query.die].quad == DICE[1].quad, "another die is asked about first by now"
    assert table.wish(Answer("human4", 1, first)) == msg("table.refused.stale")
    assert table.wish(Answer("human4", 1, who(shown))) is None


def test_what_is_no_die_is_not_counted(table: Table) -> None:
    table.dalek()
    shown = table.throw(*DICE, doubtful(seen("human2", 50, 500)))
    assert shown.query is not None
    assert table.do(Answer(None, shown.ply, who(shown))).ply == 2


def test_read_again_asks_the_eye_and_forgets_what_was_said(table: Table) -> None:
    table.dalek()
    table.throw(doubtful(DICE[0]), doubtful(DICE[1]), *DICE[2:])
    table.press("stop")
    table.press("undo")
    assert (table.looks, table.shown.query and table.shown.query.die) == (1, 0)
    assert table.see(at_rest(*DICE)).ply == 2


@pytest.mark.parametrize("status", ["cocked", "stacked", "covered"])
def test_a_die_that_does_not_lie_flat_is_said_to_be_so(table: Table, status: str) -> None:
    table.dalek()
    shown = table.throw(doubtful(DICE[0], status), *DICE[1:])  # type: ignore[arg-type]
    assert (shown.line, shown.light) == (msg(f"table.query.{status}"), "look")
    assert table.throw(seen("human4", 500, 400), *DICE[1:]).ply == 2


def test_a_turned_die_is_put_right_or_was_misread(table: Table) -> None:
    table.dalek()
    table.throw(*DICE)
    turned = at_rest(replace(DICE[0], face="dalek3"), *DICE[1:])
    shown = table.see(turned)
    assert (shown.line, shown.complaint) == (msg("table.complaint.turned"), msg("table.complaint.turned"))
    assert [k.text.key for k in shown.keys] == ["table.key.done", "table.key.misread", "table.key.undo"]
    assert table.wish(Press("reroll", shown.ply)) == msg("table.refused.stale"), "REROLL was meant"
    shown = table.do(Press("stop", shown.ply, who(shown)))
    assert (shown.complaint, shown.dice[0].face, shown.about) == (None, "human4", None)
    other = at_rest(replace(DICE[0], face="human2"), *DICE[1:])
    table.see(other)
    shown = table.press("reroll")
    assert (shown.complaint, shown.dice[0].face, shown.dice[0].source) == (None, "human2", "corrected")
    assert table.see(turned).complaint is None


def test_a_turned_die_matters_only_while_it_is_decided_about(table: Table) -> None:
    table.dalek()
    table.throw(*DICE)
    table.do(Toggle(0, 2), Press("reroll"))
    assert table.see(at_rest(replace(DICE[1], face="dalek3"), *DICE[:1], *DICE[2:])).complaint is None


def test_a_misread_die_is_corrected_by_hand(table: Table) -> None:
    table.dalek()
    assert table.wish(Correct(0, "human2", 1)) == msg("table.refused.no_roll")
    table.throw(*DICE)
    assert table.wish(Correct(0, "human4", 2)) == msg("table.refused.same_face")
    assert table.wish(Correct(10, "human4", 2)) == msg("table.refused.die", n=11, most=10)
    assert table.wish(Correct(0, "moon", 2)) == msg("table.refused.face", face="moon")
    shown = table.do(Correct(0, "human2", 2))
    assert (shown.ply, shown.dice[0].source) == (3, "corrected")
    assert table.wish(Correct(0, "human4", 2)) == msg("table.refused.stale")


def test_a_third_doctor_that_was_misread_gives_the_turn_back(table: Table) -> None:
    table.dalek()
    table.throw(*DICE)
    table.do(Toggle(0, 2), Press("reroll"))
    table.throw(*row("doctor", "human2", *SOME[:5], y=300))
    table.do(Toggle(1, 4), Press("reroll"))
    shown = table.throw(*row("doctor", "human2", "dalek2", "dalek2", "dalek3", y=500))
    assert (shown.light, shown.seat, shown.line) == ("bad", 1, msg("dalek-dice.throw", n=10))
    assert shown.news == (News(msg("dalek-dice.end.doctor", points=0), "bad", seat=0),)
    assert marks(shown) == ["free"] * 5
    shown = table.do(Correct(0, "human4", shown.ply))
    assert (shown.seat, shown.light) == (0, "move")
    shown = table.see(HAND, at_rest(*row("doctor", "human2", "dalek2", "dalek2", "dalek3", y=500)[1:]))
    assert shown.held == (0,)


def test_dice_can_be_typed_in(table: Table) -> None:
    table.toy()
    assert table.wish(Enter(("2",), 1)) == msg("table.refused.count", need=2, got=1)
    assert table.wish(Enter(("2", "9"), 1)) == msg("table.refused.face", face="9")
    shown = table.do(Enter(("2", "5"), 1))
    assert [(die.face, die.source) for die in shown.dice] == [("2", "entered"), ("5", "entered")]
    assert table.wish(Enter(("2", "5"), 2)) == msg("table.refused.no_throw")


def test_where_one_die_is_chosen_a_tap_changes_the_choice(table: Table) -> None:
    table.toy()
    shown = table.do(Enter(("2", "5"), 1), Toggle(0, 2), Toggle(1, 2))
    assert shown.held == (1,)
    assert shown.view == {"seat": 0, "points": [0, 0], "left": 2}
    shown = table.press("stop")
    assert shown.totals == (5, 0)
    assert key(shown, "stop").blocked == msg("table.blocked.throw")
    assert table.wish(Press("reroll")) == msg("table.blocked.throw")


def test_keys_and_offers_that_are_not_there_are_refused(table: Table) -> None:
    table.toy()
    shown = table.do(Enter(("2", "5"), 1))
    assert key(shown, "reroll").blocked == msg("table.blocked.none")
    assert table.wish(Press("reroll")) == msg("table.blocked.none")
    assert table.wish(Press("stop")) == msg("toy.choose_one")
    assert table.wish(Take(9, 2)) == msg("table.refused.offer", n=10, most=2)
    assert table.wish(Take(0, 1)) == msg("table.refused.stale")


def finish(table: Table, *rolls: tuple[str, str], take: bool = True) -> Shown:
    for roll in rolls:
        table.do(Enter(roll, table.shown.ply), Toggle(0, table.shown.ply + 1), Press("stop"))
    return table.shown


def test_the_winner_is_named(table: Table) -> None:
    table.toy()
    shown = finish(table, ("4", "2"), ("6", "2"))
    assert (shown.light, shown.line) == ("win", msg("table.line.won", name="Teo", points=6))
    assert shown.match is not None
    assert (shown.match.status, shown.match.winners) == ("finished", (1,))
    assert key(shown, "stop").blocked == msg("table.refused.over")
    assert table.wish(Take(0, shown.ply)) == msg("table.refused.offer", n=1, most=0)
    assert table.press("undo").light == "move"


def test_a_tie_among_some_names_them_and_one_among_all_is_told_by_the_game(table: Table) -> None:
    table.toy("Ana", "Teo", "Eva")
    shown = finish(table, ("4", "2"), ("3", "2"), ("4", "2"))
    assert shown.line == msg("table.line.shared", names="Ana, Eva", points=4)
    table.toy()
    assert finish(table, ("4", "2"), ("4", "2")).line == msg("toy.over")


def test_a_match_lost_together_ends_badly(table: Table) -> None:
    table.toy("Ana", mode="coop")
    table.do(Enter(("2", "3"), 1), Take(1, 2))
    assert (table.shown.line, table.shown.light) == (msg("toy.together"), "bad")


def test_good_and_bad_news_stay_until_something_happens(table: Table) -> None:
    table.toy()
    table.do(Enter(("6", "2"), 1), Toggle(0, 2))
    assert table.press("stop").light == "good"
    assert table.see(at_rest()).light == "good"
    assert table.see(HAND).light == "ready"
    table.do(Enter(("6", "2"), 3), Take(1, 4))
    assert table.shown.light == "bad"


def test_colours_matter_where_the_game_says_so(table: Table) -> None:
    table.toy()
    plain = row("2", "3", kind="d6")
    assert table.throw(*plain).line == msg("table.complaint.colour")
    shown = table.throw(
        *row("2", y=300, kind="d6"), replace(row("3", "4", y=500, kind="d6")[1], colour="blue")
    )
    assert shown.ply == 2


def test_a_throw_is_accepted_only_at_rest(table: Table) -> None:
    asked = who(one_unsure(table))
    table.see(HAND)
    assert table.do(Answer("human4", 1, asked)).ply == 1
    assert table.see(at_rest(doubtful(DICE[0]), *DICE[1:])).ply == 2


LINES = [
    msg("table.line.not_chosen", die=msg("face.dalek.exterminate")),
    msg("table.line.won", name="Maximiliana de la Torre", points=250),
    msg("table.complaint.few", need=10, got=9, n=1),
    msg("table.complaint.many", need=10, got=11, n=1),
    msg("table.query.unsure", face=msg("face.dalek.exterminate")),
    *(msg(f"table.complaint.{key}", n=n) for key in ("kept", "kind") for n in (1, 2)),
    *(msg(f"table.complaint.{key}") for key in ("stacked", "colour", "turned")),
    *(msg(f"table.query.{key}") for key in ("cocked", "stacked", "covered")),
    *(msg(f"table.line.{key}") for key in ("idle", "rolling", "practice", "practice_tap", "swept")),
    *(msg(f"table.fault.{key}") for key in ("disk", "session")),
]


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.key)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_line_fits_the_top_of_the_page(line: Msg, language: str) -> None:
    words = Words(discover().words)
    assert len(words.say(line, language)) <= 46


def test_every_word_that_the_table_says_exists_in_both_languages() -> None:
    words = Words(discover().words)
    source = "".join(path.read_text() for path in Path("companion/table").rglob("*.py"))
    used = set(re.findall(r'"(table\.[a-z_]+\.[a-z_]+)"', source))
    assert len(used) > 60
    for language in ("es", "en"):
        assert used <= words.keys(language)
