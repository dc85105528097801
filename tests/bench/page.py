"""Writes docs/benchmarks.md: the sections just measured, and as they were those that were not.

Refuses to know what any figure means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from textwrap import wrap

from tests.bench.figures import Found, Table
from tests.bench.sections import Section

HEAD = """# Benchmarks

Written by `make bench`; do not edit. One section alone: `python -m tests.bench NAME`; sections not run keep
their last figures, each with its own date. CPU times are of one thread and mean much the same on a busy
machine; wall times (latency, start) do not: where it says *wall*, other work on the machine is in the figure.
Other pictures of the same form: `make bench-eye ARGS="--footage DIR --photos DIR --video DIR --to PAGE"`.
"""
WIDTH = 100  # letters of a line of prose
MARK = "<!-- section {} -->"
MARKED = re.compile(r"^<!-- section ([\w-]+) -->\n(.*?)(?=^<!-- section |\Z)", re.M | re.S)
FAILED = "> **The run of"


def markdown(table: Table) -> str:
    """The table, its columns aligned so that it can be read as it is too."""
    lines = [table.head, *table.rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(table.head))]

    def row(cells: Sequence[str]) -> str:
        first, *others = zip(cells, widths, strict=True)
        texts = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        return "| " + " | ".join(texts) + " |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join([row(table.head), row(rule), *map(row, table.rows)])


def prose(text: str, mark: str = "") -> str:
    """A paragraph in lines that are read with ease."""
    return "\n".join(wrap(text, WIDTH, initial_indent=mark, subsequent_indent=mark, break_on_hyphens=False))


def measured(section: Section, found: Found, about: str, took: float) -> str:
    """A section with its figures."""
    parts = [
        f"## {section.title}",
        *(prose(f"**{said}**") for said in found.says),
        *(prose(f"**Not as promised:** {said}", "> ") for said in found.broken),
        *(markdown(table) for table in found.tables),
        prose(found.data),
        prose(f"*Measured {about}; took {took:.0f} s. Again: `python -m tests.bench {section.name}`*"),
    ]
    return "\n\n".join(parts) + "\n"


def failed(section: Section, reason: str, about: str, before: str | None) -> str:
    """A section that could not be measured: its last figures stay, and above them stands why they are old."""
    kept = before or f"## {section.title}\n"
    title, _, body = kept.partition("\n")
    body = "\n\n".join(part for part in body.strip().split("\n\n") if not part.startswith(FAILED))
    when = about.partition(" on ")[0]
    said = f"{FAILED} {when} failed:** {' '.join(reason.split())}"
    return f"{title}\n\n{said}\n\n{body}".rstrip() + "\n"


def kept(page: str) -> dict[str, str]:
    """The sections of a page written before, by name."""
    return {name: text.strip() + "\n" for name, text in MARKED.findall(page)}


def written(texts: Mapping[str, str], order: Sequence[str]) -> str:
    """The whole page."""
    parts = [f"{MARK.format(name)}\n{texts[name]}" for name in order if name in texts]
    return "\n".join([HEAD, *parts])
