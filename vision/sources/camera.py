"""Cameras by name, and the Raspberry Pi camera: the only importer of picamera2, and only when one is opened.

What is wrong with a camera is a CameraTrouble with the way out, never a guess
and never another camera instead.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import cv2
import numpy as np

from vision.arrays import Image
from vision.sources.frames import Clip, Frame, Size, Source
from vision.sources.live import MAX_CLOSE_SECONDS, CameraTrouble, CameraWish, rotate, silence
from vision.sources.webcam import V4l2Source

TO_BGR = {  # picamera2 names formats by the order in a 32-bit word: its RGB888 is B, G, R in memory
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "YVYU": cv2.COLOR_YUV2BGR_YVYU,
    "UYVY": cv2.COLOR_YUV2BGR_UYVY,
    "MJPEG": cv2.COLOR_RGB2BGR,  # picamera2 decodes it, to R, G, B
}


def open_camera(spec: str, wish: CameraWish | None = None) -> Source:
    """The source that `spec` names: `picamera2`, `v4l2:N` or `clip:FILE`. A wish changes no clip."""
    kind, _, rest = spec.partition(":")
    if spec == "picamera2":
        return Picamera2Source(wish or CameraWish())
    if kind == "v4l2" and re.fullmatch(r"\d{1,3}", rest):
        return V4l2Source(int(rest), wish or CameraWish())
    if kind == "clip" and rest:
        return Clip(rest)
    raise CameraTrouble("spec", f"camera {spec!r} must be picamera2, v4l2:N or clip:FILE")


def to_bgr(pixels: Image, pixel_format: str, size: Size) -> Image:
    """Pixels in picamera2's format as BGR of `size`; rows may be padded on the right."""
    if pixel_format not in TO_BGR:
        raise CameraTrouble(
            "failed", f"camera format {pixel_format} is none of {', '.join(TO_BGR)}; ask for RGB888"
        )
    code = TO_BGR[pixel_format]
    bgr = pixels if code is None else cv2.cvtColor(pixels, code)
    return np.ascontiguousarray(bgr[: size[1], : size[0]], dtype=np.uint8)


class Picamera2Source:
    """A Raspberry Pi camera. Opens at once or raises CameraTrouble; `close` lets go of it.

    `missing_controls` names the wishes that this camera has no control for.
    """

    def __init__(self, wish: CameraWish, number: int = 0) -> None:
        self._wish = wish
        self._number = 0
        self._asked_at = 0.0
        self.missing_controls: tuple[str, ...] = ()
        self._camera = _open_pi_camera(number)
        try:
            self._stream = _configure(self._camera, wish)
            self._set_controls(self._camera.camera_controls)
            self._camera.start()
        except (RuntimeError, ValueError, OSError) as e:
            self.close()
            raise CameraTrouble("failed", f"the camera does not start ({e}); restart the box") from e

    def _set_controls(self, available: Mapping[str, Any]) -> None:
        """Set what the camera has controls for; note the rest."""
        values = control_values(self._wish, available)
        self._camera.set_controls({name: value for name, value in values.items() if name in available})
        self.missing_controls = tuple(name for name in values if name not in available)

    @property
    def size(self) -> Size:
        """Width and height of the pictures, as agreed with the camera, after rotation."""
        width, height = self._stream["size"]
        return (height, width) if self._wish.rotation in (90, 270) else (width, height)

    def read(self) -> Frame | None:
        """The next frame; CameraTrouble if none comes in time; None once closed."""
        camera = self._camera  # another thread may close meanwhile
        if camera is None:
            return None
        self._pace()
        try:
            request = camera.capture_request(wait=self._wish.silent)
        except TimeoutError as e:
            camera.cancel_all_and_flush()
            raise silence(self._wish) from e
        except RuntimeError as e:
            raise CameraTrouble("lost", f"the camera stopped ({e}); check its ribbon cable") from e
        try:
            return self._frame(request)
        finally:
            request.release()

    def _pace(self) -> None:
        """Hold back a camera that does not keep to the rate it was set to."""
        time.sleep(max(0.0, self._asked_at + 0.9 / self._wish.fps - time.monotonic()))
        self._asked_at = time.monotonic()

    def _frame(self, request: Any) -> Frame:
        at = capture_time(request.get_metadata(), time.monotonic())
        image = to_bgr(request.make_array("main"), self._stream["format"], self._stream["size"])
        frame = Frame(rotate(image, self._wish.rotation), self._number, at)
        self._number += 1
        return frame

    def close(self) -> None:
        """Stop the camera and let go of it; a camera that hangs is left to the process's end."""
        camera, self._camera = self._camera, None
        if camera is not None:
            closer = Thread(target=_stop_and_close, args=(camera,), name="camera-close", daemon=True)
            closer.start()
            closer.join(MAX_CLOSE_SECONDS)


