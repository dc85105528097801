"""What a detected face shows, of whatever kind the die may be: pips, or a face of a taught set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.dice import D6, DieKind
from vision.arrays import Image
from vision.detect.finder import Detection
from vision.detect.rectify import face_crop
from vision.recognise.align import IDENTITY, Affine
from vision.recognise.calibration import PIPS_CURVE, TAUGHT_CURVE, probability
from vision.recognise.taught_set import Match, TaughtSet

MAYBE_NO_PIPS = 0.03  # share of "no pips" from which it is asked whether a face is one of a known set
UNSURE_NO_PIPS = 0.05  # from which several pips are not sure: bars look like a six, pips hardly like bars
TAUGHT_NO_PIPS = 0.5  # from which a die is one of a taught set, where both may lie
MAX_TAUGHT_CHANCE = 0.5  # of being a face of a known set: with more it is no number of pips for sure
NARROW = 0.92  # of its edge: a face cut out so near that no floor shows


@dataclass(frozen=True)
class Value:
    """A face read: its kind, the candidates with probabilities, and the chance that the first is right.

    `affine`: how what is seen is squeezed against an upright square.
    """

    kind: str
    guesses: tuple[tuple[str, float], ...]
    sure: float
    affine: Affine = IDENTITY


@dataclass(frozen=True)
class Recogniser:
    """Says what faces show of the kinds of dice that may lie in the tray; `absent`: sets that are known and
    do not play."""

    kinds: tuple[DieKind, ...]
    taught: tuple[TaughtSet, ...]
    pips: bool
    absent: tuple[TaughtSet, ...] = ()

    def values(self, image: Image, tops: Sequence[Detection]) -> list[Value]:
        """What each face shows. A taught face that is not sure is looked at again, cut out in other ways and
        as a face in which light is mirrored."""
        taught_at = [
            k
            for k, top in enumerate(tops)
            if self.taught and (not self.pips or top.pip_probabilities[0] > TAUGHT_NO_PIPS)
        ]
        values = dict(zip(taught_at, self._taught_values(image, [tops[k] for k in taught_at]), strict=True))
        for crop, variant, max_sure in RETRIES:
            doubtful = [k for k in taught_at if values[k].sure < max_sure]
            again = self._taught_values(image, [crop(tops[k]) for k in doubtful], variant)
            for k, value in zip(doubtful, again, strict=True):
                values[k] = surer(values[k], value)
        return [values[k] if k in values else self._pip_value(image, top) for k, top in enumerate(tops)]

    def _taught_values(self, image: Image, tops: Sequence[Detection], variant: int = 0) -> list[Value]:
        """What each shows of the set that knows it best, in that set's best `variant` (0) or in the other."""
        cuts = [face_crop(image, top.corners) for top in tops]
        sets = [one.variants[variant] for one in self.taught if variant < len(one.variants)]
        by_set = [
            [from_match(match, one.kind, top) for top, match in zip(tops, one.matches(cuts), strict=True)]
            for one in sets
        ]
        nothing = [uniform(self.kinds[0])] * len(tops)
        return [max(each, key=lambda value: value.sure) for each in zip(*by_set, nothing, strict=True)]

    def _pip_value(self, image: Image, top: Detection) -> Value:
        """What the net reads; never sure where what might be no pips looks like a face of a known set: four
        figures are much like a 6."""
        if not self.pips:
            return uniform(self.kinds[0])
        value, sets = from_pips(top), (*self.taught, *self.absent)
        if top.pip_probabilities[0] < MAYBE_NO_PIPS or not sets:
            return value
        cut = face_crop(image, top.corners)
        rivals = (from_match(one.matches([cut])[0], one.kind, top) for one in sets)
        return replace(value, sure=0.0) if any(one.sure > MAX_TAUGHT_CHANCE for one in rivals) else value


def surer(one: Value, other: Value) -> Value:
    """The surer of two opinions; as much as the other speaks for another face, it is less sure."""
    best, second = sorted((one, other), key=lambda value: -value.sure)
    if best.guesses[0][0] == second.guesses[0][0]:
        return best
    return replace(best, sure=best.sure * (1 - second.sure))


def narrow_from_above(top: Detection) -> Detection:
    """A face cut out so near that no floor shows, and as if the eye were right above it."""
    return replace(top, edge=top.edge * NARROW, tilt=(0.0, 0.0))


def as_detected(top: Detection) -> Detection:
    """A face as it is."""
    return top


RETRIES = (  # how a face is cut out, the variant of its set, and the chance of being right below which
    (narrow_from_above, 0, 0.9),
    (narrow_from_above, 1, 0.99),
    (as_detected, 1, 0.99),
)


def uniform(kind: DieKind) -> Value:
    """Nothing read: every face is as likely as any other."""
    return Value(kind.id, tuple((face, 1 / len(kind.faces)) for face in kind.faces), 0.0)


def from_pips(top: Detection) -> Value:
    """What the net reads, as it is: no face of pips at all makes every number doubtful.

    A single pip looks a little like many a drawing, and no drawing was yet taken for one.
    """
    shares = top.pip_probabilities[1:] + 1e-6
    shares = shares / shares.sum()
    order = np.argsort(-shares)
    guesses = tuple((D6.faces[k], float(shares[k])) for k in order)
    sure = probability(top.value_score, PIPS_CURVE) if top.pips else 0.0
    none = float(top.pip_probabilities[0])
    return Value(D6.id, guesses, sure * (1 - none) if top.pips > 1 and none > UNSURE_NO_PIPS else sure)


def ramp(value: float, low: float, high: float) -> float:
    """0 below `low`, 1 above `high`, straight between."""
    return float(min(1.0, max(0.0, (value - low) / (high - low))))


def from_match(match: Match, kind: str, top: Detection) -> Value:
    """A value from a match with taught faces: sure where one alone fits everywhere or is very near, and each
    part of its drawing is there: another figure beside it makes another face, be it never taught.
    """
    unlike = ramp(match.worst_patch_residual, 0.15, 0.31) * (1 - ramp(match.similarity, 0.92, 0.98))
    score = match.guesses[0][1] * ramp(match.correlation, 0.75, 0.93) * (1 - 0.8 * unlike)
    score *= (0.5 + 0.5 * ramp(match.agreement, 0.3, 0.8)) * (1 - ramp(top.doubt, 0.25, 0.8))
    score *= ramp(match.worst_part_match, 0.85, 0.93) * ramp(match.similarity, 0.62, 0.82)
    return Value(kind, match.guesses, probability(score, TAUGHT_CURVE), match.affine)
