"""The session: one thread with one inbox owns the match on the table; all wishes pass through it in order.

What a wish does is decided in `play`; here it is put on the disk first and published after.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from datetime import datetime
from queue import Empty, SimpleQueue
from threading import Thread

from companion.game import AnyGame, IllegalCommand, Msg, msg
from companion.table.bots import BotError, Bots, turn
from companion.table.log.match import Match
from companion.table.log.records import MatchHead, MatchStore, Record
from companion.table.match_journal import MatchJournal
from companion.table.match_wishes import MATCH_WISHES
from companion.table.play.advance import act_for_bot, settle
from companion.table.play.carry_out import carry_out
from companion.table.play.outcome import Outcome
from companion.table.shown.history import HistoryLine, history_lines
from companion.table.shown.show import show
from companion.table.shown.snapshot import Shown
from companion.table.shown_feed import ShownFeed
from companion.table.table_state import TableState
from companion.table.wishes import Reply, Wish

log = logging.getLogger(__name__)
RETRY_SECONDS = 0.5  # seconds between attempts to keep a throw that the disk refused
Slip = tuple[Wish, Future[Reply]]


class BotTurn(Wish):
    """A bot may decide. The session says so to itself."""


class Session:
    """The one owner of the match on the table. Any thread may call its methods."""

    def __init__(
        self,
        games: Mapping[str, AnyGame],
        store: MatchStore,
        feed: ShownFeed,
        clock: Callable[[], datetime],
        look_again: Callable[[], None] = lambda: None,
        bots: Bots | None = None,
    ) -> None:
        """`look_again` asks the eye for a fresh reading of what lies in the tray (READ AGAIN)."""
        self._games = games
        self._store = store
        self._feed = feed
        self._bots = bots or Bots()
        self._baffled: tuple[int, int] | None = None  # match and ply at which a bot erred
        self._journal = MatchJournal(games, store, clock, self._bots)
        self._look_again = look_again
        self._inbox: SimpleQueue[Slip | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._table = TableState()
        self._shown: Shown | None = None

    def start(self) -> None:
        """Put the match that was on the table back on it, publish the first Shown, and start the thread."""
        self._table = self._journal.on_table(self._table)
        self._publish()
        self._thread = Thread(target=self._run, name="session", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Do what is in the inbox, then end the thread."""
        if self._thread is not None:
            self._inbox.put(None)
            self._thread.join()
            self._thread = None

    def alive(self) -> bool:
        """Whether its thread runs."""
        return self._thread is not None and self._thread.is_alive()

    def wish(self, w: Wish, timeout: float = 5.0) -> Reply:
        """Wish and wait for the answer; TimeoutError if none came (it may still be done)."""
        answer: Future[Reply] = Future()
        self._inbox.put((w, answer))
        return answer.result(timeout)

    def tell(self, w: Wish) -> None:
        """Wish without waiting: for camera and buttons."""
        self._inbox.put((w, Future()))

    def heads(self) -> tuple[MatchHead, ...]:
        """All kept matches of the games that are here, newest first."""
        return tuple(head for head in self._store.heads() if head.game in self._games)

    def history(self, match: int) -> tuple[HistoryLine, ...]:
        """The log of a match, told entry by entry; nothing if there is no such match."""
        return history_lines(self.records(match), self._games)

    def records(self, match: int) -> tuple[Record, ...]:
        """The log of a match as it is kept; nothing if there is no such match."""
        kept = self._store.load(match)
        return kept.log if kept else ()

    def advice(self) -> tuple[Msg, ...]:
        """The chances of whoever is to act, with the hand of this moment. It may take a second."""
        table = self._table  # frozen, so any thread may think about it
        if table.match is None or table.asked_for is None:
            return ()
        return table.match.game.advice(table.match.state, table.hand)

    def _run(self) -> None:
        self._call_bot(Wish())
        while (slip := self._next()) is not None:
            wish, answer = slip
            try:
                refusal = self._do(wish)
                self._publish()
            except Exception:
                log.exception("the session could not do %r", wish)
                refusal = self._failed(wish)
            self._call_bot(wish)
            answer.set_result(Reply(self._number, self._table.ply, refusal))

    def _next(self) -> Slip | None:
        """The next wish. While the disk is in trouble a throw at rest is tried again and again."""
        while True:
            try:
                return self._inbox.get(timeout=RETRY_SECONDS if self._trouble("disk") else None)
            except Empty:
                self.tell(Wish())

    def _call_bot(self, after: Wish) -> None:
        """If a bot has to decide, let it, after what is in the inbox; and forget its error of before."""
        if self._trouble("bot") and self._baffled != self._moment:
            self._fault("bot", None)
            self.tell(Wish())
        waiting = self._trouble("disk") and type(after) is not Wish  # then each try is for a reason
        if turn(self._table.match) is not None and self._baffled != self._moment and not waiting:
            self.tell(BotTurn())

    @property
    def _moment(self) -> tuple[int, int]:
        return (self._table.number, self._table.ply)

    def _failed(self, wish: Wish) -> Msg:
        """Something that should not happen did, in a bot or elsewhere."""
        seat = turn(self._table.match) if isinstance(wish, BotTurn) else None
        return self._broken() if seat is None else self._bot_erred(seat)

    def _bot_erred(self, seat: int) -> Msg:
        """People have to choose for it; that is said."""
        assert self._table.match is not None  # whose seat it is
        self._baffled = self._moment
        text = msg("table.fault.bot", name=self._table.match.first.seats[seat])
        self._fault("bot", text)
        self.tell(Wish())
        return text

    def _broken(self) -> Msg:
        """Something that should not happen did: it is said, without asking the game that may have failed."""
        text = msg("table.fault.session")
        before = self._shown or Shown(0, 0, "fault", text)
        faults = (*(fault for fault in before.faults if fault != text), text)
        self._put_up(replace(before, ply=self._table.ply, light="fault", line=text, faults=faults))
        return msg("table.refused.broken")

    def _do(self, wish: Wish) -> Msg | None:
        """Do what is wished, and what follows from it for dice at rest; the reason if it is refused."""
        try:
            if type(wish) is not Wish:  # which only means: try again to keep the throw at rest
                self._carry_out(wish)
        except IllegalCommand as error:
            return error.reason
        except OSError as error:
            return self._disk_failed(error)
        self._keep_throw()
        return None

    def _carry_out(self, wish: Wish) -> None:
        if isinstance(wish, BotTurn):
            self._let_bot()
            return
        about_match = MATCH_WISHES.get(type(wish))
        if about_match is not None:
            self._table = about_match(self._journal, self._table, wish)
            self._fault("disk", None)
        else:
            self._adopt(carry_out(self._table, wish))

    def _let_bot(self) -> None:
        """The bot whose turn it is decides, if it still is."""
        match = self._table.match
        if match is not None and turn(match) is not None and self._baffled != self._moment:
            self._adopt(self._decided(match))

    def _decided(self, match: Match) -> Outcome:
        acted = self._bots.decide(match)
        try:
            return act_for_bot(self._table, acted)
        except IllegalCommand as error:
            raise BotError(f"what the bot decided cannot be done: {acted!r} ({error})") from error

    def _adopt(self, outcome: Outcome) -> None:
        """The table as it is after that, once its entries are on the disk."""
        after = outcome.table.match
        if outcome.entries and after is not None:
            self._journal.append(self._table.number, self._table.ply, outcome.entries, after)
        self._table = outcome.table
        if outcome.entries:
            self._fault("disk", None)
        if outcome.look_again:
            self._look_again()

    def _keep_throw(self) -> None:
        """Accept the throw at rest, if it is complete. What the disk refuses is tried again later."""
        try:
            self._adopt(settle(self._table))
        except OSError as error:
            self._disk_failed(error)

    def _disk_failed(self, error: OSError) -> Msg:
        log.error("nothing was kept: %s", error)
        self._fault("disk", msg("table.fault.disk"))
        return msg("table.refused.disk")

    def _trouble(self, part: str) -> bool:
        return any(name == part for name, _ in self._table.faults)

    def _fault(self, part: str, text: Msg | None) -> None:
        if text is not None or self._trouble(part):
            self._table = self._table.with_fault(part, text)

    @property
    def _number(self) -> int:
        return self._shown.number if self._shown else 0

    def _publish(self) -> None:
        """Show the table, unless it looks just as before."""
        shown = show(self._table, self._number)
        if self._shown is None or shown != self._shown:
            self._put_up(shown)

    def _put_up(self, shown: Shown) -> None:
        self._shown = replace(shown, number=self._number + 1)
        self._feed.publish(self._shown)
