"""The page in Chromium: it fits at four sizes in every state, can be read and hit, and stays live."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.dice import COLOURS
from companion.game import News, msg
from companion.table.shown.snapshot import Shown, ShownDie
from companion.table.wishes import Answer, Correct, Press, Take, Toggle
from tests.browser import SIZES, Open, Watched
from tests.toy import pages as toy
from tests.web import states
from tests.web.conftest import Served
from tests.web.fakes import FakePanel, FakeSim, House, house
from tests.web.test_seats import seated

pytestmark = pytest.mark.browser

COVERED = (Path(__file__).parent / "covered.js").read_text(encoding="utf-8")
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


def at(watched: Watched, path: str = "/table") -> Watched:
    watched.page.goto(watched.origin + path)
    return watched


def shows(watched: Watched, number: int) -> None:
    watched.page.wait_for_function("n => document.body.dataset.number == n", arg=number)


def measured(watched: Watched) -> dict[str, Any]:
    watched.page.evaluate("() => document.fonts.ready")
    found: dict[str, Any] = watched.page.evaluate(MEASURE)
    return found


def check(found: dict[str, Any], where: str) -> None:
    assert found["wrong"] == [], where
    assert found["small"] == [], where
    assert found["cap"] is None or found["cap"] >= 0.1, where


def check_every_size(watched: Watched, what: str) -> None:
    for size in watched.at_every_size():
        check(measured(watched), f"{what} at {size}")


LOCALES = {"es": "es-ES", "en": "en-GB"}


@pytest.mark.parametrize("language", LOCALES)
def test_every_state_fits_and_no_box_moves(language: str, served: Served, web_page: Open) -> None:
    made = house(states.first())
    watched = at(web_page(served(made), locale=LOCALES[language]))
    home = {size: measured(watched)["boxes"] for size in watched.at_every_size()}
    for name, state in states.STATES.items():
        shows(watched, made.publish(state()).number)
        for size in watched.at_every_size():
            found = measured(watched)
            check(found, f"{name} at {size} in {language}")
            still = {box: place for box, place in home[size].items() if box in found["boxes"]}
            assert still == found["boxes"], f"{name} at {size}"
    assert watched.faults == []


WORDY = (  # Lines with news beside them: the shortest, one that a phone breaks, the longest that there may be
    msg("dalek-dice.throw", n=10),
    msg("25-to-dice.throw.guards"),
    msg("dize.attack", n=11),
    msg("table.complaint.colour"),
    msg("table.line.throw_for", n=10, name="Maximiliana Josefa"),
)


@pytest.mark.parametrize("far", [False, True], ids=["near", "far"])
def test_what_there_is_to_do_and_what_just_happened_fit_the_line(
    far: bool, served: Served, web_page: Open
) -> None:
    told = News(msg("25-to-dice.news.decides", n=12), "calm", seat=2)
    made = house(replace(states.good(), news=(told,)))
    origin = served(made)
    watched = web_page(origin)
    watched.page.context.add_cookies([{"name": "far", "value": "1" if far else "0", "url": origin}])
    for line in WORDY:
        number = made.publish(replace(states.good(), line=line, news=(told,))).number
        shows(at(watched), number)
        for size in watched.at_every_size():
            where = f"{line.key} at {size}"
            line_box, says = (watched.page.locator(at).bounding_box() for at in ("#line", "#line .says"))
            assert line_box
            assert says
            assert line_box["y"] <= says["y"], where
            assert says["y"] + says["height"] <= line_box["y"] + line_box["height"], where


def test_it_fits_with_the_virtual_tray_too(served: Served, web_page: Open) -> None:
    made = house(states.first(), sim=FakeSim(), panel=FakePanel())
    watched = at(web_page(served(made)))
    for name, state in states.STATES.items():
        shows(watched, made.publish(state()).number)
        check_every_size(watched, name)
    at(watched, "/table?live=1")
    watched.page.wait_for_selector("[data-live] canvas")
    for size in watched.at_every_size():
        check(measured(watched), f"live at {size}")
        picture = watched.page.locator("#sim [data-live]").bounding_box()
        assert picture
        assert min(picture["width"], picture["height"]) > 120
    assert watched.faults == []


@pytest.mark.parametrize("sim", [False, True], ids=["tray", "virtual"])
def test_offers_things_heaps_and_advice_fit(sim: bool, served: Served, web_page: Open) -> None:
    made = house(toy.due(), sim=FakeSim() if sim else None)
    origin = served(made)
    watched = at(web_page(origin))
    for name, state in toy.STATES.items():
        shows(watched, made.publish(state()).number)
        check_every_size(watched, name)
    for state, path in ((toy.twenty, "/table?fix=any"), (toy.due, "/table?enter=1,1,2,3,4,5,6")):
        made.publish(state())
        check_every_size(at(watched, path), path)
    watched.page.context.add_cookies([{"name": "advice", "value": "1", "url": origin}])
    made.publish(toy.thirteen())
    at(watched).page.locator("#advice li").first.wait_for()
    check_every_size(watched, "advice")
    assert watched.faults == []


WORDS = "".join(f"<p>Línea {n} de lo que un juego tiene que decir aquí</p>" for n in range(1, 9))
FRAGMENTS = {
    "number": f'<section class="worth" id="worth"><p class="num">3</p>{WORDS}</section>',
    "race": f'<section class="worth"><p class="num">3</p></section><section class="race">{WORDS}</section>',
    "bare": WORDS,
}


@pytest.mark.parametrize("sim", [False, True], ids=["tray", "virtual"])
def test_no_words_of_a_game_lie_over_what_can_be_tapped(sim: bool, served: Served, web_page: Open) -> None:
    made = house(toy.STATES["letters"](), sim=FakeSim() if sim else None)
    watched = web_page(served(made))
    for name, fragment in FRAGMENTS.items():
        made.draw("games/toy/table.html", fragment)
        for state in ("letters", "things", "numbers"):
            made.publish(toy.STATES[state]())
            at(watched)
            where = f"{name}, {state}"
            assert watched.page.get_by_text("Línea 8 de lo que un juego").count() == 1, where
            assert watched.page.locator(".race").count() == (name == "race"), where
            assert watched.page.locator(".offer").count() > 3, where
            for size in watched.at_every_size():
                beneath = watched.page.evaluate(COVERED, ".offer")
                assert [it for it in beneath if ".offer" in it] == [], f"{where} at {size}"
                height = watched.page.evaluate("document.documentElement.scrollHeight")
                assert height <= size[1], f"{where} at {size}"


CONTRAST = """
() => [...document.querySelectorAll("#tray .die")].map((die) => {
  const style = getComputedStyle(die), body = style.backgroundColor;
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\\d.]+/g).map((n) => n / 255);
    const linear = (v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
  };
  const [dim, bright] = [light(style.color), light(body)].sort((one, other) => one - other);
  return [body, bright / dim];
})"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_dice_are_drawn_in_every_colour_that_a_game_may_ask_for(
    theme: str, served: Served, web_page: Open
) -> None:
    plain = ShownDie(0, "d6", "5", 0.98, "seen")
    rows = tuple(
        tuple(replace(plain, index=n, colour=colour) for n, colour in enumerate((None, *colours)))
        for colours in (COLOURS[:6], (*COLOURS[6:], "mauve"))
    )
    drawn: dict[str | None, str] = {}
    for some in rows:
        made = house(replace(toy.due(), dice=some))
        origin = served(made)
        watched = web_page(origin)
        watched.page.context.add_cookies([{"name": "theme", "value": theme, "url": origin}])
        at(watched)
        measures = watched.page.evaluate(CONTRAST)
        assert len(measures) == len(some)
        assert min(contrast for _, contrast in measures) >= 4.5
        drawn |= {die.colour: body for die, (body, _) in zip(some, measures, strict=True)}
        for colour in (die.colour for die in some if die.colour):
            word = (
                made.parts.words.say(msg(f"page.die.colour.{colour}"), "es") if colour in COLOURS else colour
            )
            assert watched.page.locator(f"#tray [aria-label*='{word}']").count() == 1, colour
    assert set(COLOURS) <= set(drawn)
    assert drawn["mauve"] == drawn[None], "a colour that nobody knows is drawn as a plain die, with its name"
    assert len({drawn[colour] for colour in (None, *COLOURS)}) == len(COLOURS) + 1


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_sheet_of_ones_own_can_be_hit_and_follows(
    size: tuple[int, int], served: Served, web_page: Open
) -> None:
    made = seated()
    watched = at(web_page(served(made), size), "/sheets")
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    watched.page.locator("a[href='/sheet/2']").click()
    watched.page.locator("h2", has_text="hoja de Teo").wait_for()
    found = measured(watched)
    assert found["small"] == []
    watched.page.locator(".offer").first.click()
    wait_for_wishes(made, 1)
    assert made.session.wishes == [Take(0, 6)]
    assert watched.page.url.endswith("/sheet/2")
    made.publish(toy.thirteen())  # now it is Ana's turn
    watched.page.wait_for_function("() => !document.querySelector('.offer')")
    assert watched.faults == []


