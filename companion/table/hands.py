"""Dice taken out of the tray, and dice tapped, as the choice they mean.

Pure. Refuses to know rules: the Pick of the game says what can be chosen, the game itself whether it may.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from companion.game import IllegalCommand, Pick, msg

Held = tuple[int, ...]


def choosable(pick: Pick | None) -> frozenset[int]:
    """Places in the roll of the dice that can be chosen."""
    return frozenset(item.die for item in pick.pool if item.die is not None) if pick else frozenset()


def follow(held: Held, before: Collection[int], now: Collection[int]) -> Held:
    """What is held after the dice that are out of the tray changed: the latest gesture counts."""
    still = tuple(place for place in held if place in now or place not in before)
    return still + tuple(place for place in now if place not in before and place not in still)


def toggle(held: Held, place: int | str, pick: Pick | None) -> Held:
    """What is held after a tap on that die, or IllegalCommand with the reason."""
    if not isinstance(place, int) or place not in choosable(pick) or pick is None:
        raise IllegalCommand(msg("table.refused.not_choosable"))
    if place in held:
        return tuple(other for other in held if other != place)
    chosen = [other for other in held if other in choosable(pick)]
    if pick.most == 1:
        return (place,)
    if len(chosen) >= pick.most:
        raise IllegalCommand(msg("table.refused.most", n=pick.most))
    return (*held, place)


def names(held: Iterable[int], pick: Pick | None) -> tuple[str, ...]:
    """The names of the items held, as the game knows them; dice that are no items are left out."""
    by_place = {item.die: item.name for item in pick.pool} if pick else {}
    return tuple(by_place[place] for place in held if place in by_place)


def places(chosen: Iterable[str], pick: Pick | None, first: Collection[int] = ()) -> Held:
    """Dice that a choice by names means, those of `first` before others of the same name."""
    wanted, found = Counter(chosen), []
    pool = [item for item in pick.pool if item.die is not None] if pick else []
    for item in sorted(pool, key=lambda item: item.die not in first):
        if wanted[item.name] > 0 and item.die is not None:
            wanted[item.name] -= 1
            found.append(item.die)
    return tuple(found)
