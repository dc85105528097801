from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.drawn import glyph, mirrored
from tests.vision.posed import FACE as A_FACE
from vision.arrays import Image
from vision.detect.rectify import FACE_PX
from vision.recognise.align import IDENTITY, Alignment
from vision.recognise.samples import AlignedSample
from vision.recognise.signs import well_fitting
from vision.recognise.taught_set import TaughtSet, teach
from vision.recognise.values import from_match

WHOLE = replace(A_FACE, doubt=0.0)
NAMES = ("A", "B", "K", "T2", "T3", "X")


def samples(seed: int = 0, names: tuple[str, ...] = NAMES) -> dict[str, list[Image]]:
    rng = np.random.default_rng(seed)
    return {n: [grained(np.rot90(glyph(n, FACE_PX), k), rng) for k in (0, 1)] for n in names}


def grained(image: Image, rng: np.random.Generator) -> Image:
    return np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def taught() -> TaughtSet:
    return teach(samples(), "letters")


@pytest.mark.parametrize("quarter", range(4))
def test_taught_faces_are_known_in_every_turn_and_other_light(taught: TaughtSet, quarter: int) -> None:
    for name in NAMES:
        darker = np.rot90(glyph(name, FACE_PX) * 0.6, quarter).astype(np.uint8)
        match = taught.match(np.ascontiguousarray(darker))
        assert match.guesses[0][0] == name
        assert match.guesses[0][1] > 0.8
        assert match.correlation > 0.9


def test_the_colour_of_a_die_does_not_matter(taught: TaughtSet) -> None:
    other = glyph("K", FACE_PX, body=(200, 60, 30), ink=(240, 240, 240))
    assert taught.match(other).guesses[0][0] == "K"


def test_a_face_never_taught_is_like_none(taught: TaughtSet) -> None:
    for name in ("OO", "W", "H", "Z"):
        assert from_match(taught.match(glyph(name, FACE_PX)), "letters", WHOLE).sure < 0.95
    assert from_match(taught.match(glyph("K", FACE_PX)), "letters", WHOLE).sure > 0.99


def test_a_bare_face_is_all_faces_alike(taught: TaughtSet) -> None:
    match = taught.match(np.full((FACE_PX, FACE_PX, 3), 120, np.uint8))
    assert max(p for _, p in match.guesses) == pytest.approx(1 / len(NAMES))


def test_siblings_are_told_apart_and_twins_are_reported() -> None:
    assert teach(samples()).pairs_too_alike() == ()
    twins = samples(names=("A", "B")) | {"C": samples(5)["B"]}
    assert [(a, b) for a, b, _ in teach(twins).pairs_too_alike()] == [("B", "C")]


def test_a_face_whose_own_pictures_disagree_is_not_trusted() -> None:
    mixed = samples()
    mixed["A"] = [mixed["A"][0], samples(3)["X"][0]]
    taught = teach(mixed)
    trust = dict(zip(taught.faces, taught.face_probabilities, strict=True))
    assert trust["A"] < 0.3
    assert trust["K"] > 0.8


def test_one_odd_picture_of_three_takes_no_trust_from_the_others() -> None:
    mixed = samples()
    odd = samples(3)["X"][0]
    mixed["A"] = [*mixed["A"], odd]
    taught = teach(mixed)
    assert dict(zip(taught.faces, taught.face_probabilities, strict=True))["A"] < 0.3
    right, wrong = (from_match(taught.match(one), "letters", WHOLE) for one in (glyph("A", FACE_PX), odd))
    assert right.guesses[0][0] == "A"
    assert right.sure > 0.99
    assert wrong.sure < 0.98


def test_of_two_pictures_each_has_the_word_of_the_one_that_knows_the_other() -> None:
    two = samples()
    good = two["A"][0]
    spoiled = cv2.GaussianBlur(good, (0, 0), 5)  # little of it is left, but it knows its like
    taught = teach(two | {"A": [good, np.asarray(spoiled, np.uint8)]})
    one, other = (
        taught.sample_agreement[k]
        for k, face in enumerate(taught.bank.face_of_sample)
        if taught.faces[face] == "A"
    )
    assert one == other
    each = [dict(taught.leave_one_out(k)).get("A", 0.0) for k in (0, 1)]
    assert one >= max(each) - 0.05


