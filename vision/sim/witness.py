"""Tells the truth about a pile of dice as the camera stands to it.

Feeds `VirtualTray.truth`, which is for tests and benches alone.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from companion.dice import Point, TrayState
from vision.arrays import Doubles
from vision.sim.attitude import upper_side
from vision.sim.lens import Lens
from vision.sim.look import Look
from vision.sim.physics import top_side_cosine
from vision.sim.pile import Pile, Thrown
from vision.sim.sprite import Pose, corners, side_quad
from vision.sim.truth import Lying, Truth

MIN_COCKED_DEG = 8.0  # degrees


def witness(look: Look, lens: Lens, pile: Pile, *, hand: bool) -> Truth:
    """What lies in the tray."""
    close = _touching_dice(pile.poses, look.edge)
    dice = tuple(
        _lying(look, lens, die, pose, i in close)
        for i, (die, pose) in enumerate(zip(pile.dice, pile.poses, strict=True))
    )
    state: TrayState = "settled" if dice else "empty"
    return Truth("hand" if hand else "rolling" if pile.moving else state, dice)


def outline(look: Look, lens: Lens, pose: Pose) -> Doubles:
    """Where the corners of a die are seen, as if its edges were sharp."""
    return lens.pixels(corners(pose, look.edge))


def _lying(look: Look, lens: Lens, die: Thrown, pose: Pose, touching: bool) -> Lying:
    side = upper_side(pose.turn)
    a, b, c, d = (_point(p) for p in lens.pixels(side_quad(pose, look.edge, side)))
    seen = outline(look, lens, pose)
    box = (*_point(seen.min(axis=0)), *_point(seen.max(axis=0)))
    tilt = float(np.degrees(np.arccos(min(1.0, top_side_cosine(pose.turn[None])[0]))))
    face = die.model.sides[side]
    return Lying(
        die.number, die.model.kind, face, die.colour, (a, b, c, d), box, tilt, tilt > MIN_COCKED_DEG, touching
    )


def _point(xy: Doubles) -> Point:
    return (float(xy[0]), float(xy[1]))


def _touching_dice(poses: tuple[Pose, ...], edge: float) -> set[int]:
    """Which dice have a neighbour nearer than a tenth of an edge."""
    grown = [corners(p, 1.1 * edge)[:, :2] for p in poses]
    close: set[int] = set()
    for i, j in combinations(range(len(poses)), 2):
        if not _has_separating_axis(grown[i], grown[j]) and not _has_separating_axis(grown[j], grown[i]):
            close |= {i, j}
    return close


def _has_separating_axis(one: Doubles, other: Doubles) -> bool:
    """Whether a line along a direction of `one` (seen from above) parts the two."""
    ways = one[[1, 2, 4]] - one[0]
    long = ways[np.linalg.norm(ways, axis=1) > 1e-6]
    axes = np.concatenate((long, np.column_stack((-long[:, 1], long[:, 0]))))
    here, there = one @ axes.T, other @ axes.T
    return bool(((here.max(axis=0) < there.min(axis=0)) | (there.max(axis=0) < here.min(axis=0))).any())
