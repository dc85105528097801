"""Taught faces: what each face of a die looks like, and which of them a squared top face shows.

Refuses to know where a face was found. A small net says which taught pictures are likely, in four quarter
turns. Those are laid upon the face by its contrast to the body of its own die, so that neither colours nor
lamps matter. Of the two likeliest, if they are alike but for a sign, the sign alone decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.align import UPRIGHT, Laid, Linear, aligned
from vision.contrast import Contrast, contrast_of, in_glare
from vision.glyphs import Glyphs
from vision.parts import BORNE_OUT, Part, found, least_found
from vision.samples import Sample, Tried, sample
from vision.signs import Sign, sign_between
from vision.tray import Floats, Image
from vision.upright import Uprighter

SHORT_LIST = 3  # faces that are looked at closely, at most
FAR = 0.35  # nearness behind the nearest face at which one needs no close look
LOOKS = 2  # pictures of each of them
TOO_ALIKE = 0.04  # faces whose worst local difference is below this cannot be told apart in play
GRAIN = 0.02  # local difference that noise alone makes
KNOWN = 0.8  # likeness below which it is none of the taught faces
MISFITS = 1.6  # how much a local difference speaks against a face
STRANGE = 0.05  # least local difference at which that counts half: strange cameras' pictures fit nowhere well
WARMTH = 0.06  # difference of nearness that makes a face e times as likely
ALONE = 0.47  # trust in a face of which there is but one picture
AS_LIKE = 0.04  # likeness behind the best that is as good: grain and glare make as much
BLURRED = 1.5  # times the least misfit of a face's pictures from which another one tells nothing of its sign
SPOKEN = 30.0  # how much a sign that fits better makes a face likelier
HEARD = 3.0  # and how much all else may, at most
AS_CLEAR = 0.95  # share of the better way's clearness from which the other is as good
UNSEEN = 2.0  # local difference of a face that was not looked at closely


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


@dataclass(frozen=True)
class Fit:
    """How each taught face fits a picture: how near its direction is, likeness (-1 to 1), worst local
    difference (0 is none), the linear part of the motion that laid it onto the picture, the number of the
    sample that fits best (-1: none was tried), and all that was tried of it."""

    near: Floats
    likeness: Floats
    misfit: Floats
    linear: tuple[Linear, ...]
    sample: tuple[int, ...]
    tried: tuple[tuple[Tried, ...], ...]


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
    _signs: dict[tuple[int, int, int], Sign | None] = field(default_factory=dict, repr=False)  # once each

    @cached_property
    def shiny(self) -> TaughtSet:
        """The same set, for faces in which light is mirrored."""
        faces = tuple(tuple(one.shiny or one for one in face) for face in self.faces)
        return replace(self, faces=faces, contrast=in_glare, _signs={})

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
    def samples(self) -> tuple[tuple[int, Sample], ...]:
        """Every sample with the number of its face."""
        return tuple((k, one) for k, face in enumerate(self.faces) for one in face)

    @cached_property
    def bank(self) -> Floats:
        """The directions of all samples in four turns, as rows."""
        return np.concatenate([one.turns for _, one in self.samples])

    @cached_property
    def owners(self) -> NDArray[np.int64]:
        """The face of each row of the bank."""
        return np.repeat([k for k, _ in self.samples], 4)

    @cached_property
    def apart(self) -> Floats:
        """How far each two faces differ at their likest, as worst local difference (0 on the diagonal)."""
        count = len(self.names)
        table = np.zeros((count, count), np.float32)
        for k, face in enumerate(self.faces):
            table[k] = np.min([self.fit(one.map, one.turns[0], every=True).misfit for one in face], axis=0)
        np.fill_diagonal(table, 0.0)
        return np.minimum(table, table.T)

    @cached_property
    def trust(self) -> tuple[float, ...]:
        """For each face the least probability with which one of its pictures is known by the others alone.

        Of a face with a single picture nothing can be said.
        """
        least = [1.0 if len(face) > 1 else ALONE for face in self.faces]
        for number, (k, _) in enumerate(self.samples):
            if len(self.faces[k]) > 1:
                least[k] = min(least[k], dict(self.by_others(number))[self.names[k]])
        return tuple(least)

    @cached_property
    def parts(self) -> tuple[tuple[Part, ...], ...]:
        """The parts of each sample: strong ones, and faint ones that another sample of its face bears out."""
        each = enumerate(one for _, one in self.samples)
        return tuple(one.parts + self.borne_out(number, one.faint) for number, one in each)

    @cached_property
    def certain(self) -> tuple[int, ...]:
        """How many parts of each sample another one of its face bears out: others may be but glare."""
        return tuple(len(self.borne_out(number, parts)) for number, parts in enumerate(self.parts))

    def borne_out(self, number: int, parts: tuple[Part, ...]) -> tuple[Part, ...]:
        """Those parts of a sample that are found in another one of its face, laid upon it."""
        own = self.samples[number][1].drawing
        return tuple(p for p in parts if any(found(one, own, p) >= BORNE_OUT for one in self.others[number]))

    @cached_property
    def others(self) -> tuple[tuple[Floats, ...], ...]:
        """For each sample the other ones of its face, laid upon it."""
        return tuple(
            tuple(
                self.closely(one.map, 4 * number + int((own.turns @ one.turns[0]).argmax())).laid.picture
                for one in self.faces[k]
                if one is not own
            )
            for number, (k, own) in enumerate(self.samples)
        )

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
        _, one = self.samples[number]
        return self.shares(self.fit(one.map, one.turns[0], without=number))

    def fit(self, face: Floats, direction: Floats, every: bool = False, without: int = -1) -> Fit:
        """How each face fits one with this contrast and direction; the likeliest few, or `every` one, are
        aligned with care. `without` one sample.
        """
        score = self.bank @ direction
        if without >= 0:
            score[4 * without : 4 * without + 4] = -1.0
        count = len(self.names)
        near = np.array([score[self.owners == k].max() for k in range(count)], np.float32)
        likeness, misfit = np.zeros(count, np.float32), np.full(count, UNSEEN, np.float32)
        linear, sample = [UPRIGHT] * count, [-1] * count
        tried: list[tuple[Tried, ...]] = [()] * count
        for k in range(count) if every else likeliest(near):
            mine = np.flatnonzero(self.owners == k)
            best = mine[np.argsort(-score[mine])][:LOOKS]
            looks = tuple(self.closely(face, int(row)) for row in best if score[row] > -1.0)
            likeness[k] = max(look.laid.likeness for look in looks)
            linear[k] = flattest([look.laid for look in looks])
            least = min(looks, key=lambda look: look.laid.misfit)
            misfit[k], sample[k], tried[k] = least.laid.misfit, least.sample, looks
        return Fit(near, likeness, misfit, tuple(linear), tuple(sample), tuple(tried))

    def closely(self, face: Floats, row: int) -> Tried:
        """One sample in one turn, laid onto the face; its motion as the face sees it."""
        number, turn = divmod(row, 4)
        laid = aligned(self.samples[number][1].pattern, np.ascontiguousarray(np.rot90(face, -turn)))
        return Tried(number, turn, laid if turn % 2 == 0 else replace(laid, linear=swapped(laid.linear)))

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
        fit = self.fit(face.map, direction)
        guesses = self.shares(fit)
        first = self.names.index(guesses[0][0])
        return Match(
            guesses,
            float(fit.likeness[first]),
            float(fit.misfit[first]),
            float(fit.near[first]),
            fit.linear[first],
            self.agreement[fit.sample[first]],
            self.wholly(fit.tried[first]),
        )

    def wholly(self, looks: Sequence[Tried]) -> float:
        """How well each part of a face is found by the look that finds them best, of those that know most."""
        most = max(self.certain[one.sample] for one in looks)
        return max(self.whole(one) for one in looks if self.certain[one.sample] == most)

    def whole(self, one: Tried) -> float:
        """How well every part of a sample's drawing is found in the picture that is laid upon it."""
        return least_found(one.laid.picture, self.samples[one.sample][1].drawing, self.parts[one.sample])

    def nothing(self) -> Match:
        """The match of a face on which nothing is seen."""
        return Match(tuple((n, 1 / len(self.names)) for n in self.names), 0.0, UNSEEN, 0.0)

    def shares(self, fit: Fit) -> tuple[tuple[str, float], ...]:
        """Fits as probabilities, by both opinions; flat where nothing fits."""
        least = float(fit.misfit.min())
        against = MISFITS * (fit.misfit - least) / (least + GRAIN) / (1 + least / STRANGE)
        logs = (fit.near - fit.near.max()) / WARMTH - against
        weight = np.exp(logs - logs.max())
        first, second = (int(k) for k in np.argsort(-weight)[:2])
        weight[[first, second]] = self.by_sign(fit, first, second, weight)
        weight = weight + 0.5 * max(0.0, KNOWN - float(fit.likeness.max()))
        weight = weight / weight.sum()
        return tuple((self.names[k], float(weight[k])) for k in np.argsort(-weight))

    def by_sign(self, fit: Fit, first: int, second: int, weight: Floats) -> tuple[float, float]:
        """The weights of two faces, shared out anew by the sign in which they differ, if they are alike."""
        pairs = [(a, b) for a in telling(fit.tried[first]) for b in telling(fit.tried[second])]
        told = [t for a, b in pairs if (t := self.said(a, b)) is not None]
        told += [-t for a, b in pairs if (t := self.said(b, a)) is not None]
        both = float(weight[first] + weight[second])
        if not told:
            return float(weight[first]), float(weight[second])
        before = float(np.clip(np.log(weight[first] / max(float(weight[second]), 1e-6)), 0.0, HEARD))
        agreed = abs(sum(told)) / (sum(map(abs, told)) + 1e-6)
        spoken = SPOKEN * agreed**2 * float(np.mean(told))  # looks that contradict each other say little
        share = 1 / (1 + np.exp(-before - spoken))
        return float(both * share), float(both * (1 - share))

    def said(self, one: Tried, other: Tried) -> float | None:
        """How much rather the face bears the first one's sign; None: it fits badly, or they are unlike."""
        if one.laid.likeness < KNOWN:
            return None
        key = (one.sample, other.sample, (other.turn - one.turn) % 4)
        if key not in self._signs:
            own, turned = self.samples[key[0]][1], np.rot90(self.samples[key[1]][1].map, key[2])
            self._signs[key] = sign_between(own.map, own.pattern, np.ascontiguousarray(turned))
        sign = self._signs[key]
        return None if sign is None else sign.speaks(one.laid.picture)

    def too_alike(self) -> tuple[tuple[str, str, float], ...]:
        """Pairs of faces that cannot be told apart, the likest first, with their difference."""
        count = len(self.names)
        pairs = [
            (self.names[a], self.names[b], float(self.apart[a, b]))
            for a in range(count)
            for b in range(a + 1, count)
        ]
        return tuple(sorted((p for p in pairs if p[2] < TOO_ALIKE), key=lambda p: p[2]))


def likeliest(near: Floats) -> list[int]:
    """The few faces that a face with such nearness may be."""
    order = [int(k) for k in np.argsort(-near)[:SHORT_LIST]]
    return [k for k in order if near[k] > near[order[0]] - FAR]


def telling(looks: Sequence[Tried]) -> list[Tried]:
    """The looks of one face but for those that somewhere fit much worse than another: their sign is blurred,
    or was lost in glare when they were taught."""
    bar = BLURRED * min((look.laid.misfit for look in looks), default=0.0) + GRAIN
    return [look for look in looks if look.laid.misfit <= bar]


def flattest(looks: Sequence[Laid]) -> Linear:
    """How a face is squeezed by whichever of its pictures, of those like it, it is squeezed least against.

    One picture may itself have been taken from aside; a die that leans is squeezed against all.
    """
    best = max(look.likeness for look in looks)
    like = [look.linear for look in looks if look.likeness >= best - AS_LIKE]
    return min(like, key=lambda linear: float(np.linalg.cond(np.array(linear).reshape(2, 2))))


def swapped(linear: Linear) -> Linear:
    """A linear motion seen a quarter turn on."""
    a, b, c, d = linear
    return (d, -c, -b, a)


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
