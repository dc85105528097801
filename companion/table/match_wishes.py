"""Wishes about whole matches: begin, resume, leave, abandon, rename.

Each gives the table as it is afterwards; a refusal is an IllegalCommand with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.game import IllegalCommand, msg
from companion.table.log.entries import Abandoned, Renamed, Started
from companion.table.log.seating import match_title
from companion.table.match_journal import MatchJournal
from companion.table.table_state import TableState
from companion.table.wishes import Abandon, Begin, Leave, Rename, Resume, Wish


def _begin(journal: MatchJournal, table: TableState, wish: Begin) -> TableState:
    first = Started(wish.game, 0, wish.seats, dict(wish.options), match_title(wish.name), bots=wish.bots)
    return table.with_match(*journal.open(first))


def _resume(journal: MatchJournal, table: TableState, wish: Resume) -> TableState:
    if wish.match == table.number and table.match is not None:
        return table
    match = journal.fetch(wish.match)
    if match.abandoned:
        raise IllegalCommand(msg("table.refused.abandoned"))
    journal.put_on_table(wish.match)
    return table.with_match(wish.match, match)


def _leave(journal: MatchJournal, table: TableState, wish: Leave) -> TableState:
    journal.put_on_table(None)
    return table.without_match()


def _abandon(journal: MatchJournal, table: TableState, wish: Abandon) -> TableState:
    match = journal.fetch(wish.match)
    if match.status != "open":
        raise IllegalCommand(msg("table.refused.not_open"))
    journal.write(wish.match, match, Abandoned())
    if wish.match != table.number:
        return table
    journal.put_on_table(None)
    return table.without_match()


def _rename(journal: MatchJournal, table: TableState, wish: Rename) -> TableState:
    after = journal.write(wish.match, journal.fetch(wish.match), Renamed(match_title(wish.name)))
    return replace(table, match=after) if wish.match == table.number and table.match else table


MATCH_WISHES: dict[type[Wish], Callable[[MatchJournal, TableState, Any], TableState]] = {
    Begin: _begin,
    Resume: _resume,
    Leave: _leave,
    Abandon: _abandon,
    Rename: _rename,
}
