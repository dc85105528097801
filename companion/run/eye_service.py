"""Wiring of the eye: the eye as page and session want it, and the virtual tray as the page wants it.

Knows the rooms `vision` and `companion.table`; decides nothing about pictures or matches. Which source, which
tray and which dice there are is `companion.run.eye_setup`'s.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event, Thread
from time import monotonic

from companion.config import CameraConfig, Config
from companion.dice import D6, Box, Die, DieSpec, Quad, Reading
from companion.game import Ask, Msg, msg
from companion.run.eye_setup import TRAY, Outfit, keep_tray, kept_dice, readable
from companion.table.board import Snapshots
from companion.table.shown import LyingDie, Shown
from companion.table.wishes import Fault, Wish
from companion.table.wishes import Sight as Seeing
from vision.background.tray import Tray
from vision.background.upkeep import TrayTrouble
from vision.check.doctor import Finding, examined
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.sources.frames import Frame
from vision.watch.emptiness import Occupied
from vision.watch.worker import HUNG, Worker

log = logging.getLogger(__name__)
SIM_WIDTH = 640.0  # of the virtual tray's pictures
PRACTICE = (DieSpec(D6.id),) * 5  # what the virtual tray throws while no match is on the table
EXAMINED = 10.0  # seconds for which the doctor's findings are good
ANSWERED = 10.0  # seconds after a throw in which the table says what it makes of it, on the slowest box
FOLLOW = 0.3  # seconds between two looks at whether the companion stops


class VirtualTable:
    """The virtual tray as the page uses it: it throws what the game wants thrown.

    As a person would, it first takes away what lies there, but for a pool that dice are thrown to.
    A throw that the table has not answered yet is not thrown once more: the second would come to lie
    while one chooses from the first.
    """

    def __init__(
        self, tray: VirtualTray, board: Snapshots, width: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self._tray = tray
        self._board = board
        self._width = width
        self._clock = clock
        self._thrown: tuple[float, Shown | None] | None = None  # when last, and what was shown then

    def throw(self) -> Msg | None:
        """Throw the dice that are due; the reason when none are, or when they have just been thrown."""
        shown = self._board.latest()
        specs = due(shown)
        if specs is None:
            return msg("eye.sim_no_throw")
        if self._tray.busy or self._awaited(shown):
            return msg("eye.sim_thrown")
        self._thrown = (self._clock(), shown)
        self._tray.throw(specs, stay=[self._fractions(*_middle(die.box)) for die in in_play(shown)])
        return None

    def _awaited(self, shown: Shown | None) -> bool:
        """Whether the table has yet to say what it makes of the last throw, and may still do so."""
        at, before = self._thrown or (-ANSWERED, None)
        if before is None or shown is None or self._clock() - at >= ANSWERED:
            return False
        wrong = shown.complaint is not None or shown.query is not None
        answered = wrong and shown.tray in ("settled", "empty") and shown.number > before.number
        return not answered and (shown.match, shown.ply) == (before.match, before.ply)

    def put(self, face: str) -> Msg | None:
        """A hand lays a die of those in play back into the tray, this face up; the reason if it cannot."""
        shown = self._board.latest()
        kinds = (kinds_on_table(shown) if shown else None) or (D6.id,)
        try:
            self._tray.put(Die(kinds[0], face))
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


def _width(camera: CameraConfig) -> int:
    """Of the pictures that are wished, after rotation."""
    return camera.height if camera.rotation in (90, 270) else camera.width


def due(shown: Shown | None) -> tuple[DieSpec, ...] | None:
    """The dice to throw now; None while a match waits for something else."""
    if shown is None or shown.match is None:
        return PRACTICE
    need = shown.ask.need if isinstance(shown.ask, Ask) else None
    return need.throw if need else None


def in_play(shown: Shown | None) -> tuple[LyingDie, ...]:
    """Dice that lie in the tray and are to be chosen from with those that are thrown now.

    Kept dice may lie or leave, and are put aside: nothing is thrown onto them, and nothing is hidden by them.
    """
    need = shown.ask.need if shown and isinstance(shown.ask, Ask) else None
    if shown is None or need is None or not need.beside:
        return ()
    return tuple(die for die in shown.lying if die.stays)


@dataclass(frozen=True)
class PictureCheck:
    """One of the doctor's findings, as the page shows it."""

    ok: bool
    text: Msg

    @staticmethod
    def of(found: Finding) -> PictureCheck:
        """The words for a finding."""
        return PictureCheck(found.verdict == "ok", msg(f"eye.doctor_{found.what}_{found.verdict}"))


@dataclass(frozen=True)
class NotLearned:
    """Why the tray was not learned, in words; outlines of what looks like dice, in a picture so large."""

    text: Msg
    quads: tuple[Quad, ...] = ()
    size: tuple[int, int] = (0, 0)

    @staticmethod
    def of(it: Occupied) -> NotLearned:
        """The words for what was in the way."""
        if it.obstacle == "silent":
            return NotLearned(msg("eye.camera_silent"))
        count = {"n": len(it.quads)} if it.obstacle == "dice" else {}
        return NotLearned(msg(f"eye.calibrate_{it.obstacle}", **count), it.quads, it.size)


