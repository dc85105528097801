"""A hand that reaches into the tray, closes over dice one after another, and goes out again with them.

`Hand` is where it is and where it goes; `draw_hand` is what the camera sees of it. Units: millimetres,
seconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Doubles, Image
from vision.sim.lens import Lens
from vision.sim.look import Colour, Look

Xy = tuple[float, float]

HEIGHT_MM = 38.0  # mm: the back of a hand above the felt
REACH_MM = 13.0  # mm: what is nearer than this to the place it goes for is under its fingers
MAX_SPEED_MM_S = 780.0  # mm/s
GRIP_S = 0.14  # s to close over a die


@dataclass(frozen=True)
class Hand:
    """A hand over the tray: it came from `door`, is `at`, and will stay there for `wait` seconds."""

    door: Xy
    at: Xy
    wait: float = 0.0

    @property
    def outside(self) -> bool:
        """Whether it is where it came from."""
        return self.at == self.door

    def towards(self, goal: Xy | None, seconds: float) -> Hand:
        """The hand a moment later, on its way to `goal`, or out if there is none."""
        if self.wait > 0:
            return replace(self, wait=max(0.0, self.wait - seconds))
        end = goal or self.door
        way = np.subtract(end, self.at)
        left = float(np.hypot(*way))
        step = seconds * min(MAX_SPEED_MM_S, 140.0 + 7.5 * left)  # it slows down before it grips
        if step >= left:
            return replace(self, at=end, wait=GRIP_S if goal else 0.0)
        x, y = np.add(self.at, way * (step / left))
        return replace(self, at=(float(x), float(y)))


def entry_point(look: Look, goal: Xy, aside: float) -> Xy:
    """Where a hand that goes for `goal` comes from: the players' side, out of the picture."""
    return (goal[0] * 0.6 + aside, -look.tray[1] / 2 - look.wall - 150.0)


def draw_hand(picture: Image, look: Look, lens: Lens, hand: Hand) -> Image:
    """The picture with the hand over it and its shadow on what lies below."""
    scale = lens.scale(HEIGHT_MM) / 2
    tip = _pixel(lens, hand.at, HEIGHT_MM) / 2
    wrist = _pixel(lens, _wrist(hand), HEIGHT_MM) / 2
    half = (picture.shape[1] // 2, picture.shape[0] // 2)
    flesh, mask = _limb(look, half, tip, wrist, scale)
    below = _with_shadow(picture, mask, _shadow_shift(look) * scale * (1, -1), 6 * scale)
    over = cv2.resize(flesh, lens.size, interpolation=cv2.INTER_LINEAR)
    soft = cv2.resize(cv2.GaussianBlur(mask, (0, 0), 0.8), lens.size, interpolation=cv2.INTER_LINEAR)
    weight = soft.astype(np.float32) / 255
    return np.asarray(cv2.blendLinear(over, below, weight, 1 - weight), np.uint8)


def _pixel(lens: Lens, at: Xy, height: float) -> Doubles:
    return lens.pixels(np.array([*at, height]))


def _wrist(hand: Hand) -> Xy:
    """A point further up the arm."""
    way = np.subtract(hand.door, hand.at)
    x, y = np.add(hand.at, (way if np.hypot(*way) > 1 else np.array([0.0, -1.0])) * 1.0)
    return (float(x), float(y) - 60.0)


def _shadow_shift(look: Look) -> Doubles:
    """How far the shadow falls from under the hand, in millimetres of the tray."""
    lamp = np.array(look.lamp)
    return np.asarray(-lamp[:2] * HEIGHT_MM / (lamp[2] - HEIGHT_MM))


def _with_shadow(picture: Image, mask: Image, by: Doubles, blur: float) -> Image:
    """The picture in the hand's shadow."""
    move = np.array([[1.0, 0.0, by[0]], [0.0, 1.0, by[1]]])
    cast = cv2.warpAffine(mask, move, (mask.shape[1], mask.shape[0]))
    dark = 255 - 0.5 * cv2.GaussianBlur(cast, (0, 0), blur).astype(np.float32)
    full = cv2.resize(dark.astype(np.uint8), (picture.shape[1], picture.shape[0]))
    return np.asarray(cv2.multiply(picture, cv2.merge((full, full, full)), scale=1 / 255), np.uint8)


def _limb(
    look: Look, size: tuple[int, int], tip: Doubles, wrist: Doubles, scale: float
) -> tuple[Image, Image]:
    """Arm, palm and fingers, with their mask, at half the picture's size."""
    flesh = np.zeros((size[1], size[0], 3), np.uint8)
    mask = np.zeros((size[1], size[0]), np.uint8)
    ahead = (tip - wrist) / max(1e-6, float(np.linalg.norm(tip - wrist)))
    aside = np.array([-ahead[1], ahead[0]])
    axes = np.stack((aside, ahead)) * scale
    for (start, end), width, part in LIMBS:
        a, b = tip + np.array(start) @ axes, tip + np.array(end) @ axes
        tones = (look.sleeve if part == "sleeve" else look.arm, EDGE_BRIGHTNESS[part])
        _bone(flesh, mask, (a, b), width * scale, tones)
    return np.asarray(cv2.GaussianBlur(flesh, (0, 0), max(0.6, 1.3 * scale)), np.uint8), mask


# ((from, to) in millimetres aside and ahead of the finger tips' middle), width, what; in order of drawing
LIMBS: tuple[tuple[tuple[Xy, Xy], float, str], ...] = (
    (((3, -260), (1, -92)), 50, "finger"),
    (((-30, -52), (-23, -12)), 19, "finger"),
    (((-20, -48), (-15, 2)), 17.5, "finger"),
    (((21, -48), (15, -4)), 15, "finger"),
    (((9, -48), (6.5, 9)), 17, "finger"),
    (((-6, -48), (-4.5, 11)), 18, "finger"),
    (((-14, -94), (-27, -62)), 26, "back"),
    (((14, -96), (18, -48)), 24, "back"),
    (((-12, -96), (-17, -48)), 26, "back"),
    (((6, -98), (9, -47)), 25, "back"),
    (((-3, -98), (-5, -46)), 26, "back"),
    (((5, -430), (3, -132)), 66, "sleeve"),
)
EDGE_BRIGHTNESS = {"finger": 0.60, "back": 0.90, "sleeve": 0.45}  # how bright a limb is at its edge


def _bone(
    flesh: Image, mask: Image, ends: tuple[Doubles, Doubles], width: float, tones: tuple[Colour, float]
) -> None:
    """A rounded limb: dark at its edges, lighter along its middle."""
    (x0, y0), (x1, y1) = ((round(float(v) * 16) for v in end) for end in ends)
    cv2.line(mask, (x0, y0), (x1, y1), (255,), max(1, round(width)), cv2.LINE_AA, 4)
    colour, edge = tones
    for share in (1.0, 0.94, 0.87, 0.79, 0.7, 0.6, 0.48, 0.34):
        light = edge + (1 - edge) * (1 - share**2) ** 0.5
        tone = [c * light for c in colour]
        cv2.line(flesh, (x0, y0), (x1, y1), tone, max(1, round(width * share)), cv2.LINE_AA, 4)
