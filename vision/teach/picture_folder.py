"""Pictures in a folder by their names: the empty tray, and faces to be taught."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.background.tray import Tray
from vision.recognise.taught_set import TaughtSet
from vision.sources.frames import BadPicture, Size, picture_files, still
from vision.teach.album import Album
from vision.teach.whole_pictures import NoDie, album_of

TEACHING_NAME = re.compile(r"teach-(?P<face>.+)-(?P<number>\d+)$")
EMPTY_NAME = "empty"  # the name of the picture of the empty tray, without its ending
MAX_SHAPE_DIFFERENCE = 0.02  # relative: cameras round their sizes


class BadTeaching(Exception):  # noqa: N818 (named as BadPicture is)
    """A folder of teaching pictures from which nothing can be learned; the text says why and what to do."""


class TrayOfSize(Protocol):
    """An empty tray, as pictures of some size show it."""

    def tray_of(self, size: Size, name: str | Path) -> Tray:
        """The tray in a picture of this size and name; BadPicture if it cannot be the same tray."""
        ...


class EmptyPicture:
    """The picture of the empty tray, as the tray of pictures of any size but of the same shape."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._image = still(path).image

    def tray_of(self, size: Size, name: str | Path) -> Tray:
        """The tray in a picture of this size; BadPicture when it is of another shape."""
        height, width = self._image.shape[:2]
        if abs(width * size[1] / (height * size[0]) - 1) > MAX_SHAPE_DIFFERENCE:
            raise BadPicture(
                f"{name} is {size[0]}×{size[1]} and the empty tray {self._path} is {width}×{height}; "
                "expected the same shape: take both with the same camera, or leave out --empty"
            )
        image = cv2.resize(self._image, size, interpolation=cv2.INTER_AREA)
        return Tray.from_empty(np.asarray(image, dtype=np.uint8))


def taught_set_from(folder: Path, empty: TrayOfSize | None, kind: str = "taught") -> TaughtSet:
    """The faces shown in `teach-<face>-<k>.jpg`, one die in each picture, all of one size."""
    return album_from(folder, empty, kind).taught_set()


def album_from(folder: Path, empty: TrayOfSize | None, kind: str = "taught") -> Album:
    """The cuts of the pictures in such a folder."""
    shown: dict[str, list[Path]] = {}
    files = picture_files(folder)
    for path in files:
        if name := TEACHING_NAME.fullmatch(path.stem):
            shown.setdefault(name["face"], []).append(path)
    if len(shown) < 2:
        faces = ", ".join(shown) or "none"
        raise BadTeaching(
            f"{folder} shows faces: {faces}; expected pictures teach-<face>-<k>.jpg of 2 faces or more"
        )
    beside = next((path for path in files if path.stem == EMPTY_NAME), None)
    background = EmptyPicture(beside) if beside else empty
    first = next(iter(shown.values()))[0]
    size = still(first).size
    tray = background.tray_of(size, first) if background else None
    try:
        return album_of(
            {face: [still(p, size).image for p in paths] for face, paths in shown.items()}, tray, kind
        )
    except (NoDie, ValueError) as wrong:
        raise BadTeaching(f"{folder}: {wrong}") from wrong
