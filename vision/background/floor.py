"""Segments the floor of an empty tray: the cloth inside the first closed, convex edge around the middle.

The look is unwrapped to polar coordinates, cloth colours are clustered (k-means), each place gets an edge
score, and dynamic programming finds the closed path of the best. Units: pixels of a square of SIDE_PX,
natural logarithm of intensity.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Mask

Ints = NDArray[np.intp]

SIDE_PX = 240  # the look is squeezed into a square so wide, and seen from its middle
DIRECTIONS = 240
MAX_REACH_PX = 170  # outwards: to the corners of the square
MIN_REACH_PX = 48  # of a floor
MAX_BEND_PX = 5  # from one direction to the next
BEND_COST = 0.012  # of a pixel of bend
BAND_PX = 8  # on either side of an edge, compared
EDGE_STEP = 0.22  # log units by which an edge is as clear as need be
FOREIGN_STEP = 0.25  # log units from the cloth's colours from which a place is as foreign as need be
MAX_LIGHT, MAX_SHADE = 0.1, 0.25  # log units by which cloth may be brighter or darker than in the middle
REACH_COST = 0.0025  # of a pixel outwards: of two equal edges the inner one is the floor's
WALL_PX = 24  # inwards that must be cloth too: the outer edge of a wall or rim is none of the floor
MIN_MEAN_SCORE = 0.24  # of the edge, below which none was found
MAX_COLOURS = 5  # of a cloth
MIN_COLOUR_SHARE = 0.06  # of the middle, below which a colour is none of the cloth


def find_floor(look: Floats) -> Mask:
    """The floor in a look (logarithms of a small picture); everything, where no edge is found."""
    height, width = look.shape[:2]
    square = cv2.resize(cv2.GaussianBlur(look, (0, 0), 1.2), (SIDE_PX, SIDE_PX)).astype(np.float32)
    flags = cv2.WARP_POLAR_LINEAR | cv2.INTER_LINEAR | cv2.WARP_FILL_OUTLIERS
    middle = (SIDE_PX / 2, SIDE_PX / 2)
    polar = cv2.warpPolar(square, (MAX_REACH_PX, DIRECTIONS), middle, MAX_REACH_PX, flags).astype(np.float32)
    scores = edge_scores(polar, foreignness(polar, cloth_colours(look)))
    path = closed_path(scores - REACH_COST * np.arange(MAX_REACH_PX, dtype=np.float32))
    if scores[np.arange(DIRECTIONS), path].mean() < MIN_MEAN_SCORE:
        return np.full((height, width), 255, np.uint8)
    return path_mask(path, (width, height))


def cloth_colours(look: Floats) -> Floats:
    """The colours of the cloth: clusters of the picture's middle that are not rare there."""
    height, width = look.shape[:2]
    middle = look[height // 3 : height * 2 // 3, width // 3 : width * 2 // 3]
    samples = cv2.resize(middle, (40, 30), interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.01)
    samples = samples[np.argsort(samples.sum(axis=1), kind="stable")]
    seeds = np.linspace(0, MAX_COLOURS - 0.01, len(samples)).astype(np.int32)[:, None]  # by brightness
    _, labels, centres = cv2.kmeans(samples, MAX_COLOURS, seeds, criteria, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    share = np.bincount(labels.reshape(-1), minlength=MAX_COLOURS) / len(samples)
    return np.asarray(centres[share >= MIN_COLOUR_SHARE], np.float32)


def foreignness(polar: Floats, colours: Floats) -> Floats:
    """How far each place is from the nearest colour of the cloth, 0 to 1: hue counts more than light does."""
    difference = polar[:, :, None, :] - colours[None, None]
    light = difference.mean(axis=3)
    hue = np.sqrt(((difference - light[..., None]) ** 2).sum(axis=3))
    excess = np.maximum(np.maximum(light - MAX_LIGHT, -light - MAX_SHADE), 0)
    nearest = (0.8 * excess + 2.0 * hue).min(axis=2)
    return np.asarray(np.minimum(nearest / FOREIGN_STEP, 1.0), np.float32)


def edge_scores(polar: Floats, foreign: Floats) -> Floats:
    """How much each place looks like the floor's edge: cloth inwards, no cloth outwards, a step between."""
    outer = outward_mean(foreign, BAND_PX // 2 + 1, (BAND_PX - 2, 3))
    inner = outward_mean(foreign, -BAND_PX // 2 - 1, (BAND_PX - 2, 3))
    wall = outward_mean(foreign, -WALL_PX // 2 - 2, (WALL_PX, 3))
    step = np.abs(outward_mean(polar, 2, (2, 5)) - outward_mean(polar, -2, (2, 5))).max(axis=2)
    scores = 0.5 * np.minimum(step / EDGE_STEP, 1.0) + 0.8 * (outer - inner) - 0.8 * wall
    angles = np.arange(DIRECTIONS)[:, None] * (2 * np.pi / DIRECTIONS)
    longer = np.maximum(np.abs(np.cos(angles)), np.abs(np.sin(angles)))
    in_picture = np.asarray(np.arange(MAX_REACH_PX)[None] * longer < SIDE_PX / 2 - 3)
    scores[~in_picture] = -1.0
    scores[in_picture & ~np.roll(in_picture, -3, axis=1)] = 0.1  # its border: the tray goes on behind it
    scores[:, :MIN_REACH_PX] = -1.0
    return np.asarray(scores, np.float32)


def outward_mean(values: Floats, offset: int, band: tuple[int, int]) -> Floats:
    """For each place the mean of a band (outwards, directions) so far outwards (inwards if negative)."""
    mean = np.asarray(cv2.blur(values, band, borderType=cv2.BORDER_REPLICATE), np.float32)
    return mean[:, np.clip(np.arange(MAX_REACH_PX) + offset, 0, MAX_REACH_PX - 1)]


def closed_path(scores: Floats) -> Ints:
    """The closed path around the middle with the best sum of scores: its distance in each direction.

    Dynamic programming three times round; the middle turn of the best path closes.
    """
    rows = np.tile(np.arange(DIRECTIONS), 3)
    total, previous = scores[0].copy(), np.zeros((len(rows), MAX_REACH_PX), np.intp)
    bends = np.arange(-MAX_BEND_PX, MAX_BEND_PX + 1)
    cost = BEND_COST * np.abs(bends).astype(np.float32)[:, None]
    index = np.clip(np.arange(MAX_REACH_PX)[None] + bends[:, None], 0, MAX_REACH_PX - 1)
    for k in range(1, len(rows)):
        sums = total[index] - cost
        previous[k] = index[sums.argmax(axis=0), np.arange(MAX_REACH_PX)]
        total = sums.max(axis=0) + scores[rows[k]]
    path = np.empty(len(rows), np.intp)
    path[-1] = int(total.argmax())
    for k in range(len(rows) - 1, 0, -1):
        path[k - 1] = previous[k, path[k]]
    return path[DIRECTIONS : 2 * DIRECTIONS]


def path_mask(path: Ints, size: tuple[int, int]) -> Mask:
    """The mask (width, height) of the convex hull of a path, after a median over directions."""
    angles = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    smooth = np.median(np.stack([np.roll(path, k) for k in (-2, -1, 0, 1, 2)]), axis=0)
    x = (SIDE_PX / 2 + smooth * np.cos(angles)) * size[0] / SIDE_PX
    y = (SIDE_PX / 2 + smooth * np.sin(angles)) * size[1] / SIDE_PX
    hull = cv2.convexHull(np.round(np.stack((x, y), axis=1)).astype(np.int32))
    mask: Mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, hull, (255,))
    return mask
