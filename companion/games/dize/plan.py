"""The best play of diZe, reckoned backwards from the end: what positions are worth, what to do in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb

from companion.games.dize.odds import infection_chance
from companion.games.dize.zones import DICE, Zones

WIN_WORTH = 1.0
EXECUTION_WORTH = 0.001  # a die; a win comes first; where none is to be had, a die executed is still a point
WORTH_TOLERANCE = 1e-9

Worth = Callable[[int, int, int], float]  # of an attack about to be thrown: launch, captured, heroes


@cache
def bite_chances(zombies: int) -> tuple[float, ...]:
    """The chances of 0, 1, 2… bites."""
    return tuple(comb(zombies, n) * 5 ** (zombies - n) / 6**zombies for n in range(zombies + 1))


@cache
def success_chances(launch: int, lead: int) -> tuple[tuple[int, float], ...]:
    """The chances that an attack works and leaves so many sixes beside the die that retires."""
    chances = dict.fromkeys(range(launch + 1), 0.0)
    for even in range(launch + 1):
        if 2 * even - launch + lead > 0:
            for sixes in range(even + 1):
                ways = comb(launch, even) * comb(even, sixes) * 3 ** (launch - even) * 2 ** (even - sixes)
                chances[min(sixes, launch - 1)] += ways / 6**launch
    return tuple((spare, chance) for spare, chance in chances.items() if chance)


def attack_worth(fail: float, stop: tuple[float, ...]) -> Worth:
    """What attacks are worth, if a failure is worth `fail`, and a stop with n captured `stop[n]`."""

    @cache
    def worth(launch: int, captured: int, heroes: int) -> float:
        total, chance = 0.0, 0.0
        for spare, likely in success_chances(launch, heroes - captured):
            total += likely * after(launch - 1, captured + 1, heroes)[spare]
            chance += likely
        return total + (1 - chance) * fail

    @cache
    def after(launch: int, captured: int, heroes: int) -> tuple[float, ...]:
        """Of a success, for each number of sixes that may become heroes."""
        last = captured == len(stop) - 1
        each = (
            stop[captured]
            if last or new == launch
            else max(stop[captured], worth(launch - new, captured, heroes + new))
            for new in range(launch + 1)
        )
        return tuple(accumulate(each, max))

    return worth


@cache
def position_worths() -> Mapping[tuple[int, int], tuple[float, int]]:
    """(humans, zombies): worth, dice. Few dice first, then many zombies: no turn leads the other way."""
    table: dict[tuple[int, int], tuple[float, int]] = {}
    for dice in range(1, DICE + 1):
        table[dice, 0], table[0, dice] = (WIN_WORTH, 0), (0.0, 0)
        for zombies in range(dice - 1, 0, -1):
            table[dice - zombies, zombies] = turn_worth(table, dice - zombies, zombies)
    return table


@dataclass(frozen=True)
class Plan:
    """How many dice to launch, how many sixes to keep, and whether to go on, for the most worth."""

    def launch(self, zones: Zones) -> int:
        return position_worths()[zones.humans, zones.zombies][1]

    def decide(self, zones: Zones, sixes: int) -> tuple[int, bool]:
        """After a success that led to `zones`: how many of these sixes become heroes; whether to go on."""
        worth, stop = self._attack_worth(zones)
        best, heroes, on = stop[zones.captured], 0, False
        for new in range(min(sixes, zones.launch - 1) + 1):
            value = worth(zones.launch - new, zones.captured, zones.heroes + new) if zones.zombies else 0.0
            if value > best:
                best, heroes, on = value, new, True
        return heroes, on

    def _attack_worth(self, zones: Zones) -> tuple[Worth, tuple[float, ...]]:
        ends = Ends(position_worths(), zones.living, zones.zombies + zones.captured)
        return attack_worth(ends.fail, ends.stop), ends.stop


@dataclass(frozen=True)
class Ends:
    """What the ends of a turn are worth, with so many humans in all and zombies, captured ones among them."""

    table: Mapping[tuple[int, int], tuple[float, int]]
    humans: int
    zombies: int

    def bite(self, zombies: int) -> float:
        chances = enumerate(bite_chances(zombies))
        outcomes = ((min(n, self.humans), likely) for n, likely in chances)
        return sum(likely * self.table[self.humans - n, zombies + n][0] for n, likely in outcomes)

    @property
    def fail(self) -> float:
        return self.bite(self.zombies)

    @property
    def stop(self) -> tuple[float, ...]:
        """With 0, 1, 2… captured, as many as there are zombies."""
        return tuple(
            EXECUTION_WORTH * captured
            + (self.bite(self.zombies - captured) if captured < self.zombies else WIN_WORTH)
            for captured in range(self.zombies + 1)
        )


def turn_worth(
    table: dict[tuple[int, int], tuple[float, int]], humans: int, zombies: int
) -> tuple[float, int]:
    """A turn may end where it began: its worth is found by trying again until it stays the same."""
    table[humans, zombies] = (0.0, 0)
    while True:
        was = table[humans, zombies][0]
        table[humans, zombies] = best = max(launch_worths(table, humans, zombies), key=lambda each: each[0])
        if abs(best[0] - was) < WORTH_TOLERANCE:
            return best


def launch_worths(
    table: Mapping[tuple[int, int], tuple[float, int]], humans: int, zombies: int
) -> Iterator[tuple[float, int]]:
    """For each number of dice: what launching it is worth."""
    healthy, sick = Ends(table, humans, zombies), Ends(table, humans - 1, zombies + 1)
    well = attack_worth(healthy.fail, healthy.stop)
    ill = attack_worth(sick.fail, sick.stop)
    for n in range(1, Zones(humans, zombies).most_launch + 1):
        risk = infection_chance(n)
        value = (1 - risk) * well(n, 0, 0) + (risk * ill(n - 1, 0, 0) if risk else 0.0)
        yield value, n
