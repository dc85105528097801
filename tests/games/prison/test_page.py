"""The page of 25 to Dice: it fits at all sizes, hides no number, shows where guards go, and can be played."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from companion.game import Ask
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Take, Toggle
from tests.browser import SIZES, Open
from tests.games.prison import pages as prison
from tests.sheets.formats import SHEETS
from tests.web.conftest import Served
from tests.web.fakes import FakePanel, FakeSim, house
from tests.web.test_browser import LOCALES, at, check, check_every_size, measured, shows, wait_for_wishes

SVG = "{http://www.w3.org/2000/svg}"
CUT_OR_COVERED = """() => [...document.querySelectorAll("#offers button, #offers input")].filter((e) => {
  const r = e.getBoundingClientRect();
  if (!r.width) return false;
  const inside = e.scrollWidth <= e.clientWidth + 1 && e.scrollHeight <= e.clientHeight + 1;
  const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
  return !inside || !(e === top || e.contains(top));
}).map((e) => e.outerHTML.slice(0, 120))"""


def drawn(shown: Shown) -> ElementTree.Element:
    """The prison as the page draws it."""
    client = house(shown).app.test_client()
    html = client.get("/table").get_data(as_text=True)
    found = re.search(r'<svg class="grid25".*?</svg>\s*(?=<section)', html, re.S)
    assert found
    whole = found[0].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ')
    return ElementTree.fromstring(whole)


def by_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


def told(shown: Shown) -> str:
    return house(shown).app.test_client().get("/table").get_data(as_text=True)


@pytest.mark.parametrize("name", prison.STATES)
def test_every_number_is_drawn_and_in_the_corner_where_something_lies_on_it(name: str) -> None:
    shown = prison.STATES[name]()
    if shown.view is None or shown.view.phase == "over" or shown.query or shown.complaint:
        pytest.skip("no prison in this state")
    squares = by_class(drawn(shown), "sq")
    covered = {guard.at for guard in shown.view.guards.values()}
    covered |= {square for one in shown.view.inmates.values() if one.at for square in one.route}
    assert len(squares) == 48
    for element, (key, number) in zip(squares, shown.view.numbers.items(), strict=True):
        (text,) = element.iter(f"{SVG}text")
        assert text.text == str(number)
        assert (text.get("class") == "cn") == (tuple(map(int, key.split(","))) in covered), key


def test_trails_have_a_letter_on_every_square_and_a_dash_of_their_own() -> None:
    root = drawn(prison.move())
    letters = [next(one.iter(f"{SVG}text")).text for one in by_class(root, "dot")]
    assert letters.count("B") == len(prison.B) - 1  # on the last one B stands
    assert letters.count("D") == len(prison.D) - 2  # green, which chases D, stands on another
    assert [one.get("class") for one in by_class(root, "trail")] == ["trail tB", "trail tD"]


def test_only_squares_that_a_die_leads_to_are_marked_as_aims_of_a_guard() -> None:
    shown = prison.move()
    assert shown.view is not None
    ways = shown.view.guards["blue"].ahead.values()
    (blue,) = [one for one in by_class(drawn(shown), "blue") if by_class(one, "hit")]
    aims = {(float(hit.get("x", 0)), float(hit.get("y", 0))) for hit in by_class(blue, "hit")}
    assert aims == {(60 * way.to[1] - 54.0, 60 * way.to[0] - 54.0) for way in ways}
    (ahead,) = by_class(blue, "ahead")  # the shorter ways are parts of the longest
    assert ahead.get("d", "").count("L") == max(len(way.route) for way in ways)


def test_values_that_end_elsewhere_than_on_their_number_are_written_there() -> None:
    tags = by_class(drawn(prison.move()), "tag")
    assert [next(tag.iter(f"{SVG}text")).text for tag in tags] == ["346"]  # one step along the trail of D


def test_who_would_be_caught_is_told_value_by_value() -> None:
    html = told(prison.crowded())
    assert '<span class="v caught"><b>1</b><i>D' in html
    assert html.count('<span class="v met">') == 2


def test_every_offer_lights_the_square_it_ends_on() -> None:
    shown = prison.move()
    assert isinstance(shown.ask, Ask)
    ends = {offer.commands[0].path[-1] for offer in shown.ask.offers if hasattr(offer.commands[0], "path")}
    assert len(by_class(drawn(shown), "go")) == len(ends) > 4


def test_the_squares_passed_by_a_set_are_marked_too() -> None:
    root = drawn(prison.pair())
    assert by_class(root, "via")


def test_cells_and_exits_tell_what_became_of_whom() -> None:
    root = drawn(prison.move())
    assert [one.get("class") for one in by_class(root, "cl")] == [
        "cl escaped", "cl grid", "cl captured", "cl grid", "cl escaped", "cl cell"
    ]  # fmt: skip
    assert [one.get("class") for one in by_class(root, "ex")] == [
        "ex",
        "ex used",
        "ex",
        "ex",
        "ex",
        "ex used spare",
    ]


def test_too_many_ways_are_narrowed_by_who_goes() -> None:
    html = told(prison.crowded())
    assert 'class="offers deeds most"' in html
    picks = html.split('class="picks"')[1]
    assert [letter for letter in "ABCDEF" if f'name="item" value="{letter}"' in picks] == list("ABCDEF")


def test_dice_of_guards_have_their_guards_colour_and_say_so() -> None:
    html = told(prison.chased())
    assert re.search(r'class="die pips c-green"[^>]* aria-label="[^"]*1 verde, ', html)
    assert re.search(r'class="die pips c-blue"[^>]* aria-label="[^"]*6 azul, ', html)


def test_dice_entered_by_hand_are_green_first_then_blue() -> None:
    client = house(prison.first()).app.test_client()
    html = client.get("/table?enter=4").get_data(as_text=True)
    assert 'class="die byhand pips c-green"' in html
    assert 'class="die gone c-blue"' in html


def test_a_match_for_points_shows_the_others_beside() -> None:
    html = told(prison.points())
    assert html.count('class="mine"') == 1
    assert "Puntos" in html
    assert 'class="dangers"' not in html


def test_a_sheet_of_another_size_is_drawn_as_it_is() -> None:
    ring = (
        'format = "escape-sheet/1"\nname = "ring"\nexits = [1, 6]\nescapes_to_win = 2\n'
        'grid = """\n1 2 3 4 5 6\n2 . . . . 1\n3 4 5 6 1 2\n"""\n'
        "cells = { A = 1, B = 2, C = 3, D = 4, E = 5, F = 6 }\n"
        '[patrol.green]\nstart = [1, 1]\narrows = """\n> > > > > v\n^ . . . . v\n^ < < < < <\n"""\n'
        '[patrol.blue]\nstart = [3, 6]\narrows = """\nv < < < < <\nv . . . . ^\n> > > > > ^\n"""\n'
    )
    root = drawn(prison.shown(prison.started(sheet=ring)))
    assert root.get("viewBox") == "-4 -54 368 290"
    assert len(by_class(root, "sq")) == 14
    assert len(by_class(root, "ex")) == 2
    assert SHEETS.text_of("25-to-dice") != ring


@pytest.mark.browser
@pytest.mark.parametrize("language", LOCALES)
def test_every_state_fits_and_no_box_moves(language: str, served: Served, web_page: Open) -> None:
    made = house(prison.first())
    watched = at(web_page(served(made), locale=LOCALES[language]))
    home = {size: measured(watched)["boxes"] for size in watched.at_every_size()}
    for name, state in prison.STATES.items():
        shows(watched, made.publish(state()).number)
        for size in watched.at_every_size():
            found = measured(watched)
            check(found, f"{name} at {size} in {language}")
            assert {k: v for k, v in home[size].items() if k in found["boxes"]} == found["boxes"], name
    assert watched.faults == []


@pytest.mark.browser
def test_it_fits_with_the_virtual_tray_too(served: Served, web_page: Open) -> None:
    made = house(prison.first(), sim=FakeSim(), panel=FakePanel())
    watched = at(web_page(served(made)))
    for name, state in prison.STATES.items():
        shows(watched, made.publish(state()).number)
        check_every_size(watched, name)
    made.publish(prison.move())
    at(watched, "/table?live=1")
    watched.page.wait_for_selector("[data-live] canvas")
    check_every_size(watched, "live")
    assert watched.faults == []


@pytest.mark.browser
def test_correcting_entering_and_far_mode_fit(served: Served, web_page: Open) -> None:
    made = house(prison.move())
    origin = served(made)
    watched = web_page(origin)
    for path in ("/table?fix=any", "/table?fix=2", "/table?enter=", "/table?enter=1,2,3"):
        made.publish(prison.throw_inmates() if "enter" in path else prison.move())
        check_every_size(at(watched, path), path)
    watched.page.context.add_cookies(
        [{"name": name, "value": value, "url": origin} for name, value in (("far", "1"), ("theme", "light"))]
    )
    for state in (prison.move, prison.opening, prison.points):
        made.publish(state())
        check_every_size(at(watched), "far")
    assert watched.faults == []


@pytest.mark.browser
def test_no_button_of_what_can_be_done_is_cut_or_covered(served: Served, web_page: Open) -> None:
    made = house(prison.first())
    watched = at(web_page(served(made)))
    for name, state in prison.STATES.items():
        shows(watched, made.publish(state()).number)
        for size in watched.at_every_size():
            assert watched.page.evaluate(CUT_OR_COVERED) == [], f"{name} at {size}"


@pytest.mark.browser
@pytest.mark.parametrize("size", [SIZES[0], SIZES[3]], ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_number_is_changed_by_exit_row_and_square(
    size: tuple[int, int], served: Served, web_page: Open
) -> None:
    made = house(prison.move())
    watched = at(web_page(served(made), size))
    page = watched.page
    page.get_by_role("button", name="Cambiar un número por un 2").click()
    wait_for_wishes(made, 1)
    made.publish(prison.changing())
    at(watched)
    page.get_by_role("radio", name="Fila 3").click()
    assert page.get_by_role("button", name="Fila 3, columna").count() == 6
    check(measured(watched), "a row is open")
    page.get_by_role("button", name="Otra fila").click()
    page.get_by_role("radio", name="Fila 2").click()
    page.get_by_role("button", name="Fila 2, columna 5").click()
    wait_for_wishes(made, 2)
    assert made.session.wishes == [Toggle("exit 6", 2), Toggle("2,5", 2)]
    assert watched.faults == []


@pytest.mark.browser
def test_an_offer_is_taken_and_an_inmate_put_back_by_a_tap(served: Served, web_page: Open) -> None:
    made = house(prison.held_inmate())
    watched = at(web_page(served(made)))
    page = watched.page
    page.locator("#offers button[name=offer]").first.click()
    wait_for_wishes(made, 1)
    page.locator("#offers button.lifted").click()
    wait_for_wishes(made, 2)
    assert made.session.wishes == [Take(0, 2), Toggle("B", 2)]
    assert watched.faults == []
