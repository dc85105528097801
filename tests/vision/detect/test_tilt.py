"""Which dice lean: those that face another way than most; of few, or where none agree, nothing is said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.dice import D6, DieSpec
from tests.vision.posed import FACE
from vision.arrays import Floats, Image
from vision.background.tray import Tray
from vision.detect import tilt
from vision.detect.finder import Detection
from vision.detect.tilt import (
    CROWDED_LEANING_SINE,
    LEANING_SINE,
    MIN_INLIERS,
    USUAL_DISTANCE_WIDTHS,
    TiltNet,
    are_crowded,
    flat_tilts,
    judge_leaning,
    perspective_tilts,
)
from vision.read.reader import Reader
from vision.sim import Look, VirtualTray

LEANING = 18.0  # degrees from which the virtual tray's own cocked dice lean


def flat_at(positions: np.ndarray, camera: tuple[float, float], distance: float) -> Floats:
    return (np.array(camera) + perspective_tilts(positions, distance)).astype(np.float32)


def leaning(positions: np.ndarray, tilts: Floats, near: np.ndarray | None = None) -> np.ndarray:
    crowd = np.zeros(len(positions), bool) if near is None else near
    return tilt.outliers(positions, tilts, flat_tilts(positions, tilts), crowd)


@pytest.fixture
def positions() -> np.ndarray:
    return np.random.default_rng(5).uniform(-0.5, 0.5, (8, 2))


@pytest.mark.parametrize("distance", [0.65, USUAL_DISTANCE_WIDTHS, 1.6])
@pytest.mark.parametrize("camera", [(0.0, 0.0), (0.34, 0.0), (-0.2, 0.25)])
def test_however_the_camera_looks_flat_dice_are_flat(
    positions: np.ndarray, camera: tuple[float, float], distance: float
) -> None:
    grain = np.random.default_rng(1).normal(0, 0.04, positions.shape)
    assert not leaning(positions, (flat_at(positions, camera, distance) + grain).astype(np.float32)).any()


@pytest.mark.parametrize("which", [[2], [0, 5], [1, 3, 7]])
def test_those_that_face_another_way_lean(positions: np.ndarray, which: list[int]) -> None:
    tilts = flat_at(positions, (0.1, -0.2), 1.4)
    tilts[which] += np.array([0.3, 0.2], np.float32)
    assert np.flatnonzero(leaning(positions, tilts)).tolist() == which


def test_of_few_dice_or_where_no_most_agree_nothing_is_said(positions: np.ndarray) -> None:
    tilts = flat_at(positions, (0.0, 0.0), USUAL_DISTANCE_WIDTHS)
    tilts[1] += 0.3
    assert not leaning(positions[:MIN_INLIERS], tilts[:MIN_INLIERS]).any()
    tilts[4:] += np.array([0.0, 0.5], np.float32)
    assert flat_tilts(positions, tilts) is None
    assert not leaning(positions, tilts).any()


def test_what_no_camera_above_sees_so_leans_though_it_lies_alone(positions: np.ndarray) -> None:
    tilts = flat_at(positions[:1], (0.34, 0.0), USUAL_DISTANCE_WIDTHS)
    assert not leaning(positions[:1], tilts).any()
    assert leaning(positions[:1], tilts + np.array([0.3, 0.0], np.float32)).all()
    assert leaning(positions[:0], tilts[:0]).tolist() == []


def test_of_a_die_that_others_crowd_more_is_asked(positions: np.ndarray) -> None:
    tilts = flat_at(positions, (0.1, 0.0), USUAL_DISTANCE_WIDTHS)
    tilts[2, 0] += (LEANING_SINE + CROWDED_LEANING_SINE) / 2
    near = np.arange(8) == 2
    assert np.flatnonzero(leaning(positions, tilts, ~near)).tolist() == [2]
    assert not leaning(positions, tilts, near).any()
    tilts[2, 0] += CROWDED_LEANING_SINE
    assert np.flatnonzero(leaning(positions, tilts, near)).tolist() == [2]


def test_flat_dice_are_turned_as_most_of_them_tell_and_a_leaning_one_as_it_is_seen() -> None:
    positions = [(x, y) for y in (120, 360) for x in (100, 240, 380, 520)]
    centred = np.array([((x - 320) / 640, (y - 240) / 640) for x, y in positions])
    flat = [tuple(way) for way in flat_at(centred, (0.1, 0.0), 0.8)]
    grain = np.random.default_rng(2).normal(0, 0.05, (8, 2))
    faces = [
        replace(FACE, x=x, y=y, tilt=(a + g, b + h))
        for (x, y), (a, b), (g, h) in zip(positions, flat, grain, strict=True)
    ]
    faces[5] = replace(faces[5], tilt=(flat[5][0] + 0.5, flat[5][1]))
    judged = judge_leaning((640, 480), faces)
    assert [leans for _, leans in judged] == [k == 5 for k in range(8)]
    assert judged[5][0] == faces[5] or judged[5][0].tilt == pytest.approx(faces[5].tilt)
    off = [np.hypot(*np.subtract(one.tilt, way)) for (one, _), way in zip(judged, flat, strict=True)]
    assert max(off[:5] + off[6:]) < 0.05
    assert are_crowded(faces).tolist() == [False] * 8
    assert are_crowded([faces[0], replace(faces[0], x=150.0)]).tolist() == [True, True]


def test_where_dice_differ_much_more_is_needed(positions: np.ndarray) -> None:
    steady, scattered = (flat_at(positions, (0.0, 0.0), USUAL_DISTANCE_WIDTHS) for _ in range(2))
    scattered[:, 0] += np.tile((0.1, -0.1), 4).astype(np.float32)
    for tilts in (steady, scattered):
        tilts[3, 1] += LEANING_SINE + 0.06
    assert np.flatnonzero(leaning(positions, steady)).tolist() == [3]
    assert not leaning(positions, scattered).any()


def test_turned_by_any_quarter_a_face_is_turned_away_the_same_way() -> None:
    tray = VirtualTray(4, (640, 480))
    tray.throw([DieSpec(D6.id)] * 5, at_once=True)
    while tray.busy:
        tray.read()
    frame = tray.read()
    assert frame is not None
    reader = Reader((D6,), Tray.from_empty(tray.empty_picture()))
    faces = reader.tops(frame.image, reader.things(frame.image))
    tilts = TiltNet().tilts(frame.image, faces)
    for quarter in (1, 2, 3):
        turned = [replace(face, angle=face.angle + quarter * np.pi / 2) for face in faces]
        assert np.abs(TiltNet().tilts(frame.image, turned) - tilts).max() < 0.2


class Shy(TiltNet):
    """A net that errs so much about what it sees upright, not from other sides; it counts its looks."""

    def __init__(self, off: float) -> None:
        super().__init__()
        self._off, self.looks = off, 0

    def tilts(self, image: Image, detections: Sequence[Detection]) -> Floats:
        self.looks += len(detections)
        return np.array([(self._off if abs(d.angle) < 0.1 else 0.0, 0.0) for d in detections], np.float32)


def test_a_die_that_seems_to_lean_is_looked_at_from_all_sides_and_no_other_is() -> None:
    at = [(x, y) for y in (140, 340) for x in (130, 270, 410)]
    centred = np.array([((x - 320) / 640, (y - 240) / 640) for x, y in at])
    faces = [
        replace(FACE, x=x, y=y, angle=0.0, tilt=(float(a), float(b)))
        for (x, y), (a, b) in zip(at, perspective_tilts(centred, USUAL_DISTANCE_WIDTHS), strict=True)
    ]
    blank = np.zeros((480, 640, 3), np.uint8)
    calm = Shy(0.0)
    assert not any(leans for _, leans in calm.judge_leaning(blank, faces))
    assert calm.looks == 0
    faces[4] = replace(faces[4], tilt=(faces[4].tilt[0] + 0.4, faces[4].tilt[1]))
    for off, leans in ((0.4, False), (2.0, True)):
        shy = Shy(off)
        assert [one for _, one in shy.judge_leaning(blank, faces)] == [leans and k == 4 for k in range(6)]
        assert shy.looks == 4


@pytest.mark.parametrize("look", [Look(), Look.random(Random("leaning elsewhere"))], ids=["usual", "other"])
def test_dice_that_lean_are_called_so_and_flat_ones_never(look: Look) -> None:
    judged, leaning = 0, 0
    for seed in range(6):
        tray = VirtualTray(60 + seed, (640, 480), look=look)
        reader = Reader((D6,), Tray.from_empty(tray.empty_picture()))
        tray.throw([DieSpec(D6.id)] * 7, at_once=True, cocked=[0])
        while tray.busy:
            tray.read()
        frame = tray.read()
        assert frame is not None
        seen = reader.read(frame.image)
        for die in tray.truth().dice:
            x, y = np.mean(die.quad, axis=0)
            near = [one for one in seen if np.hypot(one.centre[0] - x, one.centre[1] - y) < 0.5 * one.edge]
            if die.tilt >= LEANING:
                leaning += 1
                judged += all(one.status != "ok" for one in near)
            elif die.tilt < 1:
                assert [one.status for one in near] == ["ok"]
    assert leaning >= 4
    assert judged >= leaning - 1


def test_a_net_that_cannot_be_had_is_named(tmp_path: object) -> None:
    with pytest.raises(cv2.error, match=r"none\.onnx"):
        TiltNet(model=tmp_path / "none.onnx")  # type: ignore[operator]


def test_of_no_face_nothing_is_asked() -> None:
    assert TiltNet().with_tilts(np.zeros((480, 640, 3), np.uint8), []) == ()
    assert judge_leaning((640, 480), []) == ()
