"""Photographs to learn from: those that may be, of those every second one, and what shows the same throws."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest

from vision.detect.finder import Detection
from vision.training.labels import COLUMNS, PICTURE_PX, label_rows
from vision.training.licensed_photos import (
    REPEATED_THROWS,
    UNKNOWN_COLUMNS,
    WHOLE_FOLDER,
    WINDOWS_PER_PHOTO,
    Photo,
    die_label,
    false_positives,
    photos,
    random_window,
    write_windows,
)
from vision.training.sources import load_labelled

DIE = {"value": "4", "box": [40, 40, 80, 80]}


def entry(name: str, source: str, licence: str, complete: bool = True) -> dict[str, Any]:
    return {
        "image": f"{name}.jpg",
        "source": source,
        "licence": licence,
        "complete": complete,
        "dice": [DIE],
    }


FREE = [entry(f"free{k}", "parkuman/dice", "Public Domain (so its readme)") for k in range(4)]
NOT_FREE = [
    entry("unknown", "parkuman/dice", "unknown (no licence in repository)"),
    entry("no trade", "N3VERS4YDIE/x", "CC BY-NC 4.0"),
    entry("none", "matteop65/x", ""),
    entry("stranger", "somebody/else", "unknown"),
    entry("not all told", "matteop65/x", "MIT", complete=False),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "pictures"
    made.mkdir()
    (made / "truth.jsonl").write_text("\n".join(json.dumps(one) for one in [*NOT_FREE, *FREE]))
    for one in [*NOT_FREE, *FREE]:
        cv2.imwrite(str(made / one["image"]), np.full((120, 120, 3), 90, np.uint8))
    return made


def blind(image: Any, scale: float) -> Sequence[Detection]:
    return ()


def test_photographs_of_other_licences_are_never_learned_from(folder: Path) -> None:
    assert {photo.path.stem for photo, _ in photos(folder)} == {"free0", "free1", "free2", "free3"}


def test_every_second_photograph_is_kept_to_measure_on(folder: Path) -> None:
    assert [learned for _, learned in photos(folder)] == [True, False, True, False]


def test_a_throw_learned_from_is_not_measured_on_in_another_photograph(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(REPEATED_THROWS, "parkuman", ("free3",))
    assert [learned for _, learned in photos(folder)] == [True, False, True, True]


def test_windows_are_cut_of_what_is_learned_alone(folder: Path, tmp_path: Path) -> None:
    count = write_windows(folder, tmp_path / "windows", blind)
    assert count == 2 * WINDOWS_PER_PHOTO["parkuman"]
    names = sorted((tmp_path / "windows").glob("*.npy"))
    assert len(names) == count
    assert all(name.name.startswith("parkuman-") for name in names)
    labels, picture = np.load(names[0]), cv2.imread(str(names[0].with_suffix(".jpg")))
    assert picture is not None
    assert picture.shape == (PICTURE_PX, PICTURE_PX, 3)
    assert labels.shape[1] == COLUMNS
    assert (labels[:, 4] == 4).all()


def test_photographs_to_be_learned_from_are_kept_as_they_are_too(folder: Path, tmp_path: Path) -> None:
    write_windows(folder, tmp_path / "windows", blind)
    names = sorted((tmp_path / "windows" / WHOLE_FOLDER).glob("*.npy"))
    assert [name.stem for name in names] == ["free0", "free2"]
    for name in names:
        picture, labels = load_labelled(name)
        assert np.array_equal(picture, cv2.imread(str(folder / f"{name.stem}.jpg")))
        assert labels[:, [0, 1, 4]].tolist() == [[60, 60, 4]]


@pytest.mark.parametrize("seed", range(40))
def test_in_a_window_a_die_lies_where_its_label_says(seed: int) -> None:
    y, x = np.mgrid[0:300, 0:300] + 0.5
    light = 250 * np.exp(-((x - 130) ** 2 + (y - 140) ** 2) / 8)
    picture = np.repeat(light[..., None], 3, -1).astype(np.uint8)
    labels = label_rows([[130, 140, 24, 0.3, 4, 1, 0, *UNKNOWN_COLUMNS]])
    cut, [moved] = random_window(Random(seed), picture, labels, 24)
    across, down = np.mgrid[0:PICTURE_PX, 0:PICTURE_PX][::-1] + 0.5
    near = np.where(np.hypot(across - moved[0], down - moved[1]) < 12, cut[..., 0], 0).astype(float)
    middle = ((near * across).sum() / near.sum(), (near * down).sum() / near.sum())
    assert middle == pytest.approx(moved[:2].tolist(), abs=0.2)


def seen(values: Sequence[float], x: float = 55) -> Detection:
    return Detection(x, 60, 30.0, 0.2, 0.9, 0.0, np.array(values, np.float32))


FOUR, SIX = (0, 0, 0, 0, 1, 0, 0), (0, 0, 0, 0, 0, 0, 1)
PHOTO = Photo(Path("one.jpg"), "N3VERS4YDIE", (DIE,))


def test_what_the_finder_takes_for_a_face_where_no_die_lies_shows_no_pips() -> None:
    beside, in_box = replace(seen(SIX), x=150), seen(SIX)
    (told,) = false_positives(PHOTO, 32.0, [beside, in_box])
    assert told[:7] == pytest.approx([150, 60, 30, 0.2, 0, 1, 0])
    assert (
        len(false_positives(PHOTO, 32.0, [in_box, replace(beside, heat=0.05), replace(beside, edge=4.0)]))
        == 0
    )


def test_where_the_finder_agrees_it_says_where_the_top_lies() -> None:
    assert die_label(PHOTO, DIE, 32.0, [seen(FOUR)])[:6] == pytest.approx([55, 60, 30, 0.2, 4, 1])


def test_a_face_that_the_finder_reads_otherwise_lies_where_it_says_and_shows_what_the_truth_says() -> None:
    assert die_label(PHOTO, DIE, 32.0, [seen(SIX)])[:6] == pytest.approx([55, 60, 30, 0.2, 4, 1])
    agreeing = seen(FOUR, x=65)
    assert die_label(PHOTO, DIE, 32.0, [seen(SIX), agreeing])[0] == 65


def test_where_the_finder_sees_nothing_the_box_says_it() -> None:
    for faces in ([], [replace(seen(SIX), heat=0.3)], [seen(FOUR, x=200)]):
        x, y, size, angle, value, *_ = die_label(PHOTO, DIE, 32.0, faces)
        assert (x, y, size, value) == (60, 60, 32, 4)
        assert np.isnan(angle)


def test_a_die_cut_off_by_the_photograph_is_not_asked_for() -> None:
    assert die_label(PHOTO, {**DIE, "edge": True}, 32.0, [seen(FOUR)])[5] == 0
