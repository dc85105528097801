"""What a row of lamps shows in each state of the Line: how bright each lamp is, on the box as on the page.

No lamp changes more than twice a second, and each state is told from each other without colour.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi

from companion.table.shown.snapshot import Light

Levels = tuple[float, ...]  # how bright each lamp is from left to right, 0 to 1
Pattern = Callable[[int, float, float | None], Levels]  # of: lamps, seconds since it began, place of the die

SWEEP_SECONDS = 0.9  # seconds for good to fill, bad to go out
BREATH_SECONDS = 2.4  # seconds of one breath
SWAP_SECONDS = 0.6  # seconds until every other lamp takes over
PULSE_SECONDS = 1.2  # seconds a fault stays bright, then dim
DIM = 0.12  # level of lamps that say no more than that the box is on
# the moment of a pattern that says most, where one picture stands for it
STILL_SECONDS: Mapping[Light, float] = {
    "rolling": 0.7,
    "move": BREATH_SECONDS / 2,
    "good": SWEEP_SECONDS * 0.65,
    "bad": SWEEP_SECONDS * 0.98,
}


def pattern(light: Light, lamps: int, t: float, above: float | None = None) -> Levels:
    """How bright each of `lamps` is, `t` seconds after `light` began.

    `above` is where the die asked about lies, 0 at the left edge of the tray to 1 at the right.
    """
    return PATTERNS[light](lamps, t, above)


def still(light: Light, lamps: int, above: float | None = None) -> Levels:
    """The pattern as one picture, for who cannot draw it moving."""
    return pattern(light, lamps, STILL_SECONDS.get(light, 0.0), above)


def moving(light: Light, t: float) -> bool:
    """Whether the pattern still changes after `t` seconds."""
    return light in ("rolling", "move", "win", "fault") or (light in ("good", "bad") and t <= SWEEP_SECONDS)


def _steady(lamps: int, t: float, above: float | None) -> Levels:
    return (1.0,) * lamps


def _dim(lamps: int, t: float, above: float | None) -> Levels:
    return (DIM,) * lamps


def _from_middle(lamp: int, lamps: int) -> int:
    """Steps from the middle: 0 for the one or two lamps there."""
    return int(abs(lamp - (lamps - 1) / 2))


def _run_outwards(lamps: int, t: float, above: float | None) -> Levels:
    """Two run outwards; slowly enough that each changes at most twice a second."""
    places = max((lamps + 1) // 2, 2)
    step = max(0.2, 1.2 / places)
    place = int(t / step) % places
    return tuple(float(_from_middle(i, lamps) == place) for i in range(lamps))


def _breathe(lamps: int, t: float, above: float | None) -> Levels:
    """Three in the middle breathe (or two, or one, as the row has a middle)."""
    breath = 0.55 - 0.45 * cos(2 * pi * t / BREATH_SECONDS)
    width = 1.0 if lamps >= 5 else 0.5
    return tuple(breath if abs(i - (lamps - 1) / 2) <= width else 0.0 for i in range(lamps))


def _point(lamps: int, t: float, above: float | None) -> Levels:
    """The one above the die; the middle one if nobody knows where it lies."""
    place = (lamps - 1) // 2 if above is None else min(max(int(above * lamps), 0), lamps - 1)
    return tuple(float(i == place) for i in range(lamps))


def _fill(lamps: int, t: float, above: float | None) -> Levels:
    return tuple(float(t * lamps >= i * SWEEP_SECONDS) for i in range(lamps))


def _go_out(lamps: int, t: float, above: float | None) -> Levels:
    """The middle goes out first, the ends last."""
    rings = (lamps + 1) // 2
    return tuple(float(t * rings < (_from_middle(i, lamps) + 1) * SWEEP_SECONDS) for i in range(lamps))


def _swap(lamps: int, t: float, above: float | None) -> Levels:
    return tuple(float((i + int(t / SWAP_SECONDS)) % 2 == 0) for i in range(lamps))


def _pulse(lamps: int, t: float, above: float | None) -> Levels:
    """The middle and both ends, bright and dim by turns: never dark, and no other state's pattern."""
    bright = 1.0 if int(t / PULSE_SECONDS) % 2 == 0 else 0.3
    return tuple(bright if i in (0, lamps - 1) or _from_middle(i, lamps) == 0 else 0.0 for i in range(lamps))


PATTERNS: Mapping[Light, Pattern] = {
    "ready": _steady,
    "rolling": _run_outwards,
    "move": _breathe,
    "look": _point,
    "good": _fill,
    "bad": _go_out,
    "win": _swap,
    "fault": _pulse,
    "idle": _dim,
}
