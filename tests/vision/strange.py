"""Tables on which something lies that is no die of the set: a coin, a cap, a hand, a die of another set.

Each with its twin, the same table without it. Refuses to know how it is read and what is to be said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import cos, dist, hypot, pi, sin
from random import Random
from types import MappingProxyType

import cv2
import numpy as np

from companion.dice import D6, Die, DieKind, Seen
from tests.vision.dalek import DALEK, DICE
from tests.vision.posed import FINDER, Colour, Table, bead, button, coin, finger, values
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.recognise.taught_set import TaughtSet
from vision.sim import Look, VirtualTray
from vision.teach.album import Album
from vision.teach.whole_pictures import album_of

Point = tuple[float, float]
Put = Callable[[Image, Point, float, Random], Image]  # into this picture, here, among dice of this edge

COINS = ((70, 150, 190), (60, 105, 175), (165, 175, 180), (120, 190, 215))
GLASS = ((160, 60, 40), (40, 40, 170), (60, 150, 60), (30, 30, 30), (190, 190, 60))
APART = 130.0  # of a colour from the cloth, all channels; as virtual tables choose their dice
PLASTIC = ((40, 40, 190), (200, 120, 30), (35, 35, 35), (235, 235, 235), (60, 170, 60))


@dataclass(frozen=True)
class Scene:
    """A table with dice and a strange thing at `place`, `radius` pixels large; its twin without it."""

    table: Table
    twin: Table
    place: Point
    radius: float

    def alone(self) -> Table:
        """The dice that belong there, in the picture that shows the thing too."""
        return Table(
            self.table.picture, self.table.empty, self.twin.faces, self.table.quads[: len(self.twin.quads)]
        )


def said(scene: Scene, seen: Sequence[Seen]) -> str:
    """What is said of the thing: `unknown`, `sure` (it is a die, or one beside it is misread), `nothing`."""
    if not values(scene.alone(), seen).items() <= dict(enumerate(scene.twin.faces)).items():
        return "sure"
    return "unknown" if any(holds(one, scene) for one in seen if one.status != "ok") else "nothing"


def holds(one: Seen, scene: Scene) -> bool:
    """Whether what is said is said of the thing: it covers the thing's middle, or lies on the thing."""
    (x0, y0, x1, y1), (x, y), room = one.box, scene.place, scene.radius / 2
    inside = x0 - room <= x <= x1 + room and y0 - room <= y <= y1 + room
    return inside or dist(one.centre, scene.place) < scene.radius


# what is no die


def a_coin(image: Image, place: Point, edge: float, luck: Random) -> Image:
    return coin(image, place, edge * luck.uniform(0.45, 0.85), unlike_cloth(COINS, image, place, luck))


def a_bead(image: Image, place: Point, edge: float, luck: Random) -> Image:
    return bead(image, place, edge * luck.uniform(0.4, 0.7), unlike_cloth(GLASS, image, place, luck))


def a_finger(image: Image, place: Point, edge: float, luck: Random) -> Image:
    """A finger that was left lying on the cloth, from any side."""
    turn = luck.uniform(0, 2 * pi)
    return finger(image, place, (cos(turn), sin(turn)), edge * luck.uniform(0.85, 1.1))


def a_hand(image: Image, place: Point, edge: float, luck: Random) -> Image:
    """Three fingers beside each other that reach in from the near side."""
    turn, width = luck.uniform(0.35 * pi, 0.65 * pi), edge * luck.uniform(0.9, 1.05)
    way, aside = np.array((cos(turn), sin(turn))), np.array((-sin(turn), cos(turn)))
    for far in (10, 5, 0):
        for step in (-1, 1, 0):
            x, y = np.array(place) + (far + 0.3 * abs(step)) * width * way + step * width * aside
            image = finger(image, (float(x), float(y)), (float(way[0]), float(way[1])), width)
    return image


def a_pencil(image: Image, place: Point, edge: float, luck: Random) -> Image:
    """A pencil about as thick as half a die, its tip of wood and lead."""
    turn, width = luck.uniform(0, 2 * pi), edge * luck.uniform(0.5, 0.65)
    way = np.array((cos(turn), sin(turn)))
    aside = np.array((-way[1], way[0])) * width / 2
    tip, body, end = (np.array(place) + way * width * share for share in (-3.8, -2.2, 4.0))
    lead = tip + (body - tip) * 0.3
    colour = unlike_cloth(PLASTIC, image, place, luck)
    image = filled(image, (body - aside, body + aside, end + aside, end - aside), colour)
    image = filled(
        image, (body + aside * 0.3, body - aside * 0.3, end - aside * 0.3, end + aside * 0.3), bright(colour)
    )
    image = filled(image, (tip, body + aside, body - aside), (150, 195, 225))
    return filled(image, (tip, lead + aside * 0.3, lead - aside * 0.3), (50, 50, 50))


def a_cap(image: Image, place: Point, edge: float, luck: Random) -> Image:
    """The cap of a bottle from above: a ribbed rim, a plain lid, a ring pressed into it."""
    radius, colour = edge * luck.uniform(0.7, 1.0), unlike_cloth(PLASTIC, image, place, luck)
    turns = np.arange(72) * (2 * pi / 72)
    rim = radius * (1 + 0.04 * (np.arange(72) % 2))
    at = np.array(place) + np.stack((np.cos(turns) * rim, np.sin(turns) * rim), axis=1)
    image = filled(image, (at - place) * 1.03 + place + radius * 0.1, None)
    image = filled(image, at, tuple(0.75 * c for c in colour))
    for share, tone in ((0.84, colour), (0.6, bright(colour)), (0.53, colour)):
        image = filled(image, (at - place) * share + place, tone)
    return image


