"""Wishes about whole matches: begin, resume, leave, abandon, rename.

Each gives the desk as it is afterwards; a refusal is an IllegalCommand with the reason. Refuses to know
what happens within a match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.game import IllegalCommand, msg
from companion.table.log.entries import Abandoned, Renamed, Started
from companion.table.log.seating import checked_title
from companion.table.match_journal import Ledger, cleared, laid
from companion.table.table_state import Desk
from companion.table.wishes import Abandon, Begin, Leave, Rename, Resume, Wish


def _begin(ledger: Ledger, desk: Desk, wish: Begin) -> Desk:
    first = Started(wish.game, 0, wish.seats, dict(wish.options), checked_title(wish.name), bots=wish.bots)
    return laid(desk, *ledger.open(first))


def _resume(ledger: Ledger, desk: Desk, wish: Resume) -> Desk:
    if wish.match == desk.number and desk.match is not None:
        return desk
    match = ledger.fetch(wish.match)
    if match.abandoned:
        raise IllegalCommand(msg("table.refused.abandoned"))
    ledger.put_on_table(wish.match)
    return laid(desk, wish.match, match)


def _leave(ledger: Ledger, desk: Desk, wish: Leave) -> Desk:
    ledger.put_on_table(None)
    return cleared(desk)


def _abandon(ledger: Ledger, desk: Desk, wish: Abandon) -> Desk:
    match = ledger.fetch(wish.match)
    if match.status != "open":
        raise IllegalCommand(msg("table.refused.not_open"))
    ledger.write(wish.match, match, Abandoned())
    if wish.match != desk.number:
        return desk
    ledger.put_on_table(None)
    return cleared(desk)


def _rename(ledger: Ledger, desk: Desk, wish: Rename) -> Desk:
    after = ledger.write(wish.match, ledger.fetch(wish.match), Renamed(checked_title(wish.name)))
    return replace(desk, match=after) if wish.match == desk.number and desk.match else desk


SHELF: dict[type[Wish], Callable[[Ledger, Desk, Any], Desk]] = {
    Begin: _begin,
    Resume: _resume,
    Leave: _leave,
    Abandon: _abandon,
    Rename: _rename,
}
