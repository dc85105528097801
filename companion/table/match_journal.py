"""Joins the table to the store: matches are created, continued and put on the table here.

Entries are on the disk before anybody sees what they did.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from companion.game import AnyGame, IllegalCommand, msg
from companion.table.bots import Bots
from companion.table.log.entries import Entry, Started, body
from companion.table.log.match import LogError, Match, begin, extend, fold_bodies, head
from companion.table.log.records import MatchStore, TableLostError
from companion.table.log.seating import seat_bots
from companion.table.table_state import TableState

log = logging.getLogger(__name__)


class MatchJournal:
    """The store, as the session uses it."""

    def __init__(
        self, games: Mapping[str, AnyGame], store: MatchStore, clock: Callable[[], datetime], bots: Bots
    ) -> None:
        self._games = games
        self._bots = bots
        self._store = store
        self._clock = clock

    def append(self, number: int, ply: int, entries: Iterable[Entry], after: Match) -> None:
        """Keep entries of a match that is so long already, and comes to be `after` them; or OSError."""
        self._store.append(number, ply, [body(entry) for entry in entries], head(after, number))

    def open(self, first: Started) -> tuple[int, Match]:
        """A new match, on the table; IllegalCommand if it cannot be."""
        game = self._games.get(first.game)
        if game is None:
            raise IllegalCommand(msg("table.refused.game", game=first.game))
        now = self._clock().isoformat(timespec="seconds")
        bots = seat_bots(len(first.seats), first.bots, self._bots.strengths(first.game))
        try:
            match = begin(replace(first, rules=game.rules, at=now, bots=bots), self._games)
        except LogError as error:
            raise IllegalCommand(error.reason) from error
        return self._store.create(body(match.first), head(match, 0)).id, match

    def fetch(self, number: int) -> Match:
        """A kept match, folded; IllegalCommand with the reason if there is none or it cannot be played."""
        try:
            kept = self._store.load(number)
        except OSError as error:
            log.error("match %d cannot be read: %s", number, error)
            raise IllegalCommand(msg("table.refused.unread", match=number)) from error
        if kept is None:
            raise IllegalCommand(msg("table.refused.match", match=number))
        try:
            return fold_bodies([record.body for record in kept.log], self._games)
        except LogError as error:
            log.error("match %d: %s", number, error)
            raise IllegalCommand(error.reason) from error

    def put_on_table(self, number: int | None) -> None:
        self._store.put_on_table(number)

    def write(self, number: int, match: Match, entry: Entry) -> Match:
        """A kept match with one more entry."""
        after = extend(match, entry)
        self.append(number, match.ply, (entry,), after)
        return after

    def on_table(self, table: TableState) -> TableState:
        """The table with the match on it that lay there when the box was switched off."""
        try:
            number = self._store.on_table()
            match = None if number is None else self.fetch(number)
            # abandoned: the power went between the entry and clearing the table
            return (
                table
                if number is None or match is None or match.abandoned
                else table.with_match(number, match)
            )
        except IllegalCommand as error:
            return table.with_fault("match", error.reason)
        except TableLostError as error:
            log.error("the table is empty: %s", error)
            return table.with_fault("match", msg("table.fault.table_lost"))
        except OSError as error:
            log.error("the matches cannot be read: %s", error)
            return table.with_fault("disk", msg("table.fault.disk"))
