"""Scenes to learn from: dice thrown about a table, seen by some camera under some lamp, with what is on top.

All is chance; the same seed gives the same scene. Refuses to know nets and crops.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, cos, degrees, exp, hypot, log, pi, radians, sin, sqrt
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.training import floors, looks
from vision.training.looks import Make
from vision.training.tracer import DIE, PROP, SCENE, trace

WIDTH = 448
OTHER = 0  # the value of a face that is no pattern of pips
AXES = np.array([(0, 0, 1), (0, 0, -1), (1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)], float)
COUNTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 22)


@dataclass(frozen=True)
class Label:
    """A top face in a picture: its middle, the root of its area, the direction of an edge, its value (0: other),
    how much of it is seen, by how many degrees it leans, and its corners."""

    x: float
    y: float
    size: float
    angle: float
    value: int
    seen: float
    lean: float
    quad: tuple[float, ...]

    @property
    def row(self) -> list[float]:
        return [self.x, self.y, self.size, self.angle, self.value, self.seen, self.lean, *self.quad]


@dataclass(frozen=True)
class Placed:
    """A die in its place: the values of its faces, its turn, its middle, half its edge, how far it leans."""

    values: tuple[int, ...]
    turn: NDArray[np.float64]
    centre: NDArray[np.float64]
    half: float
    record: Any

    @property
    def foot(self) -> tuple[float, float, float]:
        return float(self.centre[0]), float(self.centre[1]), self.half


class Box:
    """The drawings that scenes choose from; refill it now and then."""

    def __init__(self, luck: Random, makers: int = 60, floors_: int = 30) -> None:
        sets = [looks.pips(luck) for _ in range(makers)]
        sets += [looks.siblings(luck) if luck.random() < 0.3 else looks.glyphs(luck) for _ in range(makers)]
        blank = np.zeros((looks.SIZE, looks.SIZE), np.uint8)
        self.masks = np.stack([mask for drawn in sets for mask in drawn] + [blank])
        self.makers = makers
        self.blank = len(self.masks) - 1
        self.floors = [floors.floor(luck) for _ in range(floors_)]
        self.noise = floors.noise(luck)

    def make(self, luck: Random, others: float) -> Make:
        is_pips = luck.random() >= others
        return looks.make(luck, 6 * (luck.randrange(self.makers) + (0 if is_pips else self.makers)), is_pips)


def turned(axis: int, angle: float) -> NDArray[np.float64]:
    """A turn about x (0) or z (2)."""
    c, s = cos(angle), sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]] if axis == 0 else [[c, -s, 0], [s, c, 0], [0, 0, 1]])


def faces(luck: Random, box: Box, made: Make) -> tuple[list[int], tuple[int, ...]]:
    """The drawings on +z, -z, +x, -x, +y, -y and their values; opposite pips add up to seven."""
    order = [value for low in luck.sample((1, 2, 3), 3) for value in luck.sample((low, 7 - low), 2)]
    drawings = [made.base + value - 1 for value in order]
    values = [value if made.pips else OTHER for value in order]
    if made.pips and luck.random() < 0.06:
        place = luck.randrange(6)
        logo = (box.makers + luck.randrange(box.makers)) * 6
        drawings[place], values[place] = (box.blank if luck.random() < 0.5 else logo), OTHER
    return drawings, tuple(values)


def apart(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float], gap: float
) -> bool:
    """Whether two squares (x, y, yaw, half) leave a gap between them."""
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


def spot(
    luck: Random,
    squares: Sequence[tuple[float, float, float, float]],
    half: float,
    touch: float,
    reach: float,
) -> tuple[float, float, float, float]:
    """A place to try: beside another die, or anywhere."""
    yaw = luck.uniform(0, 2 * pi)
    if squares and luck.random() < touch:
        x, y, turn, size = luck.choice(squares)
        way = luck.choice((turn, turn + pi / 2, turn + pi, turn - pi / 2, luck.uniform(0, 2 * pi)))
        off, slide = size + half + luck.uniform(0, 0.35), luck.uniform(-0.4, 0.4)
        yaw = turn + luck.uniform(-0.05, 0.05) if luck.random() < 0.5 else yaw
        return x + off * cos(way) + slide * sin(way), y + off * sin(way) - slide * cos(way), yaw, half
    return luck.uniform(-0.5, 0.5) * reach, luck.uniform(-0.5, 0.5) * reach, yaw, half


def record(
    luck: Random, made: Make, drawings: list[int], turn: NDArray[np.float64], centre: Any, half: float
) -> Any:
    die = np.zeros((), DIE)
    die["centre"], die["axes"], die["half"], die["face"] = centre, turn.T.ravel(), half, drawings
    die["edge"], die["cut"] = made.edge * half, made.cut * half
    for name, value in made.stuff.items():
        die[name] = value
    die["shift"] = luck.random(), luck.random()
    return die


def dice(
    luck: Random, box: Box, reach: float, walls: tuple[float, float] | None, others: float
) -> list[Placed]:
    """Some dice on the table; half of the time all of one make."""
    first, alike, touch = box.make(luck, others), luck.random() < 0.5, luck.random()
    squares: list[tuple[float, float, float, float]] = []
    placed: list[Placed] = []
    for _ in range(luck.choice(COUNTS)):
        made = first if alike or luck.random() < 0.2 else box.make(luck, others)
        half = 0.5 if luck.random() < 0.85 else luck.uniform(0.37, 0.63)
        for _ in range(40):
            square = spot(luck, squares, half, touch, reach)
            inside = walls is None or all(
                abs(k) < w - half * 1.3 for k, w in zip(square, walls, strict=False)
            )
            if inside and all(apart(square, other, 0.01) for other in squares):
                break
        else:
            continue
        turn, height = turned(2, square[2]), half
        fate = luck.random()
        if fate < 0.075:  # leaning on what is not there
            lean = luck.uniform(*luck.choice(((0.12, 0.35), (0.15, 0.75))))
            turn = turn @ turned(0, lean) @ turned(2, luck.choice((0, 1, 2, 3)) * pi / 2)
            height = half * (cos(lean) + sin(lean))
        elif fate < 0.1 and squares and walls is None:  # on top of another
            below = luck.choice(squares)
            square = (below[0] + luck.uniform(-0.3, 0.3), below[1] + luck.uniform(-0.3, 0.3), square[2], half)
            height = 2 * below[3] + half
        squares.append(square)
        drawings, values = faces(luck, box, made)
        centre = np.array([square[0], square[1], height])
        placed.append(Placed(values, turn, centre, half, record(luck, made, drawings, turn, centre, half)))
    return placed


def props(luck: Random, placed: Sequence[Placed], reach: float) -> list[Any]:
    """Beads and coins: things on the table that are no dice."""
    things = []
    for _ in range(luck.randint(1, 5) if luck.random() < 0.2 else 0):
        radius = luck.uniform(0.15, 0.8)
        flat = luck.random() < 0.6
        x, y = (luck.uniform(-0.5, 0.5) * reach for _ in range(2))
        if any(hypot(x - d.foot[0], y - d.foot[1]) < radius + 1.5 * d.half for d in placed):
            continue
        prop = np.zeros((), PROP)
        prop["centre"], prop["radius"] = (x, y, 0 if flat else radius), radius
        prop["height"] = luck.uniform(0.05, 0.4) if flat else 0
        prop["colour"], prop["gloss"] = looks.any_hue(luck) ** 1.6, luck.choice((0.0, luck.uniform(0.2, 1.2)))
        things.append(prop)
    return things


def camera(luck: Random, scene: Any, edge: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A camera that sees an edge as so many pixels; its place and its axes."""
    lean = radians(luck.choice((luck.uniform(0, 12), luck.uniform(0, 25), luck.uniform(10, 42))))
    way, far = luck.uniform(0, 2 * pi), exp(luck.uniform(log(6), log(28)))
    eye = np.array([sin(lean) * cos(way), sin(lean) * sin(way), cos(lean)]) * far + (0, 0, 0.5)
    ahead = -(eye - (0, 0, 0.5)) / far
    roll = luck.uniform(0, 2 * pi)
    right = np.cross(ahead, (cos(roll), sin(roll), 0.02))
    right /= np.linalg.norm(right)
    view = np.stack([right, np.cross(ahead, right), ahead], 1)
    off = np.array([luck.uniform(-0.3, 0.3) for _ in range(2)]) * WIDTH * (luck.random() < 0.5)
    scene["eye"], scene["view"], scene["focal"] = eye, view.ravel(), edge * far
    scene["middle"] = WIDTH / 2 + off
    return eye, view


