"""Options and values that several commands know."""

from __future__ import annotations

import re
from pathlib import Path

import click

WHOLE = re.compile(r"-?[0-9]{1,40}")


class WholeNumber(click.ParamType[int]):
    """A whole number within bounds; `expected` says in words what fits."""

    name = "number"

    def __init__(self, expected: str, least: float = float("-inf"), most: float = float("inf")) -> None:
        self._expected = expected
        self._least, self._most = least, most

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that was typed, or wrong usage."""
        if WHOLE.fullmatch(str(value)) and self._least <= int(str(value)) <= self._most:
            return int(str(value))
        return self.fail(f"expected {self._expected}, got {value!r}", param, ctx)


ANY_NUMBER = WholeNumber("a whole number")
SEED = WholeNumber("a whole number from 0 up", 0, 10**18 - 1)

camera = click.option("--camera", metavar="SOURCE", help="sim, clip:FILE, v4l2:N or picamera2")
empty = click.option("--empty", metavar="PICTURE", type=Path, help="the tray with nothing in it")
teaching = click.option(
    "--teach", metavar="DIR", type=Path, help="pictures teach-<face>-<k>.jpg, one die in each"
)


def names(text: str) -> tuple[str, ...]:
    """The names in `a,b,c`; none in nothing."""
    return tuple(name.strip() for name in text.split(",")) if text else ()


def check_exclusive(**given: object) -> None:
    """Wrong usage if more than one of these options was given a value."""
    names = [f"--{name}" for name, value in given.items() if value is not None]
    if len(names) > 1:
        raise click.UsageError(f"{' and '.join(names)} exclude each other, expected one of them")
