"""One die as the camera sees it: a small picture with its own alpha.

Each side that faces the camera is its texture under the lamp (Lambert and Blinn–Phong), warped by a
homography to where it is seen; between the sides shows the rounded edge.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles
from vision.sim.face_textures import FaceTexture
from vision.sim.lens import Lens
from vision.sim.look import Look

Plane = NDArray[np.float32]

SUPERSAMPLING = 2  # how many times finer than the picture a still die is drawn before it is made small
_SIGNS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)


def _frames() -> Doubles:
    """For each side its outward normal, and the right and down of its paint: the rows of (6, 3, 3)."""
    out = np.zeros((6, 3, 3))
    for side in range(6):
        axis, sign = side // 2, 1.0 if side % 2 == 0 else -1.0
        out[side, 0, axis] = sign
        out[side, 1, (axis + 1) % 3] = 1.0
        out[side, 2] = np.cross(out[side, 1], out[side, 0])  # right × down points into the die
    return out


_FRAMES = _frames()
_GRID = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=float)


@dataclass(frozen=True, eq=False)
class Sprite:
    """Premultiplied colours (rows, columns, 4) as floats 0..255, and where its upper left corner goes."""

    pixels: Plane
    corner: tuple[int, int]


@dataclass(frozen=True)
class Pose:
    """How a die lies: its middle and its attitude."""

    place: Doubles
    turn: Doubles


@dataclass(frozen=True)
class View:
    """All that decides how any die is drawn: the look, the camera, and the light at the die."""

    look: Look
    lens: Lens
    light: Plane


def corners(pose: Pose, edge: float) -> Doubles:
    """The eight corners of a die in the tray, as if its edges were sharp."""
    return np.asarray(pose.place + (_SIGNS * edge / 2) @ pose.turn.T)


def side_quad(pose: Pose, edge: float, side: int) -> Doubles:
    """The corners of a side, in the order of its paint: upper left, upper right, lower right, lower left."""
    normal, right, down = _FRAMES[side]
    square = np.stack((-right - down, right - down, right + down, down - right)) + normal
    return np.asarray(pose.place + (square * edge / 2) @ pose.turn.T)


def sprite(eye: View, pose: Pose, skin: tuple[FaceTexture, ...], fine: int = SUPERSAMPLING) -> Sprite:
    """Draws one die, `fine` times finer than it is to be."""
    look, lens = eye.look, eye.lens
    inner = pose.place + (_SIGNS * (look.edge / 2 - look.rounding)) @ pose.turn.T
    outline = lens.pixels(inner)
    scale = lens.focal / float((pose.place - lens.eye) @ lens.axes[2])
    margin = look.rounding * scale + 2
    low = np.floor(outline.min(axis=0) - margin).astype(int)
    extent = np.ceil(outline.max(axis=0) + margin).astype(int) - low
    canvas = np.zeros((int(extent[1]) * fine, int(extent[0]) * fine, 4), np.uint8)
    seen = _visible(lens, pose, look.edge)
    shade, shine = _shading(eye, pose, seen)
    for i, side in enumerate(seen):
        corner = (lens.pixels(side_quad(pose, look.edge, side)) - low) * fine
        _side(canvas, skin[side], corner, shade[i], shine[i])
    hull = np.round((outline - low) * fine * 16).astype(np.int32)
    body = skin[0].colour[1, skin[0].colour.shape[1] // 2] * _edge_shade(shade, seen, pose)
    large = _with_rounded_edges(canvas, hull, round(2 * look.rounding * scale * fine), body)
    small = cv2.resize(large, (int(extent[0]), int(extent[1])), interpolation=cv2.INTER_AREA)
    return Sprite(np.asarray(small, np.float32), (int(low[0]), int(low[1])))


def _visible(lens: Lens, pose: Pose, edge: float) -> list[int]:
    """The sides that look towards the camera, those seen most squarely last."""
    normals = _FRAMES[:, 0] @ pose.turn.T
    towards = lens.eye - (pose.place + normals * edge / 2)
    facing = (normals * towards).sum(axis=1)
    return [int(s) for s in np.argsort(facing) if facing[s] > 0]


def _shading(eye: View, pose: Pose, seen: list[int]) -> tuple[Plane, Plane]:
    """Light and gloss on a 3×3 grid over each visible side."""
    look, half = eye.look, eye.look.edge / 2
    frames = _FRAMES[seen] @ pose.turn.T
    normals = frames[:, None, 0]
    points = pose.place + half * (normals + _GRID @ frames[:, 1:])
    to_lamp = np.array(look.lamp) - points
    to_lamp /= np.linalg.norm(to_lamp, axis=2, keepdims=True)
    to_eye = eye.lens.eye - points
    to_eye /= np.linalg.norm(to_eye, axis=2, keepdims=True)
    middle = to_lamp + to_eye
    middle /= np.linalg.norm(middle, axis=2, keepdims=True)
    direct = np.clip((normals * to_lamp).sum(axis=2), 0, None)
    open_sky = 0.55 + 0.45 * normals[..., 2]
    near_felt = 0.62 + 0.38 * np.clip(points[..., 2] / look.edge, 0, 1)
    local = _local_brightness(eye, pose)
    shade = local * (
        look.ambient * open_sky * near_felt + (1.05 - look.ambient) * direct * (0.8 + 0.2 * near_felt)
    )
    shine = local * look.gloss * 255 * np.clip((normals * middle).sum(axis=2), 0, 1) ** 60
    size = (len(seen), 3, 3)
    return shade.astype(np.float32).reshape(size), shine.astype(np.float32).reshape(size)


def _local_brightness(eye: View, pose: Pose) -> float:
    """How bright the light is where the die is."""
    x, y = eye.lens.pixels(pose.place)
    rows, columns = eye.light.shape
    return 0.10 + float(eye.light[int(np.clip(y, 0, rows - 1)), int(np.clip(x, 0, columns - 1))])


def _edge_shade(shade: Plane, seen: list[int], pose: Pose) -> float:
    """Rounded edges look partly up: nearly as bright as the brightest side."""
    return float(0.72 * shade.mean(axis=(1, 2)).max() + 0.28 * shade.mean()) * 1.02


def _side(canvas: NDArray[np.uint8], paint: FaceTexture, corner: Doubles, shade: Plane, shine: Plane) -> None:
    """Warps one lit side onto the canvas; outside the side the canvas stays as it was."""
    pixels = paint.alpha.shape[0]
    lit = cv2.resize(shade, (pixels, pixels), interpolation=cv2.INTER_LINEAR)
    gloss = cv2.resize(shine, (pixels, pixels), interpolation=cv2.INTER_LINEAR)
    patch = np.empty((pixels, pixels, 4), np.float32)
    patch[..., :3] = (
        np.minimum(paint.colour * lit[..., None] + gloss[..., None], 250) * paint.alpha[..., None]
    )
    patch[..., 3] = 255 * paint.alpha
    end = float(pixels)
    flat = np.array([(0, 0), (end, 0), (end, end), (0, end)], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(flat, (corner - 0.5).astype(np.float32))
    size = (canvas.shape[1], canvas.shape[0])
    cv2.warpPerspective(patch.astype(np.uint8), warp, size, canvas, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)


def _with_rounded_edges(canvas: NDArray[np.uint8], hull: NDArray[np.int32], thick: int, body: Plane) -> Plane:
    """The sides laid on the silhouette of the rounded die."""
    outline = cv2.convexHull(hull[:, None, :])
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline, (255,), cv2.LINE_AA, 4)
    cv2.polylines(mask, [outline], True, (255,), max(1, thick), cv2.LINE_AA, 4)
    out = canvas.astype(np.float32)
    through = mask.astype(np.float32) * (1 - out[..., 3] / 255)
    out[..., :3] += (through / 255)[..., None] * np.minimum(body, 250)
    out[..., :3] *= (mask / np.float32(255))[..., None]
    out[..., 3] = mask
    return out
