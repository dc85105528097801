"""What is done to pictures before they are learned from: other colours, never another place or shape."""

from math import pi
from random import Random

import numpy as np
import pytest

from vision.training.augment import augment, hue_rotation, recolour

RED, GREY = np.array([20, 30, 200], np.float32), np.array([90, 90, 90], np.float32)


@pytest.mark.parametrize("turn", [0.0, 1.0, 2.5, 4.0])
def test_a_dye_lets_greys_be_and_no_colour_brighter(turn: float) -> None:
    assert GREY @ hue_rotation(turn, 1.3) == pytest.approx(GREY)
    assert (RED @ hue_rotation(turn, 1.3)).mean() == pytest.approx(RED.mean())


def test_hues_turn_once_around() -> None:
    assert RED @ hue_rotation(0, 1) == pytest.approx(RED, abs=1e-3)
    assert RED @ hue_rotation(2 * pi / 3, 1) == pytest.approx(np.roll(RED, 1), abs=1e-3)
    assert RED @ hue_rotation(1.0, 0) == pytest.approx(np.full(3, RED.mean()), abs=1e-3)


def test_the_dice_of_a_photograph_come_in_other_colours() -> None:
    red = np.full((40, 40, 3), RED, np.uint8)
    shown = [recolour(Random(k), red).mean((0, 1)) for k in range(60)]
    assert {int(colour.argmax()) for colour in shown} == {0, 1, 2}
    assert sum(np.allclose(colour, RED, atol=1) for colour in shown) > 5


def test_pips_stay_where_they_were() -> None:
    face = np.full((60, 60, 3), 30, np.uint8)
    face[26:34, 26:34] = 220
    for seed in range(40):
        shown = augment(Random(seed), recolour(Random(seed), face), photographed=True).astype(float).mean(-1)
        inside, beside = shown[28:32, 28:32].mean(), shown[36:56, 36:56].mean()
        assert abs(inside - beside) > 3
