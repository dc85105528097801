"""Dizzle's table and sheets in Chromium: they fit at every size, legal squares have letters and buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.game import Ask
from companion.table.wishes import Take, Toggle
from tests.browser import Open, Watched
from tests.games.dizzle import pages as dizzle
from tests.web.conftest import Served
from tests.web.fakes import FakePanel, FakeSim, house
from tests.web.test_browser import check, measured, shows, wait_for_wishes

pytestmark = pytest.mark.browser

LOCALES = {"es": "es-ES", "en": "en-GB"}
BOXES = ("line", "tray", "keys")
APART = (
    (Path(__file__).parents[2] / "web/measure.js")
    .read_text(encoding="utf-8")
    .replace("#worth .cap, #worth .num, #race, #board, #tray", "#papers .pad, #beside, #tray")
)
HIDDEN_WIDTH = "it => it.scrollWidth - it.clientWidth"
SQUARES = """() => [...document.querySelectorAll('.at')].map((at) => {
  const box = at.getBoundingClientRect(), button = at.querySelector('button').getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + 2, box.top + 2);
  return [Math.min(button.width, button.height), at.contains(hit)];
})"""


def at(watched: Watched, path: str = "/table") -> Watched:
    watched.page.goto(watched.origin + path)
    return watched


def clean(watched: Watched, where: str) -> dict[str, Any]:
    """Nothing sticks out, overlaps or is too small to hit."""
    found = measured(watched)
    check(found, where)
    assert watched.page.evaluate(APART)["wrong"] == [], where
    return found


@pytest.mark.parametrize("language", LOCALES)
def test_every_state_of_dizzle_fits_and_no_box_moves(language: str, served: Served, web_page: Open) -> None:
    made = house(dizzle.first())
    watched = at(web_page(served(made), locale=LOCALES[language]))
    home = {size: measured(watched)["boxes"] for size in watched.at_every_size()}
    for name, state in dizzle.STATES.items():
        shows(watched, made.publish(state()).number)
        for size in watched.at_every_size():
            found = clean(watched, f"{name} at {size} in {language}")
            assert [found["boxes"][box] for box in BOXES] == [home[size][box] for box in BOXES], name
    assert watched.faults == []


def test_dizzle_fits_with_the_virtual_tray_and_from_afar_by_day(served: Served, web_page: Open) -> None:
    made = house(dizzle.first(), sim=FakeSim(), panel=FakePanel())
    origin = served(made)
    watched = at(web_page(origin))
    for name in ("first", "solo", "two", "three", "four", "many_holding"):
        shows(watched, made.publish(dizzle.STATES[name]()).number)
        for size in watched.at_every_size():
            clean(watched, f"{name} with the tray at {size}")
    watched.page.context.add_cookies(
        [{"name": name, "value": value, "url": origin} for name, value in (("far", "1"), ("theme", "light"))]
    )
    for name in ("solo", "two", "three", "four"):
        made.publish(dizzle.STATES[name]())
        at(watched)
        for size in watched.at_every_size():
            clean(watched, f"{name} far at {size}")
    assert watched.faults == []


def test_a_sheet_of_ones_own_is_no_wider_than_the_screen_and_its_squares_can_be_hit(
    served: Served, web_page: Open
) -> None:
    made = house(dizzle.first())
    watched = web_page(served(made))
    for name, state in dizzle.STATES.items():
        shown = made.publish(state())
        at(watched, f"/sheet/{(shown.seat or 0) + 1}")
        for size in watched.at_every_size():
            where = f"{name} at {size}"
            wide = watched.page.evaluate("() => document.documentElement.scrollWidth")
            assert wide <= size[0], where
            assert watched.page.locator("#sheet").evaluate("it => it.scrollWidth - it.clientWidth") <= 0, (
                where
            )
            lit = watched.page.locator(".drawn .tag.big").count()
            squares = watched.page.evaluate(SQUARES)
            assert len(squares) == lit, where
            assert all(edge >= 43.5 and hit for edge, hit in squares), (where, squares)
    assert watched.faults == []


def test_each_letter_is_on_its_square_and_on_its_button(served: Served, web_page: Open) -> None:
    shown = dizzle.three_holding()
    made = house(shown)
    page = at(web_page(served(made))).page
    letters = page.locator(".letters .letter").all_inner_texts()
    assert letters == page.locator(".pad.turn .drawn .tag:not(.big) text").all_text_contents()
    assert isinstance(shown.ask, Ask)
    open_ = [n for n, offer in enumerate(shown.ask.offers) if offer.blocked is None]
    assert len(letters) == len(open_) > 1
    page.locator(".letters .offer").last.click()
    wait_for_wishes(made, 1)
    assert made.session.wishes == [Take(open_[-1], 2)]


def test_a_die_that_fits_nowhere_is_dim_and_one_that_fits_is_not(served: Served, web_page: Open) -> None:
    shown = dizzle.two()
    made = house(shown)
    page = at(web_page(served(made))).page
    fits = {one.die for one in shown.view.legal}
    for die in shown.dice:
        button = page.locator(f"#tray button[value='{die.index}']")
        assert button.evaluate("it => getComputedStyle(it).opacity < 1") is (int(die.face) not in fits)
    page.locator("#tray button.die").first.click()
    wait_for_wishes(made, 1)
    assert isinstance(made.session.wishes[0], Toggle)


def test_too_many_squares_for_buttons_ask_for_a_die_first(served: Served, web_page: Open) -> None:
    made = house(dizzle.many())
    watched = at(web_page(served(made)))
    assert watched.page.locator(".letters .offer:visible").count() == 0
    assert watched.page.locator(".letters .many").is_visible()
    shows(watched, made.publish(dizzle.many_holding()).number)
    assert watched.page.locator(".letters .offer:visible").count() > 6
    assert not watched.page.locator(".letters .many").is_visible()


def test_on_the_phone_a_square_itself_can_be_tapped_by_whose_go_it_is(served: Served, web_page: Open) -> None:
    shown = dizzle.three()
    made = house(shown)
    watched = at(web_page(served(made), (360, 800)), f"/sheet/{(shown.seat or 0) + 1}")
    watched.page.locator(".at button").nth(1).click()
    wait_for_wishes(made, 1)
    assert made.session.wishes == [Take(1, 2)]
    at(watched, f"/sheet/{((shown.seat or 0) + 1) % 3 + 1}")
    assert watched.page.locator(".at").count() == watched.page.locator(".pick .offer").count() == 0


def test_a_lonely_player_sees_stars_and_what_the_points_are_for(served: Served, web_page: Open) -> None:
    shown = dizzle.solo()
    page = at(web_page(served(house(shown)))).page
    assert page.locator(".stars .won").count() == shown.view.stars
    crossed = shown.view.seats[0].gems["blue"].crossed
    assert page.locator(".parts dd").first.inner_text() == f"3×{crossed}"
