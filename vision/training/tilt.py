"""Trains the regression of how far a top face is turned away from the eye, by a Huber loss, on scenes alone.

Nobody knows that of a photograph. Targets are sines, to the right and down of the cut.
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
from vision.training.net import ResidualBlock, conv_bn_relu
from vision.training.patches import BATCH_SIZE, LabelledPatches, Patches, Spot, augment_patch
from vision.training.progress import Progress, Report
from vision.training.run import Batch, Plan, Run, bfloat16_autocast, net_input, run_training
from vision.training.sources import Source
from vision.training.targets import TopFace

WIDTHS = (16, 32, 64)
MIN_VISIBLE_SHARE = 0.7  # seen part of a face from which it is shown
MAX_LEAN_DEG = 50.0  # degrees of lean from which two faces are on top
HUBER_BETA = 0.05  # sines by which to be off is not much worse than to be right


class TiltRegressor(nn.Module):
    """From a face with its surroundings to how far it is turned away, to the right and down."""

    def __init__(self, widths: tuple[int, int, int] = WIDTHS) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            *(
                conv_bn_relu(3, a, 2),
                ResidualBlock(a),
                conv_bn_relu(a, b, 2),
                ResidualBlock(b),
                conv_bn_relu(b, c, 2),
                ResidualBlock(c),
                conv_bn_relu(c, 24, kernel=1),
            )
        )
        self.head = nn.Linear(24 * (INPUT_PX // 8) ** 2, 2)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.head(self.body(x).flatten(1))
        return out


def sample_patches(luck: Random, picture: Image, labels: Rows, photographed: bool) -> LabelledPatches:
    """The clear faces of a picture as the eye cuts them out, and how far each is turned away in its cut."""
    height, width = picture.shape[:2]
    for row in labels:
        top, (x, y) = TopFace(*row[:7]), (float(k) for k in row[-2:])
        inside = min(top.x, top.y, width - top.x, height - top.y) > 0.7 * top.size
        if top.seen < MIN_VISIBLE_SHARE or top.lean > MAX_LEAN_DEG or not inside or np.isnan(x):
            continue
        spot = Spot(top.x, top.y, top.size, top.angle, int(top.value)).jitter(luck)
        patch, c, s = spot.cut(picture), cos(spot.turn), sin(spot.turn)
        away = np.array([c * x + s * y, c * y - s * x], np.float32)
        if luck.random() < 0.5:
            patch, away = np.ascontiguousarray(patch[:, ::-1]), away * np.array((-1, 1), np.float32)
        seen = augment_patch(luck, patch, photographed)
        yield np.asarray(cv2.resize(seen, (INPUT_PX, INPUT_PX), interpolation=cv2.INTER_AREA), np.uint8), away


def batch_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """The loss of a batch of faces, and the median error."""
    patches, away = batch
    with bfloat16_autocast():
        predicted = net(net_input(patches))
    loss = smooth_l1_loss(predicted.float(), away, beta=HUBER_BETA)
    return loss, (float(loss.detach()), float((predicted.float() - away).detach().norm(dim=1).median()))


def train(checkpoint: Path, scenes: Source, plan: Plan, report: Report) -> int:
    """Train on faces of these scenes; how many batches are done in all."""
    run = Run.resume(checkpoint, TiltRegressor())
    progress = Progress(report, "wrong off", plan.whole)
    return run_training(
        run, (Patches(sample_patches, [scenes], run.done), BATCH_SIZE), batch_loss, plan, progress
    )
