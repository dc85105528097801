"""The camera over the virtual tray: a pinhole a little off overhead, its focal length in pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import Doubles
from vision.sim.look import Look


@dataclass(frozen=True, eq=False)
class Lens:
    """Where the camera stands (`eye`), its axes (rows: right, up, forward), its focal length in pixels."""

    eye: Doubles
    axes: Doubles
    focal: float
    size: tuple[int, int]

    def pixels(self, points: Doubles) -> Doubles:
        """Points (…, 3) in millimetres → pixels (…, 2), y downwards."""
        seen = (points - self.eye) @ self.axes.T
        scale = self.focal / seen[..., 2]
        x = self.size[0] / 2 + seen[..., 0] * scale
        y = self.size[1] / 2 - seen[..., 1] * scale
        return np.stack((x, y), axis=-1)

    def scale(self, height: float) -> float:
        """Pixels a millimetre at the middle of the tray, `height` above the felt."""
        return float(self.focal / (self.eye[2] - height))

    def floor(self, pixels: Doubles, height: float = 0.0) -> Doubles:
        """Pixels (…, 2) → the point (…, 2) of the plane `height` above the felt that is seen there."""
        x = (pixels[..., 0] - self.size[0] / 2) / self.focal
        y = (self.size[1] / 2 - pixels[..., 1]) / self.focal
        rays = np.stack((x, y, np.ones_like(x)), axis=-1) @ self.axes
        reach = (height - self.eye[2]) / rays[..., 2]
        return np.asarray(self.eye[:2] + rays[..., :2] * reach[..., None])


def lens(look: Look, size: tuple[int, int]) -> Lens:
    """The camera of `look`, so near that the tray just fills a picture of `size`."""
    lean = np.tan(np.radians(look.tilt))
    eye = look.height * np.array([lean[1], lean[0], 1.0])
    forward = -eye / np.linalg.norm(eye)
    turn = np.radians(look.turn)
    right = np.cross(forward, np.array([np.sin(turn), np.cos(turn), 0.0]))
    right /= np.linalg.norm(right)
    axes = np.stack((right, np.cross(right, forward), forward))
    return Lens(eye, axes, _focal(look, eye, axes, size), size)


def _focal(look: Look, eye: Doubles, axes: Doubles, size: tuple[int, int]) -> float:
    """As long as it may be with the inner rim still in the picture."""
    rim = np.array([(*xy, look.wall) for xy in look.outline()])
    seen = (rim - eye) @ axes.T
    widest = np.abs(seen[:, :2] / seen[:, 2:]).max(axis=0)
    return 0.97 * float(min(size[0] / 2 / widest[0], size[1] / 2 / widest[1]))
