"""What several tests of the eye look with, and at."""

from __future__ import annotations

import pytest

from tests.vision.posed import FINDER, Table, laid
from vision.detect.finder import Finder


@pytest.fixture(scope="session")
def finder() -> Finder:
    return FINDER


@pytest.fixture(scope="session")
def table() -> Table:
    """One die of each number; a module that needs another table lays its own."""
    return laid("123456", seed=7)
