"""Letters cut out of the photographed boards that may be learned from (public domain), all turned alike.

Nobody labelled how a letter is turned: an embedding that learned from drawings says in which quarter turn
pictures of one letter agree. Refuses to know how it learns from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import dist
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.detect.rectify import rectify
from vision.training.licensed import Look, Photo, photos

SOURCE = "parkuman"
BESIDE = 0.25  # edges of surroundings in the cut of a face
PIXELS = 96  # of a kept cut, surroundings included
BOX = 0.95  # edge of a top face for one side of its box
SEEN = 44.0  # pixels of an edge at which the finder looks
NEAR = 0.35  # edges between a box's middle and that of its face
LEAST = 4  # pictures from which a letter is learned
ROUNDS = 4
SEEDS = 8  # pictures from which agreement is tried
Embed = Callable[[Sequence[Image]], NDArray[np.float32]]  # a direction for each cut with surroundings


def write(folder: Path, into: Path, look: Look, embed: Embed) -> int:
    """The letters of all boards to be learned from, a file each, named by letter; how many."""
    into.mkdir(parents=True, exist_ok=True)
    found: dict[str, list[Image]] = {}
    for photo, learned in photos(folder):
        if learned and photo.source == SOURCE:
            for letter, picture in letters(photo, look):
                found.setdefault(letter, []).append(picture)
    count = 0
    for letter, pictures in found.items():
        if len(pictures) < LEAST:
            continue
        for picture in alike(pictures, embed):
            cv2.imwrite(str(into / f"{letter}-{count:04d}.png"), picture)
            count += 1
    return count


def read(folder: Path) -> dict[str, list[Image]]:
    """What was written there, by letter."""
    found: dict[str, list[Image]] = {}
    for path in sorted(folder.glob("*.png")):
        found.setdefault(path.name.split("-")[0], []).append(np.asarray(cv2.imread(str(path)), np.uint8))
    return found


def letters(photo: Photo, look: Look) -> Iterable[tuple[str, Image]]:
    """Each die of a board, squared by the finder where it sees a face in the box."""
    image = cv2.imread(str(photo.path))
    edge = photo.side * BOX
    faces = look(image, SEEN / edge)
    for die in photo.dice:
        x0, y0, x1, y1 = die["box"]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        here = [face for face in faces if dist((face.x, face.y), middle) < NEAR * edge]
        if here:
            best = max(here, key=lambda face: face.heat)
            yield str(die["value"]), rectify(image, best.corners, PIXELS, BESIDE)  # type: ignore[arg-type]


def alike(pictures: Sequence[Image], embed: Embed) -> list[Image]:
    """Pictures of one letter, each turned by quarters to where it agrees with the others."""
    turned = [[np.ascontiguousarray(np.rot90(one, k)) for k in range(4)] for one in pictures]
    told = np.stack([embed(four) for four in turned])
    best = max((settled(told, seed) for seed in told[:SEEDS, 0]), key=lambda turns: agreement(told, turns))
    return [four[k] for four, k in zip(turned, best, strict=True)]


def settled(told: NDArray[np.float32], seed: NDArray[np.float32]) -> NDArray[np.int64]:
    """The turn of each picture in which it agrees with the rest, to begin with in which it is like `seed`."""
    turns = (told @ seed).argmax(axis=1)
    for _ in range(ROUNDS):
        turns = (told @ chosen(told, turns).mean(axis=0)).argmax(axis=1)
    return np.asarray(turns)


def agreement(told: NDArray[np.float32], turns: NDArray[np.int64]) -> float:
    """How much pictures turned so are one."""
    return float(np.linalg.norm(chosen(told, turns).mean(axis=0)))


def chosen(told: NDArray[np.float32], turns: NDArray[np.int64]) -> NDArray[np.float32]:
    return told[np.arange(len(told)), turns]