def narrow(image: Image, share: float = 0.8) -> Image:
    """The face as it looks when it leans: its middle squeezed to this share of its width."""
    squeeze = np.array([[share, 0, FACE_PX / 2 * (1 - share)], [0, 1, 0]])
    return np.asarray(
        cv2.warpAffine(image, squeeze, (FACE_PX, FACE_PX), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def test_a_picture_taken_from_aside_makes_no_flat_face_lean_and_a_leaning_one_does() -> None:
    flat = samples()
    aside = {name: [images[0], narrow(images[0])] for name, images in flat.items()}
    shown = {"flat": glyph("K", FACE_PX), "leaning": narrow(glyph("K", FACE_PX))}
    by_both, by_flat = (
        {way: teach(views).matches([one])[0].affine for way, one in shown.items()} for views in (aside, flat)
    )
    assert by_both["flat"] == pytest.approx(IDENTITY, abs=0.05)
    assert by_flat["flat"] == pytest.approx(IDENTITY, abs=0.05)
    assert np.linalg.cond(np.array(by_flat["leaning"]).reshape(2, 2)) > 1.15


def test_a_face_with_one_picture_is_half_trusted() -> None:
    one = teach({name: images[:1] for name, images in samples().items()})
    assert one.sample_agreement == (0.5,) * len(NAMES)
    assert one.match(glyph("A", FACE_PX)).agreement == 0.5


def test_a_picture_is_read_by_the_others_as_by_a_set_that_never_had_it() -> None:
    shown = samples()
    shown["A"] = [*shown["A"], samples(3)["X"][0]]
    whole = teach(shown)
    for number, name, kept in ((0, "A", (1, 2)), (2, "A", (0, 1)), (4, "B", (0,))):
        left_out = next(k for k in range(len(shown[name])) if k not in kept)
        never = teach(shown | {name: [shown[name][k] for k in kept]})
        expected = never.match(shown[name][left_out]).guesses
        assert dict(whole.leave_one_out(number)) == pytest.approx(dict(expected), abs=1e-4)
    assert whole.leave_one_out(2)[0][0] == "X"
    assert whole.match(shown["A"][2]).guesses[0][0] == "A"


def test_a_set_of_one_face_is_refused_with_what_to_do() -> None:
    with pytest.raises(ValueError, match=r"2 faces or more.*show the other faces"):
        teach(samples(names=("A",)))


def test_a_set_is_seen_first_in_the_way_in_which_its_pictures_agree() -> None:
    plain = {name: [glyph(name, 64)] * 2 for name in "AK"}
    usual = teach(plain)
    assert usual.variants == (usual, usual.in_glare)
    assert usual.in_glare.faces == usual.faces
    body, ink = (110, 30, 90), (200, 215, 215)
    lit = {name: [glyph(name, 64, body, ink), in_a_lamp(glyph(name, 64, body, ink))] for name in "AK"}
    shiny = teach(lit)
    assert shiny.in_glare.least_agreement > shiny.least_agreement
    assert shiny.variants == (shiny.in_glare,)


def in_a_lamp(face: Image) -> Image:
    """The face with a lamp mirrored in its flat top, not in the bevel around it."""
    light = np.zeros(face.shape[:2])
    light[9:-9, 9:-9] = 0.8
    return mirrored(face, light)


def test_a_picture_that_fits_much_worse_than_another_of_its_face_tells_nothing_of_its_sign() -> None:
    nothing = np.zeros((FACE_PX, FACE_PX), np.float32)
    good, blurred, spoiled = (
        AlignedSample(number, 0, Alignment(0.99, residual, IDENTITY, nothing))
        for number, residual in enumerate((0.04, 0.07, 0.1))
    )
    assert well_fitting([good, blurred]) == [good, blurred]
    assert well_fitting([spoiled, good]) == [good]
    assert well_fitting([spoiled]) == [spoiled]
    assert well_fitting([]) == []
