"""What live cameras share: the settings wished of one, and the troubles that one can have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Image

Reason = Literal["library", "missing", "busy", "forbidden", "silent", "lost", "failed", "spec"]

MAX_CLOSE_SECONDS = 1.5  # to close one: a camera that hangs must not keep the box from stopping within two
ROTATIONS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


class CameraTrouble(Exception):  # noqa: N818 (what happened, as BadClip is)
    """A camera that cannot be used (any more). `reason` chooses the words, the text is for logs."""

    def __init__(self, reason: Reason, text: str) -> None:
        super().__init__(text)
        self.reason: Reason = reason


@dataclass(frozen=True)
class CameraWish:
    """How pictures are wanted; None leaves it to the camera. A camera gives what it can.

    `width` and `height` in pixels; `rotation` clockwise in degrees; `exposure` in microseconds; `gain` as a
    factor; `focus` in dioptres; `silent`: seconds without a picture from which that is a trouble.
    """

    width: int = 1280
    height: int = 960
    fps: int = 15
    rotation: int = 0
    exposure: int | None = None
    gain: float | None = None
    focus: float | None = None
    awb_mode: int = 0  # libcamera's AwbMode; 0: automatic white balance
    silent: float = 2.0


def silence(wish: CameraWish) -> CameraTrouble:
    """The trouble of a camera that is there and says nothing."""
    return CameraTrouble("silent", f"no picture for {wish.silent:g} s; check its cable, then its power")


def rotate(image: Image, degrees: int) -> Image:
    """The picture, rotated clockwise by 0, 90, 180 or 270 degrees."""
    return image if degrees == 0 else np.asarray(cv2.rotate(image, ROTATIONS[degrees]), dtype=np.uint8)
