"""How the eye follows films: when it finds rest, what it reads with a hand in, how many throws it counts.

The virtual tray's, clips of a folder as tray-footage, videos of one as dice-video. Refuses to know how a
single picture is read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli.watch import Throws
from companion.dice import D6, DieSpec, Reading
from tests.bench import given
from tests.bench import rolls as bench
from tests.bench.figures import Cells, Effort, Found, Table, ms, percent, quantile
from tests.bench.given import FOOTAGE, VIDEO
from tests.bench.hands import hands
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.sources.frames import Clip, Frame, still
from vision.teach.picture_folder import EmptyPicture
from vision.watch.eye import Eye

IN_TIME = 0.3  # seconds from the last motion to a reading
CREEP = 3  # frames by which those who wrote down the truth of videos may be off
FPS = 30.0
LONGEST = 240  # frames of a throw of the virtual tray
AFTER = 12  # frames for which it is watched once it was read: nothing more may be counted

Row = Mapping[str, Any]


def measure(effort: Effort) -> Found:
    """Throws of the virtual tray first; then what films there are."""
    with hands() as many:
        throws = list(many.map(virtual, range(effort.count(40, 2)), chunksize=2))
        clips = (
            list(many.map(partial(clip_of, FOOTAGE), clip_rows())) if given.asked_for(FOOTAGE, effort) else []
        )
        videos = [video(VIDEO, row) for row in given.rows(VIDEO)] if given.asked_for(VIDEO, effort) else []
    rests = [rest for of in videos for rest in of]
    tables = [Table(THROWN, (thrown_row(throws),))]
    tables += [Table(CLIP, tuple(clip.cells for clip in clips))] if clips else []
    tables += [Table(REST, tuple(rests))] if rests else []
    return Found(about(bool(clips), bool(rests)), tuple(tables), tuple(says(throws, clips, rests)))


def about(clips: bool, videos: bool) -> str:
    """On what data."""
    return (
        f"Virtual tray: throws of 1 to 10 d6 at 640×480 and {FPS:.0f} frames a second, rest by its own "
        "truth, on the films' own clock. Read with a hand in: frames in which other dice were read while one "
        "was in. "
        f"Clips: {f'`{given.named(FOOTAGE)}`' if clips else 'left out'}; videos of strangers, no empty tray "
        f"known: {f'`{given.named(VIDEO)}`' if videos else 'left out'}."
    )


def says(throws: Sequence[Thrown], clips: Sequence[Filmed], rests: Sequence[Cells]) -> Iterable[str]:
    """The figures in a sentence each."""
    in_time = sum(one.late is not None and one.late <= IN_TIME for one in throws)
    once = sum(one.counted == 1 for one in throws)
    yield (
        f"Virtual tray: {percent(in_time, len(throws))} of {len(throws)} throws read within {IN_TIME:g} s of "
        f"their rest; {percent(once, len(throws))} counted once."
    )
    if clips:
        yield f"Clips: {sum(clip.fine for clip in clips)} of {len(clips)} followed without a fault."
    if rests:
        yield f"Videos: {sum(cells[-1] == 'right' for cells in rests)} of {len(rests)} rests read right."


# throws of the virtual tray

THROWN = ("virtual tray", "throws", "rest → read, p50", "p95", "worst", "never read", "counted once")


@dataclass(frozen=True)
class Thrown:
    """One throw: seconds from rest to its reading, None: none; how often it counted."""

    late: float | None
    counted: int


def virtual(seed: int) -> Thrown:
    """A throw, watched from the cup until a little after it was read."""
    tray, throws = VirtualTray(seed, fps=FPS), Throws()
    eye = Eye(Reader((D6,), Tray.from_empty(tray.empty_picture())))
    for _ in range(4):
        throws(eye.see(one(tray)))
    tray.throw([DieSpec(D6.id)] * (1 + seed % 10), leave=True)
    last, late, counted, after = 0.0, None, 0, 0
    for _ in range(LONGEST):
        moving = tray.busy
        frame = one(tray)
        reading = eye.see(frame)
        last = frame.at if moving else last
        counted += throws(reading)
        if late is None and reading.state == "settled" and not moving:
            late = frame.at - last
        after += late is not None
        if after > AFTER:
            break
    return Thrown(late, counted)


def one(tray: VirtualTray) -> Frame:
    frame = tray.read()
    assert frame is not None
    return frame


def thrown_row(throws: Sequence[Thrown]) -> Cells:
    """All throws in a line."""
    late = [one.late for one in throws if one.late is not None]
    times = (ms(quantile(late, share)) for share in (0.5, 0.95, 1.0)) if late else ("–", "–", "–")
    once = percent(sum(one.counted == 1 for one in throws), len(throws))
    return ("d6", str(len(throws)), *times, str(len(throws) - len(late)), once)


# clips

CLIP = ("clip", "rest → read", "read with a hand in", "throws counted", "roll", "left by the hand")


@dataclass(frozen=True)
class Watched:
    """A film through the eye: each frame's reading, and in which frames a throw was counted."""

    readings: tuple[Reading, ...]
    throws: tuple[int, ...]

    def settled(self, first: int, last: int) -> Reading | None:
        """The first reading of dice from frame `first` to `last`."""
        among = self.readings[first : last + 1]
        return next((r for r in among if r.state == "settled"), None)

    def faces(self, frame: int) -> tuple[str, ...]:
        """What was read at that frame, sorted, with the status of what is not ok."""
        dice = self.readings[min(frame, len(self.readings) - 1)].dice
        return tuple(sorted(d.face if d.status == "ok" else f"{d.face}:{d.status}" for d in dice))


