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

TALL = 1.3  # a top so much larger than those beside it is nearer to the camera: that die lies on another
NEAR = 1.6  # edges between two dice of which one may lie on the other
DOUBTFUL = 0.5  # doubt from which a die lies so that it must not be read
SLANT = 0.75  # a taught face squeezed so much, though cut out as it is seen, lies on a tilted die


@dataclass(frozen=True)
class Judgement:
    """Whether a die may be counted; `reason`: why it must be asked about instead, if it must."""

    status: Status
    reason: str = ""


def judgement(
    face: Detection, value: Value, everyone: Sequence[Detection], bar: float, *, leans: bool = False
) -> Judgement:
    """Of one face among everyone's; `bar` is how sure a die that counts must be."""
    near = [other for other in everyone if other is not face and face.is_near(other, NEAR)]
    if near and face.edge > TALL * usual_edge(near):
        return Judgement("stacked", f"{face.edge / usual_edge(near):.2f} times as large as beside it")
    if face.doubt > DOUBTFUL:
        return Judgement("covered" if near else "cocked", f"doubt {face.doubt:.2f}, at most {DOUBTFUL:g}")
    if leans:
        return Judgement("cocked", "its top faces another way than the others")
    if value.kind != D6.id and (narrow := squeeze(value)) < SLANT:
        return Judgement("cocked", f"drawing squeezed to {narrow:.2f}, at least {SLANT:g}")
    if value.sure >= bar:
        return Judgement("ok")
    return Judgement("unsure", f"sure {value.sure:.2f}, at least {bar:g}")


def usual_edge(faces: Sequence[Detection]) -> float:
    """The edge that most of the dice have, in pixels."""
    return float(np.median([face.edge for face in faces]))


def squeeze(value: Value) -> float:
    """How much narrower than long a face is, by what is drawn on it: 1 for a die that lies flat."""
    long, short = np.linalg.svd(np.array(value.affine).reshape(2, 2), compute_uv=False)
    return float(short / max(long, 1e-6))


def as_seen(face: Detection, value: Value, image: Image, status: Status) -> Seen:
    """A face as the rest of the house knows dice."""
    quad = quad_of(face)
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


def quad_of(face: Detection) -> Quad:
    """The corners of a top face, as the rest of the house knows outlines."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in face.corners)  # type: ignore[return-value]


def hidden(box: Box, kind: DieKind) -> Seen:
    """Something foreign on which no top face was found: a die covered by another, or no die at all."""
    x0, y0, x1, y1 = box
    share = tuple((face, round(1 / len(kind.faces), 4)) for face in kind.faces)
    quad: Quad = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Seen(kind.id, kind.faces[0], "covered", share[0][1], share, box, quad, None)


def box_of(quad: Quad) -> Box:
    """The rectangle around a top face."""
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return (min(xs), min(ys), max(xs), max(ys))


def settle(seen: Sequence[Seen], expect: int | None) -> list[Seen]:
    """What the rules expect, weighed in: just as many sure dice as expected need no ghosts beside them."""
    sure = [s for s in seen if s.status == "ok"]
    if expect is not None and len(sure) == expect:
        return [s for s in seen if s.status != "covered"]
    return list(seen)
