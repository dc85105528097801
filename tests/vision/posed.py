"""Tables for the tests of the eye: dice of the virtual tray, and what lies there that is no die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import dist, hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.dice import D6, Die, Quad, Seen
from tests.vision.dalek import DICE
from vision.arrays import Image
from vision.background.tray import Tray
from vision.detect.finder import Detection, Finder
from vision.read.reader import Reader
from vision.sim import Look, VirtualTray

Colour = tuple[int, int, int]
Values = NDArray[np.float64]
FINDER = Finder()
FACE = Detection(100.0, 80.0, 40.0, 0.0, 0.9, 0.1, np.array([0, 0, 0, 0, 1, 0, 0], np.float32))  # a four


@dataclass(frozen=True)
class Table:
    """A picture with dice, the same without any, and what really lies there."""

    picture: Image
    empty: Image
    faces: tuple[str, ...]
    quads: tuple[Quad, ...]

    @property
    def middles(self) -> tuple[tuple[float, float], ...]:
        return tuple(middle(quad) for quad in self.quads)

    @property
    def edge(self) -> float:
        """The usual edge of its dice, in pixels."""
        return float(np.median([dist(*quad[:2]) for quad in self.quads]))


def middle(quad: Quad) -> tuple[float, float]:
    return (sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4)


def laid(
    faces: Sequence[str],
    seed: int = 3,
    look: Look | None = None,
    colours: Sequence[str | None] = (None,),
    kind: str = D6.id,
) -> Table:
    """These faces up, wherever the seed lets them lie."""
    tray = VirtualTray(seed, look=look or Look(), dice=DICE)
    tray.lay([Die(kind, face, colours[k % len(colours)]) for k, face in enumerate(faces)])
    frame = tray.read()
    assert frame is not None
    truth = tray.truth().dice
    return Table(
        frame.image, tray.empty_picture(), tuple(d.face for d in truth), tuple(d.quad for d in truth)
    )


def values(table: Table, seen: Sequence[Seen]) -> dict[int, str]:
    """The values read for sure, by the number of the die; a sure die where none lies is one of -1, -2…"""
    found: dict[int, str] = {}
    for number, one in enumerate((s for s in seen if s.status == "ok"), start=1):
        near = min(range(len(table.middles)), key=lambda k: dist(table.middles[k], one.centre), default=-1)
        there = near >= 0 and dist(table.middles[near], one.centre) < table.edge / 2 and near not in found
        found[near if there else -number] = one.face
    return found


def truth(table: Table) -> dict[int, str]:
    return dict(enumerate(table.faces))


def nearest(seen: Sequence[Seen], place: tuple[float, float]) -> Seen:
    return min(seen, key=lambda one: dist(one.centre, place))


def over(seen: Sequence[Seen], place: tuple[float, float]) -> list[Seen]:
    """What is said of this place: all whose box holds it."""
    x, y = place
    return [s for s in seen if s.box[0] <= x <= s.box[2] and s.box[1] <= y <= s.box[3]]


def free(table: Table, room: float) -> tuple[float, float]:
    """The place on the cloth, well inside the tray, that is farthest from all dice."""
    places = [(x, y) for x in range(200, 460, 20) for y in range(150, 340, 20)]
    best = max(places, key=lambda place: min((dist(place, m) for m in table.middles), default=1e9))
    assert min((dist(best, m) for m in table.middles), default=1e9) > room, "no room on this table"
    return (float(best[0]), float(best[1]))


def reader(image: Image | None, edge: float | None = None) -> Reader:
    """A reader of pips that was shown this empty tray, or none."""
    return Reader((D6,), None if image is None else Tray.from_empty(image), edge=edge, finder=FINDER)


def ways(table: Table) -> tuple[Reader, Reader]:
    """A reader that does not know the size of the dice on this table, and one that does."""
    return reader(table.empty), reader(table.empty, table.edge / table.picture.shape[1])


# what is no die


def coin(image: Image, place: tuple[float, float], radius: float, colour: Colour = (70, 150, 190)) -> Image:
    """A coin: a disc with a bright rim, a relief of a head, a narrow shadow."""
    x, y = place
    shaded = _disc(image, (x + radius * 0.1, y + radius * 0.12), radius * 1.03, _times(image, 0.7))
    body = _disc(shaded, place, radius, _plain(image, colour))
    rim = _disc(body, place, radius * 0.88, _plain(image, tuple(c * 0.82 for c in colour)))
    head = _disc(rim, (x - radius * 0.1, y - radius * 0.1), radius * 0.4, _plain(image, colour))
    return _disc(head, (x, y + radius * 0.5), radius * 0.3, _plain(image, tuple(c * 0.93 for c in colour)))


def button(
    image: Image,
    place: tuple[float, float],
    radius: float,
    colour: Colour,
    holes: Sequence[tuple[float, float]],
    hole: Colour = (25, 25, 25),
) -> Image:
    """A button with a pressed ring, and holes at these places from its middle, in radii; a narrow shadow."""
    x, y = place
    image = _disc(image, (x + radius * 0.15, y + radius * 0.15), radius, _times(image, 0.7))
    for share, light in ((1.0, 1.0), (0.8, 0.8), (0.74, 1.0)):
        image = _disc(image, place, radius * share, _plain(image, tuple(c * light for c in colour)))
    for right, down in holes:
        middle = (x + radius * right, y + radius * down)
        image = _disc(image, middle, radius * 0.14, _plain(image, hole))
    return image


def bead(image: Image, place: tuple[float, float], radius: float, colour: Colour = (160, 60, 40)) -> Image:
    """A glass bead: a ball lit from above with a small bright spot."""
    x, y = place
    ys, xs = np.mgrid[: image.shape[0], : image.shape[1]]
    away = np.hypot(xs - x + radius * 0.25, ys - y + radius * 0.25) / radius
    ball = np.clip(np.array(colour) * (1.25 - 0.75 * away[..., None]), 0, 255)
    shaded = _disc(image, (x + radius * 0.3, y + radius * 0.3), radius, _times(image, 0.6))
    lit = _disc(shaded, place, radius, ball)
    return _disc(lit, (x - radius * 0.3, y - radius * 0.3), radius * 0.18, _plain(image, (250, 250, 250)))


def finger(image: Image, tip: tuple[float, float], way: tuple[float, float], width: float) -> Image:
    """A finger that ends at `tip`, seen from above; it comes from `way` (a direction), and far enough."""
    length = hypot(*way)
    x, y = way[0] / length, way[1] / length
    ys, xs = np.mgrid[: image.shape[0], : image.shape[1]]
    along = np.clip((xs - tip[0]) * x + (ys - tip[1]) * y, width / 2, 6 * width)
    away = np.hypot(xs - tip[0] - along * x, ys - tip[1] - along * y) / (width / 2)
    skin = np.array((138, 172, 214)) * (1.05 - 0.35 * np.clip(away, 0, 1)[..., None] ** 2)
    return _mixed(image, skin, np.clip((1 - away) * width / 2 + 0.5, 0, 1))


def card(image: Image, quad: Quad, share: float, reach: float = 2.2) -> Image:
    """A red card over this share of a face, from one side on, to so many edges from the other."""
    a, b, _, d = (np.array(corner) for corner in quad)
    along, down = b - a, d - a
    aside = 0.6 if reach > 1 else 0.0
    first, last = a + along * (1 - share), a + along * reach
    line = [first - down * aside, first + down * (1 + aside), last + down * (1 + aside), last - down * aside]
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(line) * 16).astype(np.int32), (255,), cv2.LINE_AA, 4)
    return _mixed(image, _plain(image, (60, 60, 170)), mask / 255.0)


def _disc(image: Image, place: tuple[float, float], radius: float, filled: Values) -> Image:
    ys, xs = np.mgrid[: image.shape[0], : image.shape[1]]
    return _mixed(image, filled, np.clip(radius - np.hypot(xs - place[0], ys - place[1]) + 0.5, 0, 1))


def _mixed(under: Image, over: Values, share: Values) -> Image:
    mixed = under * (1 - share[..., None]) + over * share[..., None]
    return np.asarray(np.clip(mixed, 0, 255), np.uint8)


def _plain(image: Image, colour: Sequence[float]) -> Values:
    return np.broadcast_to(np.array(colour, float), image.shape)


def _times(image: Image, factor: float) -> Values:
    return np.asarray(image * factor)


# the same table seen otherwise


def moved(table: Table, matrix: Values) -> Table:
    """The table as a camera that was moved sees it."""
    size = (table.picture.shape[1], table.picture.shape[0])
    matrix = np.asarray(matrix, float)

    def seen(image: Image) -> Image:
        how = cv2.INTER_LINEAR
        return np.asarray(cv2.warpAffine(image, matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE))

    quads = [tuple(tuple(matrix @ (x, y, 1.0)) for x, y in quad) for quad in table.quads]
    return Table(seen(table.picture), seen(table.empty), table.faces, tuple(quads))  # type: ignore[arg-type]


def turned(table: Table, degrees: float, scale: float = 1.0, by: tuple[float, float] = (0.0, 0.0)) -> Table:
    """The table turned about the middle of the picture, seen from farther or nearer, and moved aside."""
    height, width = table.picture.shape[:2]
    middle = (width / 2 - 0.5, height / 2 - 0.5)
    matrix = np.asarray(cv2.getRotationMatrix2D(middle, degrees, scale), float)
    matrix[:, 2] += np.array(by)
    return moved(table, matrix)


def lit(image: Image, factor: float) -> Image:
    """The same picture under more or less light."""
    return np.asarray(np.clip(np.asarray(image, float) * factor, 0, 255), np.uint8)
