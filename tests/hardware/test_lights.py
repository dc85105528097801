"""How lamps are lit: the colours of the states, and levels that survive the pins."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.table.shown.snapshot import Light
from hardware.lights import COLOURS, appearance, duties

LIGHTS: tuple[Light, ...] = get_args(Light)


def test_only_a_fault_is_red() -> None:
    assert COLOURS["fault"] == "#ff0000"
    assert set(COLOURS) == set(LIGHTS)
    assert len([c for c in COLOURS.values() if c == "#ff0000"]) == 1


@pytest.mark.parametrize("colour", sorted(set(COLOURS.values())))
@pytest.mark.parametrize("bright", [1.0, 0.5, 0.12])
def test_a_colour_written_to_a_lamp_is_the_colour_seen_on_it(colour: str, bright: float) -> None:
    level, got = appearance(duties(colour, bright))
    channels = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    assert level == pytest.approx(max(channels) / 255 * bright)
    scale = 255 / max(channels)
    for i, channel in zip((1, 3, 5), channels, strict=True):
        assert abs(int(got[i : i + 2], 16) - channel * scale) <= 1


def test_a_dark_lamp_is_seen_as_dark() -> None:
    assert appearance((0.0, 0.0, 0.0)) == (0.0, "#000000")
