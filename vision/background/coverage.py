"""Coverage: how much of a quadrilateral in a picture lies on a mask."""

from __future__ import annotations

import numpy as np

from vision.arrays import Corners, Mask

STEPS = np.linspace(0.08, 0.92, 6)  # along each side, where it is sampled
SAMPLES = np.stack(np.meshgrid(STEPS, STEPS), axis=-1).reshape(-1, 2)


def coverage(corners: Corners, mask: Mask, scale: float) -> float:
    """Share of the parallelogram with these corners that lies on a mask, which has `scale` times the size."""
    a, b, _, d = corners
    at = (a + SAMPLES[:, :1] * (b - a) + SAMPLES[:, 1:] * (d - a)) * scale
    height, width = mask.shape
    x = np.clip(at[:, 0].astype(int), 0, width - 1)
    y = np.clip(at[:, 1].astype(int), 0, height - 1)
    return float((mask[y, x] > 0).mean())
