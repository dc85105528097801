"""A small file beside the database that says that matches were kept: an empty one is no proof of none."""

from __future__ import annotations

from pathlib import Path

from companion.store.files import remove_file, write_file

TEXT = """\
Matches have been kept in {name}, beside this file. If that file is empty or missing, something has taken
them away; Cubilete says so then, and begins anew. To have them back, stop Cubilete and put a copy of
{name} in its place. This file needs no copy; Cubilete makes it again.
"""


def marker(database: Path) -> Path:
    """Where the marker of this database lies."""
    return database.with_name(f"{database.name}.has-matches")


def had_matches(database: Path) -> bool:
    """Whether matches were kept there at any time."""
    return marker(database).exists()


def mark(database: Path) -> None:
    """Remember that there are matches, or OSError."""
    if not had_matches(database):
        write_file(marker(database), TEXT.format(name=database.name).encode())


def unmark(database: Path) -> None:
    """Forget that there were any: it was told."""
    if had_matches(database):
        remove_file(marker(database))
