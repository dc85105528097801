"""The tray as it looks empty: what is foreign in a picture is what differs from it in more than light.

A lamp turned up, a white balance that drifts and soft shadows are light; another hue, or a brightness that
no shadow explains, is a thing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import BinaryIO
from zipfile import BadZipFile
from zlib import error as ZlibError  # noqa: N812 (its name says nothing)

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image, Mask
from vision.background.floor import find_floor
from vision.background.illumination import Terms, mean, squares, without_light
from vision.background.low_contrast import drawn_anew, traces

LOOK_WIDTH = 320  # the look is kept small: a die of 60 px at 1280 is still 15 px wide here
DARK = 12.0  # grey levels added before the logarithm, so that the noise of black cloth stays small
HUE_STEP = 0.13  # log units between channels: felt in its own shadow stays below
SHINE_STEP = 0.22  # nothing but a thing (or a lamp, taken out before) makes cloth brighter by a quarter
CRISP_STEP = 0.42  # darkness with a crisp edge: black dice on grey cloth
DIM_STEP = 0.17  # darkness that may be no more than a shadow
GROW = 9  # pixels of the look within which a dark thing is made whole
LEAST_RADIUS = 2.5  # pixels of the look: the largest circle inside a thing
LEAST_THING = 25  # pixels of the look
PARTIAL = 0.6  # share of a faint thing's radius below which what is certain is but part of it
AROUND = 0.5  # share of the radius of what is faint that is a die's own: shadows lie around it
HOLE = 350  # pixels of the look: larger holes are cloth between dice
EDGE_STEP = 0.12  # change from pixel to pixel of the look that is crisp
SHADE_STEP = 0.75  # deeper than the shadow of a die in lamp light


@dataclass(frozen=True)
class Tray:
    """An empty tray. `look` is the logarithm of the small picture, `floor` where dice can lie, `size` the
    size (width, height) of the pictures it was taken from, `known` where the look is known.
    """

    look: Floats
    floor: Mask
    noise: float
    size: tuple[int, int]
    known: Mask | None = None

    @staticmethod
    def from_empty(image: Image) -> Tray:
        """The tray as one picture of it without dice shows it."""
        look = logs(small(image))
        return Tray(look, find_floor(look), noise_of(look), (image.shape[1], image.shape[0]))

    @property
    def scale(self) -> float:
        """Pixels of the look for one pixel of a picture."""
        return float(self.look.shape[1] / self.size[0])

    def things(self, image: Image) -> Things:
        """What differs from the empty tray in `image`, whatever the light."""
        return self.things_in(self.change(image))

    def things_in(self, change: Floats) -> Things:
        """The same from what `change` said of the picture."""
        return Things.of(change, self.near, 1.0 + 2.0 * self.noise)

    @cached_property
    def near(self) -> Mask:
        """Where things are looked for: the floor and what of the walls dice hide that lean on them."""
        near = cv2.dilate(self.floor, np.ones((3, 3), np.uint8), iterations=max(2, self.floor.shape[1] // 16))
        if self.known is not None:
            near = cv2.bitwise_and(near, self.known)
        return np.asarray(near, np.uint8)

    @cached_property
    def _terms(self) -> Terms:
        return Terms.of(self.look)

    def moved(self, matrix: NDArray[np.float64]) -> Tray:
        """The tray as a camera sees it that was bumped: `matrix` leads from the look to what is seen now."""
        size = (self.look.shape[1], self.look.shape[0])
        look = cv2.warpAffine(self.look, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        floor = cv2.warpAffine(self.floor, matrix, size, flags=cv2.INTER_NEAREST)
        known = cv2.erode(
            cv2.warpAffine(np.full_like(self.floor, 255), matrix, size), np.ones((5, 5), np.uint8)
        )
        return replace(
            self,
            look=np.asarray(look, np.float32),
            floor=np.asarray(floor, np.uint8),
            known=np.asarray(known, np.uint8),
        )

    def nearer(self, look: Floats, share: float) -> Tray:
        """The tray whose look has gone this share of the way to another one."""
        return replace(self, look=(self.look + np.float32(share) * (look - self.look)).astype(np.float32))

    def change(self, image: Image) -> Floats:
        """By how much a picture differs from the empty tray, in log units, the lamp's part taken out."""
        look = logs(small(image, (self.look.shape[1], self.look.shape[0])))
        change = without_light(look - self.look, self._terms, self.near)
        if self.known is not None:
            change[self.known == 0] = 0.0
        return change

    def drawn_anew(self, things: Things, corners: NDArray[np.float64]) -> bool:
        """Whether a face seen in a picture, however little it differs, is none of the empty tray's print."""
        return drawn_anew(self.look, self.look + things.change, corners * self.scale)

    def save(self, file: Path | BinaryIO) -> None:
        """Keep it in a file (npz)."""
        head = json.dumps({"size": self.size, "noise": self.noise})
        np.savez_compressed(file, look=self.look, floor=self.floor, head=np.array(head))

    @staticmethod
    def load(path: Path) -> Tray:
        """The tray kept in a file. ValueError if that is not one."""
        try:
            with np.load(path, allow_pickle=False) as kept:
                head = json.loads(str(kept["head"]))
                look, floor = kept["look"].astype(np.float32), kept["floor"].astype(np.uint8)
        except (KeyError, OSError, ValueError, EOFError, BadZipFile, ZlibError) as wrong:
            raise ValueError(
                f"{path} is not a kept tray ({wrong}); take a picture of the empty tray again"
            ) from wrong
        width, height = head["size"]
        return Tray(look, floor, float(head["noise"]), (int(width), int(height)))


