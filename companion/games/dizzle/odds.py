"""Exact chances in Dizzle: that a re-roll brings a die that fits, that the extra dice remove one."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from companion.game import Msg, msg
from companion.games.dizzle.state import EXTRA, State

FACES = 6


def some_fits(targets: Collection[int], dice: int) -> Fraction:
    """The chance that of so many dice at least one shows one of these values."""
    return 1 - Fraction(FACES - len(set(targets)), FACES) ** dice


def all_removed(pool: Collection[int]) -> Fraction:
    """The chance that the extra dice remove two dice: both values are in the pool, or one of them twice."""
    values = list(pool)
    pairs = sum(values.count(value) >= EXTRA for value in set(values))
    kinds = len(set(values))
    return Fraction(kinds * (kinds - 1) + pairs, FACES**EXTRA)


def percent(chance: Fraction) -> Msg:
    """A chance in whole percent; what is neither impossible nor certain is never said to be."""
    if 0 < chance < Fraction(1, 100):
        return msg("dizzle.odds.under")
    if Fraction(99, 100) < chance < 1:
        return msg("dizzle.odds.over")
    return msg("dizzle.odds.percent", n=round(chance * 100))


def advice(state: State, hand: tuple[str, ...]) -> tuple[Msg, ...]:
    """What is worth knowing now, for whoever is to act."""
    if state.phase == "reroll" or (state.phase == "act" and not state.legal):
        numbers = {state.board.numbers[cell] for cell in state.seat.targets}
        return (msg("dizzle.odds.fits", chance=percent(some_fits(numbers, len(state.pool)))),)
    if state.phase == "extra":
        return removal(state.values)
    if state.phase == "act" and state.solo:
        return after_taking(state, hand)
    return ()


def removal(pool: Collection[int]) -> tuple[Msg, ...]:
    """How likely the extra dice remove something of this pool, and how likely two dice."""
    return (
        msg("dizzle.odds.removed", chance=percent(some_fits(pool, EXTRA))),
        msg("dizzle.odds.removed_two", chance=percent(all_removed(pool))),
    )


def after_taking(state: State, hand: tuple[str, ...]) -> tuple[Msg, ...]:
    """Alone: for each value that can be taken (that in the hand), the chance that more is lost after it."""
    can = sorted({number for _, number in state.legal})
    wanted = [value for value in can if not hand or str(value) in hand] if len(state.pool) > 1 else []
    return tuple(
        msg("dizzle.odds.taking", die=value, chance=percent(some_fits(rest(state, value), EXTRA)))
        for value in wanted
    )


def rest(state: State, value: int) -> tuple[int, ...]:
    """The values of the pool once one die of this value is taken."""
    values = list(state.values)
    values.remove(value)
    return tuple(values)
