"""Reads one picture of a tray as an Eye would: for a process that must not know the virtual tray."""

from __future__ import annotations

from companion.dice import D6, Reading
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sources.frames import Frame
from vision.watch.eye import Eye


def reading(empty: Image, picture: Image) -> Reading:
    """The reading of a scene that lies still for twelve frames."""
    eye = Eye(Reader((D6,), Tray.from_empty(empty)))
    return [eye.see(Frame(picture, k, k / 5)) for k in range(12)][-1]
