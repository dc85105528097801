"""The exact chances of a turn of Dalek Dice, by dynamic programming over what is kept and the dice left.

A roll is worth what its best keep is worth, a keep what the better of stopping and rolling on is worth.
Refuses to know the match: here everybody wants the highest mean score of this turn. Nothing is sampled.

Rolls are grouped by how many of the four faces that can be kept they show (a `Show`); what is best to keep of
a Show is the best of keeping all of it and what is best of the Shows with one die less. Doctors and
Exterminates only decide which of four cases it is, as one of each is kept at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import factorial
from operator import mul
from typing import NamedTuple

from companion.game import Msg, msg
from companion.games.dalek_dice_turn import BONUS, DALEKS, HUMANS, LIMIT, Turn, kept, objection

VALUES = (*HUMANS.items(), *DALEKS.items())  # the faces of a Show, in its order
SIDES = 6
IMPOSSIBLE = -1.0  # below any score
TOLD = 4  # keeps that are worth telling: the best
SHORT = {"human2": "H2", "human4": "H4", "dalek2": "D2", "dalek3": "D3"}


class Spot(NamedTuple):
    """A turn between two rolls, as far as its chances go."""

    left: int
    humans: int
    daleks: int
    doctors: int
    exterminates: int

    def plus(self, doctors: int, exterminates: int) -> Spot:
        """After a roll that kept so many by rule."""
        left = self.left - doctors - exterminates
        return self._replace(
            left=left, doctors=self.doctors + doctors, exterminates=self.exterminates + exterminates
        )


class Show(NamedTuple):
    """How many dice of a roll can be kept and what they are worth; the places of the Shows with one less."""

    dice: int
    humans: int
    daleks: int
    less: tuple[int, ...]
    ways: int  # product of the factorials of its counts


@dataclass(frozen=True)
class Odds:
    """The chance of each Show of a roll of n dice, in order, with these surplus dice besides.

    `none`: neither Doctor nor Exterminate (only Shows of all n dice, which come last); `one`: Doctors alone,
    which is as likely as Exterminates alone; `both`: at least one of each.
    """

    none: tuple[float, ...]
    one: tuple[float, ...]
    both: tuple[float, ...]


@cache
def shows(dice: int) -> tuple[Show, ...]:
    """All Shows of up to so many dice, fewer dice first, so that those of fewer dice are their beginning."""
    counts = sorted(
        (c for c in product(range(dice + 1), repeat=4) if sum(c) <= dice), key=lambda c: (sum(c), c)
    )
    place = {count: n for n, count in enumerate(counts)}
    return tuple(_show(count, place) for count in counts)


def _show(count: tuple[int, ...], place: dict[tuple[int, ...], int]) -> Show:
    less = [(*count[:k], n - 1, *count[k + 1 :]) for k, n in enumerate(count) if n]
    ways = 1
    for n in count:
        ways *= factorial(n)
    human2, human4, dalek2, dalek3 = (n * value for n, (_, value) in zip(count, VALUES, strict=True))
    return Show(sum(count), human2 + human4, dalek2 + dalek3, tuple(place[c] for c in less), ways)


@cache
def odds(dice: int) -> Odds:
    """The chances of what a roll of so many dice shows."""
    whole = factorial(dice) / SIDES**dice
    part = [(show, dice - show.dice, whole / show.ways) for show in shows(dice)]
    one = tuple(p / factorial(rest) for _, rest, p in part if rest >= 1)
    both = tuple(p / factorial(rest) * (2**rest - 2) for _, rest, p in part if rest >= 2)
    return Odds(tuple(p for _, rest, p in part if not rest), one, both)


def stopped(spot: Spot) -> int:
    """The score of ending the turn here, by STOP or without a die left (D8)."""
    if spot.daleks < spot.humans:
        return 0
    return spot.humans if spot.left else spot.humans + BONUS


def best(spot: Spot) -> float:
    """The mean score of the turn when nothing more is kept of this roll: of stopping or rolling on."""
    return max(stopped(spot), rolled_on(spot)) if spot.left else stopped(spot)


def rolled_on(spot: Spot) -> float:
    """The mean score of rolling all dice left, played best from then on."""
    # more Daleks than can be needed are worth as much as just enough: fewer different turns to look at
    enough = spot.humans + max(HUMANS.values()) * spot.left
    return _rolled_on(spot if spot.daleks <= enough else spot._replace(daleks=enough))


@cache
def _rolled_on(spot: Spot) -> float:
    chance, doctor, last = odds(spot.left), spot.doctors + 1 < LIMIT, spot.exterminates + 1 == LIMIT
    free = _free_keeps(spot)
    mean: float = sum(map(mul, chance.none, free[len(free) - len(chance.none) :]))
    mean += sum(map(mul, chance.one, _ended(spot.plus(0, 1)) if last else _keeps(spot.plus(0, 1))))
    if doctor:  # else the third Doctor has come, and the turn scores nothing
        mean += sum(map(mul, chance.one, _keeps(spot.plus(1, 0))))
        if chance.both:
            mean += sum(map(mul, chance.both, _ended(spot.plus(1, 1)) if last else _keeps(spot.plus(1, 1))))
    return mean


def _keeps(spot: Spot) -> Iterator[float]:
    """For each Show what the best keep is worth, when nothing need be kept (D3)."""
    nothing = best(spot)
    return (value if value > nothing else nothing for value in _free_keeps(spot))


@cache
def _free_keeps(spot: Spot) -> tuple[float, ...]:
    """For each Show what the best keep of at least one die is worth; `spot` is before it."""
    left, humans, daleks, doctors, exterminates = spot
    values = [IMPOSSIBLE]
    for dice, more_humans, more_daleks, less, _ in shows(left)[1:]:
        after = Spot(left - dice, humans + more_humans, daleks + more_daleks, doctors, exterminates)
        values.append(max(best(after), *(values[place] for place in less)))
    return tuple(values)


@cache
def _ended(spot: Spot) -> tuple[int, ...]:
    """For each Show the score of a third Exterminate: all that can be is kept (D5, D9)."""
    return tuple(
        2 * (spot.humans + show.humans) + (BONUS if show.dice == spot.left else 0)
        for show in shows(spot.left)
    )


def spot_of(turn: Turn) -> Spot:
    """Where a turn stands."""
    count = turn.count
    return Spot(turn.dice_left, turn.humans, turn.daleks, count["doctor"], count["exterminate"])


def value(turn: Turn) -> float:
    """The mean score of a turn to be decided about, or the score of one that is over."""
    return turn.worth if turn.end else best(spot_of(turn))


def third_doctor(turn: Turn) -> float:
    """The chance that the next roll brings the third Doctor: more than one of a roll never counts (D2)."""
    if turn.count["doctor"] < LIMIT - 1:
        return 0.0
    return float(1 - (1 - 1 / SIDES) ** turn.dice_left)


@dataclass(frozen=True)
class Choice:
    """A keep of this roll: its faces, the turn that it makes, its mean score, played best from then on."""

    faces: tuple[str, ...]
    after: Turn
    mean: float

    @property
    def rolls_on(self) -> bool:
        """Whether rolling on is better than stopping, after it; a mean that equals the score says stop."""
        return not self.after.end and self.mean > self.after.worth


def choices(turn: Turn) -> tuple[Choice, ...]:
    """The keeps of this roll that can be best, best first; of Daleks, the better ones are kept first.

    A Dalek of 3 is never worse than one of 2: it costs as much, and more Daleks never score less.
    """
    has = Counter(item.name for item in turn.pool)
    daleks = ("dalek3",) * has["dalek3"] + ("dalek2",) * has["dalek2"]
    found = []
    for fours, twos, n in product(range(has["human4"] + 1), range(has["human2"] + 1), range(len(daleks) + 1)):
        faces = ("human4",) * fours + ("human2",) * twos + daleks[:n]
        if faces or turn.forced:
            after = kept(turn, faces)
            found.append(Choice(faces, after, value(after)))
    return tuple(sorted(found, key=lambda choice: choice.mean, reverse=True))


def advice(turn: Turn, hand: tuple[str, ...]) -> tuple[Msg, ...]:
    """What is to be said about the turn, with these dice in the hand."""
    if turn.phase == "roll":
        return (rolling(rolled_on(spot_of(turn))), danger(turn))
    if turn.phase == "decide":
        return deciding(turn)
    if hand or not turn.pool:
        return () if objection(turn, hand) else deciding(kept(turn, hand))
    told = choices(turn)[:TOLD]
    risk = (danger(told[0].after),) if told[0].rolls_on else ()
    return (*map(keeping, told), *risk)


def deciding(turn: Turn) -> tuple[Msg, ...]:
    """Stopping and rolling on, side by side."""
    stop = msg("dalek-dice.advice.stop", n=turn.worth)
    return (stop,) if turn.end else (stop, rolling(rolled_on(spot_of(turn))), danger(turn))


def rolling(mean: float) -> Msg:
    return msg("dalek-dice.advice.roll", **tenths(mean))


def keeping(choice: Choice) -> Msg:
    """One keep, and what to do after it."""
    then = "roll" if choice.rolls_on else "stop"
    if not choice.faces:
        return msg(f"dalek-dice.advice.none.{then}", **tenths(choice.mean))
    count = Counter(SHORT[face] for face in choice.faces)
    dice = " ".join(face if n == 1 else f"{face}×{n}" for face, n in count.items())
    return msg(f"dalek-dice.advice.keep.{then}", dice=dice, **tenths(choice.mean))


def danger(turn: Turn) -> Msg:
    """The third Doctor on the next roll: never, or with a chance from 17 % on."""
    chance = third_doctor(turn)
    if not chance:
        return msg("dalek-dice.advice.no_doctor")
    return msg("dalek-dice.advice.doctor", n=turn.dice_left, percent=round(100 * chance))


def tenths(mean: float) -> dict[str, int]:
    """A mean score to one place; languages differ in how they part it."""
    whole, tenth = divmod(round(10 * mean), 10)
    return {"n": whole, "tenth": tenth}
