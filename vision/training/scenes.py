"""Domain-randomised scenes: dice on a table, traced for some camera under some lamp, with their labels.

All is chance; the same seed gives the same scene. Lengths are edges of a die, `edge` in pixels is its
projection.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, cos, degrees, exp, hypot, log, pi, radians, sin, sqrt
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles
from vision.training import masks, materials
from vision.training.labels import MIN_READABLE_VISIBLE_SHARE, PICTURE_PX, Label
from vision.training.throws import AXES, Box, Placed, Pose, Walls, throw_dice
from vision.training.tracer import DIE, PROP, SCENE, trace

PROPS_SCENE_SHARE = 0.4  # share of scenes with things that are no dice
UNREADABLE_VISIBLE_SHARE = 0.99 * MIN_READABLE_VISIBLE_SHARE


def props(luck: Random, poses: Sequence[Pose], reach: float) -> list[Any]:
    """Beads and coins: things on the table that are no dice."""
    things = []
    for _ in range(luck.randint(1, 6) if luck.random() < PROPS_SCENE_SHARE else 0):
        radius = luck.uniform(0.15, 0.8)
        flat = luck.random() < 0.6
        x, y = (luck.uniform(-0.5, 0.5) * reach for _ in range(2))
        if any(hypot(x - d.foot[0], y - d.foot[1]) < radius + 1.5 * d.half for d in poses):
            continue
        prop = np.zeros((), PROP)
        prop["centre"], prop["radius"] = (x, y, 0 if flat else radius), radius
        prop["height"] = luck.uniform(0.05, 0.4) if flat else 0
        prop["colour"], prop["gloss"] = (
            materials.random_colour(luck) ** 1.6,
            luck.choice((0.0, luck.uniform(0.2, 1.2))),
        )
        things.append(prop)
    return things


def camera(luck: Random, scene: Any, edge: float) -> tuple[Doubles, Doubles]:
    """A camera that sees an edge as so many pixels; its place and its axes."""
    lean = radians(luck.choice((luck.uniform(0, 12), luck.uniform(0, 25), luck.uniform(10, 42))))
    way, far = luck.uniform(0, 2 * pi), exp(luck.uniform(log(6), log(28)))
    eye = np.array([sin(lean) * cos(way), sin(lean) * sin(way), cos(lean)]) * far + (0, 0, 0.5)
    ahead = -(eye - (0, 0, 0.5)) / far
    roll = luck.uniform(0, 2 * pi)
    right = np.cross(ahead, (cos(roll), sin(roll), 0.02))
    right /= np.linalg.norm(right)
    view = np.stack([right, np.cross(ahead, right), ahead], 1)
    off = np.array([luck.uniform(-0.3, 0.3) for _ in range(2)]) * PICTURE_PX * (luck.random() < 0.5)
    scene["eye"], scene["view"], scene["focal"] = eye, view.ravel(), edge * far
    scene["middle"] = PICTURE_PX / 2 + off
    return eye, view


def light(luck: Random, scene: Any, floor: NDArray[np.uint8]) -> Doubles:
    """One lamp somewhere, small or large, against a sky; the mean colour of the floor comes back."""
    high, way = luck.uniform(5, 30), luck.uniform(0, 2 * pi)
    aside = luck.uniform(0, 1.3) * high
    scene["lamp"] = aside * cos(way), aside * sin(way), high
    scene["lamp_size"] = high * exp(luck.uniform(log(0.01), log(0.5)))
    share = luck.choice((luck.uniform(0.1, 0.4), luck.uniform(0.3, 1), luck.uniform(1, 4)))
    scene["lamp_colour"] = 1 + np.array([luck.uniform(-0.25, 0.1), 0, luck.uniform(-0.1, 0.25)])
    sky = share * 0.6 * (1 + np.array([luck.uniform(-0.1, 0.25), 0, luck.uniform(-0.2, 0.1)]))
    mean = (floor.reshape(-1, 3).mean(0) / 255.0) ** 2
    scene["sky"], scene["ground"] = sky, sky * mean * 0.8 + 0.03
    scene["window"] = luck.choice((0.0, luck.uniform(0, 1), luck.uniform(0.5, 2)))
    return np.asarray(mean)


def walls(luck: Random, scene: Any, reach: float, mean: Doubles) -> Walls | None:
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
        materials.random_colour(luck) ** 1.8 if luck.random() < 0.6 else mean * luck.uniform(0.5, 1.3)
    )
    return a, b


@dataclass(frozen=True)
class InView:
    """What is seen of a die: how many pixels of each face, and their middle."""

    pixels: NDArray[Any]
    middle: tuple[float, float]

    @staticmethod
    def of(face: NDArray[Any], dice: int) -> list[InView]:
        """Of each die of a picture; `face` as in `TracedScene`."""
        whole = 6 * dice + 1
        y, x = (axis.ravel() for axis in np.indices(face.shape))
        sums = [np.bincount(face.ravel(), of, whole)[1:].reshape(-1, 6) for of in (None, x, y)]
        total = np.maximum(sums[0].sum(1), 1)
        middles = zip(sums[1].sum(1) / total, sums[2].sum(1) / total, strict=True)
        return [InView(pixels, (float(x), float(y))) for pixels, (x, y) in zip(sums[0], middles, strict=True)]


def label(scene: Any, eye: Any, view: Any, die: Placed, visible: InView) -> Label | None:
    """What is to be said of a die, if enough of it is in the picture.

    One whose top is covered is to be pointed at where something of it is in view.
    """
    ups = (die.pose.turn @ AXES.T)[2]
    top = int(ups.argmax())
    axis = AXES[top]
    across = np.array([0, 1, 0.0]) if abs(axis[0]) > 0.5 else np.array([1, 0, 0.0])
    along = np.cross(axis, across)
    corners = np.array([axis + s * across + t * along for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    quad = project(scene, (eye, view), die.pose, corners)
    area = quad_area(quad)
    all_of_it, share = float(visible.pixels.sum() / max(area, 1)), float(visible.pixels[top] / max(area, 1))
    if all_of_it < 0.05:
        return None
    middle, edge = project(scene, (eye, view), die.pose, axis[None])[0], quad[1] - quad[0]
    x, y = middle if share >= MIN_READABLE_VISIBLE_SHARE else visible.middle
    return Label(
        x=float(x),
        y=float(y),
        size=sqrt(area),
        angle=float(np.arctan2(edge[1], edge[0])),
        value=die.values[top],
        seen=share if share >= MIN_READABLE_VISIBLE_SHARE else min(all_of_it, UNREADABLE_VISIBLE_SHARE),
        lean=degrees(acos(min(1.0, float(ups[top])))),
        quad=tuple(float(k) for k in quad.ravel()),
        away=tilt_of(eye, view, die.pose, axis),
    )


def tilt_of(eye: Any, view: Any, pose: Pose, axis: Doubles) -> tuple[float, float]:
    """How far a face is turned away from the eye, to the right and down of the picture: sines."""
    facing = pose.turn @ axis
    ray = pose.centre + facing * pose.half - eye
    x, y, _ = view.T @ (facing + ray / np.linalg.norm(ray))
    return float(x), float(y)


def project(scene: Any, camera: tuple[Any, Any], pose: Pose, points: Doubles) -> Doubles:
    """Where points of a die (in half edges, by its own axes) are in the picture."""
    eye, view = camera
    x, y, z = view.T @ (pose.centre + (points * pose.half) @ pose.turn.T - eye).T
    return np.asarray(np.stack([x, y]) / z * float(scene["focal"]) + scene["middle"][:, None]).T


def quad_area(quad: Doubles) -> float:
    """The area of a quad, by the shoelace formula."""
    x, y = quad.T
    return 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))


def expose(luck: Random, linear: NDArray[Any], on_dice: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """The picture as a camera would expose it: never so bright that dice burn out."""
    metered = np.percentile(linear, luck.choice((50, 70, 90, 97))) + 1e-4
    gain = luck.choice((luck.uniform(0.12, 0.4), luck.uniform(0.25, 0.7), luck.uniform(0.5, 1))) / metered
    if on_dice.any():
        gain = min(gain, luck.uniform(0.6, 1.5) / (np.percentile(linear[on_dice].max(-1), 80) + 1e-4))
    bright = linear * gain
    if luck.random() < 0.5:
        bright = bright / (1 + bright * luck.uniform(0, 0.5))
    return np.asarray(np.clip(bright, 0, 1) ** (1 / 2.2) * 255, np.uint8)


@dataclass(frozen=True)
class TracedScene:
    """A scene before a camera exposes it: light and, for each pixel, 0 or 1 + 6 × die + face."""

    linear: NDArray[Any]
    face: NDArray[Any]
    placed: Sequence[Placed]
    labels: Sequence[Label | None]  # one for each die, None where it is out of sight


def trace_scene(luck: Random, box: Box, others: float) -> TracedScene:
    """Some scene; `others` is the share of makes without pips."""
    made = np.zeros((), SCENE)
    edge = exp(luck.uniform(log(34), log(84)))
    reach, floor = PICTURE_PX / edge, luck.choice(box.floors)
    set_floor(luck, made, box, floor)
    eye, view = camera(luck, made, edge)
    mean = light(luck, made, floor)
    placed = throw_dice(luck, box, reach, walls(luck, made, reach, mean), others)
    things = props(luck, [die.pose for die in placed], reach)
    made["dice"], made["props"] = len(placed), len(things)
    records = np.array([die.record for die in placed] or [np.zeros((), DIE)], DIE)
    round_ = np.array(things or [np.zeros((), PROP)], PROP)
    linear, face = trace(made, (records, round_), (box.masks, floor, box.noise))
    views = InView.of(face, len(placed))
    labels = [label(made, eye, view, die, seen) for die, seen in zip(placed, views, strict=True)]
    return TracedScene(linear, face, placed, labels)


def set_floor(luck: Random, scene: Any, box: Box, floor: NDArray[np.uint8]) -> None:
    """The floor, the size of everything, and the tracer's own seed."""
    scene["width"] = scene["height"] = PICTURE_PX
    scene["floor_size"], scene["noise_size"], scene["mask_size"] = len(floor), len(box.noise), masks.MASK_PX
    scene["floor_scale"], scene["floor_turn"] = luck.uniform(0.03, 0.16), luck.uniform(0, 2 * pi)
    scene["floor_gloss"] = luck.choice((0.0, 0.0, luck.uniform(0, 0.3)))
    scene["seed"] = luck.getrandbits(31) | 1


def scene(luck: Random, box: Box, others: float = 0.28) -> tuple[NDArray[np.uint8], list[Label]]:
    """A picture and what is on top of the dice in it."""
    some = trace_scene(luck, box, others)
    return expose(luck, some.linear, some.face > 0), [one for one in some.labels if one is not None]
