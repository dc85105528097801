"""The eye: from pictures of the tray to Readings. What it offers is listed here and loaded once it is used.

Refuses to know of the companion anything but the nouns in `companion.dice`.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.dice import Reading
    from vision.background.tray import Tray
    from vision.library import Reader
    from vision.recognise.taught_set import TaughtSet
    from vision.sources.camera import open_camera
    from vision.sources.frames import Frame
    from vision.watch.eye import Eye

__all__ = ["Eye", "Frame", "Reader", "Reading", "TaughtSet", "Tray", "open_camera"]

# Before numpy is loaded: its products here are small, and threads for them cost more than they bring.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

if not TYPE_CHECKING:  # so that mypy knows these names and no others
    HOMES = {
        "Eye": "vision.watch.eye",
        "Frame": "vision.sources.frames",
        "Reader": "vision.library",
        "Reading": "companion.dice",
        "TaughtSet": "vision.recognise.taught_set",
        "Tray": "vision.background.tray",
        "open_camera": "vision.sources.camera",
    }

    def __getattr__(name):
        """What is offered under this name."""
        if name not in HOMES:
            raise AttributeError(f"module {__name__!r} offers no {name!r}; it offers {', '.join(HOMES)}")
        return getattr(import_module(HOMES[name]), name)

    def __dir__():
        return sorted({*globals(), *HOMES})
