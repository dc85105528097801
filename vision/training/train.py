"""Trains the finder: goes on where it stopped, keeps a checkpoint every few minutes.

Refuses to know what a good figure is; `tests.bench` measures that.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, smooth_l1_loss
from torch.utils.data import DataLoader, IterableDataset

from vision.training.crops import crop
from vision.training.labels import COLUMNS
from vision.training.net import Finder
from vision.training.progress import Progress, Told

BATCH = 24
RATE = 3e-3
SMOOTH = 0.999  # of the running mean of weights that is shipped
BESIDE = "spawn"  # how examples are made meanwhile: a fork of what has used OpenCV may hang
SAVE_EVERY = 200  # batches


@dataclass(frozen=True)
class Source:
    """A folder of pictures with labels, and how often it is drawn from."""

    folder: Path
    weight: float = 1.0


class Crops(IterableDataset[tuple[Tensor, ...]]):
    """Crops without end."""

    def __init__(self, sources: Sequence[Source], seed: int) -> None:
        self._sources, self._seed = sources, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        worker = torch.utils.data.get_worker_info()
        luck = Random(f"{self._seed} {worker.id if worker else 0}")
        cv2.setNumThreads(1)
        names: list[list[Path]] = []
        for count in range(10**9):
            if count % 3000 == 0:  # scenes may still be drawn
                names = [[p for p in s.folder.glob("*.npy") if ".part" not in p.name] for s in self._sources]
            some = luck.choices(names, [s.weight for s in self._sources])[0]
            picture, goal = crop(luck, *loaded(luck.choice(some)))
            arrays = (picture.transpose(2, 0, 1), *goal.arrays)
            yield tuple(torch.from_numpy(np.ascontiguousarray(one)) for one in arrays)


def loaded(labels: Path) -> tuple[Any, Any]:
    picture = cv2.imread(str(labels.with_suffix(".jpg")))
    if picture is None:
        raise FileNotFoundError(
            f"{labels.with_suffix('.jpg')} is missing beside its labels; draw the scenes again"
        )
    return picture, np.load(labels).reshape(-1, COLUMNS)


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


def follow(mean: torch.nn.Module, net: torch.nn.Module, done: int) -> None:
    """Move the running mean of all weights a little towards the net's."""
    keep = min(SMOOTH, (1 + done) / (20 + done))
    with torch.no_grad():
        for slow, now in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.mul_(keep).add_(now, alpha=1 - keep)
            else:
                slow.copy_(now)


@dataclass
class Run:
    """A training under way."""

    net: Finder
    mean: Finder
    optimiser: torch.optim.Optimizer
    done: int = 0

    @classmethod
    def resumed(cls, kept: Path) -> Run:
        net = Finder().to(memory_format=torch.channels_last)
        run = cls(
            net,
            copy.deepcopy(net).eval(),
            torch.optim.AdamW(net.parameters(), RATE, (0.9, 0.98), weight_decay=0.02),
        )
        if kept.exists():
            state = torch.load(kept, weights_only=True)
            run.net.load_state_dict(state["net"])
            run.mean.load_state_dict(state["mean"])
            run.optimiser.load_state_dict(state["optimiser"])
            run.done = state["done"]
        return run

    def learn(self, batch: Sequence[Tensor], rate: float) -> tuple[float, ...]:
        """One step; the parts of how wrong it was."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        x = (batch[0].to(memory_format=torch.channels_last).float() - 128) / 64
        with torch.autocast("cpu", torch.bfloat16):
            out = self.net(x)
        wrong, parts = loss(out.float(), batch[1:])
        self.optimiser.zero_grad(set_to_none=True)
        wrong.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.done += 1
        follow(self.mean, self.net, self.done)
        return parts

    def save(self, kept: Path) -> None:
        part = kept.with_suffix(".part")
        parts = {"net": self.net, "mean": self.mean, "optimiser": self.optimiser}
        torch.save({name: one.state_dict() for name, one in parts.items()} | {"done": self.done}, part)
        part.rename(kept)


@dataclass(frozen=True)
class Plan:
    """Train until `batches` are done, of the `whole` that the rate falls over, or for so many minutes."""

    batches: int
    whole: int
    minutes: float

    def rate(self, done: int) -> float:
        """How large steps are: small at first, then large, then ever smaller."""
        return RATE * (min(1.0, (done + 1) / 150) * (0.5 + 0.5 * cos(pi * done / self.whole)) + 0.004)


def train(kept: Path, sources: Sequence[Source], plan: Plan, told: Told) -> int:
    """Train on crops of these sources; how many batches are done in all."""
    torch.set_num_threads(1)
    run = Run.resumed(kept)
    crops = DataLoader(
        Crops(sources, seed=run.done), BATCH, prefetch_factor=6, num_workers=1, multiprocessing_context=BESIDE
    )
    progress = Progress(told, "heat value doubt shape", plan.whole)
    for batch in crops:
        if run.done >= plan.batches or progress.minutes > plan.minutes:
            break
        parts = run.learn(batch, plan.rate(run.done))
        progress.add(run.done, parts)
        if run.done % SAVE_EVERY == 0:
            run.save(kept)
    run.save(kept)
    return run.done
