"""Runs one section in a process of its own, with a bound on its time: nothing it does outlives it.

Refuses to know what a section does. `python -m tests.bench.alone NAME SECONDS [small]` is what it starts.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from time import monotonic

import cv2

from tests.bench.figures import Effort, Found
from tests.bench.machine import ROOT
from tests.bench.sections import SECTIONS, Section

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
SPARE = 0.85  # of its time after which a section comes to an end by itself


class SectionFailedError(Exception):
    """A section that gave no figures; the text says why."""


def run(section: Section, *, small: bool = False) -> Found:
    """What the section found, or SectionFailedError."""
    process = _begin(section, small)
    try:
        out, errors = process.communicate(timeout=section.seconds)
    except subprocess.TimeoutExpired:
        raise SectionFailedError(f"not done within {section.seconds} s") from None
    finally:
        _end(process)
    if process.returncode != 0:
        raise SectionFailedError((errors.strip().splitlines() or [f"exit code {process.returncode}"])[-1])
    return Found.of(json.loads(out.splitlines()[-1]))


def _begin(section: Section, small: bool) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "tests.bench.alone", section.name, str(section.seconds)]
    return subprocess.Popen(
        [*words, *(["small"] if small else [])],
        cwd=ROOT,
        env=os.environ | ({} if section.as_is else ONE_THREAD),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def _end(process: subprocess.Popen[str]) -> None:
    """End the section and all that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    process.wait()


def main(name: str, seconds: int, small: bool) -> None:
    """Measure, and say what was found as one line of JSON."""
    section = next(s for s in SECTIONS if s.name == name)
    if not section.as_is:
        cv2.setNumThreads(1)
    found = section.measure(Effort(small, monotonic() + SPARE * seconds))
    print(json.dumps(found.plain()))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), "small" in sys.argv[3:])
