"""Fixtures for each game's own page and whole matches, as the tests of the page and of the box have them."""

from tests.web.conftest import served
from tests.whole.conftest import album, run, wanted

__all__ = ["album", "run", "served", "wanted"]
