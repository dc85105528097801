"""Background subtraction: foreign in a picture is what differs from the empty tray in more than light.

A lamp turned up, a white balance that drifts and soft shadows are light; another hue, or a brightness that
no shadow explains, is a thing. A look is the picture shrunk to LOOK_WIDTH_PX, in natural logarithms of
intensity.
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

from vision.arrays import Corners, Doubles, Floats, Image, Mask
from vision.background.floor import find_floor
from vision.background.illumination import (
    IlluminationBasis,
    channel_mean,
    channel_sum_squares,
    normalise_illumination,
)
from vision.background.low_contrast import is_foreign_drawing, low_contrast_mask

LOOK_WIDTH_PX = 320  # a die of 60 px at 1280 is still 15 px wide here
LOG_OFFSET = 12.0  # grey levels added before the logarithm, so that the noise of black cloth stays small
HUE_STEP = 0.13  # log units between channels: felt in its own shadow stays below
SHINE_STEP = 0.22  # log units: nothing but a thing (or a lamp, taken out before) makes cloth so much brighter
CRISP_STEP = 0.42  # log units of darkness with a crisp edge: black dice on grey cloth
DIM_STEP = 0.17  # log units of darkness that may be no more than a shadow
SHADE_STEP = 0.75  # log units: deeper than the shadow of a die in lamp light
EDGE_STEP = 0.12  # log units from pixel to pixel of the look that are crisp
LIKELY, CERTAIN = 0.8, 1.3  # of these steps from which a pixel is likely, or certainly, foreign
GROW_PX = 9  # pixels of the look within which a dark thing is made whole
MIN_RADIUS_PX = 2.5  # pixels of the look: of the largest circle inside a thing
MIN_THING_PX2 = 25  # pixels of the look
MIN_DIM_SHARE = 0.4  # of a dark thing
MIN_CERTAIN_SHARE = 0.6  # of a possible thing's radius: below it what is certain is but part of it
DIE_SHARE = 0.5  # of the radius of a possible thing that is a die's own: shadows lie around it
MAX_HOLE_PX2 = 350  # pixels of the look: larger holes are cloth between dice


@dataclass(frozen=True)
class Tray:
    """An empty tray. `look` is the logarithm of the small picture, `floor` where dice can lie, `size` the
    size (width, height) of the pictures it was taken from, `valid` where the look is known; None: all.
    """

    look: Floats
    floor: Mask
    noise: float
    size: tuple[int, int]
    valid: Mask | None = None

    @staticmethod
    def from_empty(image: Image) -> Tray:
        """The tray as one picture of it without dice shows it."""
        look = log_look(image)
        return Tray(look, find_floor(look), noise_sigma(look), (image.shape[1], image.shape[0]))

    @property
    def scale(self) -> float:
        """Pixels of the look for one pixel of a picture."""
        return float(self.look.shape[1] / self.size[0])

    def things(self, image: Image) -> Things:
        """What differs from the empty tray in `image`, whatever the light."""
        return self.things_of(self.difference(image))

    def things_of(self, difference: Floats) -> Things:
        """The same from the picture's `difference`."""
        return Things.of(difference, self.search_area, 1.0 + 2.0 * self.noise)

    @cached_property
    def search_area(self) -> Mask:
        """Where things are looked for: the floor and what of the walls dice hide that lean on them."""
        area = cv2.dilate(self.floor, np.ones((3, 3), np.uint8), iterations=max(2, self.floor.shape[1] // 16))
        if self.valid is not None:
            area = cv2.bitwise_and(area, self.valid)
        return np.asarray(area, np.uint8)

    @cached_property
    def _illumination(self) -> IlluminationBasis:
        return IlluminationBasis.of(self.look)

    def warp(self, matrix: Doubles) -> Tray:
        """The tray as a camera sees it that was bumped: the affine `matrix` leads from the look to now."""
        size = (self.look.shape[1], self.look.shape[0])
        look = cv2.warpAffine(self.look, matrix, size, borderMode=cv2.BORDER_REPLICATE)
        floor = cv2.warpAffine(self.floor, matrix, size, flags=cv2.INTER_NEAREST)
        everywhere = cv2.warpAffine(np.full_like(self.floor, 255), matrix, size)
        return replace(
            self,
            look=np.asarray(look, np.float32),
            floor=np.asarray(floor, np.uint8),
            valid=np.asarray(cv2.erode(everywhere, np.ones((5, 5), np.uint8)), np.uint8),
        )

    def blend(self, look: Floats, share: float) -> Tray:
        """The tray whose look has gone this share of the way to another one."""
        return replace(self, look=(self.look + np.float32(share) * (look - self.look)).astype(np.float32))

    def difference(self, image: Image) -> Floats:
        """By how much a picture differs from the empty tray, in log units, its illumination normalised."""
        look = log_look(image, (self.look.shape[1], self.look.shape[0]))
        difference = normalise_illumination(look - self.look, self._illumination, self.search_area)
        if self.valid is not None:
            difference[self.valid == 0] = 0.0
        return difference

    def is_foreign_drawing(self, things: Things, corners: Corners) -> bool:
        """Whether a face seen in a picture, however little it differs, is none of the empty tray's print."""
        return is_foreign_drawing(self.look, self.look + things.difference, corners * self.scale)

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

    `possible` holds all that is worth a look, dark dice on dark cloth among it; much of it may be nothing.
    `difference` (log units) is what they were made of.
    """

    likely: Mask
    certain: Mask
    possible: Mask
    difference: Floats

    @staticmethod
    def of(difference: Floats, area: Mask, slack: float) -> Things:
        """The masks for a difference within an area; an unsure look has wider steps by `slack`."""
        light = channel_mean(difference)
        colour = np.sqrt(channel_sum_squares(difference - light[:, :, None]))
        hue: Floats = np.asarray(colour / (HUE_STEP * slack), np.float32)
        shine = np.where(light > 0, light / (SHINE_STEP * slack), -light / (SHADE_STEP * slack))
        crisp = np.where(edge_mask(light), -light / (CRISP_STEP * slack), 0.0)
        steps = np.maximum(np.maximum(hue, shine), crisp)
        likely = clean_mask((steps > LIKELY) & (area > 0))
        certain = clean_mask((steps > CERTAIN) & (area > 0))
        whole = grow_dark_things(likely, (light < -DIM_STEP * slack) & (area > 0), hue)
        return Things(whole, certain, clean_mask(low_contrast_mask(light, area) | (whole > 0)), difference)

    @property
    def any(self) -> bool:
        """Whether anything lies there that is large enough for a die."""
        return bool(self._certain_distance.max() >= MIN_RADIUS_PX)

    @property
    def any_possible(self) -> bool:
        """Whether anything is worth a look."""
        return self.any or bool(DIE_SHARE * self._possible_distance.max() >= MIN_RADIUS_PX)

    @cached_property
    def radii(self) -> tuple[float, ...]:
        """The median radius of the largest circle inside a thing, in pixels of the look, likeliest first.

        Where only pips and edges of dice are certain, what is possible says how large they are.
        """
        certain = median_radius(self.certain, self._certain_distance)
        possible = DIE_SHARE * median_radius(self.possible, self._possible_distance)
        radii = (certain, possible) if certain >= MIN_CERTAIN_SHARE * possible else (possible, certain)
        return tuple(radius for radius in radii if radius) or (MIN_RADIUS_PX,)

    def crop(self, image: Image, mask_scale: float, margin: float) -> tuple[Image, int, int]:
        """The part of a picture in which things lie, with a margin in pixels, and where (x, y) it starts."""
        x, y, width, height = cv2.boundingRect(self.possible)
        x0, y0 = max(0, int(x / mask_scale - margin)), max(0, int(y / mask_scale - margin))
        x1, y1 = int((x + width) / mask_scale + margin) + 1, int((y + height) / mask_scale + margin) + 1
        return image[y0:y1, x0:x1], x0, y0

    @cached_property
    def _certain_distance(self) -> Floats:
        return np.asarray(cv2.distanceTransform(self.certain, cv2.DIST_L2, 3), np.float32)

    @cached_property
    def _possible_distance(self) -> Floats:
        return np.asarray(cv2.distanceTransform(self.possible, cv2.DIST_L2, 3), np.float32)


def median_radius(mask: Mask, distance: Floats) -> float:
    """Of the largest circles inside a mask's components, by its distance transform; 0: none is large."""
    count, labels = cv2.connectedComponents(mask)
    radii = [float(distance[labels == label].max()) for label in range(1, count)]
    large = [radius for radius in radii if radius >= MIN_RADIUS_PX]
    return float(np.median(large)) if large else 0.0


def grow_dark_things(likely: Mask, dim: NDArray[np.bool_], hue: Floats) -> Mask:
    """The mask with dark colourless things made whole: to what is dim inside their outline and close by.

    Of a black die on grey cloth only its pips and dark sides differ by more than a shadow does.
    """
    count, labels, stats, _ = cv2.connectedComponentsWithStats(likely)
    whole = likely.copy()
    kernel = np.ones((GROW_PX, GROW_PX), np.uint8)
    for k in range(1, count):
        x, y, width, height, area = (int(v) for v in stats[k])
        rows = slice(max(0, y - GROW_PX), y + height + GROW_PX)
        columns = slice(max(0, x - GROW_PX), x + width + GROW_PX)
        thing = labels[rows, columns] == k
        if (
            area < MIN_THING_PX2
            or (thing & dim[rows, columns]).sum() < MIN_DIM_SHARE * area
            or hue[rows, columns][thing].mean() > LIKELY
        ):
            continue
        outline, _ = cv2.findContours(thing.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        hull: Mask = np.zeros(thing.shape, np.uint8)
        cv2.fillConvexPoly(hull, cv2.convexHull(np.concatenate(outline)), (255,))
        whole[rows, columns][(cv2.dilate(hull, kernel) > 0) & dim[rows, columns]] = 255
    return clean_mask(whole > 0)


def edge_mask(light: Floats) -> NDArray[np.bool_]:
    """Where brightness changes as at the edge of a thing, and close by: the border of a shadow is softer."""
    dx, dy = cv2.Sobel(light, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(light, cv2.CV_32F, 0, 1, scale=0.125)
    edge = (dx * dx + dy * dy > EDGE_STEP**2).astype(np.uint8)
    return cv2.dilate(edge, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))) > 0


def clean_mask(wanted: NDArray[np.bool_]) -> Mask:
    """A mask without specks (opening), and without small holes as a glyph of the cloth's own colour makes."""
    mask = np.asarray(wanted.astype(np.uint8) * 255, np.uint8)
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    closed = np.asarray(cv2.morphologyEx(opened, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
    outlines, levels = cv2.findContours(closed, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    for k, outline in enumerate(outlines):
        if levels[0][k][3] >= 0 and cv2.contourArea(outline) < MAX_HOLE_PX2:
            cv2.drawContours(closed, outlines, k, (255,), -1)
    return closed


def log_look(image: Image, size: tuple[int, int] | None = None) -> Floats:
    """The picture as a look, of this size (width, height) if it is given."""
    return log_intensity(look_image(image, size))


def log_intensity(image: Image) -> Floats:
    """Natural logarithms of the three channels, so that light is something added."""
    table = np.log(np.arange(256, dtype=np.float32) + np.float32(LOG_OFFSET))
    return cv2.LUT(cv2.GaussianBlur(image, (3, 3), 0), table)  # type: ignore[return-value]


def look_image(image: Image, size: tuple[int, int] | None = None) -> Image:
    """The picture shrunk to a look's width, or to this size (width, height)."""
    height, width = image.shape[:2]
    if size is None:
        size = (LOOK_WIDTH_PX, max(1, round(height * LOOK_WIDTH_PX / width)))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def noise_sigma(look: Floats) -> float:
    """The standard deviation of a look's grain in log units, by the median absolute deviation."""
    return float(np.median(np.abs(look - cv2.medianBlur(look, 3)))) * 1.5