def test_correcting_entering_and_far_mode_fit_in_both_themes(served: Served, web_page: Open) -> None:
    made = house(states.move())
    origin = served(made)
    watched = web_page(origin)
    for path in ("/table?fix=any", "/table?fix=2", "/table?enter="):
        made.publish(states.first() if "enter" in path else states.move())
        check_every_size(at(watched, path), path)
    watched.page.context.add_cookies(
        [{"name": name, "value": value, "url": origin} for name, value in (("far", "1"), ("theme", "light"))]
    )
    made.publish(states.ten())
    check_every_size(at(watched), "far")
    assert watched.faults == []


def test_no_other_page_is_wider_than_the_screen(served: Served, web_page: Open) -> None:
    watched = web_page(served(house(states.move(), panel=FakePanel())))
    for path in (
        "/",
        "/?seat=Ana&seat=Teo",
        "/matches",
        "/matches/7?sure",
        "/more",
        "/setup",
        "/pair",
        "/panel",
        "/matches/99",
    ):
        at(watched, path)
        for size in watched.at_every_size():
            assert watched.page.evaluate("document.documentElement.scrollWidth") <= size[0], path
    assert watched.faults == []


def test_the_first_load_is_small_and_stays_at_home(served: Served, web_page: Open) -> None:
    watched = web_page(served(house(states.ten())))
    sizes: list[int] = []
    watched.page.on("response", lambda r: sizes.append(len(r.body())) if "events" not in r.url else None)
    watched.page.goto(watched.origin + "/table", wait_until="load")
    watched.page.wait_for_timeout(300)
    raw = sum(sizes)
    assert len(sizes) >= 6
    moved = watched.page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".filter((e) => !e.name.includes('/events')).reduce((n, e) => n + e.encodedBodySize, 0)"
    )
    assert 0 < moved <= 115_000, (moved, raw)
    assert watched.faults == []


