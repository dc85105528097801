"""`cubilete teach` and `cubilete taught`, as they are typed, with the virtual tray for a camera."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from companion.__main__ import main
from companion.run.lock import FolderLock
from tests.vision.dalek import DICE
from vision.sim import VirtualTray
from vision.teach.album import Album

NO_TEXT = next((Path(__file__).parents[1] / "vision" / "pictures").glob("*.jpg"))
Out = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which Dalek dice were taught by pictures."""
    data, shown = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("shown")
    pictures(shown)
    assert main(["teach", "dalek", "--pictures", str(shown), "--data", str(data)]) == 0
    return data


def pictures(folder: Path, views: int = 2) -> None:
    tray = VirtualTray(5, dice=DICE)
    cv2.imwrite(str(folder / "empty.png"), tray.empty_picture())
    for face, images in tray.teach_pictures("dalek", views).items():
        for number, image in enumerate(images):
            cv2.imwrite(str(folder / f"teach-{face}-{number}.png"), image)


def test_a_set_is_taught_by_a_folder_of_pictures(taught: Path, capsys: Out) -> None:
    assert main(["taught", "list", "--data", str(taught)]) == 0
    line = capsys.readouterr().out.strip()
    assert line.split() == [
        "dalek", "12", "views", "doctor,exterminate,human2,human4,dalek2,dalek3", "dalek-dice",
    ]  # fmt: skip


def test_a_camera_is_told_face_by_face_what_to_show(tmp_path: Path, capsys: Out) -> None:
    words = ["teach", "dalek", "--camera", "sim", "--views", "2", "--data", str(tmp_path)]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    asked = list(dict.fromkeys(line.split(":")[0] for line in lines))
    assert asked[:3] == [
        "show doctor, view 1 of 2",
        "show doctor, view 2 of 2",
        "show exterminate, view 1 of 2",
    ]
    assert len(asked) == 13
    assert f"dalek is kept in {tmp_path}/taught/dalek.json" in lines
    before = (tmp_path / "taught" / "dalek.json").read_bytes()
    assert main([*words, "--face", "doctor"]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "show doctor, view 1 of 2"
    after = (tmp_path / "taught" / "dalek.json").read_bytes()
    one, other = Album.from_json(before, "one"), Album.from_json(after, "other")
    assert [f for f in one.faces if one.views[f][0].tobytes() != other.views[f][0].tobytes()] == ["doctor"]


def test_a_set_goes_to_another_box_by_one_file(taught: Path, tmp_path: Path, capsys: Out) -> None:
    there, file = ["--data", str(tmp_path / "there")], tmp_path / "dalek.json"
    assert main(["taught", "export", "dalek", str(file), "--data", str(taught)]) == 0
    assert main(["taught", "import", str(file), *there]) == 0
    assert main(["taught", "import", str(file), "--name", "green", *there]) == 0
    assert main(["taught", "rename", "green", "blue", *there]) == 0
    assert main(["taught", "remove", "dalek", *there]) == 0
    capsys.readouterr()
    assert main(["taught", "list", *there]) == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in out] == [["dalek", "not"], ["blue", "12"]]
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_a_set_of_the_same_name_makes_way_only_when_that_was_said(
    taught: Path, tmp_path: Path, capsys: Out
) -> None:
    there, file = tmp_path / "there", tmp_path / "dalek.json"
    assert main(["taught", "export", "dalek", str(file), "--data", str(taught)]) == 0
    words = ["taught", "import", str(file), "--data", str(there)]
    assert main(words) == 0
    album = Album.from_json(file.read_bytes(), "one")
    other = replace(album, views={face: cuts[::-1] for face, cuts in album.views.items()})
    file.write_bytes(other.to_json())
    capsys.readouterr()
    assert main(words) == 1
    said = capsys.readouterr().err
    assert "there is a set dalek already; rename that first" in said
    assert "--name, or say --replace" in said
    kept = there / "taught" / "dalek.json"
    assert kept.read_bytes() == album.to_json()
    assert main([*words, "--replace"]) == 0
    assert kept.read_bytes() == other.to_json()


