"""The dice of the virtual tray: cubes of some kind, which face lies on which side, and its drawing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.dice import D6, DieKind
from vision.arrays import Image

SIDE_COUNT = 6
PIP_LAYOUT = {  # where the pips of a face are, in steps from its middle
    "1": ((0, 0),),
    "2": ((-1, -1), (1, 1)),
    "3": ((-1, -1), (0, 0), (1, 1)),
    "4": ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    "5": ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    "6": ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True, eq=False)
class DieModel:
    """One kind of dice, as the virtual tray has them.

    `sides` are the faces on +x, −x, +y, −y, +z and −z: the two of a pair lie opposite each other.
    `masks` are grey squares with white ink, one a face; a face of 1 to 6 without a mask has pips.
    """

    kind: str
    sides: tuple[str, ...]
    masks: Mapping[str, Image] = field(default_factory=dict)

    @classmethod
    def of(
        cls, kind: DieKind, drawings: Mapping[str, bytes], opposite: Iterable[tuple[str, str]] = ()
    ) -> DieModel:
        """The dice of a kind, of picture files by face and of its three pairs of opposite faces.

        Without pairs the faces lie as on ordinary dice: the first opposite the last, the second opposite the
        last but one. ValueError for what is no cube, and for a face without a drawing.
        """
        sides = _sides(kind, tuple(opposite))
        if missing := [face for face in kind.faces if face not in drawings and face not in PIP_LAYOUT]:
            raise ValueError(
                f"dice {kind.id!r} have no drawing of {', '.join(missing)} for the virtual tray; "
                "python -m vision.sim.draw_faces GAME draws the faces among the symbols of its page"
            )
        return cls(kind.id, sides, {face: _mask(kind.id, face, drawings[face]) for face in drawings})

    def side_of(self, face: str) -> int:
        """Which side shows `face`; ValueError if these dice have no such face."""
        if face not in self.sides:
            raise ValueError(f"a face of {self.kind} must be one of {', '.join(self.sides)}, got {face!r}")
        return self.sides.index(face)


def _sides(kind: DieKind, opposite: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """The faces in the order of the sides of a cube."""
    if len(kind.faces) != SIDE_COUNT:
        raise ValueError(
            f"dice {kind.id!r} have {len(kind.faces)} faces ({', '.join(kind.faces)}), and the virtual tray "
            f"has cubes, with {SIDE_COUNT}; play with real ones, before a camera"
        )
    first, second, third, fourth, fifth, last = kind.faces
    pairs = opposite or ((second, fifth), (third, fourth), (first, last))
    sides = tuple(face for pair in pairs for face in pair)
    if sorted(sides) != sorted(kind.faces):
        raise ValueError(
            f"the pairs of opposite faces of dice {kind.id!r} must name each of its faces once "
            f"({', '.join(kind.faces)}), got {', '.join(sides)}"
        )
    return sides


def _mask(kind: str, face: str, data: bytes) -> Image:
    """The drawing of a face as a mask."""
    mask = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if mask is None or mask.shape[0] != mask.shape[1]:
        shape = "no picture" if mask is None else f"{mask.shape[1]}×{mask.shape[0]} pixels"
        raise ValueError(f"the drawing of {face!r} of dice {kind!r} must be a square picture, got {shape}")
    return np.asarray(mask, np.uint8)


D6_MODEL = DieModel.of(D6, {})