@dataclass(frozen=True)
class Things:
    """Foreign things, as masks of the look's size: `likely` may hold shadows, `certain` not.

    `faint` holds all that is worth a look, dark dice on dark cloth among it; much of it may be nothing.
    `change` is what they were made of: by how much the look differs.
    """

    likely: Mask
    certain: Mask
    faint: Mask
    change: Floats

    @property
    def any(self) -> bool:
        """Whether anything lies there that is large enough for a die."""
        return bool(self._room.max() >= LEAST_RADIUS)

    @property
    def hints(self) -> bool:
        """Whether anything is worth a look."""
        return self.any or bool(AROUND * self._faint_room.max() >= LEAST_RADIUS)

    @cached_property
    def radii(self) -> tuple[float, ...]:
        """The usual radius of the largest circle inside a thing, in pixels of the look, likeliest first.

        Where only pips and edges of dice are certain, what is faint says how large they are.
        """
        sure = usual_room(self.certain, self._room)
        whole = AROUND * usual_room(self.faint, self._faint_room)
        found = (sure, whole) if sure >= PARTIAL * whole else (whole, sure)
        return tuple(room for room in found if room) or (LEAST_RADIUS,)

    def part(self, image: Image, look: float, margin: float) -> tuple[Image, int, int]:
        """The part of a picture in which things lie, with a margin in pixels, and where it starts.

        `look` is the scale of the masks.
        """
        x, y, width, height = cv2.boundingRect(self.faint)
        x0, y0 = max(0, int(x / look - margin)), max(0, int(y / look - margin))
        x1, y1 = int((x + width) / look + margin) + 1, int((y + height) / look + margin) + 1
        return image[y0:y1, x0:x1], x0, y0

    @cached_property
    def _room(self) -> Floats:
        return np.asarray(cv2.distanceTransform(self.certain, cv2.DIST_L2, 3), np.float32)

    @cached_property
    def _faint_room(self) -> Floats:
        return np.asarray(cv2.distanceTransform(self.faint, cv2.DIST_L2, 3), np.float32)

    @staticmethod
    def of(change: Floats, near: Mask, slack: float) -> Things:
        """The masks for a change of log values near the floor; an unsure look has wider steps by `slack`."""
        light = mean(change)
        hue = np.asarray(np.sqrt(squares(change - light[:, :, None])) / (HUE_STEP * slack), np.float32)
        shine = np.where(light > 0, light / (SHINE_STEP * slack), -light / (SHADE_STEP * slack))
        crisp = np.where(sharp(light), -light / (CRISP_STEP * slack), 0.0)
        depth = np.maximum(np.maximum(hue, shine), crisp)
        likely = tidy((depth > 0.8) & (near > 0))
        certain = tidy((depth > 1.3) & (near > 0))
        whole = grown(likely, (light < -DIM_STEP * slack) & (near > 0), hue)
        return Things(whole, certain, tidy(traces(light, near) | (whole > 0)), change)