def _stop_and_close(camera: Any) -> None:
    with suppress(RuntimeError, OSError):  # an unplugged camera cannot be stopped, only let go of
        camera.stop()
    with suppress(RuntimeError, OSError):
        camera.close()


def _open_pi_camera(number: int) -> Any:
    """The opened Picamera2, or CameraTrouble."""
    try:
        from picamera2 import Picamera2  # here, for most machines have none
    except ImportError as e:
        raise CameraTrouble(
            "library",
            f"picamera2 cannot be loaded ({e}); `sudo apt install python3-picamera2`, and a virtual "
            "environment made with --system-site-packages; or choose --camera v4l2:0 or --camera sim",
        ) from e
    try:
        if len(Picamera2.global_camera_info()) <= number:
            raise _absence(number)
        return Picamera2(number)
    except (RuntimeError, OSError) as e:
        raise _refusal(e, number) from e


def _absence(number: int) -> CameraTrouble:
    locked = [p for p in sorted(Path("/dev").glob("media*")) if not os.access(p, os.R_OK | os.W_OK)]
    if locked:
        text = f"{locked[0]} may not be opened; `sudo usermod -aG video $USER`, then log in again"
        return CameraTrouble("forbidden", text)
    text = f"no camera {number} on the ribbon; switch off, reseat the cable; `rpicam-hello --list-cameras`"
    return CameraTrouble("missing", text)


def _refusal(error: BaseException, number: int) -> CameraTrouble:
    causes = "; ".join(str(e) for e in _causes(error))
    if "busy" in causes.lower():
        text = (
            f"camera {number} is in use by another program ({causes}); end that (rpicam-*, another cubilete)"
        )
        return CameraTrouble("busy", text)
    return CameraTrouble("failed", f"camera {number} does not open ({causes}); see `rpicam-hello`")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _configure(camera: Any, wish: CameraWish) -> Mapping[str, Any]:
    """Agree on one stream of pictures. Gives what was agreed."""
    main = {"size": (wish.width, wish.height), "format": "RGB888"}
    camera.configure(camera.create_video_configuration(main=main, buffer_count=4, controls={}))
    agreed: Mapping[str, Any] = camera.camera_configuration()["main"]
    return agreed


def control_values(wish: CameraWish, available: Mapping[str, Any]) -> dict[str, Any]:
    """The wish as libcamera's controls, with autofocus where the focus is left to a camera that has it."""
    frame_us = round(1_000_000 / wish.fps)
    values: dict[str, Any] = {"FrameDurationLimits": (frame_us, frame_us)}
    if wish.exposure is not None:
        values["ExposureTime"] = wish.exposure
    if wish.gain is not None:
        values["AnalogueGain"] = wish.gain
    if wish.focus is not None:
        values |= {"AfMode": 0, "LensPosition": wish.focus}  # 0: by hand
    elif "AfMode" in available:
        values["AfMode"] = 2  # continuous
    if wish.awb_mode:
        values["AwbMode"] = wish.awb_mode
    return values


def capture_time(metadata: Mapping[str, Any], now: float) -> float:
    """When the sensor took it, in monotonic seconds; `now` for a camera that gives no credible time."""
    at = metadata.get("SensorTimestamp", 0) / 1e9
    return at if 0 <= now - at < 10 else now
