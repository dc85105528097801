"""Checks what no linter does: house rules of size, that docs speak of what exists, that words are there.

python tools/check_house.py        prints each finding; exit 1 if there is one
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping, Set
from pathlib import Path

from companion.games import discover
from companion.words import LANGUAGES, Words

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("companion", "vision", "hardware", "web")
LONGEST_FILE, LONGEST_FUNCTION, LONGEST_LINE = 400, 50, 110
NAMED_PATH = re.compile(
    r"`((?:companion|vision|hardware|web|tests|systemd|docs|tools)/[\w./-]+\.\w+|tools/[\w-]+)`"
)
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)")
TARGET = re.compile(r"\]\([^)]*\)")
MAKE = re.compile(r"`make ([a-z-]+)")


def modules() -> Iterator[Path]:
    """Every module of the product."""
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def sizes(path: Path) -> Iterator[str]:
    """Files and functions that have grown too long, modules that don't say what they are for."""
    source = path.read_text(encoding="utf-8")
    where = path.relative_to(ROOT)
    lines = source.count("\n")
    if lines > LONGEST_FILE:
        yield f"{where}: {lines} lines, the house allows {LONGEST_FILE}: split it by what it knows"
    tree = ast.parse(source)
    if source.strip() and not ast.get_docstring(tree):
        yield f"{where}: a module opens with one sentence on what it is for"
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            doc = ast.get_docstring(node)
            long = (node.end_lineno or node.lineno) - node.lineno + 1 - (len(doc.splitlines()) if doc else 0)
            if long > LONGEST_FUNCTION:
                place = f"{where}:{node.lineno}"
                yield f"{place}: {node.name} has {long} lines, the house allows {LONGEST_FUNCTION}"


def speechless(path: Path, known: Mapping[str, Set[str]]) -> Iterator[str]:
    """Messages that a module sends and that have no words in one of the languages."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(ast.Name("msg"), [ast.Constant(str(key)), *_]):
                for language in (language for language, keys in known.items() if key not in keys):
                    yield f"{path.relative_to(ROOT)}:{node.lineno}: no words for {key!r} in {language!r}"


def wide(path: Path) -> Iterator[str]:
    """Lines of prose that are too long; tables may be, and so may where a link leads to."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        length = len(TARGET.sub("]", line))
        if length > LONGEST_LINE and not line.lstrip().startswith("|"):
            place = f"{path.relative_to(ROOT)}:{number}"
            yield f"{place}: {length} characters, the house allows {LONGEST_LINE}: break the line"


def docs(path: Path, targets: set[str]) -> Iterator[str]:
    """Links, paths and make targets in a page that lead nowhere."""
    text = path.read_text(encoding="utf-8")
    where = path.relative_to(ROOT)
    for link in LINK.findall(text):
        if not (path.parent / link).exists():
            yield f"{where}: link to {link}, which is not there"
    for named in NAMED_PATH.findall(text):
        if not (ROOT / named).exists():
            yield f"{where}: speaks of {named}, which is not there"
    for target in MAKE.findall(text):
        if target not in targets:
            yield f"{where}: speaks of `make {target}`, which the Makefile doesn't know"


def main() -> int:
    """Print what is wrong; 0 if nothing is."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    rooms = [page for room in ROOMS for page in (ROOT / room).rglob("*.md")]
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *rooms]
    words = Words(discover().words)
    known: dict[str, Set[str]] = {language: set(words.keys(language)) for language in LANGUAGES}
    findings = [f for path in modules() for f in (*sizes(path), *speechless(path, known))]
    findings += [f for page in sorted(pages) for f in (*docs(page, targets), *wide(page))]
    for finding in findings:
        print(finding)
    print(f"{len(findings)} findings in {len(pages)} pages and {sum(1 for _ in modules())} modules")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
