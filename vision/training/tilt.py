"""Trains the net that says how far a top face is turned away from the eye, on scenes alone.

Nobody knows that of a photograph. Refuses to know where faces are found.
"""

from __future__ import annotations

from math import cos, sin
from pathlib import Path
from random import Random

import cv2
import numpy as np
from torch import Tensor, nn
from torch.nn.functional import smooth_l1_loss

from vision.arrays import Image
from vision.detect.tilt import INPUT_PX
from vision.training.labels import Rows
from vision.training.net import Rest, step
from vision.training.patches import BATCH, Patches, Shown, Spot, taken
from vision.training.progress import Progress, Told
from vision.training.run import Batch, Plan, Run, halved, shown, trained
from vision.training.sources import Source
from vision.training.targets import Top

WIDTHS = (16, 32, 64)
CLEAR = 0.7  # seen part of a face from which it is shown
STEEP = 50.0  # degrees of lean from which two faces are on top
SLACK = 0.05  # sines by which to be off is not much worse than to be right


class Tilt(nn.Module):
    """From a face with its surroundings to how far it is turned away, to the right and down."""

    def __init__(self, widths: tuple[int, int, int] = WIDTHS) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            *(step(3, a, 2), Rest(a), step(a, b, 2), Rest(b), step(b, c, 2), Rest(c), step(c, 24, kernel=1))
        )
        self.head = nn.Linear(24 * (INPUT_PX // 8) ** 2, 2)

    def forward(self, x: Tensor) -> Tensor:
        told: Tensor = self.head(self.body(x).flatten(1))
        return told


def faces(luck: Random, picture: Image, labels: Rows, photographed: bool) -> Shown:
    """The clear faces of a picture as the eye cuts them out, and how far each is turned away in its cut."""
    height, width = picture.shape[:2]
    for row in labels:
        top, (x, y) = Top(*row[:7]), (float(k) for k in row[-2:])
        inside = min(top.x, top.y, width - top.x, height - top.y) > 0.7 * top.size
        if top.seen < CLEAR or top.lean > STEEP or not inside or np.isnan(x):
            continue
        spot = Spot(top.x, top.y, top.size, top.angle, int(top.value)).off(luck)
        patch, c, s = spot.cut(picture), cos(spot.turn), sin(spot.turn)
        away = np.array([c * x + s * y, c * y - s * x], np.float32)
        if luck.random() < 0.5:
            patch, away = np.ascontiguousarray(patch[:, ::-1]), away * np.array((-1, 1), np.float32)
        seen = taken(luck, patch, photographed)
        yield np.asarray(cv2.resize(seen, (INPUT_PX, INPUT_PX), interpolation=cv2.INTER_AREA), np.uint8), away


def wrong(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """How wrong the net is about a batch of faces, and by how much mostly."""
    patches, away = batch
    with halved():
        told = net(shown(patches))
    off = smooth_l1_loss(told.float(), away, beta=SLACK)
    return off, (float(off.detach()), float((told.float() - away).detach().norm(dim=1).median()))


def train(kept: Path, scenes: Source, plan: Plan, told: Told) -> int:
    """Train on faces of these scenes; how many batches are done in all."""
    run = Run.resumed(kept, Tilt())
    progress = Progress(told, "wrong off", plan.whole)
    return trained(run, (Patches(faces, [scenes], run.done), BATCH), wrong, plan, progress)
