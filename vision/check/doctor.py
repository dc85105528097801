"""What a camera's picture of a tray lacks for reading dice well: each check, its value, its good range."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, inf
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import Quad
from vision.arrays import Floats, Image, Mask
from vision.background.floor import find_floor
from vision.background.tray import log_intensity, log_look, look_image
from vision.read.overlay import draw_text, line_width_px

What = Literal["light", "tray", "burnt", "glare", "size", "room", "cut", "sharp", "even", "lean", "flicker"]
Ring = tuple[float, float, float]  # x, y, radius in pixels

GOOD_RANGE: dict[What, tuple[float, float]] = {
    "light": (40.0, inf),  # grey level that the brightest fiftieth of the picture reaches
    "tray": (1.5, inf),  # grey levels by which its floor varies; 0 where no floor ends in the picture
    "burnt": (0.0, 0.03),  # share of the tray that is as good as white
    "glare": (0.0, 0.004),  # share of the tray that shines
    "size": (26.0, 150.0),  # pixels of a die's edge
    "room": (0.2, inf),  # share of the picture that the tray fills
    "cut": (0.0, 0.1),  # share of the picture's border that the tray's floor reaches
    "sharp": (0.0, 9.5),  # pixels over which the crispest edges go, of a picture 1280 wide
    "even": (0.0, 2.0),  # how many times brighter the brightest part of the tray is
    "lean": (0.0, 1.22),  # how many times longer the near side of the tray is than the far one
    "flicker": (0.0, 0.035),  # share by which rows of the picture change from one to the next
}
WHITE_LEVEL = 250  # grey level that tells no more how bright it was
PALE_LEVEL = 220  # grey level of a floor on which white dice are lost
DIM_LEVEL = 30  # grey level below which a floor may vary as little as none
NO_TRAY_BORDER_SHARE = 0.75  # share of the border that shows the floor where no tray is seen
GLARE_LOG = 0.4  # log units by which a spot outshines the cloth around it
MIN_SPOT_RADIUS_PX = 4.0  # in the look image
BORDER_PX = 12  # of the look image: so near its border the floor is not known well
SAME_CLOTH_LOG = 0.12  # log units by which cloth differs from cloth nearby
FLICKER_FRAMES = 6  # pictures in a row that tell whether a lamp flickers


@dataclass(frozen=True)
class Finding:
    """One check. `value` None: this picture does not tell. `rings` are places to look at."""

    what: What
    value: float | None
    rings: tuple[Ring, ...] = ()

    @property
    def good(self) -> tuple[float, float]:
        """From where to where the value is well."""
        return GOOD_RANGE[self.what]

    @property
    def verdict(self) -> Literal["ok", "low", "high", "unknown"]:
        """Where the value lies."""
        if self.value is None:
            return "unknown"
        least, most = self.good
        return "low" if self.value < least else "high" if self.value > most else "ok"


def examine(
    image: Image,
    dice: Sequence[Quad] = (),
    empty: Image | None = None,
    rows: Sequence[Floats] = (),
) -> tuple[Finding, ...]:
    """All checks on a picture; `dice` are the top faces found in it, `rows` the levels of some in a row.

    The tray itself is judged by its `empty` picture where there is one.
    """
    bare = look_image(image if empty is None else empty)
    floor = find_floor(log_intensity(bare))
    clear = floor if empty is not None else without_dice(floor, dice, bare.shape[1] / image.shape[1])
    cut = border_share_of_floor(bare, floor)
    tray = Finding("tray", 0.0 if cut > NO_TRAY_BORDER_SHARE or floor.all() else floor_contrast(bare, clear))
    of_tray = (
        glare_finding(bare, clear, image.shape[1] / bare.shape[1]),
        Finding("room", float((floor > 0).mean())),
        Finding("cut", cut),
        Finding("even", brightness_ratio(bare, clear)),
        Finding("lean", keystone_ratio(floor) if cut <= GOOD_RANGE["cut"][1] else None),
    )
    return (
        Finding("light", brightest_level(image)),
        tray,
        Finding("burnt", overexposed_share(bare, clear)),
        *(Finding(one.what, None) if tray.verdict == "low" else one for one in of_tray),
        Finding("size", median_edge_px(dice)),
        Finding("sharp", edge_width_px(image)),
        Finding("flicker", row_flicker(rows)),
    )


def floor_contrast(bare: Image, floor: Mask) -> float | None:
    """Grey levels by which the floor varies: shade, weave and grain, of which a blank has none."""
    levels = grey_levels(bare)[floor > 0]
    if not len(levels) or np.median(levels) < DIM_LEVEL or np.median(levels) >= WHITE_LEVEL:
        return None
    dark, bright = np.percentile(levels, (5, 95))
    return float(bright - dark)


def without_dice(floor: Mask, dice: Sequence[Quad], scale: float) -> Mask:
    """The floor less where dice lie, with their sides and shadows."""
    rest = floor.copy()
    for quad in dice:
        corners = np.array(quad)
        middle = corners.mean(axis=0)
        wide = (middle + (corners - middle) * 2.2) * scale
        cv2.fillConvexPoly(rest, np.round(wide).astype(np.int32), (0,))
    return rest


def grey_levels(image: Image) -> Image:
    """The picture without colours."""
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)


def brightest_level(image: Image) -> float:
    """The grey level of the brightest things: black cloth is dark in any light."""
    return float(np.percentile(grey_levels(image)[::4, ::4], 98))


def overexposed_share(bare: Image, floor: Mask) -> float:
    """The share of the floor that is white; of one that is pale nearly everywhere, the share that is pale."""
    level = np.sort(bare, axis=2)[:, :, 1]  # two channels of three
    pale = share_of_floor(level >= PALE_LEVEL, floor)
    return pale if pale > 0.5 else share_of_floor(level >= WHITE_LEVEL, floor)


def share_of_floor(marked: NDArray[np.bool_], floor: Mask) -> float:
    """How much of the floor is marked."""
    inside = floor > 0
    return float((marked & inside).sum() / max(1, int(inside.sum())))


def glare_finding(bare: Image, floor: Mask, scale: float) -> Finding:
    """Spots that shine: brighter than all the cloth around them, and without a hue of their own."""
    light = log_intensity(bare).mean(axis=2)
    inside = floor > 0
    usual = float(np.median(light[inside])) if inside.any() else 0.0
    around = cv2.blur(np.where(inside, light, usual).astype(np.float32), (81, 81))
    pale = bare.max(axis=2).astype(int) - bare.min(axis=2) < 60
    marked = ((light - around > GLARE_LOG) & pale & (bare.max(axis=2) > 150) & inside).astype(np.uint8)
    marked = np.asarray(cv2.morphologyEx(marked, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    outlines, _ = cv2.findContours(marked, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    circles = [cv2.minEnclosingCircle(line) for line in outlines]
    rings = tuple((x * scale, y * scale, r * scale) for (x, y), r in circles if r >= MIN_SPOT_RADIUS_PX)
    return Finding("glare", share_of_floor(marked > 0, floor) if rings else 0.0, rings)


def median_edge_px(dice: Sequence[Quad]) -> float | None:
    """The usual edge of the dice."""
    return float(np.median([dist(quad[0], quad[1]) for quad in dice])) if dice else None


def border_share_of_floor(bare: Image, floor: Mask) -> float:
    """How much of the picture's border shows the cloth that lies next to it further in, and no wall."""
    look, near = (
        log_intensity(bare),
        cv2.dilate(floor, np.ones((2 * BORDER_PX + 1, 2 * BORDER_PX + 1), np.uint8)),
    )
    sides = [(look, near), (look[::-1], near[::-1])]
    sides += [(one.swapaxes(0, 1), other.T) for one, other in ((look, near), (look[:, ::-1], near[:, ::-1]))]
    same = [cloth_at_border(one, np.asarray(other, np.uint8)) for one, other in sides]
    return float(np.concatenate(same).mean())


