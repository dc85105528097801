"""Games are found by file, and by nothing else."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import companion.games
from companion.games import discover, module_of


def test_games_come_by_id_and_a_games_words_are_no_game() -> None:
    games = discover()
    assert list(games) == sorted(games)
    assert all(game.id == name for name, game in games.items())
    assert "dalek-dice" in games
    assert "dalek-dice-words" not in games


def test_a_file_named_after_another_game_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "snap.py").write_text(
        "from types import SimpleNamespace\nGAME = SimpleNamespace(id='whist')\n"
    )
    monkeypatch.setattr(companion.games, "__path__", [str(tmp_path)])
    with pytest.raises(ValueError, match=r"snap\.py holds game 'whist'"):
        discover()


def test_a_new_file_is_a_new_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "old_maid.py").write_text(
        "from types import SimpleNamespace\nGAME = SimpleNamespace(id='old-maid')\n"
    )
    monkeypatch.setattr(companion.games, "__path__", [str(tmp_path)])
    assert discover() == {"old-maid": SimpleNamespace(id="old-maid")}


def test_a_game_whose_id_begins_with_a_digit_has_game_before_its_files_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert module_of("25-to-dice") == "game_25_to_dice"
    assert module_of("old-maid") == "old_maid"
    (tmp_path / "game_7_up.py").write_text(
        "from types import SimpleNamespace\nGAME = SimpleNamespace(id='7-up')\n"
    )
    monkeypatch.setattr(companion.games, "__path__", [str(tmp_path)])
    assert list(discover()) == ["7-up"]
