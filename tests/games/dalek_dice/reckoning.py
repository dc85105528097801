"""Dalek Dice reckoned a second time, from the faces that really lie there, to compare with the page.

Shares no code with the game. Also how a sensible person would choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

VALUES = {"human4": 4, "human2": 2, "dalek3": 3, "dalek2": 2}


@dataclass
class Go:
    """One player's turn: the dice put aside, how many are left, and whether it is over."""

    aside: Counter[str] = field(default_factory=Counter)
    left: int = 10
    must: int = 0  # dice that the last roll put aside by rule

    def roll(self, faces: Sequence[str]) -> None:
        assert len(faces) == self.left
        forced = [face for face in ("doctor", "exterminate") if face in faces]
        self.aside.update(forced)
        self.must, self.left = len(forced), self.left - len(forced)

    def keep(self, faces: Sequence[str]) -> None:
        self.aside.update(faces)
        self.left -= len(faces)

    @property
    def lost(self) -> bool:
        return self.aside["doctor"] == 3

    @property
    def ends(self) -> bool:
        """Whether the turn is over once its dice are kept, without anybody saying stop."""
        return self.aside["exterminate"] == 3 or self.left == 0

    @property
    def points(self) -> int:
        humans = 2 * self.aside["human2"] + 4 * self.aside["human4"]
        daleks = 2 * self.aside["dalek2"] + 3 * self.aside["dalek3"]
        bonus = 5 if self.left == 0 else 0
        if self.lost:
            return 0
        if self.aside["exterminate"] == 3:
            return 2 * humans + bonus
        return humans + bonus if daleks >= humans else 0

    def after(self, faces: Sequence[str]) -> Go:
        later = Go(Counter(self.aside), self.left, self.must)
        later.keep(faces)
        return later

    def wise(self, faces: Sequence[str]) -> tuple[str, ...]:
        """The fewest dice of this roll that bring the most points now, Daleks when none do."""
        there = Counter(faces)
        hands = [
            tuple(face for face, n in zip(VALUES, counts, strict=True) for _ in range(n))
            for counts in product(*(range(there[face] + 1) for face in VALUES))
        ]
        legal = [hand for hand in hands if hand or self.must]
        return max(legal, key=lambda hand: (self.after(hand).points, -len(hand), "dalek3" in hand))
