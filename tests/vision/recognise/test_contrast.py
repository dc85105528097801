from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import face, glyph, mirrored
from vision.arrays import Floats, Image
from vision.detect.rectify import FACE_PX
from vision.recognise.contrast import contrast_in_glare, contrast_of

COLOURS = [
    ((225, 228, 230), (30, 30, 30)),
    ((25, 25, 25), (230, 230, 230)),
    ((40, 30, 200), (235, 235, 235)),
    ((150, 40, 120), (90, 215, 240)),
]


def like(one: Floats, other: Floats) -> float:
    return float(np.corrcoef(one[8:-8, 8:-8].reshape(-1), other[8:-8, 8:-8].reshape(-1))[0, 1])


@pytest.mark.parametrize(("body", "ink"), COLOURS)
def test_a_face_is_the_same_contrast_in_any_colours(
    body: tuple[int, int, int], ink: tuple[int, int, int]
) -> None:
    plain, other = contrast_of(glyph("K", FACE_PX)), contrast_of(glyph("K", FACE_PX, body, ink))
    assert like(plain.map, other.map) > 0.95
    assert like(plain.map, contrast_of(glyph("A", FACE_PX, body, ink)).map) < 0.8


@pytest.mark.parametrize("light", [(0.5, 0.5, 0.5), (0.7, 1.0, 1.1)])
def test_a_dim_or_a_warm_lamp_changes_no_contrast(light: tuple[float, float, float]) -> None:
    dimmed = np.clip(glyph("K", FACE_PX) * np.array(light), 0, 255).astype(np.uint8)
    assert like(contrast_of(glyph("K", FACE_PX)).map, contrast_of(dimmed).map) > 0.95


def test_body_is_nought_and_ink_is_one() -> None:
    seen = contrast_of(face(1, FACE_PX))
    assert seen.map[FACE_PX // 2, FACE_PX // 2] > 0.9
    assert seen.map[10:16, 10:16].max() < 0.1
    assert seen.step > 1


def test_a_bare_face_has_no_contrast() -> None:
    seen = contrast_of(np.full((FACE_PX, FACE_PX, 3), 120, np.uint8))
    assert (seen.step, seen.map.max(), seen.foreign) == (0.0, 0.0, 0.0)


def test_a_glyph_that_fills_the_face_is_ink_and_what_runs_round_it_body() -> None:
    full = np.full((FACE_PX, FACE_PX, 3), (40, 40, 190), np.uint8)
    full[10:-10, 10:-10] = (240, 240, 240)
    seen = contrast_of(full)
    assert seen.map[20:-20, 20:-20].min() > 0.8
    assert np.concatenate([seen.map[3:7, 8:-8].reshape(-1), seen.map[8:-8, 3:7].reshape(-1)]).max() < 0.2


@pytest.mark.parametrize("name", ["K", "I"])
def test_a_slope_of_light_over_a_face_is_no_ink(name: str) -> None:
    plain = glyph(name, FACE_PX)
    slope = np.linspace(0.6, 1.3, FACE_PX)[None, :, None] * np.linspace(0.8, 1.1, FACE_PX)[:, None, None]
    lit = np.clip(plain * slope, 0, 255).astype(np.uint8)
    assert like(contrast_of(plain).map, contrast_of(lit).map) > 0.97
    blank = np.clip(np.full((FACE_PX, FACE_PX, 3), 120) * slope, 0, 255).astype(np.uint8)
    assert contrast_of(blank).bare


def test_a_drawing_that_fills_half_of_a_face_is_not_taken_for_light() -> None:
    half = np.full((FACE_PX, FACE_PX, 3), (40, 40, 190), np.uint8)
    half[:, FACE_PX // 2 : -8] = 240
    seen = contrast_of(half).map
    assert abs(float(seen[12:-12, FACE_PX // 2 + 4 : -12].mean()) - float(seen[12:-12, 8:20].mean())) > 0.9


@pytest.mark.parametrize("floor", [(20, 20, 20), (250, 240, 235), (120, 30, 90)])
def test_floor_beside_a_face_is_no_ink(floor: tuple[int, int, int]) -> None:
    plain = glyph("K", FACE_PX, (150, 150, 150), (220, 220, 220))
    beside = plain.copy()
    beside[:12] = floor
    middle = np.s_[14:-14, 14:-14]
    shown = contrast_of(beside).map[middle]
    assert np.corrcoef(shown.reshape(-1), contrast_of(plain).map[middle].reshape(-1))[0, 1] > 0.9


def test_floor_beside_a_face_on_which_nothing_is_drawn_makes_no_drawing() -> None:
    bare = np.full((FACE_PX, FACE_PX, 3), 150, np.uint8)
    bare[:12] = 20
    assert contrast_of(bare).map[16:-16, 16:-16].max() < 0.1


LAMP = np.linspace(0, 0.4, FACE_PX)[:, None] * np.linspace(0.4, 1, FACE_PX)
WALL = np.where(np.arange(FACE_PX) < 24, 0.0, 0.1) * np.ones((FACE_PX, 1))
LETTERS = [
    glyph("K", FACE_PX, (40, 90, 200), (30, 30, 30)),
    glyph("A", FACE_PX, (110, 30, 90), (240, 240, 240)),
]


@pytest.mark.parametrize("light", [LAMP, WALL], ids=["a lamp", "a wall"])
@pytest.mark.parametrize("plain", LETTERS, ids=["K", "A"])
def test_what_is_mirrored_in_a_face_takes_nothing_from_its_ink(plain: Image, light: Floats) -> None:
    seen, before = contrast_in_glare(mirrored(plain, light)).map, contrast_of(plain).map
    assert like(seen, before) > 0.95
    assert np.percentile(seen[before > 0.9], 10) > 0.75


def test_of_dark_ink_a_wall_that_is_mirrored_leaves_little_otherwise() -> None:
    ink = contrast_of(LETTERS[0]).map > 0.9
    assert np.percentile(contrast_of(mirrored(LETTERS[0], WALL)).map[ink], 10) < 0.4


@pytest.mark.parametrize("plain", LETTERS, ids=["K", "A"])
def test_a_face_in_which_nothing_is_mirrored_is_seen_as_ever(plain: Image) -> None:
    assert like(contrast_in_glare(plain).map, contrast_of(plain).map) > 0.95


def test_a_bare_face_in_glare_bears_nothing() -> None:
    bare = np.full((FACE_PX, FACE_PX, 3), 120, np.uint8)
    assert contrast_in_glare(bare).bare
    assert like(contrast_in_glare(LETTERS[0]).map, contrast_in_glare(glyph("A", FACE_PX)).map) < 0.8