def test_a_folder_of_pictures_is_taken_in_under_a_name(tmp_path: Path, capsys: Out) -> None:
    pictures(tmp_path, 1)
    words = ["taught", "import", str(tmp_path), "--data", str(tmp_path / "data")]
    assert main(words) == 1
    assert "say what dice these are: --name NAME" in capsys.readouterr().err
    assert main([*words, "--name", "dalek"]) == 0


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["teach", "cats"], "no game knows cats dice; name their faces: --faces a,b,c"),
        (["teach", "cats", "--faces", "a,a"], "face 'a' is named twice"),
        (["teach", "Cats", "--faces", "a,b"], "a kind of dice is named with a to z"),
        (["teach", "dalek", "--faces", "a,b"], "dalek dice have the faces doctor, exterminate"),
        (["teach", "dalek", "--face", "cat"], "dalek has no face 'cat', expected one of doctor"),
        (["teach", "cats", "--face", "a"], "there is no taught set 'cats', only: dalek. Teach the dice"),
        (["teach", "cats", "--pictures", "nowhere"], "nowhere"),
        (["taught", "export", "cats", "x.json"], "there is no taught set 'cats', only: dalek"),
        (["taught", "remove", "cats"], "there is no taught set 'cats', only: dalek"),
        (
            ["teach", "cats", "--faces", "a,b", "--camera", "sim"],
            "the virtual tray has no cats dice, only d6",
        ),
        (["teach", "d6", "--faces", "1,2"], "d6 dice are known without being taught"),
        (["taught", "rename", "dalek", "d6"], "d6 dice are known without being taught"),
        (["taught", "import", str(NO_TEXT)], "expected a file that was exported, got no text"),
        (["taught", "rename", "dalek", "a/b"], "a kind of dice is named with a to z"),
        (["taught", "import", "nowhere.json"], "nowhere.json cannot be read (No such file or directory)"),
    ],
)
def test_what_cannot_be_done_is_said_with_the_way_out(
    taught: Path, words: list[str], why: str, capsys: Out
) -> None:
    before = (taught / "taught" / "dalek.json").read_bytes()
    assert main([*words, "--data", str(taught)]) == 1
    assert why in capsys.readouterr().err
    assert (taught / "taught" / "dalek.json").read_bytes() == before


def test_faces_that_are_the_same_when_turned_are_refused_by_name(tmp_path: Path, capsys: Out) -> None:
    pictures(tmp_path, 3)
    for path in tmp_path.glob("teach-dalek2-*"):
        path.unlink()
    for path in tmp_path.glob("teach-doctor-*"):
        turned = cv2.rotate(cv2.imread(str(path)), cv2.ROTATE_180)
        cv2.imwrite(str(tmp_path / path.name.replace("doctor", "mirror")), turned)
    (tmp_path / "empty.png").unlink()
    words = ["teach", "mine", "--pictures", str(tmp_path), "--data", str(tmp_path / "data")]
    assert main(words) == 1
    assert "doctor and mirror cannot be told apart" in capsys.readouterr().err
    assert not (tmp_path / "data" / "taught").exists()


def test_the_data_folder_of_a_running_companion_is_left_alone(taught: Path, capsys: Out) -> None:
    lock = FolderLock(taught)
    try:
        assert main(["taught", "remove", "dalek", "--data", str(taught)]) == 1
    finally:
        lock.close()
    assert "is in use by another Cubilete" in capsys.readouterr().err
    assert (taught / "taught" / "dalek.json").exists()


def test_a_set_is_not_exported_into_a_folder_that_is_not_there(
    taught: Path, tmp_path: Path, capsys: Out
) -> None:
    file = tmp_path / "mistyped" / "dalek.json"
    assert main(["taught", "export", "dalek", str(file), "--data", str(taught)]) == 1
    assert "was not written (No such file or directory). Name another file" in capsys.readouterr().err
    assert not file.parent.exists()
