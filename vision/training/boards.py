"""Letters cut out of the photographed boards that may be learned from (public domain), all turned alike.

Nobody labelled how a letter is turned: an embedding that learned from drawings says in which quarter turn
pictures of one letter agree, by alternating between the turns and the mean embedding, as k-means does.
Lengths are in edges of a top face unless a name says pixels.
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
from vision.training.licensed_photos import Detect, Photo, photos

SOURCE = "parkuman"
CONTEXT_EDGES = 0.25  # edges of surroundings in the cut of a face
CUT_PX = 96  # of a kept cut, surroundings included
EDGES_PER_BOX_SIDE = 0.95  # edge of a top face for one side of its box
FINDER_EDGE_PX = 44.0  # pixels of an edge at which the finder looks
MAX_OFFSET_EDGES = 0.35  # edges between a box's middle and that of its face
MIN_PICTURES = 4  # pictures from which a letter is learned
ITERATIONS = 4
SEED_PICTURES = 8  # pictures from which agreement is tried
Embed = Callable[[Sequence[Image]], NDArray[np.float32]]  # a direction for each cut with surroundings


def write_letters(folder: Path, into: Path, detect: Detect, embed: Embed) -> int:
    """The letters of all boards to be learned from, a file each, named by letter; how many."""
    into.mkdir(parents=True, exist_ok=True)
    by_letter: dict[str, list[Image]] = {}
    for photo, is_training in photos(folder):
        if is_training and photo.source == SOURCE:
            for letter, picture in letters(photo, detect):
                by_letter.setdefault(letter, []).append(picture)
    count = 0
    for letter, pictures in by_letter.items():
        if len(pictures) < MIN_PICTURES:
            continue
        for picture in align_quarter_turns(pictures, embed):
            cv2.imwrite(str(into / f"{letter}-{count:04d}.png"), picture)
            count += 1
    return count


def read_letters(folder: Path) -> dict[str, list[Image]]:
    """What was written there, by letter."""
    by_letter: dict[str, list[Image]] = {}
    for path in sorted(folder.glob("*.png")):
        by_letter.setdefault(path.name.split("-")[0], []).append(np.asarray(cv2.imread(str(path)), np.uint8))
    return by_letter


def letters(photo: Photo, detect: Detect) -> Iterable[tuple[str, Image]]:
    """Each die of a board, squared by the finder where it sees a face in the box."""
    image = cv2.imread(str(photo.path))
    edge = photo.side * EDGES_PER_BOX_SIDE
    faces = detect(image, FINDER_EDGE_PX / edge)
    for die in photo.dice:
        x0, y0, x1, y1 = die["box"]
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        candidates = [face for face in faces if dist((face.x, face.y), middle) < MAX_OFFSET_EDGES * edge]
        if candidates:
            best = max(candidates, key=lambda face: face.heat)
            yield str(die["value"]), rectify(image, best.corners, CUT_PX, CONTEXT_EDGES)  # type: ignore[arg-type]


def align_quarter_turns(pictures: Sequence[Image], embed: Embed) -> list[Image]:
    """Pictures of one letter, each turned by quarters to where it agrees with the others."""
    rotations = [[np.ascontiguousarray(np.rot90(one, k)) for k in range(4)] for one in pictures]
    embeddings = np.stack([embed(four) for four in rotations])
    best = max(
        (agreeing_turns(embeddings, seed) for seed in embeddings[:SEED_PICTURES, 0]),
        key=lambda turns: agreement(embeddings, turns),
    )
    return [four[k] for four, k in zip(rotations, best, strict=True)]


def agreeing_turns(embeddings: NDArray[np.float32], seed: NDArray[np.float32]) -> NDArray[np.int64]:
    """The turn of each picture in which it agrees with the rest, to begin with in which it is like `seed`."""
    turns = (embeddings @ seed).argmax(axis=1)
    for _ in range(ITERATIONS):
        turns = (embeddings @ embeddings_at(embeddings, turns).mean(axis=0)).argmax(axis=1)
    return np.asarray(turns)


def agreement(embeddings: NDArray[np.float32], turns: NDArray[np.int64]) -> float:
    """How much pictures turned so are one."""
    return float(np.linalg.norm(embeddings_at(embeddings, turns).mean(axis=0)))


def embeddings_at(embeddings: NDArray[np.float32], turns: NDArray[np.int64]) -> NDArray[np.float32]:
    return embeddings[np.arange(len(embeddings)), turns]