def cloth_at_border(look: Floats, near: Mask) -> NDArray[np.bool_]:
    """For each place of the uppermost rows, whether they look as the floor does a little further down."""
    away = np.abs(look[:3].mean(axis=0) - look[2 * BORDER_PX : 2 * BORDER_PX + 5].mean(axis=0)).max(axis=1)
    return np.asarray((away < SAME_CLOTH_LOG) & (near[0] > 0))


def edge_width_px(image: Image) -> float | None:
    """Over how many pixels the crispest edges go from dark to light; None: there is no edge at all."""
    plain = cv2.GaussianBlur(grey_levels(image), (3, 3), 0).astype(np.float32)
    steep = cv2.magnitude(*(cv2.Sobel(plain, cv2.CV_32F, x, 1 - x, scale=0.125) for x in (1, 0)))
    near = np.ones((15, 15), np.uint8)
    height = np.asarray(cv2.dilate(plain, near) - cv2.erode(plain, near))
    crisp = (steep >= np.percentile(steep, 99.5)) & (height > 25)
    if crisp.sum() < 50:
        return None
    width = float(np.median(height[crisp] / np.maximum(steep[crisp], 0.1)))
    return width * 1280 / int(image.shape[1])


def brightness_ratio(bare: Image, floor: Mask) -> float | None:
    """How many times brighter one part of the floor is than another."""
    inner = np.asarray(cv2.erode(floor, np.ones((9, 9), np.uint8), borderValue=(255,)), np.uint8) > 0
    if inner.sum() < 200:
        return None
    weight = inner.astype(np.float32)
    value = bare.mean(axis=2).astype(np.float32) + 4
    mean = cv2.blur(value * weight, (61, 61)) / np.maximum(cv2.blur(weight, (61, 61)), 1e-3)
    dark, bright = np.percentile(mean[inner], (3, 97))
    return float(bright / dark)


