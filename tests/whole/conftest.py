"""Fixtures of the tests of the whole box; `--pictures` takes the pictures in docs/pictures anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page

from tests.whole.house import ROOT, Box, House, running

PICTURES = ROOT / "docs" / "pictures"
MOST = 300_000  # bytes of a picture
Run = Callable[..., House]
Boxed = Callable[..., Box]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--pictures", action="store_true", help="take the pictures in docs/pictures anew")


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    """Readers in this process leave the other cores to Chromium."""
    cv2.setNumThreads(1)


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Run]:
    """`run(seed=3)` gives a companion that runs in this process."""
    with ExitStack() as closing:
        yield lambda seed=3, **wishes: closing.enter_context(running(tmp_path, seed, **wishes))


@pytest.fixture
def boxed(tmp_path: Path) -> Iterator[Boxed]:
    """`boxed()` gives a box in a process of its own, started."""
    with ExitStack() as closing:

        def started(**more: object) -> Box:
            box = Box(tmp_path, **more)  # type: ignore[arg-type]
            closing.callback(box.kill)
            box.start()
            return box

        yield started


class Album:
    """Keeps photographs of pages under their names, small, or nothing at all when none are wanted."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    @property
    def wanted(self) -> bool:
        return self._folder is not None

    def keep(self, name: str, page: Page) -> None:
        shot: bytes = page.screenshot(animations="disabled")
        if self._folder is None:
            return
        small = packed(shot)
        assert len(small) <= MOST, f"{name} has {len(small)} bytes"
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / f"{name}.png").write_bytes(small)


def packed(shot: bytes) -> bytes:
    """The picture as a smaller PNG: what is too fine to be seen in a photograph is rounded off."""
    image = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    for bits in (0, 2, 3, 4):
        flat = image if not bits else np.minimum(255, (image.astype(int) >> bits << bits) + (1 << bits >> 1))
        done, data = cv2.imencode(".png", flat.astype(np.uint8), [cv2.IMWRITE_PNG_COMPRESSION, 9])
        assert done
        if len(data) <= MOST:
            break
    return data.tobytes()


@pytest.fixture
def album(request: pytest.FixtureRequest) -> Album:
    """Where pictures are kept: docs/pictures with `--pictures`, nowhere without."""
    return Album(PICTURES if request.config.getoption("--pictures", False) else None)


@pytest.fixture
def wanted(album: Album) -> Album:
    """The album, for tests that only take pictures."""
    if not album.wanted:
        pytest.skip("pictures are taken with --pictures (make pictures)")
    return album
