"""How well taught dice are read: custom sets of the tray footage, letters of strangers' Boggle boards.

The rolls of the footage are read once more with each face in turn as if it had never been taught. A board's
dice are cut out by their labelled boxes and read by three samples of each letter, all of other boards. Boards
that the nets have learned from are counted apart. Failures go to a sheet in `build/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, cos, sin, sqrt
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from companion.dice import Seen
from tests.bench import given, sheet
from tests.bench import rolls as bench
from tests.bench.figures import Cells, Effort, Found, Table, percent
from tests.bench.given import FOOTAGE, PHOTOS
from tests.bench.rolls import Tally, TrueDie
from tests.vision import shown as drawn
from tests.vision.dalek import DALEK
from vision.arrays import Image
from vision.background.tray import Tray
from vision.detect.finder import Detection
from vision.detect.rectify import FACE_PX, MARGIN_EDGES, face_crop
from vision.read.judgement import die_of, judgement
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet, teach
from vision.recognise.values import from_match
from vision.sources.frames import still

BOARDS = "parkuman/roggle"
MISLABELLED = {  # looked at one by one: these dice plainly show another letter than their label says
    ("abc9916292", 1): "V",
    ("d29fe068e1", 14): "F",
    ("44de058831", 28): "R",
    ("14c50f7977", 10): "I",
}
SHEET = "letters.jpg"
BURIED = "some stacked or cocked"
SAMPLES = 3  # of each letter
TOP = 0.9  # edge of a top face for one side of its loose box
NEXT = 1.2  # of the nearest die's distance: so far are those beside it too
TRAY_GOAL, NEVER_GOAL, LETTER_GOAL = 99, 98, 97
STANDS, TURNED, DRAWN = "as the box stands", "turned with its board", "by ourselves"
GROUPS = ("sharp, fresh", "sharp, learned from", "blurred, fresh", "blurred, learned from", "drawn")
Wrong = tuple[str, str, Image]  # what was said, of which board, the cut
TRAY_HEAD = ("tray", "pictures", "dice", "right", "asked", "missed", "silent")
NEVER_HEAD = ("never taught", "dice", "said unknown", "not seen", "called another face for sure")
HEAD = ("letters", "boards", "dice", "right", "right and sure", "asked", "silent")
ALPHABET = "ABEHKRTX"


@dataclass(frozen=True, eq=False)
class Board:
    """A board of letters: squared cuts of all its dice, each with what it shows."""

    name: str
    group: str
    cuts: tuple[tuple[str, Image], ...]


@dataclass
class Letters:
    """What was read of the dice of some boards."""

    boards: int = 0
    dice: int = 0
    right: int = 0
    sure: int = 0
    silent: int = 0

    def add(self, pairs: Sequence[tuple[str, Seen]]) -> None:
        """One more board: what each die shows, and what was read."""
        self.boards += 1
        self.dice += len(pairs)
        self.right += sum(seen.face == value for value, seen in pairs)
        self.sure += sum(seen.face == value and seen.status == "ok" for value, seen in pairs)
        self.silent += sum(seen.face != value and seen.status == "ok" for value, seen in pairs)


def measure(effort: Effort) -> Found:
    """The tray first; then all boards of letters, each in both ways of cutting."""
    real = given.asked_for(FOOTAGE, effort)
    trays = footage() if real else {"virtual tray, Dalek dice": bench.sim(effort.count(40, 2), DALEK.id, 11)}
    never = dict(never_taught(effort)) if real else {}
    strange = given.asked_for(PHOTOS, effort)
    read: dict[str, Letters] = {}
    wrong: list[Wrong] = []
    for way, boards in (strangers() if strange else renders(effort.count(6, 2))).items():
        read_all(boards, way, effort, read, wrong)
    contact(wrong)
    tables = (
        Table(TRAY_HEAD, tuple(tray_row(name, tally) for name, tally in trays.items())),
        *([Table(NEVER_HEAD, tuple(never_row(*one) for one in never.items()))] if never else []),
        Table(HEAD, tuple(row(name, of) for name, of in sorted(read.items()))),
    )
    return Found(about(real, strange), tables, (*says(trays, read), *says_never(never)))


def about(real: bool, strange: bool) -> str:
    """On what data."""
    tray = (
        f"Tray: `{given.named(FOOTAGE)}`"
        if real
        else f"Tray: the virtual one; `{given.named(FOOTAGE)}` is not here or left out"
    )
    board = (
        f"boards: {BOARDS} (public domain) in `{given.named(PHOTOS)}`"
        if strange
        else "letters: drawn by ourselves"
    )
    return (
        f"{tray}; {board}. Never taught: the same rolls, each face in turn left out of the set, dice that "
        f"lie flat. Boards: {SAMPLES} samples of each letter, drawn by lot from other boards that are "
        "not blurred; letters with fewer are not asked for. Right: the likeliest letter. Sure: by the "
        "reader's own bar. Turned with its board: cut along the board's rows, as the eye squares a face; as "
        "the box stands: along the picture, which only fresh boards are. Fresh: no net learned from them. "
        f"{len(MISLABELLED)} labels that are plainly wrong are put right. "
        f"Goals: {TRAY_GOAL} % of dice in the tray, {LETTER_GOAL} % of letters of sharp boards."
    )


def says(trays: Mapping[str, Tally], read: Mapping[str, Letters]) -> Iterator[str]:
    """The figures in a sentence each, with their goals."""
    every, goal = bench.added(trays.values()), f"goal ≥ {TRAY_GOAL} %"
    share = percent(every.right, every.dice)
    yield f"Tray: {share} of {every.dice} dice right and sure ({goal}); silent errors: {every.silent}."
    if (plain := bench.added(t for name, t in trays.items() if name.endswith(bench.PLAIN))).dice:
        share = percent(plain.right, plain.dice)
        yield f"Taught by all views, {bench.PLAIN}: {share} of {plain.dice} dice right and sure."
    for name, of in sorted(read.items()):
        if "blurred" not in name and "learned" not in name:
            share, goal = percent(of.right, of.dice), f"goal ≥ {LETTER_GOAL} %"
            yield f"Letters, {name}: {share} of {of.dice} right ({goal}); silent errors: {of.silent}."


def says_never(never: Mapping[str, Counter[str]]) -> Iterator[str]:
    """The same of faces never taught, if there were any."""
    if told := sum(never.values(), Counter[str]()):
        share, goal = percent(told["unknown"], told.total()), f"goal ≥ {NEVER_GOAL} %"
        yield f"Faces never taught: {share} of {told.total()} dice said to be unknown ({goal})."


def never_row(name: str, said: Counter[str]) -> Cells:
    """One line of the table of faces never taught."""
    dice = said.total()
    return (name, str(dice), percent(said["unknown"], dice), str(said["nothing"]), str(said["sure"]))


def tray_row(name: str, t: Tally) -> Cells:
    """One line of the tray's table."""
    counts = (t.asked, t.missed, t.silent)
    return (name, str(t.pictures), str(t.dice), percent(t.right, t.dice), *map(str, counts))


