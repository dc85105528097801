"""From the text of a sheet file, or its data, to the sheet; SheetError with everything that is wrong.

Refuses to know where the text came from.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from companion.sheets import dizzle, escape
from companion.sheets.dizzle import DizzleSheet
from companion.sheets.escape import EscapeSheet
from companion.sheets.reach import prove_dizzle, prove_escape
from companion.sheets.read_dizzle import read_dizzle
from companion.sheets.read_escape import read_escape
from companion.sheets.trouble import Problems, SheetError, line_numbers, printable, shown

Sheet = DizzleSheet | EscapeSheet
LONGEST = 30_000  # characters; ours have 1,600
READERS: Mapping[str, Callable[[Mapping[str, Any], str, Problems], Sheet]] = {
    dizzle.FORMAT: read_dizzle,
    escape.FORMAT: read_escape,
}


def read(text: str) -> Sheet:
    """The sheet that a sheet file's text describes, proved playable."""
    data = _parsed(text)
    problems = Problems(line_numbers(text))
    sheet = _sheet(data, _format(data), text, problems)
    if isinstance(sheet, DizzleSheet):
        prove_dizzle(sheet, problems)
    else:
        prove_escape(sheet, problems)
    problems.settle()
    return sheet


def from_data(data: Mapping[str, Any]) -> Sheet:
    """The sheet that data of the same keys describe; `format` may be left out.

    It holds together, but whether every cell can be reached is not asked: tests play on odd sheets.
    """
    source = json.dumps(data, sort_keys=True, ensure_ascii=False)
    kind = data.get("format", escape.FORMAT if "patrol" in data else dizzle.FORMAT)
    return _sheet(data, str(kind), source, Problems())


def _sheet(data: Mapping[str, Any], kind: str, source: str, problems: Problems) -> Sheet:
    sheet = READERS[kind](data, source, problems)
    problems.settle()
    return sheet


def _parsed(text: str) -> Mapping[str, Any]:
    """The file's data, before anybody asks what it means."""
    if len(text) > LONGEST:
        raise SheetError(
            (f"the file has {len(text)} characters, expected at most {LONGEST}; name a sheet file",)
        )
    try:
        text.encode()
        return tomllib.loads(text)
    except UnicodeEncodeError:
        problem = "the file must be Unicode text; save it as UTF-8"
    except (
        ValueError,
        RecursionError,
    ) as error:  # the second, and long numbers, are not tomllib's own errors
        way = "`cubilete sheets show NAME` prints one to start from"
        problem = f"the file must be TOML, got: {error}; {way}"
    raise SheetError((printable(problem),))


def _format(data: Mapping[str, Any]) -> str:
    kind = data.get("format")
    if isinstance(kind, str) and kind in READERS:
        return kind
    known = " or ".join(f'format = "{name}"' for name in READERS)
    got = "nothing" if kind is None else shown(kind)
    raise SheetError((f"format must say what kind of sheet this is, got {printable(got)}; write {known}",))
