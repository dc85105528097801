"""The eye, running: its pictures for the page, its readings and troubles for the session."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

from companion.config import CameraConfig, Config
from companion.dice import Box, Reading
from companion.game import msg
from companion.run.dice_due import kinds_on_table
from companion.run.eye_setup import TRAY, EyeSetup, load_taught_sets, readable_kinds, save_tray
from companion.run.findings import NotLearned, PictureCheck
from companion.run.virtual_table import VirtualTable
from companion.table.shown_feed import ShownFeed
from companion.table.wishes import Fault, Sight, Wish
from vision.background.tray import Tray
from vision.background.upkeep import TrayTrouble
from vision.check.doctor import examine
from vision.read.reader import Reader
from vision.sources.frames import Frame
from vision.watch.emptiness import Occupied
from vision.watch.worker import HANG_SECONDS, Worker

log = logging.getLogger(__name__)
SIM_WIDTH = 640.0  # of the virtual tray's pictures, in pixels
FINDINGS_SECONDS = 10.0  # for which the doctor's findings are good
FOLLOW_SECONDS = 0.3  # between two looks at whether the companion stops


def _width(camera: CameraConfig) -> int:
    """Of the pictures that are wished, after rotation."""
    return camera.height if camera.rotation in (90, 270) else camera.width


class EyeService:
    """The eye in its thread, from `start` to `stop`."""

    def __init__(self, config: Config, board: ShownFeed, setup: EyeSetup) -> None:
        self._kept = config.data / TRAY
        self._board = board
        self._troubles = setup.troubles
        self._sets = setup.sets
        self.virtual = VirtualTable(setup.virtual, board, SIM_WIDTH) if setup.virtual else None
        self.width = SIM_WIDTH if setup.virtual else float(_width(config.camera))
        self._tell: Callable[[Wish], None] = lambda wish: None
        hang_seconds = HANG_SECONDS + config.camera.silent
        self._worker = Worker(
            setup.open_source,
            setup.eye,
            self._tell_reading,
            self._tell_camera_trouble,
            hang_seconds,
            self._tell_tray_trouble,
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
        self._follower.join(FOLLOW_SECONDS * 2)
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

    def lend(self, see: Callable[[Frame], None] | None) -> None:
        """Give the frames to a lesson, in the eye's thread; None: read again."""
        self._worker.lend(see)

    def learned(self) -> None:
        """Use the taught sets as they are kept now."""
        taught, troubles = load_taught_sets(self._sets)
        if self.virtual:  # it knows its own dice, unless they were taught otherwise
            had = (one for one in self._worker.reader.taught if one.kind not in {new.kind for new in taught})
            taught = (*taught, *had)
        self._worker.know(readable_kinds(self._sets, taught), taught)
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
                save_tray(tray, self._kept)
            except OSError as error:
                log.error("the empty tray could not be kept in %s: %s", self._kept, error)
                return NotLearned(msg("table.refused.disk"))
        self._tell(Fault("tray", None))
        return None

    def checks(self) -> tuple[PictureCheck, ...]:
        """What the doctor says of the newest picture; examined anew every few seconds at most."""
        seen, now = self._worker.newest_picture, monotonic()
        if seen is None:
            return ()
        if now - self._examined[0] > FINDINGS_SECONDS:
            image, dice, rows = seen
            told = examine(image, dice, rows=rows)
            self._examined = (now, tuple(PictureCheck.of(one) for one in told if one.value is not None))
        return self._examined[1]

    def _tell_reading(self, reading: Reading) -> None:
        self._tell(Sight(reading))

    def _tell_camera_trouble(self, reason: str | None) -> None:
        self._tell(Fault("camera", None if reason is None else msg(f"eye.camera_{reason}")))

    def _tell_tray_trouble(self, trouble: TrayTrouble | None, tray: Tray | None) -> None:
        """The eye saw that the tray is not as it was learned, or has learned it anew by itself."""
        if tray is not None and self.virtual is None:
            try:
                save_tray(tray, self._kept)
            except OSError as error:  # it is learned again, by itself, at the next start
                log.error("the empty tray could not be kept in %s: %s", self._kept, error)
        self._tell(Fault("tray", None if trouble is None else msg(f"eye.tray_{trouble}")))

    def _follow(self) -> None:
        """Tell the eye which kinds of dice are played with."""
        number = -1
        while not self._over.is_set():
            shown = self._board.wait(number, FOLLOW_SECONDS)
            if shown is None:
                continue
            number = shown.number
            if (kinds := kinds_on_table(shown)) != ():
                self._worker.expect(kinds)
