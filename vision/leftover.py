"""What is foreign in the tray and yet belongs to no die found: a die that is covered, or no die at all.

Refuses to say what it is; it only makes sure that nothing large is passed over in silence.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.dice import Box
from vision.choose import Candidate
from vision.tray import Mask, Things

REACH = 0.62  # how far from the middle of its top face, in edges beyond half, a die's side faces can show
ROOM = 0.3  # radius, in edges, of a circle that must fit inside something before it is told


def leftovers(things: Things, scale: float, chosen: Sequence[Candidate], edge: float) -> list[Box]:
    """Rectangles, in pixels of the picture, around large foreign things that no chosen die explains."""
    rest: Mask = things.certain.copy()
    for one in chosen:
        middle = one.top.middle
        around = middle + (one.top.corners - middle) * (1 + 2 * REACH)
        cv2.fillConvexPoly(rest, np.round(around * scale).astype(np.int32), 0)
    room = cv2.distanceTransform(rest, cv2.DIST_L2, 3)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(rest)
    found = []
    for label in range(1, count):
        x, y, width, height, _ = (int(v) for v in stats[label])
        part = labels[y : y + height, x : x + width] == label
        if float((room[y : y + height, x : x + width] * part).max()) > ROOM * edge * scale:
            found.append((x / scale, y / scale, (x + width) / scale, (y + height) / scale))
    return found
