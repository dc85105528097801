"""Taught faces: what each face of a die looks like, and which of them a squared top face shows.

Refuses to know where a face was found. A face is compared by its contrast to the body of its own die, so
neither the colour of a die nor the lamp matters, in four quarter turns, after a small alignment.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from zipfile import BadZipFile
from zlib import error as ZlibError  # noqa: N812 (its name says nothing)

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.align import FACE, UPRIGHT, Laid, Linear, Pattern, aligned, pattern
from vision.contrast import contrast_of
from vision.tray import Floats, Image

LOW = 16  # pixels of the small picture that finds the likeliest few
ROOM = 2  # how far it may be shifted there
SHORT_LIST = 3  # faces that are looked at closely
TOO_ALIKE = 0.04  # faces whose worst local difference is below this cannot be told apart in play
GRAIN = 0.02  # local difference that noise alone makes
KNOWN = 0.8  # likeness below which it is none of the taught faces


@dataclass(frozen=True)
class Match:
    """What a squared face shows of a taught set: faces with probabilities, likeliest first.

    `likeness` of the likeliest (1: the same picture), `misfit` its worst local difference;
    `linear` how it is squeezed; `trust` how well the pictures taught of this face agree.
    """

    guesses: tuple[tuple[str, float], ...]
    likeness: float
    misfit: float
    linear: Linear = UPRIGHT
    trust: float = 1.0


@dataclass(frozen=True)
class Fit:
    """How each taught face fits a picture: likeness (-1 to 1) worst local difference (0 is none),
    and the linear part of the motion that laid it onto the picture."""

    likeness: Floats
    misfit: Floats
    linear: tuple[Linear, ...]


@dataclass(frozen=True)
class TaughtSet:
    """A taught kind of dice: its faces, and for each some squared pictures (FACE × FACE contrast maps)."""

    kind: str
    names: tuple[str, ...]
    maps: tuple[tuple[Floats, ...], ...]
    edge: float | None = None  # edge of the dice at teaching, as a share of the picture's width
    patterns: tuple[tuple[Pattern, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "patterns", tuple(tuple(pattern(m) for m in one) for one in self.maps))

    @cached_property
    def bank(self) -> tuple[Floats, NDArray[np.int64]]:
        """Small pictures of all samples in four turns, as normalised columns, and their sample numbers."""
        columns, owner = [], []
        for number, (_, one) in enumerate(self.samples):
            for turn in range(4):
                low = shrink(np.rot90(one, turn))[ROOM:-ROOM, ROOM:-ROOM].reshape(-1)
                low = low - low.mean()
                columns.append(low / (np.linalg.norm(low) + 1e-6))
                owner.append(number * 4 + turn)
        return np.stack(columns, axis=1).astype(np.float32), np.array(owner)

    @cached_property
    def samples(self) -> tuple[tuple[int, Floats], ...]:
        """Every sample with the number of its face."""
        return tuple((k, m) for k, one in enumerate(self.maps) for m in one)

    @cached_property
    def flat_patterns(self) -> tuple[Pattern, ...]:
        """The patterns in the order of `samples`."""
        return tuple(p for one in self.patterns for p in one)

    @cached_property
    def apart(self) -> Floats:
        """How far each two faces differ at their likest, as worst local difference (0 on the diagonal)."""
        count = len(self.names)
        table = np.zeros((count, count), np.float32)
        for k in range(count):
            table[k] = np.min([self.fit(m, count).misfit for m in self.maps[k]], axis=0)
        np.fill_diagonal(table, 0.0)
        return np.minimum(table, table.T)

    @cached_property
    def trust(self) -> tuple[float, ...]:
        """For each face the least probability with which one of its pictures is known by the others alone.

        1 for faces with a single picture: nothing can be said of them.
        """
        least = [1.0] * len(self.names)
        for number, (k, face) in enumerate(self.samples):
            if len(self.maps[k]) > 1:
                share = dict(self.shares(self.fit(face, without=number)))[self.names[k]]
                least[k] = min(least[k], share)
        return tuple(least)

    def fit(self, face: Floats, shortlist: int = SHORT_LIST, without: int = -1) -> Fit:
        """How each face fits `face`; only the likeliest few are aligned with care. `without` one sample."""
        rough, which = self.rough(face, without)
        likeness, misfit = rough - 0.1, np.full(len(rough), 2.0, np.float32)
        linear = [UPRIGHT] * len(rough)
        for k in np.argsort(-rough)[:shortlist]:
            looks = [self.closely(face, n) for n in which[k]]
            likeness[k], misfit[k] = max(look.likeness for look in looks), min(look.misfit for look in looks)
            linear[k] = max(looks, key=lambda look: look.likeness).linear
        return Fit(likeness, misfit, tuple(linear))

    def rough(self, face: Floats, without: int = -1) -> tuple[Floats, list[list[int]]]:
        """Likeness to each face in small, and for each face its two best samples in their turns."""
        bank, owner = self.bank
        low = shrink(face)
        steps = range(2 * ROOM + 1)
        inner = LOW - 2 * ROOM
        views = np.stack([low[y : y + inner, x : x + inner].reshape(-1) for y in steps for x in steps])
        views = views - views.mean(axis=1, keepdims=True)
        views /= np.linalg.norm(views, axis=1, keepdims=True) + 1e-6
        score = np.where(owner // 4 == without, np.float32(-1.0), (views @ bank).max(axis=0))
        faces = np.array([self.samples[n // 4][0] for n in owner])
        best = np.full(len(self.names), -1.0, np.float32)
        which: list[list[int]] = []
        for k in range(len(self.names)):
            mine = np.flatnonzero(faces == k)
            order = mine[np.argsort(-score[mine])][:2]
            best[k] = score[order[0]]
            which.append([int(owner[n]) for n in order])
        return best, which

    def closely(self, face: Floats, number: int) -> Laid:
        """One sample in one turn, laid onto the face; its motion as the face sees it."""
        sample, turn = divmod(number, 4)
        laid = aligned(self.flat_patterns[sample], np.ascontiguousarray(np.rot90(face, -turn)))
        return laid if turn % 2 == 0 else replace(laid, linear=swapped(laid.linear))

    def match(self, image: Image) -> Match:
        """What a squared face (an upright cut with the margin of `align`) shows."""
        face = contrast_of(image)
        if face.step < 0.1:
            return self.nothing()
        fit = self.fit(face.map)
        first = int(np.argmin(fit.misfit))
        return Match(
            self.shares(fit),
            float(fit.likeness[first]),
            float(fit.misfit[first]),
            fit.linear[first],
            self.trust[first],
        )

    def nothing(self) -> Match:
        """The match of a face on which nothing is seen."""
        return Match(tuple((n, 1 / len(self.names)) for n in self.names), 0.0, 2.0)

    def shares(self, fit: Fit) -> tuple[tuple[str, float], ...]:
        """Fits as probabilities; flat where nothing fits."""
        least = float(fit.misfit.min())
        weight = np.exp(-1.6 * (fit.misfit - least) / (least + GRAIN))
        weight = weight + 0.5 * max(0.0, KNOWN - float(fit.likeness.max()))
        weight = weight / weight.sum()
        return tuple((self.names[k], float(weight[k])) for k in np.argsort(-weight))

    def too_alike(self) -> tuple[tuple[str, str, float], ...]:
        """Pairs of faces that cannot be told apart, the likest first, with their difference."""
        count = len(self.names)
        pairs = [
            (self.names[a], self.names[b], float(self.apart[a, b]))
            for a in range(count)
            for b in range(a + 1, count)
        ]
        return tuple(sorted((p for p in pairs if p[2] < TOO_ALIKE), key=lambda p: p[2]))

    def save(self, path: Path) -> None:
        """Keep it in a file (npz)."""
        head = {
            "kind": self.kind,
            "names": self.names,
            "counts": [len(m) for m in self.maps],
            "edge": self.edge,
        }
        stack = np.stack([np.round(m * 255).astype(np.uint8) for _, m in self.samples])
        np.savez_compressed(path, maps=stack, head=np.array(json.dumps(head)))

    @staticmethod
    def load(path: Path) -> TaughtSet:
        """The set kept in a file. ValueError if that is not one."""
        try:
            with np.load(path, allow_pickle=False) as kept:
                head = json.loads(str(kept["head"]))
                stack = kept["maps"].astype(np.float32) / np.float32(255)
        except (KeyError, OSError, ValueError, EOFError, BadZipFile, ZlibError) as wrong:
            raise ValueError(f"{path} is not a kept set of faces ({wrong}); teach the faces again") from wrong
        ends = np.cumsum(head["counts"])
        maps = tuple(tuple(stack[end - n : end]) for end, n in zip(ends, head["counts"], strict=True))
        return TaughtSet(head["kind"], tuple(head["names"]), maps, head["edge"])


def swapped(linear: Linear) -> Linear:
    """A linear motion seen a quarter turn on."""
    a, b, c, d = linear
    return (d, -c, -b, a)


def shrink(face: Floats) -> Floats:
    """The small picture of a contrast map."""
    return cv2.resize(np.ascontiguousarray(face), (LOW, LOW), interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def teach(
    samples: Mapping[str, Sequence[Image]], kind: str = "taught", edge: float | None = None
) -> TaughtSet:
    """A set from squared cuts (FACE × FACE, with the margin of `align`) of each face.

    ValueError when there is but one face, or a face without a picture, or a picture on which nothing is seen.
    """
    if len(samples) < 2:
        raise ValueError(
            f"a taught set needs 2 faces or more, got {sorted(samples)}; show the other faces too"
        )
    maps = []
    for name, images in samples.items():
        if not images:
            raise ValueError(f"face {name!r} has no picture; show it at least once")
        seen = [contrast_of(cv2.resize(i, (FACE, FACE))) for i in images]  # type: ignore[arg-type]
        maps.append(tuple(s.map for s in seen))
    return TaughtSet(kind, tuple(samples), tuple(maps), edge)
