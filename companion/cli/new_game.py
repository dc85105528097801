"""Writes a game that plays at once, for its author to make another of: a folder that pip can install."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Collection
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_NAME_LENGTH = 24  # letters: logs and addresses hold it
SUFFIX = ".txt"  # of our copies of its files, which are no modules of ours
ID, PACKAGE, TITLE = "GAME-ID", "GAME_PACKAGE", "GAME TITLE"


class NewGameError(Exception):
    """A game that cannot be begun; the text says what was expected."""


def write_game(name: str, parent: Path, taken: Collection[str]) -> Path:
    """Write the game `name` into a folder of that name; NewGameError, and then nothing is left of it."""
    _check(name, taken)
    folder = parent / name
    if folder.exists():
        raise NewGameError(f"{folder} is there already; choose another name, or remove it")
    try:
        unfinished = Path(tempfile.mkdtemp(dir=parent, prefix=f".{name}-"))
    except OSError as error:
        raise NewGameError(
            f"{parent} cannot be written to ({error.strerror}); go to another folder"
        ) from error
    try:
        _copy(files(__package__).joinpath("skeleton"), unfinished, name)
        unfinished.chmod(0o755)
        unfinished.rename(folder)
    except OSError as error:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise NewGameError(f"{folder} cannot be written ({error.strerror}); free some space") from error
    return folder


def package_of(name: str) -> str:
    """The Python package of a game."""
    return name.replace("-", "_")


def _check(name: str, taken: Collection[str]) -> None:
    if not NAME.fullmatch(name) or len(name) > MAX_NAME_LENGTH:
        raise NewGameError(
            f"a game's name is at most {MAX_NAME_LENGTH} small letters and digits, with single hyphens, "
            f"as in drop-dead; got {name!r}"
        )
    if name in taken:
        raise NewGameError(f"there is a game {name!r} already; choose another name")
    package = package_of(name)
    if iskeyword(package) or find_spec(package) is not None:
        raise NewGameError(f"Python has a {package!r} already; choose another name")


def _copy(template: Traversable, target: Path, name: str) -> None:
    for part in template.iterdir():
        path = target / _filled(part.name.removesuffix(SUFFIX), name)
        if part.is_dir():
            path.mkdir()
            _copy(part, path, name)
        else:
            path.write_text(_filled(part.read_text(encoding="utf-8"), name), encoding="utf-8")


def _filled(text: str, name: str) -> str:
    title = name.replace("-", " ").title()
    return text.replace(ID, name).replace(PACKAGE, package_of(name)).replace(TITLE, title)
