"""A game played by a process that is killed again and again, and what must be true after each time.

The player is the real session over the real file; it says of every answer what the table then shows.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from companion.game import AnyGame, Ask
from companion.games import discover
from companion.store import SqliteStore
from companion.table.log.match import fold_bodies
from companion.table.shown.show import show
from companion.table.shown.snapshot import Shown
from companion.table.table_state import TableState
from companion.table.wishes import Begin, Correct, Press, Rename, Sight, Toggle, Wish
from tests.table.eye import ROLLING, at_rest, row
from tests.table.table import Table, clock

GAMES: Mapping[str, AnyGame] = discover().games
FACES = GAMES["dalek-dice"].kinds[0].faces


def looks(shown: Shown) -> list[Any]:
    """What of a snapshot follows from the log alone, as plain values."""
    dice = [[die.face, die.source] for die in shown.dice if die.index >= 0]
    match = shown.match
    facts = [match.id, match.name, match.status] if match else [0, "", ""]
    found: list[Any] = json.loads(
        json.dumps([*facts, shown.ply, shown.seat, shown.totals, dice, shown.ask and 1])
    )
    return found


def play(path: Path, seed: int, pipe: Connection) -> None:
    """Play until killed; after each answer say what is shown, if it was not a refusal."""
    luck = Random(seed)
    table = Table(SqliteStore(path, clock), GAMES)
    table.session.start()
    pipe.send(looks(table.shown))
    while True:
        for wish in _next(table, luck):
            if table.wish(wish) is None:
                pipe.send(looks(table.shown))


def _next(table: Table, luck: Random) -> tuple[Wish, ...]:
    """What a player might do now."""
    shown = table.shown
    if not isinstance(shown.ask, Ask):
        return (Begin("dalek-dice", ("Ana", "Teo"), {"target": 20}),)
    if shown.ask.need:
        dice = row(*luck.choices(FACES, k=len(shown.ask.need.throw)), y=luck.uniform(50, 900))
        return (Sight(at_rest()), Sight(ROLLING), Sight(at_rest(*dice)))
    if luck.random() < 0.1:
        return (Correct(luck.randrange(len(shown.dice)), luck.choice(FACES), shown.ply),)
    if luck.random() < 0.05 and shown.match:
        return (Rename(shown.match.id, f"name {luck.randrange(99)}"),)
    taps = tuple(Toggle(die.index, shown.ply) for die in shown.dice if die.choosable and luck.random() < 0.5)
    undo = (Press("undo"),) if luck.random() < 0.3 else ()
    return (*taps, Press("stop" if luck.random() < 0.3 else "reroll"), *undo)


@dataclass
class Murder:
    """A game in the file at `path`, and what was last acknowledged of it."""

    path: Path
    luck: Random
    known: list[Any] | None = None

    def once(self) -> int:
        """Start the player, see that nothing is lost, kill it somewhere; how many answers it gave."""
        context = get_context("forkserver")
        context.set_forkserver_preload([__name__])
        here, there = context.Pipe(duplex=False)
        player = context.Process(
            target=play, args=(self.path, self.luck.randrange(10**9), there), daemon=True
        )
        player.start()
        there.close()
        try:
            self._check(here.recv())
            answers = self._listen(here, self.luck.randrange(40))
            sleep(self.luck.random() * 0.004)
        finally:
            assert player.pid is not None
            os.kill(player.pid, signal.SIGKILL)
        with suppress(EOFError):
            while True:
                answers += self._listen(here, 1)
        player.join()
        return answers

    def _listen(self, pipe: Connection, count: int) -> int:
        for _ in range(count):
            self.known = pipe.recv()
        return count

    def _check(self, restarted: list[Any]) -> None:
        """All that was acknowledged is in the log as it was, and the restarted session shows that log."""
        if self.known is not None and self.known[0]:
            assert self._folded(self.known[0], self.known[3]) == self.known
            # one entry more: it was on the disk, and the power went before the answer was out
            assert restarted[0] != self.known[0] or restarted[3] - self.known[3] in (0, 1)
            assert restarted[0] in (self.known[0], self.known[0] + 1)
        if restarted[0]:
            # by now it plays on: what it showed at first is the log up to there
            assert self._folded(restarted[0], restarted[3]) == restarted
        self.known = restarted

    def _folded(self, match: int, length: int) -> list[Any]:
        store = SqliteStore(self.path, clock)
        kept = store.load(match)
        store.close()
        assert kept is not None
        assert len(kept.log) >= length
        bodies = [record.body for record in kept.log[:length]]
        return looks(show(TableState().with_match(match, fold_bodies(bodies, GAMES)), 0))
