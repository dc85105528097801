"""Which of two taught faces is seen that differ in a small sign: a digit beside the same figure, say.

Aligned with each other, two such faces differ in one place. Only there it is looked, by normalised cross
correlation, a little shifted each way: how well the rest fits says nothing about it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.arrays import Floats
from vision.recognise.align import (
    MAX_SHIFT_PX,
    NOISE_FLOOR,
    PATCH_PX,
    Template,
    align,
    best_local_match,
    low_pass,
    rim_window,
)
from vision.recognise.samples import MIN_CORRELATION, AlignedSample, Sample

SIBLING_CORRELATION = 0.7  # of two faces that are alike but for a sign
SAME_SIGN_SHARE = 0.4  # of the greatest local difference: what differs so much is of the same sign
MIN_SIGN_PX = 5
MAX_RESIDUAL_RATIO = 1.5  # to the best sample of a face: one that fits worse tells nothing of its sign
OUTSIDE_CONTRAST, OUTSIDE_REACH_PX = 0.15, 10  # ink that hangs together with the border is none, so far in


@dataclass(frozen=True, eq=False)
class Sign:
    """Where one picture differs from another that is aligned with it, and what each shows there."""

    left: int
    top: int
    own: Floats
    other: Floats

    def preference(self, warped: Floats) -> float:
        """How much better its own sign fits a face that is warped to the first picture than the other's: the
        difference of their correlations."""
        own, other = (best_local_match(warped, sign, self.left, self.top) for sign in (self.own, self.other))
        return own - other


def sign_between(contrast: Floats, template: Template, other: Floats) -> Sign | None:
    """The sign in which a picture, with its template, differs from another; None: they are unlike."""
    alignment = align(template, other)
    if alignment.correlation < SIBLING_CORRELATION:
        return None
    own = low_pass(contrast)
    left, top, right, bottom = most_different_box(own, alignment.warped)
    if min(right - left, bottom - top) < MIN_SIGN_PX:
        return None
    box = np.s_[top:bottom, left:right]
    return Sign(left, top, np.ascontiguousarray(own[box]), np.ascontiguousarray(alignment.warped[box]))


def most_different_box(one: Floats, other: Floats) -> tuple[int, int, int, int]:
    """The part of two pictures in which they differ most: left, top, right, bottom."""
    size = one.shape[0]
    weight = rim_window(size) * (1 - np.maximum(outside(one), outside(other)))
    local = cv2.blur((one - other) ** 2 * weight, (PATCH_PX, PATCH_PX))
    same_sign = (local > SAME_SIGN_SHARE * local.max()).astype(np.uint8)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(same_sign)
    y, x = np.unravel_index(int(local.argmax()), local.shape)
    left, top, width, height = (int(k) for k in boxes[labels[y, x]][:4])
    first, last = MAX_SHIFT_PX, size - MAX_SHIFT_PX
    return max(first, left - 1), max(first, top - 1), min(last, left + width + 1), min(last, top + height + 1)


def outside(contrast: Floats) -> Floats:
    """1 where the floor or another side shows beside the face: as dark as ink, from the border inwards."""
    _, labels = cv2.connectedComponents((contrast > OUTSIDE_CONTRAST).astype(np.uint8))
    border = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    mask = np.isin(labels, border[border > 0])
    mask[OUTSIDE_REACH_PX:-OUTSIDE_REACH_PX, OUTSIDE_REACH_PX:-OUTSIDE_REACH_PX] = False
    return np.asarray(cv2.dilate(mask.astype(np.float32), np.ones((3, 3), np.uint8)), np.float32)


class Signs:
    """The signs between the samples of a set, each worked out once."""

    def __init__(self, samples: Sequence[Sample]) -> None:
        self._samples = samples
        self._signs: dict[tuple[int, int, int], Sign | None] = {}

    def preferences(self, first: Sequence[AlignedSample], second: Sequence[AlignedSample]) -> list[float]:
        """How much rather a face bears the sign of the first samples than that of the second, as each two of
        them say that are alike but for a sign.
        """
        pairs = list(product(well_fitting(first), well_fitting(second)))
        own = [p for one, other in pairs if (p := self._preference(one, other)) is not None]
        return own + [-p for one, other in pairs if (p := self._preference(other, one)) is not None]

    def _preference(self, one: AlignedSample, other: AlignedSample) -> float | None:
        """How much rather the face bears the first one's sign; None: it fits badly, or they are unlike."""
        if one.alignment.correlation < MIN_CORRELATION:
            return None
        key = (one.number, other.number, (other.quarter_turns - one.quarter_turns) % 4)
        if key not in self._signs:
            own, turned = self._samples[key[0]], np.rot90(self._samples[key[1]].contrast, key[2])
            self._signs[key] = sign_between(own.contrast, own.template, np.ascontiguousarray(turned))
        sign = self._signs[key]
        return None if sign is None else sign.preference(one.alignment.warped)


def well_fitting(aligned: Sequence[AlignedSample]) -> list[AlignedSample]:
    """The samples of one face but for those that somewhere fit much worse than another: their sign is
    blurred, or was lost in glare when they were taught."""
    residuals = [one.alignment.worst_patch_residual for one in aligned]
    bar = MAX_RESIDUAL_RATIO * min(residuals, default=0.0) + NOISE_FLOOR
    return [one for one, residual in zip(aligned, residuals, strict=True) if residual <= bar]
