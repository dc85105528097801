"""The empty tray as the camera sees it: felt, walls, rim and table under one lamp, for a look and size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Image
from vision.sim.lens import Lens
from vision.sim.look import Colour, Look

Plane = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Ground:
    """The empty tray before blur and grain, and how bright the light is at each pixel (1 = usual)."""

    picture: Image
    light: Plane


def ground(look: Look, lens: Lens, seed: int) -> Ground:
    """Draws the empty tray; `seed` decides the nap of the felt and the grain of the wood."""
    rng = np.random.default_rng(seed)
    scale = lens.scale(0.0)
    floor = _floor(lens)
    light = _illumination(look, lens, floor)
    picture = _tint(look.table, _streaks(rng, lens.size, scale, 0.05))
    wood = _tint(look.wood, _streaks(rng, lens.size, scale, 0.09))
    felt = _tint(look.felt, _nap(rng, lens.size, scale, look.nap))
    base, top = _outline_at(look, 0.0, 0.0), _outline_at(look, look.wall, 0.0)
    outer = _outline_at(look, look.wall, look.rim)
    _blend(picture, 0.55 * picture, _blur(_mask(lens, outer), 6 * scale))
    _blend(picture, 1.08 * wood, _mask(lens, outer))
    opening = _mask(lens, top)
    for i in range(len(base)):
        _blend(picture, _wall_shade(look, base, top, i) * wood, _mask(lens, _panel(base, top, i)) * opening)
    _blend(picture, felt * _ambient_occlusion(lens, base, scale)[..., None], _mask(lens, base) * opening)
    tint = np.array([1 - 0.10 * look.warmth, 1.0, 1 + 0.08 * look.warmth], np.float32)
    picture *= light[..., None] * tint
    return Ground(np.clip(picture, 0, 255).astype(np.uint8), light)


def _floor(lens: Lens) -> Doubles:
    """The point of the felt's plane that each pixel sees."""
    xy = np.meshgrid(np.arange(lens.size[0]) + 0.5, np.arange(lens.size[1]) + 0.5)
    return lens.floor(np.stack(xy, axis=-1).astype(float))


def _illumination(look: Look, lens: Lens, floor: Doubles) -> Plane:
    """Lamp with its fall-off, the shadow of the walls, light from all around, and the lens's vignette."""
    lamp = np.array(look.lamp)
    away2 = ((floor - lamp[:2]) ** 2).sum(axis=2) + lamp[2] ** 2
    direct = (lamp @ lamp) / away2 * (lamp[2] / np.sqrt(away2)) / (lamp[2] / np.sqrt(lamp @ lamp))
    rim = _outline_at(look, look.wall, 0.0)
    thrown = lamp + (rim - lamp) * (lamp[2] / (lamp[2] - look.wall))
    lit = _blur(_mask(lens, thrown), 5 * look.softness * lens.scale(0.0))
    total = look.ambient + (1 - look.ambient) * direct * (0.35 + 0.65 * lit)
    return np.asarray(look.light * total * _vignette(look, lens.size), np.float32)


def _vignette(look: Look, size: tuple[int, int]) -> Plane:
    x, y = np.meshgrid(np.linspace(-1, 1, size[0]), np.linspace(-0.75, 0.75, size[1]))
    return np.asarray(1 - look.vignette * (x**2 + y**2) / 1.5625, np.float32)


def _outline_at(look: Look, height: float, grow: float) -> Doubles:
    """The outline of the tray at a height, made wider by `grow`."""
    here = np.array(look.outline())
    wide = here * (1 + grow / np.abs(here).max(axis=0))
    return np.column_stack((wide, np.full(len(here), height)))


def _panel(base: Doubles, top: Doubles, i: int) -> Doubles:
    j = (i + 1) % len(base)
    return np.stack((base[i], base[j], top[j], top[i]))


def _wall_shade(look: Look, base: Doubles, top: Doubles, i: int) -> float:
    """How bright a wall is: the more it faces the lamp the brighter."""
    j = (i + 1) % len(base)
    along = base[j] - base[i]
    inward = np.array([-along[1], along[0], 0.0]) / np.linalg.norm(along)
    to_lamp = np.array(look.lamp) - (base[i] + top[j]) / 2
    facing = max(0.0, float(inward @ to_lamp / np.linalg.norm(to_lamp)))
    return 0.42 + 0.62 * facing


def _mask(lens: Lens, points: Doubles) -> Plane:
    """1 inside the outline of these points as seen, with soft edges."""
    canvas = np.zeros((lens.size[1], lens.size[0]), np.uint8)
    seen = np.round(np.clip(lens.pixels(points), -1e5, 1e5) * 16).astype(np.int32)
    cv2.fillPoly(canvas, [seen], (255,), cv2.LINE_AA, 4)
    return np.asarray(canvas / np.float32(255), np.float32)


def _blur(mask: Plane, blur: float) -> Plane:
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32)


def _ambient_occlusion(lens: Lens, base: Doubles, scale: float) -> Plane:
    """Felt is darker close to a wall, where less of the room shines in."""
    inside = (_mask(lens, base) > 0.5).astype(np.uint8)
    framed = cv2.copyMakeBorder(inside, 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    away = cv2.distanceTransform(framed, cv2.DIST_L2, 5)[1:-1, 1:-1] / scale
    return np.asarray(1 - 0.42 * np.exp(-away / 7.0) - 0.10 * np.exp(-away / 30.0), np.float32)


def _blend(picture: Plane, colour: Plane, mask: Plane) -> None:
    picture += mask[..., None] * (colour - picture)


def _tint(colour: Colour, pattern: Plane) -> Plane:
    return np.asarray(np.array(colour, np.float32) * pattern[..., None], np.float32)


def _noise(rng: np.random.Generator, size: tuple[int, int], x: float, y: float) -> Plane:
    """Smooth noise of unit strength with grains of `x` by `y` pixels."""
    small = (max(4, round(size[0] / x)), max(4, round(size[1] / y)))
    dots = rng.standard_normal((small[1], small[0])).astype(np.float32)
    return np.asarray(cv2.resize(dots, size, interpolation=cv2.INTER_CUBIC), np.float32)


def _nap(rng: np.random.Generator, size: tuple[int, int], scale: float, nap: float) -> Plane:
    """Felt: fine fibres, small tufts, broad clouds where it has been brushed."""
    fibres = 0.030 * _noise(rng, size, 0.8 * scale, 0.5 * scale)
    tufts = 0.022 * _noise(rng, size, 2.2 * scale, 1.8 * scale)
    clouds = 0.020 * _noise(rng, size, 14 * scale, 11 * scale) + 0.02 * _noise(
        rng, size, 45 * scale, 38 * scale
    )
    return np.asarray(1 + nap * (fibres + tufts + clouds), np.float32)


def _streaks(rng: np.random.Generator, size: tuple[int, int], scale: float, strength: float) -> Plane:
    """Wood: long streaks across the picture."""
    fine = 0.5 * _noise(rng, size, 30 * scale, 0.8 * scale) + 0.5 * _noise(rng, size, 60 * scale, 3 * scale)
    return np.asarray(1 + strength * fine + 0.01 * _noise(rng, size, 1, 1), np.float32)
