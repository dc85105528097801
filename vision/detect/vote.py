"""Several looks at the same dice, turned and mirrored, as one: for pictures of which nothing else is known.

Errors of chance differ from look to look; what is there stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp, hypot

import numpy as np

from vision.arrays import Image
from vision.detect.finder import Face, Finder, turn_between

VIEWS = tuple((quarters, mirrored) for mirrored in (False, True) for quarters in range(4))
FAINT = 0.1  # heat that counts as a vote
NEAR = 0.45  # edges between two faces that are one


def voted(finder: Finder, image: Image, scale: float) -> tuple[Face, ...]:
    """The faces that the looks agree on, surest first."""
    groups: list[list[Face]] = []
    for face in seen(finder, image, scale):
        near = next((group for group in groups if one_face(group[0], face)), None)
        if near is None:
            groups.append([face])
        else:
            near.append(face)
    return tuple(sorted((agreed(group) for group in groups), key=lambda face: -face.heat))


def seen(finder: Finder, image: Image, scale: float) -> Iterator[Face]:
    """What each look shows, in the picture's own places."""
    height, width = image.shape[:2]
    for quarters, mirrored in VIEWS:
        view = np.rot90(image[:, ::-1] if mirrored else image, quarters)
        for face in finder.look(np.ascontiguousarray(view), scale, FAINT):
            yield back(face, quarters, mirrored, (width, height))


def back(face: Face, quarters: int, mirrored: bool, size: tuple[int, int]) -> Face:
    """A face of a picture turned (against the clock) and mirrored before, where it is in the picture."""
    x, y = face.x, face.y
    width, height = size if quarters % 2 == 0 else size[::-1]
    for _ in range(quarters):
        x, y = height - y, x
        width, height = height, width
    if mirrored:
        return replace(face, x=width - x, y=y, turn=-face.turn)
    return replace(face, x=x, y=y)


def one_face(one: Face, other: Face) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < NEAR * max(one.edge, other.edge)


def agreed(faces: Sequence[Face]) -> Face:
    """One face of several; a look that did not see it votes against it."""
    heat = np.array([face.heat for face in faces])
    share = heat / heat.sum()

    def mean(of: Sequence[float]) -> float:
        return float(share @ np.array(of))

    first = max(faces, key=lambda face: face.heat)
    turns = [turn_between(face.turn, first.turn) for face in faces]
    return replace(
        first,
        x=mean([face.x for face in faces]),
        y=mean([face.y for face in faces]),
        edge=exp(mean([float(np.log(face.edge)) for face in faces])),
        turn=first.turn + mean(turns),
        heat=float(heat.sum()) / max(len(VIEWS), len(faces)),
        doubt=mean([face.doubt for face in faces]),
        values=np.asarray(share @ np.array([face.values for face in faces]), np.float32),
    )
