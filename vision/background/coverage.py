"""How much of a quadrilateral in a picture lies on a mask."""

from __future__ import annotations

import numpy as np

from vision.arrays import Corners, Mask


def inside(corners: Corners, mask: Mask, scale: float) -> float:
    """Share of the parallelogram with these corners that lies on a mask, which has `scale` times the size."""
    a, b, _, d = corners
    at = (a + GRID[:, :1] * (b - a) + GRID[:, 1:] * (d - a)) * scale
    height, width = mask.shape
    x = np.clip(at[:, 0].astype(int), 0, width - 1)
    y = np.clip(at[:, 1].astype(int), 0, height - 1)
    return float((mask[y, x] > 0).mean())


GRID = np.stack(np.meshgrid(np.linspace(0.08, 0.92, 6), np.linspace(0.08, 0.92, 6)), axis=-1).reshape(-1, 2)
