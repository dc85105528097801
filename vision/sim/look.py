"""How the virtual tray looks: felt, walls, lamp, camera, dice, noise; one value, with all that may vary.

Lengths are millimetres of the tray, colours (blue, green, red) 0..255.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import cos, pi, sin
from random import Random
from types import MappingProxyType
from typing import Literal

Colour = tuple[float, float, float]
Shape = Literal["rectangle", "hexagon", "round"]
Xy = tuple[float, float]


@dataclass(frozen=True)
class Skin:
    """What one die is made of: its body, its ink."""

    body: Colour
    ink: Colour


SKINS: Mapping[str, Skin] = MappingProxyType(
    {
        "ivory": Skin((196, 226, 238), (34, 30, 32)),
        "white": Skin((232, 234, 236), (30, 26, 26)),
        "black": Skin((44, 40, 40), (226, 230, 232)),
        "red": Skin((48, 40, 196), (226, 232, 236)),
        "blue": Skin((190, 84, 34), (232, 234, 232)),
        "green": Skin((72, 140, 36), (228, 236, 232)),
        "yellow": Skin((52, 196, 236), (32, 30, 34)),
        "purple": Skin((150, 50, 110), (226, 232, 236)),
        "orange": Skin((36, 120, 232), (30, 28, 32)),
    }
)
RARE_SKINS: Mapping[str, Skin] = MappingProxyType(  # only for games that ask for them
    {
        "cyan": Skin((200, 190, 40), (30, 28, 32)),
        "pink": Skin((170, 90, 236), (30, 28, 32)),
        "grey": Skin((122, 120, 118), (226, 232, 236)),
    }
)


@dataclass(frozen=True)
class Look:
    """One table: the tray, the light on it, the camera over it and the dice in it.

    `lamp` is where the lamp hangs, `warmth` its colour (−1 cold to 1 warm), `ambient` the share of light from
    all around. `tilt` (degrees, about x and y) and `turn` move the camera off overhead. `skins` says what
    dice of a colour are made of; a die without a colour is of `plain`. `grain` is the sensor's noise in grey
    levels, `cocked` the chance of a die to come to rest leaning.
    """

    shape: Shape = "rectangle"
    tray: Xy = (262.0, 190.0)
    wall: float = 28.0
    rim: float = 13.0
    felt: Colour = (62, 96, 30)
    wood: Colour = (52, 84, 128)
    table: Colour = (58, 66, 78)
    nap: float = 1.0
    lamp: tuple[float, float, float] = (-150.0, 170.0, 520.0)
    warmth: float = 0.25
    light: float = 1.0
    ambient: float = 0.42
    softness: float = 1.0
    height: float = 430.0
    tilt: Xy = (2.0, -3.0)
    turn: float = 0.8
    vignette: float = 0.22
    blur: float = 0.55
    grain: float = 2.2
    edge: float = 16.5
    rounding: float = 2.0
    pip: float = 0.098
    spread: float = 0.265
    dents: bool = True
    gloss: float = 0.15
    plain: str = "ivory"
    skins: Mapping[str, Skin] = field(default_factory=lambda: {**SKINS, **RARE_SKINS})
    arm: Colour = (138, 172, 214)
    sleeve: Colour = (96, 70, 58)
    cocked: float = 0.003

    def skin(self, colour: str | None) -> Skin:
        """What a die of this colour is made of; ValueError for a colour this table has no dice of."""
        name = self.plain if colour is None else colour
        if name not in self.skins:
            raise ValueError(f"colour must be one of {', '.join(sorted(self.skins))}, got {name!r}")
        return self.skins[name]

    def outline(self) -> tuple[Xy, ...]:
        """The corners of the felt, counter-clockwise, with y upwards and the middle of the tray at (0, 0)."""
        a, b = self.tray[0] / 2, self.tray[1] / 2
        if self.shape == "rectangle":
            return ((-a, -b), (a, -b), (a, b), (-a, b))
        corners = 6 if self.shape == "hexagon" else 48
        angles = [2 * pi * i / corners for i in range(corners)]
        return tuple((1.06 * b * cos(t), 1.06 * b * sin(t)) for t in angles)

    @classmethod
    def random(cls, rng: Random) -> Look:
        """A table of somebody else's: any felt, lamp, camera and dice within what is still reasonable."""
        felt = _FELTS[rng.randrange(len(_FELTS))]
        plain = rng.choice([name for name in sorted(SKINS) if _is_distinguishable(SKINS[name].body, felt)])
        return cls(
            tray=(rng.uniform(230, 290), rng.uniform(170, 205)),
            wall=rng.uniform(18, 38),
            felt=_shade_variation(felt, rng),
            wood=_shade_variation(rng.choice(_WOODS), rng),
            table=_shade_variation(rng.choice(_TABLES), rng),
            nap=rng.uniform(0.5, 1.6),
            lamp=(rng.uniform(-230, 230), rng.uniform(-200, 220), rng.uniform(380, 720)),
            warmth=rng.uniform(-0.6, 0.8),
            light=rng.uniform(0.72, 1.12),
            ambient=rng.uniform(0.3, 0.6),
            softness=rng.uniform(0.5, 1.8),
            height=rng.uniform(360, 560),
            tilt=(rng.uniform(-7, 7), rng.uniform(-7, 7)),
            turn=rng.uniform(-4, 4),
            vignette=rng.uniform(0.05, 0.35),
            blur=rng.uniform(0.35, 0.9),
            grain=rng.uniform(1.0, 5.0),
            edge=rng.uniform(14.5, 18.5),
            rounding=rng.uniform(1.2, 2.8),
            pip=rng.uniform(0.082, 0.115),
            spread=rng.uniform(0.24, 0.285),
            dents=rng.random() < 0.7,
            gloss=rng.uniform(0.03, 0.25),
            plain=plain,
        )


_FELTS: tuple[Colour, ...] = (
    (62, 96, 30),
    (44, 40, 38),
    (100, 58, 36),
    (42, 34, 112),
    (96, 120, 148),
    (90, 88, 86),
    (78, 46, 74),
)
_WOODS: tuple[Colour, ...] = ((52, 84, 128), (84, 126, 168), (40, 42, 46), (60, 62, 96))
_TABLES: tuple[Colour, ...] = ((58, 66, 78), (150, 148, 146), (90, 110, 130), (40, 38, 36))


def _is_distinguishable(a: Colour, b: Colour) -> bool:
    """Whether dice and felt can be told apart at all: nobody plays with dice of the felt's colour."""
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) > 130


def _shade_variation(colour: Colour, rng: Random) -> Colour:
    b, g, r = (min(235.0, c * rng.uniform(0.85, 1.15)) for c in colour)
    return (b, g, r)
