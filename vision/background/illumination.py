"""Takes the light out of what changed in a tray: a lamp's tint and slope, the camera's curve, soft pools.

Light is what depends smoothly on the place or on the colour that was there before, or what can be reached
over the cloth without crossing an edge; a thing has an edge all around it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Mask

FEW = (64, 48)  # places at which the light is measured
SPREAD = np.float32(0.06)  # log units by which places of the same light differ
USUAL = np.float32(4.2)  # a middle value of a look, from which its colours are counted
EDGE = 0.12  # log units from pixel to pixel of half the look: no light has such a border
CALM, SOME = 0.1, 0.15  # log units; share of a region that so little changed, or it is a thing
LARGE = 0.04  # share of all that is judged from which a region without an edge in it is cloth
HALF = 2  # the soft part of light is worked out in a picture half as large, and half of that
SOFT = 3.0  # pixels of the smallest, over which it is smoothed; a die is narrower
LITTLE = 0.03  # what the whole cloth weighs where nothing nearer is known
APART = 0.15  # log units by which a place may lie off the soft light
SLIGHT = 0.06  # log units of soft light that are left as they are: the shadows of dice are such


@dataclass(frozen=True, eq=False)
class Terms:
    """What the light of a look may depend on: at each pixel, and at the few places where it is measured."""

    each: Floats
    few: Floats

    @staticmethod
    def of(look: Floats) -> Terms:
        """For each pixel 1, x, y from -1 to 1, its colours, their squares."""
        height, width = look.shape[:2]
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        colours = look - USUAL
        each = np.dstack([np.ones_like(x), x, y, colours, colours**2]).astype(np.float32)
        three = (cv2.resize(each[:, :, k : k + 3], FEW, interpolation=cv2.INTER_AREA) for k in (0, 3, 6))
        return Terms(each, np.dstack(list(three)).astype(np.float32))  # OpenCV shrinks no more at once


def without_light(change: Floats, known: Terms, where: Mask) -> Floats:
    """The change against a look less what light does; `where`: what counts."""
    rest = change - lamp(change, known, where)
    return np.asarray(rest - pools(rest, where), np.float32)


def lamp(change: Floats, known: Terms, where: Mask) -> Floats:
    """The part of the change that lamp and camera make: a tint, a slope, a curve for each colour."""
    inside = cv2.resize(where, FEW, interpolation=cv2.INTER_NEAREST) > 0
    few = np.asarray(cv2.resize(change, FEW, interpolation=cv2.INTER_AREA), np.float32)
    fit = robust_fit(known.few[inside], few[inside])
    return np.asarray((known.each.reshape(-1, len(fit)) @ fit).reshape(change.shape), np.float32)


def robust_fit(known: Floats, values: Floats) -> Floats:
    """Coefficients by least squares in which far values lose their weight step by step."""
    start = np.zeros((known.shape[1], values.shape[1]), np.float32)
    start[0] = np.median(values, axis=0)
    fit: Floats = start
    for width in (4, 2, 1, 1):
        off = ((values - known @ fit) ** 2).sum(axis=1)
        weight = 1.0 / (1.0 + off / (SPREAD * width) ** 2) ** 2
        weighted = known * weight[:, None]
        fit = np.linalg.solve(
            weighted.T @ known + 1e-3 * np.eye(known.shape[1], dtype=np.float32), weighted.T @ values
        ).astype(np.float32)
    return fit


def pools(change: Floats, where: Mask) -> Floats:
    """The soft part of a change: that of the cloth, carried on under what lies on it."""
    height, width = change.shape[:2]
    half = np.asarray(shrunk(change, HALF), np.float32)
    cloth = cloth_in(half, cv2.resize(where, half.shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0)
    share = np.asarray(shrunk(cloth, HALF), np.float32)
    few: Floats = np.asarray(
        shrunk(half * cloth[:, :, None], HALF) / np.maximum(share, 0.05)[:, :, None], np.float32
    )
    weight: Floats = share
    for _ in range(2):
        soft = smoothed(few, weight)
        off = squares(few - soft)
        weight = np.asarray(share / (1 + off / APART**2) ** 2, np.float32)
    strength = np.maximum(np.sqrt(squares(soft)), 1e-6)[:, :, None]
    soft = (soft * np.maximum(0, 1 - SLIGHT / strength)).astype(np.float32)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def shrunk(values: Floats, by: int) -> Floats:
    """The picture so many times smaller."""
    size = (max(1, values.shape[1] // by), max(1, values.shape[0] // by))
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)


def cloth_in(change: Floats, where: NDArray[np.bool_]) -> Floats:
    """1 where the tray is surely in view: in large regions without an edge, part of them unchanged."""
    slopes = [np.asarray(cv2.Sobel(change, cv2.CV_32F, x, 1 - x, scale=0.125), np.float32) for x in (1, 0)]
    steep = np.maximum(*(farthest(slope) for slope in slopes)) > EDGE
    edges = cv2.dilate(steep.astype(np.uint8), np.ones((3, 3), np.uint8))
    smooth = ((edges == 0) & where).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(smooth, connectivity=4)
    calm = (farthest(change) < CALM).reshape(-1)
    area = stats[:, cv2.CC_STAT_AREA]
    unchanged = np.bincount(labels.reshape(-1), weights=calm, minlength=count) / np.maximum(area, 1)
    wanted = (area > LARGE * np.count_nonzero(where)) & (unchanged > SOME)
    wanted[0] = False
    return np.asarray(wanted[labels], np.float32)


def mean(values: Floats) -> Floats:
    """The mean of three channels; these three are much faster so than as numpy's own."""
    return np.asarray((values[..., 0] + values[..., 1] + values[..., 2]) / 3, np.float32)


def squares(values: Floats) -> Floats:
    """The sum of the squares of three channels."""
    one, two, three = values[..., 0], values[..., 1], values[..., 2]
    return np.asarray(one * one + two * two + three * three, np.float32)


def farthest(values: Floats) -> Floats:
    """How far that of three channels is from 0 which is farthest."""
    one, two, three = (np.abs(values[..., k]) for k in range(3))
    return np.asarray(np.maximum(np.maximum(one, two), three), np.float32)


def smoothed(values: Floats, weight: Floats) -> Floats:
    """Each value as those around it have it, by their weights; as all have it where none is near."""
    lit = values * weight[:, :, None]
    far = weight.mean() * LITTLE + 1e-4
    total = cv2.GaussianBlur(lit, (0, 0), SOFT) + LITTLE * lit.mean(axis=(0, 1))
    weights = cv2.GaussianBlur(weight, (0, 0), SOFT) + far
    return np.asarray(total / weights[:, :, None], np.float32)
