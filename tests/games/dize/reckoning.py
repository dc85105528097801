"""diZe reckoned a second time, from the faces that really lie there, to compare with the page.

Shares no code with the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ZONES = ("humans", "launch", "heroes", "retired", "zombies", "captured", "executed")


@dataclass
class Board:
    """Twenty dice in seven heaps."""

    humans: int
    zombies: int
    launch: int = 0
    heroes: int = 0
    retired: int = 0
    captured: int = 0
    executed: int = 0

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(int(getattr(self, name)) for name in ZONES)

    def send(self, dice: int) -> None:
        self.humans, self.launch = self.humans - dice, dice

    def infection(self, faces: Sequence[str]) -> None:
        assert len(faces) == self.launch
        if sum(face == "1" for face in faces) > 2:
            self.launch, self.zombies = self.launch - 1, self.zombies + 1

    def attack(self, faces: Sequence[str]) -> bool:
        """Whether it works; if not, all go home."""
        assert len(faces) == self.launch
        odd = sum(int(face) % 2 for face in faces)
        if len(faces) - odd + self.heroes > odd + self.captured:
            return True
        self.zombies, self.captured = self.zombies + self.captured, 0
        self.home()
        return False

    def home(self) -> None:
        self.humans += self.launch + self.heroes + self.retired
        self.launch = self.heroes = self.retired = 0

    def take(self, faces: Sequence[str]) -> bool:
        """One retires, the others are heroes; whether that ends the attack."""
        self.launch -= len(faces)
        self.retired, self.heroes = self.retired + 1, self.heroes + len(faces) - 1
        self.zombies, self.captured = self.zombies - 1, self.captured + 1
        return not (self.launch and self.zombies)

    def stop(self) -> None:
        self.executed, self.captured = self.executed + self.captured, 0
        self.home()

    def bite(self, faces: Sequence[str]) -> None:
        assert len(faces) == self.zombies
        bitten = min(self.humans, sum(face == "1" for face in faces))
        self.humans, self.zombies = self.humans - bitten, self.zombies + bitten
