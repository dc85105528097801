"""The laws of all games, tried on ours; and that a game that breaks one is told so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import discover
from companion.laws import LAWS, Law, Sample
from companion.plugin import Plugin

PLUGINS = discover().plugins
HERE = Path(__file__).parent


@pytest.fixture(scope="module", params=PLUGINS)
def sample(request: pytest.FixtureRequest) -> Sample:
    return Sample(PLUGINS[request.param])


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_a_game_of_ours_keeps_the_law(sample: Sample, law: Law) -> None:
    law(sample)


@pytest.mark.parametrize("plugin", PLUGINS.values(), ids=list(PLUGINS))
def test_a_game_of_ours_has_tests_of_its_rules(plugin: Plugin) -> None:
    folder = type(plugin.game).__module__.split(".")[2]
    assert (HERE / folder / "test_rules.py").is_file()
