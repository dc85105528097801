"""Puts the picture together: ground, shadows, dice, hand, then the lens's blur and the sensor's noise."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Doubles, Image
from vision.sim.die_model import DieModel
from vision.sim.face_textures import FaceTexture, face_textures
from vision.sim.ground import ground
from vision.sim.lens import lens
from vision.sim.look import Look
from vision.sim.sprite import SUPERSAMPLING, Pose, Sprite, View, corners, sprite

Plane = NDArray[np.float32]
MotionPx = tuple[float, float]  # how far a die moves in the picture while the shutter is open

SHUTTER_S = 1 / 60  # s
NOISE_MARGIN_PX = 64  # pixels by which the sheet of grain is larger than the picture


class Studio:
    """One table, one camera, any dice. Keeps what need be drawn only once: ground, paints, grain."""

    def __init__(self, look: Look, size: tuple[int, int], seed: int) -> None:
        self.look = look
        self.lens = lens(look, size)
        empty = ground(look, self.lens, seed)
        self._ground = empty.picture
        self._eye = View(look, self.lens, empty.light)
        self._texture_cache: dict[tuple[str, str | None, int], tuple[FaceTexture, ...]] = {}
        self._sheet = _noise_sheet(look.grain, size, seed)

    def sprite(self, die: DieModel, colour: str | None, pose: Pose, smear: MotionPx = (0.0, 0.0)) -> Sprite:
        """One die, smeared along its way if it moves fast."""
        fine = (
            SUPERSAMPLING if abs(smear[0]) + abs(smear[1]) < 2.0 else 1
        )  # a smear hides what more would show
        drawn = sprite(self._eye, pose, self._textures(die, colour, fine), fine)
        return _with_motion_blur(drawn, smear)

    def scene(self, poses: Sequence[Pose], sprites: Sequence[Sprite]) -> Image:
        """The tray with these dice, without hand, blur or grain."""
        picture = self._shadowed(poses) if poses else self._ground.copy()
        away = [float(np.linalg.norm(p.place - self.lens.eye)) for p in poses]
        for i in np.argsort(away)[::-1]:
            alpha_blend(picture, sprites[int(i)])
        return picture

    def through_lens(self, scene: Image) -> Image:
        """The scene as the lens draws it: a little soft."""
        return np.asarray(cv2.GaussianBlur(scene, (3, 3), self.look.blur * self.lens.size[0] / 640), np.uint8)

    def with_noise(self, picture: Image, rng: np.random.Generator) -> Image:
        """A picture with the sensor's noise, new for each frame."""
        x, y = (int(v) for v in rng.integers(0, NOISE_MARGIN_PX, 2))
        sheet = self._sheet[y : y + picture.shape[0], x : x + picture.shape[1]]
        return np.asarray(cv2.add(picture, sheet, dtype=cv2.CV_8U), np.uint8)

    def _textures(self, die: DieModel, colour: str | None, fine: int) -> tuple[FaceTexture, ...]:
        key = (die.kind, colour, fine)
        if key not in self._texture_cache:
            pixels = round(1.12 * fine * self.look.edge * self.lens.scale(self.look.edge))
            self._texture_cache[key] = face_textures(self.look, die, colour, pixels)
        return self._texture_cache[key]

    def _shadowed(self, poses: Sequence[Pose]) -> Image:
        """The ground with soft shadows of the lamp, and the dark line where dice touch the felt."""
        half = (self.lens.size[0] // 2, self.lens.size[1] // 2)
        cast, touch = np.zeros(half[::-1], np.uint8), np.zeros(half[::-1], np.uint8)
        for pose in poses:
            self._shadow(cast, touch, pose)
        scale = self.lens.scale(0.0) / 2
        cast = cv2.GaussianBlur(cast, (0, 0), 2.1 * self.look.softness * scale)
        touch = cv2.GaussianBlur(touch, (0, 0), 1.3 * scale)
        strong = 0.80 * (1 - self.look.ambient)
        bright = (255 - strong * cast) * (255 - 0.42 * touch.astype(np.float32)) / 255
        full = cv2.resize(bright.astype(np.uint8), self.lens.size, interpolation=cv2.INTER_LINEAR)
        return np.asarray(cv2.multiply(self._ground, cv2.merge((full, full, full)), scale=1 / 255), np.uint8)

    def _shadow(self, cast: Image, touch: Image, pose: Pose) -> None:
        points = corners(pose, self.look.edge * 0.97)
        lamp = np.array(self.look.lamp)
        reach = lamp[2] / (lamp[2] - np.clip(points[:, 2:], 0, 0.8 * lamp[2]))
        self._patch(cast, (lamp + (points - lamp) * reach)[:, :2], 255)
        near = 1 - (pose.place[2] - self.look.edge / 2) / self.look.edge
        if near > 0:
            under = points[np.argsort(points[:, 2])[:4]] if near > 0.95 else points
            self._patch(
                touch, pose.place[:2] + 1.10 * (under[:, :2] - pose.place[:2]), round(255 * min(1.0, near))
            )

    def _patch(self, mask: Image, floor: Doubles, value: int) -> None:
        """Darkens the hull of these points of the felt."""
        seen = self.lens.pixels(np.column_stack((floor, np.zeros(len(floor)))))
        hull = cv2.convexHull(np.round(seen * 8).astype(np.int32)[:, None, :])
        cv2.fillConvexPoly(mask, hull, (value,), cv2.LINE_AA, 4)


def alpha_blend(picture: Image, sprite: Sprite) -> None:
    """Lays a sprite over the picture, cut off at its borders."""
    rows, columns = sprite.pixels.shape[:2]
    x, y = sprite.corner
    x0, y0 = max(0, x), max(0, y)
    x1, y1 = min(picture.shape[1], x + columns), min(picture.shape[0], y + rows)
    if x0 >= x1 or y0 >= y1:
        return
    part = sprite.pixels[y0 - y : y1 - y, x0 - x : x1 - x]
    under = picture[y0:y1, x0:x1]
    under[:] = np.minimum(under * (1 - part[..., 3:] * np.float32(1 / 255)) + part[..., :3], 255)


def _with_motion_blur(drawn: Sprite, smear: MotionPx) -> Sprite:
    """The die drawn out along the way it goes while the shutter is open."""
    length = float(np.hypot(*smear))
    if length < 1.0:
        return drawn
    reach = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    ends = [(round(16 * (reach + s * smear[0] / 2)), round(16 * (reach + s * smear[1] / 2))) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], (1.0,), 1, cv2.LINE_8, 4)
    wide = cv2.copyMakeBorder(drawn.pixels.astype(np.uint8), reach, reach, reach, reach, cv2.BORDER_CONSTANT)
    soft = cv2.filter2D(wide, -1, kernel / kernel.sum(), borderType=cv2.BORDER_CONSTANT)
    return Sprite(np.asarray(soft, np.float32), (drawn.corner[0] - reach, drawn.corner[1] - reach))


def _noise_sheet(strength: float, size: tuple[int, int], seed: int) -> NDArray[np.int16]:
    """A sheet of noise larger than the picture; each frame takes another part of it."""
    rng = np.random.default_rng((seed, 7))
    rows, columns = size[1] + NOISE_MARGIN_PX, size[0] + NOISE_MARGIN_PX
    colour = cv2.GaussianBlur(rng.standard_normal((rows, columns, 3)).astype(np.float32), (0, 0), 0.7)
    bright = rng.standard_normal((rows, columns, 1)).astype(np.float32)
    return np.asarray(np.round(strength * (0.85 * bright + 1.1 * colour)), np.int16)
