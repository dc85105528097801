"""What the command line does without a running companion: read, watch, replay, games, check-config.

Each prints to standard output what was asked for, to standard error what went wrong, and gives the exit code.
Refuses to know threads, pages and pins.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.config import ConfigError, describe, load
from companion.dice import Reading
from companion.game import msg
from companion.games import discover
from companion.store import SqliteStore, StoreTrouble
from companion.table import tray
from companion.table.match import LogError, fold_bodies
from companion.words import Words
from vision import commands
from vision.frames import BadClip, BadPicture

DATABASE = b"SQLite format 3\0"


class LogFileError(Exception):
    """A file that is no log of a match; the text names it, what was expected, and the way out."""


def fail(problem: object) -> int:
    """Say what went wrong; the exit code for it."""
    print(f"cubilete: {problem}", file=sys.stderr)  # noqa: T201 (the command line is where printing belongs)
    return 1


def put(value: Mapping[str, Any]) -> None:
    """One line of JSON, at once: whoever reads along waits for it."""
    print(json.dumps(value, ensure_ascii=False), flush=True)  # noqa: T201


def read(pictures: Sequence[Path], empty: Path | None, teach: Path | None, dice: int | None) -> int:
    """A line for each picture. What cannot be read is said, the others are read all the same; 1 if any failed."""
    try:
        reader = commands.StillReader(empty, teach, dice)
    except (BadPicture, commands.BadTeaching) as error:
        return fail(error)
    failed = 0
    for picture in pictures:
        try:
            put(reader.read(picture))
        except BadPicture as error:
            failed = fail(error)
    return failed


def watch(clip: Path, empty: Path | None, teach: Path | None) -> int:
    """A line for each change in a clip."""
    try:
        for change in commands.watch(clip, empty, teach, Throws()):
            put(change)
    except (BadClip, BadPicture, commands.BadTeaching) as error:
        return fail(error)
    return 0


class Throws:
    """Tells of each reading whether a new throw counts, as the table would with no match on it.

    Dice that lay there before anything happened were not thrown before our eyes.
    """

    def __init__(self) -> None:
        self._tray = tray.Tray()
        self._happened = False

    def __call__(self, reading: Reading) -> bool:
        self._tray = tray.see(self._tray, reading)
        new = tuple(die.id for die in self._tray.thrown) if reading.state == "settled" else ()
        if new:
            self._tray = tray.accept(self._tray, new, 0)
        counts = bool(new) and self._happened
        self._happened = self._happened or reading.state != "settled"
        return counts


def replay(log: Path, match: int | None) -> int:
    """Print the last view of the match that a log tells."""
    try:
        bodies = _bodies(log, match)
        folded = fold_bodies(bodies, discover())
    except (LogFileError, StoreTrouble) as error:
        return fail(error)
    except LogError as error:
        return fail(f"{log}: {error}; a log is only read whole and unchanged: save it again from the page")
    put(folded.game.view(folded.state, None))
    return 0


def _bodies(log: Path, match: int | None) -> Sequence[Mapping[str, Any]]:
    try:
        with log.open("rb") as opened:
            is_database = opened.read(len(DATABASE)) == DATABASE
    except OSError as error:
        raise LogFileError(f"{log} cannot be read ({error.strerror}); name the log of a match") from error
    return _from_database(log, match) if is_database else _from_lines(log)


def _from_database(path: Path, match: int | None) -> Sequence[Mapping[str, Any]]:
    store = SqliteStore(path, datetime.now)
    try:
        known = [head.id for head in store.heads()]
        number = known[0] if match is None and known else match
        kept = None if number is None else store.load(number)
    finally:
        store.close()
    if kept is None:
        listed = ", ".join(map(str, sorted(known))) or "none"
        raise LogFileError(f"{path} has no match {match}, expected one of: {listed}; choose with --match")
    return [record.body for record in kept.log]


def _from_lines(path: Path) -> Sequence[Mapping[str, Any]]:
    """Entries of a saved log: a JSON object a line, the entry itself or under `body`."""
    bodies = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
        except ValueError as error:
            raise LogFileError(
                f"{path}, line {number}: expected a JSON object, got {line[:40]!r} ({error}); save the log again"
            ) from error
        if not isinstance(entry, dict):
            raise LogFileError(f"{path}, line {number}: expected a JSON object, got {line[:40]!r}")
        bodies.append(entry["body"] if isinstance(entry.get("body"), dict) else entry)
    if not bodies:
        raise LogFileError(f"{path} is empty, expected the log of a match; save it from the page of the match")
    return bodies


def list_games(language: str) -> int:
    """A line for each game: id, name, what it is."""
    games = discover()
    words = Words(game.words for game in games.values())
    for game in games.values():
        seats = f"{game.seats.usual}+" if game.seats.most is None else f"{game.seats.usual}–{game.seats.most}"
        name, about = (words.say(msg(f"{game.id}.{key}"), language) for key in ("name", "about"))
        print(f"{game.id:16} {name:16} {seats:6} {about}")  # noqa: T201
    return 0


def check_config(path: Path | None) -> int:
    """Say whether a settings file is right; without one, print all settings with their defaults."""
    if path is None:
        print(describe())  # noqa: T201
        return 0
    try:
        config = load(path)
    except ConfigError as error:
        for problem in error.problems:
            fail(problem)
        return 2
    print(describe(config))  # noqa: T201
    return 0


