"""Taught faces: what each face of a die looks like, and which of them a squared top face shows.

A small net says which taught pictures are likely, in four quarter turns. Those are laid upon the face by
its contrast to the body of its own die, so that neither colours nor lamps matter. Of the two likeliest, if
they are alike but for a sign, the sign alone decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from vision.arrays import Floats, Image
from vision.recognise.align import GRAIN, UPRIGHT, Linear
from vision.recognise.bank import UNSEEN, Bank, Fit
from vision.recognise.contrast import Contrast, contrast_of, in_glare
from vision.recognise.drawings import Drawings
from vision.recognise.embedding import Glyphs
from vision.recognise.samples import KNOWN, Sample, sample
from vision.recognise.signs import Signs
from vision.recognise.upright import Uprighter

TOO_ALIKE = 0.04  # faces whose worst local difference is below this cannot be told apart in play
MISFITS = 1.6  # how much a local difference speaks against a face
STRANGE = 0.05  # least local difference at which that counts half: strange cameras' pictures fit nowhere well
WARMTH = 0.06  # difference of nearness that makes a face e times as likely
ALONE = 0.47  # trust in a face of which there is but one picture
SPOKEN = 30.0  # how much a sign that fits better makes a face likelier
HEARD = 3.0  # and how much all else may, at most
AS_CLEAR = 0.95  # share of the better way's clearness from which the other is as good


@dataclass(frozen=True)
class Match:
    """What a squared face shows of a taught set: faces with probabilities, likeliest first.

    `likeness` of the likeliest (1: the same picture), `misfit` its worst local difference, `near` how near
    it is by its direction; `linear` how it is squeezed; `trust` how well the picture that fits best
    agrees with the others taught of it; `whole` how well that part of its drawing is found that fits worst.
    """

    guesses: tuple[tuple[str, float], ...]
    likeness: float
    misfit: float
    near: float = 1.0
    linear: Linear = UPRIGHT
    trust: float = 1.0
    whole: float = 1.0


@dataclass(frozen=True, eq=False)
class TaughtSet:
    """A taught kind of dice: its faces, and for each some samples; `edge` of the dice at teaching, as a share
    of the picture's width."""

    kind: str
    names: tuple[str, ...]
    faces: tuple[tuple[Sample, ...], ...]
    glyphs: Glyphs = field(repr=False)
    uprighter: Uprighter = field(repr=False)
    edge: float | None = None
    contrast: Callable[[Image], Contrast] = contrast_of

    @cached_property
    def bank(self) -> Bank:
        return Bank(self.faces)

    @cached_property
    def drawings(self) -> Drawings:
        return Drawings(self.bank)

    @cached_property
    def signs(self) -> Signs:
        return Signs(self.bank.samples)

    @cached_property
    def shiny(self) -> TaughtSet:
        """The same set, for faces in which light is mirrored."""
        faces = tuple(tuple(one.shiny or one for one in face) for face in self.faces)
        return replace(self, faces=faces, contrast=in_glare)

    @cached_property
    def ways(self) -> tuple[TaughtSet, ...]:
        """The set as its own pictures are seen best: usually, or as if light were mirrored in them; in both
        ways where neither is clearly better."""
        usual, shiny = self.clear, self.shiny.clear
        if min(usual, shiny) > AS_CLEAR * max(usual, shiny):
            return self, self.shiny
        return (self,) if usual > shiny else (self.shiny,)

    @cached_property
    def clear(self) -> float:
        """How well its pictures agree, at least."""
        return min(self.agreement)

    @cached_property
    def apart(self) -> Floats:
        """How far each two faces differ at their likest, as worst local difference (0 on the diagonal)."""
        count = len(self.names)
        table = np.zeros((count, count), np.float32)
        for k, face in enumerate(self.faces):
            fits = [self.bank.fits(one.map, one.turns[0], every=True) for one in face]
            table[k] = np.min([[fit.misfit for fit in one] for one in fits], axis=0)
        np.fill_diagonal(table, 0.0)
        return np.minimum(table, table.T)

    @cached_property
    def trust(self) -> tuple[float, ...]:
        """For each face the least probability with which one of its pictures is known by the others alone.

        Of a face with a single picture nothing can be said.
        """
        least = [1.0 if len(face) > 1 else ALONE for face in self.faces]
        for number, k in enumerate(self.bank.owners):
            if len(self.faces[k]) > 1:
                least[k] = min(least[k], dict(self.by_others(number))[self.names[k]])
        return tuple(least)

    @cached_property
    def agreement(self) -> tuple[float, ...]:
        """For each sample how much rather the others take it for its own face than for another one.

        Of two, each has the word of the one that knows the other: where glare spoils one of them, that one
        may not know it. A half where nothing can be said: the only one of its face, or one that is like none.
        """
        found = list[float]()
        for k, face in enumerate(self.faces):
            own = [self.taken_for(k, len(found) + n) for n in range(len(face))]
            found += [max(own)] * 2 if len(own) == 2 else own
        return tuple(found)

    def taken_for(self, k: int, number: int) -> float:
        """How much rather the others take a sample for face `k`, which is its own, than for another one."""
        shares = dict(self.by_others(number)) if len(self.faces[k]) > 1 else {}
        own = shares.pop(self.names[k], ALONE)
        return own / (own + max(shares.values(), default=ALONE))

    def by_others(self, number: int) -> tuple[tuple[str, float], ...]:
        """What a sample, of a face that has more than one, shows as all others know it, likeliest first."""
        one = self.bank.samples[number]
        return self.shares(self.bank.fits(one.map, one.turns[0], without=number))

    def match(self, image: Image) -> Match:
        """What a cut of a face shows: of any size, turned by any angle, with a little around it."""
        tried = self.matches(self.uprighter.views(image))
        return max(tried, key=lambda match: match.guesses[0][1] * match.likeness)

    def matches(self, images: Sequence[Image]) -> list[Match]:
        """What each of several squared faces (upright cuts with the margin of `align`) shows."""
        if not images:
            return []
        directions = self.glyphs.directions(images)
        return [self._match(self.contrast(one), way) for one, way in zip(images, directions, strict=True)]

    def _match(self, face: Contrast, direction: Floats) -> Match:
        if face.bare:
            return self.nothing()
        fits = self.bank.fits(face.map, direction)
        guesses = self.shares(fits)
        first = fits[self.names.index(guesses[0][0])]
        return Match(
            guesses,
            first.likeness,
            first.misfit,
            first.near,
            first.linear,
            self.agreement[first.best.sample],
            self.drawings.wholly(first.looks),
        )

    def nothing(self) -> Match:
        """The match of a face on which nothing is seen."""
        return Match(tuple((n, 1 / len(self.names)) for n in self.names), 0.0, UNSEEN, 0.0)

    def shares(self, fits: Sequence[Fit]) -> tuple[tuple[str, float], ...]:
        """Fits as probabilities, by both opinions; flat where nothing fits."""
        near, misfit = np.array([(fit.near, fit.misfit) for fit in fits]).T
        least = float(misfit.min())
        against = MISFITS * (misfit - least) / (least + GRAIN) / (1 + least / STRANGE)
        logs = (near - near.max()) / WARMTH - against
        weight = np.exp(logs - logs.max())
        first, second = (int(k) for k in np.argsort(-weight)[:2])
        weight[[first, second]] = self.by_sign(fits[first], fits[second], weight[[first, second]])
        weight = weight + 0.5 * max(0.0, KNOWN - max(fit.likeness for fit in fits))
        weight = weight / weight.sum()
        return tuple((self.names[k], float(weight[k])) for k in np.argsort(-weight))

    def by_sign(self, first: Fit, second: Fit, weights: Sequence[float]) -> tuple[float, float]:
        """The weights of two faces, shared out anew by the sign in which they differ, if they are alike."""
        one, other = weights
        told = self.signs.speak(first.looks, second.looks)
        if not told:
            return one, other
        before = float(np.clip(np.log(one / max(other, 1e-6)), 0.0, HEARD))
        agreed = abs(sum(told)) / (sum(map(abs, told)) + 1e-6)
        spoken = SPOKEN * agreed**2 * float(np.mean(told))  # looks that contradict each other say little
        share = 1 / (1 + np.exp(-before - spoken))
        return (one + other) * share, (one + other) * (1 - share)

    def too_alike(self) -> tuple[tuple[str, str, float], ...]:
        """Pairs of faces that cannot be told apart, the likest first, with their difference."""
        count = len(self.names)
        pairs = [
            (self.names[a], self.names[b], float(self.apart[a, b]))
            for a in range(count)
            for b in range(a + 1, count)
        ]
        return tuple(sorted((p for p in pairs if p[2] < TOO_ALIKE), key=lambda p: p[2]))


class Teacher:
    """Makes sets of cuts, and keeps what it worked out of each cut: a lesson asks for the same ones again.

    Any thread may ask.
    """

    def __init__(self) -> None:
        self._glyphs, self._uprighter = Glyphs(), Uprighter()
        self._samples: dict[int, tuple[Image, Sample]] = {}  # the cut is held, so that its id stays its own

    def taught(
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
        faces = tuple(tuple(self._sample(image) for image in images) for images in samples.values())
        return TaughtSet(kind, tuple(samples), faces, self._glyphs, self._uprighter, edge)

    def _sample(self, image: Image) -> Sample:
        if id(image) not in self._samples:
            cut = self._uprighter.views(image)[0]
            self._samples[id(image)] = (image, sample(self._glyphs, cut))
        return self._samples[id(image)][1]


def teach(
    samples: Mapping[str, Sequence[Image]], kind: str = "taught", edge: float | None = None
) -> TaughtSet:
    """A set as a teacher makes it who has not seen these cuts before."""
    return Teacher().taught(samples, kind, edge)
