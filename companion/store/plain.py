"""Values of the store that are not matches, and a match's head as JSON.

Refuses to know where any of it is kept.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from companion.table.shown import MatchHead


@dataclass(frozen=True)
class Sample:
    """One view of a taught face, in whatever form the eye keeps it."""

    face: str
    data: bytes


@dataclass(frozen=True)
class TaughtSet:
    """A kind of dice that was shown to the eye: its name, the names of its faces, views of them."""

    name: str
    faces: tuple[str, ...]
    samples: tuple[Sample, ...]

    def __post_init__(self) -> None:
        strange = {sample.face for sample in self.samples} - set(self.faces)
        if not self.name or strange:
            raise ValueError(f"taught set {self.name!r} has views of {sorted(strange)}, faces {self.faces}")


def head_text(head: MatchHead) -> str:
    """The head as JSON; its id is the row's."""
    return json.dumps({name: part for name, part in asdict(head).items() if name != "id"})


def read_head(id_: int, text: str) -> MatchHead:
    """The head that `head_text` wrote."""
    parts: dict[str, Any] = json.loads(text)
    tuples = {name: tuple(part) for name, part in parts.items() if isinstance(part, list)}
    return MatchHead(id=id_, **{**parts, **tuples})
