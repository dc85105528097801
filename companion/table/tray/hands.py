"""Dice taken out of the tray, and dice and other things tapped, as the choice they mean.

The Pick of the game says what can be chosen, the game itself whether it may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.game import IllegalCommand, Item, Pick, msg

Handle = int | str  # a die by its place in the roll, as the game names it; anything else by its name
Held = tuple[Handle, ...]


def handle(item: Item) -> Handle:
    """What the hand calls an item."""
    return item.name if item.die is None else item.die


def choosable(pick: Pick | None) -> frozenset[Handle]:
    """What can be chosen."""
    return frozenset(handle(item) for item in pick.pool) if pick else frozenset()


def follow(held: Held, before: Collection[int], now: Collection[int], pick: Pick | None = None) -> Held:
    """What is held after the dice that are out of the tray changed: the latest gesture counts."""
    still = tuple(one for one in held if one in now or one not in before)
    fresh = tuple(place for place in now if place not in before and place not in still)
    if pick is not None and pick.most == 1 and choosable(pick).intersection(fresh):
        still = tuple(one for one in still if one in now)  # it takes the place of what was tapped
    return still + fresh


def toggle(held: Held, item: Handle, pick: Pick | None) -> Held:
    """What is held after a tap on that, or IllegalCommand with the reason."""
    if pick is None or item not in choosable(pick):
        raise IllegalCommand(msg("table.refused.not_choosable"))
    if item in held:
        return tuple(other for other in held if other != item)
    if pick.most == 1:
        return (item,)
    if len([other for other in held if other in choosable(pick)]) >= pick.most:
        raise IllegalCommand(msg("table.refused.most", n=pick.most))
    return (*held, item)


def names(held: Iterable[Handle], pick: Pick | None) -> tuple[str, ...]:
    """The names of the items held, as the game knows them; dice that are no items are left out."""
    by_handle = {handle(item): item.name for item in pick.pool} if pick else {}
    return tuple(by_handle[one] for one in held if one in by_handle)


def places(chosen: Iterable[str], pick: Pick | None, first: Collection[int] = ()) -> Held:
    """What a choice by names means, in its order; dice of `first` before others of the same name."""
    pool = (
        [handle(item) for item in sorted(pick.pool, key=lambda item: item.die not in first)] if pick else []
    )
    named = {handle(item): item.name for item in pick.pool} if pick else {}
    found = list[Handle]()
    for name in chosen:
        found += [one for one in pool if named[one] == name and one not in found][:1]
    return tuple(found)
