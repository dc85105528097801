"""Folders of labelled pictures to learn from, and pictures drawn from them by lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from vision.training.labels import COLUMNS

RELIST_EVERY_PICTURES = 3000  # pictures after which folders are looked into again: scenes may still be drawn


@dataclass(frozen=True)
class Source:
    """A folder of pictures with labels, how often it is drawn from, and whether a camera took them."""

    folder: Path
    weight: float = 1.0
    photographed: bool = False

    @property
    def labels(self) -> list[Path]:
        """The labels of all its pictures that are wholly written."""
        return [path for path in sorted(self.folder.glob("*.npy")) if ".part" not in path.name]


def pictures(luck: Random, sources: Sequence[Source]) -> Iterator[tuple[Any, Any, bool]]:
    """Pictures with their labels, and whether each is a photograph, without end."""
    drawn: list[tuple[Source, list[Path]]] = []
    for number in count():
        if number % RELIST_EVERY_PICTURES == 0:
            drawn = [(source, source.labels) for source in sources]
        [(source, some)] = luck.choices(drawn, [source.weight for source in sources])
        yield *load_labelled(luck.choice(some)), source.photographed


def load_labelled(labels: Path) -> tuple[Any, Any]:
    picture = cv2.imread(str(labels.with_suffix(".jpg")))
    if picture is None:
        raise FileNotFoundError(
            f"{labels.with_suffix('.jpg')} is missing beside its labels; draw the scenes again"
        )
    return picture, np.load(labels).reshape(-1, COLUMNS)