def test_the_page_follows_without_losing_the_focus(served: Served, web_page: Open) -> None:
    made = house(states.move())
    watched = at(web_page(served(made)))
    page = watched.page
    page.locator("button[value=reroll]").focus()
    page.evaluate(
        "() => { window.line = document.querySelector('#line h1').firstChild; window.here = true; }"
    )
    shows(watched, made.publish(states.rolling()).number)
    shows(watched, made.publish(states.blocked()).number)
    assert page.evaluate("() => document.activeElement.value") == "reroll"
    assert page.evaluate("() => document.querySelector('#line h1').firstChild === window.line")
    assert page.evaluate("() => window.line.data") == "Guarda al menos un dado"
    assert page.evaluate("() => window.here")  # never loaded anew
    assert page.locator("#line [role=status]").count() == 1


def test_taps_wish_and_a_refusal_is_said_over_the_line(served: Served, web_page: Open) -> None:
    made: House = house(states.move())
    watched = at(web_page(served(made)))
    page = watched.page
    page.locator("#tray button.die").first.click()
    page.wait_for_function("() => true")
    page.locator("button[value=stop]").click()
    wait_for_wishes(made, 2)
    assert made.session.wishes == [Toggle(0, 2), Press("stop", 2)]
    made.session.refusal = msg("test.stale")
    page.locator("button[value=undo]").click()
    page.wait_for_selector(".toast[role=alert]:not(#off)")
    assert page.locator(".toast:not(#off)").inner_text() == "La mesa ya ha cambiado"
    assert page.locator("#line h1").inner_text() == "Para con 8 o tira 1 dado"
    assert page.url == watched.origin + "/table"
    assert watched.faults == []


def wait_for_wishes(made: House, count: int) -> None:
    for _ in range(400):
        if len(made.session.wishes) >= count:
            return
        time.sleep(0.02)
    raise AssertionError(f"expected {count} wishes, got {made.session.wishes}")


def test_a_die_is_corrected_in_two_taps(served: Served, web_page: Open) -> None:
    made = house(states.move())
    page = at(web_page(served(made))).page
    page.locator("#tray button.die").first.click(button="right")  # as a long press does
    page.locator(".face[value=doctor]").click()
    wait_for_wishes(made, 1)
    assert made.session.wishes == [Correct(0, "doctor", 2)]


def test_the_die_in_question_is_answered_by_a_tap(served: Served, web_page: Open) -> None:
    made = house(states.unsure())
    page = at(web_page(served(made))).page
    assert page.evaluate("() => document.querySelector('.crop img').naturalWidth") > 0
    page.locator(".face[value=dalek3]").click()
    wait_for_wishes(made, 1)
    assert made.session.wishes == [Answer("dalek3", 2, die=14)]


