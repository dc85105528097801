"""What the doctor says of drawn pictures: each illness with its healthy twin."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from math import inf
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import doctor as command
from companion.dice import D6, Die, Quad
from companion.game import msg
from companion.run.findings import PictureCheck
from companion.words import Words
from tests.vision import trays
from tests.vision.trays import Drawn
from tests.web.fakes import house
from vision.arrays import Image
from vision.check.doctor import GOOD_RANGE, Finding, What, annotate, examine, log_row_levels
from vision.sim import VirtualTray

TRAY = Drawn(reach=0.31, lamp=0.1)
HEALTHY = trays.picture(TRAY)


def found(image: Image, what: What, **more: object) -> Finding:
    """That finding about a picture."""
    return next(one for one in examine(image, **more) if one.what == what)  # type: ignore[arg-type]


def times(image: Image, factor: np.ndarray | float) -> Image:
    return np.clip(image * factor, 0, 255).astype(np.uint8)


def shining(image: Image, x: int, y: int, radius: int) -> Image:
    """A lamp mirrored in the cloth."""
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.circle(spot, (x, y), radius, (1.0,), -1)
    soft = cv2.GaussianBlur(spot, (0, 0), 3)[..., None]
    return np.asarray(image * (1 - soft) + 252 * soft, np.uint8)


def one_sided() -> Image:
    """A lamp close by on the left."""
    return times(HEALTHY, np.linspace(2.2, 0.1, HEALTHY.shape[1])[None, :, None])


ILL: dict[str, tuple[What, str, Image]] = {
    "dark": ("light", "low", times(HEALTHY, 0.15)),
    "bright": ("burnt", "high", times(HEALTHY, 4.0)),
    "glare": ("glare", "high", shining(HEALTHY, 380, 190, 16)),
    "far": ("room", "low", trays.picture(replace(TRAY, reach=0.17))),
    "cut off": ("cut", "high", np.ascontiguousarray(HEALTHY[120:, 160:])),
    "blurred": ("sharp", "high", np.asarray(cv2.GaussianBlur(HEALTHY, (0, 0), 4), np.uint8)),
    "uneven": ("even", "high", one_sided()),
    "leaning": ("lean", "high", trays.picture(replace(TRAY, lean=0.5))),
}


@pytest.mark.parametrize("name", ILL)
def test_each_illness_is_found_and_its_healthy_twin_is_well(name: str) -> None:
    what, verdict, image = ILL[name]
    assert found(image, what).verdict == verdict
    assert found(HEALTHY, what).verdict == "ok"


def disc(light: int, around: int, grain: float = 0.0) -> Image:
    """A plain disc on a plain table: no tray."""
    image = np.full(HEALTHY.shape, around, np.float32)
    cv2.circle(image, (320, 240), 180, (light,) * 3, -1)
    return times(np.asarray(image + np.random.default_rng(3).normal(0, grain, image.shape)), 1.0)


BLANK = {
    "a plain disc": disc(200, 60),
    "a plain pale disc": disc(235, 60),
    "a plain disc on black": disc(200, 0),
    "grey": np.full(HEALTHY.shape, 128, np.uint8),
    "white": np.full(HEALTHY.shape, 255, np.uint8),
    "cloth alone": trays.picture(replace(TRAY, reach=1.2)),
    "a table with something small on it": trays.picture(replace(TRAY, shape="round", reach=0.1)),
}
OF_TRAY: tuple[What, ...] = ("glare", "room", "cut", "even", "lean")


@pytest.mark.parametrize("name", BLANK)
def test_where_no_tray_is_seen_that_is_said_and_nothing_about_the_tray(name: str) -> None:
    assert found(BLANK[name], "tray").verdict == "low"
    assert {found(BLANK[name], what).verdict for what in OF_TRAY} == {"unknown"}


@pytest.mark.parametrize("name", ["dark", "glare", "cut off", "blurred", "uneven", "leaning"])
def test_a_tray_that_is_seen_badly_is_seen(name: str) -> None:
    assert found(ILL[name][2], "tray").verdict in ("ok", "unknown")
    assert found(HEALTHY, "tray").verdict == "ok"
    assert "unknown" not in {found(HEALTHY, what).verdict for what in OF_TRAY}


@pytest.mark.parametrize(("light", "verdict"), [(235, "high"), (180, "ok")])
def test_a_floor_on_which_white_dice_are_lost_is_too_bright(light: int, verdict: str) -> None:
    grained = disc(light, 60, grain=3)
    assert found(grained, "burnt").verdict == verdict
    assert found(grained, "tray").verdict == "ok"


@pytest.mark.parametrize(("edge", "verdict"), [(14, "low"), (40, "ok"), (200, "high")])
def test_dice_are_too_small_or_too_large_by_their_edge(edge: int, verdict: str) -> None:
    quad: Quad = ((300, 200), (300 + edge, 200), (300 + edge, 200 + edge), (300, 200 + edge))
    assert found(HEALTHY, "size", dice=(quad,)).verdict == verdict
    assert found(HEALTHY, "size").verdict == "unknown"


def test_a_lamp_that_flickers_is_found_and_a_steady_one_is_well() -> None:
    rows = np.arange(HEALTHY.shape[0]) / HEALTHY.shape[0] / 30
    lamps = [1 + 0.12 * np.sin(2 * np.pi * 100 * (k / 30.3 + rows))[:, None, None] for k in range(12)]
    banded = [log_row_levels(times(HEALTHY, lamp)) for lamp in lamps]
    steady = [log_row_levels(trays.picture(TRAY, seed=k)) for k in range(12)]
    assert found(HEALTHY, "flicker", rows=banded).verdict == "high"
    assert found(HEALTHY, "flicker", rows=steady).verdict == "ok"
    assert found(HEALTHY, "flicker", rows=banded[:2]).verdict == "unknown"


def test_glare_is_ringed_where_it_is() -> None:
    (ring,) = found(ILL["glare"][2], "glare").rings
    assert ring[:2] == pytest.approx((380, 190), abs=8)
    marked = annotate(ILL["glare"][2], examine(ILL["glare"][2]))
    assert (marked != ILL["glare"][2])[170:215, 350:410].any()


def test_white_dice_are_no_glare_where_they_were_found() -> None:
    table = VirtualTray(5)
    table.lay([Die(D6.id, "1"), Die(D6.id, "6")])
    frame = table.read()
    assert frame is not None
    assert found(frame.image, "glare", dice=[die.quad for die in table.truth().dice]).verdict == "ok"


@pytest.mark.parametrize("shape", ["round", "hexagon"])
def test_a_tray_that_has_no_four_sides_does_not_tell_whether_the_camera_leans(shape: str) -> None:
    assert found(trays.picture(replace(TRAY, shape=shape)), "lean").verdict == "unknown"


# the command


def written(folder: Path, image: Image) -> Path:
    path = folder / "picture.png"
    cv2.imwrite(str(path), image)
    return path


def test_the_command_says_what_is_ill_and_marks_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = command.DoctorWish(picture=written(tmp_path, ILL["dark"][2]), out=tmp_path / "out.jpg", json=True)
    assert command.doctor(wish) == 1
    told = json.loads(capsys.readouterr().out)
    light = next(one for one in told["checks"] if one["what"] == "light")
    assert (light["verdict"], light["good"], light["text"]) == ("low", [40.0, None], "Too dark: more light")
    assert not told["ok"]
    assert cv2.imread(told["picture"]).shape == HEALTHY.shape


def test_the_command_finds_nothing_wrong_with_a_healthy_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, HEALTHY)
    wish = command.DoctorWish(picture=path, empty=path, out=tmp_path / "out.jpg", language="es")
    assert command.doctor(wish) == 0
    said = capsys.readouterr().out
    assert "Luz suficiente" in said
    assert "BAD" not in said


def test_the_command_passes_no_blank_and_says_when_there_were_no_dice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {}
    for name, image in (("blank", BLANK["a plain disc"]), ("tray", HEALTHY)):
        wish = command.DoctorWish(picture=written(tmp_path, image), out=tmp_path / "out.jpg")
        told[name] = (command.doctor(wish), capsys.readouterr().out)
    assert [code for code, _ in told.values()] == [1, 0]
    assert "BAD No tray seen: is all of it there?" in told["blank"][1]
    assert "ok  I see the tray" in told["tray"][1]
    assert all("  ? No dice seen: lay some in\n" in out for _, out in told.values())


def test_the_command_says_nothing_of_missing_dice_where_some_lie(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = VirtualTray(5)
    table.lay([Die(D6.id, "4"), Die(D6.id, "6")])
    frame = table.read()
    assert frame is not None
    command.doctor(command.DoctorWish(picture=written(tmp_path, frame.image), out=tmp_path / "out.jpg"))
    said = capsys.readouterr().out
    assert "ok  Dice large enough" in said
    assert "No dice seen" not in said


def test_a_picture_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.doctor(command.DoctorWish(picture=tmp_path / "no.jpg")) == 1
    assert "no.jpg does not exist" in capsys.readouterr().err


# the set-up page


def test_the_set_up_page_tells_what_the_picture_lacks_and_what_is_well() -> None:
    ill = [PictureCheck.of(one) for one in examine(ILL["dark"][2]) if one.value is not None]
    well = [PictureCheck.of(one) for one in examine(HEALTHY) if one.value is not None]
    pages = [house(picture_checks=lambda told=told: told).app.test_client() for told in (ill, well)]
    texts = [page.get("/setup", headers={"Accept-Language": "es"}).text for page in pages]
    assert ["Muy oscuro: pon más luz" in text for text in texts] == [True, False]
    assert ["Luz suficiente" in text for text in texts] == [False, True]


@pytest.mark.parametrize("language", ["es", "en"])
def test_each_verdict_has_words(language: str) -> None:
    words = Words(())
    for what, (least, most) in GOOD_RANGE.items():
        verdicts = ["ok"] + ["low"] * (least > 0) + ["high"] * (most != inf)
        verdicts += ["unknown"] * (what in command.MISSED)
        for verdict in verdicts:
            assert 0 < len(words.say(msg(f"eye.doctor_{what}_{verdict}"), language)) <= 34


def test_a_picture_that_cannot_be_kept_whole_leaves_the_elder_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise OSError(28, "No space left on device")

    elder = tmp_path / "out.jpg"
    elder.write_bytes(b"the elder")
    monkeypatch.setattr(os, "fsync", fails)
    wish = command.DoctorWish(picture=written(tmp_path, HEALTHY), out=elder)
    assert command.doctor(wish) == 1
    assert "No space left on device" in capsys.readouterr().err
    assert elder.read_bytes() == b"the elder"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["out.jpg", "picture.png"]
