"""`cubilete read` and `cubilete watch` keep their contract: shape of the lines, values, every bad input."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.__main__ import main
from companion.dice import D6, Die, DieSpec
from tests.boxed import typed
from tests.vision.dalek import DICE
from vision.arrays import Image
from vision.sim import VirtualTray

SEED = 5
LENGTH = 15 * 12  # frames of the clip
NOTHING: Mapping[int, Callable[[], None]] = {}
DIE = {"value", "sure", "status", "guesses", "box", "quad", "colour"}
STATUS = {"ok", "unsure", "cocked", "stacked", "covered"}
Line = dict[str, Any]
Said = tuple[int, list[Line], str]
Say = Callable[..., Said]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """`say("read", …)` gives exit code, lines, complaints."""

    def said(*words: object) -> Said:
        code = main([str(word) for word in words])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, [json.loads(line) for line in out.splitlines()], err

    return said


def lying(*faces: str, kind: str = D6.id, seed: int = SEED) -> Image:
    """A picture of dice that lie still, these faces up."""
    tray = VirtualTray(seed, dice=DICE)
    tray.lay([Die(kind, face) for face in faces])
    frame = tray.read()
    assert frame is not None
    return frame.image


def saved(path: Path, image: Image) -> Path:
    path.parent.mkdir(exist_ok=True)
    assert cv2.imwrite(str(path), image)
    return path


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tray: empty, and with a few dice."""
    folder = tmp_path_factory.mktemp("pictures")
    saved(folder / "empty.png", VirtualTray(SEED).empty_picture())
    saved(folder / "roll.png", lying("2", "5", "4"))
    saved(folder / "roll.jpg", lying("1", "3"))
    return folder


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that teaches the custom dice of the virtual tray, two pictures a face."""
    folder = tmp_path_factory.mktemp("lessons")
    for face, images in VirtualTray(SEED, dice=DICE).teach_pictures("dalek", 2).items():
        for number, image in enumerate(images):
            saved(folder / f"teach-{face}-{number}.png", image)
    return folder


def check_die(die: Line, size: tuple[int, int], values: set[str]) -> None:
    """The shape of a die, as the contract has it."""
    assert set(die) == DIE
    assert die["value"] in values
    assert die["status"] in STATUS
    assert 0 <= die["sure"] <= 1
    names, shares = zip(*die["guesses"], strict=True)
    assert set(names) <= values
    assert names[0] == die["value"]
    assert list(shares) == sorted(shares, reverse=True)
    assert sum(shares) <= 1.01
    x0, y0, x1, y1 = die["box"]
    assert 0 <= x0 < x1 <= size[0]
    assert 0 <= y0 < y1 <= size[1]
    assert len(die["quad"]) == 4
    for x, y in die["quad"]:
        assert x0 - 1 <= x <= x1 + 1
        assert y0 - 1 <= y <= y1 + 1
    assert die["colour"] is None or isinstance(die["colour"], str)


def values(line: Line) -> list[str]:
    return sorted(die["value"] for die in line["dice"])


# read


def test_a_picture_is_one_line(pictures: Path, say: Say) -> None:
    path = pictures / "roll.png"
    code, (line,), err = say("read", "--empty", pictures / "empty.png", path)
    assert (code, err) == (0, "")
    assert set(line) == {"image", "dice", "ok", "cpu_seconds"}
    assert line["image"] == str(path)
    assert line["ok"] is True
    assert values(line) == ["2", "4", "5"]
    assert line["cpu_seconds"] > 0
    for die in line["dice"]:
        assert die["status"] == "ok"
        check_die(die, (640, 480), set(D6.faces))


def test_a_picture_is_explained_stage_by_stage(pictures: Path, say: Say, tmp_path: Path) -> None:
    options = ("--empty", pictures / "empty.png", "--explain", tmp_path / "why")
    code, lines, _ = say("read", *options, pictures / "roll.png", pictures / "roll.jpg")
    assert code == 0
    assert [values(line) for line in lines] == [["2", "4", "5"], ["1", "3"]]
    for name in ("roll.png", "roll.jpg"):
        stages = json.loads((tmp_path / "why" / name / "stages.json").read_text(encoding="utf-8"))["stages"]
        drawn = sorted(path.stem for path in (tmp_path / "why" / name).glob("*.jpg"))
        assert drawn == [f"{number}-{one['stage']}" for number, one in enumerate(stages, start=1)]
        assert stages[-1]["saw"].endswith("dice")


def test_an_explanation_that_cannot_be_written_is_said(pictures: Path, say: Say, tmp_path: Path) -> None:
    (tmp_path / "why").write_text("a file")
    code, lines, err = say("read", "--explain", tmp_path / "why", pictures / "roll.png")
    assert (code, lines) == (1, [])
    assert "cannot be written" in err


def test_the_empty_tray_holds_nothing(pictures: Path, say: Say) -> None:
    empty = pictures / "empty.png"
    code, (line,), _ = say("read", "--empty", empty, empty)
    assert code == 0
    assert line["dice"] == []
    _, (line,), _ = say("read", "--empty", empty, "--dice", "1", empty)
    assert line["ok"] is False


def test_pictures_are_answered_in_their_order(pictures: Path, say: Say) -> None:
    paths = [pictures / "roll.jpg", pictures / "roll.png"]
    code, lines, _ = say("read", "--empty", pictures / "empty.png", *paths)
    assert code == 0
    assert [line["image"] for line in lines] == [str(path) for path in paths]
    assert [values(line) for line in lines] == [["1", "3"], ["2", "4", "5"]]


def test_a_picture_is_ok_only_with_as_many_dice_as_expected(pictures: Path, say: Say) -> None:
    oks = []
    for expected in (2, 3, 4):
        code, (line,), _ = say(
            "read", "--empty", pictures / "empty.png", "--dice", expected, pictures / "roll.png"
        )
        assert code == 0
        oks.append(line["ok"])
    assert oks == [False, True, False]


def test_without_an_empty_tray_dice_are_read_too(pictures: Path, say: Say) -> None:
    code, (line,), _ = say("read", pictures / "roll.png")
    assert code == 0
    sure = [die["value"] for die in line["dice"] if die["status"] == "ok"]
    assert sorted(sure) == ["2", "4", "5"]


def test_an_empty_tray_taken_bigger_serves_as_well(pictures: Path, tmp_path: Path, say: Say) -> None:
    empty = cv2.imread(str(pictures / "empty.png"))
    assert empty is not None
    big = saved(tmp_path / "big.png", cv2.resize(empty, (1280, 960)))  # type: ignore[arg-type]
    code, (line,), _ = say("read", "--empty", big, pictures / "roll.png")
    assert code == 0
    assert values(line) == ["2", "4", "5"]


def test_taught_faces_come_back_under_their_names(lessons: Path, tmp_path: Path, say: Say) -> None:
    shown = ["doctor", "human2", "dalek3"]
    roll = saved(tmp_path / "roll.png", lying(*shown, kind="dalek"))
    empty = saved(tmp_path / "empty.png", VirtualTray(SEED).empty_picture())
    code, (line,), err = say("read", "--empty", empty, "--teach", lessons, roll)
    assert (code, err) == (0, "")
    assert values(line) == sorted(shown)
    for die in line["dice"]:
        check_die(die, (640, 480), {"doctor", "exterminate", "human2", "human4", "dalek2", "dalek3"})


def test_the_line_of_a_real_command_is_utf_8_json_and_nothing_else(pictures: Path, tmp_path: Path) -> None:
    path = saved(tmp_path / "tirada-ñ.png", lying("6"))
    done = typed("read", "--empty", pictures / "empty.png", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout)["image"] == str(path)
    assert "ñ" in done.stdout


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("none.png", None, "does not exist; name a picture file"),
        ("void.png", b"", "is empty, expected a picture"),
        ("text.png", b"hello" * 100, "is not a picture, or a broken one"),
        ("cut.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "is not a picture, or a broken one"),
    ],
)
def test_what_is_no_picture_is_said_and_the_others_are_read(
    name: str, data: bytes | None, expected: str, pictures: Path, tmp_path: Path, say: Say
) -> None:
    bad = tmp_path / name
    if data is not None:
        bad.write_bytes(data)
    code, lines, err = say("read", "--empty", pictures / "empty.png", bad, tmp_path, pictures / "roll.png")
    assert code == 1
    assert [values(line) for line in lines] == [["2", "4", "5"]]
    assert f"{bad} {expected}" in err
    assert f"{tmp_path} is a folder, expected a picture file" in err
    code, lines, err = say("read", "--empty", bad, pictures / "roll.png")
    assert (code, lines) == (1, [])
    assert f"{bad} {expected}" in err


def test_a_picture_too_small_to_hold_a_die_is_said(tmp_path: Path, say: Say) -> None:
    path = saved(tmp_path / "tiny.png", lying("6")[:40, :40])
    code, lines, err = say("read", path)
    assert (code, lines) == (1, [])
    assert f"{path} is 40×40; a picture needs 64×64" in err


def test_an_empty_tray_of_another_shape_is_said(pictures: Path, tmp_path: Path, say: Say) -> None:
    square = saved(tmp_path / "square.png", VirtualTray(SEED).empty_picture()[:, :480])
    code, lines, err = say("read", "--empty", square, pictures / "roll.png", pictures / "roll.jpg")
    assert (code, lines) == (1, [])
    assert "is 640×480 and the empty tray" in err
    assert "480×480; expected the same shape" in err
    assert err.count("cubilete: ") == 2


def test_a_folder_that_teaches_nothing_is_said(
    pictures: Path, lessons: Path, tmp_path: Path, say: Say
) -> None:
    one = tmp_path / "one"
    saved(one / "teach-doctor-1.png", lying("doctor", kind="dalek"))
    bare = tmp_path / "bare"
    bare.mkdir()
    blank = tmp_path / "blank"
    for face in ("doctor", "human2"):
        saved(blank / f"teach-{face}-1.png", VirtualTray(SEED).empty_picture())
    saved(blank / "empty.png", VirtualTray(SEED).empty_picture())
    for folder, expected in [
        (tmp_path / "none", "is not a folder"),
        (pictures / "roll.png", "is not a folder"),
        (bare, "holds no picture"),
        (pictures, "shows faces: none; expected pictures teach-<face>-<k>.jpg of 2 faces or more"),
        (one, "shows faces: doctor; expected"),
        (blank, "no die is seen in a picture of face 'doctor'"),
    ]:
        code, lines, err = say("read", "--teach", folder, pictures / "roll.png")
        assert (code, lines) == (1, [])
        assert str(folder) in err
        assert expected in err


# watch


def filmed(
    path: Path, tray: VirtualTray, frames: int, then: Mapping[int, Callable[[], None]] = NOTHING
) -> None:
    """Film the tray from now on; `then` is done before the frame of that number."""
    form = "mp4v" if path.suffix == ".mp4" else "MJPG"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*form), 15, (640, 480))
    assert writer.isOpened()
    for number in range(frames):
        then.get(number, bool)()
        frame = tray.read()
        assert frame is not None
        writer.write(frame.image)
    writer.release()


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty tray, a throw of three dice, and a hand that takes them all."""
    path = tmp_path_factory.mktemp("clips") / "throw.mp4"
    tray = VirtualTray(SEED)
    throw = partial(tray.throw, [DieSpec(D6.id)] * 3)
    filmed(path, tray, LENGTH, {10: throw, 15 * 7: tray.sweep})
    return path


