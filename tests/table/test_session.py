"""The session: matches on the shelf, a disk that fails, parts that are in trouble, many threads."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest

from companion.game import AnyGame, Line, msg
from companion.table.log.entries import Abandoned, body
from companion.table.log.records import MatchHead, MatchRecord, Record, TableLostError
from companion.table.shown.snapshot import Shown
from companion.table.wishes import (
    Abandon,
    Begin,
    Enter,
    Fault,
    Leave,
    Press,
    Rename,
    Resume,
    Sight,
    Toggle,
    Wish,
)
from tests.store.memory import MemoryStore
from tests.table.eye import HAND, at_rest, row
from tests.table.table import GAMES, Table, clock, laid
from tests.table.test_play import DICE
from tests.toy.rules import State, Toy


class Disk(MemoryStore):
    """A store whose disk can be full."""

    full = False

    def _check(self) -> None:
        if self.full:
            raise OSError("no space left")

    def create(self, first: Mapping[str, Any], head: MatchHead) -> Any:
        self._check()
        return super().create(first, head)

    def append(
        self, match: int, number: int, bodies: Sequence[Mapping[str, Any]], head: MatchHead
    ) -> tuple[Record, ...]:
        self._check()
        return super().append(match, number, bodies, head)

    def on_table(self) -> int | None:
        self._check()
        return super().on_table()


def test_a_match_is_kept_resumed_named_and_left(table: Table) -> None:
    table.toy("Ana", "Teo", rounds=2)
    table.do(Enter(("2", "5"), 1), Rename(1, "  Sunday "))
    assert table.shown.match is not None
    assert (table.shown.match.name, table.shown.ply, table.shown.match.started) == (
        "Sunday",
        3,
        "2026-01-02T03:04:05",
    )
    assert table.do(Leave()).match is None
    table.dalek()
    assert [head.id for head in table.session.heads()] == [2, 1]
    shown = table.do(Resume(1))
    assert (shown.match and shown.match.id, shown.ply, shown.dice[0].face) == (1, 3, "2")
    assert table.do(Resume(1)) == shown
    assert table.store.on_table() == 1
    table.do(Rename(2, "Other"))
    assert [head.name for head in table.session.heads()] == ["Other", "Sunday"]


def test_an_abandoned_match_leaves_the_table_and_stays_in_the_list(table: Table) -> None:
    table.toy()
    table.dalek()
    assert table.do(Abandon(1)).match is not None
    assert table.do(Abandon(2)).match is None
    assert {head.status for head in table.session.heads()} == {"abandoned"}
    assert table.wish(Resume(2)) == msg("table.refused.abandoned")
    assert table.wish(Abandon(2)) == msg("table.refused.not_open")
    assert table.wish(Rename(9, "x")) == msg("table.refused.match", match=9)


@pytest.mark.parametrize(
    ("wish", "key"),
    [
        (Begin("chess", ("Ana",), {}), "game"),
        (Begin("toy", (), {}), "few_seats"),
        (Begin("toy", ("A", "B", "C", "D"), {}), "many_seats"),
        (Begin("toy", ("A",), {"rounds": 9}), "option"),
        (Begin("toy", ("A",), {}, "x" * 70), "long_title"),
        (Resume(3), "match"),
        (Toggle(0, 0), "no_match"),
    ],
)
def test_what_cannot_begin_or_go_on_is_refused(table: Table, wish: Wish, key: str) -> None:
    refusal = table.wish(wish)
    assert refusal is not None
    assert refusal.key == f"table.refused.{key}"
    assert (table.store.heads(), table.shown.match) == ((), None)


def test_the_match_on_the_table_is_there_again_after_a_restart() -> None:
    store = MemoryStore(clock)
    with laid(store) as table:
        table.dalek()
        table.see(at_rest())
        before = table.throw(*DICE)
    with laid(store) as table:
        shown = table.see(at_rest(*DICE[1:]))
        assert (shown.ply, shown.dice, shown.match) == (before.ply, shown.dice, before.match)
        assert shown.lying[0].moved is False
        assert set(table.see(HAND, at_rest(*DICE[2:])).held) == {0, 1}


def test_a_throw_at_rest_but_not_in_the_log_is_lost_with_the_power() -> None:
    store = MemoryStore(clock)
    with laid(store) as table:
        table.dalek()
    with laid(store) as table:
        shown = table.see(at_rest(*DICE))
        assert (shown.ply, shown.line) == (1, msg("dalek-dice.throw", n=10))


def damaged(store: MemoryStore, log: Sequence[Any]) -> None:
    with laid(store) as table:
        table.toy()
    for number, one in enumerate(log, start=1):
        store.append(1, number, [one], store.heads()[0])


def test_a_damaged_log_is_said_and_another_match_can_be_played() -> None:
    store = MemoryStore(clock)
    damaged(store, [{"entry": "sung"}])
    with laid(store) as table:
        reason = msg("table.refused.log", n=1)
        assert (table.shown.light, table.shown.line, table.shown.faults) == ("fault", reason, (reason,))
        assert table.wish(Resume(1)) == reason
        assert table.toy().faults == ()
        assert table.session.history(1)[1].text == msg("table.told.unknown")


def test_leaving_a_match_that_cannot_be_played_clears_the_table() -> None:
    store = MemoryStore(clock)
    damaged(store, [{"entry": "sung"}])
    with laid(store) as table:
        assert table.do(Leave()).faults == ()


def test_rules_that_this_build_does_not_know_are_not_played() -> None:
    store = MemoryStore(clock)
    with laid(store) as table:
        table.toy()

    class NewToy(Toy):
        rules = 4

    with laid(store, {"toy": NewToy()}) as table:
        assert table.shown.line == msg("table.refused.rules", game="toy", rules=3, got=4)
        assert len(table.session.history(1)) == 1
    with laid(store, {}) as table:
        assert table.wish(Resume(1)) == msg("table.refused.game", game="toy")
        assert table.session.history(1)[0].number == 0
        assert table.session.history(7) == ()
        assert table.session.records(7) == ()


def test_a_match_abandoned_just_before_the_power_went_is_off_the_table() -> None:
    store = MemoryStore(clock)
    damaged(store, [body(Abandoned())])
    with laid(store) as table:
        assert (table.shown.match, table.shown.faults) == (None, ())


def test_what_the_disk_refuses_has_not_happened() -> None:
    store = Disk(clock)
    with laid(store) as table:
        table.toy()
        shown = table.do(Enter(("2", "5"), 1), Toggle(0, 2))
        store.full = True
        assert table.wish(Press("stop")) == msg("table.refused.disk")
        assert (table.shown.ply, table.shown.held, table.shown.totals) == (2, (0,), (0, 0))
        assert (table.shown.light, table.shown.line) == ("fault", msg("table.fault.disk"))
        assert table.wish(Begin("toy", ("Eva",), {})) == msg("table.refused.disk")
        store.full = False
        assert shown.ply + 1 == table.press("stop").ply
        assert (table.shown.faults, table.shown.light) == ((), "ready")


def test_a_throw_that_the_disk_refused_is_kept_as_soon_as_it_can_be() -> None:
    store = Disk(clock)
    with laid(store) as table:
        table.dalek()
        store.full = True
        shown = table.throw(*DICE)
        assert (shown.ply, shown.light) == (1, "fault")
        store.full = False
        later: Shown | None = shown
        while later is not None and later.ply == 1:  # nobody wishes anything: it is tried again by itself
            later = table.feed.wait(later.number, 60)
        assert later is not None
        assert (later.ply, later.faults) == (2, ())


def test_a_disk_that_cannot_be_read_at_the_start_is_said() -> None:
    store = Disk(clock)
    store.full = True
    with laid(store) as table:
        assert table.shown.faults == (msg("table.fault.disk"),)


class Lost(MemoryStore):
    """A store that has lost what was on the table, and cannot read its logs."""

    def on_table(self) -> int | None:
        raise TableLostError("no row")

    def load(self, match: int) -> MatchRecord | None:
        raise OSError("broken")


def test_a_table_that_is_lost_is_said_until_a_match_lies_there() -> None:
    with laid(Lost(clock)) as table:
        assert (table.shown.match, table.shown.faults) == (None, (msg("table.fault.table_lost"),))
        assert table.shown.light == "fault"
        assert table.toy().faults == ()


def test_matches_of_games_that_are_not_here_are_kept_and_not_listed() -> None:
    store = MemoryStore(clock)
    with laid(store) as table:
        table.toy()
        table.do(Leave())
        store.create({"entry": "started", "game": "snakes"}, replace(store.heads()[0], game="snakes"))
        assert [head.game for head in table.session.heads()] == ["toy"]
        assert len(store.heads()) == 2


def test_a_match_that_cannot_be_read_is_refused_and_nobody_is_told_to_free_space() -> None:
    with laid(Lost(clock)) as table:
        table.toy()
        assert table.wish(Resume(2)) == msg("table.refused.unread", match=2)
        assert table.shown.faults == ()


def test_parts_in_trouble_are_shown_until_they_are_well(table: Table) -> None:
    table.toy()
    dark, stuck = msg("eye.dark"), msg("panel.stuck")
    shown = table.do(Fault("panel", stuck))
    assert (shown.light, shown.line, shown.faults) == ("ready", msg("toy.throw"), (stuck,))
    shown = table.do(Fault("camera", dark))
    assert (shown.light, shown.line, shown.faults) == ("fault", dark, (stuck, dark))
    assert table.do(Fault("camera", None), Fault("panel", None)).light == "ready"


class Cracked(Toy):
    """A game with a mistake in it."""

    def view(self, state: Any, viewer: int | None, hand: tuple[str, ...] = ()) -> Mapping[str, Any]:
        if state.roll:
            raise ZeroDivisionError("a mistake")
        return super().view(state, viewer, hand)


def test_a_mistake_in_a_game_is_said_and_the_session_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    games: Mapping[str, AnyGame] = {**GAMES, "toy": Cracked()}
    with caplog.at_level(logging.ERROR), laid(games=games) as table:
        table.toy()
        assert table.wish(Enter(("2", "5"), 1)) == msg("table.refused.broken")
        shown = table.shown
        assert (shown.light, shown.ply, shown.faults) == ("fault", 2, (msg("table.fault.session"),))
        assert table.wish(HANDLESS) == msg("table.refused.broken")
        assert table.do(Leave()).faults == ()
        assert table.dalek().light == "ready"
    assert "a mistake" in caplog.text


class Strange(Wish):
    """A wish that nobody knows how to fulfil."""


HANDLESS = Strange()


def test_a_mistake_before_anything_was_shown_is_said_too() -> None:
    table = Table()
    assert table.session._broken() == msg("table.refused.broken")
    assert table.shown.line == msg("table.fault.session")


def test_nothing_new_is_not_published(table: Table) -> None:
    assert table.session.alive()
    table.toy()
    first = table.see(HAND)
    assert table.see(HAND, HAND).number == first.number


def test_wishes_of_many_threads_are_done_one_by_one(table: Table) -> None:
    table.toy()
    replies: list[Any] = []

    def tap() -> None:
        replies.append(table.session.wish(Enter(("2", "5"), 1), timeout=60))

    threads = [Thread(target=tap) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    done = [reply for reply in replies if reply.refusal is None]
    assert (len(done), done[0].ply, table.shown.ply) == (1, 2, 2)
    assert {reply.refusal.key for reply in replies if reply.refusal} == {"table.refused.stale"}


def test_what_is_told_without_waiting_is_done_in_order(table: Table) -> None:
    table.dalek()
    table.session.tell(Sight(at_rest()))
    for _ in range(20):
        table.session.tell(Sight(HAND))
    table.session.tell(Sight(at_rest(*row("doctor"))))
    assert table.do(Fault("panel", None)).tray == "settled"


def test_a_session_that_does_not_run_does_not_answer() -> None:
    table = Table()
    with pytest.raises(TimeoutError):
        table.session.wish(Leave(), timeout=0.001)
    assert not table.session.alive()
    table.session.stop()


class CountingToy(Toy):
    """Notes the seats it is asked the score of."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        self.asked.append(seat)
        return super().score(state, seat)


def test_a_game_is_asked_its_score_once_a_throw_however_often_the_table_is_shown() -> None:
    game = CountingToy()
    with laid(games={"toy": game}) as table:
        table.toy()
        table.see(at_rest())
        game.asked.clear()
        plain, blue = row("2", "5", kind="d6")
        assert table.throw(plain, replace(blue, colour="blue")).ply == 2
        assert game.asked == [0, 1]
