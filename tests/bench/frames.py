"""How many frames a second the virtual tray and the eye manage together on one core, at rest and rolling.

Refuses to know threads and pages: one loop, one clock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import thread_time

from companion.dice import D6, DieSpec
from tests.bench.figures import Cells, Effort, Found, Table, ms, quantile
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.watch.eye import Eye

COUNTS = (0, 5, 10, 20)
LONGEST = 300  # frames of one throw
REST = 15  # frames watched after all lies still
PROMISED = 15.0


@dataclass(frozen=True)
class Spent:
    """CPU seconds of one frame: drawn, then seen."""

    moving: bool
    drawn: float
    seen: float

    @property
    def both(self) -> float:
        return self.drawn + self.seen


def measure(effort: Effort) -> Found:
    """Some throws of each number of dice."""
    counts = (0, 5) if effort.small else COUNTS
    times = {n: [s for k in range(effort.count(4, 1)) for s in thrown(n, k)] for n in counts}
    most = max(counts)
    slow = rate(times[most])
    broken = (
        [f"{most} dice: {slow:.1f} frames a second, promised are ≥ {PROMISED:g}"] if slow < PROMISED else []
    )
    says = f"{most} dice beside the reader on one core: {slow:.0f} frames a second of CPU over whole throws."
    return Found(DATA, (Table(HEAD, tuple(row(n, t) for n, t in times.items())),), (says,), tuple(broken))


def thrown(count: int, seed: int) -> Iterator[Spent]:
    """The frames of one throw, from the cup to a second at rest; without dice, of an empty tray."""
    tray = VirtualTray(40 + seed)
    eye = Eye(Reader((D6,), Tray.from_empty(tray.empty_picture())))
    for _ in range(3):
        one(tray, eye)
    tray.throw([DieSpec(D6.id)] * count, at_once=True)
    rested = 0
    for _ in range(LONGEST):
        spent = one(tray, eye)
        rested = 0 if spent.moving else rested + 1
        yield spent
        if rested >= REST:
            return


def one(tray: VirtualTray, eye: Eye) -> Spent:
    """One frame through both."""
    start = thread_time()
    frame = tray.read()
    middle = thread_time()
    assert frame is not None
    eye.see(frame)
    return Spent(tray.busy, middle - start, thread_time() - middle)


def rate(times: list[Spent]) -> float:
    """Frames a second if one core did nothing else."""
    return len(times) / sum(s.both for s in times)


HEAD = (
    "dice",
    "frames a second",
    "drawn, rolling",
    "seen, rolling",
    "drawn, still",
    "seen, still",
    "slowest 5 %",
    "reading frame",
)


def row(count: int, times: list[Spent]) -> Cells:
    """One line of the table. Frames in which dice are read stand apart, as the dearest of those at rest."""
    rolling = [s for s in times if s.moving]
    still = [s for s in times if not s.moving]
    watched = [s for s in still if s.seen < 3 * quantile([q.seen for q in still], 0.5)]
    read = max(s.seen for s in still)
    cells = (
        mean([s.drawn for s in rolling]),
        mean([s.seen for s in rolling]),
        mean([s.drawn for s in still]),
    )
    slow = ms(quantile([s.both for s in times], 0.95))
    last = ms(read) if count else "–"
    return (str(count), f"{rate(times):.0f}", *cells, mean([s.seen for s in watched]), slow, last)


def mean(values: list[float]) -> str:
    return ms(sum(values) / len(values)) if values else "–"


DATA = (
    "Virtual tray at 640×480 (seeds 40 to 43) and an Eye with a reader of d6 in one loop: four throws "
    "of each number of dice, from the cup to fifteen frames at rest, unpaced. Thread CPU time, this "
    "machine's SIMD. Drawn: a frame of the virtual tray, which a real camera spares. Seen: motion, and "
    "at rest the reading; the reading frame is the dearest single one."
)
