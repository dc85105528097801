"""Processes that measure side by side, each on one thread, so that a thread's CPU time is all it used.

Refuses to know what they measure.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import cv2


def hands() -> ProcessPoolExecutor:
    """As many as the machine has cores; spawned, as a fork of what has used OpenCV may hang."""
    return ProcessPoolExecutor(os.cpu_count() or 1, get_context("spawn"), cv2.setNumThreads, (1,))
