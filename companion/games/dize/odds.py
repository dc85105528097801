"""The exact chances of diZe: infection, attack and bite, all of them sums over binomials.

Numbers of dice in, chances out, and the words for them.
"""

from __future__ import annotations

from functools import cache
from math import comb

from companion.game import Msg, msg
from companion.games.dize.zones import INFECTING_ONES, Zones


@cache
def infection_chance(dice: int) -> float:
    """The chance of three 1s or more."""
    if dice < INFECTING_ONES:
        return 0.0
    harmless = sum(comb(dice, ones) * 5 ** (dice - ones) for ones in range(INFECTING_ONES))
    return float(1 - harmless / 6**dice)


@cache
def attack_chance(dice: int, lead: int = 0) -> float:
    """The chance of more even than odd, `lead` being heroes less captured."""
    good = sum(comb(dice, even) for even in range(dice + 1) if 2 * even - dice + lead > 0)
    return float(good / 2**dice)


def first_attack_chance(dice: int) -> float:
    """The chance that the first attack with so many dice works, the infection before it included."""
    risk = infection_chance(dice)
    return (1 - risk) * attack_chance(dice) + (risk * attack_chance(dice - 1) if risk else 0.0)


def bite_chance(zombies: int) -> float:
    """The chance that somebody is bitten."""
    return 1 - (5 / 6) ** zombies


def percent(chance: float) -> Msg:
    """A chance in whole percent; what is small but not nothing, or nearly sure but not quite, says so."""
    if 0 < chance < 0.01:
        return msg("dize.percent.under")
    if 0.99 < chance < 1:
        return msg("dize.percent.over")
    return msg("dize.percent", n=int(100 * chance + 0.5))


def number_lines(zones: Zones) -> tuple[Msg, ...]:
    """For each number of dice: whether the first attack works, and the risk of infection."""
    return tuple(number_line(n) for n in range(1, zones.most_launch + 1))


def number_line(n: int) -> Msg:
    if not infection_chance(n):
        return msg("dize.advice.number.safe", n=n, works=percent(first_attack_chance(n)))
    return msg(
        "dize.advice.number", n=n, works=percent(first_attack_chance(n)), infects=percent(infection_chance(n))
    )


def infection_lines(zones: Zones) -> tuple[Msg, ...]:
    chances = {
        "works": percent(first_attack_chance(zones.launch)),
        "infects": percent(infection_chance(zones.launch)),
    }
    return (msg("dize.advice.infection", **chances),)


def attack_lines(zones: Zones) -> tuple[Msg, ...]:
    return (msg("dize.advice.attack", works=percent(attack_chance(zones.launch, zones.lead))),)


def hero_lines(zones: Zones, sixes: int) -> tuple[Msg, ...]:
    """For each number of heroes that leaves a die to throw: whether the next attack would work."""
    choices = ((h, zones.allocate(h)) for h in range(sixes + 1))
    return tuple(
        msg("dize.advice.heroes", n=h, works=percent(attack_chance(after.launch, after.lead)))
        for h, after in choices
        if after.launch and after.zombies
    )


def next_attack_lines(zones: Zones) -> tuple[Msg, ...]:
    """Whether the next attack works; nothing when there is none."""
    if not (zones.launch and zones.zombies):
        return ()
    return (msg("dize.advice.again", n=zones.launch, works=percent(attack_chance(zones.launch, zones.lead))),)


def bite_lines(zones: Zones) -> tuple[Msg, ...]:
    return (msg("dize.advice.bite", bites=percent(bite_chance(zones.zombies))),)
