"""`from vision import Reader`: a reader that is opened with files or arrays, and reads files or arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.dice import D6, DieKind, Seen
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read import reader
from vision.read.explanation import Explanation
from vision.read.stages import OnStage, ignore_stage
from vision.recognise.taught_set import TaughtSet
from vision.sources.frames import MIN_SIDE_PX, BadPicture, Size, still
from vision.teach.album import Album
from vision.teach.picture_folder import album_from

Picture = str | Path | Image  # a file, or BGR pixels: rows, columns, 3; uint8


@dataclass(frozen=True)
class Reader(reader.Reader):
    """Reads pictures of one tray, or of any table where none is known."""

    @classmethod
    def open(
        cls,
        empty: Picture | None = None,
        taught: Sequence[str | Path | TaughtSet] = (),
        *,
        pips: bool = True,
        sure: float = reader.MIN_OK_PROBABILITY,
    ) -> Reader:
        """A reader for the tray in the picture `empty`, for dice with pips and those that were taught.

        A taught set is a file that was exported, a folder of pictures `teach-<face>-<k>.jpg` (its name is
        the kind's then), or the set itself. `sure` is the chance of being right from which a die is `ok`.
        BadPicture, BadAlbum or BadTeaching say what is wrong with a file.
        """
        tray = None if empty is None else Tray.from_empty(pixels(empty))
        sets = tuple(one if isinstance(one, TaughtSet) else taught_set(Path(one), tray) for one in taught)
        kinds = (*([D6] if pips else ()), *(DieKind(one.kind, one.faces) for one in sets))
        if not kinds:
            raise ValueError("pips is False and nothing is taught; expected some kind of dice to be read")
        return cls(kinds, tray, sets, sure=sure)

    def read(
        self,
        image: Picture,
        expect: int | None = None,
        kinds: tuple[str, ...] | None = None,
        note: OnStage = ignore_stage,
    ) -> tuple[Seen, ...]:
        """The dice in a picture, from top to bottom; `expect` of them, of these `kinds`, where known."""
        return super().read(self._pixels(image), expect, kinds, note)

    def explain(
        self, image: Picture, expect: int | None = None, kinds: tuple[str, ...] | None = None
    ) -> Explanation:
        """The same with all that was seen on the way: `dice`, `stages`, `save(folder)`."""
        return super().explain(self._pixels(image), expect, kinds)

    def _pixels(self, picture: Picture) -> Image:
        image = pixels(picture)
        size = (image.shape[1], image.shape[0])
        if self.tray is not None:
            SameSize(self.tray).tray_of(size, named(picture))
        return image


@dataclass(frozen=True)
class SameSize:
    """A tray of which only pictures of its own size are taken."""

    tray: Tray

    def tray_of(self, size: Size, name: str | Path) -> Tray:
        """The tray in a picture of this size and name."""
        if size != self.tray.size:
            raise BadPicture(
                f"{name} is {size[0]}×{size[1]} and the empty tray {self.tray.size[0]}×{self.tray.size[1]}; "
                "expected the same size: take both with the same camera and settings"
            )
        return self.tray


def pixels(picture: Picture) -> Image:
    """The pixels of a picture; BadPicture if it is none."""
    if isinstance(picture, str | Path):
        return still(picture).image
    given = np.asarray(picture)
    if given.dtype != np.uint8 or given.ndim != 3 or given.shape[2] != 3:
        what = f"{given.dtype} of shape {given.shape}"
        raise BadPicture(f"a picture must be a file or BGR pixels (rows, columns, 3; uint8), got {what}")
    if min(given.shape[:2]) < MIN_SIDE_PX:
        raise BadPicture(
            f"{named(picture)} must be {MIN_SIDE_PX}×{MIN_SIDE_PX} pixels or more, got {given.shape}"
        )
    return picture


def named(picture: Picture) -> str:
    """What to call a picture in an error."""
    return str(picture) if isinstance(picture, str | Path) else "the picture"


def taught_set(path: Path, tray: Tray | None) -> TaughtSet:
    """The set in a file that was exported, or shown by the pictures in a folder."""
    if path.is_dir():
        return album_from(path, SameSize(tray) if tray else None, path.name).taught_set()
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BadPicture(
            f"{path} cannot be read ({error.strerror}); name a taught set's file or folder"
        ) from error
    return Album.from_json(data, str(path)).taught_set()
