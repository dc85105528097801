"""What is wrong with a sheet file: every problem at once, each with its place, and the lines keys stand on.

Refuses to know what a sheet must hold.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

HEADER = re.compile(r"\s*(\[\[?)\s*([\w.\s-]+?)\s*\]\]?\s*(#.*)?$")
KEY = re.compile(r"\s*(\"[^\"]*\"|[\w.-]+)\s*=(.*)$")
LONGEST_SHOWN = 40


class SheetError(Exception):
    """A sheet that cannot be used: everything that is wrong with it, one sentence a problem."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class OtherFormatError(SheetError):
    """A sheet file of another format than was expected."""


class Problems:
    """Collects what is wrong with one sheet; says the line of its text where there is a text."""

    def __init__(self, lines: Mapping[str, int] | None = None) -> None:
        self._lines = lines or {}
        self.said: list[str] = []

    def at(self, key: str, problem: str) -> None:
        """Something is wrong with `key`, e.g. `points.gem`, or `arrow.3`."""
        self._say(self.line(key), f"{key}: {problem}")

    def cell(self, grid: str, row: int, column: int, problem: str) -> None:
        """Something is wrong with one cell of the grid under the key `grid`; rows and columns from 1."""
        line = self.line(grid)
        name = "" if grid == "grid" else f"{grid}, "
        self._say(
            line and line + self._offset(grid) + row - 1, f"{name}row {row}, column {column}: {problem}"
        )

    def row(self, grid: str, row: int, problem: str) -> None:
        """Something is wrong with a whole row of a grid."""
        line = self.line(grid)
        name = "" if grid == "grid" else f"{grid}, "
        self._say(line and line + self._offset(grid) + row - 1, f"{name}row {row}: {problem}")

    def plain(self, problem: str) -> None:
        """Something is wrong that is at no place."""
        self._say(None, problem)

    def line(self, key: str) -> int | None:
        """The line of a key, or of the nearest that holds it."""
        while key:
            if key in self._lines:
                return self._lines[key]
            key = key.rpartition(".")[0]
        return None

    def _offset(self, grid: str) -> int:
        return self._lines.get(f"{grid}.first", 0)

    def _say(self, line: int | None, problem: str) -> None:
        said = printable(problem if line is None else f"line {line}, {problem}")
        if said not in self.said:
            self.said.append(said)

    def settle(self) -> None:
        """Raise what was found, if anything was."""
        if self.said:
            raise SheetError(tuple(self.said))


def shown(value: object) -> str:
    """A value as it is quoted in a problem: short, however long it is."""
    return brief(f'"{value}"' if isinstance(value, str) else str(value))


def brief(text: str) -> str:
    """A text of the file as it is quoted: if too long it ends with dots."""
    if len(text) > LONGEST_SHOWN:
        text = text[: LONGEST_SHOWN - 1] + "…"
    return text


def printable(text: str) -> str:
    """A text with what cannot be printed spelt."""
    return "".join(c if c.isprintable() else ascii(c).strip("'") for c in text)


def line_numbers(text: str) -> Mapping[str, int]:
    """The line of each key of a TOML text, by its full name; tables that repeat are counted: `arrow.2`.

    `<key>.first` says how many lines below its key a text of several lines really begins.
    """
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    prefix, inside = "", ""
    rows = text.split("\n")
    for number, line in enumerate(rows, 1):
        if inside:
            inside = "" if inside in line else inside
        elif header := HEADER.match(line):
            prefix = header[2]
            if header[1] == "[[":
                counts[prefix] = counts.get(prefix, 0) + 1
                prefix = f"{prefix}.{counts[prefix]}"
            lines.setdefault(prefix, number)
        elif key := KEY.match(line):
            name = ".".join(filter(None, (prefix, key[1].strip('"'))))
            lines.setdefault(name, number)
            inside = _opened(key[2])
            if inside:
                lines[f"{name}.first"] = _blank_before(rows, number, key[2].strip() == inside)
    return lines


def _opened(value: str) -> str:
    """The mark that ends a text of several lines, if this value begins one and does not end it."""
    for mark in ('"""', "'''"):
        if value.strip().startswith(mark) and value.count(mark) == 1:
            return mark
    return ""


def _blank_before(rows: list[str], number: int, starts_below: bool) -> int:
    """How far below line `number` the first line is that holds something."""
    if not starts_below:
        return 0
    below = 1
    while number + below <= len(rows) and not rows[number + below - 1].strip():
        below += 1
    return below
