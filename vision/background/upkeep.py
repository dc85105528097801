"""Keeps what is known of the empty tray true: follows slow light, learns it anew, notices a bump.

Nothing is learned from a picture in which a die, a hand or anything else may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Corners, Doubles, Floats, Image, Mask
from vision.background.camera_shift import stand
from vision.background.coverage import inside
from vision.background.tray import Tray, logs, noise_of, small
from vision.background.tray_rotation import turn

TrayTrouble = Literal[
    "moved", "lost", "light"
]  # camera or tray moved; so far that all must be shown anew; other light

RATE = 0.25  # share by which the look follows at each look at an empty tray
FAINT, SOME = 0.06, 0.25  # log units by which a face differs from the cloth it lies on; share that must
TWICE = 2  # looks in a row that must say the same before anything is claimed or learned
KEEP = 300  # steps of following after which the tray is worth keeping again
DIFFERENT = 0.13  # log units by which a place differs
SMALL, LARGE = 2.2, 8.0  # pixels: the largest circle in a thing on the floor; anywhere else
EDGED = 0.3  # share of a thing's outline that is crisp: a shadow's is less
CRISP = 0.045  # log units from pixel to pixel
MARGIN = 7  # pixels by which the floor's rim may be misplaced after a bump
ALTERED = 0.2  # share of the floor that differs, and holds no dice: the light is another one

Faces = Callable[[], Sequence[Corners]]


@dataclass(frozen=True, eq=False)
class Upkeep:
    """What is known of the tray. `home`: as it was learned; `tray`: as it is to be read with now.

    `learned` grows whenever the tray is worth keeping anew. `lost` counts the looks in a row that did not
    find the surroundings; `said` is what the last look at the floor would claim, `times` in a row; `faceless`
    whether it is known that no face lies there since anything last moved.
    """

    home: Tray
    tray: Tray
    trouble: TrayTrouble | None = None
    learned: int = 0
    followed: int = 0
    lost: int = 0
    said: str = ""
    times: int = 0
    faceless: bool = False

    @staticmethod
    def of(tray: Tray) -> Upkeep:
        """Nothing has happened yet."""
        return Upkeep(tray, tray)

    def stirred(self) -> Upkeep:
        """After anything moved."""
        return replace(self, said="", times=0, faceless=False)

    def placed(self, image: Image) -> Upkeep:
        """After a look at whether the camera, and a round tray, still stand as they did."""
        look = look_of(image, self.home)
        now = stand(self.home.look, look, self.home.floor)
        if now.how == "moved" and now.matrix is not None:
            return replace(self, tray=self.home.moved(now.matrix), trouble="moved", lost=0)
        if now.how == "lost":
            trouble: TrayTrouble | None = "lost" if self.lost + 1 >= TWICE else self.trouble
            return replace(self, trouble=trouble, lost=self.lost + 1)
        way = turn(self.home.look, look, self.home.floor)
        if way is not None:
            return replace(self, tray=turned(self.home, way), trouble="moved", lost=0)
        trouble = "light" if self.trouble == "light" else None
        return replace(self, tray=self.home, trouble=trouble, lost=0)

    def empty(self, image: Image, faces: Faces) -> Upkeep:
        """After a look at a tray that lies still and in which no die was read; `faces` asks the net."""
        if self.lost:
            return self
        change = self.tray.change(image)
        clear = bare(change, self.tray.floor)
        if clear and self.trouble is None and fits(change, self.tray):
            return self.following(image, change, faces)
        if clear and not dice_among(faces(), change, self.tray):
            known = self.saying("bare")
            return known.anew(image) if known.times >= TWICE else known
        certain = self.tray.things_in(change).certain
        altered = float((certain[self.tray.floor > 0] > 0).mean()) > ALTERED
        known = self.saying("altered" if altered else "")
        return replace(known, trouble=known.trouble or "light") if altered and known.times >= TWICE else known

    def following(self, image: Image, change: Floats, faces: Faces) -> Upkeep:
        """The tray lies there as learned: take on what little the light has changed."""
        if not (self.faceless or not dice_among(faces(), change, self.tray)):
            return self.saying("")
        nearer = self.home.nearer(look_of(image, self.home), RATE)
        due = (self.followed + 1) % KEEP == 0
        calm = replace(self.saying(""), followed=self.followed + 1, faceless=True)
        return replace(calm, home=nearer, tray=nearer, learned=self.learned + due)

    def anew(self, image: Image) -> Upkeep:
        """The tray as this picture shows it."""
        return replace(Upkeep.of(Tray.from_empty(image)), learned=self.learned + 1)

    def saying(self, what: str) -> Upkeep:
        """What this look would claim, and how often in a row."""
        return replace(self, said=what, times=self.times + 1 if what == self.said else 1)


def fits(change: Floats, tray: Tray) -> bool:
    """Whether the reader would find nothing foreign there."""
    likely = tray.things_in(change).likely
    return bool(cv2.distanceTransform(likely, cv2.DIST_L2, 3).max() < SMALL)


def dice_among(faces: Sequence[Corners], change: Floats, tray: Tray) -> bool:
    """Whether a face is none of the cloth's own print: it differs, however little, from the empty tray."""
    steps = np.abs(change - cv2.blur(change, (31, 31))).max(axis=2)
    differs = (steps > max(FAINT, 3 * tray.noise)).astype(np.uint8)
    return any(inside(corners, differs, tray.scale) > SOME for corners in faces)


def turned(tray: Tray, way: Doubles) -> Tray:
    """The tray as it looks now that it was turned in place: what surrounds it looks as before."""
    cloth = tray.moved(way)
    return replace(tray, look=np.where(cloth.floor[:, :, None] > 0, cloth.look, tray.look))


def look_of(image: Image, tray: Tray) -> Floats:
    """A picture in the form of the tray's look."""
    return logs(small(image, (tray.look.shape[1], tray.look.shape[0])))


def bare(change: Floats, floor: Mask) -> bool:
    """Whether nothing lies on the floor and nothing large anywhere: what differs is softly bordered light.

    A thing of no other brightness or hue than the cloth passes here; its face does not pass the finder.
    """
    differs = (np.abs(change).max(axis=2) > max(DIFFERENT, 4 * noise_of(change))).astype(np.uint8) * 255
    inner = cv2.erode(floor, np.ones((2 * MARGIN + 1, 2 * MARGIN + 1), np.uint8), borderValue=(255,))
    edges = crisp(change)
    on_floor = np.asarray(cv2.bitwise_and(differs, inner), np.uint8)
    return not (things(on_floor, edges, SMALL) or things(differs, edges, LARGE))


def crisp(change: Floats) -> Mask:
    """Where a change has an edge, and close by."""
    steps = [cv2.Sobel(change, cv2.CV_32F, x, 1 - x, scale=0.125) for x in (1, 0)]
    edge = (np.hypot(*steps).max(axis=2) > CRISP).astype(np.uint8)
    return cv2.dilate(edge, np.ones((3, 3), np.uint8))  # type: ignore[return-value]


def things(mask: Mask, edges: Mask, radius: float) -> bool:
    """Whether any part of the mask is as large as that and has a crisp outline."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for line in outlines:
        if len(line) < 4 * radius:
            continue
        x, y, width, height = cv2.boundingRect(line)
        part = np.zeros((height + 2, width + 2), np.uint8)
        cv2.drawContours(part, [line - np.array([x - 1, y - 1])], -1, (255,), -1)
        if cv2.distanceTransform(part, cv2.DIST_L2, 3).max() < radius:
            continue
        if edges[line[:, 0, 1], line[:, 0, 0]].mean() > EDGED:
            return True
    return False
