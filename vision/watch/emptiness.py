"""Whether a picture may be learned as the empty tray: what in it looks like dice, or moves, or is a hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.dice import Quad
from vision.arrays import Image
from vision.read.judgement import quad_of
from vision.read.reader import Reader
from vision.watch.motion import anything_moves, small_grey

MIN_OBSTACLE_SCORE = 0.4  # `die_score` of what is taken for a die; in plain empty trays none has 0.2
MAX_EDGE_SHARE = 0.25  # of the picture's width: what is larger is the cloth's own print

Obstacle = Literal["silent", "moving", "hand", "dice"]  # `silent`: there is no picture


@dataclass(frozen=True)
class Occupied:
    """Why a picture was not learned as the empty tray; for `dice` their outlines in it, and its size."""

    obstacle: Obstacle
    quads: tuple[Quad, ...] = ()
    size: tuple[int, int] = (0, 0)


def dice_in(reader: Reader, image: Image) -> tuple[Quad, ...]:
    """Outlines of what looks like dice in a picture, whatever was known of the tray; any thread may ask."""
    tops = replace(reader, tray=None, edge=None).candidates(image, None)
    max_px = MAX_EDGE_SHARE * image.shape[1]
    return tuple(quad_of(top) for top in tops if top.die_score > MIN_OBSTACLE_SCORE and top.edge < max_px)


def occupied(reader: Reader, before: Image, image: Image) -> Occupied | None:
    """What is in the way of learning a picture taken shortly after another; None: nothing, it is empty."""
    if before.shape == image.shape and anything_moves(small_grey(image), small_grey(before)):
        return Occupied("moving")
    quads = dice_in(reader, image)
    return Occupied("dice", quads, (image.shape[1], image.shape[0])) if quads else None
