"""The direction of a drawing: the same in any light and colour, another for another drawing."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import glyph
from vision.detect.rectify import FACE_PX
from vision.recognise.embedding import Glyphs


@pytest.fixture(scope="module")
def glyphs() -> Glyphs:
    return Glyphs()


def test_one_drawing_points_one_way_in_any_light_and_colour(glyphs: Glyphs) -> None:
    plain, dark, red = glyphs.directions(
        [
            glyph("K", FACE_PX),
            (glyph("K", FACE_PX) * 0.5).astype(np.uint8),
            glyph("K", FACE_PX, body=(40, 30, 200), ink=(250, 250, 250)),
        ]
    )
    assert plain @ dark > 0.9
    assert plain @ red > 0.6


def test_another_drawing_and_another_turn_point_elsewhere(glyphs: Glyphs) -> None:
    one, other, turned = glyphs.directions(
        [glyph("K", FACE_PX), glyph("T2", FACE_PX), np.ascontiguousarray(np.rot90(glyph("K", FACE_PX)))]
    )
    assert one @ other < 0.4
    assert one @ turned < 0.5


def test_the_margin_of_a_cut_is_not_looked_at(glyphs: Glyphs) -> None:
    cut = glyph("K", FACE_PX)
    wide = np.full((2 * FACE_PX, 2 * FACE_PX, 3), 30, np.uint8)
    wide[FACE_PX // 2 : -FACE_PX // 2, FACE_PX // 2 : -FACE_PX // 2] = cut
    near, far = glyphs.directions([cut], 0.0)[0], glyphs.directions([wide], 0.5)[0]
    assert near @ far > 0.95
