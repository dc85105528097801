"""Whether anything acknowledged is lost when the process is killed, and whether what comes back is a prefix.

The game and its player are `tests.table.killed`'s; here it is only counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from tests.bench.figures import Effort, Found, Table
from tests.table.killed import Murder

KILLS = 200


@dataclass
class Counting(Murder):
    """The same murder, which counts what is wrong instead of stopping at it."""

    lost: int = 0
    strange: int = 0

    def _check(self, restarted: list[Any]) -> None:
        known = self.known
        try:
            super()._check(restarted)
        except AssertionError:
            lost = known is not None and bool(known[0]) and not self._kept(known)
            self.lost += lost
            self.strange += not lost
        self.known = restarted

    def _kept(self, known: list[Any]) -> bool:
        """Whether the log still holds what was acknowledged."""
        try:
            return self._folded(known[0], known[3]) == known
        except AssertionError:
            return False


def measure(effort: Effort) -> Found:
    """Kill, restart, compare; again and again."""
    wanted, kills, answers, started = effort.count(KILLS, 2), 0, 0, monotonic()
    with TemporaryDirectory() as folder:
        game = Counting(Path(folder) / "cubilete.db", Random(1))
        while kills < wanted and not effort.late:
            answers += game.once()
            kills += 1
    row = (str(kills), str(answers), str(game.lost), str(game.strange), f"{monotonic() - started:.0f} s")
    table = Table(("kills", "acknowledged", "acknowledged and lost", "state not a prefix", "wall"), (row,))
    broken = [f"{game.lost} restarts lost what was acknowledged"] if game.lost else []
    broken += [f"{game.strange} restarts showed what is no prefix of the log"] if game.strange else []
    broken += [f"time was up after {kills} of {wanted} kills"] if kills < wanted else []
    says = f"{kills} times kill -9 in the midst of {answers} acknowledged wishes: {game.lost} of them lost."
    data = (
        "A process plays Dalek Dice on the real session and an SQLite file (seed 1) and is killed after 0 to "
        "39 answers and 0 to 4 ms more; each restart is compared with what was last acknowledged and with "
        "the fold of the log."
    )
    return Found(data, (table,), (says,), tuple(broken))
