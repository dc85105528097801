"""What is drawn to learn from: labels say what the picture shows."""

import shutil
import time
from collections.abc import Callable
from math import cos, sin
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("PIL", reason="drawing dice needs Pillow: pip install -e .[train]")
if shutil.which("gcc") is None:
    pytest.skip("drawing dice needs gcc", allow_module_level=True)

from vision.arrays import Mask
from vision.training import draw_scenes as drawing
from vision.training import masks, materials, throws
from vision.training.labels import COLUMNS, MIN_READABLE_VISIBLE_SHARE, PICTURE_PX
from vision.training.scenes import scene, trace_scene
from vision.training.throws import AXES, Box, Pose

if not any(path.suffix in (".ttf", ".otf") for path in masks.FONT_FOLDER.rglob("*")):
    pytest.skip(f"drawing dice needs fonts below {masks.FONT_FOLDER}", allow_module_level=True)


@pytest.fixture(scope="module")
def box() -> Box:
    return Box(Random("a small box"), makers=3, floors_=2)


def test_a_label_lies_on_the_top_face_of_its_die(box: Box) -> None:
    checked = 0
    for seed in range(6):
        some = trace_scene(Random(seed), box, 0.3)
        for k, (die, label) in enumerate(zip(some.placed, some.labels, strict=True)):
            if (
                label is None
                or label.seen < 0.9
                or not (0 < label.x < PICTURE_PX and 0 < label.y < PICTURE_PX)
            ):
                continue
            top = int((die.pose.turn @ AXES.T)[2].argmax())
            assert some.face[int(label.y), int(label.x)] == 1 + 6 * k + top
            assert label.value == die.values[top]
            checked += 1
    assert checked > 10


def test_a_label_is_as_large_as_its_face_and_its_corners_surround_it(box: Box) -> None:
    some = trace_scene(Random(3), box, 0.3)
    for k, label in enumerate(some.labels):
        if label is None or label.seen < 0.97 or label.lean > 1:
            continue
        top = int((some.placed[k].pose.turn @ AXES.T)[2].argmax())
        pixels = int((some.face == 1 + 6 * k + top).sum())
        assert label.size**2 == pytest.approx(pixels / label.seen, rel=0.02)
        corners = np.array(label.quad).reshape(4, 2)
        assert np.abs(corners.mean(0) - (label.x, label.y)).max() < 0.1 * label.size


