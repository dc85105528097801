"""Single faces to learn from, cut out of pictures as the eye cuts them, or a little off (jittered)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, isnan, pi
from random import Random
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import IterableDataset

from vision.arrays import Image
from vision.detect.finder import square_corners
from vision.detect.rectify import CONTEXT_PX, context_crop
from vision.training.augment import augment, jpeg_round_trip, recolour, unsharp_mask
from vision.training.labels import Rows
from vision.training.sources import Source, pictures

BATCH_SIZE = 96
SHUFFLE_POOL = 600  # faces among which they are shuffled
COARSE_SHARE = 0.5  # share of drawn faces shown with few pixels
COARSE_PX = (18, 52)  # of so many

LabelledPatches = Iterator[tuple[Image, Any]]  # patches, each with what is to be said of it
PatchSampler = Callable[[Random, Image, Rows, bool], LabelledPatches]


@dataclass(frozen=True)
class Spot:
    """A place in a picture to be cut out as if a face lay there."""

    x: float
    y: float
    edge: float
    turn: float
    value: int

    def jitter(self, luck: Random) -> Spot:
        """As the finder would have it: not quite right, in any quarter turn."""
        turn = luck.uniform(0, 2 * pi) if isnan(self.turn) else self.turn + luck.gauss(0, 0.07)
        return replace(
            self,
            x=self.x + luck.gauss(0, 0.06) * self.edge,
            y=self.y + luck.gauss(0, 0.06) * self.edge,
            edge=self.edge * exp(luck.gauss(0, 0.09)),
            turn=turn + luck.randrange(4) * pi / 2,
        )

    def cut(self, picture: Image) -> Image:
        return context_crop(picture, square_corners(self.x, self.y, self.edge, self.turn))


def augment_patch(luck: Random, patch: Image, photographed: bool) -> Image:
    """A patch as some camera has it that may be far away; a photograph is spoiled less, its dice are dyed."""
    if photographed:
        patch = recolour(luck, patch)
    elif luck.random() < COARSE_SHARE:
        patch = downsample(luck, patch)
    return augment(luck, patch, photographed)


def downsample(luck: Random, patch: Image) -> Image:
    """As if the dice were far away, the picture squeezed and sharpened on its way as the web does it."""
    few, squeeze = luck.uniform(*np.log(COARSE_PX)), luck.uniform(-0.16, 0.16) if luck.random() < 0.5 else 0.0
    size = round(exp(few + squeeze)), round(exp(few - squeeze))
    small = cv2.resize(patch, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    if luck.random() < 0.4:
        small = unsharp_mask(small, by=luck.uniform(0.3, 1.5), spread=luck.uniform(0.5, 1.2))
    if luck.random() < 0.6:
        noise = np.random.default_rng(luck.getrandbits(32)).standard_normal(small.shape) * luck.uniform(0, 6)
        small = jpeg_round_trip(np.asarray(small + noise, np.float32), luck.randint(40, 95))
    how = luck.choice((cv2.INTER_LINEAR, cv2.INTER_CUBIC))
    return np.clip(cv2.resize(small, (CONTEXT_PX, CONTEXT_PX), interpolation=how), 0, 255).astype(np.uint8)


class Patches(IterableDataset[tuple[Tensor, ...]]):
    """What `faces` shows of pictures, without end, that of many pictures shuffled."""

    def __init__(self, faces: PatchSampler, sources: Sequence[Source], seed: int) -> None:
        self._faces, self._sources, self._seed = faces, sources, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        luck, pool = Random(f"patches {self._seed}"), list[tuple[Image, Any]]()
        for picture, labels, photographed in pictures(luck, self._sources):
            pool += self._faces(luck, picture, labels, photographed)
            if len(pool) > SHUFFLE_POOL:
                luck.shuffle(pool)
                for patch, goal in pool[: SHUFFLE_POOL // 2]:
                    deep = np.ascontiguousarray(patch.transpose(2, 0, 1))
                    yield torch.from_numpy(deep), torch.as_tensor(goal)
                del pool[: SHUFFLE_POOL // 2]
