"""Windows of photographs that may be learned from (MIT, CC BY, public domain), their tops pseudo-labelled.

Their labels are boxes: where in a box the top face lies the finder says, where it agrees with the value.
Every second photograph is held out to measure on, unless it shows dice as they lie in one that is learned
from.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, nan, radians, sqrt
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from vision.detect.finder import Detection
from vision.training.labels import PICTURE_PX, Rows, label_rows

FREE_LICENCE = re.compile(r"(MIT|CC BY|Public Domain)($|[ ,;(])")  # not CC BY-NC and its like
EDGES_PER_BOX_SIDE = {
    "N3VERS4YDIE": 0.74,
    "matteop65": 1.7,
    "parkuman": 0.85,
}  # edge of a top face for one side of a box
WINDOWS_PER_PHOTO = {"N3VERS4YDIE": 24, "matteop65": 20, "parkuman": 6}
WHOLE_FOLDER = "whole"
REPEATED_THROWS = {  # how names end of those that show a throw, or a board, of an odd photograph once more
    "N3VERS4YDIE": (
        *("191138425", "191152100", "191156182", "191236787", "191323709", "191326662", "191330109"),
        *("191333849", "191515489", "191519105", "191522934", "191527150", "191530621", "191658496"),
        *("191700829", "191703482", "191805681", "191808534", "191815778", "191940635", "192428079"),
    ),
    "matteop65": ("47", "52", "55", "61", "65", "68", "72", "77", "82", "85"),
    "parkuman": ("aaeddbb8f0",),
}
UNKNOWN_COLUMNS = (*[0.0] * 8, nan, nan)  # columns of a label: no corners, nor how far it is turned away
MIN_AGREEMENT = 0.15
MIN_HEAT = 0.1  # heat from which the finder takes a place for a face, more or less
MIN_VALUE_PROBABILITY = 0.3  # how much a face counts that the finder sees, but reads otherwise
Detect = Callable[[Any, float], Sequence[Detection]]  # what the finder sees in a picture at some scale


@dataclass(frozen=True)
class Photo:
    """A photograph that may be learned from."""

    path: Path
    source: str
    dice: tuple[Mapping[str, Any], ...]

    @property
    def boxes(self) -> list[Sequence[float]]:
        """Where its dice are known to lie."""
        return [die["box"] for die in self.dice if die["box"]]

    @property
    def side(self) -> float:
        """The usual side of its boxes, in pixels."""
        return float(np.median([box_side(box) for box in self.boxes]))

    @property
    def edge(self) -> float:
        """The usual edge of its top faces, in pixels."""
        return self.side * EDGES_PER_BOX_SIDE[self.source]


def photos(folder: Path) -> Iterator[tuple[Photo, bool]]:
    """The free photographs of a folder with its truth.jsonl, and whether each is to be learned from: every
    second of a source, and what shows the same dice lying as they do there.
    """
    lines = (folder / "truth.jsonl").read_text().splitlines()
    entries = sorted((json.loads(line) for line in lines), key=lambda entry: str(entry["image"]))
    count = dict.fromkeys(EDGES_PER_BOX_SIDE, 0)
    for entry in entries:
        source = str(entry["source"]).split("/")[0]
        if source in EDGES_PER_BOX_SIDE and entry["complete"] and FREE_LICENCE.match(entry["licence"]):
            count[source] += 1
            photo = Photo(folder / entry["image"], source, tuple(entry["dice"]))
            yield photo, count[source] % 2 == 1 or photo.path.stem.endswith(REPEATED_THROWS[source])


def box_side(box: Sequence[float]) -> float:
    """The side of a square as large as a box."""
    return sqrt((box[2] - box[0]) * (box[3] - box[1]))


def is_in_box(face: Detection, box: Sequence[float]) -> bool:
    return box[0] <= face.x <= box[2] and box[1] <= face.y <= box[3]


def of_similar_size(faces: Sequence[Detection], edge: float) -> list[Detection]:
    """Those that may be as large as this, give or take."""
    return [face for face in faces if 0.4 * edge < face.edge < 1.7 * edge]


def photo_labels(photo: Photo, edge: float, detections: Sequence[Detection]) -> Rows:
    """Labels as those of scenes, with the help of what the finder has seen."""
    return label_rows([die_label(photo, die, edge, detections) for die in photo.dice if die["box"]])


def false_positives(photo: Photo, edge: float, detections: Sequence[Detection]) -> Rows:
    """What the finder takes for faces though no die is there, as faces without pips."""
    detected = [face for face in of_similar_size(detections, edge) if face.heat > MIN_HEAT]
    none = [face for face in detected if not any(is_in_box(face, box) for box in photo.boxes)]
    return label_rows([[f.x, f.y, f.edge, f.angle, 0, 1, 0, *UNKNOWN_COLUMNS] for f in none])


def die_label(
    photo: Photo, die: Mapping[str, Any], edge: float, detections: Sequence[Detection]
) -> list[float]:
    """One die: from the finder where it sees one of that value in the box, else from the box alone."""
    x0, y0, x1, y1 = die["box"]
    value = int(die["value"]) if die["value"] in "123456" else 0
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    if die.get("edge"):
        return [*middle, box_side(die["box"]), nan, -1, 0, 0, *UNKNOWN_COLUMNS]  # seen 0: not asked for
    candidates = [face for face in of_similar_size(detections, edge) if is_in_box(face, die["box"])]
    best = max(
        candidates,
        key=lambda f: f.heat * max(f.pip_probabilities[value], MIN_VALUE_PROBABILITY),
        default=None,
    )
    if best is None or best.heat * max(best.pip_probabilities[value], MIN_VALUE_PROBABILITY) < MIN_AGREEMENT:
        return [*middle, edge, nan, value, 1, 0, *UNKNOWN_COLUMNS]
    x, y = (best.x, best.y) if photo.source == "N3VERS4YDIE" else middle
    return [x, y, best.edge, best.angle, value, 1, 0, *UNKNOWN_COLUMNS]


def random_window(luck: Random, image: Any, labels: Rows, edge: float) -> tuple[Any, Rows]:
    """A square of the photograph around some die, at some size and turn."""
    scale = exp(luck.uniform(log(34), log(64))) / edge
    turn = luck.uniform(-180, 180) if luck.random() < 0.6 else 0.0
    some = labels[luck.randrange(len(labels))]
    middle = [float(some[k]) + luck.uniform(-110, 110) / scale for k in (0, 1)]
    how = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    near = cv2.resize(image, None, fx=scale, fy=scale, interpolation=how)
    spin = cv2.getRotationMatrix2D((middle[0] * scale, middle[1] * scale), turn, 1.0)
    spin[:, 2] = spin[:, 2] + PICTURE_PX / 2 - np.array(middle) * scale
    first = spin @ (0.5, 0.5, 1) - 0.5  # where the middle of the first pixel goes, in whole pixels
    border = tuple(float(luck.randrange(256)) for _ in range(3))
    cut = cv2.warpAffine(near, np.c_[spin[:, :2], first], (PICTURE_PX, PICTURE_PX), borderValue=border)
    window_labels = labels.copy()
    window_labels[:, :2] = np.c_[labels[:, :2] * scale, np.ones(len(labels))] @ spin.T
    window_labels[:, 2] *= scale
    window_labels[:, 3] -= radians(turn)
    inside = (np.abs(window_labels[:, :2] - PICTURE_PX / 2) < PICTURE_PX / 2).all(axis=1)
    return cut, window_labels[inside]


def write_windows(folder: Path, into: Path, detect: Detect) -> int:
    """Windows of all photographs to be learned from; how many. Below `WHOLE_FOLDER` each photograph as it is,
    with what the finder takes for faces there and are none.
    """
    whole = into / WHOLE_FOLDER
    whole.mkdir(parents=True, exist_ok=True)
    luck, count = Random("licensed"), 0
    for photo, is_training in photos(folder):
        image = cv2.imread(str(photo.path)) if is_training else None
        if image is None:
            continue
        edge = photo.edge
        detections = [face for goal in (32, 42, 54) for face in detect(image, goal / edge)]
        labels = photo_labels(photo, edge, detections)
        shutil.copy(photo.path, whole / f"{photo.path.stem}.jpg")
        np.save(
            whole / f"{photo.path.stem}.npy",
            np.concatenate([labels, false_positives(photo, edge, detections)]),
        )
        for _ in range(WINDOWS_PER_PHOTO[photo.source]):
            cut, window_labels = random_window(luck, image, labels, edge)
            name = into / f"{photo.source}-{count:05d}"
            cv2.imwrite(str(name.with_suffix(".jpg")), cut, [cv2.IMWRITE_JPEG_QUALITY, 95])
            np.save(name.with_suffix(".npy"), window_labels)
            count += 1
    return count
