"""How well and how fast the eye reads: rolls of the virtual tray, and a folder of pictures with the truth.

Prints tables; decides nothing. Truth is compared here and nowhere handed to the reader.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from math import dist
from pathlib import Path
from random import Random

import cv2
import numpy as np

from companion.dice import D6, DieKind, DieSpec, Quad, Seen
from tests.bench import given, sheet
from tests.vision.dalek import DICE
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.overlay import draw
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sim import Look, VirtualTray, teach_pictures
from vision.sources.frames import still
from vision.teach.whole_pictures import learn
from vision.watch.motion import Motion

TILTED = 8.0  # degrees from which a die is to be called cocked
HARD = frozenset({"stacked", "cocked"})  # tags of rolls in which not every die can be read
PLAIN, ALL = "nothing stacked or cocked", "all"
TILE = (640, 480)  # a picture that was not read exactly, on the sheet


@dataclass(frozen=True)
class TrueDie:
    """One die as it really lies."""

    face: str
    quad: Quad
    tilt: float = 0.0

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of its top face."""
        return (sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4)


@dataclass
class Tally:
    """Counts over many pictures.

    `silent`: wrong and given as sure. `leaning`: rightly read and given as sure, though to be called cocked.
    `doubted`: pictures in which anything is asked about; `failed`: those not exact, drawn small.
    """

    pictures: int = 0
    exact: int = 0
    dice: int = 0
    right: int = 0
    asked: int = 0
    missed: int = 0
    ghosts: int = 0
    silent: int = 0
    leaning: int = 0
    doubted: int = 0
    cpu: float = 0.0
    notes: list[str] = field(default_factory=list)
    failed: list[Image] = field(default_factory=list)

    def look(self, name: str, truth: Sequence[TrueDie], reader: Reader, image: Image) -> tuple[Seen, ...]:
        """One more picture, read by this reader; what it saw."""
        before = self.exact
        seen, cpu = timed(reader, image)
        self.add(name, truth, seen, cpu)
        if self.exact == before:
            self.failed.append(tile(name, truth, seen, image))
        return seen

    def add(self, name: str, truth: Sequence[TrueDie], seen: Sequence[Seen], cpu: float) -> None:
        """One more picture, what was seen in it and how long that took."""
        before = self._wrong
        pairs = matched(truth, seen)
        for k, die in enumerate(truth):
            self._one(name, die, seen[pairs[k]] if k in pairs else None)
        for one in (s for j, s in enumerate(seen) if j not in pairs.values()):
            self.silent += one.status == "ok"
            self.ghosts += one.status != "ok"
            self.notes.append(f"{name}: {one.status} {one.face} where no die lies")
        self.pictures += 1
        self.doubted += any(one.status != "ok" for one in seen)
        self.cpu += cpu
        self.exact += self._wrong == before

    @property
    def _wrong(self) -> tuple[int, ...]:
        return (self.asked, self.missed, self.ghosts, self.silent, self.leaning)

    def _one(self, name: str, die: TrueDie, seen: Seen | None) -> None:
        flat = die.tilt < TILTED
        self.dice += flat
        if seen is None:
            self.missed += flat
        elif seen.status != "ok":
            self.asked += flat
        elif seen.face != die.face:
            self.silent += 1
        elif flat:
            self.right += 1
            return
        else:
            self.leaning += 1
        if flat or (seen is not None and seen.status == "ok"):
            what = f"{seen.status} {seen.face} {seen.sure:.2f}" if seen else "missed"
            self.notes.append(
                f"{name}: {die.face} (tilt {die.tilt:.0f}) {what} at {die.centre[0]:.0f},{die.centre[1]:.0f}"
            )


def matched(truth: Sequence[TrueDie], seen: Sequence[Seen]) -> dict[int, int]:
    """Which die seen is which true one: nearest first, none farther than half an edge."""
    pairs = sorted(
        (dist(t.centre, s.centre) / max(1.0, dist(*t.quad[:2])), i, j)
        for i, t in enumerate(truth)
        for j, s in enumerate(seen)
    )
    found: dict[int, int] = {}
    for away, i, j in pairs:
        if away < 0.55 and i not in found and j not in found.values():
            found[i] = j
    return found


