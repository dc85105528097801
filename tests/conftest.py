"""Fixtures of all tests, and their order: one Chromium serves all that a process runs."""

import os
from pathlib import Path

import pytest

import vision  # before numpy is loaded: it says how many threads numpy may take
from tests.browser import chromium, web_page

__all__ = ["chromium", "vision", "web_page"]


HERE = Path(__file__).parent
SLOW = (  # rooms whose tests ask nets, start boxes or kill them; `make test-fast` leaves them out
    "bench", "fifth", "run", "teaching", "vision", "whole", "test_architecture.py", "test_setup.py",
    "cli/test_new_game.py", "cli/test_read_and_watch.py", "cli/test_run.py", "cli/test_teach.py",
    "games/test_many.py", "store/test_before.py", "store/test_damage.py", "store/test_losses.py",
    "table/test_kill.py", "web/test_door.py", "web/test_serve.py",
)  # fmt: skip

TRACED = ("games", "golden", "sheets", "table")  # reach every line of the games and the table
PLAYED = ("games/test_laws.py", "games/test_many.py", "table/test_kill.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Slow ones are marked. Matches played by luck cover no line: traced they would take three times as long.

    Whole matches in a browser come first and other pages next, for they wait more than they work; slow ones
    follow, so that no process has a long file before it when the others are done.
    """
    for item in items:
        place = item.path.relative_to(HERE).as_posix()
        if place.startswith(SLOW) or item.path.name in ("test_whole.py", "test_bots.py"):
            item.add_marker(pytest.mark.slow)
        if not place.startswith(TRACED) or place.startswith(PLAYED) or item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.no_cover)
    pages = {item.path for item in items if item.get_closest_marker("browser")}

    def turn(item: pytest.Item) -> int:
        if "whole" in item.path.parts or item.path.name == "test_whole.py":
            return 0
        return 1 if item.path in pages else 2 if item.get_closest_marker("slow") else 3

    items.sort(key=turn)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: those who wait for a browser or a box leave theirs to others."""
    return (os.cpu_count() or 1) + 1
