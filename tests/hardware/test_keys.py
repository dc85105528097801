"""Presses on their way: chatter, old presses, and takers that fail or hang."""

from __future__ import annotations

from threading import Event

from companion.table.shown.snapshot import KeyName
from hardware.keys import FRESH_SECONDS, Chatter, Keys
from tests.hardware.shows import until


def test_contacts_that_chatter_are_one_press() -> None:
    chatter = Chatter(0.05)
    edges = (0.0, 0.01, 0.02, 0.06, 0.3, 0.31)
    assert [chatter.counts("stop", at) for at in edges] == [True, False, False, False, True, False]


def test_one_button_does_not_silence_another() -> None:
    chatter = Chatter(0.05)
    assert chatter.counts("stop", 0.0)
    assert chatter.counts("undo", 0.0)


def test_a_button_let_go_with_a_bounce_is_not_pressed_again() -> None:
    now = [10.0]
    taken: list[KeyName] = []
    keys = Keys(taken.append, 0.05, lambda: now[0])
    keys.start()
    keys.pressed("stop")
    now[0] = 10.3
    keys.released("stop")
    now[0] = 10.31
    keys.pressed("stop")  # the bounce of the release
    now[0] = 10.6
    keys.pressed("undo")
    assert until(lambda: "undo" in taken)
    assert taken == ["stop", "undo"]
    keys.stop(20)


def test_a_taker_that_fails_gets_the_next_press_all_the_same() -> None:
    taken: list[KeyName] = []

    def take(key: KeyName) -> None:
        taken.append(key)
        if key == "stop":
            raise RuntimeError("no table")

    keys = Keys(take, 0.0)
    keys.start()
    keys.pressed("stop")
    keys.pressed("undo")
    assert until(lambda: taken == ["stop", "undo"])
    keys.stop(20)


def test_a_press_that_waited_too_long_is_dropped() -> None:
    now = [0.0]
    busy, go = Event(), Event()
    taken: list[KeyName] = []

    def take(key: KeyName) -> None:
        taken.append(key)
        if key == "stop":
            busy.set()
            go.wait()

    keys = Keys(take, 0.0, lambda: now[0])
    keys.start()
    keys.pressed("stop")
    assert busy.wait(20)
    keys.pressed("reroll")  # comes back at once, though its taker hangs
    now[0] += FRESH_SECONDS + 0.1
    keys.pressed("undo")
    go.set()
    assert until(lambda: "undo" in taken)
    assert taken == ["stop", "undo"]
    keys.stop(20)
