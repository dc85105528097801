"""What the command line does with sheet files: check them, list those there are, show one to start from.

Refuses to know the rules of any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion import sheets
from companion.offline import fail, say


def check(files: Sequence[Path]) -> int:
    """Say of each file what it holds, or everything that is wrong with it. 1 if anything was."""
    failed = 0
    for path in files:
        try:
            _, sheet = sheets.read_file(path)
        except sheets.SheetError as error:
            for problem in error.problems:
                failed = fail(f"{path}: {problem}")
        else:
            _say_of(str(path), sheet)
    return failed


def show_list(data: Path) -> int:
    """A line for each sheet we bring and for each of the players' own, broken ones too."""
    for name in _names():
        say(f"{name}: {sheets.about(sheets.shipped(name))}")
    folder = sheets.Folder(data / sheets.FOLDER)
    for format_ in sheets.FORMATS:
        for name, text in folder.own(format_).items():
            say(f"own, {name}: {sheets.about(sheets.read(text))}")
    for file, problems in folder.broken().items():
        path = folder.path / file
        fail(f"{path} cannot be used, {len(problems)} to mend; `cubilete sheets check {path}` says what")
    return 0


def show(name: str) -> int:
    """Print the file of a sheet we bring."""
    if name not in _names():
        return fail(f"there is no sheet {name!r} here, expected one of {', '.join(_names())}")
    say(sheets.text_of(name).rstrip("\n"))
    return 0


def _names() -> tuple[str, ...]:
    return tuple(name for format_ in sheets.FORMATS for name in sheets.names(format_))


def _say_of(path: str, sheet: sheets.Sheet) -> None:
    say(f"{path}: {sheets.about(sheet)}; every cell can be reached")
    for figure in sheets.figures(sheet):
        say(f"  {figure}")
    for remark in sheets.remarks(sheet):
        say(f"  remark: {remark}")
