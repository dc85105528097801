"""The foreign things of a picture, cut out at one size and laid side by side on one small sheet.

Refuses to look for dice. Searching one sheet costs a tenth of searching each thing, and the empty cloth
between them is not searched at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate import SIDE, Patch, Square, edges_of
from vision.tray import Floats, Image, Mask

FINER = 2  # the sheet in which sides are fitted has this many times the pixels of the one that is searched
PAD = 0.25  # edges of surroundings kept around a thing


@dataclass(frozen=True)
class Slot:
    """One patch on the sheet: where it lies there (coarse pixels), and from where in the picture it comes."""

    patch: Patch
    origin: tuple[int, int]
    size: tuple[int, int]  # in the picture
    room: tuple[int, int]  # on the coarse sheet
    at: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Sheet:
    """All slots in one picture of edges, coarse to search and fine to fit in; `zoom` is that of the fine."""

    slots: tuple[Slot, ...]
    zoom: float
    coarse: Floats
    fine: Floats
    inside: Mask

    def slot_at(self, square: Square) -> int:
        """The number of the slot in which a square of the coarse sheet lies; -1 if in none."""
        for k, slot in enumerate(self.slots):
            x, y = square.x - slot.at[0], square.y - slot.at[1]
            if 0 <= x < slot.room[0] and 0 <= y < slot.room[1]:
                return k
        return -1

    def to_picture(self, corners: NDArray[np.float64], slot: int) -> NDArray[np.float64]:
        """Points of the fine sheet, inside one slot, as points of the whole picture."""
        place = self.slots[slot]
        start = np.array(place.at) * FINER - 0.5
        whole: NDArray[np.float64] = (corners - start) / self.zoom - 0.5 + np.array(place.origin)
        return whole


def lay_out(image: Image, patches: Sequence[Patch], scale: float, edge: float) -> Sheet:
    """The sheet of these patches; dice have `edge` pixels in the picture, `scale` is that of the look."""
    zoom = SIDE * FINER / edge
    slots = packed([slot_of(image, p, scale, edge, zoom) for p in patches])
    width = max(s.at[0] + s.room[0] for s in slots)
    height = max(s.at[1] + s.room[1] for s in slots)
    fine: Floats = np.zeros((height * FINER, width * FINER, 3), np.float32)
    inside: Mask = np.zeros((height, width), np.uint8)
    for s in slots:
        (x, y), (w, h) = s.at, s.room
        fine[y * FINER : (y + h) * FINER, x * FINER : (x + w) * FINER] = edges_in(image, s, zoom)
        inside[y : y + h, x : x + w] = mask_in(s, scale, zoom)
    coarse = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
    return Sheet(tuple(slots), zoom, coarse, fine, inside)  # type: ignore[arg-type]


def slot_of(image: Image, patch: Patch, scale: float, edge: float, zoom: float) -> Slot:
    """The rectangle of the picture around a patch, in whole pixels of the coarse sheet where it can be."""
    height, width = image.shape[:2]
    rows, columns = patch.mask.shape
    pad = PAD * edge
    x0, y0 = max(0, int(patch.x / scale - pad)), max(0, int(patch.y / scale - pad))
    x1, y1 = (
        min(width, int((patch.x + columns) / scale + pad)),
        min(height, int((patch.y + rows) / scale + pad)),
    )
    room = (max(4, int((x1 - x0) * zoom) // FINER), max(4, int((y1 - y0) * zoom) // FINER))
    return Slot(patch, (x0, y0), (x1 - x0, y1 - y0), room)


def packed(slots: Sequence[Slot]) -> list[Slot]:
    """The slots in rows, highest first, so that the sheet is about as wide as high."""
    wide = max(max(s.room[0] for s in slots), int(sum(s.room[0] * s.room[1] for s in slots) ** 0.5 * 1.15))
    placed: list[Slot] = []
    x = y = tall = 0
    for slot in sorted(slots, key=lambda s: -s.room[1]):
        if x and x + slot.room[0] > wide:
            x, y, tall = 0, y + tall, 0
        placed.append(replace(slot, at=(x, y)))
        x, tall = x + slot.room[0], max(tall, slot.room[1])
    return placed


def edges_in(image: Image, slot: Slot, zoom: float) -> Floats:
    """The edges of one slot at the size of the fine sheet."""
    (x, y), (w, h) = slot.origin, slot.size
    size = (slot.room[0] * FINER, slot.room[1] * FINER)
    w, h = min(w, max(1, round(size[0] / zoom))), min(h, max(1, round(size[1] / zoom)))
    part = image[y : y + h, x : x + w]
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR)
    return edges_of(small)  # type: ignore[arg-type]


def mask_in(slot: Slot, scale: float, zoom: float) -> Mask:
    """Where one slot is foreign, at the size of the coarse sheet."""
    k = zoom / FINER
    shift = [(slot.patch.x / scale - slot.origin[0]) * k, (slot.patch.y / scale - slot.origin[1]) * k]
    move = np.array([[k / scale, 0, shift[0]], [0, k / scale, shift[1]]])
    return cv2.warpAffine(slot.patch.mask, move, slot.room, flags=cv2.INTER_NEAREST)  # type: ignore[return-value]
