"""The sheets we bring, by name.

Refuses to know sheets of anybody else.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from companion.sheets.reading import Sheet, read

OURS = {
    "dizzle-sheet/1": ("dizzle-level-1", "dizzle-level-2", "dizzle-level-3", "dizzle-level-4"),
    "escape-sheet/1": ("25-to-dice",),
}
FORMATS = tuple(OURS)


def names(format_: str) -> tuple[str, ...]:
    """The names of the sheets of one format that we bring."""
    return OURS[format_]


@cache
def shipped(name: str) -> Sheet:
    """A sheet that we bring; KeyError if there is none of that name."""
    return read(text_of(name))


def text_of(name: str) -> str:
    """The file of a sheet that we bring, as it is; KeyError if there is none of that name."""
    if not any(name in ours for ours in OURS.values()):
        raise KeyError(name)
    return files("companion.sheets").joinpath(f"{name}.toml").read_text(encoding="utf-8")