def row(name: str, of: Letters) -> Cells:
    """One line of the letters' table."""
    asked = of.dice - of.sure - of.silent
    shares = (percent(of.right, of.dice), percent(of.sure, of.dice), percent(asked, of.dice))
    return (name, str(of.boards), str(of.dice), *shares, f"{of.silent} ({percent(of.silent, of.dice)})")


# the tray


def footage() -> dict[str, Tally]:
    """Each custom set of the footage: its rolls; and its second views, read by the first views alone."""
    found: dict[str, Tally] = {}
    for setup, tray, shown, rolls in taught_setups():
        first = list({row["dice"][0]["value"]: row for row in reversed(shown)}.values())
        plain = [row for row in rolls if bench.HARD.isdisjoint(row["tags"])]
        reader = reader_by(shown, tray)
        for name, some in ((bench.PLAIN, plain), (BURIED, [row for row in rolls if row not in plain])):
            if some:
                found[f"{setup}, {name}"] = bench.tally(FOOTAGE, reader, some)
        rest = [row for row in shown if row not in first]
        one_view = f"{setup}, taught by one view, the other read"
        found[one_view] = bench.tally(FOOTAGE, reader_by(first, tray), rest)
    return found


def taught_setups() -> Iterator[tuple[str, Tray, list[given.Row], list[given.Row]]]:
    """The setups of the footage with a custom set: tray, teaching pictures, rolls."""
    rows = given.rows(FOOTAGE)
    for setup in dict.fromkeys(row["setup"] for row in rows if row["role"] == "teach"):
        mine = [row for row in rows if row["setup"] == setup]
        shown, rolls = ([row for row in mine if row["role"] == role] for role in ("teach", "roll"))
        yield setup, Tray.from_empty(still(FOOTAGE / mine[0]["empty"]).image), shown, rolls


