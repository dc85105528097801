"""The virtual tray as the page uses it: it throws what the game wants thrown."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

from companion.dice import D6, Box, Die
from companion.game import Msg, msg
from companion.run.dice_due import dice_due, dice_in_play, kinds_on_table
from companion.table.shown.snapshot import Shown
from companion.table.shown_feed import ShownFeed
from vision.sim import VirtualTray

log = logging.getLogger(__name__)
ANSWER_SECONDS = 10.0  # after a throw, in which the slowest box says what it makes of it


class VirtualTable:
    """A person at the virtual tray, as the page asks for one.

    Before a throw it first takes away what lies there, but for a pool that dice are thrown to.
    A throw that the table has not answered yet is not thrown once more: the second would come to lie
    while one chooses from the first.
    """

    def __init__(
        self, tray: VirtualTray, board: ShownFeed, width: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._tray = tray
        self._board = board
        self._width = width
        self._clock = clock
        self._thrown: tuple[float, Shown | None] | None = None  # when last, and what was shown then

    def throw(self) -> Msg | None:
        """Throw the dice that are due; the reason when none are, or when they have just been thrown."""
        shown = self._board.latest()
        specs = dice_due(shown)
        if specs is None:
            return msg("eye.sim_no_throw")
        if self._tray.busy or self._awaited(shown):
            return msg("eye.sim_thrown")
        try:
            self._tray.throw(specs, stay=[self._fractions(*_middle(die.box)) for die in dice_in_play(shown)])
        except ValueError as error:
            log.error("nothing was thrown into the virtual tray: %s", error)
            return msg("eye.sim_no_dice")
        self._thrown = (self._clock(), shown)
        return None

    def _awaited(self, shown: Shown | None) -> bool:
        """Whether the table has yet to say what it makes of the last throw, and may still do so."""
        at, before = self._thrown or (-ANSWER_SECONDS, None)
        if before is None or shown is None or self._clock() - at >= ANSWER_SECONDS:
            return False
        wrong = shown.complaint is not None or shown.query is not None
        answered = wrong and shown.tray in ("settled", "empty") and shown.number > before.number
        return not answered and (shown.match, shown.ply) == (before.match, before.ply)

    def put(self, face: str) -> Msg | None:
        """A hand lays a die of those in play back into the tray, this face up; the reason if it cannot."""
        shown = self._board.latest()
        kinds = (kinds_on_table(shown) if shown else None) or (D6.id,)
        try:
            rolled = (die.kind for die in shown.dice if die.face == face) if shown else iter(())
            self._tray.put(Die(next(rolled, kinds[0]), face))
        except ValueError as error:
            log.info("nothing was put into the virtual tray: %s", error)
            return msg("eye.sim_no_put")
        return None

    def lay(self, kind: str, face: str) -> Msg | None:
        """A hand lays one die alone into the tray, this face up; the reason if there is none such here."""
        try:
            self._tray.show(Die(kind, face))
        except ValueError as error:
            log.info("nothing was laid into the virtual tray: %s", error)
            return msg("eye.sim_no_put")
        return None

    def empty(self) -> None:
        """A hand takes all dice out."""
        self._tray.sweep()

    def lift(self, x: float, y: float) -> bool:
        """A hand takes the die at this pixel of the picture; False if none lies there."""
        return self._tray.lift(*self._fractions(x, y))

    def _fractions(self, x: float, y: float) -> tuple[float, float]:
        return x / self._width, y / (self._width * 0.75)


def _middle(box: Box) -> tuple[float, float]:
    left, top, right, bottom = box
    return (left + right) / 2, (top + bottom) / 2
