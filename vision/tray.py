"""The tray as it looks empty: what is foreign in a picture is what differs from it in more than light.

Refuses to know what dice are. A lamp turned up, a white balance that drifts and soft shadows are light;
another hue, or a brightness that no shadow explains, is a thing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from zipfile import BadZipFile
from zlib import error as ZlibError  # noqa: N812 (its name says nothing)

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.floor import find_floor

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]

LOOK_WIDTH = 320  # the look is kept small: a die of 60 px at 1280 is still 15 px wide here
DARK = 12.0  # grey levels added before the logarithm, so that the noise of black cloth stays small
HUE_STEP = 0.13  # log units between channels: felt in its own shadow stays below
SHINE_STEP = 0.22  # nothing but a thing (or a lamp, taken out before) makes cloth brighter by a quarter
CRISP_STEP = 0.42  # darkness with a crisp edge: black dice on grey cloth
DIM_STEP = 0.17  # darkness that may be no more than a shadow
GROW = 9  # pixels of the look within which a dark thing is made whole
LEAST_RADIUS = 2.5  # pixels of the look: the largest circle inside a thing
LEAST_THING = 25  # pixels of the look
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
        return Things.of(self.change(image), self.floor, 1.0 + 2.0 * self.noise)

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
        change = take_out_light(look - self.look, self.floor)
        if self.known is not None:
            change[self.known == 0] = 0.0
        return change

    def save(self, path: Path) -> None:
        """Keep it in a file (npz)."""
        head = json.dumps({"size": self.size, "noise": self.noise})
        np.savez_compressed(path, look=self.look, floor=self.floor, head=np.array(head))

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
    """Foreign things, as masks of the look's size: `likely` may hold shadows, `certain` not."""

    likely: Mask
    certain: Mask

    @property
    def any(self) -> bool:
        """Whether anything lies there that is large enough for a die."""
        return bool(self._room.max() >= LEAST_RADIUS)

    @property
    def radius(self) -> float:
        """The usual radius of the largest circle inside a thing, in pixels of the look."""
        count, labels = cv2.connectedComponents(self.certain)
        room = self._room
        each = [float(room[labels == label].max()) for label in range(1, count)]
        return float(np.median([r for r in each if r >= LEAST_RADIUS] or [LEAST_RADIUS]))

    def part(self, image: Image, look: float, margin: float) -> tuple[Image, int, int]:
        """The part of a picture in which things lie, with a margin in pixels, and where it starts.

        `look` is the scale of the masks.
        """
        x, y, width, height = cv2.boundingRect(self.likely)
        x0, y0 = max(0, int(x / look - margin)), max(0, int(y / look - margin))
        x1, y1 = int((x + width) / look + margin) + 1, int((y + height) / look + margin) + 1
        return image[y0:y1, x0:x1], x0, y0

    @cached_property
    def _room(self) -> Floats:
        return np.asarray(cv2.distanceTransform(self.certain, cv2.DIST_L2, 3), np.float32)

    @staticmethod
    def of(change: Floats, floor: Mask, slack: float) -> Things:
        """The masks for a change of log values; `slack` widens the steps where the look is unsure."""
        light = change.mean(axis=2)
        hue = np.sqrt(((change - light[:, :, None]) ** 2).sum(axis=2)) / (HUE_STEP * slack)
        shine = np.where(light > 0, light / (SHINE_STEP * slack), -light / (SHADE_STEP * slack))
        crisp = np.where(sharp(light), -light / (CRISP_STEP * slack), 0.0)
        depth = np.maximum(np.maximum(hue, shine), crisp)
        near = cv2.dilate(floor, np.ones((3, 3), np.uint8), iterations=max(2, floor.shape[1] // 16))
        likely = tidy((depth > 0.8) & (near > 0))
        certain = tidy((depth > 1.3) & (near > 0))
        return Things(grown(likely, (light < -DIM_STEP * slack) & (near > 0), hue), certain)


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


def take_out_light(change: Floats, floor: Mask) -> Floats:
    """The change less what a lamp does: a tint and a slope of brightness over the whole tray."""
    tiny = np.asarray(cv2.resize(change, (40, 30), interpolation=cv2.INTER_AREA), np.float32).reshape(-1, 3)
    inside = cv2.resize(floor, (40, 30), interpolation=cv2.INTER_NEAREST).reshape(-1) > 0
    at = plane_of(30, 40).reshape(-1, 3)
    fit = robust_fit(at[inside], tiny[inside], np.float32(0.06))
    lamp = plane_of(*change.shape[:2]).reshape(-1, 3) @ fit
    return (change - lamp.reshape(change.shape)).astype(np.float32)


def plane_of(height: int, width: int) -> Floats:
    """For each pixel the terms of a plane: 1, x, y with x and y from -1 to 1."""
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    return np.dstack([np.ones_like(x), x, y]).astype(np.float32)


def robust_fit(terms: Floats, values: Floats, spread: np.float32) -> Floats:
    """Coefficients by least squares in which far values lose their weight step by step."""
    start = np.zeros((terms.shape[1], values.shape[1]), np.float32)
    start[0] = np.median(values, axis=0)
    fit: Floats = start
    for width in (4, 2, 1, 1):
        off = ((values - terms @ fit) ** 2).sum(axis=1)
        weight = 1.0 / (1.0 + off / (spread * width) ** 2) ** 2
        weighted = terms * weight[:, None]
        fit = np.linalg.solve(
            weighted.T @ terms + 1e-3 * np.eye(terms.shape[1], dtype=np.float32), weighted.T @ values
        ).astype(np.float32)
    return fit
