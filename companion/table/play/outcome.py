"""What a wish brings: the table as it will be, and the entries that must be on the disk first."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.log.entries import Entry
from companion.table.log.match import Match
from companion.table.table_state import TableState


@dataclass(frozen=True)
class Outcome:
    """The table after a wish, once `entries` are kept; `look_again` asks the eye for a fresh reading."""

    table: TableState
    entries: tuple[Entry, ...] = ()
    look_again: bool = False


def match_of(table: TableState) -> Match:
    """The match on the table, where there is one for sure."""
    assert table.match is not None  # carry_out has seen to that
    return table.match
