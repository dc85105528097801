"""Fixtures for each game's own whole matches: those of the tests of the whole box."""

from tests.whole.conftest import album, run

__all__ = ["album", "run"]
