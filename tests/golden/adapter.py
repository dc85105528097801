"""What a game must give to be run by golden files, and the ways in which a run can stop.

Refuses to know any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

Json = Mapping[str, Any]


class RefusedError(Exception):
    """The rules refuse this step or this set-up."""


class UnknownError(Exception):
    """The file uses a word that the adapter doesn't know: a failure, even where a refusal is expected."""


@dataclass(frozen=True)
class Bag:
    """A list without order, such as dice."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Whole:
    """A table compared whole; a plain mapping may hold more than a file names."""

    values: Mapping[str, Any]


class Position(Protocol):
    """A moment of a game. Never changes: a step makes another one, or raises RefusedError."""

    def step(self, step: Json) -> Position: ...

    def facts(self) -> Mapping[str, Any]:
        """All that `then` and `state` may name, as JSON values, Bags and Wholes."""
        ...


class Adapter(Protocol):
    """How one game reads its own golden vocabulary."""

    def claims(self, given: Json) -> bool:
        """Whether this set-up is of this game, by its shape."""
        ...

    def setup(self, given: Json, folder: Path) -> Position:
        """The position described; `folder` holds the file, and in `sheets/` what it names."""
        ...


def only(words: Json, known: set[str], where: str) -> None:
    """Every word is a known one, or UnknownError."""
    strange = sorted(set(words) - known)
    if strange:
        raise UnknownError(f"unknown key {', '.join(strange)} in {where}; known: {', '.join(sorted(known))}")


def single(step: Json) -> tuple[str, Any]:
    """The one verb of a step and its value."""
    if len(step) != 1:
        raise UnknownError(f"a step is one verb and its value, got {dict(step)}")
    return next(iter(step.items()))


def whole(value: Any, least: int, what: str) -> int:
    """A whole number of at least `least`, or RefusedError."""
    if type(value) is not int or value < least:
        raise RefusedError(f"{what} must be a whole number from {least}, got {value!r}")
    return value
