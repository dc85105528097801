"""A squared face as contrast to its own body: 0 is body, 1 is ink, whatever the colours and the lamp.

Usually on logarithms of intensity, where light is a smooth offset: a quadratic surface, fitted by ridge
regression, is taken out. In glare on linear intensity, as what is mirrored adds to body and ink alike: there
the surface is fitted by iteratively re-weighted least squares (Geman–McClure weights).
Units: shares of a face's side; natural logarithms of intensity (log units).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

RIM = 0.14  # of the side, at each: no ink is looked for there
WIDE_RIM = 0.26  # the same where floor shows beside the face
BEVEL = 0.2  # of the side, at each: it mirrors something else than the flat top
BODY_RING = 0.12, 0.17  # of the side: where the body runs round, inside a rim
FLAT_BODY_RING = 0.17, 0.22  # the same inside a bevel
INK_CONTRAST, MIN_INK_SHARE = 0.5, 0.01  # share of ink inside the rim below which nothing is drawn there
FAINT_INK_CONTRAST = 0.25
MIN_GLARE_PIXELS = 12  # of ink, and of body, by which glare is told
MIN_INK_STEP_LOG = 0.1  # below which what differs from the body is no ink
BODY_WAY = 0.3  # share of the way to the ink within which a pixel is of the body
GLARE_WAY = 0.25  # share of that way by which a pixel of the body may be off the light that lies on it
FOREIGN_LOG = 0.24  # from the body: a pixel that is farther, and no ink, is not of this face
SHADING_WEIGHT = 0.45  # of mere brightness in that: gloss and shade are uneven over one face
RIDGE = 0.003  # of the regression, for each pixel
GAMMA = 2.2  # of cameras: their levels to this power are linear intensity


@dataclass(frozen=True)
class Contrast:
    """A face as contrast to its own body: `map` 0 (body) to 1 (ink), `step` between them in log units, and
    `foreign`, the share of the face that is neither: another face, the floor, a reflection."""

    map: Floats
    step: float
    foreign: float

    @property
    def bare(self) -> bool:
        """Whether nothing is drawn on the face."""
        return self.step < MIN_INK_STEP_LOG


def contrast_of(face: Image) -> Contrast:
    """The contrast of a squared face, the same for whatever colours and light.

    What is drawn on it may fill more of the face than is left of its body. Where nothing is drawn in the
    middle, floor that shows beside the face may have been taken for ink: then the middle alone is asked.
    """
    logs = log_intensity(face)
    usual = contrast_within(logs, RIM)
    ink = usual.map[inside_rim(logs.shape[0], WIDE_RIM)] > INK_CONTRAST
    if usual.bare or float(ink.mean()) > MIN_INK_SHARE:
        return usual
    inner = contrast_within(logs, WIDE_RIM)
    return usual if inner.bare else inner


def contrast_in_glare(face: Image) -> Contrast:
    """The contrast of a squared face in which a lamp or a wall is mirrored.

    What is mirrored adds to body and ink alike: only in linear intensity, not in its logarithm, is ink as far
    from the body everywhere. The bevel around mirrors something else: it is not asked.
    """
    usual, light = contrast_within(log_intensity(face), BEVEL, inside_only=True), linear_intensity(face)
    inside = np.zeros(light.shape[:2], bool)
    inside[inside_rim(light.shape[0], BEVEL)] = True
    marked = usual.map > FAINT_INK_CONTRAST
    ink, body = marked & inside, ~with_border(marked) & inside
    if min(ink.sum(), body.sum()) < MIN_GLARE_PIXELS:
        return usual
    distance = float(np.linalg.norm(np.median(light[ink], axis=0) - np.median(light[body], axis=0)))
    offset = light - surface_irls(light, body, GLARE_WAY * distance)
    to_ink = np.median(offset[ink], axis=0)
    along = offset[ink] @ to_ink
    to_ink = np.median(offset[ink][along >= np.median(along)], axis=0)  # at its border ink is half as strong
    contrast = np.clip(offset @ to_ink / max(float(to_ink @ to_ink), 1e-6), 0.0, 1.0)
    return replace(usual, map=np.asarray(contrast, np.float32))


def contrast_within(logs: Floats, rim: float, *, inside_only: bool = False) -> Contrast:
    """The contrast, with ink looked for inside this rim; `inside_only`: and the body too."""
    logs = without_shading(logs, rim, inside_only=inside_only)
    body, to_ink = body_and_way_to_ink(logs, rim, inside_only=inside_only)
    step = float(np.linalg.norm(to_ink))
    if step < 1e-3:
        return Contrast(np.zeros(logs.shape[:2], np.float32), 0.0, 0.0)
    offset = logs - body
    along = (offset @ (to_ink / (step * step))).astype(np.float32)
    return Contrast(np.clip(along, 0.0, 1.0), step, foreign_share(offset, along, to_ink))


def without_shading(logs: Floats, rim: float, *, inside_only: bool) -> Floats:
    """The face without what light makes of its body: a slope, a bulge."""
    body, to_ink = body_and_way_to_ink(logs, rim, inside_only=inside_only)
    step2 = float(to_ink @ to_ink)
    if step2 < 1e-6:
        return logs
    basis = shading_basis(logs.shape[0])
    every_second = inside_rim(logs.shape[0], rim, 2)
    offset = logs[every_second].reshape(-1, 3) - body
    terms = basis[every_second].reshape(-1, basis.shape[2])
    of_body = np.abs(offset @ to_ink) < BODY_WAY * step2
    for _ in range(2):
        surface = ridge_fit(terms, offset, of_body.astype(np.float32))
        of_body = np.abs((offset - terms @ surface) @ to_ink) < BODY_WAY * step2
    surface[0] = 0.0
    return np.asarray(logs - basis @ surface, np.float32)


def surface_irls(light: Floats, mask: NDArray[np.bool_], scale: float) -> Floats:
    """The smooth surface of light through the pixels of a mask, carried on over the whole face; those that
    are off by more than `scale` count little."""
    basis = shading_basis(light.shape[0])
    terms, values = basis[mask], light[mask]
    weight = np.ones(len(terms), np.float32)
    for _ in range(3):
        surface = ridge_fit(terms, values, weight)
        residual = np.linalg.norm(values - terms @ surface, axis=1)
        weight = (1 / (1 + (residual / max(scale, 1e-6)) ** 2) ** 2).astype(np.float32)
    return np.asarray(basis @ surface, np.float32)


def ridge_fit(terms: Floats, values: Floats, weight: Floats) -> Floats:
    """The coefficients of weighted ridge regression of values on terms."""
    weighted = terms * weight[:, None]
    ridge = RIDGE * len(terms) * np.eye(terms.shape[1])
    return np.asarray(np.linalg.solve(weighted.T @ terms + ridge, weighted.T @ values))


@cache
def shading_basis(size: int) -> Floats:
    """The quadratic terms in which light may change over a face, for each of its pixels."""
    axis = np.linspace(-1, 1, size, dtype=np.float32)
    y, x = np.meshgrid(axis, axis, indexing="ij")
    return np.stack([np.ones_like(x), x, y, x * x - 0.33, x * y, y * y - 0.33], axis=-1)


def body_and_way_to_ink(logs: Floats, rim: float, *, inside_only: bool) -> tuple[Floats, Floats]:
    """The colour of the body, and the vector from it to the ink's; `inside_only`: within the rim."""
    core = logs[inside_rim(logs.shape[0], rim, 2)].reshape(-1, 3)
    whole = core if inside_only else logs[2:-2:2, 2:-2:2].reshape(-1, 3)  # ink may cover half the core
    body = np.median(whole, axis=0)
    to_ink = way_to_farthest(core - body)
    near = (whole - body) @ to_ink < 0.25 * float(to_ink @ to_ink)
    body = np.median(whole[near], axis=0) if near.any() else body
    to_ink = way_to_farthest(core - body)
    ring = ring_pixels(logs - body, *(FLAT_BODY_RING if inside_only else BODY_RING))
    if float(np.median(ring @ to_ink)) > 0.5 * float(to_ink @ to_ink):
        return body + to_ink, -to_ink  # a glyph that fills the face is no body: that is what runs round it
    return body, to_ink


