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
RETRY = 2.0  # seconds before a source in trouble is opened again
HUNG = 10.0  # seconds without a turn of the loop after which the thread is as good as dead
STOPPING = 0.3  # seconds in which a source that is well gives its next frame, and the thread ends
WATCHED, NO_MORE, POLL = 0.3, 1.0, 0.02  # seconds: to see movement; to wait for another frame; in between
ROOM = 0.35  # of a die's width left around it in its picture
QUALITY = 80  # of JPEGs

OpenSource = Callable[[], Source]
OnReading = Callable[[Reading], None]
Pupil = Callable[[Frame], None]
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
        hung: float = HUNG,
        on_tray: OnTray = lambda trouble, tray: None,
    ) -> None:
        """`on_tray` hears when the tray is in trouble or well again, or was learned anew.

        `hung`: seconds without a frame or a trouble after which the thread does not count as alive.
        """
        self._open = open_source
        self._eye = eye
        self._on_reading = on_reading
        self._on_trouble = on_trouble
        self._on_tray = on_tray
        self._tray_known: tuple[TrayTrouble | None, int] = (None, 0)
        self._hung = hung
        self._pupil: Pupil | None = None  # who gets the frames instead of the eye
        self._source: Source | None = None
        self._trouble: str | None = None
        self._logged = ""
        self._lock = Lock()  # the eye's: wishes come from other threads
        self._newest: Frame | None = None
        self._read: Frame | None = None  # the frame of the last settled reading
        self._said: Reading | None = None
        self._jpeg: tuple[Frame, bytes] | None = None
        self._rows: deque[Floats] = deque(maxlen=24)
        self._to_look_again = Event()
        self._stopped = Event()
        self._turned = self._came = monotonic()  # the loop's last round; the newest picture
        # no daemon: Python would end it in the midst of OpenCV, which aborts the whole process
        self._thread = Thread(target=self._run, name="eye")

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self, patience: float = 1.5) -> bool:
        """Look no more; False if it has not ended by then: who ends the process must not wait for it."""
        self._stopped.set()
        self._thread.join(STOPPING)
        source = self._source
        if source is not None:  # it waits for a frame: closed, it gives up
            Thread(target=source.close, name="eye-close", daemon=True).start()
        self._thread.join(max(0.0, patience - STOPPING))
        return not self._thread.is_alive()

    def alive(self) -> bool:
        """Whether the thread does its rounds."""
        return self._thread.is_alive() and monotonic() - self._turned < self._hung

    def expect(self, kinds: tuple[str, ...] | None) -> None:
        """Which kinds of dice lie in the tray; None: any."""
        with self._lock:
            self._eye.expect(kinds)

    def look_again(self) -> None:
        """Read anew what lies there, with the next frame; returns at once, even while a picture is read."""
        self._to_look_again.set()

    def lend(self, pupil: Pupil | None) -> None:
        """Give all frames to somebody else, in this thread, and read nothing meanwhile; None: read again."""
        with self._lock:
            self._pupil = pupil
            self._eye.begin()
            self._said = None

    @property
    def reader(self) -> Reader:
        """What the eye reads with."""
        with self._lock:
            return self._eye.reader

    def know(self, kinds: tuple[DieKind, ...], taught: tuple[TaughtSet, ...]) -> None:
        """These kinds of dice may lie in the tray from now on, these of them taught."""
        with self._lock:
            self._eye.know(kinds, taught)
            self._said = None

    def calibrate(self, *, insist: bool = False) -> Tray | Occupied:
        """Take the newest picture for the empty tray, and give that tray; or what is in the way.

        `insist`: what looks like dice is the cloth's own print.
        """
        before = self._newest
        if before is None:
            return Occupied("silent")
        frame = self._later_frame(before)
        with self._lock:
            reader, said = self._eye.reader, self._said
        if said is not None and self._trouble is None and said.state in ("hand", "rolling"):
            return Occupied("hand" if said.state == "hand" else "moving")
        found = occupied(reader, before.image, frame.image)
        if found is not None and not (insist and found.obstacle == "dice"):
            return found
        with self._lock:
            return self._eye.calibrate(frame.image)

    def _later_frame(self, before: Frame) -> Frame:
        """The newest frame once enough time has gone by to see whether anything moves; else the same."""
        start = monotonic()
        while monotonic() - start < (WATCHED if self._newest is not before else NO_MORE):
            if self._stopped.wait(POLL):
                break
        return self._newest or before

    @property
    def seen(self) -> tuple[Image, tuple[Quad, ...], tuple[Floats, ...]] | None:
        """The newest picture, the dice read in it, the levels of its rows since all lies still."""
        with self._lock:
            frame, said, rows = self._newest, self._said, tuple(self._rows)
        if frame is None:
            return None
        dice = said.dice if said is not None else ()
        return (
            frame.image,
            tuple(die.quad for die in dice if die.status in ("ok", "unsure")),
            rows,
        )

    def age(self) -> float | None:
        """Seconds since the newest picture came; None before the first."""
        return None if self._newest is None else monotonic() - self._came

    def frame_jpeg(self) -> tuple[bytes, int, float] | None:
        """The newest picture as JPEG, its number, its age in seconds."""
        frame, kept = self._newest, self._jpeg
        if frame is None:
            return None
        if kept is None or kept[0] is not frame:  # a source opened again counts from 0 again
            kept = self._jpeg = (frame, jpeg(frame.image))
        return kept[1], frame.number, monotonic() - self._came

    def crop_jpeg(self, number: int, box: Box) -> bytes | None:
        """The surroundings of a die in the picture in which it was read, or None if that is gone."""
        frame = self._read
        if frame is None or frame.number != number:
            return None
        return jpeg(around(frame.image, box))

    def _run(self) -> None:
        while not self._stopped.is_set():
            reason = self._watch()
            if self._stopped.wait(0.0 if reason is None else RETRY):
                return

    def _watch(self) -> str | None:
        """Open the source and look until it ends; the trouble, None when told to stop."""
        try:
            return self._look_through()
        except CameraTrouble as trouble:
            return self._in_trouble(trouble.reason, str(trouble))
        except (BadClip, BadPicture) as bad:
            return self._in_trouble("ended", str(bad))
        except Exception:  # noqa: BLE001 (this thread's outermost loop; logged once, however often it comes)
            return self._in_trouble("reader", f"the eye could not go on\n{traceback.format_exc()}")

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
            self._turned = monotonic()
            if frame is None:
                over = self._stopped.is_set()
                return None if over else self._in_trouble("ended", "there are no more pictures")
            self._newest, self._came = frame, self._turned
            if self._fits(frame):
                self._see(frame)
                self._in_trouble(None)
        return None

    def _fits(self, frame: Frame) -> bool:
        """Whether the frame can show the tray that was learned; else it is shown and not read."""
        size = self._eye.size
        if size is None or size == frame.size:
            return True
        self._in_trouble(
            "size",
            f"pictures are {frame.size[0]}×{frame.size[1]}, expected the empty tray's {size[0]}×{size[1]}; "
            "learn the tray anew on the set-up page, or set camera.width and camera.height back",
        )
        return False

    def _see(self, frame: Frame) -> None:
        pupil = self._pupil
        if pupil is not None:
            pupil(frame)
            return
        with self._lock:
            if self._to_look_again.is_set():
                self._to_look_again.clear()
                self._eye.look_again()
                self._said = None
            reading = self._eye.see(frame)
            said, self._said = self._said, reading
            trouble, (learned, tray) = self._eye.trouble, self._eye.tray
            self._rows.append(log_row_levels(frame.image))
            if reading.state in ("hand", "rolling"):
                self._rows.clear()
        self._tell_of_tray(trouble, learned, tray)
        if said is not None and (reading.state, reading.dice) == (said.state, said.dice):
            return
        if reading.dice:
            self._read = frame
        self._on_reading(reading)

    def _tell_of_tray(self, trouble: TrayTrouble | None, learned: int, tray: Tray | None) -> None:
        """Tell of the tray what was not told yet."""
        known, self._tray_known = self._tray_known, (trouble, learned)
        if known != self._tray_known:
            self._on_tray(trouble, tray if learned > known[1] else None)

    def _in_trouble(self, reason: str | None, text: str = "") -> str | None:
        """Note a trouble (None: well again) and tell of it; the log hears of each but once."""
        self._turned = monotonic()
        if text != self._logged:
            self._logged = text
            log.error("%s", text) if text else log.info("the eye sees")
        if reason != self._trouble:
            self._trouble = reason
            self._on_trouble(reason)
        return reason


def jpeg(image: Image) -> bytes:
    """The picture as a JPEG."""
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def around(image: Image, box: Box) -> Image:
    """The part of a picture around a box, as far as it goes."""
    x0, y0, x1, y1 = box
    room = ROOM * max(x1 - x0, y1 - y0)
    height, width = image.shape[:2]
    left, right = (int(np.clip(v, 0, width)) for v in (x0 - room, x1 + room))
    top, bottom = (int(np.clip(v, 0, height)) for v in (y0 - room, y1 + room))
    return image[top : max(bottom, top + 1), left : max(right, left + 1)]
