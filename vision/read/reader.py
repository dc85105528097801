"""From a still picture of a tray to the dice in it: finds them, reads them, says how surely.

Unsure is an answer; wrong is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.dice import D6, Box, DieKind, Quad, Seen, Status
from vision.arrays import Image
from vision.background.coverage import inside
from vision.background.tray import Things, Tray
from vision.detect.finder import EDGE, Face, Finder, of_one_size
from vision.detect.round_things import doubted
from vision.detect.scale_search import faces_at, faces_of_any_size, faces_of_things
from vision.detect.second_opinion import Closer
from vision.detect.side_faces import outline, without_sides
from vision.detect.tilt import Tilt
from vision.detect.unexplained import leftovers
from vision.recognise.colours import name_of
from vision.recognise.taught_set import TaughtSet
from vision.recognise.values import Value, Values

SURE = 0.98  # chance of being right from which a die is `ok`, unless settings say otherwise
THERE = 0.4  # bar of `Face.pipped` from which there is a die with pips; of `there` on a tray that is known
STRANGE = 0.54  # bar of `Face.drawn` from which there is one without: print, caps and rivets look like it
DRAWN = 0.25  # the same where such faces are taught
KNOWN_FROM = 3  # dice read for sure from which their size is taken as known
HOT = 0.3  # bar of its heat where the empty tray is known: print and cloth are none of it
FOREIGN = 0.5  # share of a face that must differ from the empty tray
TALL = 1.3  # a top so much larger than those beside it is nearer to the camera: that die lies on another
NEAR = 1.6  # edges between two dice of which one may lie on the other
DOUBTFUL = 0.5  # doubt from which a die lies so that it must not be read
SLANT = 0.75  # a taught face squeezed so much, though cut out as it is seen, lies on a tilted die


@dataclass(frozen=True)
class Reader:
    """Reads pictures of one tray; None: not known. `edge` is the edge of the dice as a share of the picture's
    width, if known; `sure` the bar from which a die is `ok`."""

    kinds: tuple[DieKind, ...]
    tray: Tray | None
    taught: tuple[TaughtSet, ...] = ()
    edge: float | None = None
    sure: float = SURE
    finder: Finder = field(default_factory=Finder, compare=False, repr=False)
    closer: Closer = field(default_factory=Closer, compare=False, repr=False)
    tilt: Tilt = field(default_factory=Tilt, compare=False, repr=False)

    def read(
        self, image: Image, expect: int | None = None, kinds: tuple[str, ...] | None = None
    ) -> tuple[Seen, ...]:
        """The dice in a picture, from top to bottom; `expect` of them, of these `kinds`, where known."""
        things = self.things(image)
        if things is not None and not things.hints:
            return ()
        faces, leans = self.lying(image, things)
        values = self.values(kinds).of(image, faces)
        seen = [
            as_seen(face, value, image, status_of(face, value, faces, self.sure, leans=lean))
            for face, value, lean in zip(faces, values, leans, strict=True)
        ]
        if things is not None and self.tray is not None and (faces or things.any):
            edge = usual(faces) if faces else (self.edge or 0.0) * image.shape[1]
            hid = leftovers(things, self.tray.scale, list(map(outline, faces)), edge, self.tray.floor)
            seen += [hidden(box, self.wanted(kinds)[0]) for box in hid]
        return tuple(sorted(settle(seen, expect), key=lambda s: (s.box[1], s.box[0])))

    def things(self, image: Image) -> Things | None:
        """What differs from the empty tray, if that is known."""
        return self.tray.things(image) if self.tray else None

    def faces(self, image: Image, things: Things | None, strange: float = STRANGE) -> tuple[Face, ...]:
        """The top faces in a picture; what looks like the empty tray is none.

        `strange`: the bar for a face without pips where the empty tray is not known.
        """
        if things is None or self.tray is None:
            bar = DRAWN if self.taught else strange
            return of_one_size([f for f in self.found(image) if f.pipped > THERE or f.drawn > bar], 0.0)
        scale = self.tray.scale
        if self.edge is not None:
            found = faces_at(self.finder, image, things, scale, self.edge * image.shape[1])
        else:
            found = faces_of_things(self.finder, image, things, scale)
        foreign = [
            f
            for f in found
            if inside(f.corners, things.likely, scale) > FOREIGN
            or (f.there > THERE and self.tray.drawn_anew(things, f.corners))
        ]
        return of_one_size(doubted(foreign, things.likely, scale), HOT)

    def lying(self, image: Image, things: Things | None) -> tuple[tuple[Face, ...], tuple[bool, ...]]:
        """The top faces in a picture, and which of them lie on dice that lean: known in a tray alone."""
        faces = self.faces(image, things)
        if things is None:
            return faces, (False,) * len(faces)
        tops = self.tilt.turned(image, faces)
        if self.tray is not None:
            tops = without_sides(tops, things.likely, self.tray.scale)
        told = self.tilt.lying(image, tops)
        return tuple(face for face, _ in told), tuple(leans for _, leans in told)

    def found(self, image: Image) -> tuple[Face, ...]:
        """What the nets find, in one look if the size of dice is known."""
        if self.edge is None:
            found = faces_of_any_size(self.finder, image)
        else:
            found = self.finder.look(image, EDGE / (self.edge * image.shape[1]))
        return self.closer.again(image, found)

    def wanted(self, kinds: tuple[str, ...] | None) -> tuple[DieKind, ...]:
        """The kinds asked for, or all."""
        return tuple(k for k in self.kinds if kinds is None or k.id in kinds) or self.kinds

    def values(self, kinds: tuple[str, ...] | None) -> Values:
        """What may lie on top."""
        wanted = self.wanted(kinds)
        sets = tuple(t for t in self.taught if t.kind in {k.id for k in wanted})
        absent = tuple(t for t in self.taught if t not in sets)
        return Values(wanted, sets, any(k.id == D6.id for k in wanted), absent)

    def with_edge(self, seen: Sequence[Seen], width: int) -> Reader:
        """The same reader, knowing the size of the dice when it has read several and all of them for sure.

        A doubt makes it forget the size: a wrong one would never be found out.
        """
        sizes = [s.edge for s in seen if s.status == "ok"]
        if len(sizes) < len(seen):
            return replace(self, edge=None)
        return replace(self, edge=float(np.median(sizes)) / width) if len(sizes) >= KNOWN_FROM else self


def usual(faces: Sequence[Face]) -> float:
    """The edge that most of the dice have, in pixels."""
    return float(np.median([face.edge for face in faces]))


def as_seen(face: Face, value: Value, image: Image, status: Status) -> Seen:
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
        name_of(image, quad),
    )


def quad_of(face: Face) -> Quad:
    """The corners of a top face, as the rest of the house knows outlines."""
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in face.corners)  # type: ignore[return-value]


def status_of(
    face: Face, value: Value, everyone: Sequence[Face], bar: float, *, leans: bool = False
) -> Status:
    """Whether it may be counted, or what is in the way; `bar` is how sure an `ok` one must be."""
    others = [other for other in everyone if other is not face]
    near = [other for other in others if face.near(other, NEAR)]
    if near and face.edge > TALL * usual(near):
        return "stacked"
    if face.doubt > DOUBTFUL:
        return "covered" if near else "cocked"
    if leans or (value.kind != D6.id and slant(value) < SLANT):
        return "cocked"
    return "ok" if value.sure >= bar else "unsure"


def slant(value: Value) -> float:
    """How much narrower than long a face is, by what is drawn on it: 1 for a die that lies flat."""
    long, short = np.linalg.svd(np.array(value.linear).reshape(2, 2), compute_uv=False)
    return float(short / max(long, 1e-6))


def box_of(quad: Quad) -> Box:
    """The rectangle around a top face."""
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return (min(xs), min(ys), max(xs), max(ys))


def hidden(box: Box, kind: DieKind) -> Seen:
    """Something foreign on which no top face was found: a die covered by another, or no die at all."""
    x0, y0, x1, y1 = box
    share = tuple((face, round(1 / len(kind.faces), 4)) for face in kind.faces)
    quad: Quad = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return Seen(kind.id, kind.faces[0], "covered", share[0][1], share, box, quad, None)


def settle(seen: list[Seen], expect: int | None) -> list[Seen]:
    """What the rules expect, weighed in: just as many sure dice as expected need no ghosts beside them."""
    sure = [s for s in seen if s.status == "ok"]
    if expect is not None and len(sure) == expect:
        return [s for s in seen if s.status != "covered"]
    return seen
