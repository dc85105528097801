"""How well the eye reads strangers' photographs, with nothing known of tray and size: by source
and by tag, how far its sureness can be trusted, and how small the dice may become.

Photographs of throws that the nets have learned from are counted apart. The failures go to a contact sheet in
`build/`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.dice import D6, Seen
from tests.bench import given, sheet
from tests.bench.figures import Effort, Found, Table, percent
from tests.bench.given import PHOTOS
from tests.bench.hands import hands
from tests.bench.rolls import timed
from vision.read.overlay import draw
from vision.read.reader import Reader
from vision.sources.frames import still
from vision.training.augment import jpeg_round_trip

RENDERS = Path(__file__).parents[1] / "vision" / "pictures"
SHEET = "photos.jpg"
LEARNED = "learned from"
LOW = "low-res"
BINS = (0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.01)
FAR = (32, 24, 18)  # pixels of the edge of a top, of photographs made small
CLEARLY = 1.15  # how much larger it must be before
QUALITY = 80  # of them as JPEG
HEAD = ("", "photos", "exact", "dice", "right", "missed or wrong", "extra", "silent", "photos asked about")


@dataclass(frozen=True)
class Shot:
    """A photograph with its truth and what was read of it."""

    entry: Mapping[str, Any]
    seen: tuple[Seen, ...]
    learned: bool
    cpu: float

    @property
    def want(self) -> Counter[str]:
        return Counter(str(die["value"]) for die in self.entry["dice"] if not die.get("edge"))

    @property
    def got(self) -> Counter[str]:
        return Counter(die.face for die in self.inside)

    @property
    def inside(self) -> tuple[Seen, ...]:
        """What was read, without dice that the edge of the picture cuts: those are not asked for."""
        edges = [die["box"] for die in self.entry["dice"] if die.get("edge") and die.get("box")]
        return tuple(one for one in self.seen if not any(holds(box, one) for box in edges))

    @property
    def image(self) -> Any:
        return still(PHOTOS / self.entry["image"]).image

    @property
    def exact(self) -> bool:
        return self.got == self.want

    @property
    def silent(self) -> int:
        """Dice given as sure that are none, or show something else."""
        return (Counter(d.face for d in self.inside if d.status == "ok") - self.want).total()

    @property
    def asks(self) -> bool:
        return any(die.status != "ok" for die in self.inside)

    @property
    def judged(self) -> Iterator[tuple[Seen, bool]]:
        """Each die read, surest first, and whether it is right as far as the list of values tells."""
        left = Counter(self.want)
        for die in sorted(self.inside, key=lambda die: -die.sure):
            yield die, left[die.face] > 0
            left[die.face] -= 1

    @property
    def groups(self) -> list[str]:
        source = str(self.entry["source"]).split("/")[0]
        if self.learned:
            return [f"{LEARNED}: {source}"]
        tags = [f"tag {tag}" for tag in self.entry["tags"]]
        return ["all", f"all but {LOW}" if LOW not in self.entry["tags"] else f"all {LOW}", source, *tags]


def holds(box: Sequence[float], die: Seen) -> bool:
    x, y = die.centre
    return box[0] < x < box[2] and box[1] < y < box[3]


def measure(effort: Effort) -> Found:
    """All photographs of pips that are wholly labelled; where they are not, the renders kept for tests."""
    if not given.asked_for(PHOTOS, effort):
        shots = read_renders()
        about = f"no photographs here, {len(shots)} renders of our own"
        return Found(about, (Table(HEAD, tuple(rows(shots))),), (exactly(shots),))
    shots = read_all(effort)
    contact([shot for shot in shots if not shot.exact or shot.silent])
    fresh = [shot for shot in shots if not shot.learned]
    about = (
        f"{len(shots)} photographs in {given.named(PHOTOS)}, of which {len(shots) - len(fresh)} show throws "
        "that were learned from; then those of the others in which a die is read for sure and that are not "
        "low-res, made so small that the edge of a top has so many pixels"
    )
    tables = (
        Table(HEAD, tuple(rows(shots))),
        Table(HEAD, tuple(far([shot for shot in fresh if LOW not in shot.entry["tags"]], effort))),
        Table(("sure", "dice", "right"), tuple(reliability(fresh))),
    )
    cpu = 1000 * float(np.mean([shot.cpu for shot in shots]))
    says = f"{cpu:.0f} ms CPU a photograph (size unknown); every failure is drawn in {sheet.FOLDER}/{SHEET}"
    return Found(about, tables, (exactly(fresh), says), tuple(unread(shots)))


def unread(shots: Sequence[Shot]) -> Iterator[str]:
    """That there was no time for all of them."""
    if len(shots) < (wanted := len(entries())):
        yield f"time was up after {len(shots)} of {wanted} photographs"


def exactly(shots: Sequence[Shot]) -> str:
    """The figure in a sentence."""
    exact = percent(sum(shot.exact for shot in shots), len(shots))
    silent = sum(shot.silent for shot in shots)
    return f"{exact} of {len(shots)} pictures of throws never learned from read exactly; silent: {silent}."


def entries() -> list[given.Row]:
    """What is asked of: dice with pips, wholly labelled."""
    return [row for row in given.rows(PHOTOS) if row["kind"] == "pips" and row["complete"]]


def read_all(effort: Effort) -> list[Shot]:
    """As many as time allows."""
    with hands() as many:
        return [shot for shot in many.map(partial(shot_of, effort), entries(), chunksize=4) if shot]


def shot_of(effort: Effort, entry: given.Row) -> Shot | None:
    """One photograph, unless time is up."""
    if effort.late:
        return None
    seen, cpu = timed(reader(), still(PHOTOS / entry["image"]).image)
    return Shot(entry, seen, Path(entry["image"]).name in given.learned_from(), cpu)


@cache
def reader() -> Reader:
    """This process's own, which knows no tray and no size."""
    return Reader((D6,), None)


