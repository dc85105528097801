"""Pictures of one die that is shown to be learned, drawn anew each time: other place, turn and light."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.dice import D6
from tests.vision.drawn import empty, glyph, lay
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.teach.single_die import View, view_or_trouble

EDGE = 46.0
FACE = 96  # pixels of a drawn face
INK = (240, 240, 240)


def letter(name: str, quarter: int = 0) -> Image:
    """A face with a letter or a digit, in quarter turns."""
    return np.ascontiguousarray(np.rot90(glyph(name, FACE), quarter))


def barred(face: Image) -> Image:
    """The face with a bar under its drawing."""
    return np.asarray(cv2.rectangle(face.copy(), (30, 80), (66, 86), INK, -1), np.uint8)


def dots(*at: tuple[int, int]) -> Image:
    """A face with dots at places from -1 to 1."""
    face = np.full((FACE, FACE, 3), (40, 40, 190), np.uint8)
    for x, y in at:
        middle = (round(FACE * (0.5 + 0.22 * x)), round(FACE * (0.5 + 0.22 * y)))
        cv2.circle(face, middle, 9, INK, -1, cv2.LINE_AA)
    return face


@dataclass
class Table:
    """A tray of felt, and a reader that knows it empty."""

    seed: int = 0
    cloth: Image = field(default_factory=empty)

    def __post_init__(self) -> None:
        self.luck = np.random.default_rng(self.seed)
        self.reader = Reader((D6,), Tray.from_empty(self.cloth), edge=EDGE / self.cloth.shape[1])

    def picture(self, *faces: Image) -> Image:
        """A picture with dice that show these, well apart."""
        seen = self.cloth
        for n, face in enumerate(faces):
            light = np.linspace(self.luck.uniform(0.75, 1.1), self.luck.uniform(0.75, 1.1), FACE)
            lit = np.clip(face * light[None, :, None], 0, 255).astype(np.uint8)
            x, y = 130 + 190 * n + self.luck.uniform(0, 100), self.luck.uniform(120, 360)
            seen = lay(seen, lit, float(x), float(y), EDGE, float(self.luck.uniform(0, 360)))
        return self.with_noise(seen)

    def with_noise(self, image: Image) -> Image:
        """The picture as a camera gives it."""
        return np.clip(image + self.luck.normal(0, 2, image.shape), 0, 255).astype(np.uint8)

    def cuts(self, face: Image, views: int = 3) -> tuple[Image, ...]:
        """What the eye cuts out of so many pictures of a face."""
        seen = [view_or_trouble(self.reader, self.picture(face)) for _ in range(views)]
        return tuple(view.cut for view in seen if isinstance(view, View))
