"""Kills a game in play many times: `python -m tests.table.kill_many [N]`, 200 times unless told."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from tests.table.killed import Murder


def main(times: int, seed: int = 1) -> str:
    started, answers = monotonic(), 0
    with TemporaryDirectory() as folder:
        game = Murder(Path(folder) / "cubilete.db", Random(seed))
        for _ in range(times):
            answers += game.once()
    return f"{times} kills, {answers} answers, none lost, {monotonic() - started:.1f} s"


if __name__ == "__main__":
    print(main(int(sys.argv[1]) if len(sys.argv) > 1 else 200))
