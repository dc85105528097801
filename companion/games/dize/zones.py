"""The seven zones of diZe and all that moves dice between them; by the rules Z1 to Z22."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.game import Msg, msg

DICE = 20
INFECTING_ONES = 3  # that many 1s infect one die (Z2)
HERO_FACE = "6"
EVEN_FACES, ODD_FACES = "246", "135"


@dataclass(frozen=True)
class Zones:
    """How many dice lie in each zone; together always twenty."""

    humans: int
    zombies: int
    launch: int = 0
    captured: int = 0
    heroes: int = 0
    retired: int = 0
    executed: int = 0

    @property
    def most_launch(self) -> int:
        """The most dice that may be thrown: two a zombie, and no more than there are (Z5)."""
        return min(2 * self.zombies, self.humans)

    @property
    def usual_launch(self) -> int:
        """A number of dice that is rarely wrong: odd, for a tie fails.

        Against four zombies and more it takes many dice to capture several before they bite; up to three
        are better hunted by one die, which works half the time and can infect nobody.
        """
        return 1 if self.zombies < 4 else self.most_launch - 1 + self.most_launch % 2

    @property
    def living(self) -> int:
        """All human dice, wherever they are (Z18)."""
        return self.humans + self.launch + self.heroes + self.retired

    @property
    def lead(self) -> int:
        """What an attack starts with: heroes are even, captured odd (Z8), retired nothing (Z10)."""
        return self.heroes - self.captured

    def send(self, n: int) -> Zones:
        return replace(self, humans=self.humans - n, launch=n)

    def infect(self) -> Zones:
        """One die, however many 1s (Z3); it is a zombie from now on (Z7)."""
        return replace(self, launch=self.launch - 1, zombies=self.zombies + 1)

    def allocate(self, heroes: int) -> Zones:
        """One die retires, one zombie is captured whatever the margin (Z12), some sixes become heroes."""
        return replace(
            self,
            launch=self.launch - 1 - heroes,
            retired=self.retired + 1,
            heroes=self.heroes + heroes,
            zombies=self.zombies - 1,
            captured=self.captured + 1,
        )

    def execute(self) -> Zones:
        """The captured are executed, all humans come home."""
        return Zones(self.living, self.zombies, executed=self.executed + self.captured)

    def free(self) -> Zones:
        """The captured go free, all humans come home (Z16)."""
        return Zones(self.living, self.zombies + self.captured, executed=self.executed)

    def bite(self, bites: int) -> Zones:
        """So many humans become zombies (Z17)."""
        return replace(self, humans=self.humans - bites, zombies=self.zombies + bites)


@dataclass(frozen=True)
class Fight:
    """One roll of an attack: its faces, and the heroes and captured who counted with it."""

    faces: tuple[str, ...]
    heroes: int
    captured: int

    @property
    def even(self) -> int:
        return self.heroes + sum(face in EVEN_FACES for face in self.faces)

    @property
    def odd(self) -> int:
        return self.captured + sum(face in ODD_FACES for face in self.faces)

    @property
    def works(self) -> bool:
        """More even than odd: a tie fails (Z9)."""
        return self.even > self.odd

    @property
    def most_in_hand(self) -> int:
        """The most dice that a hand may take: one to retire, and sixes."""
        return min(len(self.faces), 1 + self.faces.count(HERO_FACE))

    def objection(self, hand: tuple[str, ...]) -> Msg | None:
        """Why these dice cannot be one that retires and heroes, or None (Z11, Z13)."""
        if not hand:
            return msg("dize.blocked.retire")
        if Counter(hand) - Counter(self.faces):
            return msg("dize.blocked.foreign")
        if sum(face != HERO_FACE for face in hand) > 1:
            return msg("dize.blocked.heroes")
        return None
