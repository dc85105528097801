"""`cubilete watch`: a line of JSON for each change in a clip."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from companion.cli import commands, parameters
from companion.cli.exit_codes import DONE
from companion.cli.output import fail, put
from companion.cli.read import known, plain
from companion.dice import Reading
from companion.table.tray import latch
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sources.frames import BadClip, BadPicture, Clip, Folder, Frame, Source
from vision.teach.picture_folder import BadTeaching, EmptyPicture, taught_set_from
from vision.watch.eye import Eye

EXAMPLES = """examples:
  cubilete watch throw.mp4
  cubilete watch --empty empty.jpg --teach my-dice/ throw.mp4
  cubilete watch frames/                          pictures of a folder by name, as 15 frames a second

one line of JSON a change: {"frame", "state": "empty|hand|rolling|settled", "dice" when settled,
"throw": true where a new throw counts}
"""


@commands.command("watch", EXAMPLES)
@parameters.empty
@parameters.teaching
@click.argument("clip", metavar="CLIP", type=Path)
def command(clip: Path, empty: Path | None, teach: Path | None) -> int:
    """Follow the clip to its end."""
    try:
        for change in changes(clip, empty, teach, Throws()):
            put(change)
    except (BadClip, BadPicture, BadTeaching) as error:
        return fail(error)
    return DONE


def changes(
    clip: Path, empty: Path | None, teach: Path | None, throws: Callable[[Reading], bool]
) -> Iterator[Mapping[str, Any]]:
    """Each change in a clip or a folder; `throws` says of each reading whether a new throw counts."""
    source: Source = Folder(clip) if clip.is_dir() else Clip(clip)
    try:
        frame = source.read()
        assert frame is not None
        background = EmptyPicture(empty) if empty else None
        taught = taught_set_from(teach, background) if teach else None
        reader = Reader(known(taught), None, (taught,) if taught else ())
        tray = background.tray_of(frame.size, clip) if background else _empty_at_first(reader, frame)
        eye = Eye(replace(reader, tray=tray))
        said: Reading | None = None
        while frame is not None:
            reading = eye.see(frame)
            if said is None or (said.state, said.dice) != (reading.state, reading.dice):
                yield plain_change(reading, throws(reading))
            said, frame = reading, source.read()
    finally:
        source.close()


def _empty_at_first(reader: Reader, frame: Frame) -> Tray | None:
    """The tray in a clip's first frame; None (not known) if a die surely lies in that."""
    dice = any(die.status == "ok" for die in reader.read(frame.image))
    return None if dice else Tray.from_empty(frame.image)


def plain_change(reading: Reading, throw: bool) -> dict[str, Any]:
    """A reading as plain values."""
    line: dict[str, Any] = {"frame": reading.frame, "state": reading.state}
    if reading.state == "settled":
        line["dice"] = [plain(die) for die in reading.dice]
    return line | {"throw": True} if throw else line


class Throws:
    """Tells of each reading whether a new throw counts, as the table would with no match on it.

    Dice that lay there before anything happened were not thrown before our eyes.
    """

    def __init__(self) -> None:
        self._tray = latch.Tray()
        self._happened = False

    def __call__(self, reading: Reading) -> bool:
        self._tray = latch.see(self._tray, reading)
        new = tuple(die.id for die in self._tray.thrown) if reading.state == "settled" else ()
        if new:
            self._tray = latch.accept(self._tray, new, 0)
        counts = bool(new) and self._happened
        self._happened = self._happened or reading.state != "settled"
        return counts
