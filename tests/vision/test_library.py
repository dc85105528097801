"""The eye as a library: the examples of its page run, and it opens what people have."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import vision
from companion.dice import Die, DieSpec
from tests.vision.dalek import DICE
from vision import Eye, Frame, Reader, Reading, TaughtSet, Tray, open_camera
from vision.arrays import Image
from vision.sim import VirtualTray
from vision.sources.frames import BadPicture, still
from vision.teach.album import BadAlbum
from vision.teach.picture_folder import BadTeaching, album_from

PAGE = Path(__file__).parents[2] / "docs" / "eye-library.md"
FPS = 15.0
EXAMPLES = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


def saved(path: Path, image: Image) -> None:
    assert cv2.imwrite(str(path), image)


def shot(seed: int, kind: str, *faces: str) -> Image:
    """The virtual tray with these dice at rest."""
    tray = VirtualTray(seed, dice=DICE)
    tray.lay([Die(kind, face) for face in faces])
    frame = tray.read()
    assert frame
    return frame.image


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the page's examples speak of."""
    place = tmp_path_factory.mktemp("library")
    tray = VirtualTray(11, dice=DICE)
    saved(place / "empty.jpg", tray.empty_picture())
    saved(place / "roll.jpg", shot(11, "d6", "2", "5", "4"))
    saved(place / "my-roll.jpg", shot(11, "dalek", "doctor", "exterminate"))
    (place / "my-dice").mkdir()
    for face, images in tray.teach_pictures("dalek", 2).items():
        for number, image in enumerate(images):
            saved(place / "my-dice" / f"teach-{face}-{number}.jpg", image)
    film = cv2.VideoWriter(str(place / "throw.avi"), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (640, 480))
    for number in range(60):
        if number == 10:
            tray.throw([DieSpec("d6")] * 3)
        frame = tray.read()
        assert frame
        film.write(frame.image)
    film.release()
    return place


@pytest.fixture(scope="module")
def reader(folder: Path) -> Reader:
    return Reader.open(empty=folder / "empty.jpg")


def test_the_examples_of_the_page_run_one_after_the_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    names: dict[str, Any] = {}
    said = []
    for example in EXAMPLES:
        exec(compile(example, str(PAGE), "exec"), names)
        said.append(capsys.readouterr().out)
    bare, trayed, own, camera, explained = said
    assert sorted(line.split()[0] for line in bare.splitlines()) == ["2", "4", "5"]
    assert trayed == "11\n"
    assert sorted(own.splitlines()) == ["my-dice doctor ok", "my-dice exterminate ok"]
    assert camera.splitlines()[0].split()[1] == "empty"
    assert camera.splitlines()[-1].split()[1] == "settled"
    assert [line.split()[0] for line in explained.splitlines()] == [
        "empty-tray", "things", "faces", "tilt", "values", "dice",
    ]  # fmt: skip


def test_a_file_and_its_pixels_are_read_alike(folder: Path, reader: Reader) -> None:
    image = still(folder / "roll.jpg").image
    assert reader.read(image) == reader.read(str(folder / "roll.jpg")) == reader.read(folder / "roll.jpg")
    assert Reader.open(empty=still(folder / "empty.jpg").image).read(image) == reader.read(image)


def test_an_explanation_reads_as_reading_does_and_draws_each_stage(
    folder: Path, reader: Reader, tmp_path: Path
) -> None:
    explanation = reader.explain(folder / "roll.jpg")
    assert explanation.dice == reader.read(folder / "roll.jpg")
    explanation.save(tmp_path / "why")
    kept = json.loads((tmp_path / "why" / "stages.json").read_text(encoding="utf-8"))
    assert [stage["stage"] for stage in kept["stages"]] == [stage.name for stage, _ in explanation.stages]
    assert kept["seconds"] == pytest.approx(sum(stage["seconds"] for stage in kept["stages"]), abs=0.001)
    drawn = [still(tmp_path / "why" / f"{k}-{s.name}.jpg") for k, (s, _) in enumerate(explanation.stages, 1)]
    before = still(folder / "roll.jpg").image.astype(int)
    assert all(one.image.shape == before.shape for one in drawn)
    assert all(np.abs(one.image - before).max() > 60 for one in drawn)


def test_an_explanation_names_why_a_die_is_asked_about(folder: Path) -> None:
    strict = Reader.open(empty=folder / "empty.jpg", sure=1.0)
    explanation = strict.explain(folder / "roll.jpg")
    assert {die.status for die in explanation.dice} == {"unsure"}
    assert explanation.stages[-1][0].summary.count("at least 1") == 3


def test_an_empty_tray_is_explained_as_well(folder: Path, reader: Reader, tmp_path: Path) -> None:
    explanation = reader.explain(folder / "empty.jpg")
    assert explanation.dice == ()
    explanation.save(tmp_path)
    assert explanation.stages[-1][0].summary == "0 dice"


def test_where_no_tray_is_known_the_stages_are_the_same(folder: Path, reader: Reader, tmp_path: Path) -> None:
    strange, known = (r.explain(folder / "roll.jpg") for r in (Reader.open(), reader))
    assert [s.name for s, _ in strange.stages] == [s.name for s, _ in known.stages]
    strange.save(tmp_path)


def test_a_taught_set_comes_as_a_folder_a_file_or_a_value(folder: Path, tmp_path: Path) -> None:
    album = album_from(folder / "my-dice", None, "my-dice")
    (tmp_path / "dice.json").write_bytes(album.to_json())
    taught: TaughtSet = album.taught_set()
    roll, empty = folder / "my-roll.jpg", folder / "empty.jpg"
    by_file, by_value = (
        Reader.open(empty, [one], pips=False).read(roll) for one in (tmp_path / "dice.json", taught)
    )
    assert sorted(die.face for die in by_file) == ["doctor", "exterminate"]
    assert by_file == by_value


def test_what_cannot_be_opened_or_read_is_said_with_the_way_out(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="does not exist"):
        Reader.open(empty=tmp_path / "none.jpg")
    with pytest.raises(BadAlbum, match="is no taught set"):
        Reader.open(taught=[folder / "roll.jpg"])
    with pytest.raises(BadPicture, match="cannot be read"):
        Reader.open(taught=[tmp_path / "none.json"])
    (tmp_path / "nothing").mkdir()
    with pytest.raises((BadTeaching, BadPicture), match="nothing"):
        Reader.open(taught=[tmp_path / "nothing"])
    with pytest.raises(ValueError, match="some kind of dice"):
        Reader.open(pips=False)
    with pytest.raises(BadPicture, match="float64"):
        Reader.open().read(np.zeros((100, 100, 3)))  # type: ignore[arg-type]
    with pytest.raises(BadPicture, match="64×64"):
        Reader.open().read(np.zeros((10, 100, 3), np.uint8))
    with pytest.raises(BadPicture, match="320×240 and the empty tray 640×480"):
        Reader.open(empty=folder / "empty.jpg").read(np.zeros((240, 320, 3), np.uint8))


def test_the_public_names_are_there_and_cost_nothing_before_they_are_used() -> None:
    assert set(vision.__all__) == {"Reader", "Eye", "Tray", "TaughtSet", "Frame", "Reading", "open_camera"}
    assert all((Reader, Eye, Tray, TaughtSet, Frame, Reading, open_camera))
    assert set(vision.__all__) <= set(dir(vision))
    with pytest.raises(AttributeError, match="Glasses"):
        vision.Glasses  # type: ignore[attr-defined]  # noqa: B018
    code = "import sys, vision; print([m for m in ('cv2', 'numpy', 'vision.read') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
