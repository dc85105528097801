"""Textures of single faces of a die, flat and evenly lit: body, pips or a drawing, and rounded edges."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.sim.die_model import PIP_LAYOUT, DieModel
from vision.sim.look import Look, Skin

Plane = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FaceTexture:
    """One face: its colours (rows, columns, 3), 0..255, and 1 inside, 0 where its edge has rounded away."""

    colour: Plane
    alpha: Plane


def face_textures(look: Look, die: DieModel, colour: str | None, pixels: int) -> tuple[FaceTexture, ...]:
    """The faces of a die, in the order of its sides, `pixels` wide."""
    skin = look.skin(colour)
    alpha = _alpha(look.rounding / look.edge, pixels)
    return tuple(
        FaceTexture(_colours(look, face, die.masks.get(face), skin, pixels), alpha) for face in die.sides
    )


def _colours(look: Look, face: str, mask: Image | None, skin: Skin, pixels: int) -> Plane:
    """The colours of a face: pips, or the drawing of the mask."""
    drawn = _pip_ink(look, face, pixels) if mask is None else _mask_ink(look, mask, pixels)
    out = np.broadcast_to(np.array(skin.body, np.float32), (pixels, pixels, 3)).copy()
    if look.dents and mask is None:  # the rim of a dent catches the light
        rim = cv2.dilate(drawn, np.ones((3, 3), np.uint8)) - drawn
        out += 0.10 * rim[..., None] * (255 - out)
    out += drawn[..., None] * (np.array(skin.ink, np.float32) - out)
    return np.asarray(out, np.float32)


def _pip_ink(look: Look, face: str, pixels: int) -> Plane:
    """Ink of the pips, 0..1; drawn large and made small, so that their edges are soft."""
    fine = 4 * pixels
    canvas = np.zeros((fine, fine), np.float32)
    for x, y in PIP_LAYOUT[face]:
        at = (round(fine * (0.5 + look.spread * x)), round(fine * (0.5 + look.spread * y)))
        radius = look.pip * (1.25 if face == "1" else 1.0)
        cv2.circle(canvas, at, round(fine * radius), (1.0,), -1)
        if look.dents:  # a dent is lit on its far side
            far = (at[0], at[1] + round(0.25 * fine * radius))
            cv2.circle(canvas, far, round(0.55 * fine * radius), (0.86,), -1)
    return np.asarray(cv2.resize(canvas, (pixels, pixels), interpolation=cv2.INTER_AREA), np.float32)


def _mask_ink(look: Look, mask: Image, pixels: int) -> Plane:
    """Ink of a symbol, 0..1, inside the flat part of the face."""
    inner = round(pixels * (1 - 1.6 * look.rounding / look.edge))
    canvas = np.zeros((pixels, pixels), np.float32)
    start = (pixels - inner) // 2
    small = cv2.resize(mask, (inner, inner), interpolation=cv2.INTER_AREA)
    canvas[start : start + inner, start : start + inner] = small / 255.0
    return canvas


def _alpha(rounding: float, pixels: int) -> Plane:
    """1 on the flat part, falling to 0 where the rounded edge begins to look sideways."""
    away = np.abs((np.arange(pixels) + 0.5) / pixels - 0.5)
    x, y = np.meshgrid(away, away)
    over = np.maximum(np.stack((x, y)) - (0.5 - rounding), 0.0)
    distance = np.sqrt((over**2).sum(axis=0)) / rounding
    return np.asarray(np.clip(1.55 - 1.5 * distance, 0.0, 1.0), np.float32)
