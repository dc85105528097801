"""One training of a net, whichever: goes on where it stopped, keeps a checkpoint every few minutes.

Refuses to know what nets learn; `tests.bench` measures how good they are.
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

RATE = 3e-3
SMOOTH = 0.999  # of the running mean of weights that is shipped
BESIDE = "spawn"  # how examples are made meanwhile: a fork of what has used OpenCV may hang
SAVE_EVERY = 200  # batches
HALVES = ("avx512_bf16", "bf16")  # what a processor can do that has half precision, on x86 and on ARM

Net = TypeVar("Net", bound=nn.Module)
Batch = Sequence[Tensor]
Wrong = Callable[[nn.Module, Batch], tuple[Tensor, tuple[float, ...]]]  # how wrong a net is; figures to tell


@dataclass(frozen=True)
class Plan:
    """Train until `batches` are done, of the `whole` that the rate falls over, or for so many minutes."""

    batches: int
    whole: int
    minutes: float

    def rate(self, done: int) -> float:
        """How large steps are: small at first, then large, then ever smaller."""
        return RATE * (min(1.0, (done + 1) / 150) * (0.5 + 0.5 * cos(pi * done / self.whole)) + 0.004)


@dataclass
class Run(Generic[Net]):
    """A training under way."""

    kept: Path
    net: Net
    mean: Net
    optimiser: torch.optim.Optimizer
    done: int = 0

    @classmethod
    def resumed(cls, kept: Path, net: Net) -> Run[Net]:
        """As the checkpoint has it, or from the beginning with this net."""
        net = net.to(memory_format=torch.channels_last)
        optimiser = torch.optim.AdamW(net.parameters(), RATE, (0.9, 0.98), weight_decay=0.02)
        run = cls(kept, net, copy.deepcopy(net).eval(), optimiser)
        if kept.exists():
            state = torch.load(kept, weights_only=True)
            for name, part in run.parts.items():
                part.load_state_dict(state[name])
            run.done = int(state["done"])
        return run

    @property
    def parts(self) -> dict[str, nn.Module | torch.optim.Optimizer]:
        return {"net": self.net, "mean": self.mean, "optimiser": self.optimiser}

    def learn(self, wrong: Tensor, rate: float) -> None:
        """One step towards being less wrong."""
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad(set_to_none=True)
        wrong.backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.done += 1
        follow(self.mean, self.net, self.done)

    def save(self) -> None:
        part = self.kept.with_suffix(".part")
        torch.save({name: one.state_dict() for name, one in self.parts.items()} | {"done": self.done}, part)
        part.rename(self.kept)


def follow(mean: nn.Module, net: nn.Module, done: int) -> None:
    """Move the running mean of all weights a little towards the net's."""
    keep = min(SMOOTH, (1 + done) / (20 + done))
    with torch.no_grad():
        for slow, now in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.mul_(keep).add_(now, alpha=1 - keep)
            else:
                slow.copy_(now)


def trained(
    run: Run[Net],
    examples: tuple[IterableDataset[tuple[Tensor, ...]], int | None],
    wrong: Wrong,
    plan: Plan,
    progress: Progress,
) -> int:
    """Train as planned on examples, and on how many at once (None: they are batches); how many are done."""
    torch.set_num_threads(1)
    batches = DataLoader(*examples, prefetch_factor=6, num_workers=1, multiprocessing_context=BESIDE)
    for batch in batches:
        if run.done >= plan.batches or progress.minutes > plan.minutes:
            break
        off, figures = wrong(run.net, batch)
        run.learn(off, plan.rate(run.done))
        progress.add(run.done, figures)
        if run.done % SAVE_EVERY == 0:
            run.save()
    run.save()
    return run.done


def halved() -> torch.autocast:
    """Nets run in half precision inside this, where the processor has it; elsewhere that is slower."""
    return torch.autocast("cpu", torch.bfloat16, enabled=any(map(torch.cpu.get_capabilities().get, HALVES)))


def shown(pictures: Tensor) -> Tensor:
    """Pictures as the nets want them."""
    return (pictures.to(memory_format=torch.channels_last).float() - 128) / 64
