"""The taught pictures of all faces of a set: which of them are near a face, and how well those fit it.

A small net says which pictures are near, in four quarter turns; the few nearest are laid upon the face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.recognise.align import Linear, aligned
from vision.recognise.samples import Sample, Tried

SHORT_LIST = 3  # faces that are looked at closely, at most
FAR = 0.35  # nearness behind the nearest face at which one needs no close look
LOOKS = 2  # pictures of each of them
AS_LIKE = 0.04  # likeness behind the best that is as good: grain and glare make as much
UNSEEN = 2.0  # local difference of a face that was not looked at closely


@dataclass(frozen=True, eq=False)
class Fit:
    """How a taught face fits a picture: how near the nearest of its own is by direction, and those of them
    that were laid upon it; none, if the face is far.
    """

    near: float
    looks: tuple[Tried, ...] = ()

    @property
    def best(self) -> Tried:
        """The look that fits best where it fits worst."""
        return min(self.looks, key=lambda look: look.laid.misfit)

    @property
    def misfit(self) -> float:
        """The worst local difference; 0 is none."""
        return self.best.laid.misfit if self.looks else UNSEEN

    @property
    def likeness(self) -> float:
        """How like the likest is: -1 to 1."""
        return max((look.laid.likeness for look in self.looks), default=0.0)

    @property
    def linear(self) -> Linear:
        """How the face is squeezed by whichever of its pictures, of those like it, it is squeezed least
        against. One picture may itself have been taken from aside; a die that leans is squeezed against all.
        """
        least = self.likeness - AS_LIKE
        like = [look.laid.linear for look in self.looks if look.laid.likeness >= least]
        return min(like, key=lambda linear: float(np.linalg.cond(np.array(linear).reshape(2, 2))))


@dataclass(frozen=True, eq=False)
class Bank:
    """For each face of a set, by its number, the pictures taught of it."""

    faces: tuple[tuple[Sample, ...], ...]

    @cached_property
    def samples(self) -> tuple[Sample, ...]:
        """Every picture, by its number."""
        return tuple(one for face in self.faces for one in face)

    @cached_property
    def owners(self) -> tuple[int, ...]:
        """The face of every picture."""
        return tuple(k for k, face in enumerate(self.faces) for _ in face)

    @cached_property
    def directions(self) -> Floats:
        """The directions of all pictures in four turns, as rows."""
        return np.concatenate([one.turns for one in self.samples])

    @cached_property
    def of_rows(self) -> NDArray[np.int64]:
        """The face of each of these rows."""
        return np.repeat(self.owners, 4)

    def others(self, number: int) -> tuple[Sample, ...]:
        """The other pictures of the face that a picture is of."""
        return tuple(one for one in self.faces[self.owners[number]] if one is not self.samples[number])

    def fits(
        self, face: Floats, direction: Floats, every: bool = False, without: int = -1
    ) -> tuple[Fit, ...]:
        """How each taught face fits one with this contrast and direction; the likeliest few, or `every` one,
        are aligned with care. `without` one picture.
        """
        score = self.directions @ direction
        if without >= 0:
            score[4 * without : 4 * without + 4] = -1.0
        near = [float(score[self.of_rows == k].max()) for k in range(len(self.faces))]
        looked = range(len(self.faces)) if every else likeliest(near)
        return tuple(Fit(n, self._looks(face, score, k) if k in looked else ()) for k, n in enumerate(near))

    def _looks(self, face: Floats, score: Floats, of: int) -> tuple[Tried, ...]:
        """The nearest pictures of a taught face, each laid upon this one."""
        mine = np.flatnonzero(self.of_rows == of)
        best = mine[np.argsort(-score[mine])][:LOOKS]
        return tuple(self.closely(face, *divmod(int(row), 4)) for row in best if score[row] > -1.0)

    def closely(self, face: Floats, number: int, turn: int) -> Tried:
        """One picture in one turn, laid onto the face; its motion as the face sees it."""
        laid = aligned(self.samples[number].pattern, np.ascontiguousarray(np.rot90(face, -turn)))
        return Tried(number, turn, laid if turn % 2 == 0 else replace(laid, linear=swapped(laid.linear)))


def likeliest(near: Sequence[float]) -> list[int]:
    """The few faces that a face with such nearness may be."""
    order = sorted(range(len(near)), key=lambda k: -near[k])[:SHORT_LIST]
    return [k for k in order if near[k] > near[order[0]] - FAR]


def swapped(linear: Linear) -> Linear:
    """A linear motion seen a quarter turn on."""
    a, b, c, d = linear
    return (d, -c, -b, a)
