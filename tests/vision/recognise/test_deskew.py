"""Cuts that others made, askew or a little large, are turned upright; straight ones are left alone."""

from __future__ import annotations

from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from tests.vision.drawn import empty, glyph, lay
from vision.arrays import Image
from vision.detect.finder import Detection
from vision.detect.rectify import FACE_PX, face_crop
from vision.recognise.deskew import Deskewer, at_face_size
from vision.recognise.taught_set import TaughtSet, teach

NAMES = ("A", "E", "K", "T", "R")
EDGE = 48.0
TURNS = (0, 15, 30, 45, 60, 75)


def laid(name: str, degrees: float, seed: int = 0) -> Image:
    """A letter on the table, turned so."""
    rng = np.random.default_rng(seed)
    picture = lay(empty(seed=seed), glyph(name, 96), 300, 240, EDGE, -degrees)
    return np.clip(picture + rng.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


def boxed(name: str, degrees: float, seed: int = 0) -> Image:
    """What a box along the picture shows of it."""
    half = EDGE * (abs(cos(radians(degrees))) + abs(sin(radians(degrees)))) / 2 + 1
    left, top = round(300 - half), round(240 - half)
    return laid(name, degrees, seed)[top : top + round(2 * half), left : left + round(2 * half)].copy()


def straight(name: str, degrees: float, seed: int = 0) -> Image:
    """The cut that the eye makes of it."""
    face = Detection(300, 240, EDGE, radians(degrees), 1.0, 0.0, np.ones(7, np.float32))
    return face_crop(laid(name, degrees, seed), face.corners)


@pytest.fixture(scope="module")
def deskewer() -> Deskewer:
    return Deskewer()


@pytest.fixture(scope="module")
def by_boxes() -> TaughtSet:
    """Taught by boxes around dice that lie in any way."""
    return teach({name: [boxed(name, 7 + 25 * k, k) for k in range(3)] for name in NAMES}, "letters")


@pytest.fixture(scope="module")
def by_eye() -> TaughtSet:
    return teach({name: [straight(name, 25 * k, k) for k in range(3)] for name in NAMES}, "letters")


@pytest.mark.parametrize("degrees", TURNS)
def test_letters_cut_out_by_boxes_are_known_at_any_turn(
    by_boxes: TaughtSet, by_eye: TaughtSet, degrees: int
) -> None:
    for taught in (by_boxes, by_eye):
        said = {name: taught.match(boxed(name, degrees, 9)).guesses[0][0] for name in NAMES}
        assert said == {name: name for name in NAMES}


def test_squared_cuts_are_read_as_the_eye_reads_them(by_eye: TaughtSet) -> None:
    for name in NAMES:
        shown = straight(name, 20, 5)
        assert by_eye.match(shown) == by_eye.matches([shown])[0]
        assert by_eye.match(shown).guesses[0][0] == name


def test_a_cut_that_lies_straight_is_left_as_it_is(deskewer: Deskewer) -> None:
    shown = straight("E", 35, 3)
    (only,) = deskewer.candidates(shown)
    assert only is shown


def test_a_cut_that_is_askew_is_turned_and_kept_as_well(deskewer: Deskewer) -> None:
    shown = boxed("E", 30)
    first, *_, last = deskewer.candidates(shown)
    assert (last == at_face_size(shown)).all()
    away = [np.abs(first.astype(float) - np.rot90(straight("E", 30), k)).mean() for k in range(4)]
    assert min(away) < 0.5 * np.abs(last.astype(float) - straight("E", 30)).mean()


def test_a_cut_on_which_no_die_is_seen_is_left_as_it_is(deskewer: Deskewer) -> None:
    grey = np.full((FACE_PX, FACE_PX, 3), 120, np.uint8)
    (only,) = deskewer.candidates(grey)
    assert only is grey


@pytest.mark.parametrize("shape", [(30, 30), (90, 80), (140, 200)])
def test_a_cut_of_any_size_and_shape_is_read(by_eye: TaughtSet, shape: tuple[int, int]) -> None:
    shown = np.asarray(cv2.resize(boxed("K", 0, 2), shape[::-1]), np.uint8)
    assert at_face_size(shown).shape == (FACE_PX, FACE_PX, 3)
    assert by_eye.match(shown).guesses[0][0] == "K"
