"""Boxes around foreign things in the tray that no detection explains: a covered die, or no die at all.

Connected components of the masks without what the dice may cover; those count in which a large enough circle
fits (distance transform). Lengths are in edges of a die unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import Box
from vision.arrays import Corners, Mask
from vision.background.tray import MIN_RADIUS_PX, Things

OWN_EDGES = 0.25  # around a die, as its top says that it is seen, that are its own: bevels, crisp shadows
MIRROR_EDGES = 0.6  # the same beyond the floor: the walls mirror it
MIN_RADIUS_EDGES = 0.3  # of a circle that must fit inside a thing
MIN_FLOOR_RADIUS_EDGES = 0.17  # the same on the floor: beads are smaller than dice, crumbs smaller still
MIN_SHADOW_RADIUS_EDGES = 0.42  # the same where it may all be shadow: that of a die is narrower
MAX_BEYOND_SHARE = 0.2  # of what lies on the floor that may lie beyond it: its end is not known better


def unexplained_boxes(
    things: Things, mask_scale: float, dice: Sequence[Corners], edge: float, floor: Mask | None = None
) -> list[Box]:
    """Rectangles, in pixels of the picture, around foreign things that are no dice with these outlines.

    Small ones only where they lie on the `floor`, if that is known: walls mirror what is in the tray.
    The masks have `mask_scale` times the picture's size, `edge` is that of the dice in its pixels.
    """
    own = dice_mask(things.likely.shape, mask_scale, dice, edge, floor)
    certain, likely = (np.where(own, 0, mask).astype(np.uint8) for mask in (things.certain, things.likely))
    masks = [(certain, MIN_RADIUS_EDGES), (likely, MIN_SHADOW_RADIUS_EDGES)]
    if floor is not None:
        masks.insert(1, (components_on_floor(floor, certain), MIN_FLOOR_RADIUS_EDGES))
    boxes: list[Box] = []
    for mask, radius in masks:
        new = component_boxes(mask, max(radius * edge * mask_scale, MIN_RADIUS_PX))
        boxes += [box for box in new if not any(overlap(box, other) for other in boxes)]
    return [(x0 / mask_scale, y0 / mask_scale, x1 / mask_scale, y1 / mask_scale) for x0, y0, x1, y1 in boxes]


def components_on_floor(floor: Mask, mask: Mask) -> Mask:
    """The components of a mask of which hardly anything lies beyond the floor."""
    count, labels = cv2.connectedComponents(mask)
    whole, beyond = (np.bincount(labels[where], minlength=count) for where in (mask > 0, floor == 0))
    return np.where((beyond > MAX_BEYOND_SHARE * np.maximum(whole, 1))[labels], 0, mask).astype(np.uint8)


def dice_mask(
    shape: tuple[int, ...], mask_scale: float, dice: Sequence[Corners], edge: float, floor: Mask | None = None
) -> NDArray[np.bool_]:
    """Where, in a mask of that shape, dice with these outlines may be seen, or their image in a wall."""
    outlines = [np.round(outline * mask_scale).astype(np.int32) for outline in dice]
    own = neighbourhood(shape, outlines, OWN_EDGES * edge * mask_scale)
    if floor is None:
        return own
    return np.asarray(own | (neighbourhood(shape, outlines, MIRROR_EDGES * edge * mask_scale) & (floor == 0)))


def neighbourhood(
    shape: tuple[int, ...], outlines: Sequence[NDArray[np.int32]], reach: float
) -> NDArray[np.bool_]:
    """Where, in a mask of that shape, is no more than so many pixels beside one of these outlines."""
    near = np.zeros(shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(near, outline, (1,))
        cv2.polylines(near, [outline], True, (1,), max(1, round(2 * reach)))
    return near > 0


def component_boxes(mask: Mask, radius: float) -> list[Box]:
    """Rectangles around the components of a mask in which a circle of this radius (pixels) fits."""
    distance = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    boxes: list[Box] = []
    for label in range(1, count):
        x, y, width, height, _ = (int(v) for v in stats[label])
        component = labels[y : y + height, x : x + width] == label
        if float((distance[y : y + height, x : x + width] * component).max()) > radius:
            boxes.append((float(x), float(y), float(x + width), float(y + height)))
    return boxes


def overlap(one: Box, other: Box) -> bool:
    """Whether two rectangles have anything in common."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
