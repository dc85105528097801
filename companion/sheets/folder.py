"""Sheet files of the players' own: one file, or all of a folder, as they are when they are asked for.

Refuses to know where that folder is, and who plays on what lies there.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.sheets import dizzle, escape
from companion.sheets.dizzle import DizzleSheet
from companion.sheets.reading import LONGEST, Sheet, read
from companion.sheets.trouble import SheetError

FOLDER = "sheets"  # in the data folder


class Folder:
    """The `*.toml` of one folder, which need not be there. It is looked at anew each time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def own(self, format_: str) -> Mapping[str, str]:
        """The text of each sheet of that format that can be played, by its name.

        Where two share a name the file's is added.
        """
        found = [(path, *read) for path in self._files() if (read := _or_none(path))]
        fitting = [(path, text, sheet.name) for path, text, sheet in found if format_of(sheet) == format_]
        names = [name for *_, name in fitting]
        return {
            name if names.count(name) == 1 else f"{name} ({path.stem})": text for path, text, name in fitting
        }

    def broken(self) -> Mapping[str, tuple[str, ...]]:
        """What is wrong with those that cannot be used, by the file's name."""
        return {path.name: problems for path in self._files() if (problems := problems_of(path))}

    def _files(self) -> list[Path]:
        return sorted(path for path in self.path.glob("*.toml") if path.is_file())


def format_of(sheet: Sheet) -> str:
    """The name of the format such a sheet is written in."""
    return dizzle.FORMAT if isinstance(sheet, DizzleSheet) else escape.FORMAT


def read_file(path: Path) -> tuple[str, Sheet]:
    """The text of a file and the sheet it describes; SheetError if it does not."""
    try:
        with path.open(encoding="utf-8") as opened:
            text = opened.read(LONGEST + 1)
    except OSError as error:
        raise SheetError((f"the file cannot be read ({error.strerror}); name a sheet file",)) from error
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02x}"
        raise SheetError((f"the file must be UTF-8 text, got {byte}; save it as UTF-8",)) from error
    sheet = read(text)
    if isinstance(sheet, DizzleSheet) and (missing := worthless(sheet)):
        raise SheetError(missing)
    return text, sheet


def worthless(sheet: DizzleSheet) -> tuple[str, ...]:
    """What is printed on the sheet with no points to it, each with the way out.

    A log of before may hold such a sheet and is played on; nobody begins with one any more.
    """
    named = (
        ("bomb", "bomb_exploded", sheet.bomb_exploded, -2),
        ("bomb", "bomb_solo", sheet.bomb_solo, 2),
        ("pile", "pile", sheet.pile, -2),
    )
    return tuple(
        f"points: there is a {kind} on the sheet, and {key} is 0; write e.g. {key} = {usual} under [points]"
        for kind, key, points, usual in named
        if sheet.of(kind) and points == 0
    )


def problems_of(path: Path) -> tuple[str, ...]:
    """Everything that is wrong with a file; () if nothing is."""
    try:
        read_file(path)
    except SheetError as error:
        return error.problems
    return ()


def _or_none(path: Path) -> tuple[str, Sheet] | None:
    try:
        return read_file(path)
    except SheetError:
        return None
