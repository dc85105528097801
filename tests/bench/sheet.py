"""Contact sheets: what failed, tile by tile on one picture in `build/`, to be looked at.

Refuses to know what is on the tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image

FOLDER = Path("build/bench-eye")
WHITE = (255, 255, 255)


def written(tile: Image, text: str, at: tuple[int, int], size: float) -> None:
    """A line on a tile."""
    cv2.putText(tile, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, WHITE, 1)


def kept(name: str, tiles: Sequence[Image], wide: int, quality: int = 85) -> None:
    """Tiles of one size as a sheet, `wide` in a row; none: no sheet."""
    if not tiles:
        return
    blank = [np.zeros_like(tiles[0])] * (-len(tiles) % wide)
    whole = [*tiles, *blank]
    sheet = np.vstack([np.hstack(whole[k : k + wide]) for k in range(0, len(whole), wide)])
    FOLDER.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(FOLDER / name), sheet, [cv2.IMWRITE_JPEG_QUALITY, quality])