def test_a_clip_is_told_change_by_change(clip: Path, say: Say) -> None:
    code, lines, err = say("watch", clip)
    assert (code, err) == (0, "")
    for line in lines:
        assert set(line) - {"throw"} == {"frame", "state"} | (
            {"dice"} if line["state"] == "settled" else set()
        )
        assert line.get("throw", True) is True
        for die in line.get("dice", []):
            check_die(die, (640, 480), set(D6.faces))
    frames = [line["frame"] for line in lines]
    assert frames == sorted(set(frames))
    assert all(0 <= frame < LENGTH for frame in frames)
    assert all(one != other for one, other in pairwise(lines))
    states = [line["state"] for line in lines]
    assert states[0] == states[-1] == "empty"
    assert "rolling" in states
    assert "hand" in states
    assert [len(line["dice"]) for line in lines if line.get("throw")] == [3]


def test_dice_that_lay_there_when_the_clip_began_were_not_thrown(tmp_path: Path, say: Say) -> None:
    tray = VirtualTray(SEED)
    tray.lay([Die(D6.id, face) for face in ("2", "5")])
    path = tmp_path / "still.avi"
    filmed(path, tray, 8)
    empty = saved(tmp_path / "empty.png", tray.empty_picture())
    for words in (["--empty", empty], []):
        code, lines, _ = say("watch", *words, path)
        assert code == 0
        assert (lines[0]["frame"], lines[0]["state"]) == (0, "settled")
        assert sorted(die["value"] for die in lines[-1]["dice"] if die["status"] == "ok") == ["2", "5"]
        assert not any("throw" in line for line in lines)


