"""Says on what the figures were taken: machine, versions, state of the code.

Measures nothing.
"""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[2]


def described() -> str:
    """One line: when, on what, with which versions."""
    when = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
    load = os.getloadavg()[0]
    return (
        f"{when} on {processor()}, {os.cpu_count()} cores, load {load:.1f} at the start; {platform.system()} "
        f"{platform.release()}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"OpenCV {cv2.__version__}; Cubilete at {commit()}"
    )


def processor() -> str:
    """The name of the processor, as the machine gives it."""
    board = Path("/proc/device-tree/model")
    if board.exists():
        return board.read_text().strip("\0 \n")
    info = Path("/proc/cpuinfo")
    names = (
        [line for line in info.read_text().splitlines() if line.startswith("model name")]
        if info.exists()
        else []
    )
    return names[0].partition(":")[2].strip() if names else platform.machine()


def commit() -> str:
    """The commit measured, and whether anything of the product was changed since."""
    try:
        head = _git("rev-parse", "--short", "HEAD")
        changed = _git("status", "--porcelain", "--", "companion", "vision", "hardware", "web")
    except (OSError, subprocess.CalledProcessError):
        return "no commit known"
    return f"{head} with changes" if changed else head


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True, timeout=20)
    return done.stdout.strip()
