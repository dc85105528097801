"""A clip in the place of a camera: its frames come when a camera's would, and any thread may close it."""

from __future__ import annotations

import time
from threading import Event, Lock

from vision.sources.frames import Clip, Frame


class PacedClip:
    """Gives a clip's frames at the clip's own rate, on the clock of live cameras."""

    def __init__(self, clip: Clip) -> None:
        self._clip = clip
        self._start: float | None = None
        self._closed = Event()
        self._lock = Lock()  # a film must not be let go of while a frame of it is being decoded

    def read(self) -> Frame | None:
        """The next frame, when it is due; None after the last, and once closed."""
        with self._lock:
            frame = None if self._closed.is_set() else self._clip.read()
        if frame is None:
            return None
        if self._start is None:
            self._start = time.monotonic() - frame.at
        due = self._start + frame.at
        if self._closed.wait(max(0.0, due - time.monotonic())):
            return None
        return Frame(frame.image, frame.number, due)

    def close(self) -> None:
        """No more frames; a `read` that waits for its moment returns None."""
        self._closed.set()
        with self._lock:
            self._clip.close()
