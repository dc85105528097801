"""What the whole companion costs: CPU while nothing happens, memory, time from start to first page.

Refuses to know what its threads do; the system says what they spend.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import enumerate as all_threads
from time import clock_gettime_ns, monotonic, process_time, pthread_getcpuclockid, sleep
from urllib.error import URLError
from urllib.request import urlopen

from tests.bench.box import Box, followed, running, settings
from tests.bench.figures import Cells, Effort, Found, Table, quantile
from tests.bench.machine import ROOT
from tests.bench.player import Player

TICK = os.sysconf("SC_CLK_TCK")
PATIENCE = 30.0  # seconds for a companion to answer
PARTS = {"eye": "eye", "web": "page", "waitress": "page"}  # threads' names begin so; all others are `rest`


@dataclass(frozen=True)
class Idle:
    """Shares of one core while dice lie still."""

    name: str
    all: float
    drawing: float
    eye: float
    page: float

    def row(self) -> Cells:
        rest = self.all - self.drawing - self.eye - self.page
        return (
            self.name,
            *(
                f"{100 * share:.1f} %"
                for share in (self.all, self.drawing, self.eye, self.page, max(0.0, rest))
            ),
        )


@dataclass(frozen=True)
class Started:
    """A companion that was started: seconds to its first page, its CPU and memory then and at the end.

    `seeing`: seconds to the first picture of the tray, when the eye has learned its dice.
    """

    wall: float
    seeing: float
    cpu: float
    memory: int
    played: int


def measure(effort: Effort) -> Found:
    """Idle first, then starts."""
    seconds = 0.5 if effort.small else 6.0
    idles = list(idle(15, seconds)) + ([] if effort.small else list(idle(10, seconds)))
    with TemporaryDirectory() as folder:
        starts = [started(Path(folder), 0.0 if effort.small else 3.0) for _ in range(effort.count(3, 1))]
    return Found(DATA, (idle_table(idles), start_table(starts)), tuple(says(idles, starts)))


def idle(fps: int, seconds: float) -> Iterator[Idle]:
    """Dice have been read and lie still: nobody looks, one page follows, its living picture is on."""
    with running(seed=3, fps=fps) as box:
        player = Player(box, Random(3))
        player.begin()
        player.throw()
        player.until("dice at rest", lambda shown: shown.tray == "settled" and bool(shown.lying))
        for name in ("nobody looks", "one page follows", "its living picture on"):
            with ExitStack() as stack:
                if name != "nobody looks":
                    stack.enter_context(followed(box.origin, pictures="picture" in name))
                    sleep(seconds / 4)
                yield spent(f"{fps} frames a second, {name}", box, seconds)


def spent(name: str, box: Box, seconds: float) -> Idle:
    """Shares of one core over so many seconds."""
    start, all_before, threads_before, drawn = monotonic(), process_time(), by_part(), box.notes.drawing
    sleep(seconds)
    took, parts = monotonic() - start, by_part()
    drawing = (box.notes.drawing - drawn) / took
    eye, page = ((parts[part] - threads_before[part]) / took / 1e9 for part in ("eye", "page"))
    return Idle(name, (process_time() - all_before) / took, drawing, max(0.0, eye - drawing), page)


def by_part() -> Counter[str]:
    """CPU nanoseconds of this process's threads, by what they are for."""
    total: Counter[str] = Counter()
    for thread in all_threads():
        part = next((p for begin, p in PARTS.items() if thread.name.startswith(begin)), "rest")
        if thread.ident is not None:
            total[part] += clock_gettime_ns(pthread_getcpuclockid(thread.ident))
    return total


def started(data: Path, play: float) -> Started:
    """Start `cubilete run`, wait for its first page; let it go on for a while; stop it."""
    with companion(data) as (process, origin, begun):
        answered(f"{origin}/", process)
        wall, cpu, memory = monotonic() - begun, cpu_of(process.pid), resident(process.pid)
        answered(f"{origin}/camera.jpg", process)
        seeing = monotonic() - begun
        if play:
            with followed(origin, pictures=True):
                urlopen(f"{origin}/sim/throw", b"").read()
                sleep(play)
        return Started(wall, seeing, cpu, memory, resident(process.pid))


@contextmanager
def companion(data: Path) -> Iterator[tuple[subprocess.Popen[bytes], str, float]]:
    """The command as people type it: the process, where it is, when it was started."""
    said = settings(data)
    words = [sys.executable, "-m", "companion", "run", "--camera", "sim", "--panel", "sim"]
    words += ["--data", str(data), "--port", str(said["web.port"]), "--seed", "3"]
    begun = monotonic()
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process, f"http://127.0.0.1:{said['web.port']}", begun
    finally:
        process.terminate()
        process.wait(10)


def answered(address: str, process: subprocess.Popen[bytes]) -> None:
    """Until something comes from there."""
    end = monotonic() + PATIENCE
    while monotonic() < end and process.poll() is None:
        try:
            with urlopen(address, timeout=5) as page:
                page.read()
                return
        except (URLError, ConnectionError):  # nobody listens yet, or says 503: not yet
            sleep(0.02)
    raise TimeoutError(f"nothing at {address} within {PATIENCE:g} s (exit code {process.poll()})")


def cpu_of(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / TICK


def resident(pid: int) -> int:
    """Resident memory in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def idle_table(idles: list[Idle]) -> Table:
    head = ("CPU of one core, dice at rest", "all", "virtual tray", "eye", "page", "rest")
    return Table(head, tuple(each.row() for each in idles))


def start_table(starts: list[Started]) -> Table:
    columns = {
        "start to first page, wall": [f"{s.wall:.1f} s" for s in starts],
        "start to first picture of the tray, wall": [f"{s.seeing:.1f} s" for s in starts],
        "start to first page, CPU": [f"{s.cpu:.1f} s" for s in starts],
        "memory (RSS) at the first page": [f"{s.memory / 1e6:.0f} MB" for s in starts],
        "memory after a throw, followed": [f"{s.played / 1e6:.0f} MB" for s in starts],
    }
    head = ("`cubilete run`", *(f"start {k + 1}" for k in range(len(starts))))
    return Table(head, tuple((name, *cells) for name, cells in columns.items()))


def says(idles: list[Idle], starts: list[Started]) -> Iterator[str]:
    one = next(i for i in idles if "follows" in i.name)
    yield (
        "At rest, at 15 frames a second and with one page following, the companion takes "
        f"{100 * one.all:.1f} % of one core; {100 * one.drawing / one.all:.0f} % of that is the virtual "
        "tray, which a camera spares."
    )
    wall = quantile([s.wall for s in starts], 0.5)
    memory = max(s.played for s in starts)
    seeing = quantile([s.seeing for s in starts], 0.5)
    yield f"Half of the starts had the first page after {wall:.1f} s and saw the tray after {seeing:.1f} s."
    yield f"The most memory seen is {memory / 1e6:.0f} MB."


DATA = (
    "Idle: the companion over the virtual tray at 640×480, a match begun, ten dice thrown and read; "
    "process CPU time over 6 s, by threads. Starts: `cubilete run --camera sim --panel sim` as a "
    "process of its own, three in a row on one data folder, the first with no database yet; memory after "
    "a throw, with a page and its living picture followed for 3 s."
)
