"""What is foreign in the tray and yet belongs to no die found: a die that is covered, or no die at all."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import Box
from vision.arrays import Corners, Mask
from vision.background.tray import LEAST_RADIUS, Things

REACH = 0.25  # edges around a die, as its top says that it is seen, that are its own: bevels, crisp shadows
MIRRORED = 0.6  # the same beyond the floor: the walls mirror it
ROOM = 0.3  # radius, in edges, of a circle that must fit inside something before it is told
CRUMB = 0.17  # the same on the floor itself: beads are smaller than dice, crumbs smaller still
SHADOW_ROOM = 0.42  # the same where it may all be shadow: that of a die is narrower
BEYOND = 0.2  # share of what lies on the floor that may lie beyond it: where it ends is not known better


def leftovers(
    things: Things, scale: float, dice: Sequence[Corners], edge: float, floor: Mask | None = None
) -> list[Box]:
    """Rectangles, in pixels of the picture, around foreign things that are no dice with these outlines.

    Small ones only where they lie on the `floor`, if that is known: walls mirror what is in the tray.
    """
    own = claimed(things.likely.shape, scale, dice, edge, floor)
    certain, likely = (np.where(own, 0, mask).astype(np.uint8) for mask in (things.certain, things.likely))
    looks = [(certain, ROOM), (likely, SHADOW_ROOM)]
    if floor is not None:
        looks.insert(1, (mostly_on(floor, certain), CRUMB))
    found: list[Box] = []
    for mask, room in looks:
        boxes = parts(mask, max(room * edge * scale, LEAST_RADIUS))
        found += [box for box in boxes if not any(overlap(box, other) for other in found)]
    return [(x0 / scale, y0 / scale, x1 / scale, y1 / scale) for x0, y0, x1, y1 in found]


def mostly_on(floor: Mask, mask: Mask) -> Mask:
    """The parts of a mask of which hardly anything lies beyond the floor."""
    count, labels = cv2.connectedComponents(mask)
    whole, beyond = (np.bincount(labels[where], minlength=count) for where in (mask > 0, floor == 0))
    return np.where((beyond > BEYOND * np.maximum(whole, 1))[labels], 0, mask).astype(np.uint8)


def claimed(
    shape: tuple[int, ...], scale: float, dice: Sequence[Corners], edge: float, floor: Mask | None = None
) -> NDArray[np.bool_]:
    """Where, in a mask of that shape, dice with these outlines may be seen, or their image in a wall."""
    outlines = [np.round(outline * scale).astype(np.int32) for outline in dice]
    own = around(shape, outlines, REACH * edge * scale)
    if floor is None:
        return own
    return np.asarray(own | (around(shape, outlines, MIRRORED * edge * scale) & (floor == 0)))


def around(shape: tuple[int, ...], outlines: Sequence[NDArray[np.int32]], reach: float) -> NDArray[np.bool_]:
    """Where, in a mask of that shape, is no more than so many pixels beside one of these outlines."""
    near = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(near, outline, (1,))
        cv2.polylines(near, [outline], True, (1,), max(1, round(2 * reach)))
    return near > 0


def parts(mask: Mask, room: float) -> list[Box]:
    """Rectangles around the parts of a mask in which a circle with a radius of `room` fits."""
    inner = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    found: list[Box] = []
    for label in range(1, count):
        x, y, width, height, _ = (int(v) for v in stats[label])
        part = labels[y : y + height, x : x + width] == label
        if float((inner[y : y + height, x : x + width] * part).max()) > room:
            found.append((float(x), float(y), float(x + width), float(y + height)))
    return found


def overlap(one: Box, other: Box) -> bool:
    """Whether two rectangles have anything in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
