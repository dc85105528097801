"""Sureness as a chance of being right: rising, and there and back."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.bench.sureness import Told, off, rising, score_of
from vision.read.reader import MIN_OK_PROBABILITY
from vision.recognise.calibration import PIPS_CURVE, TAUGHT_CURVE, Curve, probability


@pytest.mark.parametrize("curve", [PIPS_CURVE, TAUGHT_CURVE])
def test_the_more_is_said_the_likelier_it_is_right(curve: Curve) -> None:
    assert (curve[0], curve[-1]) == ((0.0, 0.0), (1.0, 1.0))
    assert all(a < b and p < q for (a, p), (b, q) in pairwise(curve))
    assert [score_of(probability(k / 20, curve), curve) for k in range(21)] == pytest.approx(
        [k / 20 for k in range(21)]
    )


@pytest.mark.parametrize("curve", [PIPS_CURVE, TAUGHT_CURVE])
def test_the_bar_can_be_passed_and_failed(curve: Curve) -> None:
    assert 0.3 < score_of(MIN_OK_PROBABILITY, curve) < 0.9


def test_a_measured_chance_never_falls_with_what_is_said() -> None:
    chances = rising([1, 9, 5, 100], [10, 10, 10, 100])
    assert chances == sorted(chances)
    assert chances[1] == chances[2]
    assert chances[3] < 1  # of a hundred dice nothing is certain


def test_sureness_is_off_where_it_promises_more_than_it_keeps() -> None:
    honest = [Told(0.75, k % 4 > 0) for k in range(400)]
    boasting = [Told(0.99, k % 4 > 0) for k in range(400)]
    assert off(honest) < 0.02 < 0.2 < off(boasting)
