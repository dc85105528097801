"""A match's head as JSON, and back.

Refuses to know where it is kept.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from companion.table.shown import MatchHead


def head_text(head: MatchHead) -> str:
    """The head as JSON; its id is the row's."""
    return json.dumps({name: part for name, part in asdict(head).items() if name != "id"})


def read_head(id_: int, text: str) -> MatchHead:
    """The head that `head_text` wrote."""
    parts: dict[str, Any] = json.loads(text)
    tuples = {name: tuple(part) for name, part in parts.items() if isinstance(part, list)}
    return MatchHead(id=id_, **{**parts, **tuples})