class Sight:
    """The eye, running: its pictures for the page, its readings for the session."""

    def __init__(self, config: Config, board: Snapshots, outfit: Outfit) -> None:
        self._kept = config.data / TRAY
        self._board = board
        self._troubles = outfit.troubles
        self._sets = outfit.sets
        self.virtual = VirtualTable(outfit.virtual, board, SIM_WIDTH) if outfit.virtual else None
        self.width = SIM_WIDTH if outfit.virtual else float(_width(config.camera))
        self._tell: Callable[[Wish], None] = lambda wish: None
        hung = HUNG + config.camera.silent
        self._worker = Worker(
            outfit.open_source, outfit.eye, self._saw, self._troubled, hung, self._tray_told
        )
        self._examined: tuple[float, tuple[PictureCheck, ...]] = (float("-inf"), ())
        self._over = Event()
        self._follower = Thread(target=self._follow, name="sight", daemon=True)

    def start(self, tell: Callable[[Wish], None]) -> None:
        """Begin to look; `tell` hears of readings and troubles."""
        self._tell = tell
        for part, text in self._troubles.items():
            tell(Fault(part, text))
        self._worker.start()
        self._follower.start()

    def stop(self) -> bool:
        """Look no more; False if what hangs had to be left to the process's end."""
        self._over.set()
        ended = self._worker.stop()
        self._follower.join(FOLLOW * 2)
        return ended and not self._follower.is_alive()

    def alive(self) -> bool:
        """Whether the eye does its rounds."""
        return self._worker.alive()

    def look_again(self) -> None:
        """Read anew what lies in the tray."""
        self._worker.look_again()

    def age(self) -> float | None:
        """Seconds since the newest picture came; None before the first."""
        return self._worker.age()

    def frame_jpeg(self) -> tuple[bytes, int, float] | None:
        """The newest picture, its number and its age in seconds."""
        return self._worker.frame_jpeg()

    def crop_jpeg(self, frame: int, box: Box) -> bytes | None:
        """The picture of one die."""
        return self._worker.crop_jpeg(frame, box)

    @property
    def reader(self) -> Reader:
        """What the eye reads with."""
        return self._worker.reader

    def lend(self, pupil: Callable[[Frame], None] | None) -> None:
        """Give the frames to a lesson, in the eye's thread; None: read again."""
        self._worker.lend(pupil)

    def learned(self) -> None:
        """Use the taught sets as they are kept now."""
        taught, troubles = kept_dice(self._sets)
        if self.virtual:  # it knows its own dice, unless they were taught otherwise
            had = (one for one in self._worker.reader.taught if one.kind not in {new.kind for new in taught})
            taught = (*taught, *had)
        self._worker.know(readable(self._sets, taught), taught)
        self._tell(Fault("dice", troubles.get("dice")))

    def calibrate(self, *, insist: bool = False) -> NotLearned | None:
        """Take what is seen now for the empty tray, for good; the reason if that cannot be.

        `insist`: what looks like dice there is none. Of a tray that is refused nothing is learned, and the
        one known before stays.
        """
        tray = self._worker.calibrate(insist=insist)
        if isinstance(tray, Occupied):
            return NotLearned.of(tray)
        if self.virtual is None:  # a picture of the virtual tray would be of no use to a camera
            try:
                keep_tray(tray, self._kept)
            except OSError as error:
                log.error("the empty tray could not be kept in %s: %s", self._kept, error)
                return NotLearned(msg("table.refused.disk"))
        self._tell(Fault("tray", None))
        return None

    def checks(self) -> tuple[PictureCheck, ...]:
        """What the doctor says of the newest picture; examined anew every few seconds at most."""
        seen, now = self._worker.seen, monotonic()
        if seen is None:
            return ()
        if now - self._examined[0] > EXAMINED:
            image, dice, rows = seen
            told = examined(image, dice, rows=rows)
            self._examined = (now, tuple(PictureCheck.of(one) for one in told if one.value is not None))
        return self._examined[1]

    def _saw(self, reading: Reading) -> None:
        self._tell(Seeing(reading))

    def _troubled(self, reason: str | None) -> None:
        self._tell(Fault("camera", None if reason is None else msg(f"eye.camera_{reason}")))

    def _tray_told(self, trouble: TrayTrouble | None, tray: Tray | None) -> None:
        """The eye saw that the tray is not as it was learned, or has learned it anew by itself."""
        if tray is not None and self.virtual is None:
            try:
                keep_tray(tray, self._kept)
            except OSError as error:  # it is learned again, by itself, at the next start
                log.error("the empty tray could not be kept in %s: %s", self._kept, error)
        self._tell(Fault("tray", None if trouble is None else msg(f"eye.tray_{trouble}")))

    def _follow(self) -> None:
        """Tell the eye which kinds of dice are played with."""
        number = -1
        while not self._over.is_set():
            shown = self._board.wait(number, FOLLOW)
            if shown is None:
                continue
            number = shown.number
            if (kinds := kinds_on_table(shown)) != ():
                self._worker.expect(kinds)


def kinds_on_table(shown: Shown) -> tuple[str, ...] | None:
    """The kinds of dice of the match; None: any, as there is no match; (): it does not say now."""
    if shown.match is None:
        return None
    needed = {spec.kind for spec in due(shown) or ()}
    return tuple(sorted(needed or {die.kind for die in shown.dice}))
