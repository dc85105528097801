"""From a still picture of a tray to the dice in it: finds them, squares them, reads them, says how surely.

Refuses to know games, clocks and cameras. Unsure is an answer; wrong is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from companion.dice import D6, Box, DieKind, Quad, Seen, Status
from vision.choose import Candidate, candidates, choose
from vision.colours import name_of
from vision.faces import TaughtSet
from vision.leftover import leftovers
from vision.locate import Patch, patches
from vision.pips import strays
from vision.scale import find_edge, other_edges
from vision.top import cut
from vision.tray import Image, Things, Tray
from vision.values import Values

SURE = 0.8  # bar of `sure` from which a die is `ok`, unless settings say otherwise
OUTSIDE = 0.22  # edges around a face in which stray pips are looked for
KNOWN_FROM = 3  # dice read for sure from which their size is taken as known
TALL = 1.1  # a top so much larger than the others is nearer to the camera: that die lies on another
SLANT = 0.9  # pips squeezed so much lie on a tilted face
TAUGHT_SLANT = 0.85  # the same for taught faces, whose own pictures may have been taken aslant


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture and what is foreign in it; `scale` is that of the look."""

    image: Image
    scale: float
    things: Things
    patches: tuple[Patch, ...]


@dataclass(frozen=True)
class Reader:
    """Reads pictures of one tray; None: not known, guessed from each picture. `edge` is the edge of the dice
    as a share of the picture's width, if known; `sure` the bar from which a die is `ok`."""

    kinds: tuple[DieKind, ...]
    tray: Tray | None
    taught: tuple[TaughtSet, ...] = ()
    edge: float | None = None
    sure: float = SURE

    def read(
        self, image: Image, expect: int | None = None, kinds: tuple[str, ...] | None = None
    ) -> tuple[Seen, ...]:
        """The dice in a picture, from top to bottom; `expect` of them, of these `kinds`, where known."""
        tray = self.tray or Tray.guess(image)
        things = tray.things(image)
        scene = Scene(image, tray.scale, things, patches(things))
        if not scene.patches:
            return ()
        values = self.values(kinds)
        seen = self.read_at(scene, self.edge_in(scene), values)
        if not any(s.status == "ok" for s in seen):
            others = [
                self.read_at(scene, edge, values) for edge in other_edges(image, scene.patches, scene.scale)
            ]
            seen = max([seen, *others], key=lambda dice: sum(s.status == "ok" for s in dice))
        return tuple(sorted(settle(seen, expect), key=lambda s: (s.box[1], s.box[0])))

    def read_at(self, scene: Scene, edge: float, values: Values) -> list[Seen]:
        """The dice of a scene in which dice have this edge, in pixels."""
        found = candidates(scene.image, scene.patches, scene.scale, edge, scene.things, values)
        chosen = choose(found, values, scene.image)
        seen = [as_seen(c, chosen, scene.image, self.sure) for c in chosen]
        hid = leftovers(scene.things, scene.scale, chosen, edge)
        return seen + [hidden(box, values.kinds[0]) for box in hid]

    def values(self, kinds: tuple[str, ...] | None) -> Values:
        """What may lie on top: the kinds asked for, or all."""
        wanted = tuple(k for k in self.kinds if kinds is None or k.id in kinds) or self.kinds
        sets = tuple(t for t in self.taught if t.kind in {k.id for k in wanted})
        return Values(wanted, sets, any(k.id == D6.id for k in wanted))

    def edge_in(self, scene: Scene) -> float:
        """The edge of dice in pixels of this picture."""
        if self.edge is not None:
            return float(self.edge * scene.image.shape[1])
        return find_edge(scene.image, scene.patches, scene.scale)

    def with_edge(self, seen: Sequence[Seen], width: int) -> Reader:
        """The same reader, knowing the size of the dice when it has read several and all of them for sure.

        A doubt makes it forget the size: a wrong one would never be found out.
        """
        sizes = [s.edge for s in seen if s.status == "ok"]
        if len(sizes) < len(seen):
            return replace(self, edge=None)
        return replace(self, edge=float(np.median(sizes)) / width) if len(sizes) >= KNOWN_FROM else self


def as_seen(one: Candidate, everyone: Sequence[Candidate], image: Image, bar: float) -> Seen:
    """A chosen candidate as the rest of the house knows dice; `bar` is how sure an `ok` one must be."""
    value = one.value
    sure = value.sure * one.trust * doubt(one, image)
    quad: Quad = tuple((round(float(x), 1), round(float(y), 1)) for x, y in one.top.corners)  # type: ignore[assignment]
    status = status_of(one, everyone, sure, bar)
    return Seen(
        value.kind,
        value.guesses[0][0],
        status,
        round(sure, 4),
        tuple((face, round(share, 4)) for face, share in value.guesses),
        box_of(quad),
        quad,
        name_of(image, quad),
    )


def doubt(one: Candidate, image: Image) -> float:
    """1 unless pips lie just outside the face: then it was squared too small, and counted too low."""
    if one.value.kind != D6.id:
        return 1.0
    return 0.5 if strays(cut(image, one.top.corners, 72, OUTSIDE), OUTSIDE) else 1.0


def status_of(one: Candidate, everyone: Sequence[Candidate], sure: float, bar: float) -> Status:
    """Whether it may be counted, or what is in the way."""
    sizes = [c.top.edge for c in everyone if c is not one]
    if len(sizes) >= 3 and one.top.edge > TALL * float(np.median(sizes)) and one.crowded:
        return "stacked"
    slant = SLANT if one.value.kind == D6.id else TAUGHT_SLANT
    if one.lean < slant and one.value.quality > 0.6:
        return "cocked"
    return "ok" if sure >= bar else "unsure"


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
