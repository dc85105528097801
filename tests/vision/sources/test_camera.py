"""Cameras without a camera: formats, controls, names, and a webcam made of a real clip.

The adapter's way with the real picamera2 is tried by tools/try-picamera2.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any, ClassVar, get_args

import cv2
import numpy as np
import pytest

from companion.config import load
from companion.run.eye_setup import camera_wish
from companion.words import LANGUAGES, Words
from vision.arrays import Image
from vision.sources.camera import TO_BGR, Picamera2Source, capture_time, control_values, open_camera, to_bgr
from vision.sources.frames import Clip
from vision.sources.live import CameraTrouble, CameraWish, Reason, rotate
from vision.sources.webcam import V4l2Source, users_of

SIZE = (64, 48)


def card() -> Image:
    """A picture with a colour in each quarter, soft enough for half the colour resolution."""
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    image[:24, :32] = (40, 40, 220)
    image[:24, 32:] = (40, 200, 40)
    image[24:, :32] = (220, 60, 40)
    image[24:, 32:] = (128, 128, 128)
    return image


def planar(code: int) -> Image:
    return np.asarray(cv2.cvtColor(card(), code), np.uint8)


def nv(order: str) -> Image:
    """NV12 or NV21, woven from the planes of I420."""
    w, h = SIZE
    flat = planar(cv2.COLOR_BGR2YUV_I420).reshape(-1)
    y, u, v = flat[: w * h], flat[w * h : w * h * 5 // 4], flat[w * h * 5 // 4 :]
    pair = (u, v) if order == "uv" else (v, u)
    return np.concatenate([y, np.stack(pair, 1).reshape(-1)]).reshape(h * 3 // 2, w)


def packed(first: str) -> Image:
    """Two pixels in four bytes: YUYV, YVYU or UYVY."""
    w, h = SIZE
    yuv = planar(cv2.COLOR_BGR2YUV)
    u, v = yuv[:, ::2, 1], yuv[:, ::2, 2]
    out = np.zeros((h, w, 2), np.uint8)
    y, c = (1, 0) if first == "uyvy" else (0, 1)
    out[:, :, y] = yuv[:, :, 0]
    out[:, ::2, c], out[:, 1::2, c] = (v, u) if first == "yvyu" else (u, v)
    return out


MADE: dict[str, Any] = {
    "RGB888": card,
    "BGR888": lambda: card()[:, :, ::-1].copy(),
    "MJPEG": lambda: card()[:, :, ::-1].copy(),
    "XRGB8888": lambda: planar(cv2.COLOR_BGR2BGRA),
    "XBGR8888": lambda: planar(cv2.COLOR_BGR2RGBA),
    "YUV420": lambda: planar(cv2.COLOR_BGR2YUV_I420),
    "YVU420": lambda: planar(cv2.COLOR_BGR2YUV_YV12),
    "NV12": lambda: nv("uv"),
    "NV21": lambda: nv("vu"),
    "YUYV": lambda: packed("yuyv"),
    "YVYU": lambda: packed("yvyu"),
    "UYVY": lambda: packed("uyvy"),
}


@pytest.mark.parametrize("form", sorted(TO_BGR))
def test_every_format_comes_out_in_the_right_colours(form: str) -> None:
    bgr = to_bgr(MADE[form](), form, SIZE)
    assert bgr.shape == (48, 64, 3)
    assert bgr.dtype == np.uint8
    for y in (12, 36):
        for x in (16, 48):
            # full-range YUV read as studio range is off by up to a tenth; a swapped channel by two thirds
            assert np.abs(bgr[y, x].astype(int) - card()[y, x]).max() <= 36, (form, x, y, bgr[y, x])


@pytest.mark.parametrize("form", ["YUV420", "NV12"])
def test_padding_at_the_right_is_cut_off(form: str) -> None:
    wide = cv2.copyMakeBorder(card(), 0, 0, 0, 32, cv2.BORDER_REPLICATE)
    yuv = cv2.cvtColor(wide, cv2.COLOR_BGR2YUV_I420)
    if form == "NV12":
        flat, n = yuv.reshape(-1), 96 * 48
        weave = np.stack([flat[n : n * 5 // 4], flat[n * 5 // 4 :]], 1).reshape(-1)
        yuv = np.concatenate([flat[:n], weave]).reshape(72, 96)
    bgr = to_bgr(np.asarray(yuv, np.uint8), form, SIZE)
    assert bgr.shape == (48, 64, 3)
    assert np.abs(bgr[12, 60].astype(int) - card()[12, 60]).max() <= 36


def test_an_unknown_format_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CameraTrouble, match=r"camera format SRGGB10 is none of .*ask for RGB888"):
        to_bgr(card(), "SRGGB10", SIZE)


def test_a_picture_is_turned_clockwise() -> None:
    red = (40, 40, 220)  # left top
    places = {0: (12, 16), 90: (16, 36), 180: (36, 48), 270: (48, 12)}
    for rotation, (y, x) in places.items():
        assert tuple(rotate(card(), rotation)[y, x]) == red, rotation


def test_only_what_was_wished_is_asked_of_a_camera() -> None:
    assert control_values(CameraWish(fps=20), {}) == {"FrameDurationLimits": (50000, 50000)}
    wish = CameraWish(exposure=8000, gain=2.0, focus=2.5, awb_mode=4)
    assert control_values(wish, {}) == {
        "FrameDurationLimits": (66667, 66667),
        "ExposureTime": 8000,
        "AnalogueGain": 2.0,
        "AfMode": 0,
        "LensPosition": 2.5,
        "AwbMode": 4,
    }


def test_a_camera_with_a_motor_focuses_by_itself_unless_told() -> None:
    assert control_values(CameraWish(), {"AfMode": (0, 2, 0)})["AfMode"] == 2


def test_the_sensor_s_time_is_believed_if_it_can_be_true() -> None:
    assert capture_time({"SensorTimestamp": 99_900_000_000}, 100.0) == pytest.approx(99.9)
    assert capture_time({"SensorTimestamp": 200_000_000_000}, 100.0) == 100.0
    assert capture_time({"SensorTimestamp": 1}, 100.0) == 100.0
    assert capture_time({}, 100.0) == 100.0


@pytest.mark.parametrize("spec", ["sim", "", "v4l2", "v4l2:x", "v4l2:-1", "clip:", "picamera2:1"])
def test_a_name_of_no_camera_is_refused_with_the_known_ones(spec: str) -> None:
    with pytest.raises(CameraTrouble, match="must be picamera2, v4l2:N or clip:FILE") as error:
        open_camera(spec)
    assert error.value.reason == "spec"


def test_a_machine_without_picamera2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraTrouble, match="apt install python3-picamera2") as error:
        open_camera("picamera2")
    assert error.value.reason == "library"


class PiCamera:
    """As much of picamera2 as it takes to see which streams are asked for; it has all that is asked for."""

    camera_controls: ClassVar[dict[str, Any]] = {}
    wished: ClassVar[dict[str, Any]] = {}

    def __init__(self, number: int = 0) -> None: ...

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{}]

    def create_video_configuration(self, **wished: Any) -> dict[str, Any]:
        return wished

    def configure(self, wished: dict[str, Any]) -> None:
        type(self).wished = wished

    def camera_configuration(self) -> dict[str, Any]:
        return self.wished

    def set_controls(self, wished: dict[str, Any]) -> None: ...
    def start(self) -> None: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...

    def capture_request(self, wait: float) -> PiCamera:
        return self

    def get_metadata(self) -> dict[str, Any]:
        return {}

    def make_array(self, stream: str) -> Image:
        width, height = self.wished[stream]["size"]
        return np.full((height, width, 3), (10, 20, 30), np.uint8)

    def release(self) -> None: ...


def test_the_pi_s_camera_is_asked_for_one_stream_of_pictures_and_no_small_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=PiCamera))
    source = open_camera("picamera2", CameraWish(width=320, height=240, rotation=90))
    assert isinstance(source, Picamera2Source)
    assert [name for name, value in PiCamera.wished.items() if isinstance(value, dict) and value] == ["main"]
    frame = source.read()
    assert frame is not None
    assert frame.size == (240, 320)
    assert frame.image[0, 0].tolist() == [10, 20, 30]
    source.close()
    assert source.read() is None


def test_the_settings_say_all_that_can_be_wished() -> None:
    camera = load(env={"HOME": "/"}).camera
    assert camera_wish(camera) == CameraWish()
    assert camera_wish(replace(camera, white_balance="indoor", gain=2.0)) == CameraWish(awb_mode=4, gain=2.0)
    settings = {field.name for field in fields(camera)} - {"source", "white_balance"}
    assert settings == {field.name for field in fields(CameraWish)} - {"awb_mode"}


def test_every_trouble_has_words_that_fit_the_line() -> None:
    words = Words()
    for language in LANGUAGES:
        for reason in get_args(Reason):
            assert len(words.template(f"eye.camera_{reason}", language)) <= 46


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty frames that brighten from one to the next."""
    path = tmp_path_factory.mktemp("clip") / "clip.avi"
    out = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (128, 96))
    for i in range(30):
        out.write(np.full((96, 128, 3), 20 + 5 * i, np.uint8))
    out.release()
    return path


