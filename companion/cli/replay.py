"""`cubilete replay`: the last view of a match, from its log."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from companion.cli import commands, parameters
from companion.cli.exit_codes import DONE
from companion.cli.output import fail, put
from companion.games import discover
from companion.store import SqliteStore, StoreTrouble
from companion.table.log.codec import plain
from companion.table.log.match import LogError, fold_bodies

EXAMPLES = """examples:
  cubilete replay match-7.jsonl                   a log saved from the match's page
  cubilete replay --match 7 ~/.local/share/cubilete/cubilete.db      without --match: the newest
"""
DATABASE = b"SQLite format 3\0"  # as its file begins


class LogFileError(Exception):
    """A file that is no log of a match; the text names it, what was expected, and the way out."""


@commands.command("replay", EXAMPLES)
@click.option("--match", metavar="N", type=parameters.ANY_NUMBER, help="the match's number in a database")
@click.argument("log", metavar="LOG", type=Path, help="JSON lines, or a database with --match")
def command(log: Path, match: int | None) -> int:
    """Print the last view of the match that the log tells."""
    try:
        bodies = _bodies(log, match)
        folded = fold_bodies(bodies, discover().games)
    except (LogFileError, StoreTrouble) as error:
        return fail(error)
    except LogError as error:
        return fail(f"{log}: {error}; expected the whole, unchanged log of a match that this build can play")
    put(plain(folded.game.view(folded.state, None)))
    return DONE


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
