"""Lamps that follow what is shown, and lamps that hang or fail while they should."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from companion.game import News, msg
from companion.table.shown.snapshot import Query
from hardware.follow import RETRY_SECONDS, STUCK_SECONDS, Follower, Scene, Writer, scene
from tests.hardware.shows import Table, shown, until


class Bulb:
    """A lamp that keeps what it was told; it can be made to fail or to hang."""

    def __init__(self) -> None:
        self.now = (0.0, "")
        self.broken = False
        self.hold = Event()
        self.hold.set()
        self.entered = Event()

    def shine(self, bright: float, colour: str) -> None:
        self.entered.set()
        self.hold.wait()
        if self.broken:
            raise OSError("no such line")
        self.now = (bright, colour)


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def bulbs() -> Iterator[list[Bulb]]:
    made = [Bulb() for _ in range(5)]
    yield made
    for bulb in made:
        bulb.hold.set()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def writer(bulbs: list[Bulb], clock: Clock) -> Iterator[Writer]:
    made = Writer(bulbs, clock)
    made.start()
    yield made
    for bulb in bulbs:
        bulb.hold.set()
    assert made.stop(20)


def follow(writer: Writer, table: Table, count: int = 5) -> Follower:
    follower = Follower(writer, count, table.board.wait, table.said.append, 1000.0)
    follower.start()
    return follower


def test_lamps_take_the_light_that_is_shown(writer: Writer, bulbs: list[Bulb]) -> None:
    table = Table()
    follower = follow(writer, table)
    table.show("ready")
    assert until(lambda: [b.now for b in bulbs] == [(1.0, "#f8f2e4")] * 5)
    table.show("fault")
    assert until(lambda: [b.now[0] > 0 for b in bulbs] == [True, False, True, False, True])
    assert bulbs[2].now[1] == "#ff0000"
    follower.stop(20)
    assert table.said == []


def test_a_lamp_that_fails_is_named_and_the_others_shine(
    writer: Writer, bulbs: list[Bulb], clock: Clock
) -> None:
    bulbs[1].broken = True
    writer.show((1.0,) * 5, "#ffffff")
    assert until(lambda: [b.now[0] for b in bulbs] == [1, 0, 1, 1, 1])
    assert until(lambda: writer.trouble() == msg("panel.lamp_failed", lamp=2))
    bulbs[1].broken = False
    clock.now += RETRY_SECONDS
    assert until(lambda: bulbs[1].now[0] == 1)
    assert until(lambda: writer.trouble() is None)


def test_a_lamp_that_hangs_is_named_and_holds_up_nobody_who_asks(
    writer: Writer, bulbs: list[Bulb], clock: Clock
) -> None:
    bulbs[3].hold.clear()
    writer.show((1.0,) * 5, "#ffffff")
    assert bulbs[3].entered.wait(20)
    assert writer.trouble() is None  # not yet
    clock.now += STUCK_SECONDS + 0.1
    assert writer.trouble() == msg("panel.lamp_stuck", lamp=4)
    for _ in range(1000):
        writer.show((0.5,) * 5, "#ffffff")  # would never come back if it waited for the lamp
    assert not writer.stop(0.01)
    bulbs[3].hold.set()


def test_a_lamp_that_comes_back_shows_what_is_wanted_now(writer: Writer, bulbs: list[Bulb]) -> None:
    bulbs[0].hold.clear()
    writer.show((1.0,) * 5, "#111111")
    assert bulbs[0].entered.wait(20)
    writer.show((0.25,) * 5, "#222222")
    bulbs[0].hold.set()
    assert until(lambda: [b.now for b in bulbs] == [(0.25, "#222222")] * 5)


def test_trouble_is_reported_once_and_so_is_its_end(writer: Writer, bulbs: list[Bulb], clock: Clock) -> None:
    table = Table()
    bulbs[0].broken = True
    follower = follow(writer, table)
    table.show("win")
    assert until(lambda: table.said == [msg("panel.lamp_failed", lamp=1)])
    bulbs[0].broken = False

    def mended() -> bool:
        clock.now += RETRY_SECONDS
        return table.said == [msg("panel.lamp_failed", lamp=1), None]

    assert until(mended)
    follower.stop(20)


def test_a_box_without_lamps_follows_nothing_and_stops() -> None:
    writer = Writer([])
    writer.start()
    table = Table()
    follower = follow(writer, table, 0)
    table.show("win")
    follower.stop(20)
    assert writer.stop(20)
    assert table.said == []


def query(left: float, right: float) -> Query:
    return Query(0, "unsure", "d6", (("1", 0.5),), 0, (left, 0, right, 10), 1)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"light": "look", "query": query(200, 300)}, Scene("look", 0.25, ())),
        ({"light": "look"}, Scene("look", None, ())),
        ({"light": "move", "query": query(200, 300)}, Scene("move", None, ())),
    ],
)
def test_a_scene_says_where_the_die_lies_that_is_asked_about(parts: dict[str, Any], expected: Scene) -> None:
    assert scene(shown(1, **parts), 1000.0) == expected


def test_a_second_good_event_starts_the_pattern_anew_but_a_new_number_does_not() -> None:
    one, two = (News(msg("x", n=n), "good") for n in (1, 2))
    assert scene(shown(1, "good", news=(one,)), 1) == scene(shown(2, "good", news=(one,)), 1)
    assert scene(shown(1, "good", news=(one,)), 1) != scene(shown(2, "good", news=(two,)), 1)
    assert scene(shown(1, "move", news=(one,)), 1) == scene(shown(2, "move", news=(two,)), 1)
