"""Runs golden files, one outcome a case and one a step of a transcript; finds the games' adapters by file."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

import tests.games
from tests.golden.adapter import Adapter, Json, Position, RefusedError, UnknownError, only
from tests.golden.compare import differences

CASE = {"id", "rule", "given", "when", "then", "note"}


@dataclass(frozen=True)
class Outcome:
    """One test: its name, and what failed (None: nothing)."""

    name: str
    failure: str | None = None


def adapters() -> tuple[Adapter, ...]:
    """The adapters of all games whose tests bring one."""
    rooms = (room.name for room in iter_modules(tests.games.__path__) if room.ispkg)
    names = (f"{tests.games.__name__}.{room}.golden" for room in rooms)
    return tuple(import_module(name).ADAPTER for name in names if find_spec(name))


def run_file(path: Path) -> Iterator[Outcome]:
    """The outcomes of all tests in the file; a file that cannot be read is one failure."""
    try:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        yield Outcome(str(path), f"cannot be read as one JSON object a line: {error}")
        return
    if not lines or not all(isinstance(line, dict) for line in lines):
        yield Outcome(str(path), "holds no cases: expected one JSON object a line")
    elif set(lines[0]) == {"given"}:
        yield from run_transcript(path, lines)
    else:
        for number, case in enumerate(lines, start=1):
            yield Outcome(f"{path.name}::{case.get('id', f'line {number}')}", run_case(case, path))


def run_case(case: Json, path: Path) -> str | None:
    """What is wrong with the game by this case, or None."""
    try:
        only(case, CASE, "the case")
        missing = sorted({"id", "given", "when", "then"} - set(case))
        if missing:
            return f"the case lacks {', '.join(missing)}"
        return _judged(case, path)
    except Exception as error:  # noqa: BLE001 one broken case or game must not hide the count of the others
        return told(error)


def told(error: Exception) -> str:
    """What went wrong, in one line; a crash with its place."""
    if isinstance(error, RefusedError):
        return f"refused, but should be legal: {error}"
    if isinstance(error, UnknownError):
        return str(error)
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"crashed: {type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"


def _judged(case: Json, path: Path) -> str | None:
    expected = dict(case["then"])
    illegal = expected.pop("illegal", False)
    steps = list(case["when"])
    if not expected and not illegal:
        return "`then` names nothing"
    if illegal and not steps:
        return _refused_setup(case["given"], path)
    position = setup(case["given"], path)
    for step in steps[:-1] if illegal else steps:
        position = position.step(step)
    if illegal and (failure := refused(position, steps[-1])):
        return failure
    return "; ".join(differences(expected, position.facts())) or None


def refused(position: Position, step: Json) -> str | None:
    """None if the step is refused and changes nothing."""
    before, facts = repr(position), repr(position.facts())
    try:
        position.step(step)
    except RefusedError:
        same = before == repr(position) and facts == repr(position.facts())
        return None if same else f"{step} was refused, but changed something"
    return f"{step} should be refused"


def _refused_setup(given: Json, path: Path) -> str | None:
    try:
        setup(given, path)
    except RefusedError:
        return None
    return "the set-up should be refused"


def run_transcript(path: Path, lines: Sequence[Json]) -> Iterator[Outcome]:
    """One outcome a step; a set-up that fails is one, and steps after one that failed to be taken fail."""
    name = f"{path.name}::line"
    try:
        position = setup(lines[0]["given"], path)
    except Exception as error:  # noqa: BLE001 as in run_case
        yield Outcome(f"{name} 1", told(error))
        return
    stuck: str | None = None
    for number, line in enumerate(lines[1:], start=2):
        if stuck is None:
            try:
                only(line, {"step", "state"}, "the transcript")
                position = position.step(line["step"])
                failure = "; ".join(differences(line["state"], position.facts())) or None
            except Exception as error:  # noqa: BLE001 as in run_case
                failure = stuck = told(error)
        else:
            failure = f"not reached: {stuck}"
        yield Outcome(f"{name} {number}", failure)


def setup(given: Json, path: Path) -> Position:
    """The position that `given` describes, by the adapter whose shape it has."""
    claiming = [adapter for adapter in adapters() if adapter.claims(given)]
    if len(claiming) != 1:
        known = ", ".join(sorted(type(adapter).__module__.split(".")[-2] for adapter in adapters()))
        which = "no game here has" if not claiming else "more than one game has"
        raise UnknownError(
            f"{which} a set-up with the keys {sorted(given)} ({path.name}); games here: {known}"
        )
    return claiming[0].setup(given, path.parent)
