"""Faces that are alike but for a sign: the sign alone decides, wherever exactly it lies."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import figure, glyph
from vision.arrays import Floats
from vision.detect.rectify import FACE_PX
from vision.recognise.align import Template
from vision.recognise.contrast import contrast_of
from vision.recognise.signs import Sign, sign_between
from vision.recognise.taught_set import teach


def drawn(sign: str, **how: object) -> Floats:
    return contrast_of(figure(sign, **how)).map  # type: ignore[arg-type]


def between(one: str, other: str) -> Sign | None:
    return sign_between(drawn(one), Template.of(drawn(one)), drawn(other))


@pytest.mark.parametrize(("one", "other"), [("2", "3"), ("3", "8"), ("E", "F")])
def test_a_sign_speaks_for_the_face_that_bears_it(one: str, other: str) -> None:
    sign = between(one, other)
    assert sign is not None
    assert sign.preference(drawn(one, grain=5)) > 0.1
    assert sign.preference(drawn(other, grain=5)) < -0.1


def test_a_sign_that_lies_a_little_aside_speaks_all_the_same() -> None:
    sign = between("2", "3")
    assert sign is not None
    for shift in ((5, 0), (0, -5), (-4, 4)):
        assert sign.preference(drawn("2", shift=shift)) > 0.05
        assert sign.preference(drawn("3", shift=shift)) < -0.05


@pytest.mark.parametrize("strength", [1.0, 0.4])
def test_floor_beside_a_face_is_no_sign(strength: float) -> None:
    two, three = (figure(sign, strength=strength) for sign in "23")
    two[-8:, :] = two[:, :7] = (20, 20, 20)
    one, other = contrast_of(two).map, contrast_of(three).map
    for sign, own, unlike in (
        (sign_between(one, Template.of(one), other), "2", "3"),
        (sign_between(other, Template.of(other), one), "3", "2"),
    ):
        assert sign is not None
        assert sign.preference(drawn(own, grain=5, strength=strength)) > 0.1
        assert sign.preference(drawn(unlike, grain=5, strength=strength)) < -0.1


def test_unlike_faces_have_no_sign_between_them() -> None:
    other = contrast_of(glyph("K", FACE_PX)).map
    assert sign_between(drawn("2"), Template.of(drawn("2")), other) is None


def test_the_same_picture_twice_differs_in_nothing_that_speaks() -> None:
    sign = between("2", "2")
    assert sign is None or abs(sign.preference(drawn("2", grain=3))) < 0.05


@pytest.mark.parametrize("quarter", range(4))
def test_a_set_of_such_faces_is_read_in_any_quarter_turn_and_trusted(quarter: int) -> None:
    signs = ("2", "3", "5", "8")
    taught = teach({sign: [figure(sign, grain=k) for k in (1, 2)] for sign in signs})
    assert min(taught.face_probabilities) > 0.9
    for sign in signs:
        shown = np.ascontiguousarray(np.rot90(figure(sign, shift=(3, -3), grain=9), quarter))
        (match,) = taught.matches([shown])
        assert match.guesses[0][0] == sign
        assert match.guesses[0][1] > 0.9
