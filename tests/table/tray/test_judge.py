"""The dice at rest against the dice due."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.dice import D6, DieKind, DieSpec, Seen
from companion.game import Msg, Need, msg
from companion.table.tray.judge import Doubtful, Good, Nothing, Practice, Verdict, Wrong, judge
from companion.table.tray.latch import Tray, accept, expect, name_face, press, see
from tests.table.eye import HAND, ROLLING, at_rest, doubtful, moved, row

KINDS = (D6, DieKind("dalek", ("doctor", "human2")))
THREE = row("1", "2", "3", kind="d6")


def needed(n: int, *more: DieSpec) -> Need:
    return Need((DieSpec("d6"),) * n + more)


def thrown(*dice: Seen, due: int = 3) -> Tray:
    return see(see(expect(Tray(), due), ROLLING), at_rest(*dice))


def verdict(*dice: Seen, need: Need | None = None) -> Verdict:
    return judge(need or needed(3), thrown(*dice), KINDS)


def wrong(*dice: Seen, need: Need | None = None) -> Msg:
    found = verdict(*dice, need=need)
    assert isinstance(found, Wrong)
    return found.text


def test_no_dice_are_nothing_and_dice_that_nobody_asked_for_are_practice() -> None:
    assert verdict() == Nothing()
    assert judge(None, thrown(*THREE, due=0), KINDS) == Practice()


def test_the_dice_due_are_a_roll_with_how_surely_each_was_seen() -> None:
    found = verdict(*THREE)
    assert isinstance(found, Good)
    assert [(one.die.face, one.source, one.sure) for one in found.dice] == [
        ("1", "seen", 0.99),
        ("2", "seen", 0.99),
        ("3", "seen", 0.99),
    ]


def test_too_few_and_too_many_say_what_to_do() -> None:
    assert wrong(*THREE[:2]) == msg("table.complaint.few", need=3, got=2, n=1)
    assert wrong(*THREE, *row("4", y=300, kind="d6")) == msg("table.complaint.many", need=3, got=4, n=1)


def test_a_die_on_a_die_is_said_before_their_number() -> None:
    assert wrong(doubtful(THREE[0], "stacked"), THREE[1]) == msg("table.complaint.stacked")


def test_one_too_many_that_was_kept_is_named_as_such() -> None:
    tray = thrown(*THREE)
    due = press(accept(tray, [die.id for die in tray.thrown], 0), (0,), 2)
    bumped = see(see(due, ROLLING), at_rest(moved(THREE[0], 0, 200), *row("5", "6", y=400, kind="d6")))
    assert judge(needed(2), bumped, KINDS) == Wrong(msg("table.complaint.kept", n=1))


def test_one_too_many_that_cannot_be_read_may_be_no_die() -> None:
    tray = thrown(*THREE, doubtful(row("4", y=300, kind="d6")[0]))
    found = judge(needed(3), tray, KINDS)
    assert isinstance(found, Doubtful)
    assert isinstance(judge(needed(3), name_face(tray, found.die.id, None), KINDS), Good)


def test_a_wrong_kind_and_a_wrong_colour_are_different_things() -> None:
    assert wrong(*THREE[:2], *row("doctor", y=300)) == msg("table.complaint.kind", n=1)
    blue = replace(THREE[2], colour="blue")
    need = needed(2, DieSpec("d6", "blue"))
    assert wrong(*THREE, need=need) == msg("table.complaint.colour")
    assert isinstance(verdict(*THREE[:2], blue, need=need), Good)


@pytest.mark.parametrize("status", ["unsure", "cocked", "stacked", "covered"])
def test_a_die_not_surely_read_is_asked_about_and_counts_once_told(status: str) -> None:
    tray = thrown(doubtful(THREE[0], status), *THREE[1:])  # type: ignore[arg-type]
    found = judge(needed(3), tray, KINDS)
    assert isinstance(found, Doubtful)
    told = judge(needed(3), name_face(tray, found.die.id, "6"), KINDS)
    assert isinstance(told, Good)
    assert (told.dice[0].die.face, told.dice[0].source, told.dice[0].sure) == ("6", "corrected", 1.0)


def test_a_face_that_such_dice_do_not_have_is_asked_about() -> None:
    assert isinstance(verdict(replace(THREE[0], face="7"), *THREE[1:]), Doubtful)


def test_a_die_of_a_foreign_kind_is_not_asked_about() -> None:
    foreign = doubtful(row("x", y=300, kind="coin")[0])
    assert wrong(*THREE, foreign) == msg("table.complaint.many", need=3, got=4, n=1)
    assert judge(needed(3), see(thrown(*THREE), HAND), KINDS) == verdict(*THREE)
