"""What a reading of a picture costs, with this machine's SIMD and with as little of it as a Raspberry Pi has.

The reading and its clock are those of `rolls`. `python -m tests.bench.reading` prints its figures as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import cv2

from tests.bench import rolls as bench
from tests.bench.figures import Effort, Found, Table
from tests.bench.machine import ROOT

SIZES = ((640, 480), (1280, 960))
ARM = {  # 128-bit SIMD for OpenCV, and for numpy's products of matrices
    "OPENCV_IPP": "disabled",
    "OPENCV_CPU_DISABLE": "AVX512-SKX,AVX2,AVX,FMA3,FP16",
    "OPENBLAS_CORETYPE": "Nehalem",
}
PI4, PI5 = 8, 4  # how much slower than a core here, estimated in ../shared/pi-lab/README.md (3.5–10, 2–5)
Figures = dict[str, Any]


def here(small: bool) -> Figures:
    """Milliseconds in this process, by size and number of dice; and of one step of the motion eye."""
    cv2.setNumThreads(1)
    repeat, steps, sizes = (1, 5, SIZES[:1]) if small else (7, 300, SIZES)
    return {
        "read": [{str(n): t for n, t in bench.speed(size, repeat).items()} for size in sizes],
        "motion": [bench.motion_step(size, steps) for size in sizes],
    }


def like_arm(small: bool) -> Figures:
    """The same in a process without what an ARM core has not."""
    words = [sys.executable, "-m", "tests.bench.reading", *(["small"] if small else [])]
    done = subprocess.run(words, cwd=ROOT, env=os.environ | ARM, capture_output=True, text=True, check=True)
    figures: Figures = json.loads(done.stdout)
    return figures


def measure(effort: Effort) -> Found:
    """Both, side by side."""
    ours, arms = here(effort.small), like_arm(effort.small)
    rows = []
    for size, mine, theirs in zip(SIZES, ours["read"], arms["read"], strict=False):
        for count, time in mine.items():
            name = f"{size[0]}×{size[1]}, {count} {'die' if count == '1' else 'dice'}"
            rows.append((name, *cells(time, theirs[count])))
    for size, mine, theirs in zip(SIZES, ours["motion"], arms["motion"], strict=False):
        rows.append((f"motion step, {size[0]}×{size[1]}", *cells(mine, theirs)))
    table = Table(("", "this machine", "ARM-like SIMD", "Pi 5, estimated", "Pi 4, estimated"), tuple(rows))
    return Found(DATA, (table,), (said(ours, arms),))


def cells(mine: float, theirs: float) -> tuple[str, ...]:
    """Milliseconds here, with ARM-like SIMD, and what that may be on a Pi."""
    return tuple(
        f"{t:.2f} ms" if t < 10 else f"{t:.0f} ms" for t in (mine, theirs, PI5 * theirs, PI4 * theirs)
    )


def said(ours: Figures, arms: Figures) -> str:
    """The figures in a sentence."""
    mine, theirs, step = ours["read"][-1]["10"], arms["read"][-1], PI4 * arms["motion"][-1]
    slowest = PI4 * max(theirs.values())
    width, height = SIZES[len(arms["read"]) - 1]
    return (
        f"Ten dice at {width}×{height} take {mine:.0f} ms of CPU here and, estimated, "
        f"{PI4 * theirs['10'] / 1000:.1f} s on a Pi 4 (the slowest count: {slowest / 1000:.1f} s); "
        f"watching 15 frames a second takes it {15 * step / 10:.0f} % of a core."
    )


SETTINGS = " ".join(f"{name}={value}" for name, value in ARM.items())
DATA = (
    "One picture of the virtual tray a count (seed 5), tray calibrated and size of dice known, median of "
    "7 readings, thread CPU time, OpenCV and numpy on one thread. ARM-like: "
    f"`{SETTINGS}`, 128-bit SIMD as on a Pi. The Pi columns are that times {PI5} and {PI4}, an estimate "
    "that may be wrong by a factor of two; no Pi was here. A throw at rest is read twice, a doubtful one up "
    "to four times. Motion: the mean over 300 steps on an empty tray with grain."
)

if __name__ == "__main__":
    print(json.dumps(here("small" in sys.argv[1:])))
