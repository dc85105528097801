"""Whether the camera still stands where it stood when the tray was learned: told by all but the floor.

What lies on the floor, and what a lamp does, moves no wall.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Doubles, Floats, Mask

Xy = tuple[float, float]

PATCH = 56  # pixels of the look: one part of the surroundings that is looked for
STRIDE = 28
BARE = 0.25  # share of a patch that must be surroundings
PLAIN = 0.012  # mean edge of a patch below which nothing in it could be found again
ALIKE = 0.5  # correlation of two patches that show the same
SAME = 0.3  # correlation of all surroundings from which they can be where they were
GOOD, BETTER = 0.5, 0.1  # the same for all surroundings, if they are to have moved; so much more than unmoved
FAR = 22.0  # pixels by which a patch is believed to have moved
AGREED = 0.5  # share of the patches with something in them that must tell the same
FEW = 4  # patches below which nothing is claimed
BUMP = 1.6  # pixels of the look by which a camera has moved: a tenth of a die
STRETCH = 0.15  # by which a picture may grow, or be squeezed, when a camera is bumped
STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-4)
CLIP = 0.35  # log units from pixel to pixel: a stronger edge counts no more


@dataclass(frozen=True, eq=False)
class Stand:
    """How the camera stands. `away`: by how many pixels of the look the tray is elsewhere; `matrix`
    leads from the learned look to what is seen now (lost: not known).
    """

    how: Literal["here", "moved", "lost", "unknown"]
    away: float = 0.0
    matrix: Doubles | None = None


def stand(kept: Floats, now: Floats, floor: Mask) -> Stand:
    """Compares two looks by what surrounds the floor."""
    ring = surroundings(floor)
    before, after = edges(kept), edges(now)
    places = [at for at in grid(floor.shape) if telling(before, ring, at)]
    if len(places) < FEW:
        return Stand("unknown")
    tries = guesses(before, after)
    for guess in tries:
        known = fitted(paired(before, after, ring, places, guess), len(places), floor.shape)
        if known.how == "here" and believed(before, after, ring, known):
            return known
        if known.matrix is not None:
            tries = (known.matrix, *tries)
    ways = [way for start in tries for way in (start, aligned(before, after, ring, start)) if way is not None]
    return best(ways, before, after, ring)


def best(ways: list[Doubles], before: Floats, after: Floats, ring: Floats) -> Stand:
    """The way by which most of the surroundings are found again, if it can be believed."""
    told = [one for one in (as_stand(way, ring.shape) for way in ways) if believed(before, after, ring, one)]
    return max(told, key=lambda one: likeness_if(before, after, ring, one), default=Stand("lost"))


def aligned(before: Floats, after: Floats, ring: Floats, start: Doubles) -> Doubles | None:
    """How all surroundings moved at once, from about there: of a straight edge only one direction is told."""
    shown = (moved(ring, start) > 0.5).astype(np.uint8)
    try:
        way: object = cv2.findTransformECC(
            before, after, np.asarray(start, np.float32), cv2.MOTION_AFFINE, STEPS, shown, 5
        )[1]
    except cv2.error:  # nothing in common from there
        return None
    return np.asarray(way, np.float64)


def believed(before: Floats, after: Floats, ring: Floats, told: Stand) -> bool:
    """Whether what is seen now is like what was learned if it moved so; and more so than if not."""
    if told.matrix is None:
        return False
    stayed, went = likeness(before, after, ring), likeness_if(before, after, ring, told)
    if told.how == "here":
        return stayed > SAME
    return went > GOOD and went > stayed + BETTER * min(1.0, (told.away - BUMP) / 5)


def likeness_if(before: Floats, after: Floats, ring: Floats, told: Stand) -> float:
    """How alike the surroundings are if all moved so."""
    if told.matrix is None:
        return 0.0
    return likeness(before, moved(after, back_from(told.matrix)), ring)


def surroundings(floor: Mask) -> Floats:
    """1 outside the floor and not too near it, as dice that lean on a wall reach over; soft at its border."""
    wide = cv2.dilate(floor, np.ones((9, 9), np.uint8))
    return np.asarray(cv2.GaussianBlur((wide == 0).astype(np.float32), (0, 0), 2), np.float32)


def edges(look: Floats) -> Floats:
    """How much the brightness changes from pixel to pixel."""
    light = cv2.GaussianBlur(look.mean(axis=2), (0, 0), 1.2)
    dx, dy = (cv2.Sobel(light, cv2.CV_32F, x, 1 - x, scale=0.125) for x in (1, 0))
    return np.asarray(np.minimum(cv2.magnitude(dx, dy), CLIP), np.float32)


def grid(shape: tuple[int, ...]) -> list[tuple[int, int]]:
    """Corners (x, y) of patches all over the picture."""
    rows, columns = (range(2, side - PATCH - 1, STRIDE) for side in shape[:2])
    return [(x, y) for y in rows for x in columns]


def telling(before: Floats, ring: Floats, at: tuple[int, int]) -> bool:
    """Whether a patch has something that can be found again."""
    x, y = at
    part = np.s_[y : y + PATCH, x : x + PATCH]
    return bool(ring[part].mean() > BARE and before[part].std() > PLAIN)


def guesses(before: Floats, after: Floats) -> tuple[Doubles, ...]:
    """Ways the whole picture may have moved, to begin with: not at all, and the likeliest."""
    window = cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(before.copy(), after.copy(), window)  # it may spoil what it is given
    none, some = (np.array([[1.0, 0.0, dx], [0.0, 1.0, dy]]) for dx, dy in ((0.0, 0.0), (x, y)))
    return (none, some) if abs(x) + abs(y) > 1.0 else (none,)


def paired(
    before: Floats, after: Floats, ring: Floats, places: list[tuple[int, int]], guess: Doubles
) -> list[tuple[Xy, Xy]]:
    """Middles of patches before, and where each is found now, if all moved about as guessed."""
    found = []
    back = moved(after, back_from(guess))
    for x, y in places:
        part = np.s_[y : y + PATCH, x : x + PATCH]
        way = shift(before[part], back[part], ring[part])
        if way is not None:
            middle = np.array((x + PATCH / 2, y + PATCH / 2))
            now = guess[:, :2] @ (middle + way) + guess[:, 2]
            found.append(((float(middle[0]), float(middle[1])), (float(now[0]), float(now[1]))))
    return found


def shift(old: Floats, new: Floats, ring: Floats) -> Xy | None:
    """By how much a patch moved; None if it is not found."""
    window = cv2.createHanningWindow((PATCH, PATCH), cv2.CV_32F)
    (x, y), _ = cv2.phaseCorrelate(old * ring, new * ring, window)
    if abs(x) > FAR or abs(y) > FAR:
        return None
    back = moved(new, np.array([[1, 0, -x], [0, 1, -y]]))
    inner = np.s_[6:-6, 6:-6]
    return (float(x), float(y)) if likeness(old[inner], back[inner], ring[inner]) > ALIKE else None


def likeness(old: Floats, new: Floats, weight: Floats) -> float:
    """Correlation of two pictures where there is weight."""
    one, other = level(old, weight), level(new, weight)
    return float((one * other).sum() / (np.sqrt((one**2).sum() * (other**2).sum()) + 1e-9))


def level(part: Floats, weight: Floats) -> Floats:
    """The part less its mean, where there is weight."""
    return np.asarray((part - (part * weight).sum() / max(float(weight.sum()), 1.0)) * weight, np.float32)


def fitted(pairs: list[tuple[Xy, Xy]], asked: int, shape: tuple[int, ...]) -> Stand:
    """The shift, turn and growth that most patches agree on; of `asked` these were found."""
    if len(pairs) < max(FEW, AGREED * asked):
        return Stand("lost")
    old, new = (np.array([pair[k] for pair in pairs], np.float64) for k in (0, 1))
    matrix, agreed = cv2.estimateAffinePartial2D(old, new, ransacReprojThreshold=1.5)
    if matrix is None or agreed.sum() < max(FEW, AGREED * len(pairs)):
        return Stand("lost")
    return as_stand(np.asarray(matrix, np.float64), shape)


def as_stand(matrix: Doubles, shape: tuple[int, ...]) -> Stand:
    """What such a way means for the tray; a stretched picture is no bump."""
    if np.abs(np.linalg.svd(matrix[:, :2], compute_uv=False) - 1).max() > STRETCH:
        return Stand("lost")
    height, width = shape[:2]
    corners = np.array([(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]) * (width, height)
    away = float(np.linalg.norm(corners @ matrix[:, :2].T + matrix[:, 2] - corners, axis=1).mean())
    return Stand("moved" if away > BUMP else "here", away, matrix)


def back_from(matrix: Doubles) -> Doubles:
    """The way back."""
    return np.asarray(cv2.invertAffineTransform(matrix), np.float64)


def moved(picture: Floats, matrix: Doubles) -> Floats:
    """The picture moved by a 2x3 matrix, its border drawn out."""
    size = (picture.shape[1], picture.shape[0])
    return cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[return-value]
