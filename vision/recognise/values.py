"""What a found face shows, of whatever kind the die may be: pips, or a face of a taught set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.dice import D6, DieKind
from vision.arrays import Image
from vision.detect.finder import Detection
from vision.detect.rectify import face_crop
from vision.recognise.align import UPRIGHT, Linear
from vision.recognise.calibration import PIPS, TAUGHT, probability
from vision.recognise.taught_set import Match, TaughtSet

SUSPECT = 0.03  # share of "no pips" from which it is asked whether a face of pips is one of a known set
PERHAPS = 0.05  # the same from which several pips are not sure: bars look like a six, pips hardly like bars
RIVAL = 0.5  # chance of being a face of that set from which it is no number of pips for sure
DOUBTFUL = 0.9  # chance of being right below which a taught face is cut out in another way too
UNSURE = 0.99  # the same below which it may be that light is mirrored in it
NARROW = 0.92  # of its edge, then
OTHER = 0.5  # share of "no pips" from which a die is one of a taught set, where both may lie


@dataclass(frozen=True)
class Value:
    """A face read: its kind, the candidates with probabilities, and how surely the first is right.

    `linear`: how what is seen is squeezed against an upright square.
    """

    kind: str
    guesses: tuple[tuple[str, float], ...]
    sure: float
    linear: Linear = UPRIGHT


@dataclass(frozen=True)
class Values:
    """The kinds of dice that may lie in the tray; `absent`: sets that are known and do not play."""

    kinds: tuple[DieKind, ...]
    taught: tuple[TaughtSet, ...]
    pips: bool
    absent: tuple[TaughtSet, ...] = ()

    def of(self, image: Image, faces: Sequence[Detection]) -> list[Value]:
        """What each face shows."""
        drawn = [k for k, face in enumerate(faces) if self._drawn(face)]
        taught = dict(zip(drawn, self._taught(image, [faces[k] for k in drawn]), strict=True))
        for cut_out, way, bar in AGAIN:
            doubtful = [k for k in drawn if taught[k].sure < bar]
            again = self._taught(image, [cut_out(faces[k]) for k in doubtful], way)
            for k, value in zip(doubtful, again, strict=True):
                taught[k] = surer(taught[k], value)
        return [taught[k] if k in taught else self._pips(image, face) for k, face in enumerate(faces)]

    def _taught(self, image: Image, faces: Sequence[Detection], way: int = 0) -> list[Value]:
        """What each shows of the set that knows it best, seen in its best `way` (0) or in the other."""
        cuts = [face_crop(image, face.corners) for face in faces]
        looks = [
            [from_match(match, t.kind, face) for face, match in zip(faces, t.matches(cuts), strict=True)]
            for t in (one.ways[way] for one in self.taught if way < len(one.ways))
        ]
        nothing = [blank(self.kinds[0])] * len(faces)
        return [max(each, key=lambda value: value.sure) for each in zip(*looks, nothing, strict=True)]

    def _drawn(self, face: Detection) -> bool:
        """Whether it is to be compared with taught faces."""
        return bool(self.taught) and (not self.pips or face.pip_probabilities[0] > OTHER)

    def _pips(self, image: Image, face: Detection) -> Value:
        if not self.pips:
            return blank(self.kinds[0])
        value = from_pips(face)
        return replace(value, sure=0.0) if self._known(image, face) else value

    def _known(self, image: Image, face: Detection) -> bool:
        """Whether what might be no pips looks like a face of a known set: four figures are much like a 6."""
        if face.pip_probabilities[0] < SUSPECT or not (self.taught or self.absent):
            return False
        shown = face_crop(image, face.corners)
        looks = (from_match(t.matches([shown])[0], t.kind, face) for t in (*self.taught, *self.absent))
        return any(look.sure > RIVAL for look in looks)


def surer(one: Value, other: Value) -> Value:
    """The surer of two opinions; as much as the other speaks for another face, it is less sure."""
    best, second = sorted((one, other), key=lambda value: -value.sure)
    if best.guesses[0][0] == second.guesses[0][0]:
        return best
    return replace(best, sure=best.sure * (1 - second.sure))


def otherwise(face: Detection) -> Detection:
    """A face cut out in another way: so near that no floor shows, and as if the eye were right above it."""
    return replace(face, edge=face.edge * NARROW, tilt=(0.0, 0.0))


def as_found(face: Detection) -> Detection:
    """A face as it was found."""
    return face


AGAIN = (  # how a face is cut out, and in which way it is seen, once it is less sure than that
    (otherwise, 0, DOUBTFUL),
    (otherwise, 1, UNSURE),
    (as_found, 1, UNSURE),
)


def blank(kind: DieKind) -> Value:
    """Nothing read: every face is as likely as any other."""
    return Value(kind.id, tuple((face, 1 / len(kind.faces)) for face in kind.faces), 0.0)


def from_pips(face: Detection) -> Value:
    """What the net reads, as it is: no face of pips at all makes every number doubtful.

    A single pip looks a little like many a drawing, and no drawing was yet taken for one.
    """
    shares = face.pip_probabilities[1:] + 1e-6
    shares = shares / shares.sum()
    order = np.argsort(-shares)
    guesses = tuple((D6.faces[k], float(shares[k])) for k in order)
    sure = probability(face.value_score, PIPS) if face.pips else 0.0
    none = float(face.pip_probabilities[0])
    return Value(D6.id, guesses, sure * (1 - none) if face.pips > 1 and none > PERHAPS else sure)


def ramp(value: float, low: float, high: float) -> float:
    """0 below `low`, 1 above `high`, straight between."""
    return float(min(1.0, max(0.0, (value - low) / (high - low))))


def from_match(match: Match, kind: str, face: Detection) -> Value:
    """A value from a match with taught faces: sure where one alone fits everywhere or is very near, and each
    part of its drawing is there: another figure beside it makes another face, be it never taught.
    """
    unlike = ramp(match.misfit, 0.15, 0.31) * (1 - ramp(match.near, 0.92, 0.98))
    sure = match.guesses[0][1] * ramp(match.likeness, 0.75, 0.93) * (1 - 0.8 * unlike)
    sure *= (0.5 + 0.5 * ramp(match.trust, 0.3, 0.8)) * (1 - ramp(face.doubt, 0.25, 0.8))
    sure *= ramp(match.whole, 0.85, 0.93) * ramp(match.near, 0.62, 0.82)
    return Value(kind, match.guesses, probability(sure, TAUGHT), match.linear)
