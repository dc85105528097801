"""What lamps do in each state of the Line: how bright each is at a time, and in which colour.

Pure. No lamp changes more than twice a second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import cos, pi

from companion.table.shown.snapshot import Light

Levels = tuple[float, ...]
Pattern = Callable[
    [int, float, float | None], Levels
]  # lamps, seconds since the state began, where the die lies
Rgb = tuple[float, float, float]

COLOURS: Mapping[Light, str] = {
    "ready": "#f8f2e4",
    "rolling": "#86cdff",
    "move": "#ffc94d",
    "look": "#ff9ddb",
    "good": "#7fe3a4",
    "bad": "#ff8577",
    "win": "#ffe08a",
    "fault": "#ff0000",
    "idle": "#f8f2e4",
}
WHITE = "#f8f2e4"  # what a lamp of one pin is drawn as
SWEEP_SECONDS = 0.9  # seconds for good to fill, bad to go out
BREATH_SECONDS = 2.4  # seconds of one breath
SWAP_SECONDS = 0.6  # seconds until every other lamp takes over
PULSE_SECONDS = 1.2  # seconds a fault stays bright, then dim
GAMMA = 2.2  # eyes are not linear: half as bright to look at is a fifth of the current


def pattern(light: Light, lamps: int, t: float, above: float | None = None) -> Levels:
    """How bright each of `lamps` is, from left to right, 0 to 1, `t` seconds after `light` began.

    `above` is where the die asked about lies, 0 at the left edge of the tray to 1 at the right.
    """
    return PATTERNS[light](lamps, t, above)


def moving(light: Light, t: float) -> bool:
    """Whether the pattern still changes after `t` seconds."""
    return light in ("rolling", "move", "win", "fault") or (light in ("good", "bad") and t <= SWEEP_SECONDS)


def _still(lamps: int, t: float, above: float | None) -> Levels:
    return (1.0,) * lamps


def _dim(lamps: int, t: float, above: float | None) -> Levels:
    return (0.12,) * lamps


def _away(lamp: int, lamps: int) -> int:
    """Steps from the middle: 0 for the one or two lamps there."""
    return int(abs(lamp - (lamps - 1) / 2))


def _rolling(lamps: int, t: float, above: float | None) -> Levels:
    """Two run outwards; slowly enough that each changes at most twice a second."""
    places = max((lamps + 1) // 2, 2)
    step = max(0.2, 1.2 / places)
    place = int(t / step) % places
    return tuple(float(_away(i, lamps) == place) for i in range(lamps))


def _move(lamps: int, t: float, above: float | None) -> Levels:
    """Three in the middle breathe (or two, or one, as the row has a middle)."""
    breath = 0.55 - 0.45 * cos(2 * pi * t / BREATH_SECONDS)
    width = 1.0 if lamps >= 5 else 0.5
    return tuple(breath if abs(i - (lamps - 1) / 2) <= width else 0.0 for i in range(lamps))


def _look(lamps: int, t: float, above: float | None) -> Levels:
    place = (lamps - 1) // 2 if above is None else min(max(int(above * lamps), 0), lamps - 1)
    return tuple(float(i == place) for i in range(lamps))


def _good(lamps: int, t: float, above: float | None) -> Levels:
    return tuple(float(t * lamps >= i * SWEEP_SECONDS) for i in range(lamps))


def _bad(lamps: int, t: float, above: float | None) -> Levels:
    """The middle goes out first, the ends last."""
    rings = (lamps + 1) // 2
    return tuple(float(t * rings < (_away(i, lamps) + 1) * SWEEP_SECONDS) for i in range(lamps))


def _win(lamps: int, t: float, above: float | None) -> Levels:
    return tuple(float((i + int(t / SWAP_SECONDS)) % 2 == 0) for i in range(lamps))


def _fault(lamps: int, t: float, above: float | None) -> Levels:
    """The middle and both ends, bright and dim by turns: never dark, and no other state's pattern."""
    bright = 1.0 if int(t / PULSE_SECONDS) % 2 == 0 else 0.3
    return tuple(bright if i in (0, lamps - 1) or _away(i, lamps) == 0 else 0.0 for i in range(lamps))


PATTERNS: Mapping[Light, Pattern] = {
    "ready": _still,
    "rolling": _rolling,
    "move": _move,
    "look": _look,
    "good": _good,
    "bad": _bad,
    "win": _win,
    "fault": _fault,
    "idle": _dim,
}


def duty(level: float) -> float:
    """The share of time that a lamp must be on to look this bright."""
    return float(level**GAMMA)


def level(duty: float) -> float:
    """How bright a lamp looks that is on for this share of the time."""
    return float(duty ** (1 / GAMMA))


def duties(colour: str, bright: float) -> Rgb:
    """The duties of the red, green and blue of a lamp that should look like `colour` (#rrggbb)."""
    r, g, b = (duty(int(colour[i : i + 2], 16) / 255 * bright) for i in (1, 3, 5))
    return (r, g, b)


def seen(rgb: Rgb) -> tuple[float, str]:
    """How bright and of which colour a lamp with these duties looks."""
    levels = [level(d) for d in rgb]
    bright = max(levels)
    if bright == 0:
        return (0.0, "#000000")
    return (bright, "#" + "".join(f"{round(v / bright * 255):02x}" for v in levels))
