"""Which dice lean: those that face another way than most; of few, or where none agree, nothing is said."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.dice import D6, DieSpec
from tests.vision.posed import FACE
from vision.reader import Reader
from vision.sim import Look, VirtualTray
from vision.tilt import AGREE, LEANS, WIDE, Tilt, odd_ones
from vision.tray import Floats, Tray

LEANING = 18.0  # degrees from which the virtual tray's own cocked dice lean


def seen_flat(places: np.ndarray, camera: tuple[float, float], wide: float) -> Floats:
    return (np.array(camera) + wide * places).astype(np.float32)


@pytest.fixture
def places() -> np.ndarray:
    return np.random.default_rng(5).uniform(-0.5, 0.5, (8, 2))


@pytest.mark.parametrize("wide", [0.45, WIDE, 1.0])
@pytest.mark.parametrize("camera", [(0.0, 0.0), (0.34, 0.0), (-0.2, 0.25)])
def test_however_the_camera_looks_flat_dice_are_flat(
    places: np.ndarray, camera: tuple[float, float], wide: float
) -> None:
    grain = np.random.default_rng(1).normal(0, 0.04, places.shape)
    assert not odd_ones(places, (seen_flat(places, camera, wide) + grain).astype(np.float32)).any()


@pytest.mark.parametrize("odd", [[2], [0, 5], [1, 3, 7]])
def test_those_that_face_another_way_lean(places: np.ndarray, odd: list[int]) -> None:
    away = seen_flat(places, (0.1, -0.2), 0.6)
    away[odd] += np.array([0.3, 0.2], np.float32)
    assert np.flatnonzero(odd_ones(places, away)).tolist() == odd


def test_of_few_dice_or_where_no_most_agree_nothing_is_said(places: np.ndarray) -> None:
    away = seen_flat(places, (0.0, 0.0), WIDE)
    away[1] += 0.4
    assert not odd_ones(places[:AGREE], away[:AGREE]).any()
    away[4:] += np.array([0.0, 0.6], np.float32)
    assert not odd_ones(places, away).any()


def test_where_dice_differ_much_more_is_needed(places: np.ndarray) -> None:
    steady, scattered = (seen_flat(places, (0.0, 0.0), WIDE) for _ in range(2))
    scattered[:, 0] += np.tile((0.1, -0.1), 4).astype(np.float32)
    for away in (steady, scattered):
        away[3, 1] += LEANS + 0.06
    assert np.flatnonzero(odd_ones(places, steady)).tolist() == [3]
    assert not odd_ones(places, scattered).any()


def test_turned_by_any_quarter_a_face_is_turned_away_the_same_way() -> None:
    tray = VirtualTray(4, (640, 480))
    tray.throw([DieSpec(D6.id)] * 5, at_once=True)
    while tray.busy:
        tray.read()
    frame = tray.read()
    assert frame is not None
    reader = Reader((D6,), Tray.from_empty(tray.empty_picture()))
    faces = reader.faces(frame.image, reader.things(frame.image))
    away = Tilt().away(frame.image, faces)
    for quarter in (1, 2, 3):
        turned = [replace(face, turn=face.turn + quarter * np.pi / 2) for face in faces]
        assert np.abs(Tilt().away(frame.image, turned) - away).max() < 0.2


@pytest.mark.parametrize("look", [Look(), Look.random(Random("leaning elsewhere"))], ids=["usual", "other"])
def test_dice_that_lean_are_called_so_and_flat_ones_never(look: Look) -> None:
    told, leaning = 0, 0
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
                told += all(one.status != "ok" for one in near)
            elif die.tilt < 1:
                assert [one.status for one in near] == ["ok"]
    assert leaning >= 4
    assert told >= leaning - 1


def test_a_net_that_cannot_be_had_is_named(tmp_path: object) -> None:
    with pytest.raises(cv2.error, match=r"none\.onnx"):
        Tilt(model=tmp_path / "none.onnx")  # type: ignore[operator]


def test_nothing_is_asked_of_a_single_die() -> None:
    assert Tilt().leaning(np.zeros((480, 640, 3), np.uint8), [FACE]).tolist() == [False]
