"""Draw what the eye says of a picture onto it, for looking at mistakes and for contact sheets.

The picture given is left as it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.dice import Reading, Seen, Status
from vision.arrays import Image

COLOURS: Mapping[Status, tuple[int, int, int]] = {
    "ok": (80, 220, 80),
    "unsure": (60, 220, 250),
    "cocked": (60, 140, 255),
    "stacked": (60, 140, 255),
    "covered": (240, 100, 240),
}


def draw(image: Image, seen: Reading | Sequence[Seen]) -> Image:
    """A copy of the picture with each die's top face, value and how surely; a reading's state beside them."""
    picture = image.copy()
    thick = thickness(image)
    for die in seen.dice if isinstance(seen, Reading) else seen:
        mark(picture, die, thick)
    if isinstance(seen, Reading):
        write(picture, f"{seen.frame} {seen.state}", (6, 18 * thick), (255, 255, 255), thick)
    return picture


def thickness(image: Image) -> int:
    """Pixels of a line that is seen well in a picture so wide."""
    return max(1, round(float(image.shape[1]) / 640))


def mark(picture: Image, die: Seen, thick: int) -> None:
    """Draw one die."""
    colour = COLOURS[die.status]
    corners = np.round(np.array(die.quad)).astype(np.int32)
    cv2.polylines(picture, [corners], True, colour, thick)
    said = f"{die.face} {die.sure:.2f}" if die.status in ("ok", "unsure") else f"{die.face}? {die.status}"
    write(picture, said, (int(die.box[0]), int(die.box[1]) - 3 * thick), colour, thick)


def write(picture: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int], thick: int) -> None:
    """Write over a dark edge, legible on any cloth; moved so far that it is all in the picture."""
    size = 0.42 * thick
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 3 * thick)
    x = max(0, min(at[0], picture.shape[1] - width))
    y = max(height, min(at[1], picture.shape[0] - below))
    for stroke, ink in ((thick * 3, (0, 0, 0)), (thick, colour)):
        cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, ink, stroke, cv2.LINE_AA)
