"""Which of two taught faces is seen that differ in a small sign: a digit beside the same figure, say.

Laid upon each other, two such faces differ in one place. Only there it is looked, a little shifted each way:
how well the rest fits says nothing about it. Refuses to know sets, and whether a face is one of the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.align import PART, Pattern, aligned, soft, window_of
from vision.tray import Floats

ALIKE = 0.7  # likeness of two faces that are alike but for a sign
PLAIN = 0.4  # share of the greatest local difference that is of the same sign
SHIFT = 3  # pixels by which a sign may lie otherwise
LEAST = 5  # pixels of a sign
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
        height, width = self.own.shape
        there = face[
            self.top - SHIFT : self.top + height + SHIFT, self.left - SHIFT : self.left + width + SHIFT
        ]
        return fits(there, self.own) - fits(there, self.other)


def fits(picture: Floats, sign: Floats) -> float:
    """How like a sign the picture is somewhere: -1 to 1."""
    return float(cv2.matchTemplate(np.ascontiguousarray(picture), sign, cv2.TM_CCOEFF_NORMED).max())


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
