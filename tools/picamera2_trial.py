"""Tries vision.sources.camera against the real picamera2 on libcamera's virtual camera.

Run by tools/try-picamera2. Knows the adapter from outside only; what it changes
in picamera2 is what a machine without a camera lacks.
"""

from __future__ import annotations

import contextlib
import mmap
import os
import subprocess
import sys
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.sources.camera import Picamera2Source
from vision.sources.live import CameraTrouble, CameraWish

SETTINGS = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
VIRTUAL = """%YAML 1.1
---
"TrayCam":
  supported_formats:
  - width: 1280
    height: 720
    frame_rates:
    - 30
    - 30
  frames:
    path: "/frames/"
  location: "CameraLocationExternal"
  model: "virtual-tray"
"""
CORNERS = {"left top": (40, 40, 220), "right top": (40, 200, 40), "left bottom": (220, 60, 40)}  # B, G, R
WISH = CameraWish(width=1280, height=720, fps=20)


def draw() -> None:
    """The picture that the virtual camera shows: a colour in each corner, to tell a turn or a swap."""
    card = np.full((720, 1280, 3), 128, np.uint8)
    card[:360, :640] = CORNERS["left top"]
    card[:360, 640:] = CORNERS["right top"]
    card[360:, :640] = CORNERS["left bottom"]
    for i in range(3):
        cv2.imwrite(f"/frames/{i}.jpg", card)


def pretend_screen() -> None:
    """picamera2 imports pykms, for previews on a screen; a stub of it is enough."""
    kms = types.ModuleType("pykms")
    names = ("RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12", "YUYV", "UYVY")
    kms.PixelFormat = types.SimpleNamespace(**dict.fromkeys(names, 0))  # type: ignore[attr-defined]
    sys.modules.setdefault("pykms", kms)
    sys.modules.setdefault("kms", kms)


class Memory:
    """Buffers in plain memory: picamera2's own come from dma-heap, which only a Pi's kernel has."""

    needs_sync = True

    def __init__(self) -> None:
        self.sync = Shared
        self.maps: dict[Any, mmap.mmap] = {}
        self.of: dict[Any, list[Any]] = {}
        self.files: list[int] = []
        self.unlucky: list[Any] = []

    def allocate(self, config: Any, _use_case: Any = None) -> None:
        self.close()
        for stream in config:
            self.of[stream.stream] = [self._good(stream) for _ in range(stream.buffer_count)]

    def _good(self, stream: Any) -> Any:
        """A buffer marked as good. The virtual camera of libcamera 0.4 never says whether a frame is good, so
        picamera2 reads what lay in that memory before, and drops all frames of a buffer that says otherwise.
        """
        file = os.memfd_create("frame")
        os.ftruncate(file, stream.frame_size)
        self.files.append(file)
        while int((buffer := self._buffer(stream, file)).metadata.status) != 0:
            self.unlucky.append(buffer)  # kept, or the next one would lie in the same memory
        self.maps[buffer] = mmap.mmap(file, stream.frame_size)
        return buffer

    @staticmethod
    def _buffer(stream: Any, file: int) -> Any:
        import libcamera

        bright = stream.stride * stream.size.height  # NV12: brightness, then colour
        planes = []
        for offset, length in ((0, bright), (bright, stream.frame_size - bright)):
            plane = libcamera.FrameBuffer.Plane()
            plane.fd, plane.offset, plane.length = file, offset, length
            planes.append(plane)
        return libcamera.FrameBuffer(planes)

    def buffers(self, stream: Any) -> Any:
        return self.of[stream]

    def acquire(self, buffers: Any) -> None:
        """Plain memory is always there."""

    release = acquire

    def close(self) -> None:
        for file in self.files:
            os.close(file)
        self.files, self.maps, self.of = [], {}, {}


