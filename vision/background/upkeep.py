"""Background maintenance: what is known of the empty tray is kept true while it lies still.

Slow light is followed (running average), other light learned anew, a bumped camera and a turned tray noticed.
Nothing is learned from a picture in which a die, a hand or anything else may be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from vision.arrays import Corners, Doubles, Floats, Image, Mask
from vision.background.camera_shift import camera_shift
from vision.background.coverage import coverage
from vision.background.tray import Tray, log_look, noise_sigma
from vision.background.tray_rotation import tray_rotation

# Camera or tray moved; so far that all must be shown anew; other light.
TrayTrouble = Literal["moved", "lost", "light"]

BLEND_SHARE = 0.25  # by which the look follows at each look at an empty tray
BLENDS_PER_VERSION = 300  # after which the tray is worth keeping again
MIN_REPEATS = 2  # looks in a row that must say the same before anything is claimed or learned
MIN_FACE_STEP = 0.06  # log units by which a face differs from the cloth it lies on
MIN_FACE_SHARE = 0.25  # of a face that must
MIN_STEP = 0.13  # log units by which a place differs
MIN_FLOOR_RADIUS_PX = 2.2  # of the largest circle in a thing on the floor
MIN_WALL_RADIUS_PX = 8.0  # of that in a thing anywhere else
MIN_EDGE_SHARE = 0.3  # of a thing's outline that is crisp: a shadow's is less
EDGE_STEP = 0.045  # log units from pixel to pixel that are crisp
RIM_PX = 7  # by which the floor's rim may be misplaced after a bump
MIN_ALTERED_SHARE = 0.2  # of the floor that differs, and holds no dice: the light is another one

FaceSearch = Callable[[], Sequence[Corners]]


@dataclass(frozen=True, eq=False)
class Upkeep:
    """What is known of the tray. `home`: as it was learned; `tray`: as it is to be read with now.

    `version` grows whenever the tray is worth keeping anew, after so many `blends` or when it is relearned.
    `misses` counts the looks in a row that did not find the surroundings; `claim` is what the last look at
    the floor would claim, `repeats` in a row; `no_faces` whether it is known that no face lies there since
    anything last moved.
    """

    home: Tray
    tray: Tray
    trouble: TrayTrouble | None = None
    version: int = 0
    blends: int = 0
    misses: int = 0
    claim: Literal["", "bare", "altered"] = ""
    repeats: int = 0
    no_faces: bool = False

    @staticmethod
    def of(tray: Tray) -> Upkeep:
        """Nothing has happened yet."""
        return Upkeep(tray, tray)

    def after_motion(self) -> Upkeep:
        """Anything may lie elsewhere now."""
        return replace(self, claim="", repeats=0, no_faces=False)

    def check_position(self, image: Image) -> Upkeep:
        """Looks whether the camera, and a round tray, still stand as they did."""
        look = log_look(image, self._size)
        shift = camera_shift(self.home.look, look, self.home.floor)
        if shift.verdict == "moved" and shift.matrix is not None:
            return replace(self, tray=self.home.warp(shift.matrix), trouble="moved", misses=0)
        if shift.verdict == "lost":
            misses = self.misses + 1
            trouble: TrayTrouble | None = "lost" if misses >= MIN_REPEATS else self.trouble
            return replace(self, trouble=trouble, misses=misses)
        rotation = tray_rotation(self.home.look, look, self.home.floor)
        if rotation is not None:
            return replace(self, tray=rotate_floor(self.home, rotation), trouble="moved", misses=0)
        trouble = "light" if self.trouble == "light" else None
        return replace(self, tray=self.home, trouble=trouble, misses=0)

    def check_empty(self, image: Image, faces: FaceSearch) -> Upkeep:
        """Looks at a tray that lies still and in which no die was read; `faces` asks the net."""
        if self.misses:
            return self
        difference = self.tray.difference(image)
        bare = is_bare(difference, self.tray.floor)
        if bare and self.trouble is None and is_as_learned(difference, self.tray):
            return self._follow(image, difference, faces)
        if bare and not any_foreign(faces(), difference, self.tray):
            known = self._with_claim("bare")
            return known._relearn(image) if known.repeats >= MIN_REPEATS else known
        certain = self.tray.things_of(difference).certain
        altered = float((certain[self.tray.floor > 0] > 0).mean()) > MIN_ALTERED_SHARE
        known = self._with_claim("altered" if altered else "")
        certainly = altered and known.repeats >= MIN_REPEATS
        return replace(known, trouble=known.trouble or "light") if certainly else known

    @property
    def _size(self) -> tuple[int, int]:
        return (self.home.look.shape[1], self.home.look.shape[0])

    def _follow(self, image: Image, difference: Floats, faces: FaceSearch) -> Upkeep:
        """The tray lies there as learned: take on what little the light has changed."""
        known = self._with_claim("")
        if not self.no_faces and any_foreign(faces(), difference, self.tray):
            return known
        blend = self.home.blend(log_look(image, self._size), BLEND_SHARE)
        blends = self.blends + 1
        version = self.version + (blends % BLENDS_PER_VERSION == 0)
        return replace(known, home=blend, tray=blend, blends=blends, version=version, no_faces=True)

    def _relearn(self, image: Image) -> Upkeep:
        return replace(Upkeep.of(Tray.from_empty(image)), version=self.version + 1)

    def _with_claim(self, claim: Literal["", "bare", "altered"]) -> Upkeep:
        return replace(self, claim=claim, repeats=self.repeats + 1 if claim == self.claim else 1)


def is_as_learned(difference: Floats, tray: Tray) -> bool:
    """Whether the reader would find nothing foreign there."""
    likely = tray.things_of(difference).likely
    return bool(cv2.distanceTransform(likely, cv2.DIST_L2, 3).max() < MIN_FLOOR_RADIUS_PX)


def any_foreign(faces: Sequence[Corners], difference: Floats, tray: Tray) -> bool:
    """Whether a face is none of the cloth's own print: it differs, however little, from the empty tray."""
    steps = np.abs(difference - cv2.blur(difference, (31, 31))).max(axis=2)
    foreign = (steps > max(MIN_FACE_STEP, 3 * tray.noise)).astype(np.uint8)
    return any(coverage(corners, foreign, tray.scale) > MIN_FACE_SHARE for corners in faces)


