"""What is kept as text: a match's head as JSON, the body of an entry, names; and back, however damaged."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, get_args, get_type_hints

from companion.table.log.records import MatchHead

STATUS = get_type_hints(MatchHead)["status"]
DAMAGED = "damaged"  # what the body of an entry says that cannot be read; no entry's own word


class DamagedHeadError(Exception):
    """What is kept as the head of a match is none."""


def head_text(head: MatchHead) -> str:
    """The head as JSON; its id is the row's."""
    return json.dumps({name: part for name, part in asdict(head).items() if name != "id"})


def read_head(id_: int, data: object) -> MatchHead:
    """The head that `head_text` wrote, or DamagedHeadError."""
    try:
        parts = _object(data)
        tuples = {name: tuple(part) for name, part in parts.items() if isinstance(part, list)}
        head = MatchHead(id=id_, **{**parts, **tuples})
        if _fits(head):
            return head
    except (TypeError, ValueError) as error:
        raise DamagedHeadError(f"match {id_}: {error}") from error
    raise DamagedHeadError(f"match {id_}: expected the head of a match, got {data!r}")


def _fits(head: MatchHead) -> bool:
    """Whether all its parts are what they must be; TypeError may say no too."""
    return (
        all(isinstance(part, tuple) for part in (head.seats, head.totals, head.winners, head.bots))
        and all(
            isinstance(text, str) for text in (head.game, head.name, head.started, *head.seats, *head.bots)
        )
        and all(isinstance(value, int | str) for value in dict(head.options).values())
        and all(type(number) is int for number in (head.moves, *head.totals))
        and len(head.totals) == len(head.seats)
        and set(head.winners) <= set(range(len(head.seats)))
        and head.status in get_args(STATUS)
    )


def read_body(data: object) -> Mapping[str, Any]:
    """The body of an entry as it was written. Of one that is damaged what is left of it, which is no entry:
    whoever folds the log says which one it is, whoever tells it can go on."""
    try:
        return _object(data)
    except ValueError:
        return {DAMAGED: read_text(data)}


def read_text(data: object) -> str:
    """A text as it was written, with a mark in the place of what is damaged."""
    return data.decode(errors="replace") if isinstance(data, bytes) else str(data)


def _object(data: object) -> dict[str, Any]:
    value = json.loads(data.decode()) if isinstance(data, bytes) else None
    if not isinstance(value, dict):
        raise ValueError(f"expected a JSON object, got {data!r}")
    return value
