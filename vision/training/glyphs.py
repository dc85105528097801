"""Trains the embedding of custom faces: pictures of one face come close to each other, others far away.

Some sets differ in a small sign alone. Refuses to know how faces are drawn and where they are found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import normalize
from torch.utils.data import IterableDataset

from vision.arrays import Image, Mask
from vision.recognise.embedding import DIMENSIONS, INPUT_PX
from vision.training import boards, masks
from vision.training.glyph_views import paint, view, view_of
from vision.training.net import Rest, step
from vision.training.progress import Progress, Told
from vision.training.run import Batch, Plan, Run, halved, trained

SETS, FACES, VIEWS = 8, 6, 3  # of a batch
LETTERS = 2 * FACES  # photographed ones of a batch, in place of two sets
WARMTH = 0.07
DRAWN = 1500  # sets to choose from


class Embedder(nn.Module):
    """From a cut face to a direction."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(step(3, 24), step(24, 32, 2), Rest(32), step(32, 64, 2), Rest(64)),
            *(step(64, 96, 2), Rest(96), step(96, 32, kernel=1)),
        )
        self.head = nn.Linear(32 * (INPUT_PX // 8) ** 2, DIMENSIONS)

    def forward(self, x: Tensor) -> Tensor:
        return normalize(self.head(self.body(x).flatten(1)), dim=1)


class Batches(IterableDataset[tuple[Tensor, ...]]):
    """Batches without end: some sets, their faces, some views of each; photographed letters among them."""

    def __init__(self, seed: int, letters: Path | None) -> None:
        self._seed, self._letters = seed, letters

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        cv2.setNumThreads(1)
        luck, drawn = Random(f"glyphs {self._seed}"), list[list[Mask]]()
        letters = boards.read(self._letters) if self._letters else {}
        while True:
            if len(drawn) < DRAWN:
                makers = (masks.glyphs, masks.glyphs, masks.siblings, masks.siblings, masks.pips)
                drawn += [luck.choice(makers)(luck) for _ in range(16)]
            some = dict(luck.sample(sorted(letters.items()), min(LETTERS, len(letters))))
            yield batch(luck, luck.sample(drawn, SETS - len(some) // FACES), some)


def batch(
    luck: Random, sets: Sequence[Sequence[Mask]], letters: Mapping[str, Sequence[Image]]
) -> tuple[Tensor, Tensor]:
    """Views of all faces of these sets, and which face each shows; mostly in the colours of their set.

    With them photographed letters, several pictures of each.
    """
    views, owners = [], []
    for number, pictures in enumerate(letters.values()):
        views += [view_of(luck, one) for one in luck.sample(pictures, min(VIEWS, len(pictures)))]
        owners += [-1 - number] * min(VIEWS, len(pictures))
    for number, faces in enumerate(sets):
        colours = paint(luck)
        for k, face in enumerate(faces):
            turned = np.ascontiguousarray(np.rot90(face, luck.randrange(4)))
            for _ in range(VIEWS):
                views.append(view(luck, turned, colours if luck.random() < 0.8 else paint(luck)))
                owners.append(number * FACES + k)
    return torch.from_numpy(np.stack(views).transpose(0, 3, 1, 2)), torch.tensor(owners)


def loss(directions: Tensor, owners: Tensor) -> Tensor:
    """How far views of one face are from each other, against those of all other faces."""
    count = len(owners)
    likeness = directions @ directions.T / WARMTH - 1e9 * torch.eye(count)
    same = (owners[:, None] == owners[None]) & ~torch.eye(count, dtype=torch.bool)
    logs = likeness - torch.logsumexp(likeness, 1, keepdim=True)
    return -(logs * same).sum() / same.sum()


def wrong(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """How wrong the net is about a batch of views."""
    views, owners = batch
    with halved():
        directions = net(views)
    off = loss(directions.float(), owners)
    return off, (float(off.detach()),)


def train(kept: Path, plan: Plan, told: Told, letters: Path | None = None) -> int:
    """Train as planned, on photographed letters too if they are there; how many batches are done."""
    run = Run.resumed(kept, Embedder())
    examples = Batches(run.done, letters)
    return trained(run, (examples, None), wrong, plan, Progress(told, "glyphs", plan.whole))
