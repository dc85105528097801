"""Nearest neighbours among the taught pictures of a set, and how well those fit a face.

A small net embeds the face; by cosine similarity, in four quarter turns, the nearest pictures are chosen, and
those few are aligned with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.recognise.align import Affine, align
from vision.recognise.samples import AlignedSample, Sample

MAX_CANDIDATES = 3  # faces that are aligned
MAX_SIMILARITY_GAP = 0.35  # cosine behind the nearest face with which one is no candidate
SAMPLES_PER_FACE = 2  # of each candidate that are aligned
CORRELATION_TIE = 0.04  # behind the best that is as good: grain and glare make as much
UNALIGNED_RESIDUAL = 2.0  # worst patch residual of a face that was not aligned


@dataclass(frozen=True, eq=False)
class Fit:
    """How a taught face fits a picture: the cosine `similarity` of its nearest sample, and those of its
    samples that were aligned; none, if the face is no candidate.
    """

    similarity: float
    aligned: tuple[AlignedSample, ...] = ()

    @property
    def best(self) -> AlignedSample:
        """The sample that fits best where it fits worst."""
        return min(self.aligned, key=lambda one: one.alignment.worst_patch_residual)

    @property
    def worst_patch_residual(self) -> float:
        """That of the best sample; 0 is none."""
        return self.best.alignment.worst_patch_residual if self.aligned else UNALIGNED_RESIDUAL

    @property
    def correlation(self) -> float:
        """The greatest of all samples: -1 to 1."""
        return max((one.alignment.correlation for one in self.aligned), default=0.0)

    @property
    def affine(self) -> Affine:
        """How the face is squeezed by whichever of its samples, of those like it, it is squeezed least
        against. One sample may itself have been taken from aside; a die that leans is squeezed against all.
        """
        bar = self.correlation - CORRELATION_TIE
        like = [one.alignment.affine for one in self.aligned if one.alignment.correlation >= bar]
        return min(like, key=lambda affine: float(np.linalg.cond(np.array(affine).reshape(2, 2))))


@dataclass(frozen=True, eq=False)
class Bank:
    """For each face of a set, by its place, the samples taught of it."""

    samples_by_face: tuple[tuple[Sample, ...], ...]

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """Every sample, by its number."""
        return tuple(one for face in self.samples_by_face for one in face)

    @cached_property
    def face_of_sample(self) -> tuple[int, ...]:
        """The place of the face of every sample."""
        return tuple(k for k, face in enumerate(self.samples_by_face) for _ in face)

    @cached_property
    def embeddings(self) -> Floats:
        """Those of all samples in four quarter turns, as rows."""
        return np.concatenate([one.embeddings for one in self.samples])

    @cached_property
    def face_of_row(self) -> NDArray[np.int64]:
        """The place of the face of each of these rows."""
        return np.repeat(self.face_of_sample, 4)

    def siblings(self, number: int) -> tuple[Sample, ...]:
        """The other samples of the face that a sample is of."""
        same_face = self.samples_by_face[self.face_of_sample[number]]
        return tuple(one for one in same_face if one is not self.samples[number])

    def fits(
        self, contrast: Floats, embedding: Floats, *, align_all: bool = False, leave_out: int = -1
    ) -> tuple[Fit, ...]:
        """How each taught face fits one with this contrast map and embedding; the candidates, or all of them,
        are aligned. One sample may be left out, by its number.
        """
        similarity = self.embeddings @ embedding
        if leave_out >= 0:
            similarity[4 * leave_out : 4 * leave_out + 4] = -1.0
        places = range(len(self.samples_by_face))
        nearest = [float(similarity[self.face_of_row == k].max()) for k in places]
        chosen = places if align_all else candidates(nearest)
        return tuple(
            Fit(best, self._nearest_aligned(contrast, similarity, k) if k in chosen else ())
            for k, best in enumerate(nearest)
        )

    def _nearest_aligned(self, contrast: Floats, similarity: Floats, face: int) -> tuple[AlignedSample, ...]:
        """The samples of a face that are nearest, each aligned."""
        own = np.flatnonzero(self.face_of_row == face)
        nearest = own[np.argsort(-similarity[own])][:SAMPLES_PER_FACE]
        return tuple(
            self.aligned_sample(contrast, *divmod(int(row), 4)) for row in nearest if similarity[row] > -1.0
        )

    def aligned_sample(self, contrast: Floats, number: int, quarter_turns: int) -> AlignedSample:
        """One sample aligned in so many quarter turns; its affine part is the unturned face's."""
        turned = np.ascontiguousarray(np.rot90(contrast, -quarter_turns))
        alignment = align(self.samples[number].template, turned)
        if quarter_turns % 2:
            a, b, c, d = alignment.affine
            alignment = replace(alignment, affine=(d, -c, -b, a))
        return AlignedSample(number, quarter_turns, alignment)


def candidates(similarities: Sequence[float]) -> list[int]:
    """Places of the few faces that are near enough to be aligned."""
    order = sorted(range(len(similarities)), key=lambda k: -similarities[k])[:MAX_CANDIDATES]
    return [k for k in order if similarities[k] > similarities[order[0]] - MAX_SIMILARITY_GAP]
