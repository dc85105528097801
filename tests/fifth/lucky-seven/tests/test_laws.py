"""Lucky Seven keeps the laws of all games."""

from __future__ import annotations

import pytest
from lucky_seven import PLUGIN

from companion.laws import LAWS, Law, Sample

SAMPLE = Sample(PLUGIN)


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_it_keeps_the_law(law: Law) -> None:
    law(SAMPLE)
