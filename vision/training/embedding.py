"""Trains the embedding of custom faces by a supervised contrastive loss over cosine similarities.

Pictures of one face come close to each other, others far away; some sets differ in a small sign alone.
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
from vision.training.embedding_views import drawn_view, photo_view, random_paint
from vision.training.net import ResidualBlock, conv_bn_relu
from vision.training.progress import Progress, Report
from vision.training.run import Batch, Plan, Run, bfloat16_autocast, run_training

SETS_PER_BATCH, FACES_PER_SET, VIEWS_PER_FACE = 8, 6, 3  # of a batch
LETTERS_PER_BATCH = 2 * FACES_PER_SET  # photographed ones of a batch, in place of two sets
TEMPERATURE = 0.07
MAKERS = (*[masks.glyph_faces] * 2, *[masks.signed_figures] * 2, masks.pip_faces)  # by how often
SET_POOL = 1500  # sets to choose from


class EmbeddingNet(nn.Module):
    """From a cut face to a direction."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *(
                conv_bn_relu(3, 24),
                conv_bn_relu(24, 32, 2),
                ResidualBlock(32),
                conv_bn_relu(32, 64, 2),
                ResidualBlock(64),
            ),
            *(conv_bn_relu(64, 96, 2), ResidualBlock(96), conv_bn_relu(96, 32, kernel=1)),
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
        letters = boards.read_letters(self._letters) if self._letters else {}
        while True:
            if len(drawn) < SET_POOL:
                drawn += [luck.choice(MAKERS)(luck) for _ in range(16)]
            some = dict(luck.sample(sorted(letters.items()), min(LETTERS_PER_BATCH, len(letters))))
            yield batch(luck, luck.sample(drawn, SETS_PER_BATCH - len(some) // FACES_PER_SET), some)


def batch(
    luck: Random, sets: Sequence[Sequence[Mask]], letters: Mapping[str, Sequence[Image]]
) -> tuple[Tensor, Tensor]:
    """Views of all faces of these sets, and which face each shows; mostly in the colours of their set.

    With them photographed letters, several pictures of each.
    """
    views, owners = [], []
    for number, pictures in enumerate(letters.values()):
        views += [photo_view(luck, one) for one in luck.sample(pictures, min(VIEWS_PER_FACE, len(pictures)))]
        owners += [-1 - number] * min(VIEWS_PER_FACE, len(pictures))
    for number, faces in enumerate(sets):
        colours = random_paint(luck)
        for k, face in enumerate(faces):
            turned = np.ascontiguousarray(np.rot90(face, luck.randrange(4)))
            for _ in range(VIEWS_PER_FACE):
                views.append(drawn_view(luck, turned, colours if luck.random() < 0.8 else random_paint(luck)))
                owners.append(number * FACES_PER_SET + k)
    return torch.from_numpy(np.stack(views).transpose(0, 3, 1, 2)), torch.tensor(owners)


def loss(directions: Tensor, owners: Tensor) -> Tensor:
    """Supervised contrastive: views of one face against those of all other faces, the mean over pairs."""
    count = len(owners)
    likeness = directions @ directions.T / TEMPERATURE - 1e9 * torch.eye(count)
    same = (owners[:, None] == owners[None]) & ~torch.eye(count, dtype=torch.bool)
    logs = likeness - torch.logsumexp(likeness, 1, keepdim=True)
    return -(logs * same).sum() / same.sum()


def batch_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """The loss of a batch of views."""
    views, owners = batch
    with bfloat16_autocast():
        directions = net(views)
    error = loss(directions.float(), owners)
    return error, (float(error.detach()),)


def train(checkpoint: Path, plan: Plan, report: Report, letters: Path | None = None) -> int:
    """Train as planned, on photographed letters too if they are there; how many batches are done."""
    run = Run.resume(checkpoint, EmbeddingNet())
    examples = Batches(run.done, letters)
    return run_training(run, (examples, None), batch_loss, plan, Progress(report, "glyphs", plan.whole))
