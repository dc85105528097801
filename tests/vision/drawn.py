"""Drawn faces and trays for the tests of the eye: known place, turn and pips, no file needed."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image
from vision.detect.rectify import FACE_PX

Colour = tuple[int, int, int]
SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 1), (-1, 0), (1, 0), (1, -1), (1, 1)),
}
FELT = (70, 96, 40)


def empty(size: tuple[int, int] = (640, 480), felt: Colour = FELT, seed: int = 0) -> Image:
    """Felt with a little grain."""
    rng = np.random.default_rng(seed)
    cloth = np.full((size[1], size[0], 3), felt, np.float64) + rng.normal(0, 2.0, (size[1], size[0], 1))
    return np.clip(cloth, 0, 255).astype(np.uint8)


def face(pips: int, size: int, body: Colour = (225, 228, 230), ink: Colour = (30, 30, 30)) -> Image:
    """A squared face."""
    fine = np.full((size * 4, size * 4, 3), body, np.uint8)
    for x, y in SPOTS[pips]:
        middle = (round(size * 4 * (0.5 + 0.25 * x)), round(size * 4 * (0.5 + 0.25 * y)))
        cv2.circle(fine, middle, round(size * 4 * 0.1), ink, -1)
    return np.asarray(cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def glyph(name: str, size: int, body: Colour = (40, 40, 190), ink: Colour = (240, 240, 240)) -> Image:
    """A squared face with a capital letter or two."""
    fine = np.full((size * 4, size * 4, 3), body, np.uint8)
    scale = size / 18 / len(name) ** 0.6
    (width, height), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, scale, size // 4)
    corner = (size * 2 - width // 2, size * 2 + height // 2)
    cv2.putText(fine, name, corner, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, size // 4)
    return np.asarray(cv2.resize(fine, (size, size), interpolation=cv2.INTER_AREA), np.uint8)


def lay(tray: Image, top: Image, x: float, y: float, edge: float, degrees: float) -> Image:
    """The tray with a face of this edge lying flat about (x, y)."""
    size = top.shape[0]
    turn = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), degrees, edge / size)
    turn[:, 2] += (x - size / 2 + 0.5, y - size / 2 + 0.5)
    shape = (tray.shape[1], tray.shape[0])
    mask = cv2.warpAffine(np.full((size, size), 255, np.uint8), turn, shape, flags=cv2.INTER_LINEAR)
    laid = cv2.warpAffine(top, turn, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = (mask.astype(np.float64) / 255)[:, :, None]
    return np.asarray(cv2.GaussianBlur(tray * (1 - share) + laid * share, (3, 3), 0), np.float64).astype(
        np.uint8
    )


def figure(sign: str, shift: tuple[int, int] = (0, 0), grain: int = 0, strength: float = 1.0) -> Image:
    """A large figure with a small sign beside it, drawn as strongly or fainter, seen a little otherwise each
    time."""
    body, ink = (40, 120, 230), (30, 30, 30)
    faint = [b + strength * (i - b) for b, i in zip(body, ink, strict=True)]
    picture = np.full((FACE_PX * 4, FACE_PX * 4, 3), body, np.uint8)
    cv2.rectangle(picture, (50, 90), (110, 190), ink, -1)
    cv2.circle(picture, (80, 62), 24, ink, -1)
    cv2.putText(picture, sign, (132 + shift[0], 160 + shift[1]), cv2.FONT_HERSHEY_SIMPLEX, 1.9, faint, 7)
    noise = np.random.default_rng(grain).normal(0, 6, picture.shape)
    fine = np.clip(picture + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(fine, (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def mirrored(picture: Image, light: np.ndarray) -> Image:
    """The picture with so much light mirrored in it, from 0 to 1, beside its own."""
    both = (picture / 255.0) ** 2.2 + light[..., None]
    return np.asarray(np.clip(both, 0, 1) ** (1 / 2.2) * 255, np.uint8)
