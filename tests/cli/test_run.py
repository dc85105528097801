"""`cubilete run`, as far as it is command line."""

from __future__ import annotations

import pytest

from companion.cli.run import has_screen


def test_a_box_without_a_screen_opens_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not has_screen()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_screen()
