"""In Chromium, at four sizes: what can be tapped on the first screen is reached, and never covered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.game import msg
from companion.games import discover
from companion.run.findings import NotLearned
from companion.table.shown.snapshot import Shown
from tests.browser import Open
from tests.web import states
from tests.web.conftest import Served
from tests.web.fakes import FakeEye, FakeSim, house
from tests.web.test_browser import check_every_size

pytestmark = pytest.mark.browser

COVERED = (Path(__file__).parent / "covered.js").read_text(encoding="utf-8")
READABLE = 14.0  # pixels of type
THREE = "seat=Ana&seat=Teo&seat=Marisol"
STARTS = {"new": Shown(0, 0, "idle", msg("page.waiting")), "resume": states.move()}


@pytest.mark.parametrize("locale", ["es-ES", "en-GB"])
def test_no_option_of_any_game_lies_beneath_the_key_that_begins(
    locale: str, served: Served, web_page: Open
) -> None:
    plugins = discover().plugins
    for start, shown in STARTS.items():
        watched = web_page(served(house(shown, plugins=plugins)), locale=locale)
        for game in plugins:
            watched.page.goto(f"{watched.origin}/?game={game}&{THREE}")
            for size in watched.at_every_size():
                where = f"{game}, {start} at {size}"
                assert watched.page.evaluate(COVERED, ".opt .cap, #about") == [], where
                assert watched.page.evaluate("document.documentElement.scrollHeight") <= size[1], where
                assert watched.page.locator(".go .key").is_visible(), where
        assert watched.faults == []


def test_the_sentence_about_the_chosen_game_can_be_read(served: Served, web_page: Open) -> None:
    made = house(plugins=discover().plugins)
    watched = web_page(served(made))
    for game in made.parts.games:
        watched.page.goto(f"{watched.origin}/?game={game}&{THREE}")
        about = watched.page.locator("#about")
        assert about.inner_text() == made.parts.words.say(msg(f"{game}.about"), "es")
        for size in watched.at_every_size():
            type_ = about.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)")
            cut = about.evaluate(
                "(e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 1"
            )
            assert type_ >= READABLE, f"{game} at {size}"
            assert not cut, f"{game} at {size}"


@pytest.mark.parametrize("size", [(1280, 800), (1080, 810)], ids=["1280", "1080"])
def test_a_match_with_one_row_of_options_is_chosen_without_scrolling(
    size: tuple[int, int], served: Served, web_page: Open
) -> None:
    watched = web_page(served(house(states.move(), plugins=discover().plugins)), size)
    watched.page.goto(f"{watched.origin}/?game=dalek-dice&{THREE}")
    assert watched.page.evaluate("() => choose.scrollHeight <= choose.clientHeight")


@pytest.mark.parametrize("sim", [False, True], ids=["tray", "virtual"])
def test_the_notice_of_a_tray_never_learned_fits_and_leads_to_learning_it(
    sim: bool, served: Served, web_page: Open
) -> None:
    unlearned = replace(states.first(), faults=(msg("eye.tray_unknown"),))
    for locale in ("en-GB", "es-ES"):
        watched = web_page(served(house(unlearned, sim=FakeSim() if sim else None)), locale=locale)
        watched.page.goto(f"{watched.origin}/table")
        check_every_size(watched, locale)
        for _ in watched.at_every_size():
            watched.page.goto(f"{watched.origin}/table")
            watched.page.locator("a.amiss").click()
            watched.page.wait_for_url("**/setup")
        assert watched.faults == []


def test_dice_that_keep_the_tray_from_being_learned_are_ringed_where_they_lie(
    served: Served, web_page: Open
) -> None:
    eye = FakeEye()
    quad = ((100.0, 120.0), (146.0, 120.0), (146.0, 166.0), (100.0, 166.0))
    eye.wrong = NotLearned(msg("eye.calibrate_dice", n=1), (quad,), (640, 480))
    watched = web_page(served(house(eye=eye, sim=FakeSim())))
    page = watched.page
    page.goto(f"{watched.origin}/setup")
    page.get_by_role("button", name="Aprender la bandeja").click()
    page.get_by_text("Veo 1 dado: sácalo y vuelve a aprender").wait_for()
    page.wait_for_selector(".setup .live canvas")
    for size in watched.at_every_size():
        assert page.evaluate(COVERED, ".said, h2") == [], size
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        ring, picture = (page.locator(at).bounding_box() for at in (".rings polygon", ".setup .photo"))
        assert ring
        assert picture
        assert (ring["x"] - picture["x"]) / picture["width"] == pytest.approx(100 / 640, abs=0.02), size
    page.wait_for_timeout(3500)  # the page looks again every three seconds, but not over a refusal
    assert page.get_by_text("Veo 1 dado").is_visible()
    page.get_by_role("button", name="Está vacía: apréndela así").click()
    page.get_by_text("Bandeja aprendida").wait_for()
    assert page.locator(".rings").count() == 0
    assert eye.calibrated == 1
    assert watched.faults == []
