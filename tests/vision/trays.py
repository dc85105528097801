"""Drawn empty trays for the tests of the eye: any shape, cloth, print and wall; where the floor is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Image, Mask

Colour = tuple[int, int, int]
SIZE = (640, 480)


@dataclass(frozen=True)
class Drawn:
    """A tray: its `shape`, how far the floor reaches (share of the picture's height), what it is made of."""

    shape: str = "rectangle"
    reach: float = 0.40
    felt: Colour = (70, 96, 40)
    wall: Colour = (50, 80, 125)
    table: Colour = (90, 95, 100)
    print: str = ""
    lean: float = 0.0
    lamp: float = 0.25


def outline(tray: Drawn, grow: float = 1.0) -> np.ndarray:
    """The corners of the floor in pixels, made larger by `grow`; `lean` makes the far side narrower."""
    reach = tray.reach * SIZE[1] * grow
    if tray.shape == "rectangle":
        at = np.array([(-1.35, -1), (1.35, -1), (1.35, 1), (-1.35, 1)]) * reach
    else:
        turns = np.arange(6 if tray.shape == "hexagon" else 90) / (6 if tray.shape == "hexagon" else 90)
        at = np.stack((np.cos(2 * np.pi * turns), np.sin(2 * np.pi * turns)), axis=1) * reach
    far = 1 + tray.lean * at[:, 1:] / SIZE[1]
    return np.asarray(at * far + np.array(SIZE) / 2 + (4, -3))


def floor(tray: Drawn) -> Mask:
    """Where the floor is."""
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillPoly(mask, [np.round(outline(tray)).astype(np.int32)], (255,))
    return mask


def picture(tray: Drawn, seed: int = 0) -> Image:
    """The empty tray as a camera would show it: table, rim, walls, cloth with its print, one lamp, grain."""
    rng = np.random.default_rng(seed)
    scene = np.full((SIZE[1], SIZE[0], 3), tray.table, np.float64)
    for grow, shade in ((1.22, 1.15), (1.15, 0.6)):
        cv2.fillPoly(scene, [np.round(outline(tray, grow)).astype(np.int32)], [shade * c for c in tray.wall])
    cloth = printed(np.full(scene.shape, tray.felt, np.float64), tray.print)
    inside = cv2.GaussianBlur(floor(tray), (0, 0), 0.8)[:, :, None] / 255
    away = cv2.distanceTransform(floor(tray), cv2.DIST_L2, 5)[:, :, None]
    scene += inside * (cloth * (1 - 0.3 * np.exp(-away / 9)) - scene)
    x, y = np.meshgrid(np.linspace(-1, 1, SIZE[0]), np.linspace(-1, 1, SIZE[1]))
    lit = scene * (1 + tray.lamp * (0.7 * x + 0.5 * y))[:, :, None]
    return np.clip(lit + rng.normal(0, 2.0, lit.shape), 0, 255).astype(np.uint8)


def printed(cloth: np.ndarray, what: str) -> np.ndarray:
    """The cloth with its print."""
    return PRINTS[what](cloth) if what else cloth


def logo(cloth: np.ndarray) -> np.ndarray:
    """A large emblem in the middle and letters under it."""
    cv2.circle(cloth, (330, 230), 70, (210, 215, 220), -1)
    cv2.circle(cloth, (330, 230), 52, (40, 40, 170), -1)
    cv2.putText(cloth, "DADOS", (230, 345), cv2.FONT_HERSHEY_SIMPLEX, 2.0, (215, 220, 220), 8)
    return cloth


def checks(cloth: np.ndarray) -> np.ndarray:
    """Squares, every other one lighter."""
    y, x = np.mgrid[: cloth.shape[0], : cloth.shape[1]]
    return np.asarray(cloth * (1 + 0.8 * (((x // 32 + y // 32) % 2) == 0))[:, :, None])


def speckles(cloth: np.ndarray) -> np.ndarray:
    """Dots of another colour all over."""
    rng = np.random.default_rng(4)
    for x, y in rng.integers(0, SIZE[0], (900, 2)):
        cv2.circle(cloth, (int(x), int(y)), 3, (60, 190, 215), -1)
    return cloth


def seam(cloth: np.ndarray) -> np.ndarray:
    """One seam, not through the middle."""
    return cv2.line(cloth, (0, 180), (SIZE[0], 230), (30, 45, 20), 3)


def weave(cloth: np.ndarray) -> np.ndarray:
    """A cloth that is a little lighter here and a little darker there."""
    rough = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 1, cloth.shape[:2]), (0, 0), 3)
    return np.asarray(cloth * (1 + 0.6 * rough)[:, :, None])


PRINTS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "logo": logo,
    "checks": checks,
    "speckles": speckles,
    "seam": seam,
    "weave": weave,
}


def turned_in_place(tray: Drawn, degrees: float, seed: int = 0) -> Image:
    """The tray after somebody turned it where it stands: only its cloth looks otherwise."""
    image = picture(tray, seed)
    way = cv2.getRotationMatrix2D((SIZE[0] / 2 + 4, SIZE[1] / 2 - 3), degrees, 1.0)
    return np.asarray(
        np.where(floor(tray)[:, :, None] > 0, cv2.warpAffine(image, way, SIZE), image), np.uint8
    )


def moved_by(image: Image, by: tuple[float, float], degrees: float = 0.0) -> Image:
    """The picture as a camera sees it that was bumped."""
    height, width = image.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    way[:, 2] += np.array(by)
    return np.asarray(cv2.warpAffine(image, way, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)
