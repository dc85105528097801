"""A USB webcam by V4L2 as a Source of frames.

No other webcam is taken than the one that was named.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Condition, Thread
from typing import Any, Protocol

import cv2
import numpy as np

from vision.sources.frames import Frame
from vision.sources.live import MAX_CLOSE_SECONDS, CameraTrouble, CameraWish, rotate, silence

MAX_MISSES = 10  # pictures in a row that a webcam may fail to give: then it counts as lost


class Capture(Protocol):
    """What is used of cv2.VideoCapture."""

    def read(self) -> tuple[bool, Any]: ...
    def grab(self) -> bool: ...
    def set(self, propId: int, value: float) -> bool: ...  # noqa: N803 (cv2's name)
    def isOpened(self) -> bool: ...  # noqa: N802
    def release(self) -> None: ...


class V4l2Source:
    """A USB webcam, /dev/videoN. A thread takes its pictures: a webcam that hangs blocks who reads it."""

    def __init__(
        self,
        index: int,
        wish: CameraWish,
        opener: Callable[[int], Capture] | None = None,
        dev: Path = Path("/dev"),
    ) -> None:
        self._wish = wish
        self._path = dev / f"video{index}"
        self._capture = _open_webcam(index, self._path, opener or _by_v4l2)
        _configure(self._capture, wish)
        self._news = Condition()
        self._frame: Frame | None = None
        self._last_number = -1
        self._trouble: CameraTrouble | None = None
        self._closed = False
        self._pump = Thread(target=self._pump_frames, name=f"camera-{self._path.name}", daemon=True)
        self._pump.start()

    def read(self) -> Frame | None:
        """The newest frame not yet returned; CameraTrouble if none comes in time; None once closed."""
        with self._news:
            self._news.wait_for(self._is_news, timeout=self._wish.silent)
            if self._closed:
                return None
            if self._trouble is not None:
                raise CameraTrouble(self._trouble.reason, str(self._trouble))
            if self._frame is None or self._frame.number <= self._last_number:
                raise silence(self._wish)
            self._last_number = self._frame.number
            return self._frame

    def _is_news(self) -> bool:
        fresh = self._frame is not None and self._frame.number > self._last_number
        return fresh or self._closed or self._trouble is not None

    def _pump_frames(self) -> None:
        """Grab all the camera gives, decode only as many as are wished."""
        number = misses = 0
        due = 0.0
        while not self._closed and misses < MAX_MISSES:
            if time.monotonic() < due:
                misses = 0 if self._capture.grab() else misses + 1
                continue
            decoded, image = self._capture.read()
            misses = 0 if decoded else misses + 1
            if decoded:
                due = time.monotonic() + 0.9 / self._wish.fps
                pixels = rotate(np.asarray(image, dtype=np.uint8), self._wish.rotation)
                self._publish(Frame(pixels, number, time.monotonic()))
                number += 1
        if not self._closed:
            self._publish(_loss(self._path, number))
        self._capture.release()

    def _publish(self, news: Frame | CameraTrouble) -> None:
        with self._news:
            if isinstance(news, CameraTrouble):
                self._trouble = news
            else:
                self._frame = news
            self._news.notify_all()

    def close(self) -> None:
        """Let go of the webcam; its pump releases it, as soon as it stops hanging."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._pump.join(MAX_CLOSE_SECONDS)


def _by_v4l2(index: int) -> Capture:
    return cv2.VideoCapture(index, cv2.CAP_V4L2)


def _open_webcam(index: int, path: Path, opener: Callable[[int], Capture]) -> Capture:
    """The opened webcam, or CameraTrouble."""
    if not path.exists():
        there = ", ".join(sorted(p.name for p in path.parent.glob("video*"))) or "none"
        raise CameraTrouble("missing", f"{path} is not there (there are: {there}); plug the webcam in")
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraTrouble("forbidden", f"{path} may not be opened; add this user to the group video")
    capture = opener(index)
    if capture.isOpened():
        return capture
    capture.release()
    raise _occupation(path) or CameraTrouble("failed", f"{path} gives no pictures; try another v4l2:N")


def _configure(capture: Capture, wish: CameraWish) -> None:
    """A webcam takes the nearest it can; the frames tell what it took."""
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))  # raw pictures of this size choke USB 2
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wish.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wish.height)
    capture.set(cv2.CAP_PROP_FPS, wish.fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    if wish.exposure is not None:
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # V4L2: 1 is by hand
        capture.set(cv2.CAP_PROP_EXPOSURE, wish.exposure / 100)  # V4L2 counts in 100 µs


def _loss(path: Path, frames: int) -> CameraTrouble:
    """Why a webcam gives no more pictures."""
    if not path.exists():
        return CameraTrouble("lost", f"{path} was unplugged after {frames} pictures; plug it in again")
    if frames:
        return CameraTrouble("lost", f"{path} stopped after {frames} pictures; unplug it and plug it in")
    return _occupation(path) or CameraTrouble("failed", f"{path} gives no picture; try another v4l2:N")


def _occupation(path: Path) -> CameraTrouble | None:
    users = users_of(path)
    if not users:
        return None
    return CameraTrouble("busy", f"{path} is in use by {', '.join(users)}; end that program")


def users_of(path: Path, proc: Path = Path("/proc")) -> tuple[str, ...]:
    """Other programs that have `path` open, as far as this user may see."""
    programs = []
    for folder in proc.glob("[0-9]*"):
        if folder.name == str(os.getpid()):
            continue
        with suppress(OSError):  # the process ended, or is somebody else's
            if any(os.readlink(fd) == str(path) for fd in (folder / "fd").iterdir()):
                programs.append(f"{(folder / 'comm').read_text().strip()} (process {folder.name})")
    return tuple(sorted(programs))
