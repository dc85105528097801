"""The virtual tray as the page uses it: what is thrown, what stays, what is put back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.dice import D6, Reading, Seen
from companion.game import AnyGame, msg
from companion.run.virtual_table import VirtualTable
from companion.table.wishes import Begin
from tests.table.table import Table, laid
from tests.toy.rules import POOL
from vision.sim import Look, VirtualTray

GAMES: Mapping[str, AnyGame] = {"pool": POOL}


class Box:
    """A table whose eye knows what lies in its virtual tray."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tray = VirtualTray(3, look=Look(cocked=0.0))
        self.virtual = VirtualTable(self.tray, table.feed, 640.0)

    def settle(self) -> None:
        """What the eye says until all lies still: a change of state, and then the dice."""
        said = ""
        while self.tray.busy:
            self.tray.read()
            state = self.tray.truth().state
            if state != said and state in ("hand", "rolling"):
                self.table.see(Reading(state))
            said = state
        dice = seen_in(self)
        self.table.see(Reading("settled" if dice else "empty", dice))

    def throw(self) -> Any:
        assert self.virtual.throw() is None
        self.settle()
        return self.table.shown

    def faces(self) -> list[str]:
        return [die.face for die in self.tray.truth().dice]


def seen_in(box: Box) -> tuple[Seen, ...]:
    """What an eye would say of the dice in the tray."""
    return tuple(
        Seen(d.kind, d.face, "ok", 0.99, ((d.face, 0.99),), d.box, d.quad, d.colour)
        for d in box.tray.truth().dice
    )


def test_a_pool_lies_while_two_are_thrown_to_it_and_goes_when_a_new_one_is_due() -> None:
    with laid(games=GAMES) as table:
        box = Box(table)
        table.pool()
        table.see(Reading("empty"))
        assert len(box.throw().dice) == 3
        pool = box.faces()
        table.offer("toy.extra")
        shown = box.throw()
        assert box.faces()[:3] == pool
        assert shown.ply == 4
        assert box.virtual.throw() == msg("eye.sim_no_throw")
        left = len(table.shown.dice)
        table.offer("toy.extra")
        box.throw()
        assert (len(box.faces()), table.shown.ply) == (left + 2, 6)  # what is spent was swept away
        table.offer("toy.done")
        box.throw()
        assert (len(box.faces()), table.shown.ply) == (3, 8)


def test_a_pool_thrown_again_is_swept_and_a_die_given_back_is_put_there() -> None:
    with laid(games=GAMES) as table:
        box = Box(table)
        table.pool()
        table.see(Reading("empty"))
        box.throw()
        first = box.tray.truth().dice[0]
        x, y = (first.box[0] + first.box[2]) / 2, (first.box[1] + first.box[3]) / 2
        assert box.virtual.lift(x, y)
        box.settle()
        assert len(table.shown.held) == 1
        table.press("stop")
        table.offer("toy.again")
        shown = box.throw()
        assert (len(box.faces()), len(shown.dice)) == (2, 2)
        ply = table.offer("toy.back").ply
        assert box.virtual.put("9") == msg("eye.sim_no_put")
        assert box.virtual.put(first.face) is None
        box.settle()
        assert (table.shown.ply, len(table.shown.dice), table.shown.line) == (ply, 3, msg("toy.take"))


def test_without_a_match_dice_for_practice_are_thrown_and_put() -> None:
    with laid(games=GAMES) as table:
        box = Box(table)
        box.throw()
        assert box.virtual.put("6") is None
        box.settle()
        assert len(box.faces()) == 6
        assert {die.kind for die in box.tray.truth().dice} == {D6.id}


def test_dice_that_the_virtual_tray_has_not_are_said_and_not_thrown() -> None:
    with laid() as table:
        box = Box(table)
        table.do(Begin("dalek-dice", ("Ana", "Teo"), {"dice": "dalek"}))
        assert [box.virtual.throw() for _ in range(2)] == [msg("eye.sim_no_dice")] * 2
        assert not box.tray.busy


class Waiting:
    """A clock for a test: time goes on when the test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_throw_is_not_thrown_once_more_before_the_table_has_answered_it() -> None:
    with laid(games=GAMES) as table:
        box, clock = Box(table), Waiting()
        box.virtual = VirtualTable(box.tray, table.feed, 640.0, clock)
        table.pool()
        table.see(Reading("empty"))
        assert box.virtual.throw() is None
        assert box.virtual.throw() == msg("eye.sim_thrown"), "the dice are in the air"
        while box.tray.busy:
            box.tray.read()
        assert box.virtual.throw() == msg("eye.sim_thrown"), "they lie, but the eye has yet to say so"
        first = box.faces()
        clock.now += 9.9
        assert box.virtual.throw() == msg("eye.sim_thrown")
        box.settle()
        assert [die.face for die in table.shown.dice] == first
        assert (table.shown.ply, table.shown.held) == (2, ())
        assert box.virtual.throw() == msg("eye.sim_no_throw"), "a choice is open"


def test_a_throw_that_the_table_found_wrong_or_never_saw_can_be_thrown_again() -> None:
    with laid(games=GAMES) as table:
        box, clock = Box(table), Waiting()
        box.virtual = VirtualTable(box.tray, table.feed, 640.0, clock)
        table.pool()
        table.see(Reading("empty"))
        assert box.virtual.throw() is None
        while box.tray.busy:
            box.tray.read()
        table.see(Reading("rolling"), Reading("settled", seen_in(box)[:2]))
        assert table.shown.complaint is not None
        assert box.virtual.throw() is None
        while box.tray.busy:
            box.tray.read()
        assert box.virtual.throw() == msg("eye.sim_thrown"), "the complaint was about the throw before"
        clock.now += 10
        assert box.virtual.throw() is None, "what was never answered is thrown again in the end"
