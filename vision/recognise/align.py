"""Lay one small picture onto another: shift, turn, size and shear, then say how like they are.

Inverse compositional alignment: all that is costly depends on the pattern alone and is worked out once.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

Linear = tuple[float, float, float, float]  # where x goes, then where y goes

ROUNDS = 7
UPRIGHT = (1.0, 0.0, 0.0, 1.0)
PART = 9  # pixels of a small part: about a digit
GRAIN = 0.02  # local difference that noise alone makes
SHIFT = 3  # pixels by which a detail may lie otherwise
FADED = 0.75, 1.25  # how faint and how strong a part may be against the pattern's, for the light alone


@dataclass(frozen=True)
class Pattern:
    """A picture to be found again: normalised pixels under a window, and how they change with each motion.

    `power`: the mean square of each small part.
    """

    pixels: Floats
    window: Floats
    motions: Floats  # (6, pixels): steepest descent over the inverse of the Hessian
    power: Floats


def window_of(size: int) -> Floats:
    """Full weight on the face, none at its rim, where a neighbour or the floor may show."""
    ramp = np.clip((np.minimum(np.arange(size), np.arange(size)[::-1]) - size * 0.07) / (size * 0.05), 0, 1)
    return (ramp[:, None] * ramp[None, :]).astype(np.float32)


def terms(size: int) -> tuple[Floats, Floats]:
    """Coordinates of all pixels from -1 to 1."""
    axis = np.linspace(-1, 1, size, dtype=np.float32)
    y, x = np.meshgrid(axis, axis, indexing="ij")
    return x, y


def normal(picture: Floats, window: Floats) -> Floats:
    """The picture less its mean, of unit length, as the window weighs it."""
    mean = float((picture * window).sum() / window.sum())
    away = (picture - mean) * window
    return away / np.float32(np.linalg.norm(away) + 1e-6)


def pattern(picture: Floats) -> Pattern:
    """A pattern of a square picture with values 0 to 1."""
    size = picture.shape[0]
    smooth, window = soft(picture), window_of(size)
    x, y = terms(size)
    mean = float((smooth * window).sum() / window.sum())
    length = float(np.linalg.norm((smooth - mean) * window)) + 1e-6
    gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=0.125) * window / length
    gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=0.125) * window / length
    steep = np.stack([m.reshape(-1) for m in (gx, gx * x, gx * y, gy, gy * x, gy * y)])
    flat = normal(smooth, window).reshape(-1)
    steep = steep - (steep @ flat)[:, None] * flat[None, :]
    hessian = steep @ steep.T
    hessian += np.eye(6) * np.trace(hessian) * 2e-3
    power = np.asarray(cv2.blur(flat.reshape(size, size) ** 2, (PART, PART)), np.float32)
    return Pattern(flat, window, np.linalg.solve(hessian, steep).astype(np.float32), power)


@dataclass(frozen=True)
class Laid:
    """A pattern laid onto a picture as well as small motions can: their correlation, the worst misfit of any
    small part (0: none, 1: as much as a whole glyph), the linear part of the motion (ax, ay, bx, by), and the
    picture as the pattern's pixels see it."""

    likeness: float
    misfit: float
    linear: Linear
    picture: Floats


def soft(picture: Floats) -> Floats:
    """A picture without its finest grain."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.float32)


def aligned(known: Pattern, picture: Floats) -> Laid:
    """The pattern laid onto the picture."""
    smooth = soft(picture)
    size = smooth.shape[0]
    warp: NDArray[np.float64] = np.eye(3)
    best, laid, kept, shown = -1.0, known.pixels, warp, smooth
    for _ in range(ROUNDS):
        seen = moved(smooth, warp)
        flat = normal(seen, known.window).reshape(-1)
        score = float(flat @ known.pixels)
        gain = score - best
        if gain > 0:
            best, laid, kept, shown = score, flat, warp, seen
        if gain < 0.002:
            break
        warp = warp @ np.linalg.inv(step_of(known.motions @ (flat - known.pixels), size))
        if strayed(warp, size):
            break
    a, b, c, d = (float(v) for v in kept[:2, :2].T.reshape(-1))
    return Laid(best, misfit(known, laid), (a, b, c, d), shown)


def moved(picture: Floats, warp: NDArray[np.float64]) -> Floats:
    """The picture as the pattern's pixels see it."""
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, warp[:2], picture.shape[::-1], flags=how, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )


def misfit(known: Pattern, laid: Floats) -> float:
    """The worst local difference, as a share of the mean square of the pattern over as large a part.

    A part that is but fainter or stronger than the pattern's differs little: glare lies over it or beside it.
    """
    size = known.window.shape[0]
    own, seen = known.pixels.reshape(size, size), laid.reshape(size, size)
    both, whole = (cv2.blur(of, (PART, PART)) for of in (own * seen, seen * seen))
    stronger = np.clip(both / (known.power + 1e-9), *FADED)
    part = whole + stronger * (stronger * known.power - 2 * both)
    return float(part.max() * size * size * 0.25)


def step_of(motion: Floats, size: int) -> NDArray[np.float64]:
    """A motion (in pixels at the rim) as a matrix on pixel coordinates."""
    half = (size - 1) / 2
    a, b, c, d, e, f = (float(v) for v in motion)
    move = np.array([[1 + b / half, c / half, a], [e / half, 1 + f / half, d], [0, 0, 1]])
    move[0, 2] -= half * (move[0, 0] - 1 + move[0, 1])
    move[1, 2] -= half * (move[1, 1] - 1 + move[1, 0])
    return move


def strayed(warp: NDArray[np.float64], size: int) -> bool:
    """Whether the motion has left what a well squared face can need: a fifth of its size."""
    rim = np.array([[0, size, size, 0], [0, 0, size, size], [1, 1, 1, 1]], float)
    return bool(np.abs((warp @ rim - rim)[:2]).max() > size * 0.2)


def found(picture: Floats, detail: Floats, left: int, top: int) -> float:
    """How like a detail the picture is there, be it a little displaced: -1 to 1."""
    height, width = detail.shape
    there = picture[top - SHIFT : top + height + SHIFT, left - SHIFT : left + width + SHIFT]
    return float(cv2.matchTemplate(np.ascontiguousarray(there), detail, cv2.TM_CCOEFF_NORMED).max())
