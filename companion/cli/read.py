"""`cubilete read`: a line of JSON for each picture of dice."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from companion.cli import commands, parameters
from companion.cli.exit_codes import DONE
from companion.cli.output import fail, put
from companion.dice import D6, DieKind, Seen
from vision.read.explanation import Explanation
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sources.frames import BadPicture, Frame, still
from vision.teach.picture_folder import BadTeaching, EmptyPicture, taught_set_from

EXAMPLES = """examples:
  cubilete read roll.jpg
  cubilete read --empty empty.jpg --dice 10 roll-*.jpg
  cubilete read --empty empty.jpg --teach my-dice/ roll.jpg      my-dice/ holds teach-<face>-<k>.jpg
  cubilete read --empty empty.jpg --explain why/ roll.jpg        why/roll.jpg/ shows how it was read

one line of JSON a picture: {"image", "dice": [{"value", "sure", "status": "ok|unsure|cocked|stacked|covered",
"guesses": [[value, p]…], "box": [x0,y0,x1,y1], "quad": [[x,y]×4], "colour"}], "ok": all dice ok, and as many
as --dice says, "cpu_seconds"}. exit code 1 if a picture could not be read (the others are read all the same)
"""
DICE = parameters.WholeNumber("a number of dice from 1 to 40", 1, 40)


@commands.command("read", EXAMPLES)
@parameters.empty
@parameters.teaching
@click.option("--dice", metavar="N", type=DICE, help="how many dice the rules expect")
@click.option(
    "--explain",
    metavar="DIR",
    type=Path,
    help="write into DIR/PICTURE/ what each stage saw, as pictures, and what it cost (stages.json)",
)
@click.argument("pictures", metavar="PICTURE...", nargs=-1, required=True, type=Path)
def command(
    pictures: Sequence[Path], empty: Path | None, teach: Path | None, dice: int | None, explain: Path | None
) -> int:
    """Read all pictures; one that cannot be read is said so and passed over, but then not all is done."""
    try:
        reader = StillReader(empty, teach, dice, explain)
    except (BadPicture, BadTeaching) as error:
        return fail(error)
    code = DONE
    for picture in pictures:
        try:
            put(reader.read(picture))
        except BadPicture as error:
            code = fail(error)
    return code


class StillReader:
    """Reads pictures of a tray: calibrated on `empty` if given, taught from the folder `teach` if given.

    `explain`: a folder in which each picture gets one that shows how it was read.
    """

    def __init__(
        self, empty: Path | None, teach: Path | None, expect: int | None = None, explain: Path | None = None
    ) -> None:
        self._expect = expect
        self._explain = explain
        self._empty = EmptyPicture(empty) if empty else None
        self._taught = taught_set_from(teach, self._empty) if teach else None

    def read(self, path: Path) -> dict[str, Any]:
        """What one picture shows. BadPicture says what is wrong with it."""
        frame = still(path)
        reader = self._reader(path, frame)
        start = time.process_time()
        explanation = reader.explain(frame.image, self._expect)
        spent = time.process_time() - start
        seen = explanation.dice
        if self._explain:
            save(explanation, self._explain / path.name)
        return {
            "image": str(path),
            "dice": [plain(die) for die in seen],
            "ok": all(die.status == "ok" for die in seen) and self._expect in (None, len(seen)),
            "cpu_seconds": round(spent, 4),
        }

    def _reader(self, path: Path, frame: Frame) -> Reader:
        """A reader for the tray in this picture; dice taught on this very tray have a known size."""
        tray = self._empty.tray_of(frame.size, path) if self._empty else None
        edge = self._taught.edge if self._taught and self._empty else None
        return Reader(known(self._taught), tray, (self._taught,) if self._taught else (), edge)


def save(explanation: Explanation, folder: Path) -> None:
    """Write the stages into a folder; BadPicture if that cannot be done."""
    try:
        explanation.save(folder)
    except OSError as error:
        raise BadPicture(
            f"{folder} cannot be written ({error.strerror}); name another folder for --explain"
        ) from error


def known(taught: TaughtSet | None) -> tuple[DieKind, ...]:
    """The kinds of dice to look for: those taught, else pips."""
    return (D6,) if taught is None else (DieKind(taught.kind, taught.faces),)


def plain(die: Seen) -> dict[str, Any]:
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
