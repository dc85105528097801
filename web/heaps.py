"""More dice than fit in a row: one heap for each face, and what a tap on it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.table.shown.snapshot import Mark, ShownDie

IN_A_ROW = 10  # dice that fit side by side, and so heaps
RANK: tuple[Mark, ...] = ("unsure", "held", "owed", "free", "practice", "forced")


@dataclass(frozen=True)
class Heap:
    """Dice that show the same, taken for each other by every rule; `dice` least sure first."""

    dice: tuple[ShownDie, ...]

    @property
    def key(self) -> str:
        """What an address calls it."""
        first = self.dice[0]
        return f"{first.kind}.{first.face}"

    @property
    def face(self) -> ShownDie:
        """The die that stands for all: marked as the first of them that matters, corrected if one was."""
        shown = next((die for die in self.dice if die.source != "seen"), self.dice[0])
        mark = min((die.mark for die in self.dice), key=RANK.index)
        return replace(shown, mark=mark, sure=self.dice[0].sure)

    @property
    def tap(self) -> ShownDie | None:
        """The die that a tap takes, or puts back when no more can be taken; None: none of them is chosen."""
        can = [die for die in self.dice if die.choosable and die.index >= 0]
        free = [die for die in can if die.mark != "held"]
        return free[-1] if free else can[-1] if can else None

    @property
    def fixable(self) -> bool:
        """Whether its dice are dice of the roll, which can be corrected."""
        return any(die.index >= 0 for die in self.dice)


def heaps(dice: Sequence[ShownDie]) -> tuple[Heap, ...]:
    """Nothing for dice that fit in a row. Those in the hand lie apart, if the row has room for that."""
    if len(dice) <= IN_A_ROW:
        return ()
    apart = _heaped(dice, apart=True)
    return apart if len(apart) <= IN_A_ROW else _heaped(dice, apart=False)


def _heaped(dice: Sequence[ShownDie], apart: bool) -> tuple[Heap, ...]:
    by_look: dict[tuple[str, str, str], list[ShownDie]] = {}
    for die in dice:
        mark = (
            die.mark if apart or die.mark == "practice" else ""
        )  # what doesn't count never lies among what does
        by_look.setdefault((die.kind, die.face, mark), []).append(die)
    in_order = sorted(by_look.items(), key=lambda one: one[0])
    return tuple(Heap(tuple(sorted(one, key=lambda die: die.sure))) for _, one in in_order)


def open_heap(dice: Sequence[ShownDie], key: str) -> tuple[ShownDie, ...]:
    """The dice of the roll that show that, the least sure first and no more than fit."""
    mine = sorted((die for die in dice if die.index >= 0), key=lambda die: die.sure)
    return tuple(die for die in mine if f"{die.kind}.{die.face}" == key)[:IN_A_ROW]