def test_a_folder_of_pictures_is_watched_like_a_clip(tmp_path: Path, say: Say) -> None:
    tray = VirtualTray(SEED)
    for number in range(8):
        if number == 3:
            tray.lay([Die(D6.id, "4")])
        frame = tray.read()
        assert frame is not None
        saved(tmp_path / "frames" / f"{number:03}.png", frame.image)
    code, lines, err = say("watch", tmp_path / "frames")
    assert (code, err) == (0, "")
    assert [line["state"] for line in lines] == ["empty", "rolling", "settled"]
    assert values(lines[-1]) == ["4"]
    assert lines[-1]["throw"] is True
    (tmp_path / "bare").mkdir()
    code, lines, err = say("watch", tmp_path / "bare")
    assert (code, lines) == (1, [])
    assert "holds no picture" in err


def test_a_clip_of_taught_dice_tells_their_names(lessons: Path, tmp_path: Path, say: Say) -> None:
    tray = VirtualTray(SEED, dice=DICE)
    tray.lay([Die("dalek", "human4")])
    path = tmp_path / "lying.avi"
    filmed(path, tray, 5)
    code, lines, _ = say(
        "watch", "--empty", saved(tmp_path / "e.png", tray.empty_picture()), "--teach", lessons, path
    )
    assert code == 0
    assert values(lines[-1]) == ["human4"]


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("none.mp4", None, "does not exist; name a video file"),
        ("void.mp4", b"", "is empty, expected a clip"),
        ("text.mp4", b"hello" * 1000, "is not a clip that can be decoded"),
    ],
)
def test_what_is_no_clip_is_said(name: str, data: bytes | None, expected: str, tmp_path: Path) -> None:
    bad = tmp_path / name
    if data is not None:
        bad.write_bytes(data)
    done = typed("watch", bad)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{bad} {expected}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_clip_cut_short_is_told_as_far_as_it_goes_or_refused(clip: Path, tmp_path: Path, say: Say) -> None:
    whole = clip.read_bytes()
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(whole[: len(whole) // 2])
    code, lines, err = say("watch", cut)
    assert code == 0 or (lines == [] and str(cut) in err)


def test_an_empty_tray_that_does_not_fit_the_clip_is_said(clip: Path, tmp_path: Path, say: Say) -> None:
    square = saved(tmp_path / "square.png", VirtualTray(SEED).empty_picture()[:, :480])
    code, lines, err = say("watch", "--empty", square, clip)
    assert (code, lines) == (1, [])
    assert "expected the same shape" in err
    code, lines, err = say("watch", "--teach", tmp_path, clip)
    assert (code, lines) == (1, [])
    assert "expected pictures teach-<face>-<k>.jpg" in err


def test_numbers_are_plain_json(pictures: Path, say: Say) -> None:
    _, (line,), _ = say("read", "--empty", pictures / "empty.png", pictures / "roll.png")
    numbers = [line["cpu_seconds"], *(value for die in line["dice"] for value in (die["sure"], *die["box"]))]
    assert all(math.isfinite(number) for number in numbers)
