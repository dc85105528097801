"""`cubilete games new`: a game that plays at once, or one error and nothing written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.laws import LAWS
from tests.wheels import install_wheel


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_game_is_installed_listed_and_passes_its_own_tests(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", "new", "high-three-or-better"]) == 0
    said = capsys.readouterr().out
    assert "pip install -e high-three-or-better" in said
    assert "cubilete run --camera sim" in said
    away = here / "away"
    away.mkdir()
    installed = install_wheel(here / "high-three-or-better", away)
    listed = installed.python("-m", "companion", "games")
    assert "high-three-or-better High Three Or Better " in listed.stdout
    second_column = {len("".join(re.findall(r"^\S+ +", line))) for line in listed.stdout.splitlines()}
    assert second_column == {len("high-three-or-better ")}, listed.stdout
    assert listed.returncode == 0
    tests = installed.own_tests()
    assert tests.returncode == 0, tests.stdout + tests.stderr
    assert tests.stdout.count("PASSED") >= len(LAWS) + 5


def test_nothing_in_it_is_left_to_be_filled_in(here: Path) -> None:
    assert main(["games", "new", "drop-dead-or-alive"]) == 0
    written = [path for path in (here / "drop-dead-or-alive").rglob("*") if path.is_file()]
    assert len(written) == 12
    for path in written:
        text = f"{path.name}\n{path.read_text(encoding='utf-8')}"
        assert not any(left in text for left in ("GAME-ID", "GAME_PACKAGE", "GAME TITLE"))
        assert path.suffix != ".txt"


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Drop Dead", "small letters and digits, with single hyphens, as in drop-dead; got 'Drop Dead'"),
        ("../away", "got '../away'"),
        ("a" * 25, "at most 24"),
        ("dize", "there is a game 'dize' already"),
        ("random", "Python has a 'random' already"),
        ("class", "Python has a 'class' already"),
    ],
)
def test_a_name_that_is_bad_or_taken_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str], name: str, told: str
) -> None:
    assert main(["games", "new", name]) == 1
    assert told in capsys.readouterr().err
    assert list(here.iterdir()) == []


def test_a_folder_that_is_there_is_left_as_it_is(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "high-three").mkdir()
    assert main(["games", "new", "high-three"]) == 1
    assert "high-three is there already" in capsys.readouterr().err
    assert list((here / "high-three").iterdir()) == []


def test_where_nothing_can_be_written_that_is_said(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = here / "gone"
    gone.mkdir()
    gone.rmdir()
    with monkeypatch.context() as patch:
        patch.setattr(Path, "cwd", lambda: gone)
        assert main(["games", "new", "high-three"]) == 1
    assert "cannot be written to (No such file or directory)" in capsys.readouterr().err


def test_a_game_that_cannot_be_written_whole_leaves_nothing(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_text

    def full(path: Path, text: str, encoding: str) -> int:
        if path.name == "words.toml":
            raise OSError(28, "No space left on device")
        return write(path, text, encoding=encoding)

    monkeypatch.setattr(Path, "write_text", full)
    assert main(["games", "new", "high-three"]) == 1
    assert "cannot be written (No space left on device)" in capsys.readouterr().err
    assert list(here.iterdir()) == []
