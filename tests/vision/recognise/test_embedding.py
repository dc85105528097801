"""The direction of a drawing: the same in any light and colour, another for another drawing."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.drawn import glyph
from vision.detect.rectify import FACE_PX
from vision.recognise.embedding import Embedder


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    return Embedder()


def test_one_drawing_points_one_way_in_any_light_and_colour(embedder: Embedder) -> None:
    plain, dark, red = embedder.embeddings(
        [
            glyph("K", FACE_PX),
            (glyph("K", FACE_PX) * 0.5).astype(np.uint8),
            glyph("K", FACE_PX, body=(40, 30, 200), ink=(250, 250, 250)),
        ]
    )
    assert plain @ dark > 0.9
    assert plain @ red > 0.6


def test_another_drawing_and_another_turn_point_elsewhere(embedder: Embedder) -> None:
    one, other, turned = embedder.embeddings(
        [glyph("K", FACE_PX), glyph("T2", FACE_PX), np.ascontiguousarray(np.rot90(glyph("K", FACE_PX)))]
    )
    assert one @ other < 0.4
    assert one @ turned < 0.5


def test_the_margin_of_a_cut_is_not_looked_at(embedder: Embedder) -> None:
    cut = glyph("K", FACE_PX)
    wide = np.full((2 * FACE_PX, 2 * FACE_PX, 3), 30, np.uint8)
    wide[FACE_PX // 2 : -FACE_PX // 2, FACE_PX // 2 : -FACE_PX // 2] = cut
    near, far = embedder.embeddings([cut], 0.0)[0], embedder.embeddings([wide], 0.5)[0]
    assert near @ far > 0.95
