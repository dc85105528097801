"""Draws what the eye reads in a picture onto a copy, for looking at mistakes and for contact sheets.

The picture given is left as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.dice import Reading, Seen, Status
from vision.arrays import Image

STATUS_COLOURS: Mapping[Status, tuple[int, int, int]] = {
    "ok": (80, 220, 80),
    "unsure": (60, 220, 250),
    "cocked": (60, 140, 255),
    "stacked": (60, 140, 255),
    "covered": (240, 100, 240),
}


def draw(image: Image, reading: Reading | Sequence[Seen]) -> Image:
    """A copy of the picture with each die's top face, value and probability; with a reading, its state."""
    picture = image.copy()
    line_px = line_width_px(image)
    for die in reading.dice if isinstance(reading, Reading) else reading:
        draw_die(picture, die, line_px)
    if isinstance(reading, Reading):
        draw_text(picture, f"{reading.frame} {reading.state}", (6, 18 * line_px), (255, 255, 255), line_px)
    return picture


def line_width_px(image: Image) -> int:
    """The width of a line that is seen well in a picture so large, in pixels."""
    return max(1, round(float(image.shape[1]) / 640))


def draw_die(picture: Image, die: Seen, line_px: int) -> None:
    """Draw one die."""
    colour = STATUS_COLOURS[die.status]
    corners = np.round(np.array(die.quad)).astype(np.int32)
    cv2.polylines(picture, [corners], True, colour, line_px)
    caption = f"{die.face} {die.sure:.2f}" if die.status in ("ok", "unsure") else f"{die.face}? {die.status}"
    draw_text(picture, caption, (int(die.box[0]), int(die.box[1]) - 3 * line_px), colour, line_px)


def draw_text(
    picture: Image, text: str, place: tuple[int, int], colour: tuple[int, int, int], line_px: int
) -> None:
    """Write over a dark edge, legible on any cloth; shifted so far that it is all in the picture."""
    size = 0.42 * line_px
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 3 * line_px)
    x = max(0, min(place[0], picture.shape[1] - width))
    y = max(height, min(place[1], picture.shape[0] - below))
    for stroke, ink in ((line_px * 3, (0, 0, 0)), (line_px, colour)):
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, ink, stroke, cv2.LINE_AA)
