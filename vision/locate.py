"""Where dice may lie: squares of one size whose four sides are seen as edges, inside what is foreign.

Refuses to know what is on a die. The top faces of dice in one tray are squares of nearly one size in any
turn; side faces are foreshortened, pips and glyphs are smaller, so neither has four such sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tray import Floats, Image, Mask, Things

SIDE = 20.0  # pixels of an edge where squares are searched
TURNS = 8  # angles tried in a quarter turn; a side tolerates half a step
LEAST_SCORE = 0.42
HALF = np.float32(9.0)  # strength of an edge (squared change in percent a pixel) that is half evidence


@dataclass(frozen=True)
class Square:
    """A square that may be a top face: centre and edge in pixels, turn in radians from 0 to π/2."""

    x: float
    y: float
    edge: float
    turn: float
    score: float

    def corners(self) -> NDArray[np.float64]:
        """Its four corners, clockwise as the picture shows them."""
        half = self.edge / 2
        along = np.array([np.cos(self.turn), np.sin(self.turn)]) * half
        across = np.array([-along[1], along[0]])
        middle = np.array([self.x, self.y])
        return np.array(
            [
                middle - along - across,
                middle + along - across,
                middle + along + across,
                middle - along + across,
            ]
        )


@dataclass(frozen=True)
class Patch:
    """One connected foreign thing: its rectangle and mask in the look, and the radius that fits inside it."""

    x: int
    y: int
    mask: Mask
    area: float
    radius: float


def patches(things: Things) -> tuple[Patch, ...]:
    """The connected things; specks left out."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(things.likely)
    room = cv2.distanceTransform(things.likely, cv2.DIST_L2, 3)
    found = []
    for label in range(1, count):
        x, y, width, height, area = (int(n) for n in stats[label])
        mask: Mask = (labels[y : y + height, x : x + width] == label).astype(np.uint8)
        radius = float((room[y : y + height, x : x + width] * mask).max())
        if radius >= 3.0 and (things.certain[y : y + height, x : x + width] * mask).any():
            found.append(Patch(x, y, mask, float(area), radius))
    return tuple(found)


def edges_of(image: Image) -> Floats:
    """The structure tensor (xx, xy, yy) of the log picture, summed over colours: edges whatever the light."""
    table = (np.log(np.arange(256, dtype=np.float32) + 24.0) * 100.0).astype(np.float32)
    logs = cv2.LUT(cv2.GaussianBlur(image, (3, 3), 0), table)
    gx = cv2.Sobel(logs, cv2.CV_32F, 1, 0, ksize=3, scale=0.125)
    gy = cv2.Sobel(logs, cv2.CV_32F, 0, 1, ksize=3, scale=0.125)
    products = np.stack([gx * gx, gx * gy, gy * gy], axis=2)
    return np.ascontiguousarray(products.sum(axis=3))


def squares(tensor: Floats, inside: Mask, sides: tuple[float, ...]) -> list[Square]:
    """All squares with one of these sides whose centre lies inside, best first."""
    found = [s for k in range(TURNS) for s in at_turn(tensor, inside, sides, k * np.pi / 2 / TURNS)]
    return sorted(found, key=lambda s: -s.score)


def thin(found: list[Square], most: int) -> list[Square]:
    """The best squares, without their near doubles."""
    kept: list[Square] = []
    for one in found:
        if len(kept) == most:
            break
        if not any(double(one, other) for other in kept):
            kept.append(one)
    return kept


def double(one: Square, other: Square) -> bool:
    """Whether two squares are the same but for a nudge."""
    reach = 0.16 * other.edge
    if abs(one.x - other.x) > reach or abs(one.y - other.y) > reach:
        return False
    return abs((one.turn - other.turn + pi / 4) % (pi / 2) - pi / 4) < 0.3


def at_turn(tensor: Floats, inside: Mask, sides: tuple[float, ...], turn: float) -> list[Square]:
    """Squares turned by `turn`: local maxima of the evidence for four sides."""
    height, width = tensor.shape[:2]
    span = int(np.ceil(np.hypot(height, width))) + 4
    spin = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), np.degrees(turn), 1.0)
    spin[:, 2] += ((span - width) / 2, (span - height) / 2)
    upright = across_and_along(tensor, turn)
    turned = np.asarray(cv2.warpAffine(upright, spin, (span, span), flags=cv2.INTER_LINEAR), np.float32)
    core = cv2.warpAffine(inside, spin, (span, span), flags=cv2.INTER_NEAREST) > 0
    back = cv2.invertAffineTransform(spin)
    found = []
    for side in sides:
        score = four_sides(turned, side)
        score[~core] = 0
        for x, y in peaks(score, side):
            px, py = back @ (x, y, 1.0)
            found.append(Square(float(px), float(py), side, turn, float(score[y, x])))
    return found


def across_and_along(tensor: Floats, turn: float) -> Floats:
    """How strongly the picture changes along the two axes of a frame turned by `turn`, from 0 to 1."""
    c, s = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    xx, xy, yy = tensor[:, :, 0], tensor[:, :, 1], tensor[:, :, 2]
    twist = 2 * c * s * xy
    first = c * c * xx + twist + s * s * yy
    second = s * s * xx - twist + c * c * yy
    other = np.dstack([first, second])
    return (other / (other + HALF)).astype(np.float32)


def four_sides(turned: Floats, side: float) -> Floats:
    """For each centre, the evidence that there are edges at all four sides of an upright square."""
    long = max(3, round(side * 0.66)) | 1
    upright = thick(cv2.blur(turned[:, :, 0], (1, long)), 3, 1)
    level = thick(cv2.blur(turned[:, :, 1], (long, 1)), 1, 3)
    half = round(side / 2)
    left, right = shifted(upright, half, 0), shifted(upright, -half, 0)
    top, bottom = shifted(level, 0, half), shifted(level, 0, -half)
    least = np.minimum(np.minimum(left, right), np.minimum(top, bottom))
    return ((left + right + top + bottom) / 6 + least / 3).astype(np.float32)


def thick(lines: cv2.typing.MatLike, across: int, down: int) -> Floats:
    """Lines made so many pixels wide and high."""
    return np.asarray(cv2.dilate(lines, np.ones((down, across), np.uint8)), np.float32)


def shifted(field: Floats, dx: int, dy: int) -> Floats:
    """The field moved by (dx, dy), zeros coming in."""
    out: Floats = np.zeros_like(field)
    height, width = field.shape
    if abs(dx) >= width or abs(dy) >= height:
        return out
    out[max(dy, 0) : height + min(dy, 0), max(dx, 0) : width + min(dx, 0)] = field[
        max(-dy, 0) : height + min(-dy, 0), max(-dx, 0) : width + min(-dx, 0)
    ]
    return out


def peaks(score: Floats, side: float) -> list[tuple[int, int]]:
    """Places of local maxima that are high enough."""
    reach = max(3, round(side * 0.25)) | 1
    top = (score >= cv2.dilate(score, np.ones((reach, reach), np.uint8))) & (score > LEAST_SCORE)
    ys, xs = np.nonzero(top)
    return list(zip(xs.tolist(), ys.tolist(), strict=True))
