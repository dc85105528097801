"""A second opinion on faces of which the finder is not sure: each is cut out and looked at from eight sides.

A small net made by `vision.training` sees a face with its surroundings and says which pips it shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from vision.arrays import Floats, Image
from vision.detect.finder import Face
from vision.detect.rectify import surrounded
from vision.nets import MODELS, Net

MODEL = MODELS / "closer.onnx"
SURE = 0.86  # sureness from which a face needs no second opinion
MOST = 12  # faces of a picture that get one, those first that are most surely there
WEIGHT = 0.65  # of the second opinion against the finder's
LEAST = 1e-4  # share that the finder gives everything


class Closer:
    """The net, ready to look; any thread may ask."""

    def __init__(self, model: Path = MODEL) -> None:
        self._net = Net(model)

    def again(self, image: Image, faces: Sequence[Face]) -> tuple[Face, ...]:
        """The same faces, what the doubtful ones show weighed by both opinions."""
        doubtful = sorted((f for f in faces if f.sure < SURE), key=lambda face: -face.heat)[:MOST]
        if not doubtful:
            return tuple(faces)
        opinions = self.opinions([surrounded(image, face.corners) for face in doubtful])
        heard = {id(f): weighed(f, opinion) for f, opinion in zip(doubtful, opinions, strict=True)}
        return tuple(heard.get(id(face), face) for face in faces)

    def opinions(self, patches: Sequence[Image]) -> Floats:
        """For each face with its surroundings the logarithms of the shares of no pips, 1 to 6."""
        views = [view for patch in patches for view in from_all_sides(patch)]
        told = self._net.answer_to(views)
        logs = told - np.log(np.exp(told).sum(axis=1, keepdims=True))
        return np.asarray(logs.reshape(len(patches), -1, logs.shape[1]).mean(axis=1), np.float32)


def from_all_sides(patch: Image) -> Iterator[Image]:
    """A patch in four turns, mirrored too: pips mean the same in all of them."""
    for mirrored in (patch, patch[:, ::-1]):
        yield from (np.ascontiguousarray(np.rot90(mirrored, quarters)) for quarters in range(4))


def weighed(face: Face, opinion: Floats) -> Face:
    """A face by both opinions."""
    logs = (1 - WEIGHT) * np.log(face.values + LEAST) + WEIGHT * opinion
    shares = np.exp(logs - logs.max())
    return replace(face, values=np.asarray(shares / shares.sum(), np.float32))
