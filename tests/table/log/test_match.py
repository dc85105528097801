"""A match is the fold of its log; the laws of undo and correction."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.dice import Die
from companion.game import AnyGame, Ask, IllegalCommand, Over, msg
from companion.games import discover
from companion.table.log.entries import (
    Abandoned,
    Acted,
    Corrected,
    Entry,
    Renamed,
    Started,
    Thrown,
    ThrownDie,
    Undone,
    body,
)
from companion.table.log.match import LogError, Match, begin, extend, fold, fold_bodies, head, undoable
from tests.toy.rules import TOY, Choose, Do

GAMES: dict[str, AnyGame] = {"toy": TOY, **discover().games}
FIRST = Started("toy", 3, ("Ana", "Teo"), {"rounds": 1, "mode": "versus"})
DALEK = Started("dalek-dice", 1, ("Ana", "Teo"), {"target": 12, "dice": "dalek"})


def throw(one: str, blue: str) -> Thrown:
    return Thrown((ThrownDie(Die("d6", one), "seen", 0.9), ThrownDie(Die("d6", blue, "blue"), "seen", 0.9)))


def log_of(draw: Callable[[int], int], first: Started, length: int) -> tuple[Entry, ...]:
    """A log of random play: throws, presses with random hands, undos now and then."""
    log: list[Entry] = [first]
    match = begin(first, GAMES)
    while len(log) < length and isinstance(match.ask, Ask):
        entry = _any_entry(draw, match, match.ask)
        match = extend(match, entry)
        log.append(entry)
    return tuple(log)


def _any_entry(draw: Callable[[int], int], match: Match, ask: Ask) -> Entry:
    if match.moves and isinstance(match.moves[-1].entry, Acted) and draw(4) == 0:
        return Undone(match.moves[-1].number)
    if ask.need:
        kinds = {kind.id: kind.faces for kind in match.game.kinds}
        specs = [(spec.kind or next(iter(kinds)), spec.colour) for spec in ask.need.throw]
        dice = [Die(kind, kinds[kind][draw(6)], colour) for kind, colour in specs]
        return Thrown(tuple(ThrownDie(die) for die in dice))
    pool = ask.pick.pool if ask.pick else ()
    hand = tuple(item.name for item in pool if draw(2)) if draw(4) else ()
    offers = [offer for offer in _offers(match, hand) if offer.blocked is None] or _offers(match, ())
    offers = [offer for offer in offers if offer.blocked is None] or [
        offer for offer in _offers(match, (pool[0].name,)) if offer.blocked is None
    ]
    offer = offers[draw(len(offers))]
    return Acted(offer.seat, offer.commands)


def _offers(match: Match, hand: tuple[str, ...]) -> tuple[Any, ...]:
    ask = match.ask_with(hand)
    assert isinstance(ask, Ask)
    return ask.offers


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_log_tells_the_match_as_it_was_played(data: st.DataObject) -> None:
    log = log_of(lambda n: data.draw(st.integers(0, n - 1)), DALEK, 40)
    played = begin(DALEK, GAMES)
    for entry in log[1:]:
        played = extend(played, entry)
    bodies = json.loads(json.dumps([body(entry) for entry in log]))
    folded = fold_bodies(bodies, GAMES)
    assert (folded.state, folded.ply, folded.moves) == (played.state, len(log), played.moves)
    assert head(folded, 7) == head(played, 7)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_undoing_to_k_is_the_fold_of_the_first_k(data: st.DataObject) -> None:
    log = list(log_of(lambda n: data.draw(st.integers(0, n - 1)), DALEK, 30))
    match = fold(log, GAMES)
    while match.moves and isinstance(match.moves[-1].entry, Acted):
        standing = [move.entry for move in match.moves[:-1]]
        match = extend(match, Undone(undoable(match)[0].number))
        assert match.state == fold([DALEK, *standing], GAMES).state


def illegal(match: Match, entry: Entry) -> str:
    with pytest.raises(IllegalCommand) as refused:
        extend(match, entry)
    return refused.value.reason.key


def test_a_throw_is_never_undone() -> None:
    match = fold([FIRST, throw("2", "3")], GAMES)
    assert illegal(match, Undone(1)) == "table.refused.thrown"
    assert illegal(fold([FIRST], GAMES), Undone(0)) == "table.refused.nothing_to_undo"


def test_only_the_last_press_is_undone() -> None:
    log: list[Entry] = [FIRST, throw("2", "3"), Acted(0, (Choose(("3",)),))]
    assert illegal(fold(log, GAMES), Undone(1)) == "table.refused.not_last"
    assert fold([*log, Undone(2)], GAMES).state == fold(log[:2], GAMES).state
    assert illegal(fold([*log, throw("2", "2")], GAMES), Undone(2)) == "table.refused.thrown"


def test_a_misread_die_is_corrected_with_all_that_followed() -> None:
    log: list[Entry] = [FIRST, throw("2", "3"), Acted(0, (Choose(("3",)),))]
    match = fold([*log, Corrected(1, 0, "5", "2")], GAMES)
    assert match.roll
    assert match.roll[0].thrown == ThrownDie(Die("d6", "5"), "corrected", 1.0)
    assert match.roll[1].thrown.source == "seen"
    assert match.totals == (3, 0)


def test_a_correction_that_makes_a_decision_illegal_says_so() -> None:
    log = [FIRST, throw("2", "3"), Acted(0, (Choose(("3",)),))]
    with pytest.raises(IllegalCommand) as refused:
        extend(fold(log[:2], GAMES), Corrected(1, 2, "5", "2"))
    assert refused.value.reason == msg("table.refused.die", n=3, most=2)
    dalek = discover().games["dalek-dice"]
    faces = ("human2", "human2", "human4", *("doctor",) * 7)
    thrown = Thrown(tuple(ThrownDie(Die("dalek", face)) for face in faces))
    ask = dalek.ask(extend(begin(DALEK, GAMES), thrown).state, ("human4",))
    assert isinstance(ask, Ask)
    match = fold([DALEK, thrown, Acted(0, ask.offers[0].commands)], GAMES)
    with pytest.raises(IllegalCommand) as refused:
        extend(match, Corrected(1, 2, "human2", "human4"))
    assert refused.value.reason.key == "table.refused.undo_first"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (Corrected(0, 0, "5", "2"), "table.refused.not_last_throw"),
        (Corrected(1, 0, "9", "2"), "table.refused.face"),
        (Corrected(1, 0, "5", "4"), "table.refused.was"),
        (Acted(1, (Choose(("3",)),)), "table.refused.not_offered"),
        (Acted(0, (Choose(("2", "3")),)), "toy.choose_one"),
        (throw("1", "1"), "table.refused.no_throw"),
        (FIRST, "table.refused.started_twice"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(entry: Entry, reason: str) -> None:
    assert illegal(fold([FIRST, throw("2", "3")], GAMES), entry) == reason


def test_nothing_to_correct_before_a_throw_and_nothing_to_throw_after_the_end() -> None:
    assert illegal(fold([FIRST], GAMES), Corrected(0, 0, "5", "2")) == "table.refused.not_last_throw"
    over = [FIRST, throw("2", "3"), Acted(0, (Do("pass"),)), throw("2", "3"), Acted(1, (Choose(("2",)),))]
    match = fold(over, GAMES)
    assert isinstance(match.ask, Over)
    assert (match.status, match.winners, match.totals) == ("finished", (1,), (0, 2))
    assert illegal(match, throw("2", "2")) == "table.refused.over"


def test_an_abandoned_match_can_only_be_named() -> None:
    match = fold([FIRST, Abandoned(), Renamed("The sad one")], GAMES)
    assert (match.status, match.winners, match.name, match.ply) == ("abandoned", (), "The sad one", 3)
    assert illegal(match, Abandoned()) == "table.refused.abandoned"
    assert head(match, 4).id == 4


def broken(*log: Any) -> tuple[str, str]:
    with pytest.raises(LogError) as error:
        fold_bodies(log, GAMES)
    return error.value.reason.key, str(error.value)


def test_a_log_that_cannot_be_played_says_why() -> None:
    first = body(FIRST)
    assert broken() == ("table.refused.log", "entry 0 must be `started`, got ()")
    assert broken(body(Abandoned()))[0] == "table.refused.log"
    assert broken("x")[0] == "table.refused.log"
    key, text = broken(first | {"game": "chess"}, {"entry": "acted", "seat": 0, "commands": [{"verb": "e4"}]})
    assert (key, "'chess'" in text) == ("table.refused.game", True)
    assert broken(first | {"rules": 2})[0] == "table.refused.rules"
    assert broken(first | {"options": {"rounds": 99}})[0] == "table.refused.option"
    assert broken(first | {"seats": []})[0] == "table.refused.few_seats"
    assert "entry 1" in broken(first, {"entry": "sung"})[1]
    assert "entry 1" in broken(first, body(Undone(0)))[1]


def test_names_and_options_left_out_are_the_games_own() -> None:
    match = fold([replace(FIRST, options={})], GAMES)
    assert match.state.left == 2
    assert [line[0].points for line in match.scores] == [0, 0]