def test_a_clip_is_a_camera_by_name(clip: Path) -> None:
    source = open_camera(f"clip:{clip}")
    assert isinstance(source, Clip)
    frame = source.read()
    assert frame is not None
    assert frame.size == (128, 96)
    source.close()


class Webcam:
    """A real decoder of a real clip that gives pictures when it is let, as a webcam by its clock."""

    def __init__(self, clip: Path) -> None:
        self.film = cv2.VideoCapture(str(clip))
        self.go = Event()
        self.go.set()
        self.opened = True
        self.released = Event()
        self.wishes: dict[int, float] = {}

    def read(self) -> tuple[bool, Any]:
        self.go.wait()
        return self.film.read()

    def grab(self) -> bool:
        self.go.wait()
        time.sleep(0.001)
        return True

    def set(self, propId: int, value: float) -> bool:  # noqa: N803
        self.wishes[propId] = value
        return True

    def isOpened(self) -> bool:  # noqa: N802
        return self.opened

    def release(self) -> None:
        self.released.set()


@pytest.fixture
def webcam(clip: Path) -> Iterator[Webcam]:
    made = Webcam(clip)
    yield made
    made.go.set()


@pytest.fixture
def dev(tmp_path: Path) -> Path:
    (tmp_path / "video3").touch()
    return tmp_path


