"""What the command line does without a running companion: read, watch, replay, games, check-config.

Each prints to standard output what was asked for, to standard error what went wrong, and gives the exit code.
Refuses to know threads, pages and pins.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
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


class OutputError(Exception):
    """Standard output takes no more."""


def fail(problem: object) -> int:
    """Say what went wrong; the exit code for it."""
    print(f"cubilete: {problem}", file=sys.stderr)  # noqa: T201 (the command line is where printing belongs)
    return 1


def say(text: str) -> None:
    """Print to standard output, at once: whoever reads along waits for it."""
    try:
        print(text, flush=True)  # noqa: T201
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the output cannot be written ({error.strerror}); free some space") from error


def put(value: Mapping[str, Any]) -> None:
    """One line of JSON."""
    say(json.dumps(value, ensure_ascii=False))


def read(pictures: Sequence[Path], empty: Path | None, teach: Path | None, dice: int | None) -> int:
    """A line for each picture; one that cannot be read is said so and passed over. 1 if any was."""
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
        return fail(f"{log}: {error}; expected the whole, unchanged log of a match that this build can play")
    put(folded.game.view(folded.state, None))
    return 0


def _bodies(log: Path, match: int | None) -> Sequence[Mapping[str, Any]]:
    try:
        with log.open("rb") as opened:
            is_database = opened.read(len(DATABASE)) == DATABASE
        return _from_database(log, match) if is_database else _from_lines(log, match)
    except OSError as error:
        if isinstance(error, StoreTrouble):
            raise
        raise LogFileError(f"{log} cannot be read ({error.strerror}); name the log of a match") from error


def _from_database(path: Path, match: int | None) -> Sequence[Mapping[str, Any]]:
    """Read from a copy: a database in use is left in peace, and a broken one where it is."""
    with TemporaryDirectory(prefix="cubilete-") as folder:
        for tail in ("", "-wal"):
            part = path.with_name(path.name + tail)
            if part.exists():
                shutil.copyfile(part, Path(folder) / part.name)
        try:
            store = SqliteStore(Path(folder) / path.name, datetime.now)
        except StoreTrouble as trouble:
            raise LogFileError(str(trouble).replace(folder, str(path.parent))) from trouble
        try:
            return _log_of(store, path, match)
        finally:
            store.close()


def _log_of(store: SqliteStore, path: Path, match: int | None) -> Sequence[Mapping[str, Any]]:
    if store.set_aside is not None:
        raise LogFileError(f"{path} is a broken database; give a copy of it that is whole")
    known = sorted(head.id for head in store.heads())
    if not known:
        raise LogFileError(f"{path} holds no match yet; play one, or name another database")
    wanted = known[-1] if match is None else match
    kept = store.load(wanted) if wanted in known else None
    if kept is None:
        raise LogFileError(f"{path} has no match {wanted}, expected one of {', '.join(map(str, known))}")
    return [record.body for record in kept.log]


def _from_lines(path: Path, match: int | None) -> Sequence[Mapping[str, Any]]:
    """Entries of a saved log: a JSON object a line, the entry itself or under `body`."""
    if match is not None:
        raise LogFileError(f"{path} is no database, so it holds one match; leave out --match {match}")
    bodies = []
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        if line.strip():
            entry = _object(line, f"{path}, line {number}")
            bodies.append(entry["body"] if isinstance(entry.get("body"), dict) else entry)
    if not bodies:
        raise LogFileError(f"{path} is empty, expected the log of a match; name another file")
    return bodies


def _object(line: bytes, where: str) -> dict[str, Any]:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        entry = None
    if not isinstance(entry, dict):
        raise LogFileError(f"{where}: expected a JSON object, got {_short(line)}; save the log again")
    return entry


def _short(line: bytes) -> str:
    return repr(line[:40].decode(errors="replace")) + ("…" if len(line) > 40 else "")


def list_games(language: str) -> int:
    """A line for each game: id, name, what it is."""
    games = discover()
    words = Words(game.words for game in games.values())
    for game in games.values():
        seats = f"{game.seats.usual}+" if game.seats.most is None else f"{game.seats.usual}–{game.seats.most}"
        name, about = (words.say(msg(f"{game.id}.{key}"), language) for key in ("name", "about"))
        say(f"{game.id:16} {name:16} {seats:6} {about}")
    return 0


def check_config(path: Path | None) -> int:
    """Say whether a settings file is right; without one, print all settings with their defaults."""
    if path is None:
        say(describe())
        return 0
    try:
        config = load(path)
    except ConfigError as error:
        for problem in error.problems:
            fail(problem)
        return 2
    say(describe(config))
    return 0
