"""The eye's thread: takes frames from a source, hands each new Reading on, and keeps the newest picture.

A source that ends or breaks is a trouble with a name; it is opened again until it gives pictures, and
nothing is ever shown in its stead.
"""

from __future__ import annotations

import logging
import traceback
from collections import deque
from collections.abc import Callable
from threading import Event, Lock, Thread
from time import monotonic

import cv2
import numpy as np

from companion.dice import Box, DieKind, Quad, Reading
from vision.arrays import Floats, Image
from vision.background.tray import Tray
from vision.background.upkeep import TrayTrouble
from vision.check.doctor import log_row_levels
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sources.frames import BadClip, BadPicture, Frame, Source
from vision.sources.live import CameraTrouble
from vision.watch.emptiness import Occupied, occupied
from vision.watch.eye import Eye

log = logging.getLogger(__name__)
RETRY_SECONDS = 2.0  # until a source in trouble is opened again
HANG_SECONDS = 10.0  # without a round of the loop, after which the thread counts as hung
JOIN_SECONDS = 0.3  # in which a source that is well gives its next frame, and the thread ends
MOTION_SECONDS = 0.3  # between two frames by which movement is noticed
FRAME_SECONDS = 1.0  # that another frame is waited for
POLL_SECONDS = 0.02  # between two looks for it
CROP_MARGIN_EDGES = 0.35  # of a die's box, left around it in its picture
JPEG_QUALITY = 80  # percent
ROW_LEVEL_FRAMES = 24  # of which the levels of the rows are held, for the check of the picture

OpenSource = Callable[[], Source]
OnReading = Callable[[Reading], None]
OnFrame = Callable[[Frame], None]
OnTray = Callable[[TrayTrouble | None, Tray | None], None]  # what is wrong; the tray, if it was learned anew
OnTrouble = Callable[[str | None], None]  # `ended`, `reader`, `size` or as of CameraTrouble; None: well again


