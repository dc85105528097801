"""Illumination normalisation: what lamp and camera change between two looks, taken out of their difference.

A model of second order in colour and first order in space is fitted by iteratively re-weighted least squares
(Geman–McClure weights), then the low-frequency rest by normalised convolution. Units: natural logarithm of
intensity. What has an edge all around it is a thing, not light.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Mask

SAMPLE_GRID = (64, 48)  # columns, rows at which the model is fitted
INLIER_SIGMA = np.float32(0.06)  # log units by which samples of the same light differ
MEAN_LOG_INTENSITY = np.float32(4.2)  # of a look, from which its colours are counted
EDGE_STEP = 0.12  # log units from pixel to pixel of half the look: no light has such a border
UNCHANGED_STEP = 0.1  # log units below which a pixel is as it was
MIN_UNCHANGED_SHARE = 0.15  # of a region that is background, not a thing
MIN_REGION_SHARE = 0.04  # of all that is judged, from which a region without an edge is background
DOWNSCALE = 2  # the low frequencies are worked out in a picture half as large, and half of that
BLUR_SIGMA_PX = 3.0  # pixels of the smallest; a die is narrower
GLOBAL_WEIGHT = 0.03  # of the mean of all background where none is near
REJECT_SIGMA = 0.15  # log units by which a place may lie off the low frequencies
SHADOW_MARGIN = 0.06  # log units of them that are left as they are: the shadows of dice are such


@dataclass(frozen=True, eq=False)
class IlluminationBasis:
    """What the light of a look may depend on: the rows of a linear model at each pixel, at each sample."""

    per_pixel: Floats
    per_sample: Floats

    @staticmethod
    def of(look: Floats) -> IlluminationBasis:
        """1, x and y from -1 to 1, the three colours, their squares."""
        height, width = look.shape[:2]
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
        colours = look - MEAN_LOG_INTENSITY
        per_pixel = np.dstack([np.ones_like(x), x, y, colours, colours**2]).astype(np.float32)
        thirds = (per_pixel[:, :, k : k + 3] for k in (0, 3, 6))  # OpenCV shrinks no more at once
        samples = [cv2.resize(third, SAMPLE_GRID, interpolation=cv2.INTER_AREA) for third in thirds]
        return IlluminationBasis(per_pixel, np.dstack(samples).astype(np.float32))


def normalise_illumination(difference: Floats, basis: IlluminationBasis, mask: Mask) -> Floats:
    """The difference from a look less what light does; `mask`: what counts."""
    rest = difference - fit_illumination(difference, basis, mask)
    return np.asarray(rest - low_frequency_residual(rest, mask), np.float32)


def fit_illumination(difference: Floats, basis: IlluminationBasis, mask: Mask) -> Floats:
    """The part of the difference that lamp and camera make: a tint, a slope, a curve for each colour."""
    inside = cv2.resize(mask, SAMPLE_GRID, interpolation=cv2.INTER_NEAREST) > 0
    samples = np.asarray(cv2.resize(difference, SAMPLE_GRID, interpolation=cv2.INTER_AREA), np.float32)
    fit = fit_irls(basis.per_sample[inside], samples[inside])
    return np.asarray((basis.per_pixel.reshape(-1, len(fit)) @ fit).reshape(difference.shape), np.float32)


def fit_irls(rows: Floats, values: Floats) -> Floats:
    """Coefficients by least squares in which far values lose their weight step by step."""
    start = np.zeros((rows.shape[1], values.shape[1]), np.float32)
    start[0] = np.median(values, axis=0)
    fit: Floats = start
    ridge = 1e-3 * np.eye(rows.shape[1], dtype=np.float32)
    for sigmas in (4, 2, 1, 1):
        residuals = ((values - rows @ fit) ** 2).sum(axis=1)
        weights = 1.0 / (1.0 + residuals / (INLIER_SIGMA * sigmas) ** 2) ** 2
        weighted = rows * weights[:, None]
        fit = np.linalg.solve(weighted.T @ rows + ridge, weighted.T @ values).astype(np.float32)
    return fit


def low_frequency_residual(difference: Floats, mask: Mask) -> Floats:
    """The soft part of a difference: that of the background, carried on under what lies on it."""
    height, width = difference.shape[:2]
    half = downscale(difference)
    background = background_mask(
        half, cv2.resize(mask, half.shape[1::-1], interpolation=cv2.INTER_NEAREST) > 0
    )
    share = downscale(background)
    quarter: Floats = np.asarray(
        downscale(half * background[:, :, None]) / np.maximum(share, 0.05)[:, :, None], np.float32
    )
    weight: Floats = share
    for _ in range(2):
        soft = normalised_blur(quarter, weight)
        residuals = channel_sum_squares(quarter - soft)
        weight = np.asarray(share / (1 + residuals / REJECT_SIGMA**2) ** 2, np.float32)
    strength = np.maximum(np.sqrt(channel_sum_squares(soft)), 1e-6)[:, :, None]
    soft = (soft * np.maximum(0, 1 - SHADOW_MARGIN / strength)).astype(np.float32)
    return np.asarray(cv2.resize(soft, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def downscale(values: Floats) -> Floats:
    """The picture at half its size."""
    size = (max(1, values.shape[1] // DOWNSCALE), max(1, values.shape[0] // DOWNSCALE))
    return np.asarray(cv2.resize(values, size, interpolation=cv2.INTER_AREA), np.float32)


def background_mask(difference: Floats, mask: NDArray[np.bool_]) -> Floats:
    """1 where the tray is surely in view: in large regions without an edge, part of them unchanged."""
    gradients = [
        np.asarray(cv2.Sobel(difference, cv2.CV_32F, x, 1 - x, scale=0.125), np.float32) for x in (1, 0)
    ]
    steep = np.maximum(*(channel_max_abs(gradient) for gradient in gradients)) > EDGE_STEP
    edges = cv2.dilate(steep.astype(np.uint8), np.ones((3, 3), np.uint8))
    smooth = ((edges == 0) & mask).astype(np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(smooth, connectivity=4)
    unchanged = (channel_max_abs(difference) < UNCHANGED_STEP).reshape(-1)
    area = stats[:, cv2.CC_STAT_AREA]
    share = np.bincount(labels.reshape(-1), weights=unchanged, minlength=count) / np.maximum(area, 1)
    background = (area > MIN_REGION_SHARE * np.count_nonzero(mask)) & (share > MIN_UNCHANGED_SHARE)
    background[0] = False
    return np.asarray(background[labels], np.float32)


def channel_mean(values: Floats) -> Floats:
    """The mean of three channels; these three are much faster so than as numpy's own."""
    return np.asarray((values[..., 0] + values[..., 1] + values[..., 2]) / 3, np.float32)


def channel_sum_squares(values: Floats) -> Floats:
    """The sum of the squares of three channels."""
    one, two, three = values[..., 0], values[..., 1], values[..., 2]
    return np.asarray(one * one + two * two + three * three, np.float32)


def channel_max_abs(values: Floats) -> Floats:
    """The largest absolute value of three channels."""
    one, two, three = (np.abs(values[..., k]) for k in range(3))
    return np.asarray(np.maximum(np.maximum(one, two), three), np.float32)


def normalised_blur(values: Floats, weight: Floats) -> Floats:
    """The weighted mean of what is around each place; that of all where nothing near has weight."""
    weighted = values * weight[:, :, None]
    floor = weight.mean() * GLOBAL_WEIGHT + 1e-4
    total = cv2.GaussianBlur(weighted, (0, 0), BLUR_SIGMA_PX) + GLOBAL_WEIGHT * weighted.mean(axis=(0, 1))
    weights = cv2.GaussianBlur(weight, (0, 0), BLUR_SIGMA_PX) + floor
    return np.asarray(total / weights[:, :, None], np.float32)
