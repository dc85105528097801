"""The connected parts of a taught drawing, each looked for by itself: a digit beside a figure is small, but
tells the face.

What but one sample of a face has, and no other, may be glare or a cloud: a faint part counts where another
sample of its face confirms it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.recognise.align import best_local_match
from vision.recognise.bank import Bank
from vision.recognise.samples import AlignedSample, Sample

Part = tuple[int, int, int, int]  # left, top, right, bottom, in pixels

MARGIN_PX = 2  # around a part, looked at with it
SHIMMER_PX = 3  # thickness: as an edge of a die shimmers in a lamp, strongly too
CONFIRMED_MATCH = 0.84  # correlation with which another sample of the face confirms a part


@dataclass(frozen=True)
class InkCriteria:
    """What counts as a part: ink from this share of the strongest, at least so many pixels of it, that do not
    reach into the rim at each side: there is floor, a frame, glare on an edge.
    """

    min_share: float
    min_pixels: int
    rim_px: int


STRONG = InkCriteria(0.3, 12, 6)
FAINT = InkCriteria(0.15, 30, 9)  # edges of dice shimmer as faintly, and alike in every picture


class DrawnParts:
    """The parts of every sample in a bank."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank

    @cached_property
    def parts(self) -> tuple[tuple[Part, ...], ...]:
        """The parts of each sample: strong ones, and faint ones that another sample of its face confirms."""
        drawings = [sample.drawing for sample in self._bank.samples]
        return tuple(
            strong_parts(drawing) + self._confirmed_by_siblings(number, faint_parts(drawing))
            for number, drawing in enumerate(drawings)
        )

    def worst_match(self, aligned: Sequence[AlignedSample]) -> float:
        """The correlation of the part that is found worst, by the sample that finds its parts best, of those
        with the most parts confirmed."""
        most = max(self._confirmed_counts[one.number] for one in aligned)
        return max(
            worst_part_match(
                one.alignment.warped, self._bank.samples[one.number].drawing, self.parts[one.number]
            )
            for one in aligned
            if self._confirmed_counts[one.number] == most
        )

    @cached_property
    def _confirmed_counts(self) -> tuple[int, ...]:
        """How many parts of each sample another one of its face confirms."""
        return tuple(
            len(self._confirmed_by_siblings(number, parts)) for number, parts in enumerate(self.parts)
        )

    def _confirmed_by_siblings(self, number: int, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """Those parts of a sample that are found in another one of its face."""
        own, others = self._bank.samples[number].drawing, self._siblings_warped[number]
        return tuple(
            p for p in parts if any(part_match(other, own, p) >= CONFIRMED_MATCH for other in others)
        )

    @cached_property
    def _siblings_warped(self) -> tuple[tuple[Floats, ...], ...]:
        """For each sample the other ones of its face, warped to it."""
        numbers = range(len(self._bank.samples))
        return tuple(tuple(self._warped(other, n) for other in self._bank.siblings(n)) for n in numbers)

    def _warped(self, sibling: Sample, number: int) -> Floats:
        """Another sample of its face, warped to one in the quarter turn that is most similar."""
        turns = int((self._bank.samples[number].embeddings @ sibling.embeddings[0]).argmax())
        return self._bank.aligned_sample(sibling.contrast, number, turns).alignment.warped


def strong_parts(drawing: Floats) -> tuple[Part, ...]:
    """Where a drawing has strong ink that hangs together."""
    return tuple(box for box, _ in connected_parts(drawing, STRONG))


def faint_parts(drawing: Floats) -> tuple[Part, ...]:
    """Where it has but faint ink that hangs together: a digit in glare, or a cloud upon the die."""
    strong = ink_mask(drawing, STRONG.min_share)
    parts = connected_parts(drawing, FAINT)
    return tuple(box for box, pixels in parts if strong[pixels].sum() < STRONG.min_pixels)


def connected_parts(drawing: Floats, criteria: InkCriteria) -> Iterator[tuple[Part, NDArray[np.bool_]]]:
    """The connected components of ink, each with its margin, and its pixels."""
    size = drawing.shape[0]
    mask = ink_mask(drawing, criteria.min_share)
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(mask)
    for label, (left, top, width, height, pixels) in enumerate(boxes.tolist()):
        rim = FAINT.rim_px if min(width, height) <= SHIMMER_PX else criteria.rim_px
        inside = min(left, top) > rim and max(left + width, top + height) < size - rim
        if label and pixels >= criteria.min_pixels and inside:
            right, bottom = left + width + MARGIN_PX, top + height + MARGIN_PX
            yield (left - MARGIN_PX, top - MARGIN_PX, right, bottom), labels == label


def ink_mask(drawing: Floats, min_share: float) -> NDArray[np.uint8]:
    """Where there is ink, but for the rim that no part reaches into."""
    rim = STRONG.rim_px
    inner = drawing[rim:-rim, rim:-rim]
    ink = np.zeros(drawing.shape, np.uint8)
    ink[rim:-rim, rim:-rim] = inner > min_share * inner[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX].max()
    return np.asarray(cv2.dilate(ink, np.ones((2, 2), np.uint8)), np.uint8)


def worst_part_match(warped: Floats, drawing: Floats, parts: tuple[Part, ...]) -> float:
    """The correlation of the part of a drawing that fits a warped picture worst; 1 for one without parts."""
    return min((part_match(warped, drawing, part) for part in parts), default=1.0)


def part_match(warped: Floats, drawing: Floats, part: Part) -> float:
    """The correlation of one part, be it a little displaced: -1 to 1."""
    left, top, right, bottom = part
    return best_local_match(warped, np.ascontiguousarray(drawing[top:bottom, left:right]), left, top)
