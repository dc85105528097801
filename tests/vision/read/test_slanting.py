"""A camera that slants by 20°, near a wide tray: dice in its corners are read as those in the middle."""

from __future__ import annotations

from random import Random

import pytest

from companion.dice import D6
from tests.bench.rolls import matched, reader_for, rolls
from tests.vision.dalek import DALEK, DICE
from vision.sim import Look, VirtualTray

SIZE = (960, 720)
SLANTS = {"north-east": (14.0, -14.0), "south": (-20.0, 0.0), "overhead": (0.0, 0.0)}


@pytest.mark.parametrize("kind", [D6.id, DALEK.id])
@pytest.mark.parametrize("slant", SLANTS)
def test_flat_dice_are_read_and_none_is_said_to_lean_however_the_camera_slants(slant: str, kind: str) -> None:
    look = Look(tilt=SLANTS[slant], height=340.0, cocked=0.0)
    tray = VirtualTray(5, SIZE, look=look, dice=DICE)
    reader = reader_for(tray, look, kind, SIZE, seed=5)
    assert reader.read(tray.empty_picture()) == ()
    for roll in rolls(tray, kind, (None,), 6, Random(f"{slant} {kind}")):
        seen = reader.read(roll.image)
        pairs = matched(roll.truth, seen)
        assert len(seen) == len(pairs) == len(roll.truth)
        told = {i: (seen[j].face, seen[j].status) for i, j in pairs.items()}
        assert told == {i: (die.face, "ok") for i, die in enumerate(roll.truth)}