def timed(reader: Reader, image: Image) -> tuple[tuple[Seen, ...], float]:
    """A reading and its CPU seconds."""
    start = time.thread_time()
    seen = reader.read(image)
    return seen, time.thread_time() - start


def tile(name: str, truth: Sequence[TrueDie], seen: Sequence[Seen], image: Image) -> Image:
    """A picture that was not read exactly: what was said of it, and white where a die lies otherwise."""
    drawn = draw(image, seen)
    pairs = matched(truth, seen)
    for k, die in enumerate(truth):
        if k not in pairs or (seen[pairs[k]].status, seen[pairs[k]].face) != ("ok", die.face):
            cv2.polylines(drawn, [np.round(np.array(die.quad)).astype(np.int32)], True, sheet.WHITE, 2)
            at = (round(die.centre[0]), round(die.centre[1]))
            sheet.written(drawn, f"{die.face} ({die.tilt:.0f})", at, drawn.shape[1] / 1600)
    small = np.asarray(cv2.resize(drawn, TILE, interpolation=cv2.INTER_AREA), np.uint8)
    sheet.written(small, name, (4, TILE[1] - 6), 0.45)
    return small


@dataclass(frozen=True)
class Roll:
    """One picture of the virtual tray with its truth."""

    image: Image
    truth: tuple[TrueDie, ...]


def rolls(
    tray: VirtualTray, kind: str, colours: Sequence[str | None], count: int, luck: Random
) -> Iterator[Roll]:
    """Rolls of 1 to 10 dice at rest, each thrown as the virtual tray throws."""
    for _ in range(count):
        specs = [DieSpec(kind, luck.choice(colours)) for _ in range(luck.randint(1, 10))]
        tray.throw(specs, at_once=True)
        tray.read()
        for _ in range(900):
            if not tray.busy:
                break
            tray.read()
        frame = tray.read()
        assert frame is not None
        yield Roll(frame.image, tuple(TrueDie(d.face, d.quad, d.tilt) for d in tray.truth().dice))


