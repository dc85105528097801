"""Inverse compositional alignment (Baker and Matthews) of a taught picture onto a face.

Six affine parameters, by damped Gauss–Newton steps on pixels of zero mean and unit norm.
All that is costly depends on the template alone and is worked out once. Images are square contrast pictures
with values from 0 to 1; lengths are pixels, correlations go from -1 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Doubles, Floats

Affine = tuple[
    float, float, float, float
]  # the 2×2 part of an affine motion: where x goes, then where y goes

IDENTITY: Affine = (1.0, 0.0, 0.0, 1.0)
MAX_ITERATIONS = 7
MIN_CORRELATION_GAIN = 0.002  # of an iteration: with less it has converged
MAX_DISPLACEMENT = 0.2  # of a corner, as a share of the size: a well squared face needs no more
DAMPING = 2e-3  # of the Hessian's diagonal, as a share of its trace
LOW_PASS_SIGMA_PX = 0.8
PATCH_PX = 9  # side of the patches that are compared: about a digit
NOISE_FLOOR = 0.02  # patch residual that noise alone makes
GAIN_RANGE = 0.75, 1.25  # how faint and how strong a patch may be against the template's, for the light alone
MAX_SHIFT_PX = 3  # by which a detail may lie elsewhere
WINDOW_START, WINDOW_RAMP = 0.07, 0.05  # shares of the size: where weight begins, and over how much it grows


@dataclass(frozen=True)
class Template:
    """A picture to be aligned: its low-passed `pixels` of zero mean and unit norm under the `window`.

    `descent` (6, pixels) are the steepest-descent images over the Hessian, `patch_power` the mean square of
    each patch.
    """

    pixels: Floats
    window: Floats
    descent: Floats
    patch_power: Floats

    @staticmethod
    def of(image: Floats) -> Template:
        """The template of a square image."""
        size = image.shape[0]
        smooth, window = low_pass(image), rim_window(size)
        axis = np.linspace(-1, 1, size, dtype=np.float32)
        y, x = np.meshgrid(axis, axis, indexing="ij")
        mean = float((smooth * window).sum() / window.sum())
        norm = float(np.linalg.norm((smooth - mean) * window)) + 1e-6
        gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3, scale=0.125) * window / norm
        gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3, scale=0.125) * window / norm
        steepest = np.stack([m.reshape(-1) for m in (gx, gx * x, gx * y, gy, gy * x, gy * y)])
        pixels = zero_mean_unit_norm(smooth, window).reshape(-1)
        steepest = steepest - (steepest @ pixels)[:, None] * pixels[None, :]  # what mere gain explains
        hessian = steepest @ steepest.T
        hessian += np.eye(6) * np.trace(hessian) * DAMPING
        power = np.asarray(cv2.blur(pixels.reshape(size, size) ** 2, (PATCH_PX, PATCH_PX)), np.float32)
        return Template(pixels, window, np.linalg.solve(hessian, steepest).astype(np.float32), power)


@dataclass(frozen=True)
class Alignment:
    """A template aligned with an image: their `correlation`, the residual of the patch that fits worst
    (0: none, 1: as much as a whole glyph), the `affine` part of the motion, and the image `warped` to the
    template's pixels."""

    correlation: float
    worst_patch_residual: float
    affine: Affine
    warped: Floats


def align(template: Template, image: Floats) -> Alignment:
    """The best alignment on the way to convergence."""
    smooth = low_pass(image)
    size = smooth.shape[0]
    motion: Doubles = np.eye(3)
    best, best_pixels, best_motion, best_warped = -1.0, template.pixels, motion, smooth
    for _ in range(MAX_ITERATIONS):
        warped = warp(smooth, motion)
        pixels = zero_mean_unit_norm(warped, template.window).reshape(-1)
        correlation = float(pixels @ template.pixels)
        gain = correlation - best
        if gain > 0:
            best, best_pixels, best_motion, best_warped = correlation, pixels, motion, warped
        if gain < MIN_CORRELATION_GAIN:
            break
        motion = motion @ np.linalg.inv(affine_from_step(template.descent @ (pixels - template.pixels), size))
        if diverged(motion, size):
            break
    a, b, c, d = (float(v) for v in best_motion[:2, :2].T.reshape(-1))
    return Alignment(best, worst_patch_residual(template, best_pixels), (a, b, c, d), best_warped)


def worst_patch_residual(template: Template, pixels: Floats) -> float:
    """The greatest mean square difference of a patch, as a share of the template's mean square.

    A patch that is but fainter or stronger than the template's differs little: glare lies over it or
    beside it.
    """
    size = template.window.shape[0]
    own, other = template.pixels.reshape(size, size), pixels.reshape(size, size)
    product, power = (cv2.blur(of, (PATCH_PX, PATCH_PX)) for of in (own * other, other * other))
    gain = np.clip(product / (template.patch_power + 1e-9), *GAIN_RANGE)
    residual = power + gain * (gain * template.patch_power - 2 * product)
    return float(residual.max() * size * size * 0.25)


def affine_from_step(step: Floats, size: int) -> Doubles:
    """Six parameters (in pixels at the rim) as a matrix on pixel coordinates."""
    half = (size - 1) / 2
    a, b, c, d, e, f = (float(v) for v in step)
    matrix = np.array([[1 + b / half, c / half, a], [e / half, 1 + f / half, d], [0, 0, 1]])
    matrix[0, 2] -= half * (matrix[0, 0] - 1 + matrix[0, 1])
    matrix[1, 2] -= half * (matrix[1, 1] - 1 + matrix[1, 0])
    return matrix


def diverged(motion: Doubles, size: int) -> bool:
    """Whether the motion has left what a well squared face can need."""
    corners = np.array([[0, size, size, 0], [0, 0, size, size], [1, 1, 1, 1]], float)
    return bool(np.abs((motion @ corners - corners)[:2]).max() > size * MAX_DISPLACEMENT)


def warp(image: Floats, motion: Doubles) -> Floats:
    """The image as the template's pixels see it."""
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(image, motion[:2], image.shape[::-1], flags=how, borderMode=cv2.BORDER_REPLICATE),
        np.float32,
    )


def zero_mean_unit_norm(image: Floats, window: Floats) -> Floats:
    """The image less its mean, of unit norm, as the window weighs it."""
    mean = float((image * window).sum() / window.sum())
    centred = (image - mean) * window
    return centred / np.float32(np.linalg.norm(centred) + 1e-6)


def rim_window(size: int) -> Floats:
    """Full weight on the face, none at its rim, where a neighbour or the floor may show."""
    to_border = np.minimum(np.arange(size), np.arange(size)[::-1])
    ramp = np.clip((to_border - size * WINDOW_START) / (size * WINDOW_RAMP), 0, 1)
    return (ramp[:, None] * ramp[None, :]).astype(np.float32)


def low_pass(image: Floats) -> Floats:
    """The image without its finest grain."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), LOW_PASS_SIGMA_PX), np.float32)


def best_local_match(image: Floats, detail: Floats, left: int, top: int) -> float:
    """The correlation of a detail with the image there, shifted as it fits best: -1 to 1."""
    height, width = detail.shape
    around = image[
        top - MAX_SHIFT_PX : top + height + MAX_SHIFT_PX, left - MAX_SHIFT_PX : left + width + MAX_SHIFT_PX
    ]
    return float(cv2.matchTemplate(np.ascontiguousarray(around), detail, cv2.TM_CCOEFF_NORMED).max())