class Worker:
    """Runs an Eye over a Source. `start` and `stop` it; any thread may ask for pictures."""

    def __init__(
        self,
        open_source: OpenSource,
        eye: Eye,
        on_reading: OnReading,
        on_trouble: OnTrouble,
        hang_seconds: float = HANG_SECONDS,
        on_tray: OnTray = lambda trouble, tray: None,
    ) -> None:
        """`on_tray` hears when the tray is in trouble or well again, or was learned anew.

        `hang_seconds`: without a frame or a trouble after which the thread does not count as alive.
        """
        self._open = open_source
        self._eye = eye
        self._on_reading = on_reading
        self._on_trouble = on_trouble
        self._on_tray = on_tray
        self._tray_report: tuple[TrayTrouble | None, int] = (None, 0)
        self._hang_seconds = hang_seconds
        self._borrower: OnFrame | None = None  # who gets the frames instead of the eye
        self._source: Source | None = None
        self._trouble: str | None = None
        self._log_text = ""
        self._lock = Lock()  # the eye's: wishes come from other threads
        self._newest: Frame | None = None
        self._reading_frame: Frame | None = None  # the frame of the last settled reading
        self._reading: Reading | None = None
        self._jpeg: tuple[Frame, bytes] | None = None
        self._row_levels: deque[Floats] = deque(maxlen=ROW_LEVEL_FRAMES)
        self._to_look_again = Event()
        self._stopped = Event()
        self._round_at = self._newest_at = monotonic()  # the loop's last round; the newest picture
        # no daemon: Python would end it in the midst of OpenCV, which aborts the whole process
        self._thread = Thread(target=self._run, name="eye")

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self, patience: float = 1.5) -> bool:
        """Look no more; False if it has not ended by then: who ends the process must not wait for it."""
        self._stopped.set()
        self._thread.join(JOIN_SECONDS)
        source = self._source
        if source is not None:  # it waits for a frame: closed, it gives up
            Thread(target=source.close, name="eye-close", daemon=True).start()
        self._thread.join(max(0.0, patience - JOIN_SECONDS))
        return not self._thread.is_alive()

    def alive(self) -> bool:
        """Whether the thread does its rounds."""
        return self._thread.is_alive() and monotonic() - self._round_at < self._hang_seconds

    def expect(self, kinds: tuple[str, ...] | None) -> None:
        """Which kinds of dice lie in the tray; None: any."""
        with self._lock:
            self._eye.expect(kinds)

    def look_again(self) -> None:
        """Read anew what lies there, with the next frame; returns at once, even while a picture is read."""
        self._to_look_again.set()

    def lend(self, borrower: OnFrame | None) -> None:
        """Give all frames to somebody else, in this thread, and read nothing meanwhile; None: read again."""
        with self._lock:
            self._borrower = borrower
            self._eye.begin()
            self._reading = None

    @property
    def reader(self) -> Reader:
        """What the eye reads with."""
        with self._lock:
            return self._eye.reader

    def know(self, kinds: tuple[DieKind, ...], taught: tuple[TaughtSet, ...]) -> None:
        """These kinds of dice may lie in the tray from now on, these of them taught."""
        with self._lock:
            self._eye.know(kinds, taught)
            self._reading = None

    def calibrate(self, *, insist: bool = False) -> Tray | Occupied:
        """Take the newest picture for the empty tray, and give that tray; or what is in the way.

        `insist`: what looks like dice is the cloth's own print.
        """
        before = self._newest
        if before is None:
            return Occupied("silent")
        frame = self._later_frame(before)
        with self._lock:
            reader, reading = self._eye.reader, self._reading
        if reading is not None and self._trouble is None and reading.state in ("hand", "rolling"):
            return Occupied("hand" if reading.state == "hand" else "moving")
        obstacle = occupied(reader, before.image, frame.image)
        if obstacle is not None and not (insist and obstacle.obstacle == "dice"):
            return obstacle
        with self._lock:
            return self._eye.calibrate(frame.image)

    def _later_frame(self, before: Frame) -> Frame:
        """The newest frame once enough time has gone by to see whether anything moves; else the same."""
        start = monotonic()
        while monotonic() - start < (MOTION_SECONDS if self._newest is not before else FRAME_SECONDS):
            if self._stopped.wait(POLL_SECONDS):
                break
        return self._newest or before

    @property
    def newest_picture(self) -> tuple[Image, tuple[Quad, ...], tuple[Floats, ...]] | None:
        """The newest picture, the dice read in it, the levels of its rows since all lies still."""
        with self._lock:
            frame, reading, row_levels = self._newest, self._reading, tuple(self._row_levels)
        if frame is None:
            return None
        dice = reading.dice if reading is not None else ()
        return frame.image, tuple(die.quad for die in dice if die.status in ("ok", "unsure")), row_levels

    def age(self) -> float | None:
        """Seconds since the newest picture came; None before the first."""
        return None if self._newest is None else monotonic() - self._newest_at

    def frame_jpeg(self) -> tuple[bytes, int, float] | None:
        """The newest picture as JPEG, its number, its age in seconds."""
        frame, cached = self._newest, self._jpeg
        if frame is None:
            return None
        if cached is None or cached[0] is not frame:  # a source opened again counts from 0 again
            cached = self._jpeg = (frame, jpeg(frame.image))
        return cached[1], frame.number, monotonic() - self._newest_at

    def crop_jpeg(self, number: int, box: Box) -> bytes | None:
        """The surroundings of a die in the picture in which it was read, or None if that is gone."""
        frame = self._reading_frame
        if frame is None or frame.number != number:
            return None
        return jpeg(crop_around(frame.image, box))

    def _run(self) -> None:
        while not self._stopped.is_set():
            reason = self._watch()
            if self._stopped.wait(0.0 if reason is None else RETRY_SECONDS):
                return

    def _watch(self) -> str | None:
        """Open the source and look until it ends; the trouble, None when told to stop."""
        try:
            return self._look_through()
        except CameraTrouble as trouble:
            return self._note_trouble(trouble.reason, str(trouble))
        except (BadClip, BadPicture) as bad:
            return self._note_trouble("ended", str(bad))
        except Exception:  # noqa: BLE001 (this thread's outermost loop; logged once, however often it comes)
            return self._note_trouble("reader", f"the eye could not go on\n{traceback.format_exc()}")

    def _look_through(self) -> str | None:
        source = self._source = self._open()
        try:
            with self._lock:
                self._eye.begin()
            return self._look(source)
        finally:
            self._source = None
            source.close()

    def _look(self, source: Source) -> str | None:
        while not self._stopped.is_set():
            frame = source.read()
            self._round_at = monotonic()
            if frame is None:
                if self._stopped.is_set():
                    return None
                return self._note_trouble("ended", "there are no more pictures")
            self._newest, self._newest_at = frame, self._round_at
            if self._fits(frame):
                self._see(frame)
                self._note_trouble(None)
        return None

    def _fits(self, frame: Frame) -> bool:
        """Whether the frame can show the tray that was learned; else it is shown and not read."""
        size = self._eye.size
        if size is None or size == frame.size:
            return True
        self._note_trouble(
            "size",
            f"pictures are {frame.size[0]}×{frame.size[1]}, expected the empty tray's {size[0]}×{size[1]}; "
            "learn the tray anew on the set-up page, or set camera.width and camera.height back",
        )
        return False

    def _see(self, frame: Frame) -> None:
        borrower = self._borrower
        if borrower is not None:
            borrower(frame)
            return
        with self._lock:
            if self._to_look_again.is_set():
                self._to_look_again.clear()
                self._eye.look_again()
                self._reading = None
            reading = self._eye.see(frame)
            before, self._reading = self._reading, reading
            trouble, (version, tray) = self._eye.trouble, self._eye.tray
            self._row_levels.append(log_row_levels(frame.image))
            if reading.state in ("hand", "rolling"):
                self._row_levels.clear()
        self._report_tray(trouble, version, tray)
        if before is not None and (reading.state, reading.dice) == (before.state, before.dice):
            return
        if reading.dice:
            self._reading_frame = frame
        self._on_reading(reading)

    def _report_tray(self, trouble: TrayTrouble | None, version: int, tray: Tray | None) -> None:
        """Hand on what is new of the tray."""
        before, self._tray_report = self._tray_report, (trouble, version)
        if before != self._tray_report:
            self._on_tray(trouble, tray if version > before[1] else None)

    def _note_trouble(self, reason: str | None, text: str = "") -> str | None:
        """Note a trouble (None: well again) and tell of it; the log hears of each but once."""
        self._round_at = monotonic()
        if text != self._log_text:
            self._log_text = text
            log.error("%s", text) if text else log.info("the eye sees")
        if reason != self._trouble:
            self._trouble = reason
            self._on_trouble(reason)
        return reason


def jpeg(image: Image) -> bytes:
    """The picture as a JPEG."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def crop_around(image: Image, box: Box) -> Image:
    """The part of a picture around a box, as far as it goes."""
    x0, y0, x1, y1 = box
    margin = CROP_MARGIN_EDGES * max(x1 - x0, y1 - y0)
    height, width = image.shape[:2]
    left, right = (int(np.clip(v, 0, width)) for v in (x0 - margin, x1 + margin))
    top, bottom = (int(np.clip(v, 0, height)) for v in (y0 - margin, y1 + margin))
    return image[top : max(bottom, top + 1), left : max(right, left + 1)]