def reader_by(shown: Sequence[given.Row], tray: Tray) -> Reader:
    """A reader of what these teaching pictures show."""
    taught = bench.taught_in(FOOTAGE, shown, tray)
    assert taught is not None, "no teaching pictures"
    return bench.reader_of(taught, tray)


def never_taught(effort: Effort) -> Iterator[tuple[str, Counter[str]]]:
    """What is said of each face of each custom set where it lies flat, by a set that lacks this face."""
    for setup, tray, shown, rolls in taught_setups():
        pictures = [(bench.truth_of(row), still(FOOTAGE / row["image"]).image) for row in rolls]
        for face in dict.fromkeys(row["dice"][0]["value"] for row in shown if rolls):
            if effort.late:
                return
            reader = reader_by([row for row in shown if row["dice"][0]["value"] != face], tray)
            said = Counter[str]()
            for truth, image in pictures:
                said.update(said_of(face, truth, reader.read(image)))
            yield f"{setup}, {face}", said


def said_of(face: str, truth: Sequence[TrueDie], seen: Sequence[Seen]) -> Iterator[str]:
    """What is said of each die that shows this face and lies flat."""
    pairs = bench.matched(truth, seen)
    for k, die in enumerate(truth):
        if die.face == face and die.tilt == 0:
            yield "nothing" if k not in pairs else "sure" if seen[pairs[k]].status == "ok" else "unknown"


# letters


def read_all(
    boards: Sequence[Board],
    way: str,
    effort: Effort,
    read: dict[str, Letters],
    wrong: list[Wrong],
) -> None:
    """Every board by the samples of all others; what is misread on sharp boards is kept in `wrong`."""
    asked = [board for board in boards if way != STANDS or board.group == "sharp, fresh"]
    for board in sorted(asked, key=lambda board: GROUPS.index(board.group)):
        if effort.late:
            return
        taught = taught_without(board, boards)
        pairs = [
            (value, image, seen_of(taught, image)) for value, image in board.cuts if value in taught.faces
        ]
        read.setdefault(f"{board.group}, {way}", Letters()).add([(value, seen) for value, _, seen in pairs])
        wrong += [
            (f"{value}: {seen.face} {seen.status} {seen.sure:.2f}", Path(board.name).stem[-10:], image)
            for value, image, seen in pairs
            if seen.face != value and "blurred" not in board.group
        ]


def taught_without(board: Board, boards: Sequence[Board]) -> TaughtSet:
    """All letters of which other sharp boards have samples enough."""
    pool: dict[str, list[Image]] = {}
    for other in boards:
        if other.name != board.name and "blurred" not in other.group:
            for value, image in other.cuts:
                pool.setdefault(value, []).append(image)
    luck = Random(board.name)
    enough = {value: images for value, images in sorted(pool.items()) if len(images) >= SAMPLES}
    return teach({value: luck.sample(images, SAMPLES) for value, images in enough.items()}, "letters")


