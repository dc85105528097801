"""Learn the faces of a die from pictures of one die in the tray, a few of each face.

Refuses to judge whether the set is good enough to play with: `faces` says which faces are too alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from companion.dice import Quad
from vision.align import FACE, MARGIN, Pattern, aligned, pattern
from vision.choose import inside, without_doubles
from vision.faces import TaughtSet, teach
from vision.locate import SIDE, Patch, patches
from vision.pips import contrast_of
from vision.scale import crest, fitted, rough_edge, scores
from vision.sheet import lay_out
from vision.top import Top, cut
from vision.tray import Floats, Image, Tray

TRIED = 5  # squares of a teaching picture that may be the top face
NEARLY = 0.2  # evidence below the best at which a square is no longer tried


class NoDie(Exception):  # noqa: N818 (named as what happened)
    """A teaching picture in which no die is seen; the text names the face and the way out."""


@dataclass(frozen=True)
class Shown:
    """One teaching picture: where its top face may be."""

    image: Image
    tops: tuple[Top, ...]

    def crop(self, number: int) -> Image:
        """The squared cut of one of the possible top faces."""
        return face_of(self.image, self.tops[number])


def face_of(image: Image, where: Top | Quad) -> Image:
    """The squared cut of a top face, as `faces.teach` wants it."""
    corners = where.corners if isinstance(where, Top) else np.array(where, dtype=np.float64)
    return cut(image, corners, FACE, MARGIN)


def learn(pictures: Mapping[str, Sequence[Image]], tray: Tray | None, kind: str = "taught") -> TaughtSet:
    """The taught set from whole pictures of one die each. NoDie, or ValueError as `faces.teach` says."""
    if len(pictures) < 2:
        raise ValueError(
            f"a taught set needs 2 faces or more, got {sorted(pictures)}; show the other faces too"
        )
    share = edge_share([(name, image) for name, images in pictures.items() for image in images], tray)
    samples = {
        name: agreeing([shown(image, tray or Tray.guess(image), share, name) for image in images])
        for name, images in pictures.items()
    }
    return teach(samples, kind, share)


def edge_share(every: Sequence[tuple[str, Image]], tray: Tray | None) -> float:
    """The edge of the die as a share of the pictures' width: the one size that all pictures agree on best."""
    seen = [die_in(image, tray or Tray.guess(image), name) for name, image in every]
    width = every[0][1].shape[1]
    start = float(np.median([rough_edge([die], scale) for die, scale in seen]))
    sheets = [
        lay_out(image, [die], scale, start) for (die, scale), (_, image) in zip(seen, every, strict=True)
    ]
    return float(start * crest(np.mean([scores(sheet) for sheet in sheets], axis=0)) / width)


def die_in(image: Image, tray: Tray, name: str) -> tuple[Patch, float]:
    """The one die in a teaching picture, and the scale of the look it was found in."""
    found = patches(tray.things(image))
    if not found:
        raise NoDie(f"no die is seen in a picture of face {name!r}; lay one die in the tray, this face up")
    return max(found, key=lambda p: p.radius), tray.scale


def shown(image: Image, tray: Tray, share: float, name: str) -> Shown:
    """The squares of a teaching picture that may be the top face, those seen best first."""
    things = tray.things(image)
    edge = share * image.shape[1]
    sheet = lay_out(image, [die_in(image, tray, name)[0]], tray.scale, edge)
    tops = without_doubles(fitted(sheet, (SIDE * 0.96, SIDE * 1.03), 8)[0], edge)
    merit = {id(t): t.evidence + inside(t, things.likely, tray.scale) for t in tops}
    tops = sorted(tops, key=lambda t: -merit[id(t)])[:TRIED]
    tops = [t for t in tops if merit[id(t)] > merit[id(tops[0])] - NEARLY]
    if not tops:
        raise NoDie(f"no flat top is seen in a picture of face {name!r}; lay the die flat, in even light")
    return Shown(image, tuple(tops))


def agreeing(pictures: Sequence[Shown]) -> list[Image]:
    """For each picture of a face the crop that best agrees with the crops of its other pictures."""
    if len(pictures) == 1:
        return [pictures[0].crop(0)]
    maps = [[contrast_of(p.crop(k), glyph=True).map for k in range(len(p.tops))] for p in pictures]
    patterns = [[pattern(m) for m in mine] for mine in maps]
    crops = []
    for n, picture in enumerate(pictures):
        others = [p for k, mine in enumerate(patterns) if k != n for p in mine]
        merit = [likest(m, others) + t.evidence for m, t in zip(maps[n], picture.tops, strict=True)]
        crops.append(picture.crop(int(np.argmax(merit))))
    return crops


def likest(one: Floats, others: Sequence[Pattern]) -> float:
    """How like a crop is to the likest of others, in any turn."""
    return max(
        aligned(p, np.ascontiguousarray(np.rot90(one, turn))).likeness for p in others for turn in range(4)
    )
