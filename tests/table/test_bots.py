"""Bots at the table: people throw for them, they decide, and that is taken back with the press before it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from companion.game import Command, Msg, msg
from companion.games import discover
from companion.table.bots import BotError, Bots, turn
from companion.table.log.entries import Started, body, decode_entry
from companion.table.log.match import begin
from companion.table.log.seating import seat_bots
from companion.table.session import BotTurn
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Begin, Correct, Enter, Fault, Press, Resume, Toggle, Wish
from companion.words import Words
from tests.store.memory import MemoryStore
from tests.table.eye import at_rest, row
from tests.table.table import GAMES, Table, clock, laid
from tests.table.test_session import Disk
from tests.toy.rules import Choose, Do

Decide = Callable[[Any], tuple[Command, ...]]


class Player:
    """Decides as it is told; remembers what it was asked."""

    def __init__(self, decide: Decide) -> None:
        self.decided, self.asked = decide, list[tuple[int, float]]()

    def decide(self, state: Any, seat: int, luck: Random, /) -> tuple[Command, ...]:
        self.asked.append((seat, luck.random()))
        return self.decided(state)


def greedy(state: Any) -> tuple[Command, ...]:
    """Takes the first die of the pool, or lets the next one throw."""
    return (Choose((state.roll[state.pool[0]],)),) if state.pool else (Do("done"),)


@contextmanager
def table_with(
    decide: Decide = greedy, store: MemoryStore | None = None, seats: tuple[str, ...] = ("", "simple")
) -> Iterator[Table]:
    bots = Bots({"pool": {"simple": Player(decide), "strong": Player(decide)}}, Random(7))
    with laid(store, bots=bots) as table:
        if table.shown.match is None:
            table.do(Begin("pool", ("Ana", "Bot")[: len(seats)], {}, bots=seats))
        yield table


def calm(table: Table) -> Shown:
    """What is shown when the bots have done all they can: each wish of theirs comes after those before."""
    for _ in range(8):
        table.session.wish(Wish(), timeout=60)
    return table.shown


def kinds(table: Table) -> list[str]:
    return [record.body["entry"] for record in table.session.records(1)]


def test_a_bot_decides_by_itself_and_people_throw_for_it() -> None:
    with table_with() as table:
        assert table.shown.line == msg("toy.throw")
        shown = table.do(Enter(("4", "4", "2"), 1))
        assert (shown.seat, kinds(table)) == (0, ["started", "thrown"])
        table.do(Toggle(2, 2), Press("stop"))
        shown = calm(table)
        assert (shown.seat, kinds(table)[2:], shown.view) == (
            0,
            ["acted", "acted"],
            {"pool": ["4"], "taken": 2},
        )
        shown = table.offer("toy.done")
        assert shown.match is not None
        assert (shown.match.bots, shown.seat) == (("", "simple"), 1)
        assert shown.line == msg("table.line.throw_for", n=3, name="Bot")
        table.throw(*row("1", "2", "3", kind="d6"))
        assert calm(table).seat == 0


def test_undo_takes_back_what_bots_did_with_the_press_before() -> None:
    with table_with() as table:
        table.do(Enter(("4", "4", "2"), 1), Toggle(2, 2), Press("stop"))
        assert calm(table).ply == 4
        shown = table.press("undo")
        assert (shown.ply, shown.held, shown.seat) == (6, (2,), 0)
        assert kinds(table)[-2:] == ["undone", "undone"]
        assert [one.undone for one in table.session.history(1)][2:4] == [True, True]
        assert table.wish(Press("undo")) == msg("table.refused.thrown")


def test_what_a_bot_did_after_a_throw_is_not_a_persons_to_take_back() -> None:
    with table_with(seats=("simple",)) as table:
        table.do(Enter(("4", "4", "2"), 1))
        assert calm(table).line == msg("table.line.throw_for", n=3, name="Ana")
        assert table.wish(Press("undo")) == msg("table.refused.thrown")


def test_a_misread_die_makes_the_bot_think_again() -> None:
    with table_with(lambda state: (Choose((max(state.roll),)),), seats=("simple", "")) as table:
        table.do(Enter(("4", "5", "2"), 1))
        assert calm(table).view == {"pool": ["4", "2"], "taken": 1}
        table.do(Correct(1, "1", table.shown.ply))
        assert calm(table).view == {"pool": ["1", "2"], "taken": 1}
        assert kinds(table)[2:] == ["acted", "undone", "corrected", "acted"]


def raises(state: Any) -> tuple[Command, ...]:
    raise ZeroDivisionError("a bot's mistake")


@pytest.mark.parametrize("decide", [raises, lambda state: (), lambda state: (Do("fly"),)])
def test_a_bot_that_errs_is_said_and_people_choose_for_it(
    decide: Decide, caplog: pytest.LogCaptureFixture
) -> None:
    baffled = msg("table.fault.bot", name="Bot")
    with caplog.at_level(logging.ERROR), table_with(decide) as table:
        table.do(Enter(("4", "4", "2"), 1), Toggle(2, 2), Press("stop"))
        shown = calm(table)
        assert (shown.line, shown.light, shown.faults, shown.ply) == (baffled, "fault", (baffled,), 3)
        assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 1
        table.do(Toggle(1, 3), Press("stop"))
        shown = calm(table)
        assert (shown.faults, shown.seat, shown.line) == ((), 0, msg("toy.take"))


def test_a_match_whose_bot_is_gone_is_played_on_by_people() -> None:
    store = MemoryStore(clock)
    with table_with(store=store) as table:
        table.do(Enter(("4", "4", "2"), 1))
    with laid(store) as table:
        table.do(Toggle(2, 2), Press("stop"))
        assert calm(table).line == msg("table.fault.bot", name="Bot")


def test_a_bot_goes_on_after_a_restart_and_not_before_its_match_is_on_the_table() -> None:
    store = MemoryStore(clock)
    with laid(store, bots=Bots({"pool": {"simple": Player(greedy)}})) as table:
        table.do(Begin("pool", ("Bot", "Ana"), {}, bots=("simple", "")))
        store.append(1, 1, [THROWN], store.heads()[0])
        table.toy()
        assert calm(table).seat == 0
        table.do(Resume(1))
        assert calm(table).seat == 1
        assert kinds(table) == ["started", "thrown", "acted"]
    with laid(store, bots=Bots({"pool": {"simple": Player(greedy)}})) as table:
        assert calm(table).seat == 1


DIE = {"die": {"kind": "d6", "face": "2", "colour": None}, "source": "seen", "sure": 1.0}
THROWN = {"entry": "thrown", "dice": [DIE] * 3}


def test_what_a_bot_decided_is_kept_as_soon_as_the_disk_can() -> None:
    store = Disk(clock)
    with table_with(store=store, seats=("simple", "")) as table:
        table.see(at_rest())
        store.full = True
        table.throw(*row("1", "2", "3", kind="d6"))
        store.full = False
        shown: Shown | None = table.shown
        while shown is not None and shown.ply < 3:
            shown = table.feed.wait(shown.number, 60)
        assert shown is not None
        assert kinds(table) == ["started", "thrown", "acted"]


def test_while_the_disk_fails_a_bot_is_asked_again_now_and_then_and_not_without_end() -> None:
    store, asked = Disk(clock), list[bool]()

    def decide(state: Any) -> tuple[Command, ...]:
        asked.append(store.full)
        store.full = len(asked) == 1 or store.full  # it fills up while the bot thinks
        return greedy(state)

    with table_with(decide, store, seats=("simple", "")) as table:
        table.do(Enter(("4", "4", "2"), 1), *[Fault("panel", None)] * 300)
        assert (kinds(table), table.shown.faults) == (["started", "thrown"], (msg("table.fault.disk"),))
        assert 1 <= len(asked) < 30, "each time something is wished it would be too often"
        store.full = False
        shown: Shown | None = table.shown
        while shown is not None and shown.ply < 3:
            shown = table.feed.wait(shown.number, 60)
        assert shown is not None
        assert (kinds(table), shown.faults) == (["started", "thrown", "acted"], ())


@pytest.mark.parametrize(
    ("game", "bots", "reason"),
    [
        ("toy", ("simple", ""), msg("table.refused.no_bots")),
        ("pool", ("simple",), msg("table.refused.bots", got=1, seats=2)),
        ("pool", ("", "wise"), msg("table.refused.bot", got="wise", values="simple, strong")),
    ],
)
def test_bots_that_there_are_not_are_refused(game: str, bots: tuple[str, ...], reason: Msg) -> None:
    with table_with() as table:
        assert table.wish(Begin(game, ("Ana", "Teo"), {}, bots=bots)) == reason


def test_where_nobody_is_a_bot_nothing_is_said_of_bots() -> None:
    assert seat_bots(2, ("", ""), ()) == ()
    assert seat_bots(2, ("", "simple"), ("simple",)) == ("", "simple")


def test_a_log_from_before_there_were_bots_is_still_read() -> None:
    first = Started("pool", 1, ("Ana",), {"most": 3, "sheet": "ours"}, "Sunday", "2026-01-01")
    old = {name: part for name, part in body(first).items() if name != "bots"}
    assert decode_entry(old, ()) == first


def test_a_bot_is_asked_only_when_it_is_its_turn() -> None:
    player = Player(greedy)
    bots = Bots({"pool": {"simple": player}}, Random(7))
    with pytest.raises(BotError, match="no bot's turn"):
        bots.decide(begin(Started("pool", GAMES["pool"].rules, ("Bot",), {}, bots=("simple",)), GAMES))
    assert (player.asked, turn(None), bots.strengths("chess")) == ([], None, ())


def test_equal_seeds_give_bots_equal_luck() -> None:
    drawn = []
    for _ in range(2):
        player = Player(greedy)
        with laid(bots=Bots({"pool": {"simple": player}}, Random(7))) as table:
            table.do(Begin("pool", ("Bot",), {}, bots=("simple",)), Enter(("4", "4", "2"), 1))
            calm(table)
        drawn.append(player.asked)
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 4


@pytest.mark.parametrize("language", ["es", "en"])
def test_lines_about_bots_fit(language: str) -> None:
    words = Words(discover().words)
    name = "Maximiliana Torres"
    for line in (msg("table.line.throw_for", n=13, name=name), msg("table.fault.bot", name=name)):
        assert len(words.say(line, language)) <= 46


def test_a_bot_called_too_late_does_nothing() -> None:
    with table_with() as table:
        table.do(Enter(("4", "4", "2"), 1), BotTurn())
        assert calm(table).ply == 2
