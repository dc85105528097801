"""How a cube can lie: rotations at random, with a given side up, leaning on a wall, between two others.

Attitudes are 3×3 rotation matrices whose columns are the die's own axes; angles are radians.
"""

from __future__ import annotations

from itertools import permutations, product

import cv2
import numpy as np

from vision.arrays import Doubles


def _rotations() -> Doubles:
    """The 24 ways to turn a cube onto itself."""
    found = []
    for order, signs in product(permutations(range(3)), product((1.0, -1.0), repeat=3)):
        matrix = np.zeros((3, 3))
        matrix[np.arange(3), order] = signs
        if np.linalg.det(matrix) > 0:
            found.append(matrix)
    return np.array(found)


ROTATIONS = _rotations()
ROTATIONS.flags.writeable = False


def random_rotations(rng: np.random.Generator, count: int) -> Doubles:
    """Attitudes without any preference: evenly spread over all rotations, so no face is favoured."""
    w, x, y, z = (q := rng.normal(size=(4, count))) / np.linalg.norm(q, axis=0)
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return np.array(rows).transpose(2, 0, 1)


def rotation_with_side_up(side: int, yaw: float) -> Doubles:
    """Flat, with this side (+x, −x, +y, −y, +z, −z) on top, turned by `yaw` (radians)."""
    wanted = 1.0 if side % 2 == 0 else -1.0
    flat = next(r for r in ROTATIONS if r[2, side // 2] == wanted)
    return np.asarray(rotation_about((0.0, 0.0, yaw)) @ flat)


def upper_side(turn: Doubles) -> int:
    """The side that looks up most."""
    axis = int(np.argmax(np.abs(turn[2])))
    return 2 * axis + (0 if turn[2, axis] > 0 else 1)


def rotation_about(vector: tuple[float, float, float] | Doubles) -> Doubles:
    """The rotation about a vector by its length in radians."""
    return np.asarray(cv2.Rodrigues(np.asarray(vector, dtype=float))[0])


def interpolated_rotation(start: Doubles, end: Doubles, share: float) -> Doubles:
    """The attitude `share` (0..1) of the way from one to another."""
    way = cv2.Rodrigues(end @ start.T)[0]
    return np.asarray(cv2.Rodrigues(way * share)[0] @ start)


def wall_leaning_rotation(turn: Doubles, wall: Doubles, tilt: float) -> Doubles:
    """The nearest attitude that is square to a wall (its outward normal) and leans by `tilt` radians."""
    normal, up = np.array([wall[0], wall[1], 0.0]), np.array([0.0, 0.0, 1.0])
    square = np.stack((-normal, np.cross(up, -normal), up), axis=1)
    nearest = max(ROTATIONS, key=lambda r: float((r * (square.T @ turn)).sum()))
    return np.asarray(rotation_about(tilt * np.cross(normal, up)) @ square @ nearest)
