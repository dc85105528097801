"""What may be counted of what a picture shows, and what is in the way of the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.dice import D6, Box, DieKind, Quad, Seen, Status
from vision.arrays import Image
from vision.detect.finder import Detection
from vision.recognise.colours import body_colour
from vision.recognise.values import Value

MIN_STACKED_RATIO = 1.3  # of a top's edge to those beside it: it is nearer to the camera, on another die
NEIGHBOUR_EDGES = 1.6  # of the own top, between two dice of which one may lie on the other
MAX_READABLE_DOUBT = 0.5  # of a detection: with more the die lies so that it must not be read
MIN_FLAT_ASPECT_RATIO = 0.75  # of a taught drawing, cut out as it is seen: below it the die is tilted


@dataclass(frozen=True)
class Judgement:
    """Whether a die may be counted; `reason`: why it must be asked about instead, if it must."""

    status: Status
    reason: str = ""


def judgement(
    top: Detection, value: Value, tops: Sequence[Detection], min_probability: float, *, leans: bool = False
) -> Judgement:
    """Of one top face among all; `min_probability` is that of being right of a die that counts."""
    neighbours = [other for other in tops if other is not top and top.is_near(other, NEIGHBOUR_EDGES)]
    if neighbours and top.edge > MIN_STACKED_RATIO * median_edge(neighbours):
        return Judgement("stacked", f"{top.edge / median_edge(neighbours):.2f} times as large as beside it")
    if top.doubt > MAX_READABLE_DOUBT:
        reason = f"doubt {top.doubt:.2f}, at most {MAX_READABLE_DOUBT:g}"
        return Judgement("covered" if neighbours else "cocked", reason)
    if leans:
        return Judgement("cocked", "its top faces another way than the others")
    if value.kind != D6.id and (ratio := aspect_ratio(value)) < MIN_FLAT_ASPECT_RATIO:
        return Judgement("cocked", f"drawing squeezed to {ratio:.2f}, at least {MIN_FLAT_ASPECT_RATIO:g}")
    if value.sure >= min_probability:
        return Judgement("ok")
    return Judgement("unsure", f"sure {value.sure:.2f}, at least {min_probability:g}")


def median_edge(tops: Sequence[Detection]) -> float:
    """The median edge of these top faces, in pixels."""
    return float(np.median([top.edge for top in tops]))


def aspect_ratio(value: Value) -> float:
    """Of a face, short to long, by what is drawn on it (its singular values): 1 for a die that lies flat."""
    long, short = np.linalg.svd(np.array(value.affine).reshape(2, 2), compute_uv=False)
    return float(short / max(long, 1e-6))


def die_of(top: Detection, value: Value, image: Image, status: Status) -> Seen:
    """The die with this top face, as the rest of the house knows dice."""
    quad = quad_of(top)
    return Seen(
        value.kind,
        value.guesses[0][0],
        status,
        round(value.sure, 4),
        tuple((name, round(share, 4)) for name, share in value.guesses),
        box_of(quad),
        quad,
        body_colour(image, quad),
    )


def quad_of(top: Detection) -> Quad:
    """The corners of a top face, as the rest of the house knows outlines."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in top.corners)  # type: ignore[return-value]


def covered_die(box: Box, kind: DieKind) -> Seen:
    """A die for something foreign without a top face: it is covered by another, or is no die at all."""
    x0, y0, x1, y1 = box
    guesses = tuple((face, round(1 / len(kind.faces), 4)) for face in kind.faces)
    quad: Quad = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Seen(kind.id, kind.faces[0], "covered", guesses[0][1], guesses, box, quad, None)


def box_of(quad: Quad) -> Box:
    """The rectangle around a top face."""
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return (min(xs), min(ys), max(xs), max(ys))


def without_ghosts(dice: Sequence[Seen], expect: int | None) -> list[Seen]:
    """The dice without covered ones where just as many as the rules expect are sure."""
    sure = [die for die in dice if die.status == "ok"]
    if expect is not None and len(sure) == expect:
        return [die for die in dice if die.status != "covered"]
    return list(dice)
