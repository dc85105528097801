"""What a squared face shows, of whatever kind it may be: pips, or a taught set.

Refuses to know where the face lies. A rough look is cheap and tells real top faces from chance squares; the
close look is for those that were chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.dice import D6, DieKind
from vision.align import FACE, MARGIN, UPRIGHT, Linear
from vision.faces import Match, TaughtSet
from vision.pips import SIZE, Counted, contrast_of, count, squeeze
from vision.tray import Image

PLAIN = 0.6  # quality of pips below which their squeeze says nothing
FOREIGN = 0.2  # share of a face that is neither body nor pip, at which its count is not to be trusted


@dataclass(frozen=True)
class Value:
    """A face read: its kind, the candidates with probabilities, how surely the first is right, and how well
    it fits (0 to 1), by which squares compete."""

    kind: str
    guesses: tuple[tuple[str, float], ...]
    sure: float
    quality: float
    shift: tuple[float, float] = (0.0, 0.0)  # where the middle of what is seen lies, in edges from the face's
    linear: Linear = UPRIGHT  # how what is seen is squeezed against an upright square


@dataclass(frozen=True)
class Values:
    """The kinds of dice that may lie in the tray."""

    kinds: tuple[DieKind, ...]
    taught: tuple[TaughtSet, ...]
    pips: bool

    def rough(self, faces: Sequence[Image]) -> list[Value]:
        """A cheap look at squared cuts (FACE × FACE with MARGIN)."""
        best: list[Value] = [self.blank()] * len(faces)
        if self.pips:
            best = [from_pips(c) for c in count([without_margin(f) for f in faces])]
        for taught in self.taught:
            for k, face in enumerate(faces):
                value = roughly(face, taught)
                if value.quality > best[k].quality:
                    best[k] = value
        return best

    def close(self, face: Image, rough: Value) -> Value:
        """A close look at one face that was chosen."""
        for taught in self.taught:
            if taught.kind == rough.kind:
                return from_match(taught.match(face), taught.kind)
        if rough.kind == D6.id and rough.quality > PLAIN:
            return replace(rough, linear=squeeze(without_margin(face), int(rough.guesses[0][0])))
        return rough

    def blank(self) -> Value:
        """Nothing read."""
        kind = self.kinds[0]
        return Value(kind.id, tuple((f, 1 / len(kind.faces)) for f in kind.faces), 0.0, 0.0)


def without_margin(face: Image) -> Image:
    """The face itself, at the size in which pips are counted."""
    rim = round(FACE * MARGIN / (1 + 2 * MARGIN))
    return cv2.resize(face[rim:-rim, rim:-rim], (SIZE, SIZE), interpolation=cv2.INTER_LINEAR)  # type: ignore[return-value]


def roughly(face: Image, taught: TaughtSet) -> Value:
    """How well any taught face fits, in small."""
    contrast = contrast_of(face, glyph=True)
    likeness, _ = taught.rough(contrast.map)
    order = np.argsort(-likeness)
    quality = float(likeness[order[0]]) if contrast.step > 0.1 else 0.0
    share = 1 / len(taught.names)
    return Value(taught.kind, tuple((taught.names[k], share) for k in order), 0.0, max(0.0, quality))


def ramp(value: float, low: float, high: float) -> float:
    """0 below `low`, 1 above `high`, straight between."""
    return float(min(1.0, max(0.0, (value - low) / (high - low))))


def from_pips(counted: Counted) -> Value:
    """A value from counted pips: sure where layout and spots agree and nothing else comes near."""
    guesses = counted.guesses
    agree = 1.0 if str(counted.spots) == counted.face else (0.55 if counted.spots else 0.75)
    sure = guesses[0][1] * ramp(counted.best, 0.5, 0.8) * ramp(counted.contrast, 0.15, 0.35)
    whole = 1.0 - ramp(counted.foreign, FOREIGN / 2, FOREIGN)
    sure *= (0.3 + 0.7 * whole) * max(
        agree, ramp(counted.margin, 0.1, 0.22) * 0.9 if not counted.spots else 0.0
    )
    quality = max(0.0, counted.best) * ramp(counted.contrast, 0.05, 0.3) * (1.0 - min(0.5, counted.foreign))
    return Value(D6.id, guesses, sure, quality, counted.shift)


def from_match(match: Match, kind: str) -> Value:
    """A value from a match with taught faces: sure where one fits everywhere and the next does not."""
    sure = (
        match.guesses[0][1] * ramp(match.likeness, 0.75, 0.93) * (1.0 - 0.6 * ramp(match.misfit, 0.12, 0.3))
    )
    sure *= 0.5 + 0.5 * ramp(match.trust, 0.3, 0.8)
    return Value(kind, match.guesses, sure, max(0.0, match.likeness), linear=match.linear)
