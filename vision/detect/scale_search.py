"""Finds the faces of a picture in which the size of dice is not known: of many looks it keeps the surest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log

import numpy as np

from vision.arrays import Image
from vision.background.tray import Things
from vision.detect.finder import EDGE, Face, Finder
from vision.detect.vote import voted

LADDER = tuple(110 * 1.25**k for k in range(12))  # pixels of the longer side of looks at a strange picture
FEW = LADDER[4::2]  # the same in a tray, of which a camera sees the whole
LARGEST = 1800  # the same of any look
MAGNIFIED = 4.0  # times that a small picture is enlarged at most
ALIKE = 0.18  # of the logarithm: sizes so near are one
SEEN = 0.3  # heat that counts when sizes are compared
IN_TRAY = 36.0  # pixels of an edge at which a tray is looked at: as good there as EDGE, and a fifth cheaper
ROOM = 1.7  # edges for one radius of the largest circle inside a lone die
AROUND = 0.8  # edges of surroundings that a look takes in
TRIES = 3  # sizes looked at, each corrected by what was seen
SURE_ENOUGH = 0.4  # sureness of some face, below which the size was wrong from the start
NEARLY = 0.85  # share of the best size's merit for which the size at which the net sees best is taken
PUNISHED = 0.15  # how much a face that is not sure speaks against a size


@dataclass(frozen=True)
class Look:
    """What is seen at one size."""

    scale: float
    faces: tuple[Face, ...]

    @cached_property
    def merit(self) -> float:
        """How much it tells: sure faces for it, doubtful ones against it."""
        return sum(f.sure**2 - PUNISHED * (1 - f.sure) for f in self.faces if f.heat > SEEN)


def faces_of_any_size(finder: Finder, image: Image) -> tuple[Face, ...]:
    """The faces of a picture of which nothing is known: several looks at its likeliest size."""
    best = surest(finder, image, max(image.shape[:2]), LADDER)
    return voted(finder, image, best.scale) if best.faces else ()


def surest(finder: Finder, image: Image, long: int, ladder: Sequence[float]) -> Look:
    """What is seen at the best size in a picture, or in part of one whose longer side is `long`.

    One at which a single thing looks a little like a large die tells nothing of the others: all are tried.
    """
    scales = [size / long for size in ladder if size < MAGNIFIED * long] or [MAGNIFIED]
    best = max((looked(finder, image, scale) for scale in scales), key=lambda look: look.merit)
    better = min(EDGE / usual_edge(best.faces, EDGE / best.scale), LARGEST / long)
    if abs(log(better / best.scale)) < ALIKE:
        return best
    usual = looked(finder, image, better)
    return usual if usual.merit >= NEARLY * best.merit else best


def looked(finder: Finder, image: Image, scale: float) -> Look:
    """A look at this scale."""
    return Look(scale, finder.look(image, scale))


def faces_of_things(finder: Finder, image: Image, things: Things, look: float) -> tuple[Face, ...]:
    """The faces of a picture of which it is known what is foreign in it: that says about how large dice are.

    `look` is the scale of the masks. Where it leads to nothing that is sure, some sizes are tried, if
    anything surely lies there: of an empty tray in other light no more than that is asked.
    """
    for radius in things.radii:
        faces = faces_from(finder, image, things, look, radius * ROOM / look)
        if faces is not None:
            return faces
    if not things.any:
        return ()
    part, x, y = things.part(image, look, AROUND * things.radii[-1] * ROOM / look)
    best = surest(finder, part, max(image.shape[:2]), FEW)
    return tuple(face.placed(1.0, x, y) for face in best.faces)


def faces_from(
    finder: Finder, image: Image, things: Things, look: float, edge: float
) -> tuple[Face, ...] | None:
    """The faces of dice about so large, their size corrected by what is seen; None: nothing is sure."""
    for _ in range(TRIES):
        faces = faces_at(finder, image, things, look, edge)
        usual = usual_edge([f for f in faces if f.heat > SEEN], edge)
        if max((f.sure for f in faces), default=0.0) < SURE_ENOUGH:
            return None
        if abs(log(usual / edge)) < ALIKE:
            return faces
        edge = usual
    return None


def faces_at(finder: Finder, image: Image, things: Things, look: float, edge: float) -> tuple[Face, ...]:
    """The faces of dice with this edge among the things: nowhere else is looked."""
    part, x, y = things.part(image, look, AROUND * edge)
    scale = min(IN_TRAY / edge, LARGEST / max(part.shape[:2]))
    return tuple(face.placed(1.0, x, y) for face in finder.look(part, scale))


def usual_edge(faces: Sequence[Face], otherwise: float) -> float:
    """The middle edge of the surer half of the faces."""
    most = max((f.sure for f in faces), default=0.0)
    return float(np.median([f.edge for f in faces if f.sure >= most / 2])) if faces else otherwise
