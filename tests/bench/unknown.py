"""What is said of things that are no dice of the set: coins, beads, fingers, caps, dice of another set, faces
that were never taught; and, as the twin of each, what is said of the same table without it.

A thing is said to be unknown when something is told where it lies and no die is given as sure there, nor a
die beside it misread. Tables are those of `tests.vision.strange`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from random import Random

import cv2
import numpy as np

from companion.dice import D6, Die, Seen
from tests.bench import sheet
from tests.bench.figures import Cells, Effort, Found, Table, percent
from tests.vision import shown as drawn
from tests.vision.dalek import DALEK
from tests.vision.drawn import lay
from tests.vision.posed import Table as Posed
from tests.vision.posed import reader, values
from tests.vision.strange import (
    THINGS,
    Scene,
    dalek_dice,
    reader_of,
    said,
    some_dice,
    with_stray,
    with_thing,
    without,
)
from vision.read.overlay import draw
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sim import Look
from vision.teach.album import Album

SHEET = "unknown.jpg"
GOAL = 98.0
EACH = 20  # things of a kind
LETTERS = "ABEKTW", "FHLPXY", "25GQRS"
HEAD = ("", "shown", "said unknown", "called a die for sure", "nothing said", "twins read right")


@dataclass(frozen=True)
class Case:
    """A strange thing on a table, and who reads it."""

    scene: Scene
    reader: Reader


@dataclass
class Told:
    """What was said of all things of a kind, and of the same tables without them."""

    counts: Counter[str] = field(default_factory=Counter)
    twins: int = 0
    wrong: list[tuple[Case, tuple[Seen, ...]]] = field(default_factory=list)

    def add(self, case: Case) -> None:
        seen = case.reader.read(case.scene.table.picture)
        what = said(case.scene, seen)
        self.counts[what] += 1
        self.twins += plainly(case.reader, case.scene.twin)
        if what != "unknown":
            self.wrong.append((case, seen))

    @property
    def all(self) -> int:
        return self.counts.total()


def plainly(one: Reader, twin: Posed) -> bool:
    """Whether the table without the thing is read right and for sure, and nothing more is said of it."""
    seen = one.read(twin.picture)
    return len(seen) == len(twin.faces) and values(twin, seen) == dict(enumerate(twin.faces))


def measure(effort: Effort) -> Found:
    """A thing of each kind in turn, until there are enough of all or time is up."""
    each = effort.count(EACH, 1)
    running = {name: islice(cases(), each) for name, cases in kinds().items()}
    told = {name: Told() for name in running}
    for _ in range(each):
        for name, more in running.items():
            if not effort.late and (case := next(more, None)) is not None:
                told[name].add(case)
    contact([(name, *one) for name, of in told.items() for one in of.wrong])
    rows = [row(name, of) for name, of in told.items()]
    return Found(ABOUT, (Table(HEAD, (*rows, row("all", added(told)))),), tuple(says(told)))


def added(told: Mapping[str, Told]) -> Told:
    total = Told()
    for of in told.values():
        total.counts += of.counts
        total.twins += of.twins
    return total


def row(name: str, of: Told) -> Cells:
    """One line of the table."""
    unknown, twins = percent(of.counts["unknown"], of.all), percent(of.twins, of.all)
    return (name, str(of.all), unknown, str(of.counts["sure"]), str(of.counts["nothing"]), twins)


def says(told: Mapping[str, Told]) -> Iterator[str]:
    """The figure in a sentence, and the goal beside it."""
    total = added(told)
    share, sure = percent(total.counts["unknown"], total.all), total.counts["sure"]
    goal = f"goal: ≥ {GOAL:.0f} %"
    yield f"{share} of {total.all} things are said to be unknown ({goal}); called dice for sure: {sure}."
    low = [name for name, of in told.items() if 100 * of.counts["unknown"] < GOAL * of.all]
    if low:
        yield f"Below the goal: {', '.join(low)}; each failure is drawn in {sheet.FOLDER}/{SHEET}."


ABOUT = (
    "Drawn into the virtual tray or lying in it, calibrated on its empty picture, 640×480; every second "
    "table of any look; nought to four dice beside the thing, which never has the colour of the cloth. Said "
    "unknown: something is told where it lies (covered, unsure, cocked) and nothing is sure there. Twins: "
    "the same table without it is read right and for sure, and no more is said."
)


# what is shown


def kinds() -> dict[str, Callable[[], Iterator[Case]]]:
    """Every sort of strange thing, by the name of its row."""
    sets = Taught()
    things: dict[str, Callable[[], Iterator[Case]]] = {name: partial(things_of, name) for name in THINGS}
    return things | {
        "Dalek die among d6": dalek_strays,
        "d6 among Dalek dice": partial(d6_strays, sets),
        "Dalek face never taught": partial(faces_never_taught, sets),
        "letter never taught": letters_never_taught,
    }


def things_of(name: str) -> Iterator[Case]:
    """A thing among d6."""
    seed = 0
    while True:
        luck = Random(f"bench {name} {seed}")
        scene = with_thing(name, some_dice(D6.id, seed % 5, luck), seed, look_of(seed))
        yield Case(scene, reader(scene.table.empty))
        seed += 1


def dalek_strays() -> Iterator[Case]:
    """A die of a set that was never taught, among pips."""
    seed = 0
    while True:
        luck = Random(f"bench dalek {seed}")
        stray = Die(DALEK.id, DALEK.faces[seed // 2 % 6])
        scene = with_stray(some_dice(D6.id, 1 + seed % 4, luck), stray, seed, look_of(seed))
        yield Case(scene, reader(scene.table.empty))
        seed += 1


def d6_strays(sets: Taught) -> Iterator[Case]:
    """A die with pips among taught dice."""
    seed = 0
    while True:
        luck = Random(f"bench d6 {seed}")
        stray = Die(D6.id, D6.faces[seed // 2 % 6])
        scene = with_stray(some_dice(DALEK.id, 1 + seed % 4, luck), stray, seed, sets.look(seed))
        yield Case(scene, reader_of(sets.set(seed), scene.table.empty))
        seed += 1


def faces_never_taught(sets: Taught) -> Iterator[Case]:
    """Five faces of a die were taught; the sixth lies among them."""
    seed = 0
    while True:
        luck = Random(f"bench face {seed}")
        face = DALEK.faces[seed // 2 % 6]
        others = [Die(DALEK.id, luck.choice([f for f in DALEK.faces if f != face])) for _ in range(seed % 4)]
        scene = with_stray(others, Die(DALEK.id, face), seed, sets.look(seed))
        yield Case(scene, reader_of(sets.set(seed, face), scene.table.empty))
        seed += 1


def letters_never_taught() -> Iterator[Case]:
    """The same with letters and digits drawn on plain dice."""
    albums: dict[str, Album] = {}
    seed = 0
    while True:
        names = LETTERS[seed % 3]
        album = albums.setdefault(names, albums.get(names) or letters(names))
        face = names[seed // 3 % 6]
        luck, cloth = Random(f"bench letter {seed}"), drawn.Table(100 + seed)
        other = luck.choice([name for name in names if name != face])
        places = [
            (luck.uniform(110, 260), luck.uniform(110, 370)),
            (luck.uniform(380, 530), luck.uniform(110, 370)),
        ]
        twin = lettered(cloth, [other], places, luck)
        scene = Scene(lettered(cloth, [other, face], places, luck), twin, places[1], drawn.EDGE / 2)
        yield Case(scene, reader_of(without(album, face), cloth.cloth))
        seed += 1


def lettered(
    cloth: drawn.Table, names: Sequence[str], places: Sequence[tuple[float, float]], luck: Random
) -> Posed:
    """Dice with these letters at these places, turned any way."""
    picture, quads = cloth.cloth, []
    for name, (x, y) in zip(names, places, strict=False):
        picture = lay(picture, drawn.letter(name), x, y, drawn.EDGE, luck.uniform(0, 360))
        half = drawn.EDGE / 2
        quads.append(((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))
    return Posed(cloth.with_noise(picture), cloth.cloth, tuple(names), tuple(quads))


def letters(names: str) -> Album:
    """Drawn letters, three views of each."""
    table = drawn.Table(sum(map(ord, names)))
    views = {name: table.cuts(drawn.letter(name)) for name in names}
    return Album("letters", views, drawn.EDGE / 640)


class Taught:
    """The Dalek dice as taught at two tables; learned when first asked for, as that takes seconds."""

    def __init__(self) -> None:
        self._looks = (None, Look.random(Random("taught elsewhere")))
        self._albums: dict[int, Album] = {}
        self._sets: dict[tuple[int, str], TaughtSet] = {}

    def look(self, seed: int) -> Look | None:
        """One of the two tables by turns."""
        return self._looks[seed % 2]

    def set(self, seed: int, missing: str = "") -> TaughtSet:
        """What was taught there, as if the missing face had never been shown."""
        which = seed % 2
        if which not in self._albums:
            self._albums[which] = dalek_dice(3, look=self._looks[which])
        if (which, missing) not in self._sets:
            self._sets[which, missing] = without(self._albums[which], missing)
        return self._sets[which, missing]


def look_of(seed: int) -> Look | None:
    """The usual table and any other one by turns."""
    return None if seed % 2 == 0 else Look.random(Random(seed))


# what failed


def contact(failed: Sequence[tuple[str, Case, tuple[Seen, ...]]], wide: int = 4) -> None:
    """Every thing that was not said to be unknown, with what was said drawn over it."""
    tiles = []
    for name, case, seen in failed:
        drawn_over = draw(case.scene.table.picture, seen)
        tile = np.asarray(cv2.resize(drawn_over, (480, 360), interpolation=cv2.INTER_AREA), np.uint8)
        sheet.written(tile, f"{name}: {said(case.scene, seen)}", (4, 352), 0.5)
        tiles.append(tile)
    sheet.kept(SHEET, tiles, wide)
