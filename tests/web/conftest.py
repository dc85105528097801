"""Fixtures of the page's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from tests.web.fakes import House
from web.serve import serve

Served = Callable[[House], str]


@pytest.fixture
def served() -> Iterator[Served]:
    """`served(house)` gives the origin at which that app can be reached."""
    with ExitStack() as closing:

        def start(made: House) -> str:
            server = serve(made.app, "127.0.0.1", 0)
            server.start()
            closing.callback(server.stop)
            return f"http://127.0.0.1:{server.port}"

        yield start
