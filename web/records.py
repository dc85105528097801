"""The best score of those who played the same alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.table.log.records import MatchHead


def best(
    heads: Iterable[MatchHead], game: str, options: Mapping[str, int | str], fewest: bool
) -> MatchHead | None:
    """The finished match of one person with the most points, or the `fewest`; of equal ones the earliest."""
    mine = [
        head
        for head in heads
        if head.game == game and head.status == "finished" and len(head.seats) == 1 and len(head.totals) == 1
        and not any(head.bots) and dict(head.options) == dict(options)
    ]  # fmt: skip
    worse = 1 if fewest else -1
    return min(mine, key=lambda head: (worse * head.totals[0], head.id), default=None)
