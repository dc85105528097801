from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.vision.drawn import empty, face, lay
from vision.tray import Tray


def test_an_empty_tray_holds_no_things() -> None:
    things = Tray.from_empty(empty(seed=1)).things(empty(seed=2))
    assert not things.likely.any()
    assert not things.certain.any()


def test_a_lamp_turned_up_or_a_warmer_one_is_no_thing() -> None:
    warmer = np.clip(empty(seed=2) * np.array([0.85, 1.05, 1.3]), 0, 255).astype(np.uint8)
    assert not Tray.from_empty(empty(seed=1)).things(warmer).likely.any()


def test_a_soft_shadow_is_no_thing() -> None:
    x = np.linspace(-1, 1, 640)
    shade = 1 - 0.4 * np.exp(-((x * 4) ** 2))
    dimmed = (empty(seed=2) * shade[None, :, None]).astype(np.uint8)
    assert not Tray.from_empty(empty(seed=1)).things(dimmed).certain.any()


@pytest.mark.parametrize("body", [(225, 228, 230), (30, 30, 200), (190, 70, 30), (22, 22, 22)])
def test_a_die_of_any_colour_is_a_thing_where_it_lies(body: tuple[int, int, int]) -> None:
    picture = lay(empty(seed=2), face(5, 48, body=body, ink=(128, 128, 128)), 400, 200, 40, 20)
    likely = Tray.from_empty(empty(seed=1)).things(picture).likely
    ys, xs = np.nonzero(likely)
    assert abs(xs.mean() * 2 - 400) < 5
    assert abs(ys.mean() * 2 - 200) < 5


def test_without_an_empty_picture_dice_still_stand_out() -> None:
    picture = lay(empty(), face(3, 48), 300, 250, 42, 33)
    likely = Tray.guess(picture).things(picture).likely
    ys, xs = np.nonzero(likely)
    assert abs(xs.mean() * 2 - 300) < 6
    assert abs(ys.mean() * 2 - 250) < 6
    assert not Tray.guess(empty()).things(empty()).likely.any()


def test_a_tray_comes_back_from_its_file(tmp_path: Path) -> None:
    tray = Tray.from_empty(empty())
    tray.save(tmp_path / "tray.npz")
    kept = Tray.load(tmp_path / "tray.npz")
    assert kept.size == tray.size
    assert np.array_equal(kept.look, tray.look)
    assert np.array_equal(kept.floor, tray.floor)


def test_a_foreign_file_is_refused_by_name_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "tray.npz").write_bytes(b"not a tray")
    with pytest.raises(ValueError, match=r"tray\.npz .* again"):
        Tray.load(tmp_path / "tray.npz")
