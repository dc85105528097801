"""What a command prints: results to standard output, troubles to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from companion.cli.exit_codes import FAILED, MISUSED


class OutputError(Exception):
    """Standard output takes no more."""


def say(text: str) -> None:
    """Print to standard output, at once: whoever reads along waits for it."""
    try:
        print(text, flush=True)  # noqa: T201 (the command line is where printing belongs)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"the output cannot be written ({error.strerror}); free some space") from error


def put(value: Mapping[str, Any]) -> None:
    """Print one line of JSON."""
    say(json.dumps(value, ensure_ascii=False))


def fail(problem: object) -> int:
    """Say what could not be done; the exit code for that."""
    _complain(problem)
    return FAILED


def refuse(*problems: object) -> int:
    """Say all that is wrong with what was typed, or with the settings; the exit code for that."""
    for problem in problems:
        _complain(problem)
    return MISUSED


def report(progress: str) -> None:
    """Print a line for whoever waits, beside the results."""
    print(progress, file=sys.stderr, flush=True)  # noqa: T201


def language() -> str:
    """The terminal's language, as far as we speak it."""
    named = next(filter(None, (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return "es" if named.startswith("es") else "en"


def _complain(problem: object) -> None:
    print(f"cubilete: {problem}", file=sys.stderr)  # noqa: T201
