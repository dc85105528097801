"""A table for tests: a real session over a store in memory, with an eye that sees what it is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from companion.dice import Reading, Seen
from companion.game import AnyGame, Ask, Msg
from companion.games import discover
from companion.table.bots import Bots
from companion.table.log.records import MatchStore
from companion.table.session import Session
from companion.table.shown.snapshot import KeyName, Shown
from companion.table.shown_feed import ShownFeed
from companion.table.wishes import Begin, Press, Sight, Take, Wish
from tests.store.memory import MemoryStore
from tests.table.eye import HAND, ROLLING, at_rest
from tests.toy.rules import POOL, TOY

GAMES: Mapping[str, AnyGame] = {"toy": TOY, "pool": POOL, **discover().games}


def clock() -> datetime:
    return datetime(2026, 1, 2, 3, 4, 5)


class Recorder(ShownFeed):
    """Keeps all that was ever put up, first to last."""

    def __init__(self) -> None:
        super().__init__()
        self.every: list[Shown] = []

    def publish(self, shown: Shown) -> None:
        self.every.append(shown)
        super().publish(shown)


class Table:
    """What a test does at the table."""

    def __init__(
        self, store: MatchStore | None = None, games: Mapping[str, AnyGame] = GAMES, bots: Bots | None = None
    ) -> None:
        self.store = store or MemoryStore(clock)
        self.feed = Recorder()
        self.looks = 0
        self.session = Session(games, self.store, self.feed, clock, self._look_again, bots)

    def _look_again(self) -> None:
        self.looks += 1

    @property
    def shown(self) -> Shown:
        shown = self.feed.latest()
        assert shown is not None
        return shown

    def wish(self, wish: Wish) -> Msg | None:
        """The refusal, if any."""
        return self.session.wish(wish, timeout=60).refusal

    def do(self, *wishes: Wish) -> Shown:
        """What is shown after these, none of which may be refused."""
        for wish in wishes:
            assert self.wish(wish) is None
        return self.shown

    def see(self, *readings: Reading) -> Shown:
        return self.do(*(Sight(reading) for reading in readings))

    def throw(self, *dice: Seen) -> Shown:
        return self.see(HAND, ROLLING, at_rest(*dice))

    def press(self, key: KeyName) -> Shown:
        return self.do(Press(key, die=self.shown.about))

    def dalek(self, *names: str, **options: Any) -> Shown:
        return self.do(Begin("dalek-dice", names or ("Ana", "Teo"), options))

    def toy(self, *names: str, **options: Any) -> Shown:
        return self.do(Begin("toy", names or ("Ana", "Teo"), options))

    def pool(self, *names: str, **options: Any) -> Shown:
        return self.do(Begin("pool", names or ("Ana", "Teo"), options))

    def offer(self, key: str) -> Shown:
        """Take the offer that says `key`."""
        ask = self.shown.ask
        assert isinstance(ask, Ask)
        place = next(n for n, offer in enumerate(ask.offers) if offer.text.key == key)
        return self.do(Take(place, self.shown.ply))


@contextmanager
def laid(
    store: MatchStore | None = None, games: Mapping[str, AnyGame] = GAMES, bots: Bots | None = None
) -> Iterator[Table]:
    """A table with its session running."""
    table = Table(store, games, bots)
    table.session.start()
    try:
        yield table
    finally:
        table.session.stop()
