"""Chromium for tests: Debian's, by playwright; a page that keeps what went wrong in it.

Its headless shell if it is here: the same browser without windows, which opens a page in a third of the time.
Without Chromium these tests are skipped with a line that says how to get it; with CI=true that is a failure.
The fixtures are given to all tests by `tests/conftest.py`.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
MISSING = "Chromium is not here: run `make setup-browser` (as root) to install Debian's"
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
SIZES = ((1280, 800), (1080, 810), (800, 480), (360, 800))


def browser_is_here() -> bool:
    """Whether Debian's Chromium is installed; with CI=true its absence is a failure."""
    here = CHROMIUM is not None
    if not here and os.environ.get("CI") == "true":
        pytest.fail(MISSING, pytrace=False)
    return here


@dataclass
class Watched:
    """A page and what it did that it should not: errors, policy violations, requests to elsewhere."""

    page: Page
    origin: str
    faults: list[str] = field(default_factory=list)
    sizes: dict[str, int] = field(default_factory=dict)

    def watch(self) -> None:
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._asked)

    def at_every_size(self) -> Iterator[tuple[int, int]]:
        """The sizes, the page shown at each: only CSS fits it to a screen, so that it need not load anew."""
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            yield width, height

    def _said(self, message: Any) -> None:
        expected = "Failed to load resource" in message.text  # an answer like 409 is no fault of the page
        if message.type in ("error", "warning") and not expected:
            self.faults.append(f"{message.type}: {message.text}")

    def _asked(self, request: Any) -> None:
        asked = urlsplit(request.url)
        if asked.scheme not in ("data", "blob") and f"{asked.scheme}://{asked.netloc}" != self.origin:
            self.faults.append(f"request to {request.url}")


@contextmanager
def launched() -> Iterator[Browser]:
    """A running Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests."""
    if not browser_is_here():
        pytest.skip(MISSING)
    with launched() as browser:
        yield browser


Open = Callable[..., Watched]


@pytest.fixture
def web_page(chromium: Browser) -> Iterator[Open]:
    """`web_page(origin, size=(1280, 800), locale="es-ES")` opens a watched page in a context of its own."""
    with ExitStack() as closing:

        def opened(
            origin: str, size: tuple[int, int] = SIZES[0], locale: str = "es-ES", **more: Any
        ) -> Watched:
            width, height = size
            context = chromium.new_context(viewport={"width": width, "height": height}, locale=locale, **more)
            context.set_default_timeout(10_000)
            closing.callback(context.close)
            watched = Watched(context.new_page(), origin)
            watched.watch()
            return watched

        yield opened
