"""Floors and stuff to learn from, and what is said when there is no compiler to light them."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

from vision.training import materials, tracer
from vision.training.floors import DISTRACTING, FLOOR_PX, PLAIN, floor, ground, noise

NAMED = {str(getattr(kind, "__name__", kind)): kind for kind in PLAIN + DISTRACTING}


@pytest.mark.parametrize("name", sorted(NAMED))
def test_every_kind_of_floor_is_a_whole_picture(name: str) -> None:
    luck = Random(name)
    made = NAMED[name](luck, np.ascontiguousarray(np.clip(ground(luck), 0, 1)))
    assert made.shape == (FLOOR_PX, FLOOR_PX, 3)
    assert np.isfinite(made).all()


def test_the_same_seed_gives_the_same_floor() -> None:
    assert np.array_equal(floor(Random(5)), floor(Random(5)))
    assert np.array_equal(noise(Random(5)), noise(Random(5)))


def test_ink_can_nearly_always_be_told_from_the_body() -> None:
    makes = [materials.make(Random(seed), 0, True).stuff for seed in range(200)]
    near = [m for m in makes if materials.contrast(m["body"], m["ink"]) < 0.12]
    assert len(near) < 10


def test_red_pips_on_blue_can_be_read_and_grey_ones_on_grey_cannot() -> None:
    blue, red = np.array([0.6, 0.1, 0.02], np.float32), np.array([0.02, 0.05, 0.5], np.float32)
    assert abs(materials.brightness(blue) - materials.brightness(red)) < 0.25 < materials.contrast(blue, red)
    assert materials.contrast(materials.grey(0.3), materials.grey(0.32)) < 0.05


def test_without_a_compiler_it_is_said_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tracer, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(tracer.NoCompilerError, match="apt install gcc"):
        tracer.library.__wrapped__()
