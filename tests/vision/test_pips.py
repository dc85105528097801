from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.drawn import empty, face
from vision.pips import SIZE, count, squeeze

COLOURS = [
    ((225, 228, 230), (30, 30, 30)),
    ((25, 25, 25), (230, 230, 230)),
    ((40, 30, 200), (235, 235, 235)),
    ((150, 40, 120), (90, 215, 240)),
]


@pytest.mark.parametrize(("body", "ink"), COLOURS)
@pytest.mark.parametrize("quarter", range(4))
def test_every_face_is_counted_in_any_colours_and_turn(
    body: tuple[int, int, int], ink: tuple[int, int, int], quarter: int
) -> None:
    faces = [np.ascontiguousarray(np.rot90(face(n, SIZE, body, ink), quarter)) for n in range(1, 7)]
    counted = count(faces)
    assert [c.face for c in counted] == list("123456")
    assert [c.spots for c in counted] == [1, 2, 3, 4, 5, 6]
    assert all(c.guesses[0][1] > 0.9 for c in counted)


def test_guesses_are_all_six_faces_and_add_up_to_one() -> None:
    (counted,) = count([face(4, SIZE)])
    assert sorted(f for f, _ in counted.guesses) == list("123456")
    assert sum(p for _, p in counted.guesses) == pytest.approx(1.0)


def test_bare_cloth_is_no_face() -> None:
    (counted,) = count([empty((SIZE, SIZE))])
    assert counted.contrast < 0.35
    assert counted.guesses[0][1] < 0.9


def test_a_face_that_is_half_floor_is_told_as_foreign() -> None:
    half = face(4, SIZE, body=(40, 30, 200), ink=(235, 235, 235))
    half[:, : SIZE // 3] = (30, 120, 40)
    whole = face(4, SIZE, body=(40, 30, 200), ink=(235, 235, 235))
    spoilt, good = count([half, whole])
    assert good.foreign < 0.05
    assert spoilt.best < good.best - 0.1


def test_the_middle_of_a_displaced_layout_is_found() -> None:
    shifted = np.roll(face(5, SIZE), 4, axis=1)
    (counted,) = count([shifted])
    assert counted.shift[0] == pytest.approx(4 / SIZE, abs=0.03)
    assert abs(counted.shift[1]) < 0.03


def test_pips_of_a_tilted_face_are_squeezed_and_those_of_a_flat_one_are_not() -> None:
    flat = np.array(squeeze(face(5, SIZE), 5)).reshape(2, 2)
    narrow = np.full((SIZE, SIZE, 3), (225, 228, 230), np.uint8)
    narrow[:, 6:-6] = cv2.resize(face(5, SIZE), (SIZE - 12, SIZE))
    tilted = np.array(squeeze(narrow, 5)).reshape(2, 2)
    assert np.linalg.svd(flat, compute_uv=False)[1] > 0.93
    assert np.linalg.svd(tilted, compute_uv=False)[1] < 0.85
