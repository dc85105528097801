"""Sheet files of the players' own: one file, or all of a folder, as they are when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.sheets.format import LONGEST, SheetFormat, SheetFormats
from companion.sheets.trouble import SheetError

FOLDER = "sheets"  # in the data folder


class Folder:
    """The `*.toml` of one folder, which need not be there. It is looked at anew each time."""

    def __init__(self, path: Path, formats: SheetFormats) -> None:
        self.path = path
        self._formats = formats

    def own(self, format_: str) -> Mapping[str, str]:
        """The text of each sheet of that format that can be played, by its name.

        Where two share a name the file's is added.
        """
        found = [(path, self._playable(path, format_)) for path in self._files()]
        fitting = [(path, *sheet) for path, sheet in found if sheet]
        names = [name for *_, name in fitting]
        return {
            name if names.count(name) == 1 else f"{name} ({path.stem})": text for path, text, name in fitting
        }

    def broken(self) -> Mapping[str, tuple[str, ...]]:
        """What is wrong with those that cannot be used, by the file's name."""
        every = ((path, problems_of(path, self._formats)) for path in self._files())
        return {path.name: problems for path, problems in every if problems}

    def _files(self) -> list[Path]:
        return sorted(path for path in self.path.glob("*.toml") if path.is_file())

    def _playable(self, path: Path, format_: str) -> tuple[str, str] | None:
        """The text and the name of the sheet in this file, if it is one of that format."""
        try:
            text, form = read_file(path, self._formats)
            return (text, form.read_new(text).name) if form.id == format_ else None
        except SheetError:
            return None


def read_file(path: Path, formats: SheetFormats) -> tuple[str, SheetFormat[Any]]:
    """The text of a file and the format it is of; SheetError if it is of none."""
    try:
        with path.open(encoding="utf-8") as opened:
            text = opened.read(LONGEST + 1)
    except OSError as error:
        raise SheetError((f"the file cannot be read ({error.strerror}); name a sheet file",)) from error
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02x}"
        raise SheetError((f"the file must be UTF-8 text, got {byte}; save it as UTF-8",)) from error
    return text, formats.of(text)


def problems_of(path: Path, formats: SheetFormats) -> tuple[str, ...]:
    """Everything that is wrong with a file; () if nothing is."""
    try:
        text, form = read_file(path, formats)
        form.read_new(text)
    except SheetError as error:
        return error.problems
    return ()
