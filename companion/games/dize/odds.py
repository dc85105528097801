"""The exact chances of diZe: infection, attack and bite, all of them sums over binomials.

Refuses to know a match: numbers of dice in, chances out, and the words for them.
"""

from __future__ import annotations

from functools import cache
from math import comb

from companion.game import Msg, msg
from companion.games.dize.zones import INFECTS, Zones


@cache
def infects(dice: int) -> float:
    """The chance of three 1s or more."""
    if dice < INFECTS:
        return 0.0
    harmless = sum(comb(dice, ones) * 5 ** (dice - ones) for ones in range(INFECTS))
    return float(1 - harmless / 6**dice)


@cache
def works(dice: int, lead: int = 0) -> float:
    """The chance of more even than odd, `lead` being heroes less captured."""
    good = sum(comb(dice, even) for even in range(dice + 1) if 2 * even - dice + lead > 0)
    return float(good / 2**dice)


def works_first(dice: int) -> float:
    """The chance that the first attack with so many dice works, the infection before it included."""
    risk = infects(dice)
    return (1 - risk) * works(dice) + (risk * works(dice - 1) if risk else 0.0)


def bites(zombies: int) -> float:
    """The chance that somebody is bitten."""
    return 1 - (5 / 6) ** zombies


def percent(chance: float) -> Msg:
    """A chance in whole percent; what is small but not nothing, or nearly sure but not quite, says so."""
    if 0 < chance < 0.01:
        return msg("dize.percent.under")
    if 0.99 < chance < 1:
        return msg("dize.percent.over")
    return msg("dize.percent", n=int(100 * chance + 0.5))


def before_choosing(zones: Zones) -> tuple[Msg, ...]:
    """For each number of dice: whether the first attack works, and the risk of infection."""
    return tuple(_number(n) for n in range(1, zones.most + 1))


def _number(n: int) -> Msg:
    if not infects(n):
        return msg("dize.advice.number.safe", n=n, works=percent(works_first(n)))
    return msg("dize.advice.number", n=n, works=percent(works_first(n)), infects=percent(infects(n)))


def before_infection(zones: Zones) -> tuple[Msg, ...]:
    chances = {"works": percent(works_first(zones.launch)), "infects": percent(infects(zones.launch))}
    return (msg("dize.advice.infection", **chances),)


def before_attack(zones: Zones) -> tuple[Msg, ...]:
    return (msg("dize.advice.attack", works=percent(works(zones.launch, zones.lead))),)


def before_allocating(zones: Zones, sixes: int) -> tuple[Msg, ...]:
    """For each number of heroes that leaves a die to throw: whether the next attack would work."""
    choices = ((h, zones.allocated(h)) for h in range(sixes + 1))
    return tuple(
        msg("dize.advice.heroes", n=h, works=percent(works(after.launch, after.lead)))
        for h, after in choices
        if after.launch and after.zombies
    )


def before_deciding(zones: Zones) -> tuple[Msg, ...]:
    """Whether the next attack works; nothing when there is none."""
    if not (zones.launch and zones.zombies):
        return ()
    return (msg("dize.advice.again", n=zones.launch, works=percent(works(zones.launch, zones.lead))),)


def before_bite(zones: Zones) -> tuple[Msg, ...]:
    return (msg("dize.advice.bite", bites=percent(bites(zones.zombies))),)
