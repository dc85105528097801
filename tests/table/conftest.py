from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.table.table import Table, laid


@pytest.fixture
def table() -> Iterator[Table]:
    with laid() as one:
        yield one