def through(clip: Path, eye: Eye) -> Watched:
    """The film seen to its end."""
    source, throws = Clip(clip), Throws()
    readings, counted = list[Reading](), list[int]()
    try:
        frame: Frame | None = source.read()
        while frame is not None:
            readings.append(eye.see(frame))
            if throws(readings[-1]):
                counted.append(frame.number)
            frame = source.read()
    finally:
        source.close()
    return Watched(tuple(readings), tuple(counted))


@dataclass(frozen=True)
class Filmed:
    """What came of one clip. `late`: seconds from rest to the reading, None: none before the hand came."""

    name: str
    late: float | None
    while_hand: int
    throws: int
    thrown: str
    left: str

    @property
    def fine(self) -> bool:
        """Whether all is as it should be."""
        in_time = self.late is not None and self.late <= IN_TIME
        return in_time and not self.while_hand and self.throws == 1 and self.thrown == self.left == "right"

    @property
    def cells(self) -> Cells:
        late = "never" if self.late is None else f"{self.late:.2f} s"
        return (self.name, late, str(self.while_hand), str(self.throws), self.thrown, self.left)


def clip_rows() -> list[given.Row]:
    return [row for row in given.rows(FOOTAGE) if row["role"] == "clip"]


def clip_of(folder: Path, row: given.Row) -> Filmed:
    """One clip of a footage folder, calibrated and taught by its setup."""
    eye = Eye(reader_of(folder, row, [r for r in given.rows(folder) if r["setup"] == row["setup"]]))
    return judged(row, through(folder / row["clip"], eye))


def reader_of(folder: Path, row: Row, setup: Sequence[dict[str, object]]) -> Reader:
    """A reader calibrated on the clip's empty tray and taught its dice."""
    path = folder / row["clip"]
    source = Clip(path)
    first = source.read()
    source.close()
    assert first is not None
    tray = EmptyPicture(folder / row["empty"]).tray_of(first.size, path)
    taught = bench.taught_in(folder, setup, Tray.from_empty(still(folder / row["empty"]).image))
    if row["kind"] == "pips" or taught is None:
        return Reader((D6,), tray)
    return bench.reader_of(taught, tray)


def judged(row: Row, seen: Watched) -> Filmed:
    """The film against its truth."""
    at = {event["event"]: event for event in row["events"]}
    rest, hand, out = (at[name]["frame"] for name in ("still", "hand-in", "hand-out"))
    first = seen.settled(rest, hand - 1)
    # by the frames in which the film shows a hand: it comes in from beside the picture
    known = seen.readings[hand].dice
    with_hand = sum(
        r.state in ("settled", "empty") and r.dice != known for r in seen.readings[hand : out - 2]
    )
    late = None if first is None else (first.frame - rest) / row["fps"]
    thrown = compared(seen.faces(hand - 1), at["still"]["dice"])
    left = compared(seen.faces(len(seen.readings)), at["hand-out"]["dice"])
    return Filmed(row["clip"], late, with_hand, len(seen.throws), thrown, left)


def compared(faces: Iterable[str], dice: Iterable[Row]) -> str:
    """Whether just that was read, or what was."""
    read, true = Counter(faces), Counter(str(die["value"]) for die in dice)
    more, less = sorted((read - true).elements()), sorted((true - read).elements())
    return "right" if read == true else f"{', '.join(more) or 'nothing'} for {', '.join(less) or 'nothing'}"


# videos

REST = ("video", "frames at rest", "what lies there", "read")


def video(folder: Path, row: Row) -> list[Cells]:
    """The rests of a real film without an empty tray, each with what was read in it."""
    seen = through(folder / row["video"], Eye(Reader((D6,), None)))
    return [rest_row(row["video"], rest, seen) for rest in row["rests"]]


def rest_row(name: str, rest: Row, seen: Watched) -> Cells:
    """One rest of it."""
    first, last = rest["frames"]
    read = seen.settled(first, last + CREEP)
    told = Counter(d.face for d in read.dice if d.status == "ok") if read else None
    right = told == Counter(rest["values"])
    said = "right" if right else " ".join(sorted(told.elements())) if told else "nothing"
    return (name, f"{first}–{last}", " ".join(rest["values"]), said)
