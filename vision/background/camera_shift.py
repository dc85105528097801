"""Whether the camera still stands where it stood when the tray was learned, by all that surrounds the floor.

Patches of the gradient picture are matched by phase correlation, a similarity is fitted to them (RANSAC),
else refined from likely starts by ECC alignment; it is believed if the surroundings correlate well under it.
What lies on the floor, and what a lamp does, moves no wall. Units: pixels of the look, natural logarithm of
intensity.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Mask

Xy = tuple[float, float]

PATCH_PX = 56
STRIDE_PX = 28
MIN_SURROUNDINGS_SHARE = 0.25  # of a patch
MIN_PATCH_DEVIATION = 0.012  # of a patch's gradients: below it nothing in it could be matched
MIN_PATCH_CORRELATION = 0.5  # of two patches that show the same
MIN_STILL_CORRELATION = 0.3  # of all surroundings, where they can be where they were
MIN_MOVED_CORRELATION = 0.5  # the same if they are to have moved
MIN_CORRELATION_GAIN = 0.1  # so much more than unmoved
MAX_PATCH_SHIFT_PX = 22.0  # that is believed
MIN_AGREEING_SHARE = 0.5  # of the patches with something in them
MIN_PATCHES = 4  # below it nothing is claimed
MIN_SHIFT_PX = 1.6  # by which a camera has moved: a tenth of a die
MAX_STRETCH = 0.15  # by which a picture may grow, or be squeezed, when a camera is bumped
ECC_CRITERIA = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-4)
MAX_GRADIENT = 0.35  # log units from pixel to pixel: a stronger edge counts no more


@dataclass(frozen=True, eq=False)
class CameraShift:
    """How the camera stands. `distance`: by how many pixels of the look the tray is elsewhere; `matrix`
    (2x3, affine) leads from the learned look to what is seen now (lost: not known).
    """

    verdict: Literal["here", "moved", "lost", "unknown"]
    distance: float = 0.0
    matrix: Doubles | None = None

    @staticmethod
    def of(matrix: Doubles, shape: tuple[int, ...]) -> CameraShift:
        """What such a transform means for the tray; a stretched picture is no bump."""
        if np.abs(np.linalg.svd(matrix[:, :2], compute_uv=False) - 1).max() > MAX_STRETCH:
            return CameraShift("lost")
        height, width = shape[:2]
        corners = np.array([(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]) * (width, height)
        shifts = corners @ matrix[:, :2].T + matrix[:, 2] - corners
        distance = float(np.linalg.norm(shifts, axis=1).mean())
        return CameraShift("moved" if distance > MIN_SHIFT_PX else "here", distance, matrix)


def camera_shift(kept: Floats, now: Floats, floor: Mask) -> CameraShift:
    """Compares two looks by what surrounds the floor."""
    ring = surroundings(floor)
    before, after = gradient_magnitude(kept), gradient_magnitude(now)
    patches = textured_patches(before, ring)
    if len(patches) < MIN_PATCHES:
        return CameraShift("unknown")
    starts = initial_guesses(before, after)
    for guess in starts:
        pairs = patch_matches(before, after, ring, patches, guess)
        shift = fit_similarity(pairs, len(patches), floor.shape)
        if shift.verdict == "here" and is_plausible(before, after, ring, shift):
            return shift
        if shift.matrix is not None:
            starts = (shift.matrix, *starts)
    refined = [(start, refine_ecc(before, after, ring, start)) for start in starts]
    shifts = [CameraShift.of(each, ring.shape) for pair in refined for each in pair if each is not None]
    plausible = [shift for shift in shifts if is_plausible(before, after, ring, shift)]
    merits = [shifted_correlation(before, after, ring, shift) for shift in plausible]
    return plausible[int(np.argmax(merits))] if plausible else CameraShift("lost")


def refine_ecc(before: Floats, after: Floats, weight: Floats, start: Doubles) -> Doubles | None:
    """How all with weight moved at once, from about there: a straight edge alone tells one direction only."""
    mask = (warp(weight, start) > 0.5).astype(np.uint8)
    try:
        matrix: object = cv2.findTransformECC(
            before, after, np.asarray(start, np.float32), cv2.MOTION_AFFINE, ECC_CRITERIA, mask, 5
        )[1]
    except cv2.error:  # nothing in common from there
        return None
    return np.asarray(matrix, np.float64)


def is_plausible(before: Floats, after: Floats, ring: Floats, shift: CameraShift) -> bool:
    """Whether what is seen now is like what was learned if it moved so; and more so than if not."""
    if shift.matrix is None:
        return False
    still, moved = correlation(before, after, ring), shifted_correlation(before, after, ring, shift)
    if shift.verdict == "here":
        return still > MIN_STILL_CORRELATION
    gain = MIN_CORRELATION_GAIN * min(1.0, (shift.distance - MIN_SHIFT_PX) / 5)
    return moved > MIN_MOVED_CORRELATION and moved > still + gain


def shifted_correlation(before: Floats, after: Floats, ring: Floats, shift: CameraShift) -> float:
    """The correlation of the surroundings if all moved so."""
    if shift.matrix is None:
        return 0.0
    return correlation(before, warp(after, inverse(shift.matrix)), ring)


def surroundings(floor: Mask) -> Floats:
    """1 outside the floor and not too near it, as dice that lean on a wall reach over; soft at its border."""
    wide = cv2.dilate(floor, np.ones((9, 9), np.uint8))
    return np.asarray(cv2.GaussianBlur((wide == 0).astype(np.float32), (0, 0), 2), np.float32)


def gradient_magnitude(look: Floats) -> Floats:
    """How much the brightness changes from pixel to pixel, in log units."""
    brightness = cv2.GaussianBlur(look.mean(axis=2), (0, 0), 1.2)
    dx, dy = (cv2.Sobel(brightness, cv2.CV_32F, x, 1 - x, scale=0.125) for x in (1, 0))
    return np.asarray(np.minimum(cv2.magnitude(dx, dy), MAX_GRADIENT), np.float32)


def textured_patches(before: Floats, ring: Floats) -> list[tuple[int, int]]:
    """The corners (x, y) of patches of the surroundings in which something can be matched."""
    rows, columns = (range(2, side - PATCH_PX - 1, STRIDE_PX) for side in before.shape[:2])
    corners = [(x, y) for y in rows for x in columns]
    return [
        at
        for at in corners
        if ring[patch_slice(at)].mean() > MIN_SURROUNDINGS_SHARE
        and before[patch_slice(at)].std() > MIN_PATCH_DEVIATION
    ]


def patch_slice(at: tuple[int, int]) -> tuple[slice, slice]:
    x, y = at
    return slice(y, y + PATCH_PX), slice(x, x + PATCH_PX)


def initial_guesses(before: Floats, after: Floats) -> tuple[Doubles, ...]:
    """How the whole picture may have moved: not at all, and the shift by phase correlation."""
    window = cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before.copy(), after.copy(), window)  # it may spoil what it is given
    still, shifted = (np.array([[1.0, 0.0, dx], [0.0, 1.0, dy]]) for dx, dy in ((0.0, 0.0), (x, y)))
    return (still, shifted) if abs(x) + abs(y) > 1.0 else (still,)


def patch_matches(
    before: Floats, after: Floats, ring: Floats, patches: Sequence[tuple[int, int]], guess: Doubles
) -> list[tuple[Xy, Xy]]:
    """Middles of patches before, and where each is now, if all moved about as guessed."""
    pairs = []
    back = warp(after, inverse(guess))
    for at in patches:
        part = patch_slice(at)
        shift = patch_shift(before[part], back[part], ring[part])
        if shift is not None:
            middle = np.array((at[0] + PATCH_PX / 2, at[1] + PATCH_PX / 2))
            now = guess[:, :2] @ (middle + shift) + guess[:, 2]
            pairs.append(((float(middle[0]), float(middle[1])), (float(now[0]), float(now[1]))))
    return pairs


def patch_shift(old: Floats, new: Floats, weight: Floats) -> Xy | None:
    """By how many pixels a patch moved, by phase correlation; None if the two do not match."""
    window = cv2.createHanningWindow((PATCH_PX, PATCH_PX), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(old * weight, new * weight, window)
    if abs(x) > MAX_PATCH_SHIFT_PX or abs(y) > MAX_PATCH_SHIFT_PX:
        return None
    back = warp(new, np.array([[1, 0, -x], [0, 1, -y]]))
    inner = np.s_[6:-6, 6:-6]
    alike = correlation(old[inner], back[inner], weight[inner]) > MIN_PATCH_CORRELATION
    return (float(x), float(y)) if alike else None


def correlation(old: Floats, new: Floats, weight: Floats) -> float:
    """Normalised cross-correlation of two pictures where there is weight."""
    total = max(float(weight.sum()), 1.0)
    one, other = (
        np.asarray((each - (each * weight).sum() / total) * weight, np.float32) for each in (old, new)
    )
    return float((one * other).sum() / (np.sqrt((one**2).sum() * (other**2).sum()) + 1e-9))


def fit_similarity(pairs: list[tuple[Xy, Xy]], asked: int, shape: tuple[int, ...]) -> CameraShift:
    """The shift, turn and growth that most patches agree on (RANSAC); of `asked` these were matched."""
    if len(pairs) < max(MIN_PATCHES, MIN_AGREEING_SHARE * asked):
        return CameraShift("lost")
    old, new = (np.array([pair[k] for pair in pairs], np.float64) for k in (0, 1))
    matrix, inliers = cv2.estimateAffinePartial2D(old, new, ransacReprojThreshold=1.5)
    if matrix is None or inliers.sum() < max(MIN_PATCHES, MIN_AGREEING_SHARE * len(pairs)):
        return CameraShift("lost")
    return CameraShift.of(np.asarray(matrix, np.float64), shape)


def inverse(matrix: Doubles) -> Doubles:
    """The inverse of a 2x3 affine matrix."""
    return np.asarray(cv2.invertAffineTransform(matrix), np.float64)


def warp(picture: Floats, matrix: Doubles) -> Floats:
    """The picture moved by a 2x3 affine matrix, its border drawn out."""
    size = (picture.shape[1], picture.shape[0])
    return cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]
