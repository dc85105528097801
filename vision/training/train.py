"""Trains the finder on crops of scenes and photographs.

Refuses to know what a good figure is; `tests.bench` measures that.
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

from vision.training.crops import crop
from vision.training.net import Finder
from vision.training.progress import Progress, Told
from vision.training.run import Batch, Plan, Run, halved, shown, trained
from vision.training.sources import Source, pictures

BATCH = 24


class Crops(IterableDataset[tuple[Tensor, ...]]):
    """Crops without end."""

    def __init__(self, sources: Sequence[Source], seed: int) -> None:
        self._sources, self._seed = sources, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        worker = torch.utils.data.get_worker_info()
        luck = Random(f"{self._seed} {worker.id if worker else 0}")
        cv2.setNumThreads(1)
        for picture, labels, photographed in pictures(luck, self._sources):
            part, goal = crop(luck, picture, labels, photographed)
            arrays = (part.transpose(2, 0, 1), *goal.arrays)
            yield tuple(torch.from_numpy(np.ascontiguousarray(one)) for one in arrays)


def loss(out: Tensor, goal: Sequence[Tensor]) -> tuple[Tensor, tuple[float, ...]]:
    """How wrong the net is, and the parts of that: heat, value, doubt, shape."""
    heat, weight, value, doubt, shape, known = goal
    p = torch.sigmoid(out[:, 0]).clamp(1e-4, 1 - 1e-4)
    hot = (heat >= 0.999).float() * weight
    miss = hot * (1 - p) ** 2 * torch.log(p) + (1 - hot) * weight * (1 - heat) ** 4 * p**2 * torch.log(1 - p)
    on_heat = -miss.sum() / hot.sum().clamp(min=1)
    on_value = cross_entropy(out[:, 2:9], value, ignore_index=-1, label_smoothing=0.02)
    asked = (doubt >= 0).float()
    unsure = binary_cross_entropy_with_logits(out[:, 1], doubt.clamp(min=0), reduction="none")
    on_doubt = (unsure * asked).sum() / asked.sum().clamp(min=1)
    off = smooth_l1_loss(out[:, 9:15], shape, beta=0.1, reduction="none")
    on_shape = 5 * (off * known).sum() / known.sum().clamp(min=1)
    parts = (on_heat, on_value, on_doubt, on_shape)
    return on_heat + on_value + 0.5 * on_doubt + 0.7 * on_shape, tuple(float(one.detach()) for one in parts)


def wrong(net: nn.Module, batch: Batch) -> tuple[Tensor, tuple[float, ...]]:
    """How wrong the net is about a batch of crops."""
    with halved():
        out = net(shown(batch[0]))
    return loss(out.float(), batch[1:])


def train(kept: Path, sources: Sequence[Source], plan: Plan, told: Told) -> int:
    """Train on crops of these sources; how many batches are done in all."""
    run = Run.resumed(kept, Finder())
    progress = Progress(told, "heat value doubt shape", plan.whole)
    return trained(run, (Crops(sources, seed=run.done), BATCH), wrong, plan, progress)
