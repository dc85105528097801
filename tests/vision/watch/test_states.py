"""What goes on in the tray, on films of the virtual one: light, flicker, a nudge and a bump are no throw."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from companion.cli.watch import Throws
from companion.dice import D6, Die, DieSpec, Reading
from tests.vision.posed import FINDER
from tests.vision.trays import moved_by
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.sources.frames import Frame
from vision.watch.eye import Eye

FPS = 30.0
FACES = ("2", "4", "5")
Light = Callable[[Image, float], Image]


def lit(image: Image, factor: np.ndarray | float) -> Image:
    return np.clip(image * factor, 0, 255).astype(np.uint8)


def flicker(hertz: float) -> Light:
    """A lamp on the mains, seen by a rolling shutter: bands that wander through the picture."""

    def shown(image: Image, at: float) -> Image:
        rows = at + np.arange(image.shape[0]) / image.shape[0] / FPS
        return lit(image, (1 + 0.12 * np.sin(2 * np.pi * 2 * hertz * rows))[:, None, None])

    return shown


def flash(image: Image, at: float) -> Image:
    """Our own lamps, which light up in green for a moment, twice."""
    on = 0.6 < at < 0.8 or 1.2 < at < 1.3
    return lit(image, np.array((1.15, 1.45, 1.15))) if on else image


def daylight(image: Image, at: float) -> Image:
    """A cloud comes slowly."""
    return lit(image, 1 - 0.2 * min(at, 2.0))


def lamp(image: Image, at: float) -> Image:
    """A lamp at the side is switched on."""
    slope = np.linspace(1.25, 1.6, image.shape[1])[None, :, None]
    return lit(image, slope) if at > 0.7 else image


def bump(image: Image, at: float) -> Image:
    """Somebody knocks against the camera: it swings, and stays a little elsewhere."""
    if at < 0.7:
        return image
    swing = 6 * np.exp(-(at - 0.7) * 9) * np.cos((at - 0.7) * 40)
    return moved_by(image, (14 + swing, -8 - swing / 2), 0.6)


def same(image: Image, at: float) -> Image:
    return image


LIGHTS = {
    "flicker of 50 Hz": flicker(50),
    "flicker of 60 Hz": flicker(60.3),
    "flashes": flash,
    "daylight": daylight,
    "a lamp": lamp,
}


@dataclass
class Watched:
    """An eye on a virtual tray, what it said and how many throws that makes."""

    table: VirtualTray
    light: Light = same

    def __post_init__(self) -> None:
        tray = Tray.from_empty(self.table.empty_picture())
        self.eye = Eye(Reader((D6,), tray, finder=FINDER))
        self.throws = Throws()
        self.counted = 0
        self.readings: list[Reading] = []

    def frames(self, seconds: float) -> Iterator[Frame]:
        for _ in range(round(seconds * FPS)):
            frame = self.table.read()
            assert frame is not None
            yield Frame(self.light(frame.image, frame.at), frame.number, frame.at)

    def watch(self, seconds: float) -> None:
        for frame in self.frames(seconds):
            self.readings.append(self.eye.see(frame))
            self.counted += self.throws(self.readings[-1])

    @property
    def states(self) -> set[str]:
        return {reading.state for reading in self.readings}

    @property
    def faces(self) -> list[str]:
        """What was said last, of what is sure."""
        return sorted(die.face for die in self.readings[-1].dice if die.status == "ok")


def lying(light: Light) -> Watched:
    table = VirtualTray(11, fps=FPS)
    table.lay([Die(D6.id, face) for face in FACES])
    return Watched(table, light)


@pytest.mark.parametrize("what", LIGHTS)
def test_light_is_no_throw_and_dice_lie_on_as_they_were(what: str) -> None:
    film = lying(LIGHTS[what])
    film.watch(2.0)
    assert film.states == {"settled"}
    assert film.counted == 0
    assert film.faces == list(FACES)


@pytest.mark.parametrize("what", LIGHTS)
def test_under_any_light_a_throw_counts_once(what: str) -> None:
    film = Watched(VirtualTray(12, fps=FPS), LIGHTS[what])
    film.watch(0.3)
    film.table.throw([DieSpec(D6.id)] * 3, leave=True)
    film.watch(2.4)
    assert film.counted == 1
    assert len(film.readings[-1].dice) == 3


def test_a_bumped_camera_is_no_throw_and_is_told() -> None:
    film = lying(bump)
    film.watch(2.0)
    assert film.counted == 0
    assert "hand" not in film.states
    assert film.eye.trouble == "moved"
    assert film.faces == list(FACES)


def test_a_camera_that_stands_still_is_not_told_to_have_moved() -> None:
    film = lying(same)
    film.watch(2.5)
    assert film.eye.trouble is None
    assert film.states == {"settled"}


def test_a_nudge_by_hand_is_no_throw() -> None:
    film = lying(same)
    film.watch(0.4)
    x, y = film.readings[-1].dice[0].centre
    assert film.table.nudge(x / 640, y / 480, (6.0, 3.0))
    film.watch(2.6)
    assert "hand" in film.states
    assert film.counted == 0
    assert film.faces == list(FACES)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_dice_are_read_within_a_third_of_a_second_after_they_came_to_rest(seed: int) -> None:
    film = Watched(VirtualTray(seed, fps=FPS))
    film.watch(0.2)
    film.table.throw([DieSpec(D6.id)] * 4, leave=True)
    last = 0.0
    for frame in film.frames(4.0):
        moving = film.table.busy
        reading = film.eye.see(frame)
        last = frame.at if moving else last
        if reading.state == "settled":
            assert not moving or frame.at - last <= 0.0
            assert frame.at - last <= 0.3 + 0.5 / FPS
            return
    raise AssertionError("the dice were never read")
