"""What a found face is taken for: pips, a taught face, or neither."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.dice import D6, DieKind
from tests.bench.sureness import score_of
from tests.vision.drawn import empty, glyph, lay, mirrored
from tests.vision.posed import FACE
from vision.arrays import Image
from vision.detect.finder import Detection
from vision.detect.rectify import face_crop
from vision.read.reader import MIN_OK_PROBABILITY
from vision.recognise.calibration import PIPS_CURVE, TAUGHT_CURVE, probability
from vision.recognise.taught_set import Match, TaughtSet, teach
from vision.recognise.values import Recogniser, Value, from_match, from_pips, ramp, surer, uniform

LETTERS = DieKind("letters", ("A", "K", "X"))
NO_PIPS = np.array([1, 0, 0, 0, 0, 0, 0], np.float32)
SPLIT = np.array([0.1, 0, 0.1, 0, 0.5, 0, 0.3], np.float32)
TURNS = (0, 25, 70)
GOOD = Match((("A", 0.95), ("K", 0.05)), 0.97, 0.05, 0.9)


def shown(name: str, degrees: float = 0) -> tuple[Image, Detection]:
    """A letter on the table, and the face that lies there."""
    picture = lay(empty(), glyph(name, 64), 300, 240, 44, -degrees)
    return picture, Detection(300, 240, 44, float(np.radians(degrees)), 0.95, 0.05, NO_PIPS)


@pytest.fixture(scope="module")
def letters() -> TaughtSet:
    samples = {}
    for name in LETTERS.faces:
        views = [shown(name, turn) for turn in TURNS]
        samples[name] = [face_crop(picture, face.corners) for picture, face in views]
    return teach(samples, LETTERS.id)


def test_pips_are_read_as_the_net_has_them() -> None:
    value = from_pips(FACE)
    assert (value.kind, value.guesses[0][0]) == (D6.id, "4")
    assert value.sure == pytest.approx(probability(FACE.value_score, PIPS_CURVE))


def test_what_may_be_no_pips_at_all_is_no_sure_number() -> None:
    def sure(none: float, pips: int) -> float:
        values = np.zeros(7, np.float32)
        values[0], values[pips] = none, 1 - none
        return from_pips(replace(FACE, heat=0.98, doubt=0.01, pip_probabilities=values)).sure

    assert sure(0.04, 6) > MIN_OK_PROBABILITY > sure(0.08, 6)
    assert sure(0.08, 1) > MIN_OK_PROBABILITY


def test_all_six_faces_are_guessed_likeliest_first_and_add_up_to_one() -> None:
    guesses = from_pips(replace(FACE, pip_probabilities=SPLIT)).guesses
    assert [name for name, _ in guesses[:3]] == ["4", "6", "2"]
    assert sorted(name for name, _ in guesses) == list(D6.faces)
    assert sum(share for _, share in guesses) == pytest.approx(1)


def test_a_face_without_pips_is_no_sure_number() -> None:
    value = from_pips(replace(FACE, pip_probabilities=NO_PIPS))
    assert value.sure == 0
    assert max(share for _, share in value.guesses) < 0.2


def test_what_is_blank_may_be_any_face() -> None:
    value = uniform(LETTERS)
    assert value.sure == 0
    assert dict(value.guesses) == pytest.approx(dict.fromkeys(LETTERS.faces, 1 / 3))
    assert tuple(name for name, _ in value.guesses) == LETTERS.faces


def test_a_match_is_sure_where_it_fits_and_nothing_speaks_against_it() -> None:
    sure = score_of(from_match(GOOD, "letters", FACE).sure, TAUGHT_CURVE)
    assert sure > 0.75
    doubts = {
        "unlike": from_match(replace(GOOD, correlation=0.7), "letters", FACE),
        "misfit": from_match(replace(GOOD, worst_patch_residual=0.5), "letters", FACE),
        "untrusted": from_match(replace(GOOD, agreement=0.1), "letters", FACE),
        "undecided": from_match(replace(GOOD, guesses=(("A", 0.5), ("K", 0.5))), "letters", FACE),
        "covered": from_match(GOOD, "letters", replace(FACE, doubt=0.8)),
    }
    told = {why: score_of(value.sure, TAUGHT_CURVE) for why, value in doubts.items()}
    assert {why: much for why, much in told.items() if much > 0.65 * sure} == {}


def test_some_doubt_of_the_finder_is_no_doubt_of_a_drawing_that_is_wholly_found() -> None:
    best = Match((("A", 0.999), ("K", 0.001)), 0.99, 0.02, 0.98)
    told = [
        from_match(best, "letters", replace(FACE, doubt=doubt)).sure for doubt in (0.0, 0.25, 0.4, 0.6, 0.8)
    ]
    assert told[0] == told[1] > told[2] > 0.98 > told[3] > told[4]


def test_a_bad_fit_is_forgiven_where_the_face_is_very_near() -> None:
    strange = replace(GOOD, worst_patch_residual=0.5)
    far, near = (from_match(replace(strange, similarity=near), "letters", FACE).sure for near in (0.9, 0.99))
    assert far < near == from_match(GOOD, "letters", FACE).sure


@pytest.mark.parametrize("name", LETTERS.faces)
def test_a_taught_face_is_known_where_it_lies(letters: TaughtSet, name: str) -> None:
    picture, face = shown(name, 110)
    (value,) = Recogniser((LETTERS,), (letters,), pips=False).values(picture, [face])
    assert (value.kind, value.guesses[0][0]) == ("letters", name)
    assert value.sure > 0.6


def test_a_letter_in_which_a_wall_is_mirrored_is_read(letters: TaughtSet) -> None:
    picture, face = shown("A", 30)
    lit = mirrored(picture, np.where(np.arange(picture.shape[1]) < 296, 0.1, 0.0)[None])
    (value,) = Recogniser((LETTERS,), (letters,), pips=False).values(lit, [face])
    assert value.guesses[0][0] == "A"
    assert value.sure > 0.98
    usual = from_match(letters.matches([face_crop(lit, face.corners)])[0], LETTERS.id, face)
    assert usual.sure < 0.9


def test_two_opinions_on_one_face_are_the_surer_and_on_two_faces_a_doubt() -> None:
    a, less, other = (
        Value("letters", ((face, 1.0),), sure) for face, sure in (("A", 0.9), ("A", 0.4), ("K", 0.5))
    )
    assert surer(a, less) == surer(less, a) == a
    assert surer(a, other) == surer(other, a) == replace(a, sure=0.45)
    assert surer(a, uniform(LETTERS)).sure == 0.9


def test_a_face_never_taught_and_bare_cloth_are_not_sure(letters: TaughtSet) -> None:
    recogniser = Recogniser((LETTERS,), (letters,), pips=False)
    picture, face = shown("O", 40)
    assert [value.sure < 0.6 for value in recogniser.values(picture, [face])] == [True]
    (wholly_unsure,) = recogniser.values(picture, [replace(face, doubt=0.9)])
    assert wholly_unsure.sure == 0.0
    assert wholly_unsure.guesses != uniform(LETTERS).guesses  # it is asked about, its likeliest face first
    assert [value.sure < 0.6 for value in recogniser.values(empty(), [face])] == [True]


def test_where_pips_and_letters_may_lie_each_face_is_read_as_what_it_is(letters: TaughtSet) -> None:
    both = Recogniser((D6, LETTERS), (letters,), pips=True)
    picture, letter = shown("K")
    pips = replace(FACE, x=100.0, y=100.0)
    assert [value.guesses[0][0] for value in both.values(picture, [pips, letter])] == ["4", "K"]


def test_a_kind_that_was_never_taught_is_not_read() -> None:
    (value,) = Recogniser((LETTERS,), (), pips=False).values(empty(), [FACE])
    assert (value.kind, value.sure) == ("letters", 0.0)


def test_no_faces_have_no_values(letters: TaughtSet) -> None:
    assert Recogniser((D6, LETTERS), (letters,), pips=True).values(empty(), []) == []


def test_a_ramp_rises_between_its_ends_and_nowhere_else() -> None:
    assert [ramp(v, 0.2, 0.6) for v in (-1, 0.2, 0.4, 0.6, 9)] == pytest.approx([0, 0, 0.5, 1, 1])
