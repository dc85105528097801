"""Dice thrown about a table: of which makes, where each lies and how, none in another.

Lengths are edges of a usual die, angles radians.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from random import Random
from typing import Any

import numpy as np

from vision.arrays import Doubles
from vision.training import floors, masks, materials
from vision.training.materials import Make
from vision.training.tracer import DIE

OTHER_VALUE = 0  # the value of a face that is no pattern of pips
AXES = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], float)
Square = tuple[float, float, float, float]  # x, y, yaw, half an edge
Walls = tuple[float, float]  # how far from the middle they stand
LEANING_SHARE, STACKED_SHARE = 0.1, 0.025  # shares of dice that do not lie flat on the table
PILED_SCENE_SHARE = 0.25  # of scenes, with dice on dice
MAX_PILE_OFFSET_EDGES = 0.55  # from the middle of one to that of the other
AT_WALL_SHARE = 0.3  # of dice that come to rest at a wall, if there are any
MAX_WALL_GAP_EDGES = 0.25  # between them
DICE_COUNTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 22)


@dataclass(frozen=True)
class Pose:
    """How a die lies: its turn, its middle, half its edge."""

    turn: Doubles
    centre: Doubles
    half: float

    @property
    def foot(self) -> tuple[float, float]:
        return float(self.centre[0]), float(self.centre[1])


@dataclass(frozen=True)
class Placed:
    """A die in its place: the values of its faces, how it lies, and what the tracer is told of it."""

    values: tuple[int, ...]
    pose: Pose
    record: Any


class Box:
    """The drawings that scenes choose from; refill it now and then."""

    def __init__(self, luck: Random, makers: int = 60, floors_: int = 30) -> None:
        sets = [masks.pip_faces(luck) for _ in range(makers)]
        drawn = luck.choices(masks.OTHER_MAKERS, masks.MAKER_WEIGHTS, k=makers)
        sets += [draw(luck) for draw in drawn]
        blank = np.zeros((masks.MASK_PX, masks.MASK_PX), np.uint8)
        self.masks = np.stack([mask for drawn in sets for mask in drawn] + [blank])
        self.makers = makers
        self.blank = len(self.masks) - 1
        self.floors = [floors.floor(luck) for _ in range(floors_)]
        self.noise = floors.noise(luck)

    def make(self, luck: Random, others: float) -> Make:
        is_pips = luck.random() >= others
        return materials.make(
            luck, 6 * (luck.randrange(self.makers) + (0 if is_pips else self.makers)), is_pips
        )


def axis_rotation(axis: int, angle: float) -> Doubles:
    """A turn about x (0) or z (2)."""
    c, s = cos(angle), sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]] if axis == 0 else [[c, -s, 0], [s, c, 0], [0, 0, 1]])


def faces(luck: Random, box: Box, made: Make) -> tuple[list[int], tuple[int, ...]]:
    """The drawings on +z, -z, +x, -x, +y, -y and their values; opposite pips add up to seven."""
    order = [value for low in luck.sample((1, 2, 3), 3) for value in luck.sample((low, 7 - low), 2)]
    drawings = [made.base + value - 1 for value in order]
    values = [value if made.pips else OTHER_VALUE for value in order]
    if made.pips and luck.random() < 0.06:
        place = luck.randrange(6)
        logo = (box.makers + luck.randrange(box.makers)) * 6
        drawings[place], values[place] = (box.blank if luck.random() < 0.5 else logo), OTHER_VALUE
    return drawings, tuple(values)


def are_separate(one: Square, other: Square, gap: float) -> bool:
    """Whether two squares leave a gap between them."""
    for yaw in (one[2], other[2]):
        for quarter in (0, 1):
            nx, ny = cos(yaw + quarter * pi / 2), sin(yaw + quarter * pi / 2)
            reach = sum(
                half * (abs(cos(a) * nx + sin(a) * ny) + abs(-sin(a) * nx + cos(a) * ny))
                for _, _, a, half in (one, other)
            )
            if abs((other[0] - one[0]) * nx + (other[1] - one[1]) * ny) > reach + gap:
                return True
    return False


@dataclass(frozen=True)
class Table:
    """Where dice may come to lie: how wide the view is, the walls, how much dice keep together."""

    reach: float
    walls: Walls | None
    touch: float

    def free(self, luck: Random, squares: Sequence[Square], half: float) -> Square | None:
        """A place for one more, if there is one after some tries."""
        for _ in range(40):
            square = self._try(luck, squares, half)
            if self._holds(square) and all(are_separate(square, other, 0.01) for other in squares):
                return square
        return None

    def _try(self, luck: Random, squares: Sequence[Square], half: float) -> Square:
        """Beside another die, at a wall, or anywhere."""
        yaw = luck.uniform(0, 2 * pi)
        if self.walls is not None and luck.random() < AT_WALL_SHARE:
            return place_at_wall(luck, self.walls, half)
        if squares and luck.random() < self.touch:
            x, y, turn, size = luck.choice(squares)
            way = luck.choice((turn, turn + pi / 2, turn + pi, turn - pi / 2, luck.uniform(0, 2 * pi)))
            off, slide = size + half + luck.uniform(0, 0.35), luck.uniform(-0.4, 0.4)
            yaw = turn + luck.uniform(-0.05, 0.05) if luck.random() < 0.5 else yaw
            return x + off * cos(way) + slide * sin(way), y + off * sin(way) - slide * cos(way), yaw, half
        return luck.uniform(-0.5, 0.5) * self.reach, luck.uniform(-0.5, 0.5) * self.reach, yaw, half

    def _holds(self, square: Square) -> bool:
        x, y, yaw, half = square
        reach = half * half_width(yaw)
        return self.walls is None or (abs(x) < self.walls[0] - reach and abs(y) < self.walls[1] - reach)


def place_at_wall(luck: Random, walls: Walls, half: float) -> Square:
    """A place at one of the walls: along it, as dice come to rest there, or with a corner to it."""
    turn = luck.choice((0.0, luck.gauss(0, 0.1), luck.uniform(0, 2 * pi)))
    away = half * half_width(turn) + luck.choice((0.001, luck.uniform(0, MAX_WALL_GAP_EDGES)))
    side, along = luck.choice((-1, 1)), luck.uniform(-1, 1)
    if luck.random() < 0.5:
        return side * (walls[0] - away), along * walls[1], turn, half
    return along * walls[0], side * (walls[1] - away), turn, half


def half_width(yaw: float) -> float:
    """How far a square that is turned so reaches to the side, in halves of its edge."""
    return abs(cos(yaw)) + abs(sin(yaw))


def die_at(luck: Random, box: Box, made: Make, pose: Pose) -> Placed:
    """A die of this make in this pose."""
    drawings, values = faces(luck, box, made)
    die = np.zeros((), DIE)
    die["centre"], die["axes"], die["half"] = pose.centre, pose.turn.T.ravel(), pose.half
    die["face"], die["edge"], die["cut"] = drawings, made.edge * pose.half, made.cut * pose.half
    for name, value in made.stuff.items():
        die[name] = value
    die["shift"] = luck.random(), luck.random()
    return Placed(values, pose, die)


def throw_dice(luck: Random, box: Box, reach: float, walls: Walls | None, others: float) -> list[Placed]:
    """Some dice on the table; half of the time all of one make."""
    first, alike = box.make(luck, others), luck.random() < 0.5
    room, squares, placed = Table(reach, walls, luck.random()), list[Square](), list[Placed]()
    for _ in range(luck.choice(DICE_COUNTS)):
        made = first if alike or luck.random() < 0.2 else box.make(luck, others)
        half = 0.5 if luck.random() < 0.85 else luck.uniform(0.37, 0.63)
        square = room.free(luck, squares, half)
        if square is None:
            continue
        pose = resting_pose(luck, square, squares if room.walls is None else ())
        squares.append((*pose.foot, square[2], half))
        placed.append(die_at(luck, box, made, pose))
    if placed and luck.random() < PILED_SCENE_SHARE:
        placed += [die_at(luck, box, first, pose) for pose in piled_poses(luck, [die.pose for die in placed])]
    return placed


def piled_poses(luck: Random, below: Sequence[Pose]) -> Iterator[Pose]:
    """Some dice that lie flat upon others, so that little of those may be seen; none on one that leans."""
    flat = [pose for pose in below if pose.centre[2] < pose.half * 1.01]
    for pose in luck.sample(flat, min(len(flat), luck.choice((1, 1, 2, 3, 5)))):
        off = (
            np.array(
                [
                    luck.uniform(-MAX_PILE_OFFSET_EDGES, MAX_PILE_OFFSET_EDGES),
                    luck.uniform(-MAX_PILE_OFFSET_EDGES, MAX_PILE_OFFSET_EDGES),
                    1,
                ]
            )
            * 2
            * pose.half
        )
        yaw = luck.choice((luck.uniform(0, 2 * pi), float(np.arctan2(pose.turn[1, 0], pose.turn[0, 0]))))
        yield Pose(axis_rotation(2, yaw), pose.centre + off, pose.half)


def resting_pose(luck: Random, square: Square, others: Sequence[Square]) -> Pose:
    """Flat as most dice, leaning on what is not there, or on top of one of the others."""
    x, y, yaw, half = square
    turn, height, fate = axis_rotation(2, yaw), half, luck.random()
    if fate < LEANING_SHARE:
        lean = luck.uniform(*luck.choice(((0.12, 0.35), (0.15, 0.75))))
        turn = turn @ axis_rotation(0, lean) @ axis_rotation(2, luck.choice((0, 1, 2, 3)) * pi / 2)
        height = half * (cos(lean) + sin(lean))
    elif fate < LEANING_SHARE + STACKED_SHARE and others:
        below = luck.choice(others)
        x, y = below[0] + luck.uniform(-0.3, 0.3), below[1] + luck.uniform(-0.3, 0.3)
        height = 2 * below[3] + half
    return Pose(turn, np.array([x, y, height]), half)
