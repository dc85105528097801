"""Dice as rigid cubes: they fall, tumble, bounce off felt, walls and each other, and come to rest.

Penalty contacts (spring and damper) at corners with Coulomb friction, explicit small steps, all dice at
once. Faces have no names here: a cube turned onto another face behaves the same, so a fair start makes a
fair throw. Units: millimetres, seconds, radians, a die's mass.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles

Which = NDArray[np.intp]

GRAVITY_MM_S2 = 6500.0  # mm/s²: less than the real one, else a throw is over before the eye can enjoy it
STEP_S = 1 / 600  # s: short enough for the stiffest contact
STIFFNESS = 60_000.0  # 1/s²: a fall from 10 cm dents the felt by some 5 mm, for 6 ms
DAMPING = 45.0  # 1/s: felt gives back about a third of the speed
FRICTION = 0.30  # friction of plastic on felt
REST_SPEED_MM_S = 12.0  # mm/s and, times half an edge, of turning: slower than this is rest
MIN_FLAT_COSINE = 0.9995  # cosine of 1.8°

_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
_MIDDLES = np.array([p for p in np.ndindex(3, 3, 3) if sum(c == 1 for c in p) == 1], dtype=float) - 1.0
_CONTACT_POINTS = np.concatenate(
    (_CORNERS, _MIDDLES)
)  # corners and middles of edges: what touches another die
_INVERSE_INERTIA = 6.0  # over edge²: what a moment does to the spin of a cube of mass 1


def _cross_matrices() -> Doubles:
    """C with (w @ C, as 3×3) p = w × p."""
    out = np.zeros((3, 3, 3))
    for w, row, column in ((0, 2, 1), (1, 0, 2), (2, 1, 0)):
        out[w, row, column], out[w, column, row] = 1.0, -1.0
    return out.reshape(3, 9)


_CROSS_MATRICES = _cross_matrices()


@dataclass
class Bodies:
    """The moving state of `n` dice: where they are, how they lie (`turn`, 3×3 each), how they move.

    `steady` dice stay where they are whatever hits them. Dice not yet `inside` are on their way in: they
    fly straight on, and touch nothing.
    """

    place: Doubles
    turn: Doubles
    speed: Doubles
    spin: Doubles
    steady: NDArray[np.bool_]
    inside: NDArray[np.bool_]

    @property
    def count(self) -> int:
        return len(self.place)

    @classmethod
    def empty(cls) -> Bodies:
        """No dice at all."""
        off = np.zeros(0, bool)
        return cls(np.zeros((0, 3)), np.zeros((0, 3, 3)), np.zeros((0, 3)), np.zeros((0, 3)), off, off.copy())

    def subset(self, which: NDArray[np.bool_]) -> Bodies:
        """Only those dice."""
        motion = (self.speed[which], self.spin[which])
        return Bodies(self.place[which], self.turn[which], *motion, self.steady[which], self.inside[which])

    def with_more(self, more: Bodies) -> Bodies:
        """These and those."""
        return Bodies(
            np.concatenate((self.place, more.place)),
            np.concatenate((self.turn, more.turn)),
            np.concatenate((self.speed, more.speed)),
            np.concatenate((self.spin, more.spin)),
            np.concatenate((self.steady, more.steady)),
            np.concatenate((self.inside, more.inside)),
        )


@dataclass(frozen=True, eq=False)
class Walls:
    """Where dice roll: walls as outward normals and distances, and the edge of a die."""

    normals: Doubles
    reach: Doubles
    edge: float


def walls_of(outline: tuple[tuple[float, float], ...], edge: float) -> Walls:
    """The walls round an outline that goes counter-clockwise."""
    here = np.array(outline)
    along = np.roll(here, -1, axis=0) - here
    normals = np.stack((along[:, 1], -along[:, 0]), axis=1)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return Walls(normals, (normals * here).sum(axis=1), edge)


def advance(bodies: Bodies, walls: Walls, seconds: float, age: float) -> None:
    """Let time go by. `age` is how long the throw has lasted: felt stops everything in the end."""
    if bodies.steady.all():
        return
    drag = 1.0 - STEP_S * (1.2 + 6.0 * max(0.0, age - 0.9))
    for _ in range(round(seconds / STEP_S)):
        _step(bodies, walls, drag)


def are_at_rest(bodies: Bodies, edge: float) -> NDArray[np.bool_]:
    """Which dice lie flat and still."""
    slow = np.linalg.norm(bodies.speed, axis=1) < REST_SPEED_MM_S
    still = np.linalg.norm(bodies.spin, axis=1) * edge / 2 < REST_SPEED_MM_S
    low = bodies.place[:, 2] < edge * 0.53
    return np.asarray(bodies.steady | (slow & still & low & (top_side_cosine(bodies.turn) > MIN_FLAT_COSINE)))


def top_side_cosine(turn: Doubles) -> Doubles:
    """The cosine of the angle between the vertical and the face that looks up most."""
    return np.asarray(np.abs(turn[:, 2, :]).max(axis=1)) if len(turn) else np.zeros(0)


def level(turn: Doubles) -> Doubles:
    """The same attitudes with the upper face made exactly level."""
    out = turn.copy()
    for one in out:
        side = int(np.argmax(np.abs(one[2])))
        up = np.zeros(3)
        up[2] = np.sign(one[2, side])
        first = one[:, (side + 1) % 3] * (1, 1, 0)
        first /= np.linalg.norm(first)
        one[:, side], one[:, (side + 1) % 3] = up, first
        one[:, (side + 2) % 3] = np.cross(up, first)
    return out


def _step(b: Bodies, walls: Walls, drag: float) -> None:
    arms = (_CORNERS * (walls.edge / 2)) @ b.turn.transpose(0, 2, 1)
    whirl = (b.spin @ _CROSS_MATRICES).reshape(-1, 3, 3)
    motion = b.speed[:, None, :] + arms @ whirl.transpose(0, 2, 1)
    heights = arms[:, :, 2] + b.place[:, 2:3]
    force = _floor_contacts(heights, motion) * b.inside[:, None, None]
    moment = -(arms.transpose(0, 2, 1) @ force).reshape(-1, 9) @ _CROSS_MATRICES.T
    push, yaw = _wall_contacts(b, walls, arms, motion)
    bump, swing = _dice_contacts(b, walls.edge)
    calm = (
        (np.abs(b.speed).max(axis=1) < 30)
        & (np.abs(b.spin).max(axis=1) < 5)
        & (np.ptp(heights, axis=1) < 1.06 * walls.edge)
    )
    held = np.where(b.steady, 0.0, np.where(calm, 0.9, np.where(heights.min(axis=1) < 0, drag, 1.0)))[:, None]
    b.speed += STEP_S * (force.sum(axis=1) + push + bump - b.inside[:, None] * (0.0, 0.0, GRAVITY_MM_S2))
    moment[:, 2] += yaw + swing
    b.spin += (STEP_S * _INVERSE_INERTIA / walls.edge**2) * moment
    b.speed *= held
    b.spin *= held
    b.place += STEP_S * b.speed
    _turn(b)


def _turn(b: Bodies) -> None:
    """Turn each die by its spin, and keep its axes square and of length one."""
    whirl = (b.spin @ _CROSS_MATRICES).reshape(-1, 3, 3)
    turned = b.turn + STEP_S * (whirl @ b.turn)
    square = turned @ (1.5 * np.eye(3) - 0.5 * (turned.transpose(0, 2, 1) @ turned))
    b.turn[~b.steady] = square[~b.steady]


def _floor_contacts(heights: Doubles, motion: Doubles) -> Doubles:
    """The force of the felt on each corner: it pushes up what sinks in, and rubs."""
    force = np.zeros_like(motion)
    up = np.clip(-STIFFNESS * heights - DAMPING * motion[:, :, 2], 0.0, None) * (heights < 0)
    along = np.sqrt((motion[:, :, :2] ** 2).sum(axis=2)) + 1e-6
    rub = np.minimum(FRICTION * up / along, 0.12 / STEP_S)  # never so much that a corner would be thrown back
    force[:, :, :2] = -rub[:, :, None] * motion[:, :, :2]
    force[:, :, 2] = up
    return force


def _wall_contacts(b: Bodies, walls: Walls, arms: Doubles, motion: Doubles) -> tuple[Doubles, Doubles]:
    """Push and yaw by the walls. They give no hold upwards, so nothing comes to lean on them by itself."""
    centre = b.place[:, :2] @ walls.normals.T - walls.reach
    b.inside |= centre.max(axis=1) < -0.6 * walls.edge
    push, yaw = np.zeros((b.count, 3)), np.zeros(b.count)
    if centre.max() < -0.87 * walls.edge:
        return push, yaw
    deep = centre[:, None, :] + arms[:, :, :2] @ walls.normals.T
    inward = np.clip(STIFFNESS * deep + DAMPING * (motion[:, :, :2] @ walls.normals.T), 0.0, None)
    inward *= (deep > 0) & b.inside[:, None, None]
    force = -inward @ walls.normals
    push[:, :2] = force.sum(axis=1)
    yaw[:] = (arms[:, :, 0] * force[:, :, 1] - arms[:, :, 1] * force[:, :, 0]).sum(axis=1)
    return push, yaw


def _dice_contacts(b: Bodies, edge: float) -> tuple[Doubles, Doubles]:
    """Push and yaw by other dice. What lands on a die slides off it: sideways there is always a push."""
    push, yaw = np.zeros((b.count, 3)), np.zeros(b.count)
    apart = b.place[:, None, :] - b.place[None, :, :]
    near = (apart**2).sum(axis=2) < (1.74 * edge) ** 2
    near &= ~(b.steady[:, None] & b.steady[None, :]) & b.inside[:, None] & b.inside[None, :]
    np.fill_diagonal(near, False)
    one, other = np.nonzero(near)
    if not len(one):
        return push, yaw
    arms = (_CONTACT_POINTS * (edge / 2)) @ b.turn[one].transpose(0, 2, 1)
    force = _contact_force(b, one, other, arms, edge)
    total = force.sum(axis=1)
    np.add.at(push, one, total)
    np.subtract.at(push, other, total)
    there = arms + apart[one, other][:, None, :]
    np.add.at(yaw, one, (arms[:, :, 0] * force[:, :, 1] - arms[:, :, 1] * force[:, :, 0]).sum(axis=1))
    np.add.at(yaw, other, -(there[:, :, 0] * force[:, :, 1] - there[:, :, 1] * force[:, :, 0]).sum(axis=1))
    return push, yaw


def _contact_force(b: Bodies, one: Which, other: Which, arms: Doubles, edge: float) -> Doubles:
    """The force on each feeler of `one` that has got into `other`."""
    gap = b.place[one] - b.place[other]
    local = (arms + gap[:, None, :]) @ b.turn[other]
    deep = edge / 2 - np.abs(local)
    side = deep.argmin(axis=2)
    depth = np.take_along_axis(deep, side[:, :, None], axis=2)[:, :, 0]
    sign = np.sign(np.take_along_axis(local, side[:, :, None], axis=2)[:, :, 0])
    normal = np.take_along_axis(b.turn[other].transpose(0, 2, 1), side[:, :, None], axis=1) * sign[:, :, None]
    aside = gap[:, None, :] * (1.0, 1.0, 0.0) + (1e-3 * (one - other))[:, None, None] * (1.0, 0.4, 0.0)
    aside = aside / np.sqrt((aside**2).sum(axis=2, keepdims=True))
    normal = normal * (1.0, 1.0, 0.5) + aside * np.abs(normal[:, :, 2:3])
    closing = ((b.speed[one] - b.speed[other])[:, None, :] * normal).sum(axis=2)
    strength = np.clip(0.5 * STIFFNESS * depth - 0.4 * DAMPING * closing, 0.0, None) * (depth > 0)
    return np.asarray(strength[:, :, None] * normal)


def tip_over(bodies: Bodies, edge: float) -> None:
    """Tips dice that stand on an edge or corner, as no real die would for long."""
    slow = np.linalg.norm(bodies.spin, axis=1) * edge / 2 < 3 * REST_SPEED_MM_S
    standing = ~bodies.steady & slow & (top_side_cosine(bodies.turn) < MIN_FLAT_COSINE)
    bodies.spin[standing] += (4.0, 3.0, 0.0)
