"""Trains the embedding of custom faces: pictures of one face come close to each other, others far away.

Some sets differ in a small sign alone. Refuses to know how faces are drawn and where they are found.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import normalize
from torch.utils.data import DataLoader, IterableDataset

from vision.training import looks
from vision.training.crops import squeezed
from vision.training.net import Rest, step

SIDE = 64  # pixels of a cut face, margin included
LENGTH = 64  # numbers of an embedding
SETS, FACES, VIEWS = 8, 6, 3  # of a batch
WARMTH = 0.07
RATE = 2e-3
DRAWN = 1500  # sets to choose from
Floats = NDArray[np.float32]


class Embedder(nn.Module):
    """From a cut face to a direction."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            step(3, 24), step(24, 32, 2), Rest(32), step(32, 64, 2), Rest(64), step(64, 96, 2), Rest(96), step(96, 32, kernel=1)
        )  # fmt: skip
        self.head = nn.Linear(32 * (SIDE // 8) ** 2, LENGTH)

    def forward(self, x: Tensor) -> Tensor:
        return normalize(self.head(self.body(x).flatten(1)), dim=1)


@dataclass(frozen=True)
class Paint:
    """The colours of one set on one table: body, ink, floor as blue, green, red to 255, and how it is veined."""

    body: Floats
    ink: Floats
    floor: Floats
    veins: float


def paint(luck: Random) -> Paint:
    body = np.asarray(looks.body(luck) ** 0.45 * 255, np.float32)
    ink = np.asarray(looks.ink(luck) ** 0.45 * 255, np.float32)
    while abs(float(ink.mean() - body.mean())) < 45:
        body = np.asarray(looks.body(luck) ** 0.45 * 255, np.float32)
        ink = np.asarray(looks.ink(luck) ** 0.45 * 255, np.float32)
    floor = np.asarray(looks.any_hue(luck) * luck.uniform(0.2, 1) * 255, np.float32)
    return Paint(body, ink, floor, luck.uniform(0, 0.15) if luck.random() < 0.3 else 0.0)


def placed(luck: Random, side: int) -> Any:
    """A face a little turned, shifted, sheared and tilted, as it is squared in play."""
    scale = side / (looks.SIZE * luck.uniform(0.98, 1.28))
    turn = cv2.getRotationMatrix2D((looks.SIZE / 2, looks.SIZE / 2), luck.gauss(0, 5), scale)
    turn[:, 2] += side / 2 - looks.SIZE / 2 + np.array([luck.gauss(0, 0.03), luck.gauss(0, 0.03)]) * side
    tilt = np.eye(3)
    tilt[2, :2] = luck.uniform(-0.0012, 0.0012), luck.uniform(-0.0012, 0.0012)
    tilt[0, 1], tilt[0, 0] = luck.uniform(-0.1, 0.1), luck.uniform(0.92, 1.08)
    away = np.array([[1, 0, -side / 2], [0, 1, -side / 2], [0, 0, 1]])
    return np.linalg.inv(away) @ tilt @ away @ np.vstack([turn, [0, 0, 1]])


def view(luck: Random, mask: NDArray[np.uint8], colours: Paint) -> Floats:
    """One picture of a face, as some camera in some light has it, normalised."""
    side, dice = 96, np.random.default_rng(luck.getrandbits(32))
    lie = placed(luck, side)
    ink = (
        cv2.warpPerspective(mask, lie, (side, side), flags=cv2.INTER_LINEAR).astype(np.float32)[..., None]
        / 255
    )
    face = cv2.warpPerspective(np.full_like(mask, 255), lie, (side, side)).astype(np.float32) / 255
    round_ = luck.uniform(0, 5)
    if round_ > 1:
        face = np.clip((cv2.GaussianBlur(face, (0, 0), round_) - 0.5) * 6 + 0.5, 0, 1)
    body = np.ones((side, side, 1), np.float32) * colours.body
    if colours.veins:
        veins = cv2.resize(
            dice.standard_normal((6, 6), np.float32), (side, side), interpolation=cv2.INTER_CUBIC
        )
        body = body * (1 + colours.veins * veins[..., None])
    image = body * (1 - ink) + colours.ink * ink
    image = image * face[..., None] + colours.floor * (1 - face[..., None])
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    way = luck.uniform(0, 2 * pi)
    image = image * (1 + luck.uniform(0, 0.6) * (x * cos(way) + y * sin(way)))[..., None]
    if luck.random() < 0.3:
        glare = np.zeros((side, side), np.float32)
        cv2.circle(glare, (luck.randrange(side), luck.randrange(side)), luck.randint(4, 26), 1, -1)
        image = image + cv2.GaussianBlur(glare, (0, 0), luck.uniform(2, 12))[..., None] * luck.uniform(
            30, 150
        )
    image = cv2.GaussianBlur(image, (0, 0), luck.uniform(0.4, 2.6))
    few = luck.choice((SIDE, luck.randint(22, SIDE)))
    image = cv2.resize(cv2.resize(image, (few, few), interpolation=cv2.INTER_AREA), (SIDE, SIDE))
    image = image * np.exp(dice.standard_normal(3, np.float32) * 0.08) * luck.uniform(
        0.5, 1.15
    ) + luck.uniform(-10, 25)
    image = image + dice.standard_normal(image.shape, np.float32) * luck.uniform(1, 8)
    image = np.clip(image, 0, 255)
    return normal(squeezed(image, luck.randint(35, 92)) if luck.random() < 0.5 else image)


def normal(image: Floats) -> Floats:
    """Less its mean colour, at unit spread: what a lamp does is taken out."""
    core = image[6:-6, 6:-6].reshape(-1, 3)
    return np.asarray((image - core.mean(0)) / (core.std() + 8), np.float32)


class Batches(IterableDataset[tuple[Tensor, Tensor]]):
    """Batches without end: some sets, their faces, some views of each."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor]]:
        cv2.setNumThreads(1)
        luck, drawn = Random(f"glyphs {self._seed}"), list[list[NDArray[np.uint8]]]()
        while True:
            if len(drawn) < DRAWN:
                makers = (looks.glyphs, looks.glyphs, looks.siblings, looks.siblings, looks.pips)
                drawn += [luck.choice(makers)(luck) for _ in range(16)]
            views, owners = [], []
            for number, faces in enumerate(luck.sample(drawn, min(SETS, len(drawn)))):
                colours = paint(luck)
                for k, face in enumerate(faces):
                    turned = np.ascontiguousarray(np.rot90(face, luck.randrange(4)))
                    for _ in range(VIEWS):
                        views.append(view(luck, turned, colours if luck.random() < 0.8 else paint(luck)))
                        owners.append(number * FACES + k)
            yield torch.from_numpy(np.stack(views).transpose(0, 3, 1, 2)), torch.tensor(owners)


def loss(directions: Tensor, owners: Tensor) -> Tensor:
    """How far views of one face are from each other, against those of all other faces."""
    count = len(owners)
    likeness = directions @ directions.T / WARMTH - 1e9 * torch.eye(count)
    same = (owners[:, None] == owners[None]) & ~torch.eye(count, dtype=torch.bool)
    logs = likeness - torch.logsumexp(likeness, 1, keepdim=True)
    return -(logs * same).sum() / same.sum()


def train(kept: Path, batches: int, minutes: float) -> int:
    """Train until so many batches are done, or for so many minutes; how many are done."""
    torch.set_num_threads(1)
    net, done = Embedder(), 0
    optimiser = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.01)
    if kept.exists():
        state = torch.load(kept, weights_only=True)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        done = int(state["done"])
    began, first, mean = time.monotonic(), done, 0.0
    for views, owners in DataLoader(Batches(done), batch_size=None, num_workers=1, prefetch_factor=4):
        if done >= batches or time.monotonic() - began > 60 * minutes:
            break
        for group in optimiser.param_groups:
            group["lr"] = RATE * (0.5 + 0.5 * cos(pi * done / batches) + 0.01)
        with torch.autocast("cpu", torch.bfloat16):
            directions = net(views)
        wrong = loss(directions.float(), owners)
        optimiser.zero_grad(set_to_none=True)
        wrong.backward()
        optimiser.step()
        done += 1
        mean = float(wrong.detach()) if done == first + 1 else 0.97 * mean + 0.03 * float(wrong.detach())
        if done % 50 == 0:
            print(
                f"{done}/{batches}  {mean:.3f}  {(done - first) / (time.monotonic() - began):.2f} batches/s",
                flush=True,
            )
        if done % 100 == 0:
            save(kept, net, optimiser, done)
    save(kept, net, optimiser, done)
    return done


def save(kept: Path, net: nn.Module, optimiser: torch.optim.Optimizer, done: int) -> None:
    part = kept.with_suffix(".part")
    torch.save({"net": net.state_dict(), "optimiser": optimiser.state_dict(), "done": done}, part)
    part.rename(kept)
