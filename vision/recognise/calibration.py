"""Probability calibration by a piecewise linear curve: what the nets say of themselves is no probability.

The curves are measured: `python -m tests.bench sureness` says how far they hold.
"""

from __future__ import annotations

import numpy as np

Curve = tuple[tuple[float, float], ...]  # scores, and how often they are right: both rising from 0 to 1

PIPS_CURVE: Curve = (
    (0.0, 0.0),
    (0.3, 0.5),
    (0.5, 0.6),
    (0.62, 0.78),
    (0.655, 0.981),
    (0.8, 0.996),
    (1.0, 1.0),
)
TAUGHT_CURVE: Curve = (
    (0.0, 0.0),
    (0.3, 0.7),
    (0.4, 0.82),
    (0.6, 0.95),
    (0.66, 0.9805),
    (0.8, 0.995),
    (1.0, 1.0),
)


def probability(score: float, curve: Curve) -> float:
    """The chance that what got this score is right."""
    scores, chances = zip(*curve, strict=True)
    return float(np.interp(score, scores, chances))