def test_of_a_buried_die_something_that_is_in_view_is_pointed_at(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throws, "PILED_SCENE_SHARE", 1.0)
    checked = 0
    for seed in range(8):
        some = trace_scene(Random(seed), box, 0.3)
        for k, label in enumerate(some.labels):
            if label is None or label.seen >= MIN_READABLE_VISIBLE_SHARE:
                continue
            ys, xs = np.nonzero((some.face - 1) // 6 == k)
            assert np.hypot(xs - label.x, ys - label.y).min() < 0.35 * label.size
            assert min(xs) - 1 <= label.x <= max(xs) + 1
            checked += 1
    assert checked > 10


def test_flat_tops_are_turned_away_as_the_camera_looks_and_a_place_lies(box: Box) -> None:
    checked = 0
    for seed in range(8):
        labels = [
            one for one in trace_scene(Random(seed), box, 0.3).labels if one is not None and one.lean < 0.1
        ]
        if len(labels) < 5:
            continue
        away = np.array([one.away for one in labels])
        places = np.array([(one.x, one.y) for one in labels]) / PICTURE_PX
        known = np.column_stack([np.ones(len(labels)), places])
        left = away - known @ np.linalg.lstsq(known, away, rcond=None)[0]
        assert np.abs(left).max() < 0.1
        checked += 1
    assert checked > 1


def test_what_is_laid_on_a_die_lies_flat_upon_it_and_never_on_one_that_leans() -> None:
    level = Pose(throws.axis_rotation(2, 0.7), np.array([1.0, 2.0, 0.5]), 0.5)
    leaning = Pose(throws.axis_rotation(0, 0.4), np.array([5.0, 5.0, 0.7]), 0.5)
    for seed in range(30):
        above = list(throws.piled_poses(Random(seed), [level, leaning]))
        assert len(above) == 1
        assert above[0].centre[2] == pytest.approx(1.5)
        assert above[0].turn[2, 2] == pytest.approx(1)
        assert np.abs(above[0].centre - level.centre)[:2].max() <= throws.MAX_PILE_OFFSET_EDGES
    assert list(throws.piled_poses(Random(1), [leaning])) == []


def test_dice_come_to_rest_at_walls_and_never_in_them() -> None:
    walls, half = (4.0, 3.0), 0.5
    room, beside = throws.Table(20.0, walls, touch=0.0), 0
    for seed in range(200):
        square = room.free(Random(seed), [], half)
        assert square is not None
        x, y, yaw, _ = square
        corners = [
            (x + half * (cos(yaw) * a - sin(yaw) * b), y + half * (sin(yaw) * a + cos(yaw) * b))
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        left = min(min(walls[0] - abs(right), walls[1] - abs(down)) for right, down in corners)
        assert left > 0
        beside += left <= throws.MAX_WALL_GAP_EDGES
    assert beside > 200 * throws.AT_WALL_SHARE * 0.8
    assert throws.Table(20.0, None, touch=0.0).free(Random(1), [], half) is not None


def test_the_same_seed_gives_the_same_scene(box: Box) -> None:
    first, again, other = (scene(Random(seed), box) for seed in ("one", "one", "two"))
    assert np.array_equal(first[0], again[0])
    assert first[1] == again[1]
    assert not np.array_equal(first[0], other[0])


def test_a_scene_without_dice_has_no_labels(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throws, "DICE_COUNTS", (0,))
    picture, labels = scene(Random("bare"), box)
    assert labels == []
    assert picture.shape == (PICTURE_PX, PICTURE_PX, 3)


def test_opposite_pips_add_up_to_seven(box: Box) -> None:
    for seed in range(20):
        luck = Random(seed)
        _, values = throws.faces(luck, box, box.make(luck, others=0))
        pairs = [(values[k], values[k + 1]) for k in (0, 2, 4)]
        assert all(a + b == 7 for a, b in pairs if a and b)


def test_drawing_goes_on_where_it_stopped(box: Box, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "Box", lambda luck: box)
    assert not drawing.draw_scenes(tmp_path, 0, 2, until=time.monotonic() - 1)
    assert drawing.draw_scenes(tmp_path, 0, 1)
    first = (tmp_path / "000000.npy").stat().st_mtime_ns
    assert drawing.draw_scenes(tmp_path, 0, 2)
    assert (tmp_path / "000000.npy").stat().st_mtime_ns == first
    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == ["000000.jpg", "000001.jpg"]
    assert np.load(tmp_path / "000001.npy").shape[1] == COLUMNS


def test_the_pips_of_a_gem_can_be_told_from_both_its_colours() -> None:
    told = []
    for seed in range(200):
        stuff = materials.swirled_make(Random(seed), 0, True).stuff
        told.append(min(materials.contrast(stuff[name], stuff["ink"]) for name in ("body", "second")))
    assert np.mean(np.array(told) > 0.1) > 0.95


def test_makes_are_gems_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    def swirled(many: int = 300) -> float:
        makes = [materials.make(Random(seed), 0, True) for seed in range(many)]
        return len([one for one in makes if one.stuff["marble"] > 0 and one.edge >= 0.15]) / many

    usual = swirled()
    monkeypatch.setattr(materials, "SWIRLED_SHARE", 0.0)
    assert swirled() < usual - 0.1


def test_a_crowd_is_as_many_figures_as_pips_would_be() -> None:
    for seed in range(6):
        faces = masks.figure_rows(Random(seed))
        ink = [int(face.astype(int).sum()) for face in faces]
        assert ink == sorted(ink)
        assert ink[5] > 4 * ink[0] > 0


@pytest.mark.parametrize("draw", masks.OTHER_MAKERS)
def test_every_maker_draws_six_faces_with_ink_and_body(draw: Callable[[Random], list[Mask]]) -> None:
    faces = draw(Random(2))
    assert len(faces) == 6
    for face in faces:
        assert face.shape == (masks.MASK_PX, masks.MASK_PX)
        assert 0.005 < (face > 127).mean() < 0.9
