"""In Chromium, at four sizes: what can be tapped on the first screen is reached, and never covered."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game import msg
from companion.games import discover
from companion.table.shown import Shown
from tests.browser import SIZES, Open
from tests.web import states
from tests.web.conftest import Served
from tests.web.fakes import house

pytestmark = pytest.mark.browser

COVERED = (Path(__file__).parent / "covered.js").read_text(encoding="utf-8")
READABLE = 14.0  # pixels of type
THREE = "seat=Ana&seat=Teo&seat=Marisol"
STARTS = {"new": Shown(0, 0, "idle", msg("page.waiting")), "resume": states.move()}


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
def test_no_option_of_any_game_lies_beneath_the_key_that_begins(
    size: tuple[int, int], locale: str, served: Served, web_page: Open
) -> None:
    games = discover()
    for start, shown in STARTS.items():
        watched = web_page(served(house(shown, games=games)), size, locale)
        for game in games:
            where = f"{game}, {start} at {size}"
            watched.page.goto(f"{watched.origin}/?game={game}&{THREE}")
            assert watched.page.evaluate(COVERED, ".opt .cap, #about") == [], where
            assert watched.page.evaluate("document.documentElement.scrollHeight") <= size[1], where
            assert watched.page.locator(".go .key").is_visible(), where
        assert watched.faults == []


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_sentence_about_the_chosen_game_can_be_read(
    size: tuple[int, int], served: Served, web_page: Open
) -> None:
    made = house(games=discover())
    watched = web_page(served(made), size)
    for game in made.parts.games:
        watched.page.goto(f"{watched.origin}/?game={game}&{THREE}")
        about = watched.page.locator("#about")
        assert about.inner_text() == made.parts.words.say(msg(f"{game}.about"), "es")
        type_ = about.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")
        cut = about.evaluate("(e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1")
        assert type_ >= READABLE
        assert not cut


@pytest.mark.parametrize("size", [(1280, 800), (1080, 810)], ids=["1280", "1080"])
def test_a_match_with_one_row_of_options_is_chosen_without_scrolling(
    size: tuple[int, int], served: Served, web_page: Open
) -> None:
    watched = web_page(served(house(states.move(), games=discover())), size)
    watched.page.goto(f"{watched.origin}/?game=dalek-dice&{THREE}")
    assert watched.page.evaluate("() => choose.scrollHeight <= choose.clientHeight")
