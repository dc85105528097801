"""Single values of a sheet file: each is what it should be, or a problem and a value to go on with.

Refuses to know one kind of sheet from another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from companion.sheets.trouble import Problems, brief, shown

Table = Mapping[str, Any]
MOST_ROWS = MOST_COLUMNS = 20
MOST_POINTS = 999


def whole(data: Table, key: str, bounds: tuple[int, int], problems: Problems, default: int | None) -> int:
    """A whole number under the last word of `key`. Left out it is `default`; None: it must be there."""
    name = key.rpartition(".")[2]
    least, most = bounds
    value = data.get(name, default)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    got = "nothing" if name not in data else shown(value)
    if isinstance(value, int) and not isinstance(value, bool):
        fitting = min(max(value, least), most)
    else:
        fitting = max(least, min(most, default or 1))
    problems.at(key, f"must be a whole number from {least} to {most}, got {got}; write {name} = {fitting}")
    return fitting


def points(data: Table, key: str, problems: Problems) -> int:
    """Points of either sign; 0 when left out."""
    return whole(data, key, (-MOST_POINTS, MOST_POINTS), problems, 0)


def text(data: Table, key: str, problems: Problems, default: str | None = None) -> str:
    """A short line of text."""
    value = data.get(key, default)
    if isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= 60:
        return value
    got = "nothing" if key not in data else shown(value)
    problems.at(key, f'must be a text of 1 to 60 letters, got {got}; write {key} = "My sheet"')
    return "?"


def table(data: Table, key: str, problems: Problems) -> Table:
    """A table; empty when left out."""
    name = key.rpartition(".")[2]
    value = data.get(name, {})
    if isinstance(value, Mapping):
        return value
    problems.at(key, f"must be a table, got {shown(value)}; write [{key}] on a line of its own")
    return {}


def only(data: Table, known: Sequence[str], prefix: str, problems: Problems) -> None:
    """No keys but the known ones: a word mistyped would else be passed over in silence."""
    for name in data:
        if name not in known:
            near = get_close_matches(str(name), known, 1)
            way = f"did you mean {near[0]}?" if near else f"there can be {', '.join(known)}"
            problems.at(f"{prefix}{brief(name)}", f"is not known here; {way}")


def grid(data: Table, key: str, problems: Problems) -> tuple[tuple[str, ...], ...]:
    """The words of a grid, row by row, all rows equally long; () with a problem if that cannot be had."""
    name = key.rpartition(".")[2]
    value = data.get(name)
    if not isinstance(value, str) or not value.strip():
        got = "nothing" if name not in data else shown(value)
        problems.at(
            key, f'must be a text of one line a row, got {got}; write {name} = """, the rows, and """ again'
        )
        return ()
    rows = tuple(tuple(line.split()) for line in value.strip("\n \t\r").split("\n"))
    return rows if _even(rows, key, problems) else ()


def _even(rows: tuple[tuple[str, ...], ...], key: str, problems: Problems) -> bool:
    """Whether a grid is one: small enough, and all its rows as long as most of them."""
    lengths = [len(row) for row in rows]
    usual = max(sorted(set(lengths), reverse=True), key=lengths.count)
    if len(rows) > MOST_ROWS or max(lengths) > MOST_COLUMNS:
        size = f"{len(rows)} rows of up to {max(lengths)}"
        problems.at(key, f"has {size}, expected at most {MOST_ROWS} rows of {MOST_COLUMNS}; leave some out")
        return False
    odd = [n for n, length in enumerate(lengths, 1) if length != usual]
    for n in odd:
        problems.row(
            key, n, f"has {lengths[n - 1]} cells, expected {usual} as in the other rows; a hole is written ."
        )
    return not odd
