"""The log told for the page."""

from __future__ import annotations

from typing import Any

from companion.dice import Die
from companion.game import Msg, msg
from companion.games import discover
from companion.table.log.entries import Acted, Corrected, Started, Thrown, ThrownDie, body
from companion.table.log.records import Record
from companion.table.shown.history import history_lines
from companion.table.wishes import Abandon, Correct, Enter, Press, Rename, Take, Toggle
from companion.words import Words
from tests.table.table import GAMES, Table
from tests.table.test_play import FIRST
from tests.toy.rules import Choose

WORDS = Words(discover().words)


def said(text: Msg) -> str:
    return WORDS.say(text, "en")


def test_a_match_is_told_entry_by_entry(table: Table) -> None:
    table.dalek()
    table.do(Enter(FIRST, 1), Toggle(0, 2), Toggle(1, 2), Toggle(3, 2))
    table.do(Press("reroll"), Press("undo"), Correct(0, "human2", 4), Rename(1, "Sunday"), Abandon(1))
    told = table.session.history(1)
    assert [one.number for one in told] == list(range(7))
    assert [said(one.text) for one in told] == [
        "The match begins: 2 players",
        "Throws: 2 × 4 Humans, 2 × 2 Humans, 2 × 3 Daleks, 2 Daleks, 2 × Doctor, Exterminate",
        "Chooses 2 × 4 Humans, 3 Daleks: REROLL (5 dice)",
        "Takes back the last choice",
        "Corrects a die: not 4 Humans but 2 Humans",
        "The match is called “Sunday”",
        "The match is abandoned",
    ]
    assert [(one.seat, one.undone) for one in told] == [
        (None, False),
        (0, False),
        (0, True),
        (None, False),
        (None, False),
        (None, False),
        (None, False),
    ]
    assert told[0].at == "2026-01-02T03:04:05.000"


def test_decisions_without_dice_say_their_button(table: Table) -> None:
    table.toy()
    table.do(Enter(("2", "3"), 1), Take(1, 2))
    assert table.session.history(1)[2].text == msg("toy.pass")


def records(*bodies: dict[str, Any]) -> list[Record]:
    return [Record(number, "now", one) for number, one in enumerate(bodies)]


START = body(Started("toy", 3, ("Ana",), {}))


def test_of_a_log_that_cannot_be_played_is_told_what_can_be() -> None:
    old = START | {"rules": 1}
    acted = body(Acted(0, (Choose(("3",)),)))
    wrong = body(Corrected(1, 0, "5", "2"))
    told = history_lines(records(old, acted, wrong, {"entry": "sung"}), GAMES)
    assert [one.text for one in told[1:]] == [
        msg("table.told.acted", what="choose"),
        msg("table.told.corrected", was="2", face="5"),
        msg("table.told.unknown"),
    ]
    assert history_lines([], GAMES) == ()


def test_after_an_entry_that_cannot_be_the_rest_is_told_as_written() -> None:
    acted = body(Acted(0, (Choose(("3",)),)))
    told = history_lines(records(START, acted, acted), GAMES)
    assert [one.seat for one in told] == [None, 0, 0]
    assert said(told[2].text) == "Decides: choose"


def test_a_correction_of_a_die_that_is_not_there_is_told_as_written() -> None:
    thrown = body(Thrown((ThrownDie(Die("d6", "2")),)))
    wrong = body(Corrected(1, 9, "5", "2"))
    assert history_lines(records(START, thrown, wrong), GAMES)[2].text.args["was"] == "2"
