"""ShownFeed reach all who follow."""

from __future__ import annotations

from threading import Barrier, Thread

from companion.game import msg
from companion.table.shown.snapshot import Shown
from companion.table.shown_feed import MEMORY_SECONDS, ShownFeed


def shown(number: int) -> Shown:
    return Shown(number, 0, "idle", msg("table.line.idle"))


def test_the_newest_is_up_and_late_followers_get_it() -> None:
    feed = ShownFeed()
    assert feed.latest() is None
    feed.publish(shown(1))
    feed.publish(shown(3))
    feed.publish(shown(2))
    assert feed.latest() == shown(3)
    assert feed.wait(0, 0.0) == shown(3)


def test_waiting_for_what_does_not_come_ends() -> None:
    feed = ShownFeed()
    feed.publish(shown(1))
    assert feed.wait(1, 0.001) is None


def test_it_is_known_what_was_up_a_moment_ago() -> None:
    now = [10.0]
    feed = ShownFeed(lambda: now[0])
    assert feed.before(0) is None
    feed.publish(shown(1))
    assert (feed.before(0), feed.before(0.3)) == (shown(1), None)
    now[0] = 20.0
    feed.publish(shown(2))
    now[0] = 20.2
    assert (feed.before(0.1), feed.before(0.3)) == (shown(2), shown(1))
    now[0] = 20.5
    assert feed.before(0.3) == shown(2)


def test_what_was_up_long_ago_is_forgotten() -> None:
    now = [0.0]
    feed = ShownFeed(lambda: now[0])
    for number in range(1, 100):
        now[0] = float(number)
        feed.publish(shown(number))
    assert feed.before(MEMORY_SECONDS) == shown(97)
    assert feed.before(10) is None


def test_many_followers_are_woken() -> None:
    feed, started, got = ShownFeed(), Barrier(9), list[Shown | None]()

    def follow() -> None:
        started.wait()
        got.append(feed.wait(0, 30))

    threads = [Thread(target=follow) for _ in range(8)]
    for thread in threads:
        thread.start()
    started.wait()
    feed.publish(shown(1))
    for thread in threads:
        thread.join()
    assert got == [shown(1)] * 8
