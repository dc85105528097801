"""The formats of all sheets there are, and which of them an odd one is tried as."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import discover
from companion.games.dizzle.sheet_format import SHEETS as DIZZLE
from companion.games.prison.sheet_format import SHEETS as PRISON
from companion.sheets import PrintedSheet

SHEETS = discover().sheets


def from_data(data: Mapping[str, Any]) -> PrintedSheet:
    """The sheet of these data, of the format they name; without one it is told by the guards."""
    guessed = PRISON.id if "patrol" in data else DIZZLE.id
    return (DIZZLE if data.get("format", guessed) == DIZZLE.id else PRISON).from_data(data)