def light(luck: Random, scene: Any, floor: NDArray[np.uint8]) -> NDArray[np.float64]:
    """One lamp somewhere, small or large, against a sky; the mean colour of the floor comes back."""
    high, way = luck.uniform(5, 30), luck.uniform(0, 2 * pi)
    aside = luck.uniform(0, 1.3) * high
    scene["lamp"], scene["lamp_size"] = (
        (aside * cos(way), aside * sin(way), high),
        high * exp(luck.uniform(log(0.01), log(0.5))),
    )
    share = luck.choice((luck.uniform(0.1, 0.4), luck.uniform(0.3, 1), luck.uniform(1, 4)))
    scene["lamp_colour"] = 1 + np.array([luck.uniform(-0.25, 0.1), 0, luck.uniform(-0.1, 0.25)])
    sky = share * 0.6 * (1 + np.array([luck.uniform(-0.1, 0.25), 0, luck.uniform(-0.2, 0.1)]))
    mean = (floor.reshape(-1, 3).mean(0) / 255.0) ** 2
    scene["sky"], scene["ground"] = sky, sky * mean * 0.8 + 0.03
    scene["window"] = luck.choice((0.0, luck.uniform(0, 1), luck.uniform(0.5, 2)))
    return np.asarray(mean)


def walls(luck: Random, scene: Any, reach: float, mean: NDArray[np.float64]) -> tuple[float, float] | None:
    """The walls of a tray, sometimes; how far from the middle they stand."""
    if luck.random() >= 0.4:
        return None
    a, b = (luck.uniform(0.4, 1.1) * reach / 2 + 1 for _ in range(2))
    high, thick = luck.uniform(0.5, 2.2), luck.uniform(0.2, 1)
    scene["wall"][:4] = (
        (a, -b - thick, 0, a + thick, b + thick, high),
        (-a - thick, -b - thick, 0, -a, b + thick, high),
        (-a, b, 0, a, b + thick, high),
        (-a, -b - thick, 0, a, -b, high),
    )
    scene["walls"] = 4
    scene["wall_colour"] = (
        looks.any_hue(luck) ** 1.8 if luck.random() < 0.6 else mean * luck.uniform(0.5, 1.3)
    )
    return a, b