def keystone_ratio(floor: Mask) -> float | None:
    """How many times longer one side of a rectangular tray looks than the one opposite; None: it is not."""
    outlines, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    if not outlines:
        return None
    around = cv2.convexHull(max(outlines, key=cv2.contourArea))
    quad = cv2.approxPolyDP(around, 0.04 * cv2.arcLength(around, True), True)
    if len(quad) != 4 or cv2.contourArea(quad) < 0.88 * cv2.contourArea(around):
        return None
    a, b, c, d = (tuple(corner[0]) for corner in quad)
    sides = [(dist(a, b), dist(c, d)), (dist(b, c), dist(d, a))]
    return float(max(max(pair) / max(min(pair), 1.0) for pair in sides))


def row_flicker(rows: Sequence[Floats]) -> float | None:
    """How much rows of the picture change from one to the next, all along; None: too few pictures."""
    if len(rows) < FLICKER_FRAMES:
        return None
    return float(np.percentile(np.abs(np.diff(np.array(rows), axis=0)), 90))


def log_row_levels(image: Image) -> Floats:
    """How bright each row is, in log units; what moves in a part of a row does not count."""
    few = image[:: max(1, image.shape[0] // 48), :: max(1, image.shape[1] // 96)]
    return np.asarray(np.log(np.median(few.mean(axis=2), axis=1) + 8), np.float32)


def annotate(image: Image, findings: Sequence[Finding]) -> Image:
    """The picture with the tray's floor, a ring around each place to look at, and what is not well."""
    picture = image.copy()
    line_px = line_width_px(image)
    floor = cv2.resize(find_floor(log_look(image)), image.shape[1::-1], interpolation=cv2.INTER_NEAREST)
    outlines, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(picture, outlines, -1, (200, 200, 90), line_px)
    for x, y, radius in (ring for finding in findings for ring in finding.rings):
        cv2.circle(picture, (round(x), round(y)), round(radius + 4 * line_px), (60, 60, 255), 2 * line_px)
    bad = [one for one in findings if one.verdict in ("low", "high")]
    for line, one in enumerate(bad, start=1):
        text = f"{one.what} {one.value:.3g} ({one.good[0]:g}-{one.good[1]:g})"
        draw_text(picture, text, (6, 18 * line_px * line), (80, 180, 255), line_px)
    return picture
