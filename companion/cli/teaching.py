"""What `cubilete teach` and `cubilete taught` share: the sets of a data folder, and their troubles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import ParamSpec

from companion.cli.output import fail
from companion.games import discover
from companion.run.eye_setup import TAUGHT
from companion.run.lock import FolderLock
from companion.store import StoreTrouble
from companion.store.taught import TaughtFolder
from companion.teaching.taught_sets import FacesAlike, NameTaken, TaughtSets
from vision.sources.frames import BadClip, BadPicture
from vision.sources.live import CameraTrouble
from vision.teach.album import BadAlbum
from vision.teach.lesson import NoFace
from vision.teach.picture_folder import BadTeaching

P = ParamSpec("P")
FAILURES = (
    StoreTrouble,
    BadAlbum,
    NoFace,
    BadTeaching,
    BadPicture,
    BadClip,
    CameraTrouble,
    FacesAlike,
    NameTaken,
)


def failures_said(command: Callable[P, int]) -> Callable[P, int]:
    """The command, with all that can go wrong said in a line."""

    @wraps(command)
    def saying(*args: P.args, **kwargs: P.kwargs) -> int:
        try:
            return command(*args, **kwargs)
        except FAILURES as error:
            return fail(error)

    return saying


def sets_of(data: Path) -> TaughtSets:
    """The sets of a data folder."""
    return TaughtSets(TaughtFolder(data / TAUGHT), discover().games.values())


@contextmanager
def held_sets(data: Path) -> Iterator[TaughtSets]:
    """The sets of a data folder that is held alone: a companion that runs has a page to change them."""
    lock = FolderLock(data)
    try:
        yield sets_of(data)
    finally:
        lock.close()
