"""The nouns all rooms share: kinds of dice, a die as rules see it, a die as the eye sees it.

Knows no game, no camera, no clock. Everything here is an immutable value.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import dist
from typing import Literal

Status = Literal["ok", "unsure", "cocked", "stacked", "covered"]
TrayState = Literal["empty", "hand", "rolling", "settled"]
Box = tuple[float, float, float, float]
Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]


@dataclass(frozen=True)
class DieKind:
    """A sort of dice: its name and the names of its faces, e.g. `d6` with faces 1 to 6."""

    id: str
    faces: tuple[str, ...]


D6 = DieKind("d6", ("1", "2", "3", "4", "5", "6"))
COLOURS = (  # those that the eye can name, so that a game may ask for them
    "red", "orange", "yellow", "green", "cyan", "blue", "purple", "pink", "white", "grey", "black",
)  # fmt: skip


@dataclass(frozen=True)
class DieSpec:
    """One die that a game wants thrown: of a kind, or (None) of any of the game's kinds.

    `colour`, one of COLOURS, only where it matters to the rules, and only with a kind.
    """

    kind: str | None = None
    colour: str | None = None

    def __post_init__(self) -> None:
        if self.kind is None and self.colour is not None:
            raise ValueError(f"a die of any kind may have any colour, got {self.colour!r}; name its kind too")


@dataclass(frozen=True)
class Die:
    """One die as the rules see it: what lies on top, nothing about where or how surely."""

    kind: str
    face: str
    colour: str | None = None


@dataclass(frozen=True)
class Seen:
    """One die as the eye sees it in a picture that lies still.

    `face` is the likeliest face and `guesses` all candidates, likeliest first, with probabilities;
    `sure` is the probability that `face` is right. Anything but `ok` must be asked about, never counted.
    `box` and `quad` (the top face) are pixels of the picture of `Reading.size`.
    """

    kind: str
    face: str
    status: Status
    sure: float
    guesses: tuple[tuple[str, float], ...]
    box: Box
    quad: Quad
    colour: str | None = None

    @property
    def centre(self) -> Point:
        """The middle of the top face."""
        return (sum(x for x, _ in self.quad) / 4, sum(y for _, y in self.quad) / 4)

    @property
    def edge(self) -> float:
        """The mean length of the top face's edges, in pixels."""
        a, b, c, d = self.quad
        return (dist(a, b) + dist(b, c) + dist(c, d) + dist(d, a)) / 4


@dataclass(frozen=True)
class Reading:
    """What the eye says of one frame: the state of the tray and, when it is settled, its dice.

    `frame` counts the frames of the source from 0; `at` is the monotonic time at which it was taken.
    `dice` is empty unless `state` is `settled`. A hand in the picture is never read.
    """

    state: TrayState
    dice: tuple[Seen, ...] = ()
    frame: int = 0
    at: float = 0.0
    size: tuple[int, int] = (1280, 960)
