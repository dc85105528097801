"""One training of a net, whichever: AdamW, warm-up and cosine annealing, an EMA of weights, checkpoints.

It goes on where it stopped. The exponential moving average (EMA) of the weights is what is shipped.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset

from vision.training.progress import Progress

PEAK_LEARNING_RATE = 3e-3
EMA_DECAY = 0.999  # of the running mean of weights that is shipped
WORKER_START_METHOD = "spawn"  # how examples are made meanwhile: a fork of what has used OpenCV may hang
CHECKPOINT_EVERY_BATCHES = 200  # batches
BFLOAT16_CAPABILITIES = ("avx512_bf16", "bf16")  # of a processor that computes in it, x86 and ARM

Net = TypeVar("Net", bound=nn.Module)
Batch = Sequence[Tensor]
BatchLoss = Callable[[nn.Module, Batch], tuple[Tensor, tuple[float, ...]]]  # and figures to report


@dataclass(frozen=True)
class Plan:
    """Train until `batches` are done, of the `whole` that the rate falls over, or for so many minutes."""

    batches: int
    whole: int
    minutes: float

    def rate(self, done: int) -> float:
        """The learning rate: linear warm-up over 150 batches, then cosine annealing to almost nothing."""
        return PEAK_LEARNING_RATE * (
            min(1.0, (done + 1) / 150) * (0.5 + 0.5 * cos(pi * done / self.whole)) + 0.004
        )


@dataclass
class Run(Generic[Net]):
    """A training under way."""

    checkpoint: Path
    net: Net
    mean: Net
    optimiser: torch.optim.Optimizer
    done: int = 0

    @classmethod
    def resume(cls, checkpoint: Path, net: Net) -> Run[Net]:
        """As the checkpoint has it, or from the beginning with this net."""
        net = net.to(memory_format=torch.channels_last)
        optimiser = torch.optim.AdamW(net.parameters(), PEAK_LEARNING_RATE, (0.9, 0.98), weight_decay=0.02)
        run = cls(checkpoint, net, copy.deepcopy(net).eval(), optimiser)
        if checkpoint.exists():
            state = torch.load(checkpoint, weights_only=True)
            for name, part in run.parts.items():
                part.load_state_dict(state[name])
            run.done = int(state["done"])
        return run

    @property
    def parts(self) -> dict[str, nn.Module | torch.optim.Optimizer]:
        return {"net": self.net, "mean": self.mean, "optimiser": self.optimiser}

    def step(self, loss: Tensor, rate: float) -> None:
        """One step down the gradient, clipped."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.done += 1
        update_ema(self.mean, self.net, self.done)

    def save(self) -> None:
        part = self.checkpoint.with_suffix(".part")
        torch.save({name: one.state_dict() for name, one in self.parts.items()} | {"done": self.done}, part)
        part.rename(self.checkpoint)


def update_ema(mean: nn.Module, net: nn.Module, done: int) -> None:
    """Move the exponential moving average of all weights a little towards the net's."""
    keep = min(EMA_DECAY, (1 + done) / (20 + done))
    with torch.no_grad():
        for slow, now in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.mul_(keep).add_(now, alpha=1 - keep)
            else:
                slow.copy_(now)


def run_training(
    run: Run[Net],
    examples: tuple[IterableDataset[tuple[Tensor, ...]], int | None],
    batch_loss: BatchLoss,
    plan: Plan,
    progress: Progress,
) -> int:
    """Train as planned on examples, and on how many at once (None: they are batches); how many are done."""
    torch.set_num_threads(1)
    batches = DataLoader(
        *examples, prefetch_factor=6, num_workers=1, multiprocessing_context=WORKER_START_METHOD
    )
    for batch in batches:
        if run.done >= plan.batches or progress.minutes > plan.minutes:
            break
        loss, figures = batch_loss(run.net, batch)
        run.step(loss, plan.rate(run.done))
        progress.add(run.done, figures)
        if run.done % CHECKPOINT_EVERY_BATCHES == 0:
            run.save()
    run.save()
    return run.done


def bfloat16_autocast() -> torch.autocast:
    """Nets run in bfloat16 inside this, where the processor has it; elsewhere that is slower."""
    return torch.autocast(
        "cpu", torch.bfloat16, enabled=any(map(torch.cpu.get_capabilities().get, BFLOAT16_CAPABILITIES))
    )


def net_input(pictures: Tensor) -> Tensor:
    """Pictures as the nets want them: floats about 0, channels last."""
    return (pictures.to(memory_format=torch.channels_last).float() - 128) / 64
