"""The parts of a drawing: each must be there; with another sign beside its figure a face is another one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import figure, glyph
from vision.arrays import Floats, Image
from vision.detect.finder import Detection
from vision.detect.rectify import FACE_PX
from vision.read.reader import MIN_OK_PROBABILITY
from vision.recognise.align import low_pass
from vision.recognise.contrast import contrast_of
from vision.recognise.drawn_parts import DrawnParts, faint_parts, strong_parts, worst_part_match
from vision.recognise.taught_set import TaughtSet, teach
from vision.recognise.values import Value, from_match

FLAT = Detection(28.0, 28.0, 50.0, 0.0, 1.0, 0.0, np.eye(1, 7, dtype=np.float32)[0])
FAINT = 0.5  # as strongly as a digit in glare is drawn


def drawing(face: Image) -> Floats:
    return low_pass(contrast_of(face).map)


def test_a_figure_and_the_sign_beside_it_are_two_parts() -> None:
    parts = sorted(strong_parts(drawing(figure("2"))))
    assert len(parts) == 2
    (left, _, right, _), (other, *_) = parts
    assert left < 12 < right < 34 < 38 < other + 8


def test_a_frame_or_a_line_at_the_rim_is_no_part_and_nothing_has_none() -> None:
    framed = figure("2")
    cv2.rectangle(framed, (4, 4), (FACE_PX - 5, FACE_PX - 5), (30, 30, 30), 1)
    assert len(strong_parts(drawing(framed))) == 2
    lined = figure("2")
    lined[10:40, 4:8] = (30, 30, 30)  # as light along one edge of the die looks, where ink is light
    assert len(strong_parts(drawing(lined))) == 2
    blank = np.zeros((FACE_PX, FACE_PX), np.float32)
    assert strong_parts(blank) == ()
    assert worst_part_match(blank, blank, ()) == 1.0


@pytest.mark.parametrize("shift", [(0, 0), (6, 0), (0, -6), (-5, 5)])
def test_parts_are_found_a_little_aside_and_another_sign_is_not(shift: tuple[int, int]) -> None:
    own = drawing(figure("2"))
    parts = strong_parts(own)
    assert worst_part_match(drawing(figure("2", shift, grain=4)), own, parts) > 0.92
    for other in "358":
        assert worst_part_match(drawing(figure(other, shift, grain=4)), own, parts) < 0.84


def test_what_is_drawn_faintly_is_a_part_apart() -> None:
    faint = drawing(figure("2", strength=FAINT))
    assert len(strong_parts(faint)) == 1
    assert len(faint_parts(faint)) == 1
    assert faint_parts(drawing(figure("2"))) == ()
    shimmering = figure("2")
    shimmering[8:48, 46:50] = (35, 75, 130)  # an edge of the die in the light
    assert faint_parts(drawing(shimmering)) == ()


def clouded(face: Image) -> Image:
    cloudy = face.copy()
    cloudy[12:20, 32:44] = (35, 75, 130)
    return cloudy


def test_a_faint_part_counts_where_another_picture_of_the_face_bears_it_out() -> None:
    plain, faint = figure("2"), [figure("2", grain=k, strength=FAINT) for k in (1, 2)]
    assert [len(parts) for parts in lesson(faint).parts[:2]] == [2, 2]
    assert [len(parts) for parts in lesson([faint[0]]).parts[:1]] == [1]
    assert len(faint_parts(drawing(clouded(plain)))) == 1
    assert [len(parts) for parts in lesson([clouded(plain), plain]).parts[:2]] == [2, 2]
    assert [
        len(parts) for parts in lesson([clouded(one) for one in (plain, figure("2", grain=1))]).parts[:2]
    ] == [3, 3]


def lesson(views: list[Image]) -> DrawnParts:
    return teach({"this": views, "K": [glyph("K", FACE_PX)] * 2}).drawn_parts


def value(taught: TaughtSet, face: Image) -> Value:
    return from_match(taught.matches([face])[0], taught.kind, FLAT)


@pytest.mark.parametrize("strength", [1.0, FAINT])
@pytest.mark.parametrize("sign", list("2358"))
def test_a_face_never_taught_is_not_taken_for_its_sibling(sign: str, strength: float) -> None:
    views = {one: [figure(one, grain=k, strength=strength) for k in (1, 2)] for one in "2358"}
    views["K"] = [glyph("K", FACE_PX)] * 2
    seen = figure(sign, (3, -3), grain=9, strength=strength)
    known = value(teach(views), seen)
    assert known.guesses[0][0] == sign
    assert known.sure > MIN_OK_PROBABILITY
    del views[sign]
    assert value(teach(views), seen).sure < MIN_OK_PROBABILITY


def test_a_part_that_one_picture_has_lost_at_its_rim_is_asked_for_where_another_bears_it() -> None:
    cut_aside = moved(figure("2", grain=2), 9)
    taught = teach({"2": [figure("2", grain=1), cut_aside], "K": [glyph("K", FACE_PX)] * 2})
    assert [len(parts) for parts in taught.drawn_parts.parts[:2]] == [2, 1]
    shown, other = taught.matches([figure("2", grain=5), figure("8", grain=5)])
    assert (shown.guesses[0][0], other.guesses[0][0]) == ("2", "2")
    assert shown.worst_part_match > 0.93 > 0.85 > other.worst_part_match


def test_what_shimmers_in_one_picture_alone_is_not_asked_for() -> None:
    shimmering = figure("2", grain=2)
    shimmering[12:20, 38:46] = (30, 30, 30)
    taught = teach({"2": [figure("2", grain=1), shimmering], "K": [glyph("K", FACE_PX)] * 2})
    assert len(taught.drawn_parts.parts[1]) > len(taught.drawn_parts.parts[0])
    (shown,) = taught.matches([figure("2", grain=5)])
    assert shown.worst_part_match > 0.93


def test_an_edge_that_shimmers_is_no_part() -> None:
    face = figure("2")
    face[9:24, 46:48] = (20, 20, 20)
    assert len(strong_parts(drawing(face))) == 2
    face[9:24, 40:48] = (20, 20, 20)
    assert len(strong_parts(drawing(face))) == 3


def moved(face: Image, right: int) -> Image:
    """The face cut out so many pixels aside."""
    aside = np.array([[1, 0, right], [0, 1, 0]], np.float32)
    return np.asarray(
        cv2.warpAffine(face, aside, (FACE_PX, FACE_PX), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