def read_renders() -> list[Shot]:
    """The few scenes of our own that lie beside the tests: enough to see that all runs."""
    shots = []
    for name, dice in json.loads((RENDERS / "truth.json").read_text()).items():
        entry = {
            "image": name,
            "source": "renders",
            "tags": [],
            "dice": [{"value": die["face"]} for die in dice],
        }
        shots.append(Shot(entry, reader().read(still(RENDERS / name).image), False, 0.0))
    return shots


def rows(shots: Iterable[Shot]) -> Iterable[tuple[str, ...]]:
    """A row for each group, the large ones first, then sources, then tags."""
    by: dict[str, list[Shot]] = {}
    for shot in shots:
        for group in shot.groups:
            by.setdefault(group, []).append(shot)
    order = sorted(by, key=lambda g: (g.startswith("tag"), g.startswith(LEARNED), not g.startswith("all"), g))
    return (row(group, by[group]) for group in order)


def row(name: str, shots: Sequence[Shot]) -> tuple[str, ...]:
    """What there is to say of some photographs."""
    dice = sum(shot.want.total() for shot in shots)
    right = sum((shot.want & shot.got).total() for shot in shots)
    silent = sum(shot.silent for shot in shots)
    return (
        name,
        str(len(shots)),
        percent(sum(shot.exact for shot in shots), len(shots)),
        str(dice),
        percent(right, dice),
        str(dice - right),
        str(sum((shot.got - shot.want).total() for shot in shots)),
        f"{silent} ({percent(silent, dice)})",
        percent(sum(shot.asks for shot in shots), len(shots)),
    )


def far(shots: Sequence[Shot], effort: Effort) -> Iterator[tuple[str, ...]]:
    """A row for each size that photographs are made small to."""
    for edge in FAR:
        with hands() as many:
            small = [shot for shot in many.map(partial(made_small, effort, edge), shots, chunksize=4) if shot]
        yield row(f"{edge} pixels", small)


def made_small(effort: Effort, edge: int, shot: Shot) -> Shot | None:
    """The same photograph read from far away, if it was near and time is left."""
    edges = [dist(*die.quad[:2]) for die in shot.seen if die.status == "ok"]
    scale = edge / float(np.median(edges)) if edges else 1.0
    if effort.late or scale * CLEARLY > 1:
        return None
    image = cv2.resize(shot.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    seen, cpu = timed(reader(), jpeg_round_trip(np.asarray(image, np.float32), QUALITY).astype(np.uint8))
    return replace(shot, seen=seen, cpu=cpu)


def reliability(shots: Iterable[Shot]) -> Iterable[tuple[str, ...]]:
    """How often a die given with so much sureness is right."""
    told = [(die.sure, right) for shot in shots for die, right in shot.judged]
    for low, high in pairwise(BINS):
        mine = [right for sure, right in told if low <= sure < high]
        if mine:
            yield f"{low:.2f}–{min(high, 1):.2f}", str(len(mine)), percent(sum(mine), len(mine))


def contact(failed: Sequence[Shot], wide: int = 5, size: int = 400) -> None:
    """Every failure, with what was read drawn over it."""
    tiles = []
    for shot in failed:
        image = draw(shot.image, shot.seen)
        scale = size / max(image.shape[:2])
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        tile = np.zeros((size + 20, size, 3), np.uint8)
        tile[: small.shape[0], : small.shape[1]] = small
        off = f"-{dict(shot.want - shot.got)} +{dict(shot.got - shot.want)} silent {shot.silent}"
        sheet.written(tile, off, (2, size + 14), 0.4)
        tiles.append(tile)
    sheet.kept(SHEET, tiles, wide)
