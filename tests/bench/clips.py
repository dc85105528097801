"""How the eye follows films: when it finds rest, what it reads with a hand in, how many throws it counts.

`clips` takes a folder as /work/shared/tray-footage, `video` one as /work/shared/dice-video.
Run it: `python -m tests.bench.clips FOOTAGE [VIDEO]`. Refuses to know the virtual tray.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from companion.dice import D6, Reading
from companion.offline import Throws
from tests.bench import given
from tests.bench import rolls as bench
from vision.commands import Background
from vision.eye import Eye
from vision.frames import Clip, Frame, still
from vision.reader import Reader
from vision.tray import Tray

IN_TIME = 0.3  # seconds from the last motion to a reading
CREEP = 3  # frames by which those who wrote down the truth of videos may be off

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Seen:
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


def through(clip: Path, eye: Eye) -> Seen:
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
    return Seen(tuple(readings), tuple(counted))


@dataclass(frozen=True)
class Found:
    """What came of one clip. `late`: seconds from rest to the reading, None: none before the hand came."""

    name: str
    late: float | None
    while_hand: int
    throws: int
    thrown: bool
    left: bool
    note: str

    @property
    def fine(self) -> bool:
        """Whether all is as it should be."""
        in_time = self.late is not None and self.late <= IN_TIME
        return in_time and not self.while_hand and self.throws == 1 and self.thrown and self.left

    def __str__(self) -> str:
        late = "none" if self.late is None else f"{self.late:.2f} s"
        return (
            f"{'ok ' if self.fine else 'BAD'} {self.name:28} rest→read {late:7} "
            f"read with hand {self.while_hand:2} "
            f"throws {self.throws} roll {'right' if self.thrown else 'WRONG'} "
            f"left {'right' if self.left else 'WRONG'} {self.note}"
        )


def clips(folder: Path) -> tuple[Found, ...]:
    """Every clip of a footage folder, a line each."""
    rows = given.rows(folder)
    found = []
    for row in (r for r in rows if r["role"] == "clip"):
        eye = Eye(reader_of(folder, row, [r for r in rows if r["setup"] == row["setup"]]))
        found.append(judged(row, through(folder / row["clip"], eye)))
        print(found[-1], flush=True)
    return tuple(found)


def reader_of(folder: Path, row: Row, setup: Sequence[dict[str, object]]) -> Reader:
    """A reader calibrated on the clip's empty tray and taught its dice."""
    path = folder / row["clip"]
    source = Clip(path)
    first = source.read()
    source.close()
    assert first is not None
    tray = Background(folder / row["empty"]).tray(first.size, path)
    taught = bench.taught_in(folder, setup, Tray.from_empty(still(folder / row["empty"]).image))
    if row["kind"] == "pips" or taught is None:
        return Reader((D6,), tray)
    return bench.reader_of(taught, tray)


def judged(row: Row, seen: Seen) -> Found:
    """The film against its truth."""
    at = {event["event"]: event for event in row["events"]}
    rest, hand, out = (at[name]["frame"] for name in ("still", "hand-in", "hand-out"))
    before = seen.faces(hand - 1)
    first = next((r for r in seen.readings[rest:hand] if r.state == "settled"), None)
    # by the frames in which the film shows a hand: it comes in from beside the picture
    known = seen.readings[hand].dice
    with_hand = sum(
        r.state in ("settled", "empty") and r.dice != known for r in seen.readings[hand : out - 2]
    )
    after, last = values(at["hand-out"]["dice"]), seen.faces(len(seen.readings))
    thrown, left = before == values(at["still"]["dice"]), last == after
    note = "" if thrown else f"roll read {before}, is {values(at['still']['dice'])} "
    note += "" if left else f"left read {last}, is {after}"
    late = None if first is None else (first.frame - rest) / row["fps"]
    return Found(row["clip"], late, with_hand, len(seen.throws), thrown, left, note)


def values(dice: Iterable[Row]) -> tuple[str, ...]:
    """The faces on top, sorted."""
    return tuple(sorted(str(die["value"]) for die in dice))


def video(folder: Path) -> tuple[int, int]:
    """Real films without an empty tray: how many of the rests were read right, of how many."""
    right = total = 0
    for row in given.rows(folder):
        seen = through(folder / row["video"], Eye(Reader((D6,), None)))
        for rest in row["rests"]:
            first, last = rest["frames"]
            read = seen.settled(first, last + CREEP)
            told = Counter(d.face for d in read.dice if d.status == "ok") if read else None
            good = told == Counter(rest["values"])
            right, total = right + good, total + 1
            print(f"{'ok ' if good else 'BAD'} {row['video']} {first}–{last} {rest['values']}: {told}")
        print(f"    throws counted {len(seen.throws)}, {len(row['rests']) - 1} after the first rest")
    return right, total


if __name__ == "__main__":
    cv2.setNumThreads(1)
    clips(Path(sys.argv[1]))
    if len(sys.argv) > 2:
        video(Path(sys.argv[2]))
