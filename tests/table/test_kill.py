"""Nothing acknowledged is ever lost, wherever the power goes."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.table.killed import Murder


def test_nothing_acknowledged_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    game = Murder(tmp_path / "cubilete.db", Random(25))
    answers = sum(game.once() for _ in range(25))
    assert answers > 100  # it was killed in the midst of playing, not before
