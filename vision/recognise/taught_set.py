"""Taught faces: what each face of a die looks like, and which of them a squared top face shows.

Nearest neighbours by a small net's embedding, in four quarter turns, then alignment of the few nearest by
their contrast to the body of the die, so that neither colours nor lamps matter. Both opinions are joined as
log probabilities; of the two likeliest, if they are alike but for a sign, the sign alone decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from vision.arrays import Floats, Image
from vision.recognise.align import IDENTITY, NOISE_FLOOR, Affine
from vision.recognise.bank import UNALIGNED_RESIDUAL, Bank, Fit
from vision.recognise.contrast import Contrast, contrast_in_glare, contrast_of
from vision.recognise.deskew import Deskewer
from vision.recognise.drawn_parts import DrawnParts
from vision.recognise.embedding import Embedder
from vision.recognise.samples import MIN_CORRELATION, Sample
from vision.recognise.signs import Signs

ALIKE_RESIDUAL = 0.04  # worst patch residual below which two faces cannot be told apart in play
RESIDUAL_WEIGHT = 1.6  # how much a residual, as a multiple of the least one, speaks against a face
HALVING_RESIDUAL = 0.05  # least one at which that counts half: strange pictures fit nowhere well
SIMILARITY_TEMPERATURE = 0.06  # cosine that makes a face e times as likely
SINGLE_SAMPLE_AGREEMENT = 0.47  # of the only sample of a face
SIGN_WEIGHT = 30.0  # log odds for each unit of correlation by which a sign fits better
MAX_PRIOR_LOG_ODDS = 3.0  # of all else beside a sign
VARIANT_TIE_SHARE = 0.95  # of the better variant's agreement from which the other is as good


@dataclass(frozen=True)
class Match:
    """What a squared face shows of a taught set: faces with probabilities, likeliest first.

    Of the likeliest: `correlation` (1: the same picture), `worst_patch_residual`, cosine `similarity`, how it
    is squeezed (`affine`), how well the sample that fits best agrees with the others taught of it
    (`agreement`), and the correlation of that part of its drawing that fits worst (`worst_part_match`).
    """

    guesses: tuple[tuple[str, float], ...]
    correlation: float
    worst_patch_residual: float
    similarity: float = 1.0
    affine: Affine = IDENTITY
    agreement: float = 1.0
    worst_part_match: float = 1.0


@dataclass(frozen=True, eq=False)
class TaughtSet:
    """A taught kind of dice: its faces, and for each some samples; `edge` of the dice at teaching, as a share
    of the picture's width."""

    kind: str
    faces: tuple[str, ...]
    samples: tuple[tuple[Sample, ...], ...]
    embedder: Embedder = field(repr=False)
    deskewer: Deskewer = field(repr=False)
    edge: float | None = None
    contrast: Callable[[Image], Contrast] = contrast_of

    @cached_property
    def bank(self) -> Bank:
        return Bank(self.samples)

    @cached_property
    def drawn_parts(self) -> DrawnParts:
        return DrawnParts(self.bank)

    @cached_property
    def signs(self) -> Signs:
        return Signs(self.bank.samples)

    @cached_property
    def in_glare(self) -> TaughtSet:
        """The same set, for faces in which light is mirrored."""
        samples = tuple(tuple(one.in_glare or one for one in face) for face in self.samples)
        return replace(self, samples=samples, contrast=contrast_in_glare)

    @cached_property
    def variants(self) -> tuple[TaughtSet, ...]:
        """The set as its own pictures agree best: usually, or in glare; in both where neither is clearly
        better."""
        usual, glare = self.least_agreement, self.in_glare.least_agreement
        if min(usual, glare) > VARIANT_TIE_SHARE * max(usual, glare):
            return self, self.in_glare
        return (self,) if usual > glare else (self.in_glare,)

    @cached_property
    def least_agreement(self) -> float:
        """How well its pictures agree, at least."""
        return min(self.sample_agreement)

    @cached_property
    def face_residuals(self) -> Floats:
        """How far each two faces differ at their likest, as worst patch residual (0 on the diagonal)."""
        count = len(self.faces)
        table = np.zeros((count, count), np.float32)
        for k, face in enumerate(self.samples):
            fits = [self.bank.fits(one.contrast, one.embeddings[0], align_all=True) for one in face]
            table[k] = np.min([[fit.worst_patch_residual for fit in one] for one in fits], axis=0)
        np.fill_diagonal(table, 0.0)
        return np.minimum(table, table.T)

    @cached_property
    def face_probabilities(self) -> tuple[float, ...]:
        """For each face the least probability with which one of its samples is known by the others alone.

        Of a face with a single sample nothing can be said.
        """
        least = [1.0 if len(face) > 1 else SINGLE_SAMPLE_AGREEMENT for face in self.samples]
        for number, k in enumerate(self.bank.face_of_sample):
            if len(self.samples[k]) > 1:
                least[k] = min(least[k], dict(self.leave_one_out(number))[self.faces[k]])
        return tuple(least)

    @cached_property
    def sample_agreement(self) -> tuple[float, ...]:
        """For each sample how much rather the others take it for its own face than for another one.

        Of two, each has the word of the one that knows the other: where glare spoils one of them, that one
        may not know it. A half where nothing can be said: the only one of its face, or one that is like none.
        """
        agreement = list[float]()
        for k, face in enumerate(self.samples):
            first = len(agreement)
            own = [self._own_share(k, first + n) for n in range(len(face))]
            agreement += [max(own)] * 2 if len(own) == 2 else own
        return tuple(agreement)

    def _own_share(self, k: int, number: int) -> float:
        """How much rather the others take a sample for face `k`, which is its own, than for another one."""
        probabilities = dict(self.leave_one_out(number)) if len(self.samples[k]) > 1 else {}
        own = probabilities.pop(self.faces[k], SINGLE_SAMPLE_AGREEMENT)
        return own / (own + max(probabilities.values(), default=SINGLE_SAMPLE_AGREEMENT))

    def leave_one_out(self, number: int) -> tuple[tuple[str, float], ...]:
        """What a sample, of a face that has more than one, shows as all others know it, likeliest first."""
        one = self.bank.samples[number]
        return self.probabilities(self.bank.fits(one.contrast, one.embeddings[0], leave_out=number))

    def match(self, image: Image) -> Match:
        """What a cut of a face shows: of any size, turned by any angle, with a little around it."""
        matches = self.matches(self.deskewer.candidates(image))
        return max(matches, key=lambda match: match.guesses[0][1] * match.correlation)

    def matches(self, images: Sequence[Image]) -> list[Match]:
        """What each of several squared faces (upright cuts with the margin of `rectify`) shows."""
        if not images:
            return []
        embeddings = self.embedder.embeddings(images)
        return [self._match(self.contrast(one), row) for one, row in zip(images, embeddings, strict=True)]

    def _match(self, face: Contrast, embedding: Floats) -> Match:
        if face.bare:
            uniform = tuple((name, 1 / len(self.faces)) for name in self.faces)
            return Match(uniform, 0.0, UNALIGNED_RESIDUAL, 0.0)
        fits = self.bank.fits(face.map, embedding)
        guesses = self.probabilities(fits)
        first = fits[self.faces.index(guesses[0][0])]
        return Match(
            guesses,
            first.correlation,
            first.worst_patch_residual,
            first.similarity,
            first.affine,
            self.sample_agreement[first.best.number],
            self.drawn_parts.worst_match(first.aligned),
        )

    def probabilities(self, fits: Sequence[Fit]) -> tuple[tuple[str, float], ...]:
        """Fits as probabilities of the faces, likeliest first, by both opinions; flat where nothing fits."""
        similarity, residual = np.array([(fit.similarity, fit.worst_patch_residual) for fit in fits]).T
        least = float(residual.min())
        against = (
            RESIDUAL_WEIGHT * (residual - least) / (least + NOISE_FLOOR) / (1 + least / HALVING_RESIDUAL)
        )
        logs = (similarity - similarity.max()) / SIMILARITY_TEMPERATURE - against
        weight = np.exp(logs - logs.max())
        first, second = (int(k) for k in np.argsort(-weight)[:2])
        weight[[first, second]] = self._weights_by_sign(fits[first], fits[second], weight[[first, second]])
        weight = weight + 0.5 * max(0.0, MIN_CORRELATION - max(fit.correlation for fit in fits))
        weight = weight / weight.sum()
        return tuple((self.faces[k], float(weight[k])) for k in np.argsort(-weight))

    def _weights_by_sign(self, first: Fit, second: Fit, weights: Sequence[float]) -> tuple[float, float]:
        """The weights of two faces, shared out anew by the sign in which they differ, if they are alike."""
        one, other = weights
        preferences = self.signs.preferences(first.aligned, second.aligned)
        if not preferences:
            return one, other
        prior = float(np.clip(np.log(one / max(other, 1e-6)), 0.0, MAX_PRIOR_LOG_ODDS))
        accord = abs(sum(preferences)) / (sum(map(abs, preferences)) + 1e-6)
        by_sign = SIGN_WEIGHT * accord**2 * float(np.mean(preferences))  # contradictions say little
        share = 1 / (1 + np.exp(-prior - by_sign))
        return (one + other) * share, (one + other) * (1 - share)

    def pairs_too_alike(self) -> tuple[tuple[str, str, float], ...]:
        """Pairs of faces that cannot be told apart, the likest first, with their residual."""
        count = len(self.faces)
        pairs = [
            (self.faces[a], self.faces[b], float(self.face_residuals[a, b]))
            for a in range(count)
            for b in range(a + 1, count)
        ]
        return tuple(sorted((p for p in pairs if p[2] < ALIKE_RESIDUAL), key=lambda p: p[2]))