def test_a_click_in_the_picture_lifts_what_lies_there(served: Served, web_page: Open) -> None:
    sim = FakeSim()
    watched = at(web_page(served(house(states.first(), sim=sim))))
    page = watched.page
    page.wait_for_selector("#sim canvas[data-number]")
    box = page.locator("#sim canvas").bounding_box()
    assert box
    scale = min(box["width"] / 640, box["height"] / 480)
    left, top = (box["width"] - 640 * scale) / 2, (box["height"] - 480 * scale) / 2
    with page.expect_response(re.compile("/sim/lift")):
        page.mouse.click(box["x"] + left + 100 * scale, box["y"] + top + 300 * scale)
    assert [pytest.approx((100, 300), abs=2)] == sim.lifts
    with page.expect_response(re.compile("/sim/throw")):
        page.get_by_role("button", name="LANZAR").click()
    assert sim.throws == 1
    assert watched.faults == []


def test_an_old_picture_goes_black(served: Served, web_page: Open) -> None:
    made = house(states.first())
    eye: Any = made.parts.eye
    page = at(web_page(served(made)), "/setup").page
    page.wait_for_selector(".live:not(.old) canvas")
    eye.age = 2.5
    page.wait_for_selector(".live.old canvas")
    assert page.locator("[data-age]").inner_text() == "En directo · hace 2,5 s"


def test_a_lost_connection_is_said_and_found_again(served: Served, web_page: Open) -> None:
    made = house(states.move(), streams=1)
    watched = at(web_page(served(made)))
    page = watched.page
    page.wait_for_function("() => stream.readyState === EventSource.OPEN")  # else it opens after it was lost
    page.evaluate("() => stream.onerror()")
    assert page.locator("#off").is_visible()
    page.evaluate("() => stream.onopen()")
    assert not page.locator("#off").is_visible()


def test_without_javascript_the_table_is_played_by_forms(served: Served, web_page: Open) -> None:
    made = house(states.move())
    page = at(web_page(served(made), java_script_enabled=False)).page
    page.locator("#tray button.die").first.click()
    page.locator("a[href*='fix=any']").click()
    page.locator("#tray a.die").nth(1).click()
    page.locator(".face[value=human4]").click()
    page.locator("button[value=stop]").click()
    assert made.session.wishes == [Toggle(0, 2), Correct(1, "human4", 2), Press("stop", 2)]


def test_a_match_is_begun_from_home_by_taps(served: Served, web_page: Open) -> None:
    made = house(states.move())
    watched = at(web_page(served(made)), "/")
    page = watched.page
    page.locator("[data-key=p-Teo]").click()
    page.locator("[data-key=p-Teo].in").wait_for()
    page.get_by_role("textbox").fill("Zoe")
    page.get_by_role("button", name="Añadir jugador").click()
    page.locator("[data-key=p-Zoe].in").wait_for()
    page.get_by_role("button", name="A JUGAR").click()
    page.wait_for_url("**/table")
    wait_for_wishes(made, 1)
    assert getattr(made.session.wishes[0], "seats", None) == ("Teo", "Zoe")
    assert watched.faults == []


def test_those_who_want_no_movement_get_none(served: Served, web_page: Open) -> None:
    watched = at(web_page(served(house(states.move())), reduced_motion="reduce"))
    assert (
        watched.page.evaluate(
            "() => document.getAnimations().filter((a) => a.playState === 'running').length"
        )
        == 0
    )


def test_another_tablet_goes_home_when_the_match_leaves_the_table(served: Served, web_page: Open) -> None:
    made = house(states.move())
    watched = at(web_page(served(made)))
    made.publish(Shown(0, 0, "idle", msg("page.waiting")))
    watched.page.wait_for_url(watched.origin + "/")
    assert watched.faults == []


def test_a_games_own_style_comes_with_its_table(served: Served, web_page: Open) -> None:
    made = house(states.move())
    page = at(web_page(served(made)), "/more").page
    page.route(
        "**/games/dalek-dice/style.css*",
        lambda route: route.fulfill(body="#line { opacity: .5 }", content_type="text/css"),
    )
    page.locator("a.chip[href='/table']").click()
    page.wait_for_function(
        "() => [...document.querySelectorAll('#line')].some((e) => getComputedStyle(e).opacity === '0.5')"
    )
    page.locator("a.more").click()
    page.wait_for_function("() => !document.querySelector('link[href*=dalek-dice]')")


def test_a_page_that_comes_late_does_not_bring_an_old_table_back(served: Served, web_page: Open) -> None:
    made = house(states.move())
    watched = at(web_page(served(made)))
    late: list[str] = []

    def slow(route: Any) -> None:
        answer = route.fetch()  # drawn now, with the table as it was
        shows(watched, made.publish(states.rolling()).number)
        late.append(answer.text())
        route.fulfill(response=answer)

    watched.page.route("**/table", slow)
    watched.page.evaluate("() => load('/table')")
    watched.page.wait_for_function("() => document.body.dataset.number === '2'")
    assert "Para con 8" in late[0]
    assert watched.page.locator("#line h1").inner_text() == "Ruedan…"
    assert watched.faults == []