class Shared:
    """How picamera2 looks into a buffer of Memory."""

    def __init__(self, memory: Memory, buffer: Any, write: bool) -> None:
        self.map = memory.maps[buffer]

    def __enter__(self) -> mmap.mmap:
        return self.map

    def __exit__(self, *_: object) -> None:
        """Nothing to give back."""

    def get_buffer(self) -> mmap.mmap:
        return self.map


def make_virtual() -> None:
    """Have picamera2 open the virtual camera with buffers of Memory."""
    pretend_screen()
    import libcamera
    import picamera2

    class Virtual(picamera2.Picamera2):  # type: ignore[misc]
        def __init__(self, number: int = 0) -> None:
            super().__init__(number, allocator=Memory())

        def _get_raw_modes(self) -> Any:  # the virtual pipeline has no raw stream to ask about
            one = self.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0)
            return [{"format": str(one.pixel_format), "size": (one.size.width, one.size.height)}]

    picamera2.picamera2.DmaAllocator = Memory  # close() makes a fresh one
    picamera2.Picamera2 = Virtual


@contextlib.contextmanager
def opened(wish: CameraWish = WISH) -> Iterator[Picamera2Source]:
    source = Picamera2Source(wish)
    try:
        yield source
    finally:
        source.close()


def colours(image: np.ndarray[Any, Any]) -> list[list[int]]:
    """The colour in the middle of each quarter: left top, right top, left bottom, right bottom."""
    h, w = image.shape[:2]
    return [image[y, x].tolist() for y in (h // 4, 3 * h // 4) for x in (w // 4, 3 * w // 4)]


def near(got: list[int], wanted: tuple[int, ...], by: int = 25) -> bool:
    return all(abs(g - w) <= by for g, w in zip(got, wanted, strict=True))


def trouble(act: Callable[[], object]) -> CameraTrouble:
    try:
        act()
    except CameraTrouble as e:
        return e
    raise AssertionError("no CameraTrouble was raised")


def frames_arrive_in_the_right_colours() -> str:
    with opened() as source:
        frame = source.read()
        assert frame is not None
        assert frame.image.shape == (720, 1280, 3), frame.image.shape
        assert frame.image.dtype == np.uint8
        seen = colours(frame.image)
        assert all(near(s, w) for s, w in zip(seen[:3], CORNERS.values(), strict=True)), seen
        missing = source.missing_controls or "none"
        return f"{frame.size}, agreed on {source._stream['format']}, no control for: {missing}"


def numbers_and_times_rise_at_the_rate_wished() -> str:
    with opened() as source:
        source.read()
        began = time.monotonic()
        frames = [source.read() for _ in range(20)]
        took = time.monotonic() - began
        assert [f.number for f in frames if f] == list(range(1, 21))
        times = [f.at for f in frames if f]
        assert times == sorted(times)
        assert 0 <= time.monotonic() - times[-1] < 1, times[-1]
        assert 12 < 20 / took < 25, took
        return f"{20 / took:.1f} a second (wished 20), age of the last {time.monotonic() - times[-1]:.3f} s"


def a_turned_picture_is_turned_clockwise() -> str:
    with opened(CameraWish(width=1280, height=720, fps=20, rotation=90)) as source:
        frame = source.read()
        assert frame is not None
        assert frame.size == source.size == (720, 1280), frame.size
        assert near(colours(frame.image)[1], CORNERS["left top"]), colours(frame.image)
        return "left top comes to the right"


def wishes_without_a_control_are_named() -> str:
    with opened(CameraWish(width=1280, height=720, exposure=8000, gain=2.0, focus=2.5)) as source:
        assert {"ExposureTime", "AnalogueGain", "LensPosition"} <= set(source.missing_controls), (
            source.missing_controls
        )
        assert source.read() is not None
        return ", ".join(source.missing_controls)


def a_camera_in_use_is_busy_and_free_again_after() -> str:
    with opened() as first:
        error = trouble(lambda: Picamera2Source(WISH))
        assert error.reason == "busy", (error.reason, error)
        assert first.read() is not None
    with opened() as second:
        assert second.read() is not None
    return str(error)


def it_opens_and_closes_many_times() -> str:
    for _ in range(5):
        with opened() as source:
            assert source.read() is not None
        assert source.read() is None
        source.close()
    return "5 times, and closing twice does no harm"


def a_silent_camera_is_said_to_be_silent_and_closes() -> str:
    with opened(CameraWish(width=1280, height=720, silent=0.5)) as source:
        source.read()
        held = [source._camera.capture_request(wait=2) for _ in range(4)]  # all its buffers: nothing can come
        error = trouble(source.read)
        assert error.reason == "silent", error.reason
        began = time.monotonic()
        source.close()
        took = time.monotonic() - began
        assert took < 2, took
        assert held
    with opened() as again:
        assert again.read() is not None
    return f"{error}; closed in {took:.2f} s, opened again"


def a_killed_owner_leaves_it_free() -> str:
    owner = subprocess.Popen([sys.executable, __file__, "hold"], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    assert owner.stdout.readline() == "held\n"
    owner.kill()
    owner.wait()
    with opened() as source:
        assert source.read() is not None
    return "kill -9, then it opens"


def no_camera_is_missing() -> str:
    return elsewhere("missing", sys.executable, VIRTUAL=False)


def no_picamera2_is_said() -> str:
    return elsewhere("library", "/usr/bin/python3")


def elsewhere(reason: str, python: str, **changes: bool) -> str:
    """Open it in a process of its own, where the camera or the library is not there."""
    if changes:
        SETTINGS.rename(SETTINGS.with_suffix(".away"))
    try:
        run = [python, __file__, "open"]
        done = subprocess.run(run, capture_output=True, text=True, timeout=60, check=False)
    finally:
        if changes:
            SETTINGS.with_suffix(".away").rename(SETTINGS)
    assert done.stdout.startswith(f"{reason}: "), (done.stdout, done.stderr)
    return done.stdout.strip()


TRIALS = (
    frames_arrive_in_the_right_colours,
    numbers_and_times_rise_at_the_rate_wished,
    a_turned_picture_is_turned_clockwise,
    wishes_without_a_control_are_named,
    a_camera_in_use_is_busy_and_free_again_after,
    it_opens_and_closes_many_times,
    a_silent_camera_is_said_to_be_silent_and_closes,
    a_killed_owner_leaves_it_free,
    no_camera_is_missing,
    no_picamera2_is_said,
)


def tried(trial: Callable[[], str]) -> bool:
    """One trial: its name, and what it saw or what went wrong."""
    name = trial.__name__.replace("_", " ")
    try:
        print(f"good  {name}: {trial()}", flush=True)
    except (AssertionError, CameraTrouble, RuntimeError, OSError) as e:
        print(f"BAD   {name}: {type(e).__name__} {e}", flush=True)
        return False
    return True


def main() -> int:
    if sys.argv[1:] == ["open"]:
        with contextlib.suppress(ImportError):  # there, the adapter has to say so itself
            make_virtual()
        error = trouble(lambda: Picamera2Source(WISH))
        print(f"{error.reason}: {error}")
        return 0
    make_virtual()
    if sys.argv[1:] == ["hold"]:
        with opened() as source:
            source.read()
            print("held", flush=True)
            time.sleep(60)
        return 0
    SETTINGS.parent.mkdir(parents=True, exist_ok=True)
    SETTINGS.write_text(VIRTUAL)
    draw()
    import picamera2

    print(f"Python {sys.version.split()[0]}, numpy {np.__version__}, OpenCV {cv2.__version__}")
    print(f"cameras: {picamera2.Picamera2.global_camera_info()}")
    good = [tried(trial) for trial in TRIALS]
    print(f"{sum(good)} good, {len(good) - sum(good)} bad")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
