"""The nouns of the bench: a table, what a section found, how much of it to do.

Refuses to know what is measured and where it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """Figures, ready to be printed; the first column names the row."""

    head: Cells
    rows: tuple[Cells, ...]


@dataclass(frozen=True)
class Found:
    """What a section measured: on what, the tables, what they say, and which promises they break."""

    data: str
    tables: tuple[Table, ...]
    says: tuple[str, ...]
    broken: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """As JSON can carry it from one process to another."""
        tables = [{"head": list(t.head), "rows": [list(r) for r in t.rows]} for t in self.tables]
        return {
            "data": self.data,
            "tables": tables,
            "says": list(self.says),
            "broken": list(self.broken),
        }

    @staticmethod
    def of(plain: dict[str, Any]) -> Found:
        """The same, back from JSON."""
        tables = tuple(Table(tuple(t["head"]), tuple(map(tuple, t["rows"]))) for t in plain["tables"])
        return Found(plain["data"], tables, tuple(plain["says"]), tuple(plain["broken"]))


@dataclass(frozen=True)
class Effort:
    """How much to do: all, or, `small`, the least that goes through everything; and `until` when at most."""

    small: bool
    until: float

    def count(self, full: int, small: int) -> int:
        """How many of something."""
        return small if self.small else full

    @property
    def late(self) -> bool:
        """Whether it is time to come to an end."""
        return monotonic() > self.until


def quantile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all do not exceed."""
    ordered = sorted(values)
    if not ordered:
        raise ValueError("a quantile needs at least one value, got none: nothing was measured")
    place = -int(-share * len(ordered) // 1) - 1
    return ordered[max(0, min(len(ordered) - 1, place))]


def ms(seconds: float) -> str:
    """Seconds as milliseconds, with as many digits as mean something."""
    value = 1000 * seconds
    return f"{value:.2f} ms" if value < 10 else f"{value:.0f} ms"


def percent(part: float, whole: float) -> str:
    """A share in per cent."""
    return f"{100 * part / whole:.1f} %" if whole else "–"
