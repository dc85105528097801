"""Trains the finder on crops of scenes and photographs.

The loss is the penalty-reduced focal loss of CenterNet on the heatmap, cross-entropy on the value, binary
cross-entropy on the doubt and a smooth L1 (Huber) loss on the shape, each where it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, smooth_l1_loss
from torch.utils.data import IterableDataset

from vision.training.crops import crop_with_target
from vision.training.net import FinderNet
from vision.training.progress import Progress, Report
from vision.training.run import Batch, Plan, Run, bfloat16_autocast, net_input, run_training
from vision.training.sources import Source, pictures

BATCH_SIZE = 24


class Crops(IterableDataset[tuple[Tensor, ...]]):
    """Crops without end."""

    def __init__(self, sources: Sequence[Source], seed: int) -> None:
        self._sources, self._seed = sources, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        worker = torch.utils.data.get_worker_info()
        luck = Random(f"{self._seed} {worker.id if worker else 0}")
        cv2.setNumThreads(1)
        for picture, labels, photographed in pictures(luck, self._sources):
            part, goal = crop_with_target(luck, picture, labels, photographed)
            arrays = (part.transpose(2, 0, 1), *goal.arrays)
            yield tuple(torch.from_numpy(np.ascontiguousarray(one)) for one in arrays)


def loss(out: Tensor, goal: Sequence[Tensor]) -> tuple[Tensor, tuple[float, ...]]:
    """The whole loss, and its parts: focal on the heatmap, value, doubt, shape."""
    heat, weight, value, doubt, shape, known = goal
    probability = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    positive = (heat >= 0.999).float() * weight
    at_centres = positive * (1 - probability) ** 2 * torch.log(probability)
    elsewhere = (1 - positive) * weight * (1 - heat) ** 4 * probability**2 * torch.log(1 - probability)
    heat_loss = -(at_centres + elsewhere).sum() / positive.sum().clamp(min=1)
    value_loss = cross_entropy(out[:, 2:9], value, ignore_index=-1, label_smoothing=0.02)
    has_doubt = (doubt >= 0).float()
    doubt_error = binary_cross_entropy_with_logits(out[:, 1], doubt.clamp(min=0), reduction="none")
    doubt_loss = (doubt_error * has_doubt).sum() / has_doubt.sum().clamp(min=1)
    shape_error = smooth_l1_loss(out[:, 9:15], shape, beta=0.1, reduction="none")
    shape_loss = 5 * (shape_error * known).sum() / known.sum().clamp(min=1)
    parts = (heat_loss, value_loss, doubt_loss, shape_loss)
    return heat_loss + value_loss + 0.5 * doubt_loss + 0.7 * shape_loss, tuple(
        float(one.detach()) for one in parts
    )


def batch_loss(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """The loss of a batch of crops."""
    with bfloat16_autocast():
        out = net(net_input(batch[0]))
    return loss(out.float(), batch[1:])


def train(checkpoint: Path, sources: Sequence[Source], plan: Plan, report: Report) -> int:
    """Train on crops of these sources; how many batches are done in all."""
    run = Run.resume(checkpoint, FinderNet())
    progress = Progress(report, "heat value doubt shape", plan.whole)
    return run_training(run, (Crops(sources, seed=run.done), BATCH_SIZE), batch_loss, plan, progress)
