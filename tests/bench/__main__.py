"""`python -m tests.bench [SECTION …]`: measures, prints, writes docs/benchmarks.md.

Exit code 1 when a section failed or broke a promise. Refuses to know how anything is measured.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from tests.bench import given, page
from tests.bench.alone import SectionFailedError, run
from tests.bench.machine import ROOT, described
from tests.bench.sections import SECTIONS, Section

PAGE = ROOT / "docs" / "benchmarks.md"


def chosen(names: Sequence[str]) -> list[Section]:
    """The sections named; all, if none is."""
    return [section for section in SECTIONS if not names or section.name in names]


def measure(section: Section, before: str | None, *, small: bool) -> tuple[str, bool]:
    """The section's text, and whether all is well."""
    about, started = described(), monotonic()
    try:
        found = run(section, small=small)
    except SectionFailedError as error:
        return page.failed(section, str(error), about, before), False
    return page.measured(section, found, about, monotonic() - started), not found.broken


def asked() -> argparse.ArgumentParser:
    """What can be asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    names = ", ".join(section.name for section in SECTIONS)
    parser.add_argument("section", nargs="*", help=f"one or more of {names}; left out: all")
    parser.add_argument("--small", action="store_true", help="the least that goes through everything")
    parser.add_argument("--to", type=Path, default=PAGE, help="where to write (docs/benchmarks.md)")
    for name, folder in given.NAMES.items():
        parser.add_argument(f"--{name}", type=Path, help=f"measure on this folder, of the form of {folder}")
    return parser


def folders(parser: argparse.ArgumentParser, said: argparse.Namespace) -> dict[str, str]:
    """The folders named, as the sections' own processes look for them; one that is none is refused."""
    named = {name: getattr(said, name) for name in given.NAMES if getattr(said, name) is not None}
    for name, folder in named.items():
        if not (folder / given.TRUTH).exists():
            parser.error(f"--{name} needs a folder with a {given.TRUTH} in it, got {str(folder)!r}")
    return {given.variable(name): str(folder.resolve()) for name, folder in named.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for."""
    parser = asked()
    said = parser.parse_args(arguments)
    names = [section.name for section in SECTIONS]
    if unknown := [name for name in said.section if name not in names]:
        parser.error(f"no section {unknown[0]!r}; there are {', '.join(names)}")
    os.environ.update(folders(parser, said))
    bad = []
    for section in chosen(said.section):
        print(f"… {section.name}, at most {section.seconds} s", file=sys.stderr, flush=True)
        # read and written anew each time, so that an interrupted run keeps what it had
        texts = page.kept(said.to.read_text(encoding="utf-8")) if said.to.exists() else {}
        texts[section.name], well = measure(section, texts.get(section.name), small=said.small)
        said.to.write_text(page.written(texts, names), encoding="utf-8")
        print(texts[section.name], flush=True)
        bad += [] if well else [section.name]
    print(f"written to {said.to}" + (f"; not well: {', '.join(bad)}" if bad else ""))
    return 1 if bad else 0


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the section at work is ended too
    sys.exit(main())
