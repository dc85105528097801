"""How often a reading that is so sure is right: what the nets say of themselves is no probability.

The curves are measured: `python -m tests.bench sureness` says how far they hold.
"""

from __future__ import annotations

import numpy as np

Curve = tuple[tuple[float, float], ...]  # of what is said, and how often it is right: both rising from 0 to 1

PIPS: Curve = ((0.0, 0.0), (0.3, 0.5), (0.5, 0.6), (0.62, 0.78), (0.655, 0.981), (0.8, 0.996), (1.0, 1.0))
TAUGHT: Curve = ((0.0, 0.0), (0.3, 0.7), (0.4, 0.82), (0.6, 0.95), (0.66, 0.9805), (0.8, 0.995), (1.0, 1.0))


def probability(said: float, curve: Curve) -> float:
    """The chance that it is right."""
    at, chances = zip(*curve, strict=True)
    return float(np.interp(said, at, chances))


def said(probability: float, curve: Curve) -> float:
    """What must have been said for that chance."""
    at, chances = zip(*curve, strict=True)
    return float(np.interp(probability, chances, at))