WISH = CameraWish(width=128, height=96, fps=60, silent=20)


def test_a_webcam_gives_frames_in_order_each_with_its_time(webcam: Webcam, dev: Path) -> None:
    source = V4l2Source(3, WISH, lambda _: webcam, dev)
    frames = [source.read() for _ in range(5)]
    seen = [f for f in frames if f is not None]
    assert len(seen) == 5
    assert sorted({f.number for f in seen}) == [f.number for f in seen]
    assert [f.at for f in seen] == sorted(f.at for f in seen)
    assert 0 <= time.monotonic() - seen[-1].at < 60
    for frame in seen:
        assert abs(int(frame.image.mean()) - (20 + 5 * frame.number)) <= 3
    source.close()
    assert webcam.released.is_set()
    assert source.read() is None


def test_a_webcam_is_asked_for_size_rate_and_compressed_pictures(webcam: Webcam, dev: Path) -> None:
    V4l2Source(3, CameraWish(640, 480, 30, exposure=5000), lambda _: webcam, dev).close()
    assert webcam.wishes[cv2.CAP_PROP_FRAME_WIDTH] == 640
    assert webcam.wishes[cv2.CAP_PROP_FRAME_HEIGHT] == 480
    assert webcam.wishes[cv2.CAP_PROP_FPS] == 30
    assert webcam.wishes[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter.fourcc(*"MJPG")
    assert webcam.wishes[cv2.CAP_PROP_EXPOSURE] == 50  # of 100 µs


def test_a_webcam_that_says_nothing_is_silent_and_may_speak_again(webcam: Webcam, dev: Path) -> None:
    webcam.go.clear()
    source = V4l2Source(3, CameraWish(fps=60, silent=0.05), lambda _: webcam, dev)
    with pytest.raises(CameraTrouble, match=r"no picture for 0\.05 s") as error:
        source.read()
    assert error.value.reason == "silent"
    webcam.go.set()
    frame = None
    while frame is None:
        with suppress(CameraTrouble):
            frame = source.read()
    source.close()


def test_a_webcam_that_hangs_does_not_keep_its_closer(webcam: Webcam, dev: Path) -> None:
    webcam.go.clear()
    source = V4l2Source(3, WISH, lambda _: webcam, dev)
    source.close()
    assert not webcam.released.is_set()  # its pump hangs still
    webcam.go.set()
    assert webcam.released.wait(20)


def lost(source: V4l2Source) -> CameraTrouble:
    try:
        while True:
            source.read()
    except CameraTrouble as trouble:
        return trouble


def test_a_webcam_that_is_unplugged_is_lost(webcam: Webcam, dev: Path) -> None:
    source = V4l2Source(3, WISH, lambda _: webcam, dev)
    assert source.read() is not None
    (dev / "video3").unlink()
    trouble = lost(source)  # the clip ends
    assert trouble.reason == "lost"
    assert "was unplugged after" in str(trouble)
    assert lost(source).reason == "lost"
    source.close()


def test_a_webcam_that_stops_is_lost(webcam: Webcam, dev: Path) -> None:
    source = V4l2Source(3, WISH, lambda _: webcam, dev)
    trouble = lost(source)
    assert (trouble.reason, "stopped after" in str(trouble)) == ("lost", True)
    source.close()


def test_a_webcam_that_is_not_there_is_missing_and_those_there_are_named(dev: Path, webcam: Webcam) -> None:
    with pytest.raises(CameraTrouble, match=r"video0 is not there .there are: video3.;") as error:
        V4l2Source(0, WISH, lambda _: webcam, dev)
    assert error.value.reason == "missing"


def test_a_webcam_that_may_not_be_opened_is_forbidden(
    dev: Path, webcam: Webcam, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(CameraTrouble, match="group video") as error:
        V4l2Source(3, WISH, lambda _: webcam, dev)
    assert error.value.reason == "forbidden"


def test_a_device_that_gives_no_pictures_is_said_to_fail(dev: Path, webcam: Webcam) -> None:
    webcam.opened = False
    with pytest.raises(CameraTrouble, match="try another v4l2:N") as error:
        V4l2Source(3, WISH, lambda _: webcam, dev)
    assert error.value.reason == "failed"
    assert webcam.released.is_set()


def test_a_webcam_in_use_names_its_user(
    dev: Path, webcam: Webcam, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    webcam.opened = False
    monkeypatch.setattr("vision.sources.webcam.users_of", lambda path: ("cheese (process 7)",))
    with pytest.raises(CameraTrouble, match=r"in use by cheese \(process 7\)") as error:
        V4l2Source(3, WISH, lambda _: webcam, dev)
    assert error.value.reason == "busy"


def test_those_who_hold_a_device_are_found_and_we_are_not_among_them(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    for pid, comm, target in (
        ("7", "cheese", device),
        ("8", "bash", tmp_path),
        (str(os.getpid()), "me", device),
    ):
        (tmp_path / "proc" / pid / "fd").mkdir(parents=True)
        (tmp_path / "proc" / pid / "comm").write_text(f"{comm}\n")
        (tmp_path / "proc" / pid / "fd" / "4").symlink_to(target)
    (tmp_path / "proc" / "9").mkdir()  # ended meanwhile
    assert users_of(device, tmp_path / "proc") == ("cheese (process 7)",)