def usual_room(mask: Mask, room: Floats) -> float:
    """The usual radius of the largest circle inside a part of a mask; 0: it has no large part."""
    count, labels = cv2.connectedComponents(mask)
    each = [float(room[labels == label].max()) for label in range(1, count)]
    large = [most for most in each if most >= LEAST_RADIUS]
    return float(np.median(large)) if large else 0.0


def grown(likely: Mask, dim: NDArray[np.bool_], hue: Floats) -> Mask:
    """The mask with dark colourless things made whole: to what is dim inside their outline and close by.

    Of a black die on grey cloth only its pips and dark sides differ by more than a shadow does.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(likely)
    whole = likely.copy()
    for k in range(1, count):
        x, y, width, height, area = (int(v) for v in stats[k])
        rows, columns = slice(max(0, y - GROW), y + height + GROW), slice(max(0, x - GROW), x + width + GROW)
        mine = labels[rows, columns] == k
        if (
            area < LEAST_THING
            or (mine & dim[rows, columns]).sum() < 0.4 * area
            or hue[rows, columns][mine].mean() > 0.8
        ):
            continue
        outline, _ = cv2.findContours(mine.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        around: Mask = np.zeros(mine.shape, np.uint8)
        cv2.fillConvexPoly(around, cv2.convexHull(np.concatenate(outline)), (255,))
        around = np.asarray(cv2.dilate(around, np.ones((GROW, GROW), np.uint8)), np.uint8)
        whole[rows, columns][(around > 0) & dim[rows, columns]] = 255
    return tidy(whole > 0)


def sharp(light: Floats) -> NDArray[np.bool_]:
    """Where brightness changes as at the edge of a thing, and close by: the border of a shadow is softer."""
    dx, dy = cv2.Sobel(light, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(light, cv2.CV_32F, 0, 1, scale=0.125)
    edge = (dx * dx + dy * dy > EDGE_STEP**2).astype(np.uint8)
    return cv2.dilate(edge, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))) > 0


def tidy(wanted: NDArray[np.bool_]) -> Mask:
    """A mask without specks, and without holes as a glyph of the cloth's own colour makes."""
    mask = np.asarray(wanted.astype(np.uint8) * 255, np.uint8)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    closed = np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    outlines, levels = cv2.findContours(closed, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for k, line in enumerate(outlines):
        if levels[0][k][3] >= 0 and cv2.contourArea(line) < HOLE:
            cv2.drawContours(closed, outlines, k, (255,), -1)
    return closed


def small(image: Image, size: tuple[int, int] | None = None) -> Image:
    """The picture shrunk to the width of the look."""
    height, width = image.shape[:2]
    if size is None:
        size = (LOOK_WIDTH, max(1, round(height * LOOK_WIDTH / width)))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def logs(image: Image) -> Floats:
    """Logarithms of the three channels, so that light is something added."""
    table = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK))
    blurred = cv2.GaussianBlur(image, (3, 3), 0)
    return cv2.LUT(blurred, table)  # type: ignore[return-value]


def noise_of(look: Floats) -> float:
    """How much one pixel of the look jumps against its neighbours, in log units."""
    return float(np.median(np.abs(look - cv2.medianBlur(look, 3)))) * 1.5