def rotate_floor(tray: Tray, rotation: Doubles) -> Tray:
    """The tray as it looks now that it was turned in place: what surrounds it looks as before."""
    cloth = tray.warp(rotation)
    return replace(tray, look=np.where(cloth.floor[:, :, None] > 0, cloth.look, tray.look))


def is_bare(difference: Floats, floor: Mask) -> bool:
    """Whether nothing lies on the floor and nothing large anywhere: what differs is softly bordered light.

    A thing of no other brightness or hue than the cloth passes here; its face does not pass the finder.
    """
    step = max(MIN_STEP, 4 * noise_sigma(difference))
    foreign = (np.abs(difference).max(axis=2) > step).astype(np.uint8) * 255
    inner = cv2.erode(floor, np.ones((2 * RIM_PX + 1, 2 * RIM_PX + 1), np.uint8), borderValue=(255,))
    gradients = [cv2.Sobel(difference, cv2.CV_32F, x, 1 - x, scale=0.125) for x in (1, 0)]
    crisp = (np.hypot(*gradients).max(axis=2) > EDGE_STEP).astype(np.uint8)
    edges = np.asarray(cv2.dilate(crisp, np.ones((3, 3), np.uint8)), np.uint8)
    on_floor = np.asarray(cv2.bitwise_and(foreign, inner), np.uint8)
    return not (
        any_thing(on_floor, edges, MIN_FLOOR_RADIUS_PX) or any_thing(foreign, edges, MIN_WALL_RADIUS_PX)
    )


def any_thing(mask: Mask, edges: Mask, radius: float) -> bool:
    """Whether a circle of that radius (pixels) fits into any component of the mask with a crisp outline."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        if len(outline) < 4 * radius:
            continue
        x, y, width, height = cv2.boundingRect(outline)
        part = np.zeros((height + 2, width + 2), np.uint8)
        cv2.drawContours(part, [outline - np.array([x - 1, y - 1])], -1, (255,), -1)
        if cv2.distanceTransform(part, cv2.DIST_L2, 3).max() < radius:
            continue
        if edges[outline[:, 0, 1], outline[:, 0, 0]].mean() > MIN_EDGE_SHARE:
            return True
    return False
