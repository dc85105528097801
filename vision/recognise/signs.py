"""Which of two taught faces is seen that differ in a small sign: a digit beside the same figure, say.

Laid upon each other, two such faces differ in one place. Only there it is looked, a little shifted each
way: how well the rest fits says nothing about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.arrays import Floats
from vision.recognise.align import GRAIN, PART, SHIFT, Pattern, aligned, found, soft, window_of
from vision.recognise.samples import KNOWN, Sample, Tried

ALIKE = 0.7  # likeness of two faces that are alike but for a sign
PLAIN = 0.4  # share of the greatest local difference that is of the same sign
LEAST = 5  # pixels of a sign
BLURRED = 1.5  # times the least misfit of a face's pictures from which another one tells nothing of its sign
BESIDE, RIM = 0.15, 10  # ink that hangs together with what is beside the die is none, so far in at most


@dataclass(frozen=True, eq=False)
class Sign:
    """Where one picture differs from another that is laid upon it, and what each shows there."""

    left: int
    top: int
    own: Floats
    other: Floats

    def speaks(self, face: Floats) -> float:
        """How much better its own sign fits a face that is laid upon the first picture than the other's."""
        own, other = (found(face, sign, self.left, self.top) for sign in (self.own, self.other))
        return own - other


def sign_between(one: Floats, known: Pattern, other: Floats) -> Sign | None:
    """The sign in which a picture, with its pattern, differs from another; None: they are unlike."""
    laid = aligned(known, other)
    if laid.likeness < ALIKE:
        return None
    own = soft(one)
    left, top, right, bottom = most_unlike(own, laid.picture)
    if min(right - left, bottom - top) < LEAST:
        return None
    there = np.s_[top:bottom, left:right]
    return Sign(left, top, np.ascontiguousarray(own[there]), np.ascontiguousarray(laid.picture[there]))


def most_unlike(one: Floats, other: Floats) -> tuple[int, int, int, int]:
    """The part of two pictures in which they differ most: left, top, right, bottom."""
    size = one.shape[0]
    drawn = window_of(size) * (1 - np.maximum(beside(one), beside(other)))
    local = cv2.blur((one - other) ** 2 * drawn, (PART, PART))
    _, parts, boxes, _ = cv2.connectedComponentsWithStats((local > PLAIN * local.max()).astype(np.uint8))
    y, x = np.unravel_index(int(local.argmax()), local.shape)
    left, top, width, height = (int(k) for k in boxes[parts[y, x]][:4])
    first, last = SHIFT, size - SHIFT
    return max(first, left - 1), max(first, top - 1), min(last, left + width + 1), min(last, top + height + 1)


def beside(picture: Floats) -> Floats:
    """1 where the floor or another side shows beside the face: as dark as ink, from the rim inwards."""
    _, labels = cv2.connectedComponents((picture > BESIDE).astype(np.uint8))
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    outer = np.isin(labels, rim[rim > 0])
    outer[RIM:-RIM, RIM:-RIM] = False
    return np.asarray(cv2.dilate(outer.astype(np.float32), np.ones((3, 3), np.uint8)), np.float32)


class Signs:
    """The signs between the pictures of a set, each worked out once."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self._samples = samples
        self._known: dict[tuple[int, int, int], Sign | None] = {}

    def speak(self, first: Sequence[Tried], second: Sequence[Tried]) -> list[float]:
        """How much rather a face bears the sign of the first looks than that of the second, as each two of
        them say that are alike but for a sign.
        """
        pairs = list(product(telling(first), telling(second)))
        told = [t for one, other in pairs if (t := self._said(one, other)) is not None]
        return told + [-t for one, other in pairs if (t := self._said(other, one)) is not None]

    def _said(self, one: Tried, other: Tried) -> float | None:
        """How much rather the face bears the first one's sign; None: it fits badly, or they are unlike."""
        if one.laid.likeness < KNOWN:
            return None
        key = (one.sample, other.sample, (other.turn - one.turn) % 4)
        if key not in self._known:
            own, turned = self._samples[key[0]], np.rot90(self._samples[key[1]].map, key[2])
            self._known[key] = sign_between(own.map, own.pattern, np.ascontiguousarray(turned))
        sign = self._known[key]
        return None if sign is None else sign.speaks(one.laid.picture)


def telling(looks: Sequence[Tried]) -> list[Tried]:
    """The looks of one face but for those that somewhere fit much worse than another: their sign is blurred,
    or was lost in glare when they were taught."""
    bar = BLURRED * min((look.laid.misfit for look in looks), default=0.0) + GRAIN
    return [look for look in looks if look.laid.misfit <= bar]
