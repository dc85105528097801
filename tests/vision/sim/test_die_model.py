"""Which dice lie in the virtual tray: cubes with six faces, each with pips or drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import pytest

from companion.dice import Die, DieKind, DieSpec
from tests.vision.posed import FINDER
from vision.arrays import Image
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import D6_MODEL, DieModel, Look, VirtualTray
from vision.teach.whole_pictures import learn

WEATHER = DieKind("weather", ("sun", "moon", "rain", "snow", "wind", "fog"))


def png(draw: Callable[[Image], object]) -> bytes:
    """A mask on which something was drawn."""
    mask = np.zeros((256, 256), np.uint8)
    draw(mask)
    return cv2.imencode(".png", mask)[1].tobytes()


def stripes(mask: Image) -> None:
    for y in (60, 128, 196):
        cv2.line(mask, (40, y), (216, y), (255,), 24)


def outline(*corners: tuple[int, int]) -> Callable[[Image], object]:
    return lambda mask: cv2.fillPoly(mask, [np.array(corners, np.int32)], (255,))


DRAWINGS: Mapping[str, bytes] = {
    "sun": png(lambda mask: cv2.circle(mask, (128, 128), 80, (255,), -1)),
    "moon": png(lambda mask: cv2.ellipse(mask, (128, 128), (90, 90), 0, 0, 180, (255,), 30)),
    "rain": png(stripes),
    "snow": png(lambda mask: cv2.drawMarker(mask, (128, 128), (255,), cv2.MARKER_STAR, 180, 22)),
    "wind": png(outline((40, 210), (128, 40), (216, 210))),
    "fog": png(outline((40, 40), (120, 40), (120, 130), (216, 130), (216, 216), (40, 216))),
}


def test_opposite_faces_of_a_die_with_pips_add_up_to_seven() -> None:
    names = [int(face) for face in D6_MODEL.sides]
    assert [names[side] + names[side + 1] for side in (0, 2, 4)] == [7, 7, 7]


def test_faces_lie_opposite_each_other_as_they_are_paired_or_else_the_first_opposite_the_last() -> None:
    assert DieModel.of(WEATHER, DRAWINGS).sides == ("moon", "wind", "rain", "snow", "sun", "fog")
    pairs = (("fog", "rain"), ("sun", "moon"), ("wind", "snow"))
    assert DieModel.of(WEATHER, DRAWINGS, pairs).sides == ("fog", "rain", "sun", "moon", "wind", "snow")


@pytest.mark.parametrize(
    ("kind", "drawings", "pairs", "why"),
    [
        (DieKind("d8", tuple("12345678")), {}, (), "'d8' have 8 faces .* with 6; play with real ones"),
        (
            WEATHER,
            {"sun": DRAWINGS["sun"]},
            (),
            "no drawing of moon, rain, .*draw_faces GAME",
        ),
        (WEATHER, DRAWINGS, (("sun", "moon"),), "must name each of its faces once .* got sun, moon"),
        (
            WEATHER,
            {**DRAWINGS, "fog": b"no png"},
            (),
            "'fog' of dice 'weather' must be .* no picture",
        ),
        (
            WEATHER,
            {**DRAWINGS, "fog": cv2.imencode(".png", np.zeros((8, 9), np.uint8))[1].tobytes()},
            (),
            "got 9×8 pixels",
        ),
    ],
)
def test_what_cannot_be_drawn_as_a_cube_is_refused(
    kind: DieKind, drawings: Mapping[str, bytes], pairs: tuple[tuple[str, str], ...], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        DieModel.of(kind, drawings, pairs)


def test_made_up_dice_are_thrown_taught_and_read() -> None:
    tray = VirtualTray(5, look=Look(cocked=0.0), dice=(DieModel.of(WEATHER, DRAWINGS),))
    empty = Tray.from_empty(tray.empty_picture())
    taught = learn(tray.teach_pictures(WEATHER.id, 3), empty, WEATHER.id)
    reader = Reader((WEATHER,), empty, (taught,), finder=FINDER)
    assert reader.read(tray.empty_picture()) == ()
    tray.throw([DieSpec(WEATHER.id)] * 3)
    while tray.busy:
        tray.read()
    tray.lay([Die(WEATHER.id, face) for face in WEATHER.faces[:4]])
    frame = tray.read()
    assert frame is not None
    seen = reader.read(frame.image)
    assert sorted(die.face for die in seen if die.status == "ok") == list(tray.truth().faces)
    assert {die.kind for die in seen} == {WEATHER.id}
