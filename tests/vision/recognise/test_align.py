"""One picture aligned with another: light over a part of it is no difference, another drawing there is."""

from __future__ import annotations

import numpy as np

from tests.vision.drawn import figure
from vision.arrays import Floats
from vision.detect.rectify import FACE_PX
from vision.recognise.align import Template, align
from vision.recognise.contrast import contrast_of


def drawn(sign: str) -> Floats:
    return contrast_of(figure(sign)).map


def with_part(picture: Floats, times: float) -> Floats:
    """The picture with its lower half so much as strong."""
    part = np.ones((FACE_PX, 1), np.float32)
    part[FACE_PX // 2 :] = times
    return picture * part


def residual(times: float) -> float:
    return align(Template.of(drawn("2")), with_part(drawn("2"), times)).worst_patch_residual


def test_a_part_in_glare_is_fainter_and_fits() -> None:
    assert residual(1.0) < 0.005
    assert residual(0.75) < 0.06


def test_a_part_that_is_gone_does_not_fit() -> None:
    assert residual(0.0) > 0.2
    assert residual(0.3) > 0.05


def test_another_sign_there_does_not_fit() -> None:
    assert align(Template.of(drawn("2")), drawn("3")).worst_patch_residual > 0.1
