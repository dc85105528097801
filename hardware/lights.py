"""How the box's lamps are lit: the colour of each state, and the duty of a pin that looks so bright."""

from __future__ import annotations

from collections.abc import Mapping

from companion.table.shown.snapshot import Light

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
GAMMA = 2.2  # eyes are not linear: half as bright to look at is a fifth of the current


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


def appearance(rgb: Rgb) -> tuple[float, str]:
    """How bright and of which colour a lamp with these duties looks."""
    levels = [level(d) for d in rgb]
    bright = max(levels)
    if bright == 0:
        return (0.0, "#000000")
    return (bright, "#" + "".join(f"{round(v / bright * 255):02x}" for v in levels))
