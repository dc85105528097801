"""Learn the faces of a die from pictures of one die in the tray, a few of each face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.dice import D6
from vision.arrays import Image
from vision.background.tray import Tray
from vision.detect.finder import Detection, Finder
from vision.detect.rectify import face_crop
from vision.read.reader import MIN_TAUGHT_DIE_SCORE, Reader
from vision.recognise.taught_set import TaughtSet
from vision.teach.album import Album

FACES_FOR_EDGE = 3  # by which the size of the dice is estimated; looking for a die of any size takes its time


class NoDie(Exception):  # noqa: N818 (named as what happened)
    """A teaching picture in which no die is seen; the text names the face and the way out."""


def learn(pictures: Mapping[str, Sequence[Image]], tray: Tray | None, kind: str = "taught") -> TaughtSet:
    """The taught set from whole pictures of one die each. NoDie, or ValueError as `taught_set.teach` says."""
    return album_of(pictures, tray, kind).taught_set()


def album_of(pictures: Mapping[str, Sequence[Image]], tray: Tray | None, kind: str = "taught") -> Album:
    """The cuts of such pictures. NoDie, or ValueError when there is but one face."""
    if len(pictures) < 2:
        raise ValueError(
            f"a taught set needs 2 faces or more, got {sorted(pictures)}; show the other faces too"
        )
    reader = Reader((D6,), tray, finder=Finder())
    first = [(images[0], name) for name, images in pictures.items()][:FACES_FOR_EDGE]
    edges = [top_face(reader, image, name).edge / image.shape[1] for image, name in first]
    edge = float(np.median(edges))
    sized_reader = replace(reader, edge=edge)
    samples = {
        name: tuple(face_crop(image, top_face(sized_reader, image, name).corners) for image in images)
        for name, images in pictures.items()
    }
    return Album(kind, samples, edge)


def top_face(reader: Reader, image: Image, name: str) -> Detection:
    """The top face of the one die in a picture."""
    tops = reader.tops(image, reader.things(image), MIN_TAUGHT_DIE_SCORE)
    if not tops:
        raise NoDie(f"no die is seen in a picture of face {name!r}; lay one die in the tray, this face up")
    return reader.tilt.with_tilts(image, [max(tops, key=lambda top: top.die_score)])[0]
