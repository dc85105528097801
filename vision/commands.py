"""The eye on the command line: reads stills, follows clips, and tells what it saw as plain values.

Refuses to know how values are printed, and what makes a throw count: that it is told.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.dice import D6, DieKind, Reading, Seen
from vision.album import Album
from vision.eye import Eye
from vision.faces import TaughtSet
from vision.frames import BadPicture, Clip, Folder, Frame, Size, Source, pictures, still
from vision.reader import Reader
from vision.teaching import NoDie, album_of
from vision.tray import Tray

TEACHING = re.compile(r"teach-(?P<face>.+)-(?P<number>\d+)$")
EMPTY = "empty"
SHAPE = 0.02  # by so much the shapes of two pictures may differ: cameras round their sizes


class BadTeaching(Exception):  # noqa: N818 (named as BadPicture is)
    """A folder of teaching pictures from which nothing can be learned; the text says why and what to do."""


class Background:
    """The picture of the empty tray, as the tray of pictures of any size but of the same shape."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._image = still(path).image

    def tray(self, size: Size, of: Path) -> Tray:
        """The tray in pictures of `size`; BadPicture when they are of another shape."""
        height, width = self._image.shape[:2]
        if abs(width * size[1] / (height * size[0]) - 1) > SHAPE:
            raise BadPicture(
                f"{of} is {size[0]}×{size[1]} and the empty tray {self._path} is {width}×{height}; "
                "expected the same shape: take both with the same camera, or leave out --empty"
            )
        image = cv2.resize(self._image, size, interpolation=cv2.INTER_AREA)
        return Tray.from_empty(np.asarray(image, dtype=np.uint8))


class StillReader:
    """Reads pictures of a tray: calibrated on `empty` if given, taught from the folder `teach` if given."""

    def __init__(self, empty: Path | None, teach: Path | None, expect: int | None = None) -> None:
        self._expect = expect
        self._empty = Background(empty) if empty else None
        self._taught = taught_from(teach, self._empty) if teach else None

    def read(self, path: Path) -> dict[str, Any]:
        """What one picture shows. BadPicture says what is wrong with it."""
        frame = still(path)
        reader = self._reader(path, frame)
        start = time.process_time()
        seen = reader.read(frame.image, self._expect)
        spent = time.process_time() - start
        return {
            "image": str(path),
            "dice": [told(die) for die in seen],
            "ok": all(die.status == "ok" for die in seen) and self._expect in (None, len(seen)),
            "cpu_seconds": round(spent, 4),
        }

    def _reader(self, path: Path, frame: Frame) -> Reader:
        """A reader for the tray in this picture; dice taught on this very tray have a known size."""
        tray = self._empty.tray(frame.size, path) if self._empty else None
        edge = self._taught.edge if self._taught and self._empty else None
        return Reader(known(self._taught), tray, (self._taught,) if self._taught else (), edge)


def known(taught: TaughtSet | None) -> tuple[DieKind, ...]:
    """The kinds of dice to look for: those taught, else pips."""
    return (D6,) if taught is None else (DieKind(taught.kind, taught.names),)


def taught_from(folder: Path, empty: Background | None, kind: str = "taught") -> TaughtSet:
    """The faces shown in `teach-<face>-<k>.jpg`, one die in each picture, all of one size."""
    return album_from(folder, empty, kind).taught()


def album_from(folder: Path, empty: Background | None, kind: str = "taught") -> Album:
    """The cuts of the pictures in such a folder."""
    shown: dict[str, list[Path]] = {}
    files = pictures(folder)
    for path in files:
        if name := TEACHING.fullmatch(path.stem):
            shown.setdefault(name["face"], []).append(path)
    if len(shown) < 2:
        faces = ", ".join(shown) or "none"
        raise BadTeaching(
            f"{folder} shows faces: {faces}; expected pictures teach-<face>-<k>.jpg of 2 faces or more"
        )
    beside = next((path for path in files if path.stem == EMPTY), None)
    background = Background(beside) if beside else empty
    first = next(iter(shown.values()))[0]
    size = still(first).size
    tray = background.tray(size, first) if background else None
    try:
        return album_of(
            {face: [still(p, size).image for p in paths] for face, paths in shown.items()}, tray, kind
        )
    except (NoDie, ValueError) as wrong:
        raise BadTeaching(f"{folder}: {wrong}") from wrong


def watch(
    clip: Path, empty: Path | None, teach: Path | None, throws: Callable[[Reading], bool]
) -> Iterator[Mapping[str, Any]]:
    """Each change in a clip or a folder; `throws` says of each reading whether a new throw counts."""
    source: Source = Folder(clip) if clip.is_dir() else Clip(clip)
    try:
        frame = source.read()
        assert frame is not None
        background = Background(empty) if empty else None
        taught = taught_from(teach, background) if teach else None
        reader = Reader(known(taught), None, (taught,) if taught else ())
        tray = background.tray(frame.size, clip) if background else _empty_at_first(reader, frame)
        eye = Eye(replace(reader, tray=tray))
        said: Reading | None = None
        while frame is not None:
            reading = eye.see(frame)
            if said is None or (said.state, said.dice) != (reading.state, reading.dice):
                yield change(reading, throws(reading))
            said, frame = reading, source.read()
    finally:
        source.close()


def _empty_at_first(reader: Reader, frame: Frame) -> Tray | None:
    """The tray in a clip's first frame; None (not known) if a die surely lies in that."""
    dice = any(die.status == "ok" for die in reader.read(frame.image))
    return None if dice else Tray.from_empty(frame.image)


def change(reading: Reading, throw: bool) -> dict[str, Any]:
    """A reading as plain values."""
    line: dict[str, Any] = {"frame": reading.frame, "state": reading.state}
    if reading.state == "settled":
        line["dice"] = [told(die) for die in reading.dice]
    return line | {"throw": True} if throw else line


def told(die: Seen) -> dict[str, Any]:
    """A die as plain values."""
    return {
        "value": die.face,
        "sure": round(die.sure, 4),
        "status": die.status,
        "guesses": [[face, round(share, 4)] for face, share in die.guesses],
        "box": [round(v, 1) for v in die.box],
        "quad": [[round(x, 1), round(y, 1)] for x, y in die.quad],
        "colour": die.colour,
    }
