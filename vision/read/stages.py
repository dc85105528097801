"""The stages of reading a picture, in order: each is a value that can say and draw what was seen in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import asin, degrees, hypot
from typing import ClassVar, Protocol

import cv2
import numpy as np

from companion.dice import Seen
from vision.arrays import Corners, Image, Mask
from vision.background.tray import Things, Tray
from vision.detect.finder import Detection
from vision.read import overlay
from vision.recognise.values import Value

Colour = tuple[int, int, int]
GREEN, YELLOW, ORANGE, RED, GREY = (
    (80, 220, 80),
    (60, 220, 250),
    (40, 140, 255),
    (60, 60, 255),
    (150, 150, 150),
)


class Stage(Protocol):
    """One step on the way from a picture to dice."""

    name: ClassVar[str]

    @property
    def summary(self) -> str:
        """What was seen, in a line for developers."""
        ...

    def draw(self, image: Image) -> Image:
        """The same as a picture, drawn onto a copy of the one that is read."""
        ...


OnStage = Callable[[Stage], None]


def ignore_stage(stage: Stage) -> None:
    """For who does not want to know the stages."""


@dataclass(frozen=True)
class EmptyTray:
    """What is known of the tray: where its floor is."""

    tray: Tray | None
    name: ClassVar[str] = "empty-tray"

    @property
    def summary(self) -> str:
        if self.tray is None:
            return "no empty tray is known: faces are looked for everywhere, at several sizes"
        return f"the floor is {(self.tray.floor > 0).mean():.0%} of the picture"

    def draw(self, image: Image) -> Image:
        if self.tray is None:
            return image.copy()
        floor = picture_mask(self.tray.floor, image)
        outlines, _ = cv2.findContours(floor, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        picture = np.where(floor[:, :, None] > 0, image, image // 3)
        cv2.drawContours(picture, outlines, -1, GREEN, overlay.line_width_px(image))
        return np.asarray(picture, np.uint8)


@dataclass(frozen=True)
class ForeignThings:
    """What differs from the empty tray in more than light: surely (red), likely (orange), maybe (yellow)."""

    things: Things | None
    name: ClassVar[str] = "things"

    @property
    def summary(self) -> str:
        if self.things is None:
            return "without an empty tray nothing is known to be foreign"
        shares = {
            "surely": self.things.certain,
            "likely": self.things.likely,
            "maybe": self.things.possible,
        }
        return ", ".join(f"{word} foreign {(mask > 0).mean():.1%}" for word, mask in shares.items())

    def draw(self, image: Image) -> Image:
        picture = image.copy()
        if self.things is not None:
            layers = (
                (self.things.possible, YELLOW),
                (self.things.likely, ORANGE),
                (self.things.certain, RED),
            )
            for mask, colour in layers:
                pixels = picture_mask(mask, image) > 0
                picture[pixels] = (picture[pixels] // 2 + np.array(colour, np.uint8) // 2).astype(np.uint8)
        return picture


@dataclass(frozen=True)
class TopFaces:
    """The faces that the nets found (grey), and those of them taken for tops of dice: edge, angle, heat."""

    candidates: tuple[Detection, ...]
    tops: tuple[Detection, ...]
    name: ClassVar[str] = "faces"

    @property
    def summary(self) -> str:
        return f"{len(self.tops)} of {len(self.candidates)} candidates"

    def draw(self, image: Image) -> Image:
        picture = image.copy()
        for candidate in self.candidates:
            draw_outline(picture, candidate.corners, GREY)
        for top in self.tops:
            caption = f"{top.edge:.0f} px {degrees(top.angle):.0f} deg {top.heat:.2f}"
            draw_outline(picture, top.corners, GREEN, caption)
        return picture


@dataclass(frozen=True)
class TiltedFaces:
    """How far each top is turned away from the camera (arrow, degrees), and which dice lean."""

    tops: tuple[Detection, ...]
    leans: tuple[bool, ...]
    name: ClassVar[str] = "tilt"

    @property
    def summary(self) -> str:
        return f"{sum(self.leans)} of {len(self.tops)} lean"

    def draw(self, image: Image) -> Image:
        picture = image.copy()
        for top, leans in zip(self.tops, self.leans, strict=True):
            colour = ORANGE if leans else GREEN
            right, down = top.tilt
            caption = f"{degrees(asin(min(1.0, hypot(right, down)))):.0f} deg"
            draw_outline(picture, top.corners, colour, caption)
            start = (round(top.x), round(top.y))
            tip = (round(top.x + right * top.edge), round(top.y + down * top.edge))
            cv2.arrowedLine(picture, start, tip, colour, overlay.line_width_px(image))
        return picture


@dataclass(frozen=True)
class FaceValues:
    """What each face shows: its likeliest value and the probability that it is right, and the second."""

    tops: tuple[Detection, ...]
    values: tuple[Value, ...]
    name: ClassVar[str] = "values"

    @property
    def summary(self) -> str:
        return ", ".join(f"{one.guesses[0][0]} {one.sure:.2f}" for one in self.values) or "no faces"

    def draw(self, image: Image) -> Image:
        picture = image.copy()
        for top, value in zip(self.tops, self.values, strict=True):
            (first, _), (second, share) = value.guesses[:2]
            draw_outline(picture, top.corners, GREEN, f"{first} {value.sure:.2f} ({second} {share:.2f})")
        return picture


@dataclass(frozen=True)
class JudgedDice:
    """The dice, and of each that must be asked about why."""

    dice: tuple[Seen, ...]
    reasons: tuple[str, ...]
    name: ClassVar[str] = "dice"

    @property
    def summary(self) -> str:
        each = zip(self.dice, self.reasons, strict=True)
        asked = [f"{die.face} {die.status}: {reason}" for die, reason in each if die.status != "ok"]
        return "; ".join([f"{len(self.dice)} dice", *asked])

    def draw(self, image: Image) -> Image:
        picture = overlay.draw(image, self.dice)
        line_px = overlay.line_width_px(image)
        for die, reason in zip(self.dice, self.reasons, strict=True):
            place = (int(die.box[0]), int(die.box[3]) + 14 * line_px)
            overlay.draw_text(picture, reason, place, overlay.STATUS_COLOURS[die.status], line_px)
        return picture


def draw_outline(picture: Image, corners: Corners, colour: Colour, caption: str = "") -> None:
    """Draw a face onto the picture, with a caption over it."""
    line_px = overlay.line_width_px(picture)
    cv2.polylines(picture, [np.round(corners).astype(np.int32)], True, colour, line_px)
    left, top = corners.min(axis=0)
    overlay.draw_text(picture, caption, (int(left), int(top) - 3 * line_px), colour, line_px)


def picture_mask(mask: Mask, image: Image) -> Mask:
    """A mask of the look's size as large as the picture."""
    size = (image.shape[1], image.shape[0])
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST), np.uint8)
