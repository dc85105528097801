"""The command that draws what a game's dice wear in the virtual tray."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.browser import browser_is_here

GAME = Path(__file__).parents[3] / "companion" / "games" / "dalek_dice"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not browser_is_here(), reason="needs Chromium: make setup-browser"),
]


def draw(game: Path, *faces: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "vision.sim.draw_faces", str(game), *faces]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def game_in(folder: Path) -> Path:
    """A game of which only the symbols are there."""
    (folder / "page").mkdir()
    (folder / "page" / "symbols.svg").write_bytes((GAME / "page" / "symbols.svg").read_bytes())
    return folder


def test_the_masks_that_are_kept_are_what_the_symbols_draw(tmp_path: Path) -> None:
    assert draw(game_in(tmp_path)).returncode == 0
    drawn = sorted((tmp_path / "page" / "faces").iterdir())
    assert [path.name for path in drawn] == sorted(path.name for path in (GAME / "page/faces").glob("*.png"))
    for path in drawn:
        both = (path, GAME / "page" / "faces" / path.name)
        one, kept = (cv2.imread(str(file), cv2.IMREAD_UNCHANGED) for file in both)
        assert one is not None
        assert kept is not None
        assert one.shape == kept.shape == (256, 256)
        assert one.max() == 255
        assert np.abs(one.astype(int) - kept).mean() < 1, "another Chromium may draw edges a little otherwise"


def test_only_faces_that_are_named_are_drawn_and_an_unknown_one_is_said(tmp_path: Path) -> None:
    game = game_in(tmp_path)
    assert draw(game, "doctor").returncode == 0
    assert [path.name for path in (game / "page" / "faces").iterdir()] == ["doctor.png"]
    wrong = draw(game, "cyberman")
    assert wrong.returncode == 1
    assert "symbols.svg has no symbol cyberman, only human2, human4" in wrong.stderr
