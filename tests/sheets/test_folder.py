"""Sheet files on the disk: the players' own folder, and what the command line says of files."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.__main__ import main
from companion.games.dizzle.sheet import DizzleSheet
from companion.sheets import Folder
from tests.sheets.formats import SHEETS

LEVEL = SHEETS.text_of("dizzle-level-1")
PRISON = SHEETS.text_of("25-to-dice")


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "sheets").mkdir()
    return Folder(tmp_path / "sheets", SHEETS)


def put(folder: Folder, name: str, text: str) -> None:
    (folder.path / name).write_text(text, encoding="utf-8")


def test_a_folder_that_is_not_there_holds_no_sheets(tmp_path: Path) -> None:
    assert Folder(tmp_path / "none", SHEETS).own("dizzle-sheet/1") == {}
    assert Folder(tmp_path / "none", SHEETS).broken() == {}


def test_own_sheets_are_told_by_name_and_format_with_their_whole_text(folder: Folder) -> None:
    put(folder, "mine.toml", LEVEL.replace("Level 1 (own design)", "La mía"))
    put(folder, "prison.toml", PRISON)
    put(folder, "notes.txt", "not looked at")
    (folder.path / "folder.toml").mkdir()
    own = folder.own("dizzle-sheet/1")
    assert list(own) == ["La mía"]
    assert SHEETS.read(own["La mía"]).name == "La mía"
    assert list(folder.own("escape-sheet/1")) == ["Own prison 6x8"]
    assert folder.broken() == {}


def test_two_of_one_name_are_told_apart_by_their_files(folder: Folder) -> None:
    put(folder, "a.toml", LEVEL)
    put(folder, "b.toml", LEVEL)
    assert list(folder.own("dizzle-sheet/1")) == ["Level 1 (own design) (a)", "Level 1 (own design) (b)"]


@pytest.mark.parametrize(
    ("sheet", "old", "said"),
    [
        ("dizzle-level-1", "bomb_exploded = -2", "write e.g. bomb_exploded = -2 under [points]"),
        ("dizzle-level-1", "bomb_solo = 2", "write e.g. bomb_solo = 2 under [points]"),
        ("dizzle-level-4", "pile = -3", "write e.g. pile = -2 under [points]"),
    ],
)
def test_bombs_and_piles_without_points_are_refused_and_not_taken_for_nothing(
    folder: Folder, sheet: str, old: str, said: str
) -> None:
    whole = SHEETS.text_of(sheet)
    assert old in whole
    put(folder, "mine.toml", whole.replace(old, ""))
    assert folder.own("dizzle-sheet/1") == {}
    (problem,) = folder.broken()["mine.toml"]
    assert said in problem


def test_a_match_of_before_on_a_sheet_whose_bombs_are_worth_nothing_can_still_be_read() -> None:
    sheet = SHEETS.read(SHEETS.text_of("dizzle-level-1").replace("bomb_exploded = -2", ""))
    assert isinstance(sheet, DizzleSheet)
    assert sheet.bomb_exploded == 0


def test_the_folder_is_looked_at_anew_each_time(folder: Folder) -> None:
    put(folder, "mine.toml", LEVEL.replace("level = 1", "level = 0"))
    assert folder.own("dizzle-sheet/1") == {}
    assert list(folder.broken()) == ["mine.toml"]
    put(folder, "mine.toml", LEVEL)
    assert len(folder.own("dizzle-sheet/1")) == 1
    assert folder.broken() == {}


def test_files_that_are_no_text_are_broken_and_say_why(folder: Folder) -> None:
    (folder.path / "picture.toml").write_bytes(b"\x89PNG")
    put(folder, "long.toml", "#" * 100_000)
    assert "must be UTF-8 text, got byte 0x89" in folder.broken()["picture.toml"][0]
    assert "expected at most 30000" in folder.broken()["long.toml"][0]


def test_check_says_what_a_sheet_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "prison.toml"
    path.write_text(PRISON, encoding="utf-8")
    assert main(["sheets", "check", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "every cell can be reached" in out
    assert "green guard: jumps 4.14 squares on average, at most 14" in out


def test_check_says_all_that_is_wrong_with_every_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, good, gone = tmp_path / "bad.toml", tmp_path / "good.toml", tmp_path / "gone.toml"
    bad.write_text(LEVEL.replace("4  6  X", "4  7  X").replace("level = 1", "level = 0"), encoding="utf-8")
    uneven = LEVEL.replace("5  4  3b 5  1  2", "5  5  3b 5  5  5")
    good.write_text(uneven, encoding="utf-8")
    assert main(["sheets", "check", str(bad), str(good), str(gone)]) == 1
    out, err = capsys.readouterr()
    assert f'cubilete: {bad}: line 12, row 4, column 2: "7" is no cell' in err
    assert f"cubilete: {bad}: line 5, level" in err
    assert f"cubilete: {gone}: the file cannot be read" in err
    assert out.startswith(f"{good}: ")
    assert "remark: the numbers are not equally frequent" in out


def test_show_prints_a_file_that_check_accepts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheets", "show", "dizzle-level-4"]) == 0
    path = tmp_path / "mine.toml"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["sheets", "check", str(path)]) == 0


def test_show_of_no_sheet_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sheets", "show", "../pyproject"]) == 1
    err = capsys.readouterr().err
    assert "'../pyproject'" in err
    assert "dizzle-level-1, dizzle-level-2" in err


def test_list_tells_ours_the_players_own_and_what_is_broken(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    put(folder, "mine.toml", LEVEL.replace("Level 1 (own design)", "La mía"))
    put(folder, "bad.toml", "grid =")
    assert main(["sheets", "list", "--data", str(folder.path.parent)]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 6
    assert "dizzle-level-1: Level 1 (own design): Dizzle" in out
    assert "own, La mía: La mía: Dizzle" in out
    assert f"cubilete sheets check {folder.path / 'bad.toml'}" in err
