"""Trains the second opinion: a classifier of single faces with their surroundings, cut as the eye cuts them.

Cross-entropy with label smoothing over no pips and 1 to 6; hard negatives are side faces, floors and edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, exp, hypot, pi, sin
from pathlib import Path
from random import Random

import numpy as np
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from vision.arrays import Image
from vision.detect.rectify import CONTEXT_EDGES, CONTEXT_PX
from vision.training.labels import Rows
from vision.training.net import VALUES, ResidualBlock, conv_bn_relu
from vision.training.patches import BATCH_SIZE, LabelledPatches, Patches, Spot, augment_patch
from vision.training.progress import Progress, Report
from vision.training.run import Batch, Plan, Run, bfloat16_autocast, net_input, run_training
from vision.training.sources import Source
from vision.training.targets import MAX_FLAT_LEAN_DEG, TopFace

WIDTHS = (32, 56, 112)
MIN_VISIBLE_SHARE = 0.8  # seen part of a face from which it is shown
MAX_FACES = 5  # with pips, of a picture, at most
OTHER_FACE_SHARE = 0.6  # of pictures, that give a face without pips
BACKGROUND_SHARE = 0.7  # of pictures, that give a place without any face


class SecondOpinionNet(nn.Module):
    """From a face with its surroundings to logits of no pips, 1 to 6."""

    def __init__(self, widths: tuple[int, int, int] = WIDTHS) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            *(
                conv_bn_relu(3, a, 2),
                ResidualBlock(a),
                conv_bn_relu(a, b, 2),
                ResidualBlock(b),
                ResidualBlock(b),
            ),
            *(conv_bn_relu(b, c, 2), ResidualBlock(c), ResidualBlock(c), conv_bn_relu(c, 32, kernel=1)),
        )
        self.head = nn.Linear(32 * (CONTEXT_PX // 8) ** 2, VALUES)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x).flatten(1))
        return out


def sample_spots(luck: Random, picture: Image, labels: Rows) -> Iterator[Spot]:
    """What is worth showing of a picture: faces of pips, another face, a place without any."""
    tops = [TopFace(*row[:7]) for row in labels if row[4] >= 0 and row[5] > 0]
    height, width = picture.shape[:2]
    clear = [
        Spot(t.x, t.y, t.size, t.angle, int(t.value))
        for t in tops
        if t.seen > MIN_VISIBLE_SHARE
        and t.lean < MAX_FLAT_LEAN_DEG
        and min(t.x, t.y, width - t.x, height - t.y) > (0.5 + CONTEXT_EDGES / 8) * t.size
    ]
    pips, others = [s for s in clear if s.value], [s for s in clear if not s.value]
    yield from luck.sample(pips, min(MAX_FACES, len(pips)))
    if others and luck.random() < OTHER_FACE_SHARE:
        yield luck.choice(others)
    if tops and luck.random() < BACKGROUND_SHARE:
        yield from background_spots(luck, tops, clear, (width, height))


def background_spots(
    luck: Random, tops: Sequence[TopFace], clear: Sequence[Spot], size: tuple[int, int]
) -> Iterator[Spot]:
    """A place where no top face is: on the side of a die, or anywhere; at most one."""
    usual = float(np.median([top.size for top in tops]))
    for _ in range(10):
        x, y = (luck.uniform(0, side) for side in size)
        if clear and luck.random() < 0.6:
            near, way = luck.choice(clear), luck.uniform(0, 2 * pi)
            far = luck.uniform(0.75, 1.4) * near.edge
            x, y = near.x + far * cos(way), near.y + far * sin(way)
        free = all(hypot(x - top.x, y - top.y) > 0.65 * top.size for top in tops)
        if free and 0 < x < size[0] and 0 < y < size[1]:
            yield Spot(x, y, usual * exp(luck.uniform(-0.4, 0.3)), luck.uniform(0, 2 * pi), 0)
            return


def sample_patches(luck: Random, picture: Image, labels: Rows, photographed: bool) -> LabelledPatches:
    """Some places of a picture as the eye might cut them out, each with its value; 0 is no pips."""
    for spot in sample_spots(luck, picture, labels):
        patch = spot.jitter(luck).cut(picture)
        if luck.random() < 0.5:
            patch = np.ascontiguousarray(patch[:, ::-1])
        yield augment_patch(luck, patch, photographed), spot.value


def batch_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """The loss of a batch of faces, and its accuracy."""
    patches, values = batch
    with bfloat16_autocast():
        predicted = net(net_input(patches))
    loss = cross_entropy(predicted.float(), values, label_smoothing=0.02)
    return loss, (float(loss.detach()), float((predicted.argmax(1) == values).float().mean()))


def train(checkpoint: Path, sources: Sequence[Source], plan: Plan, report: Report) -> int:
    """Train on faces of these sources; how many batches are done in all."""
    run = Run.resume(checkpoint, SecondOpinionNet())
    progress = Progress(report, "wrong right", plan.whole)
    return run_training(
        run, (Patches(sample_patches, sources, run.done), BATCH_SIZE), batch_loss, plan, progress
    )