def way_to_farthest(offset: Floats) -> Floats:
    """The median of the twentieth of all offsets that is longest (Manhattan norm)."""
    length = np.abs(offset).sum(axis=1)
    count = max(1, len(length) // 20)
    return np.median(offset[np.argpartition(length, -count)[-count:]], axis=0)


def ring_pixels(face: Floats, start: float, end: float) -> Floats:
    """The pixels that run round a face between these shares of its side."""
    size = face.shape[0]
    first, last = round(size * start), round(size * end)
    parts = (face[first:last, first:-first], face[-last:-first, first:-first])
    sides = (face[last:-last, first:last], face[last:-last, -last:-first])
    return np.concatenate([p.reshape(-1, 3) for p in (*parts, *sides)])


def foreign_share(offset: Floats, along: Floats, to_ink: Floats) -> float:
    """The share of the face that is neither near the body's colour nor near ink."""
    residual = offset - np.clip(along, 0.0, 1.3)[..., None] * to_ink
    residual = residual - (1.0 - SHADING_WEIGHT) * residual.mean(axis=2, keepdims=True)
    foreign = ((residual * residual).sum(axis=2) > FOREIGN_LOG**2) & ~with_border(along > FAINT_INK_CONTRAST)
    return float(foreign[4:-4, 4:-4].mean())


def with_border(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Ink and the pixels beside it, which show it half."""
    return np.asarray(cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def inside_rim(size: int, rim: float, every: int = 1) -> tuple[slice, slice]:
    """The part of a face inside a rim."""
    edge = round(size * rim)
    return np.s_[edge:-edge:every, edge:-edge:every]


def log_intensity(face: Image) -> Floats:
    """The natural logarithm of a face's levels, a little lifted, as darkness is noise."""
    table = np.log(np.arange(256, dtype=np.float32) + 16.0).astype(np.float32)
    return np.asarray(cv2.LUT(cv2.GaussianBlur(face, (3, 3), 0), table), np.float32)


def linear_intensity(face: Image) -> Floats:
    """How much light came from each place of a face, from 0 to 1 in each colour."""
    table = ((np.arange(256) / 255.0) ** GAMMA).astype(np.float32)
    return np.asarray(cv2.LUT(cv2.GaussianBlur(face, (3, 3), 0), table), np.float32)