def seen_of(taught: TaughtSet, image: Image) -> Seen:
    """A cut as the reader judges a face that looks like this: flat, wholly seen, no pips."""
    top = Detection(
        FACE_PX / 2,
        FACE_PX / 2,
        FACE_PX / (1 + 2 * MARGIN_EDGES),
        0.0,
        1.0,
        0.0,
        np.eye(1, 7, dtype=np.float32)[0],
    )
    reader = bench.reader_of(taught, None)
    value = from_match(taught.match(image), taught.kind, top)
    return die_of(top, value, image, judgement(top, value, [top], reader.sure).status)


def strangers() -> dict[str, list[Board]]:
    """The boards among strangers' photographs, cut in both ways."""
    entries = [entry for entry in given.rows(PHOTOS) if entry["source"] == BOARDS]
    return {way: [board_of(entry, way == TURNED) for entry in entries] for way in (STANDS, TURNED)}


def board_of(entry: Mapping[str, Any], turned: bool) -> Board:
    """One photograph of a board."""
    learned = Path(entry["image"]).name in given.learned_from()
    kind = "blurred" if "blurred" in entry["tags"] else "sharp"
    group = f"{kind}, {'learned from' if learned else 'fresh'}"
    cuts = cuts_of(entry["dice"], still(PHOTOS / entry["image"]).image, turned)
    code = Path(entry["image"]).stem[-10:]
    told = ((MISLABELLED.get((code, k), value), one) for k, (value, one) in enumerate(cuts))
    return Board(str(entry["image"]), group, tuple(told))


def cuts_of(dice: Sequence[Mapping[str, Any]], image: Image, turned: bool) -> tuple[tuple[str, Image], ...]:
    """All dice of a board, cut out by their boxes, along the picture or the board's own rows."""
    turn = turn_of([middle(die["box"]) for die in dice]) if turned else 0.0
    return tuple((str(die["value"]), boxed(image, die["box"], turn)) for die in dice)


def boxed(image: Image, box: Sequence[float], turn: float) -> Image:
    """The square about a box's middle, as large as a face turned so that fills the box."""
    x, y = middle(box)
    side = sqrt((box[2] - box[0]) * (box[3] - box[1]))
    edge = TOP * side / sqrt(abs(cos(turn)) + abs(sin(turn)))  # tops are round: they fill more than a square
    face = Detection(x, y, edge, turn, 1.0, 0.0, np.ones(7, np.float32))
    return face_crop(image, face.corners)


def middle(box: Sequence[float]) -> tuple[float, float]:
    return ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)


def turn_of(middles: Sequence[tuple[float, float]]) -> float:
    """How the rows of a board lie in the picture, to a quarter turn: by where each die's neighbours are."""
    at, ways = np.array(middles), list[float]()
    for one in at:
        away = np.hypot(*(at - one).T)
        near = np.flatnonzero((away > 0) & (away < NEXT * away[away > 0].min()))
        ways += [atan2(*(at[k] - one)[::-1]) for k in near]
    mean = np.exp(4j * np.array(ways)).mean()
    return float(np.angle(mean)) / 4


def renders(count: int) -> dict[str, list[Board]]:
    """Boards of our own, of drawn letters on felt, cut out by the eye itself."""
    boards = []
    for seed in range(count):
        table = drawn.Table(seed)
        cuts = tuple((name, one) for name in ALPHABET for one in table.cuts(drawn.letter(name)))
        boards.append(Board(f"drawn {seed}", "drawn", cuts))
    return {DRAWN: boards}


# what failed


def contact(wrong: Sequence[Wrong], wide: int = 12, size: int = 112) -> None:
    """Every cut of a sharp board that was taken for another letter."""
    tiles = []
    for said, name, image in wrong:
        tile = np.zeros((size + 28, size, 3), np.uint8)
        tile[:size] = cv2.resize(image, (size, size), interpolation=cv2.INTER_CUBIC)
        for k, text in enumerate((said, name)):
            sheet.written(tile, text, (1, size + 11 + 13 * k), 0.33)
        tiles.append(tile)
    sheet.kept(SHEET, tiles, wide, quality=90)