class Teacher:
    """Makes sets of cuts, and keeps what it worked out of each cut: a lesson asks for the same ones again.

    Any thread may ask.
    """

    def __init__(self) -> None:
        self._embedder, self._deskewer = Embedder(), Deskewer()
        self._samples: dict[int, tuple[Image, Sample]] = {}  # the cut is held, so that its id stays its own

    def teach(
        self, samples: Mapping[str, Sequence[Image]], kind: str = "taught", edge: float | None = None
    ) -> TaughtSet:
        """A set from cuts of each face, as `TaughtSet.match` takes them.

        ValueError when there is but one face, or a face without a picture.
        """
        if len(samples) < 2:
            raise ValueError(
                f"a taught set needs 2 faces or more, got {sorted(samples)}; show the other faces too"
            )
        for name, images in samples.items():
            if not images:
                raise ValueError(f"face {name!r} has no picture; show it at least once")
        known = tuple(tuple(self._sample(image) for image in images) for images in samples.values())
        return TaughtSet(kind, tuple(samples), known, self._embedder, self._deskewer, edge)

    def _sample(self, image: Image) -> Sample:
        if id(image) not in self._samples:
            cut = self._deskewer.candidates(image)[0]
            self._samples[id(image)] = (image, Sample.of(self._embedder, cut))
        return self._samples[id(image)][1]


def teach(
    samples: Mapping[str, Sequence[Image]], kind: str = "taught", edge: float | None = None
) -> TaughtSet:
    """A set as a teacher makes it who has not seen these cuts before."""
    return Teacher().teach(samples, kind, edge)
