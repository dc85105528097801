"""The exact chances of a turn of Dalek Dice, by dynamic programming over what is kept and the dice left.

A roll is worth what its best keep is worth, a keep what the better of stopping and rolling on is worth.
Here everybody wants the highest mean score of this turn, or, with an `Aim`, to
score more than so many points, an equal score being half as good. Nothing is sampled.

Rolls are grouped by how many of the four faces that can be kept they show (a `Show`); what is best to keep of
a Show is the best of keeping all of it and what is best of the Shows with one die less. Doctors and
Exterminates only decide which of four cases it is, as one of each is kept at most.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from math import factorial
from operator import mul
from typing import NamedTuple

from companion.game import Msg, msg
from companion.games.dalek_dice.turn import (
    DALEK_POINTS,
    ENDING_COUNT,
    HUMAN_POINTS,
    NO_DICE_BONUS,
    Turn,
    keep,
    objection,
)

VALUES = (*HUMAN_POINTS.items(), *DALEK_POINTS.items())  # the faces of a Show, in its order
SIDES = 6
Aim = int | None
IMPOSSIBLE_SCORE = -1.0  # below any score
EQUAL_SCORE_MARGIN = 1e-9  # sums of so many chances are not exact to the last digit
MOST_ADVISED_KEEPS = 4  # keeps that are worth telling: the best
FACE_SIGNS = {"human2": "H2", "human4": "H4", "dalek2": "D2", "dalek3": "D3"}


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


def worth(points: int, aim: Aim) -> float:
    """What a score is good for."""
    if aim is None:
        return points
    return 1.0 if points > aim else 0.5 if points == aim else 0.0


def stop_score(spot: Spot) -> int:
    """The score of ending the turn here, by STOP or without a die left (D8)."""
    if spot.daleks < spot.humans:
        return 0
    return spot.humans if spot.left else spot.humans + NO_DICE_BONUS


def best(spot: Spot, aim: Aim = None) -> float:
    """What the turn is worth when nothing more is kept of this roll: stopping or rolling on."""
    stop = worth(stop_score(spot), aim)
    return max(stop, roll_on_value(spot, aim)) if spot.left else stop


def roll_on_value(spot: Spot, aim: Aim = None) -> float:
    """What rolling all dice left is worth, played best from then on."""
    # more Daleks than can be needed are worth as much as just enough: fewer different turns to look at
    enough = spot.humans + max(HUMAN_POINTS.values()) * spot.left
    return _roll_on_value(spot if spot.daleks <= enough else spot._replace(daleks=enough), aim)


@lru_cache(maxsize=80_000)
def _roll_on_value(spot: Spot, aim: Aim) -> float:
    chance, last = odds(spot.left), spot.exterminates + 1 == ENDING_COUNT
    keeps = _end_scores if last else _keeps
    mean: float = sum(map(mul, chance.one, keeps(spot.plus(0, 1), aim)))
    if spot.doctors + 1 < ENDING_COUNT:  # else a third Doctor ends the turn without a point
        mean += sum(map(mul, chance.one, _keeps(spot.plus(1, 0), aim)))
        if chance.both:
            mean += sum(map(mul, chance.both, keeps(spot.plus(1, 1), aim)))
    elif aim is not None:
        mean += worth(0, aim) * (sum(chance.one) + sum(chance.both))
    free = _free_keeps(spot, aim)
    mean += sum(map(mul, chance.none, free[len(free) - len(chance.none) :]))
    return mean


def _keeps(spot: Spot, aim: Aim) -> list[float]:
    """For each Show what the best keep is worth, when nothing need be kept (D3)."""
    nothing = best(spot, aim)
    return [value if value > nothing else nothing for value in _free_keeps(spot, aim)]


@lru_cache(maxsize=1_000)  # each is needed a few times, soon after one another
def _free_keeps(spot: Spot, aim: Aim) -> tuple[float, ...]:
    """For each Show what the best keep of at least one die is worth; `spot` is before it."""
    left, humans, daleks, doctors, exterminates = spot
    values = [IMPOSSIBLE_SCORE]
    for dice, more_humans, more_daleks, less, _ in shows(left)[1:]:
        after = Spot(left - dice, humans + more_humans, daleks + more_daleks, doctors, exterminates)
        values.append(max(best(after, aim), *(values[place] for place in less)))
    return tuple(values)


def _end_scores(spot: Spot, aim: Aim) -> list[float]:
    """For each Show what a third Exterminate is worth: all that can be is kept (D5, D9)."""
    return [
        worth(2 * (spot.humans + show.humans) + (NO_DICE_BONUS if show.dice == spot.left else 0), aim)
        for show in shows(spot.left)
    ]


def spot_of(turn: Turn) -> Spot:
    """Where a turn stands."""
    count = turn.count
    return Spot(turn.dice_left, turn.humans, turn.daleks, count["doctor"], count["exterminate"])


def value(turn: Turn, aim: Aim = None) -> float:
    """What a turn to be decided about is worth, or one that is over."""
    return worth(turn.worth, aim) if turn.end else best(spot_of(turn), aim)


def third_doctor(turn: Turn) -> float:
    """The chance that the next roll brings the third Doctor: more than one of a roll never counts (D2)."""
    if turn.count["doctor"] < ENDING_COUNT - 1:
        return 0.0
    return float(1 - (1 - 1 / SIDES) ** turn.dice_left)


@dataclass(frozen=True)
class Choice:
    """A keep of this roll: its faces, the turn that it makes, what it is worth, whether to roll on then."""

    faces: tuple[str, ...]
    after: Turn
    mean: float
    rolls_on: bool


def rolls_on(turn: Turn, aim: Aim = None) -> bool:
    """Whether rolling on is better than stopping; what is as good says stop."""
    return not turn.end and roll_on_value(spot_of(turn), aim) > worth(turn.worth, aim) + EQUAL_SCORE_MARGIN


def choices(turn: Turn, aim: Aim = None) -> tuple[Choice, ...]:
    """The keeps of this roll that can be best, best first; of Daleks, the better ones are kept first.

    A Dalek of 3 is never worse than one of 2: it costs as much, and more Daleks never score less.
    """
    has = Counter(item.name for item in turn.pool)
    daleks = ("dalek3",) * has["dalek3"] + ("dalek2",) * has["dalek2"]
    found = []
    for fours, twos, n in product(range(has["human4"] + 1), range(has["human2"] + 1), range(len(daleks) + 1)):
        faces = ("human4",) * fours + ("human2",) * twos + daleks[:n]
        if faces or turn.forced:
            after = keep(turn, faces)
            found.append(Choice(faces, after, value(after, aim), rolls_on(after, aim)))
    return tuple(sorted(found, key=lambda choice: (-round(choice.mean, 9), choice.rolls_on)))


def advice(turn: Turn, hand: tuple[str, ...]) -> tuple[Msg, ...]:
    """What is to be said about the turn, with these dice in the hand."""
    if turn.phase == "roll":
        return (rolling(roll_on_value(spot_of(turn))), danger(turn))
    if turn.phase == "decide":
        return deciding(turn)
    if hand or not turn.pool:
        return () if objection(turn, hand) else deciding(keep(turn, hand))
    best_keeps = choices(turn)[:MOST_ADVISED_KEEPS]
    risk = (danger(best_keeps[0].after),) if best_keeps[0].rolls_on else ()
    return (*map(keeping, best_keeps), *risk)


def deciding(turn: Turn) -> tuple[Msg, ...]:
    """Stopping and rolling on, side by side."""
    stop = msg("dalek-dice.advice.stop", n=turn.worth)
    return (stop,) if turn.end else (stop, rolling(roll_on_value(spot_of(turn))), danger(turn))


def rolling(mean: float) -> Msg:
    return msg("dalek-dice.advice.roll", **tenths(mean))


def keeping(choice: Choice) -> Msg:
    """One keep, and what to do after it."""
    then = "roll" if choice.rolls_on else "stop"
    if not choice.faces:
        return msg(f"dalek-dice.advice.none.{then}", **tenths(choice.mean))
    count = Counter(FACE_SIGNS[face] for face in choice.faces)
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