def sim(
    count: int,
    kind: str = "d6",
    seed: int = 1,
    looks: Sequence[Look] = (Look(),),
    size: tuple[int, int] = (640, 480),
) -> Tally:
    """Accuracy over seeded rolls on virtual trays of these looks, an empty picture for each."""
    tally = Tally()
    luck = Random(seed)
    for k, look in enumerate(looks):
        tray = VirtualTray(seed * 1000 + k, size, look=look, dice=DICE)
        reader = reader_for(tray, look, kind, size, seed)
        for n, roll in enumerate(rolls(tray, kind, (None,), -(-count // len(looks)), luck)):
            seen = tally.look(f"{kind} table {k} roll {n}", roll.truth, reader, roll.image)
            reader = reader.with_edge(seen, size[0])
    return tally


def strange(count: int, seed: int = 1) -> tuple[Look, ...]:
    """Looks of other tables: any cloth, lamp, grain and dice, some of them hard for a person too."""
    luck = Random(seed)
    return tuple(Look.random(luck) for _ in range(count))


def reader_for(tray: VirtualTray, look: Look, kind: str, size: tuple[int, int], seed: int) -> Reader:
    """A reader calibrated on the empty virtual tray and, for any kind but d6, taught."""
    empty = Tray.from_empty(tray.empty_picture())
    if kind == D6.id:
        return Reader((D6,), empty)
    model = next(one for one in DICE if one.kind == kind)
    taught = learn(teach_pictures(model, 3, look=look, size=size, seed=seed), empty, kind)
    return reader_of(taught, empty)


def setups(folder: Path) -> tuple[str, ...]:
    """The tables of a folder as tray-footage that have rolls."""
    return tuple(dict.fromkeys(row["setup"] for row in given.rows(folder) if row["role"] == "roll"))


def at_table(folder: Path, setup: str) -> list[tuple[frozenset[str], Tally]]:
    """Each roll of such a table, its tags and what came of it: calibrated and taught by its own pictures."""
    mine = [row for row in given.rows(folder) if row["setup"] == setup]
    tray = Tray.from_empty(still(folder / mine[0]["empty"]).image)
    taught = taught_in(folder, mine, tray)
    reader = reader_of(taught, tray) if taught else Reader((D6,), tray)
    shots = [row for row in mine if row["role"] == "roll"]
    return [(frozenset(row["tags"]), tally(folder, reader, [row])) for row in shots]


def grouped(tables: Mapping[str, Sequence[tuple[frozenset[str], Tally]]]) -> dict[str, Tally]:
    """By table; all; those that a person could read in full (`PLAIN`); by what makes them hard."""
    rolls = [roll for table in tables.values() for roll in table]
    groups = {name: [one for _, one in table] for name, table in tables.items()}
    groups[ALL] = [one for _, one in rolls]
    groups[PLAIN] = [one for tags, one in rolls if HARD.isdisjoint(tags)]
    groups |= {f"tag {tag}": [one for tags, one in rolls if tag in tags] for tag in sorted(HARD)}
    return {name: added(mine) for name, mine in groups.items()}


def added(tallies: Iterable[Tally]) -> Tally:
    """All of them as one."""
    total = Tally()
    for tally in tallies:
        for name in (f.name for f in fields(Tally)):
            setattr(total, name, getattr(total, name) + getattr(tally, name))
    return total


def reader_of(taught: TaughtSet, tray: Tray | None) -> Reader:
    """A reader of nothing but these dice."""
    return Reader((DieKind(taught.kind, taught.faces),), tray, (taught,))


def tally(folder: Path, reader: Reader, rows: Iterable[given.Row]) -> Tally:
    """What it reads in pictures of such a folder, beside the truth."""
    told = Tally()
    for row in rows:
        told.look(row["image"], truth_of(row), reader, still(folder / row["image"]).image)
    return told


def truth_of(row: given.Row) -> list[TrueDie]:
    """The dice of a picture."""
    return [TrueDie(d["value"], four(d["top"]), d["tilt"]) for d in row["dice"]]


def four(corners: Sequence[Sequence[float]]) -> Quad:
    """Four corners as a Quad."""
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return (a, b, c, d)


def taught_in(folder: Path, rows: Iterable[dict[str, object]], tray: Tray) -> TaughtSet | None:
    """The set that the teaching pictures of a setup show, if it has any."""
    pictures: dict[str, list[Image]] = {}
    for row in (r for r in rows if r["role"] == "teach"):
        die = row["dice"][0]  # type: ignore[index]
        pictures.setdefault(die["value"], []).append(still(folder / str(row["image"])).image)
    return learn(pictures, tray) if pictures else None


def speed(size: tuple[int, int], repeat: int = 7) -> dict[int, float]:
    """CPU milliseconds of a reading (the median) by number of dice, the tray and their size known."""
    tray = VirtualTray(5, size)
    empty = Tray.from_empty(tray.empty_picture())
    times = {}
    for count in (1, 5, 10, 20):
        tray.throw([DieSpec("d6")] * count, at_once=True)
        while tray.busy:
            tray.read()
        frame = tray.read()
        assert frame is not None
        reader = Reader((D6,), empty)
        reader = reader.with_edge(reader.read(frame.image), size[0])
        times[count] = 1000 * float(np.median([timed(reader, frame.image)[1] for _ in range(repeat)]))
    return times


def motion_step(size: tuple[int, int] = (640, 480), repeat: int = 300) -> float:
    """CPU milliseconds of one step of the motion eye, shrinking included (the mean)."""
    tray = VirtualTray(6, size)
    frames = [f.image for f in (tray.read() for _ in range(4)) if f is not None]
    motion = Motion()
    start = time.thread_time()
    for k in range(repeat):
        motion = motion.step(frames[k % len(frames)], k / 30)
    return 1000 * (time.thread_time() - start) / repeat
