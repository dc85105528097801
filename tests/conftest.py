"""Fixtures of all tests, and their order: one Chromium serves all that a process runs."""

import os

import pytest

import vision  # before numpy is loaded: it says how many threads numpy may take
from tests.browser import chromium, web_page

__all__ = ["chromium", "vision", "web_page"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole matches in a browser first: they wait more than they work, and others fill the other cores."""
    items.sort(key=lambda item: "whole" not in item.path.parts and item.path.name != "test_whole.py")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: those who wait for a browser leave theirs to others."""
    return (os.cpu_count() or 1) + 1
