"""Trains the second opinion: single faces with their surroundings, cut as the eye cuts them, or a little off.

Among them things that are no top face: side faces, floors, edges. Refuses to know where faces are found.
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
from vision.training.net import VALUES, Rest, step
from vision.training.patches import BATCH, Patches, Shown, Spot, taken
from vision.training.progress import Progress, Told
from vision.training.run import Batch, Plan, Run, halved, shown, trained
from vision.training.sources import Source
from vision.training.targets import LEANS, Top

WIDTHS = (32, 56, 112)
CLEAR = 0.8  # seen part of a face from which it is shown
FACES = 5  # with pips, of a picture, at most
OTHERS, NONE = 0.6, 0.7  # shares of pictures that give a face without pips, a place without any face


class Closer(nn.Module):
    """From a face with its surroundings to logits of no pips, 1 to 6."""

    def __init__(self, widths: tuple[int, int, int] = WIDTHS) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            *(step(3, a, 2), Rest(a), step(a, b, 2), Rest(b), Rest(b)),
            *(step(b, c, 2), Rest(c), Rest(c), step(c, 32, kernel=1)),
        )
        self.head = nn.Linear(32 * (CONTEXT_PX // 8) ** 2, VALUES)

    def forward(self, x: Tensor) -> Tensor:
        told: Tensor = self.head(self.body(x).flatten(1))
        return told


def spots(luck: Random, picture: Image, labels: Rows) -> Iterator[Spot]:
    """What is worth showing of a picture: faces of pips, another face, a place without any."""
    tops = [Top(*row[:7]) for row in labels if row[4] >= 0 and row[5] > 0]
    height, width = picture.shape[:2]
    clear = [
        Spot(t.x, t.y, t.size, t.angle, int(t.value))
        for t in tops
        if t.seen > CLEAR
        and t.lean < LEANS
        and min(t.x, t.y, width - t.x, height - t.y) > (0.5 + CONTEXT_EDGES / 8) * t.size
    ]
    pips, others = [s for s in clear if s.value], [s for s in clear if not s.value]
    yield from luck.sample(pips, min(FACES, len(pips)))
    if others and luck.random() < OTHERS:
        yield luck.choice(others)
    if tops and luck.random() < NONE:
        yield from beside(luck, tops, clear, (width, height))


def beside(luck: Random, tops: Sequence[Top], clear: Sequence[Spot], size: tuple[int, int]) -> Iterator[Spot]:
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


def faces(luck: Random, picture: Image, labels: Rows, photographed: bool) -> Shown:
    """Some places of a picture as the eye might cut them out, each with its value; 0 is no pips."""
    for spot in spots(luck, picture, labels):
        patch = spot.off(luck).cut(picture)
        if luck.random() < 0.5:
            patch = np.ascontiguousarray(patch[:, ::-1])
        yield taken(luck, patch, photographed), spot.value


def wrong(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """How wrong the net is about a batch of faces, and how many it names right."""
    patches, values = batch
    with halved():
        told = net(shown(patches))
    off = cross_entropy(told.float(), values, label_smoothing=0.02)
    return off, (float(off.detach()), float((told.argmax(1) == values).float().mean()))


def train(kept: Path, sources: Sequence[Source], plan: Plan, told: Told) -> int:
    """Train on faces of these sources; how many batches are done in all."""
    run = Run.resumed(kept, Closer())
    progress = Progress(told, "wrong right", plan.whole)
    return trained(run, (Patches(faces, sources, run.done), BATCH), wrong, plan, progress)
