"""Where the floor of an empty tray is: the cloth inside the first closed, convex edge around the middle."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Mask

Ints = NDArray[np.intp]

SIDE = 240  # the look is squeezed into a square of so many pixels, and seen from its middle
TURNS = 240  # directions
REACH = 170  # pixels outwards: to the corners of the square
LEAST_REACH = 48  # a floor reaches so far at least
BEND = 5  # pixels by which the edge may come nearer or go farther from one direction to the next
STIFF = 0.012  # what each of them costs
BAND = 8  # pixels on either side of an edge that are compared
STRONG = 0.22  # log units by which an edge is as clear as need be
FOREIGN = 0.25  # log units from the cloth's colours from which a place is as foreign as need be
LIGHT, SHADE = 0.1, 0.25  # log units by which cloth may be brighter or darker than in the middle
NEARER = 0.0025  # what a pixel outwards costs: of two equal edges the inner one is the floor's
WALL = 24  # pixels inwards that must be cloth too: the outer edge of a wall or rim is none of the floor
CLEAR = 0.24  # mean clearness of the edge below which none was found
TINTS = 5  # colours that a cloth may have
RARE = 0.06  # share of the middle below which a colour is none of the cloth


def find_floor(look: Floats) -> Mask:
    """The floor in a look (logarithms of a small picture); everything, where no edge is found."""
    height, width = look.shape[:2]
    polar = around(cv2.resize(cv2.GaussianBlur(look, (0, 0), 1.2), (SIDE, SIDE)).astype(np.float32))
    strange = foreignness(polar, tints(look))
    clear = clearness(polar, strange)
    reach = closed_path(clear - NEARER * np.arange(REACH, dtype=np.float32))
    if clear[np.arange(TURNS), reach].mean() < CLEAR:
        return np.full((height, width), 255, np.uint8)
    return inside(reach, (width, height))


def around(square: Floats) -> Floats:
    """The square picture by direction (rows) and distance from its middle."""
    flags = cv2.WARP_POLAR_LINEAR | cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS
    return cv2.warpPolar(square, (REACH, TURNS), (SIDE / 2, SIDE / 2), REACH, flags).astype(np.float32)


def tints(look: Floats) -> Floats:
    """The colours of the cloth: those of the picture's middle that are not rare there."""
    height, width = look.shape[:2]
    middle = look[height // 3 : height * 2 // 3, width // 3 : width * 2 // 3]
    few = cv2.resize(middle, (40, 30), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.01)
    seeds = np.linspace(0, TINTS - 0.01, len(few)).astype(np.int32)[:, None]  # by brightness: always the same
    few = few[np.argsort(few.sum(axis=1), kind="stable")]
    _, labels, centres = cv2.kmeans(few, TINTS, seeds, ends, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    share = np.bincount(labels.reshape(-1), minlength=TINTS) / len(few)
    return np.asarray(centres[share >= RARE], np.float32)


def foreignness(polar: Floats, cloth: Floats) -> Floats:
    """How far each place is from the nearest colour of the cloth, 0 to 1: hue counts more than light does."""
    away = polar[:, :, None, :] - cloth[None, None]
    light = away.mean(axis=3)
    hue = np.sqrt(((away - light[..., None]) ** 2).sum(axis=3))
    lit = np.maximum(np.maximum(light - LIGHT, -light - SHADE), 0)
    nearest = (0.8 * lit + 2.0 * hue).min(axis=2)
    return np.asarray(np.minimum(nearest / FOREIGN, 1.0), np.float32)


def clearness(polar: Floats, strange: Floats) -> Floats:
    """How much each place looks like the floor's edge: cloth inwards, no cloth outwards, a step between."""
    outer, inner = beside(strange, BAND // 2 + 1, BAND - 2), beside(strange, -BAND // 2 - 1, BAND - 2)
    wall = beside(strange, -WALL // 2 - 2, WALL)
    step = np.abs(beside3(polar, 2) - beside3(polar, -2)).max(axis=2)
    clear = 0.5 * np.minimum(step / STRONG, 1.0) + 0.8 * (outer - inner) - 0.8 * wall
    seen = within()
    clear[~seen] = -1.0
    clear[seen & ~np.roll(seen, -3, axis=1)] = 0.1  # the picture's border, where the tray goes on behind it
    clear[:, :LEAST_REACH] = -1.0
    return np.asarray(clear, np.float32)


def beside(values: Floats, by: int, band: int) -> Floats:
    """For each place the mean of a band so wide whose middle is so far outwards (inwards if negative)."""
    mean = np.asarray(cv2.blur(values, (band, 3), borderType=cv2.BORDER_REPLICATE), np.float32)
    return np.asarray(shifted(mean, by), np.float32)


def beside3(polar: Floats, by: int) -> Floats:
    """The colours a little outwards, of neighbouring directions together."""
    mean = np.asarray(cv2.blur(polar, (2, 5), borderType=cv2.BORDER_REPLICATE), np.float32)
    return np.asarray(shifted(mean, by), np.float32)


def shifted(values: Floats, by: int) -> Floats:
    """Each place has what is `by` places outwards; at the ends the last."""
    at = np.clip(np.arange(REACH) + by, 0, REACH - 1)
    return values[:, at]


def within() -> NDArray[np.bool_]:
    """Which places are in the picture."""
    turns = np.arange(TURNS)[:, None] * (2 * np.pi / TURNS)
    longer = np.maximum(np.abs(np.cos(turns)), np.abs(np.sin(turns)))
    return np.asarray(np.arange(REACH)[None] * longer < SIDE / 2 - 3)


def closed_path(clear: Floats) -> Ints:
    """The closed line around the middle along which most is clear: its distance in each direction."""
    turns = np.concatenate(
        (np.arange(TURNS), np.arange(TURNS), np.arange(TURNS))
    )  # three times round: it closes
    total, came = clear[0].copy(), np.zeros((len(turns), REACH), np.intp)
    steps = np.arange(-BEND, BEND + 1)
    cost = STIFF * np.abs(steps).astype(np.float32)[:, None]
    index = np.clip(np.arange(REACH)[None] + steps[:, None], 0, REACH - 1)
    for k in range(1, len(turns)):
        ways = total[index] - cost
        best = ways.argmax(axis=0)
        came[k] = index[best, np.arange(REACH)]
        total = ways.max(axis=0) + clear[turns[k]]
    path = np.empty(len(turns), np.intp)
    path[-1] = int(total.argmax())
    for k in range(len(turns) - 1, 0, -1):
        path[k - 1] = came[k, path[k]]
    return path[TURNS : 2 * TURNS]


def inside(reach: Ints, size: tuple[int, int]) -> Mask:
    """The mask of what lies inside the line."""
    turns = np.arange(TURNS) * (2 * np.pi / TURNS)
    smooth = np.median(np.stack([np.roll(reach, k) for k in (-2, -1, 0, 1, 2)]), axis=0)
    x = (SIDE / 2 + smooth * np.cos(turns)) * size[0] / SIDE
    y = (SIDE / 2 + smooth * np.sin(turns)) * size[1] / SIDE
    hull = cv2.convexHull(np.round(np.stack((x, y), axis=1)).astype(np.int32))
    mask: Mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, hull, (255,))
    return mask