def a_button(image: Image, place: Point, edge: float, luck: Random) -> Image:
    """A button with two or four holes: they lie much as pips do."""
    colour = unlike_cloth(PLASTIC, image, place, luck)
    turn, count, far = luck.uniform(0, 2 * pi), luck.choice((2, 4, 4)), luck.uniform(0.3, 0.45)
    angles = [turn + 2 * pi * number / count for number in range(count)]
    holes = [(far * cos(angle), far * sin(angle)) for angle in angles]
    hole = (220, 220, 220) if sum(colour) < 200 else (25, 25, 25)
    return button(image, place, edge * luck.uniform(0.5, 0.75), colour, holes, hole)


def a_blank(image: Image, place: Point, edge: float, luck: Random) -> Image:
    """A cube with nothing on it."""
    turn = luck.uniform(0, pi / 2)
    way = np.array((cos(turn), sin(turn))) * edge / 2
    aside = np.array((-way[1], way[0]))
    corners = np.array((-way - aside, way - aside, way + aside, -way + aside)) + place
    colour = unlike_cloth(PLASTIC, image, place, luck)
    image = filled(image, corners + edge * 0.12, None)
    return filled(image, corners, colour)


def unlike_cloth(colours: Sequence[Colour], image: Image, place: Point, luck: Random) -> Colour:
    """One of the colours, but not one in which nobody would see a thing on this cloth."""
    x, y = round(place[0]), round(place[1])
    cloth = np.median(image[y - 8 : y + 9, x - 8 : x + 9].reshape(-1, 3), axis=0)
    return luck.choice([c for c in colours if float(np.abs(np.array(c) - cloth).sum()) > APART])


def bright(colour: Sequence[float]) -> tuple[float, ...]:
    return tuple(min(255.0, 1.12 * c + 12) for c in colour)


def filled(image: Image, corners: object, colour: Sequence[float] | None) -> Image:
    """The picture with a polygon in it; without a colour it is a shadow."""
    mask = np.zeros(image.shape[:2], np.uint8)
    points = np.round(np.asarray(corners, float) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], (255,), cv2.LINE_AA, 4)
    share = cv2.GaussianBlur(mask, (3, 3), 0)[..., None] / 255
    over = image * 0.7 if colour is None else np.broadcast_to(np.array(colour, float), image.shape)
    return np.asarray(np.clip(image * (1 - share) + over * share, 0, 255), np.uint8)


THINGS: Mapping[str, Put] = MappingProxyType(
    {
        "coin": a_coin,
        "bead": a_bead,
        "finger": a_finger,
        "hand": a_hand,
        "pencil": a_pencil,
        "cap": a_cap,
        "button": a_button,
        "blank cube": a_blank,
    }
)


# tables


def with_thing(thing: str, dice: Sequence[Die], seed: int, look: Look | None = None) -> Scene:
    """Dice that lie as the seed has it, and a thing where there is room for it."""
    luck = Random(f"{thing} {seed}")
    table = posed(dice, seed, look)
    edge = table.edge if dice else posed((Die(D6.id, "1"),), seed, look).edge
    place = room(table, luck, 2.2 * edge)
    picture = THINGS[thing](table.picture, place, edge, luck)
    return Scene(Table(picture, table.empty, table.faces, table.quads), table, place, 0.8 * edge)


def with_stray(dice: Sequence[Die], stray: Die, seed: int, look: Look | None = None) -> Scene:
    """Dice that lie as the seed has it, and one more that is none of them."""
    twin, table = posed(dice, seed, look), posed((*dice, stray), seed, look)
    return Scene(table, twin, table.middles[-1], table.edge / 2)


def posed(dice: Sequence[Die], seed: int, look: Look | None = None) -> Table:
    """These dice, in this order, wherever the seed lets them lie."""
    tray = VirtualTray(seed, look=look or Look(), dice=DICE)
    tray.lay(dice)
    frame = tray.read()
    assert frame is not None
    lying = tray.truth().dice
    faces, quads = tuple(d.face for d in lying), tuple(d.quad for d in lying)
    return Table(frame.image, tray.empty_picture(), faces, quads)


def room(table: Table, luck: Random, apart: float) -> Point:
    """Some place well inside the tray so far from all dice, or the farthest that there is."""
    places = [(luck.uniform(190, 460), luck.uniform(140, 345)) for _ in range(60)]

    def away(place: Point) -> float:
        return min((hypot(place[0] - x, place[1] - y) for x, y in table.middles), default=1e9)

    return next((place for place in places if away(place) > apart), max(places, key=away))


def some_dice(kind: str, count: int, luck: Random) -> tuple[Die, ...]:
    faces = D6.faces if kind == D6.id else DALEK.faces
    return tuple(Die(kind, luck.choice(faces)) for _ in range(count))


def dalek_dice(views: int = 2, seed: int = 8, look: Look | None = None) -> Album:
    """The Dalek dice, as somebody would show them at this table."""
    tray = VirtualTray(seed, look=look or Look(), dice=DICE)
    return album_of(tray.teach_pictures(DALEK.id, views), Tray.from_empty(tray.empty_picture()), DALEK.id)


def without(album: Album, face: str) -> TaughtSet:
    """The set as if this face had never been shown."""
    return replace(
        album, views={name: cuts for name, cuts in album.views.items() if name != face}
    ).taught_set()


def reader_of(taught: TaughtSet, empty: Image) -> Reader:
    """A reader of nothing but these dice, that was shown this empty tray."""
    kind = DieKind(taught.kind, taught.faces)
    return Reader((kind,), Tray.from_empty(empty), (taught,), finder=FINDER)
