"""Exact chances of 25 to Dice: who is caught in the coming guards' phase, by trying every throw.

Both guards' dice and every die that picks a trail are enumerated, by the rules themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from companion.game import Msg, msg
from companion.games.prison.guards import DIE_SIDES, move_first, resolve
from companion.games.prison.hand import possible, sort_hand
from companion.games.prison.match import State
from companion.games.prison.moves import carry_out
from companion.games.prison.prison import BLUE, GREEN, Prison
from companion.games.prison.sheet import INMATES

Catch = tuple[int, str]  # which guard, whom
NEARLY_CERTAIN = Fraction(99, 100)


def advice(state: State, hand: tuple[str, ...]) -> tuple[Msg, ...]:
    """Each inmate's chance to be caught, likeliest first; with a hand that can do one thing, after it."""
    if state.stage != "guards" and state.round >= state.sheet.rounds:
        return (msg("25-to-dice.odds.last"),)
    prison = state.prisons[state.at_work]
    now = chances(prison, unthrown(state))
    after = _after(prison, hand) if state.phase == "inmates" and hand else None
    if after is None:
        return tuple(_caught_text(now, name) for name in _by_danger(prison, now))
    then = chances(after, (GREEN, BLUE))
    names = () if after.result else _by_danger(after, then)
    return tuple(_change_text(then, now, name) for name in names)


def unthrown(state: State) -> tuple[int, ...]:
    """The guards whose dice are still to be thrown, in this phase or the coming one."""
    asking = state.asking is not None
    if state.dice == "one" and state.stage == "guards":
        return (GREEN, BLUE)[state.green_done + asking :]
    return () if asking else (GREEN, BLUE)


def chances(prison: Prison, guards: tuple[int, ...]) -> Mapping[Catch, Fraction]:
    """How likely each of these guards, and one that is on its way already, catches whom."""
    found: dict[Catch, Fraction] = {}
    each = Fraction(1, DIE_SIDES ** len(guards))
    for dice in product(range(1, DIE_SIDES + 1), repeat=len(guards)):
        queue = (*prison.queue, *zip(guards, dice, strict=True))
        for catches, chance in futures(replace(prison, queue=queue), each):
            for catch in catches:
                found[catch] = found.get(catch, Fraction()) + chance
    return found


def futures(
    prison: Prison, chance: Fraction, catches: tuple[Catch, ...] = ()
) -> Iterator[tuple[tuple[Catch, ...], Fraction]]:
    """Every way the guards of the queue can go on: whom they catch, and how likely that is.

    A die picks each of several trails equally often, thrown again or not (E17).
    """
    if question := prison.question:
        for name in question.between:
            yield from futures(resolve(prison, question, name), chance / len(question.between), catches)
    elif prison.queue and prison.result is None:
        who, after = prison.queue[0][0], move_first(prison)
        yield from futures(
            after, chance, (*catches, *((who, name) for name in _newly_captured(prison, after)))
        )
    else:
        yield catches, chance


def _newly_captured(before: Prison, after: Prison) -> Iterator[str]:
    pairs = zip(INMATES, before.inmates, after.inmates, strict=True)
    return (name for name, old, new in pairs if (old.status, new.status) == ("grid", "captured"))


def _after(prison: Prison, hand: tuple[str, ...]) -> Prison | None:
    """The prison after the one thing that this hand can do; None if there is not just one."""
    held = sort_hand(prison, hand)
    deeds = list(possible(prison, held)) if held else []
    return carry_out(prison, deeds[0]) if len(deeds) == 1 else None


def _by_danger(prison: Prison, found: Mapping[Catch, Fraction]) -> tuple[str, ...]:
    return tuple(sorted(sorted(prison.standing.values()), key=lambda name: -_all(found, name)))


def _all(found: Mapping[Catch, Fraction], name: str) -> Fraction:
    return found.get((GREEN, name), Fraction()) + found.get((BLUE, name), Fraction())


def _caught_text(found: Mapping[Catch, Fraction], name: str) -> Msg:
    green, blue = (percent(found.get((who, name), Fraction())) for who in (GREEN, BLUE))
    caught = percent(_all(found, name))
    return msg("25-to-dice.odds.caught", inmate=name, caught=caught, green=green, blue=blue)


def _change_text(then: Mapping[Catch, Fraction], now: Mapping[Catch, Fraction], name: str) -> Msg:
    before, after = percent(_all(now, name)), percent(_all(then, name))
    return msg("25-to-dice.odds.then", inmate=name, caught=after, now=before)


def percent(chance: Fraction) -> Msg:
    """A chance in whole percent; what is neither impossible nor certain is never said to be."""
    if 0 < chance < Fraction(1, 100):
        return msg("25-to-dice.odds.under")
    if NEARLY_CERTAIN < chance < 1:
        return msg("25-to-dice.odds.over")
    return msg("25-to-dice.odds.percent", n=round(chance * 100))
