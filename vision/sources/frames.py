"""Frames and where they come from: a still picture, a folder of pictures, a clip.

Live cameras are in `vision.sources.camera`, the virtual tray is in `vision.sim`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.arrays import Image

Size = tuple[int, int]  # width, height

PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".bmp", ".webp")
MIN_SIDE_PX = 64  # of a picture: one less wide or high holds no readable die
CREDIBLE_FPS = 1.0, 240.0  # least and most that is believed of a video file
DEFAULT_FPS = 15.0  # where a video file says nothing credible


class BadPicture(Exception):  # noqa: N818 (named as IllegalCommand is: what happened)
    """A picture that cannot be used; the text names the file, what was expected, and the way out."""


class BadClip(Exception):  # noqa: N818
    """A clip that cannot be used; the text names the file, what was expected, and the way out."""


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture: BGR pixels (rows, columns, 3; uint8), its number in its source from 0, when it was taken.

    `at` is in seconds of the source's own clock: monotonic time for live ones, time in the clip for clips.
    """

    image: Image
    number: int
    at: float

    @property
    def size(self) -> Size:
        """Width and height in pixels."""
        return (int(self.image.shape[1]), int(self.image.shape[0]))


class Source(Protocol):
    """Where frames come from. `read` gives the next frame, or None when there will be no more."""

    def read(self) -> Frame | None: ...
    def close(self) -> None: ...


def still(path: str | Path, size: Size | None = None) -> Frame:
    """The picture in a file as a frame numbered 0; BadPicture if it is missing, broken or not of `size`."""
    return Frame(_decode(Path(path), size), 0, 0.0)


class Folder:
    """The pictures of a folder in order of name, `fps` a second by their own clock, all of one size."""

    def __init__(self, path: str | Path, fps: float = DEFAULT_FPS) -> None:
        self._paths = picture_files(path)
        self._fps = fps
        self._number = 0
        self._size: Size | None = None

    def read(self) -> Frame | None:
        """The next picture, or None after the last."""
        if self._number >= len(self._paths):
            return None
        image = _decode(self._paths[self._number], self._size)
        frame = Frame(image, self._number, self._number / self._fps)
        self._size = frame.size
        self._number += 1
        return frame

    def close(self) -> None:
        """No more pictures."""
        self._number = len(self._paths)


class Clip:
    """The frames of a video file, in order."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._capture = _open_capture(self._path)
        self._fps = _frame_rate(self._capture)
        self._number = 0

    @property
    def fps(self) -> float:
        """Frames a second, as the file says (15 where it says nothing credible)."""
        return self._fps

    def read(self) -> Frame | None:
        """The next frame, or None after the last; BadClip if not even the first can be decoded."""
        decoded, image = self._capture.read()
        if not decoded:
            if self._number == 0:
                raise BadClip(
                    f"{self._path} holds no frame that can be decoded; record it again, as MP4 (H.264)"
                )
            return None
        frame = Frame(np.asarray(image, dtype=np.uint8), self._number, self._number / self._fps)
        self._number += 1
        return frame

    def close(self) -> None:
        """Let go of the file."""
        self._capture.release()


def picture_files(path: str | Path) -> tuple[Path, ...]:
    """The picture files of a folder by name; BadPicture if there is no such folder, or none in it."""
    folder = Path(path)
    if not folder.is_dir():
        raise BadPicture(f"{folder} is not a folder; name a folder that holds pictures ({_suffix_list()})")
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES and p.is_file())
    if not files:
        raise BadPicture(f"{folder} holds no picture; put some there ({_suffix_list()})")
    return tuple(files)


def _decode(path: Path, size: Size | None) -> Image:
    image = cv2.imdecode(np.frombuffer(_file_bytes(path), np.uint8), cv2.IMREAD_COLOR)
    if image is None:
        raise BadPicture(
            f"{path} is not a picture, or a broken one; give a whole JPEG or PNG ({_suffix_list()})"
        )
    height, width = image.shape[:2]
    if min(width, height) < MIN_SIDE_PX:
        raise BadPicture(
            f"{path} is {width}×{height}; a picture needs {MIN_SIDE_PX}×{MIN_SIDE_PX} pixels or more"
        )
    if size is not None and (width, height) != size:
        raise BadPicture(
            f"{path} is {width}×{height}, expected {size[0]}×{size[1]}; take all pictures at one size"
        )
    return np.asarray(image, dtype=np.uint8)


def _file_bytes(path: Path) -> bytes:
    if path.is_dir():
        raise BadPicture(f"{path} is a folder, expected a picture file; name a file in it")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadPicture(f"{path} does not exist; name a picture file") from None
    except OSError as error:
        raise BadPicture(f"{path} cannot be read ({error.strerror}); check its permissions") from error
    if not data:
        raise BadPicture(f"{path} is empty, expected a picture; take or copy it again")
    return data


def _open_capture(path: Path) -> cv2.VideoCapture:
    if path.is_dir():
        raise BadClip(f"{path} is a folder, expected a clip; name a video file")
    if not path.exists():
        raise BadClip(f"{path} does not exist; name a video file")
    if path.stat().st_size == 0:
        raise BadClip(f"{path} is empty, expected a clip; record or copy it again")
    capture = cv2.VideoCapture(str(path))
    if not capture.isOpened():
        capture.release()
        raise BadClip(f"{path} is not a clip that can be decoded; give an MP4 (H.264), AVI or MKV file")
    return capture


def _frame_rate(capture: cv2.VideoCapture) -> float:
    fps, (least, most) = float(capture.get(cv2.CAP_PROP_FPS)), CREDIBLE_FPS
    return fps if least <= fps <= most else DEFAULT_FPS


def _suffix_list() -> str:
    return ", ".join(ending[1:] for ending in PICTURE_SUFFIXES)