def label(scene: Any, eye: Any, view: Any, die: Placed, seen: NDArray[Any]) -> Label | None:
    """What is to be said of a die, if anything of it is in the picture; `seen` are the pixels of its faces."""
    ups = (die.turn @ AXES.T)[2]
    top = int(ups.argmax())
    axis = AXES[top]
    across = np.array([0, 1, 0.0]) if abs(axis[0]) > 0.5 else np.array([1, 0, 0.0])
    along = np.cross(axis, across)

    def project(point: Any) -> NDArray[np.float64]:
        x, y, z = view.T @ (die.centre + die.turn @ (point * die.half) - eye)
        return np.asarray(np.array([x, y]) / z * float(scene["focal"]) + scene["middle"])

    quad = np.array([project(axis + s * across + t * along) for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    x, y = quad.T
    area = 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))
    if seen.sum() < 0.05 * area:
        return None
    middle, edge = project(axis), quad[1] - quad[0]
    return Label(
        float(middle[0]), float(middle[1]), sqrt(area), float(np.arctan2(edge[1], edge[0])), die.values[top],
        float(seen[top] / max(area, 1)), degrees(acos(min(1.0, float(ups[top])))), tuple(float(k) for k in quad.ravel()),
    )  # fmt: skip


def exposed(luck: Random, linear: NDArray[Any], on_dice: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The picture as a camera would expose it: never so bright that dice burn out."""
    metered = np.percentile(linear, luck.choice((50, 70, 90, 97)))
    gain = luck.choice((luck.uniform(0.12, 0.4), luck.uniform(0.25, 0.7), luck.uniform(0.5, 1))) / (
        metered + 1e-4
    )
    if on_dice.any():
        gain = min(gain, luck.uniform(0.6, 1.5) / (np.percentile(linear[on_dice].max(-1), 80) + 1e-4))
    bright = linear * gain
    if luck.random() < 0.5:
        bright = bright / (1 + bright * luck.uniform(0, 0.5))
    return np.asarray(np.clip(bright, 0, 1) ** (1 / 2.2) * 255, np.uint8)


def scene(luck: Random, box: Box, others: float = 0.28) -> tuple[NDArray[np.uint8], list[Label]]:
    """A picture and what is on top of the dice in it."""
    made = np.zeros((), SCENE)
    edge = exp(luck.uniform(log(34), log(84)))
    reach, floor = WIDTH / edge, luck.choice(box.floors)
    made["width"] = made["height"] = WIDTH
    made["floor_size"], made["noise_size"], made["mask_size"] = len(floor), len(box.noise), looks.SIZE
    made["floor_scale"], made["floor_turn"] = luck.uniform(0.03, 0.16), luck.uniform(0, 2 * pi)
    made["floor_gloss"], made["seed"] = (
        luck.choice((0.0, 0.0, luck.uniform(0, 0.3))),
        luck.getrandbits(31) | 1,
    )
    eye, view = camera(luck, made, edge)
    mean = light(luck, made, floor)
    placed = dice(luck, box, reach, walls(luck, made, reach, mean), others)
    things = props(luck, placed, reach)
    made["dice"], made["props"] = len(placed), len(things)
    records = np.array([die.record for die in placed] or [np.zeros((), DIE)], DIE)
    linear, face = trace(
        made, (records, np.array(things or [np.zeros((), PROP)], PROP)), (box.masks, floor, box.noise)
    )
    count = np.bincount(face.ravel(), minlength=6 * len(placed) + 1)[1:]
    found = [label(made, eye, view, die, count[6 * k : 6 * k + 6]) for k, die in enumerate(placed)]
    return exposed(luck, linear, face > 0), [one for one in found if one is not None]
