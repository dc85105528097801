"""Other light on a known tray is no thing, and takes no die away: curves, tints, slopes, pools of light."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion.dice import D6, Die
from tests.vision import trays
from tests.vision.drawn import face, lay
from tests.vision.posed import FINDER
from vision.arrays import Image
from vision.background.coverage import coverage
from vision.background.tray import Things, Tray
from vision.detect.unexplained import unexplained_boxes
from vision.read.reader import Reader
from vision.sim import VirtualTray

EDGE = 40.0
TRAYS = [trays.Drawn(), trays.Drawn("hexagon", print="logo"), trays.Drawn("round", print="weave")]
PRINTED = trays.Drawn(felt=(42, 34, 112), print="speckles")
PLACES = ((170, 150), (211, 152), (330, 240), (450, 160), (430, 330), (240, 310))
BODIES = ((225, 228, 230), (40, 40, 190), (30, 28, 28), (190, 84, 34), (52, 196, 236), (225, 228, 230))


@dataclass(frozen=True)
class Light:
    """The camera's curve, a colour, a slope, and the pool of another lamp: brightness, place, width."""

    gamma: float = 1.0
    cast: tuple[float, float, float] = (1.0, 1.0, 1.0)
    slope: tuple[float, float] = (0.0, 0.0)
    pool: float = 0.0
    at: tuple[float, float] = (0.3, -0.2)
    wide: float = 0.3

    def on(self, image: Image) -> Image:
        height, width = image.shape[:2]
        x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-0.75, 0.75, height))
        away = ((x - self.at[0]) ** 2 + (y - self.at[1]) ** 2) / (2 * self.wide**2)
        lamp = 1 + self.slope[0] * x + self.slope[1] * y + self.pool * np.exp(-away)
        lit = (image / 255.0) ** 2.2 * lamp[..., None] * np.array(self.cast)
        grain = np.random.default_rng(7).normal(0, 1, image.shape)
        shone = np.clip(lit, 0, 1) ** (self.gamma / 2.2) * 255
        return np.asarray(np.clip(shone + grain, 0, 255), np.uint8)


lights = some.builds(
    Light,
    some.floats(0.6, 1.6),
    some.tuples(*(some.floats(0.7, 1.3),) * 3),
    some.tuples(some.floats(-0.4, 0.4), some.floats(-0.4, 0.4)),
    some.floats(0.0, 1.2),
    some.tuples(some.floats(-0.7, 0.7), some.floats(-0.5, 0.5)),
    some.floats(0.3, 0.6),
)
many = settings(max_examples=12, deadline=None, derandomize=True, database=None)
kinds = some.sampled_from(TRAYS)


def with_dice(picture: Image) -> tuple[Image, list[np.ndarray]]:
    """Dice of many colours in the tray, and their corners."""
    tops = []
    for n, ((x, y), body) in enumerate(zip(PLACES, BODIES, strict=True)):
        turn = 0.0 if n < 2 else 17.0 * n
        ink = (30, 30, 30) if sum(body) > 400 else (230, 230, 230)
        picture = lay(picture, face(n + 1, 48, body=body, ink=ink), x, y, EDGE, turn)
        corners = cv2.boxPoints(((x, y), (EDGE, EDGE), turn))
        tops.append(np.asarray(corners, float))
    return picture, tops


def ghosts(tray: Tray, things: Things, dice: list[np.ndarray]) -> int:
    return len(unexplained_boxes(things, tray.scale, dice, EDGE)) if things.any else 0


@many
@given(kinds, lights)
def test_other_light_in_an_empty_tray_is_no_thing(drawn: trays.Drawn, light: Light) -> None:
    tray = Tray.from_empty(trays.picture(drawn))
    if drawn.print == "logo":  # a pool of light on white ink that it bleaches has edges, as a thing has
        light = replace(light, pool=0.0)
    assert ghosts(tray, tray.things(light.on(trays.picture(drawn, seed=1))), []) == 0


@many
@given(kinds, lights)
def test_in_other_light_every_die_is_still_foreign_and_nothing_else_is(
    drawn: trays.Drawn, light: Light
) -> None:
    tray = Tray.from_empty(trays.picture(drawn))
    picture, tops = with_dice(trays.picture(drawn, seed=1))
    things = tray.things(light.on(picture))
    assert [k for k, top in enumerate(tops) if coverage(top, things.likely, tray.scale) < 0.5] == []
    if drawn.print != "logo":  # dice hide most of its rare colours: what they do in other light is a guess
        assert ghosts(tray, things, tops) == 0


@pytest.mark.parametrize("gamma", [0.6, 0.75, 1.3, 1.6])
def test_print_under_another_curve_of_the_camera_is_no_thing(gamma: float) -> None:
    tray = Tray.from_empty(trays.picture(PRINTED))
    later = trays.picture(PRINTED, seed=1)
    assert ghosts(tray, tray.things(Light(gamma).on(later)), []) == 0
    stranger = lay(later, face(5, 48), 300, 200, EDGE, 20)  # its twin: a die on that print
    assert ghosts(tray, tray.things(Light(gamma).on(stranger)), []) == 1


def test_a_sheet_of_paper_or_a_heap_of_dice_is_no_pool_of_light() -> None:
    drawn = TRAYS[0]
    tray = Tray.from_empty(trays.picture(drawn))
    paper = trays.picture(drawn, seed=1)
    cv2.rectangle(paper, (180, 140), (420, 330), (200, 205, 205), -1)
    assert (
        coverage(
            np.array([(180, 140), (420, 140), (420, 330), (180, 330)], float),
            tray.things(paper).certain,
            tray.scale,
        )
        > 0.9
    )
    heap = trays.picture(drawn, seed=1)
    for n in range(16):
        heap = lay(heap, face(n % 6 + 1, 48), 250 + 41 * (n % 4), 180 + 41 * (n // 4), EDGE, 0)
    for n in range(16):
        top = np.asarray(cv2.boxPoints(((250 + 41 * (n % 4), 180 + 41 * (n // 4)), (EDGE, EDGE), 0)), float)
        assert coverage(top, tray.things(heap).likely, tray.scale) > 0.8


@pytest.mark.parametrize("light", [Light(0.65), Light(1.5), Light(pool=1.5), Light(1.2, slope=(0.3, -0.3))])
def test_in_other_light_dice_are_read_the_same_and_an_empty_tray_has_none(light: Light) -> None:
    table = VirtualTray(3)
    tray = Tray.from_empty(table.empty_picture())
    reader = Reader((D6,), tray, finder=FINDER)
    assert reader.read(light.on(table.empty_picture())) == ()
    table.lay([Die(D6.id, each) for each in "36152"])
    frame = table.read()
    assert frame is not None
    seen = reader.read(light.on(frame.image))
    assert sorted(die.face for die in seen) == ["1", "2", "3", "5", "6"]
    assert {die.status for die in seen} <= {"ok", "unsure"}
    assert sum(die.status == "ok" for die in seen) >= 4


@pytest.mark.parametrize("size", [(480, 640), (500, 480), (1000, 400)])
def test_pictures_of_any_shape_have_their_light_taken_out(size: tuple[int, int]) -> None:
    first, later = (
        np.asarray(cv2.resize(trays.picture(TRAYS[0], seed), size, interpolation=cv2.INTER_AREA), np.uint8)
        for seed in (0, 1)
    )
    tray = Tray.from_empty(first)
    assert not tray.things(Light(1.4).on(later)).any
    assert tray.things(lay(later, face(3, 48), size[0] / 2, size[1] / 2, EDGE, 20)).any
