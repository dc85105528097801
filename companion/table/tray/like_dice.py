"""Which of several dice that look alike have left the roll, when the rules only say what they showed.

It gets the sort of each die and exchanges places.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence

Places = tuple[int, ...]


def exchange(
    sorts: Sequence[Hashable], spent: Collection[int], out: Collection[int], from_hand: Collection[int] = ()
) -> Places:
    """For each place in the roll as the game names it, the die that it means; read backwards it is the same.

    Dice of one sort are one to the rules, so the game names any of them as `spent`. What is `out` of the
    tray pays for that first: of those, dice that were in a hand when it was decided (`from_hand`). Only dice
    out of the tray beyond that are a choice. Then come tapped dice (`from_hand`, but lying), then the named.
    """
    dice_by_place = list(range(len(sorts)))
    named = frozenset(place for place in spent if place < len(sorts))
    for alike in _sorts(sorts, named):
        first = sorted(alike, key=lambda p: (p not in out, p not in from_hand, p not in named, p))
        gone = first[: len(named.intersection(alike))]
        stays = [place for place in alike if place in named and place not in gone]
        for one, other in zip(stays, (place for place in gone if place not in named), strict=True):
            dice_by_place[one], dice_by_place[other] = other, one
    return tuple(dice_by_place)


def _sorts(sorts: Sequence[Hashable], named: Collection[int]) -> Iterator[Places]:
    """The places of each sort of dice of which some are spent."""
    for sort in dict.fromkeys(sorts[place] for place in sorted(named)):
        yield tuple(place for place, other in enumerate(sorts) if other == sort)
