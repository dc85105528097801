"""The box killed in the middle of a match and started again; what was said late; what two see at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Open
from tests.whole.conftest import Boxed
from tests.whole.house import Box
from tests.whole.person import PATIENCE, Person

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Teo")


def until_decision(player: Person) -> tuple[str, ...]:
    """Throw until there is something to choose and something to press; likeliest faces are taken for true."""
    for _ in range(4):
        player.throw()
        if player.page.locator("#tray button.die").count() and player.page.locator("#tray a.forced").count():
            return player.dice
        stop_or_roll(player)
    raise AssertionError(f"four throws without a choice: {player.line}")


def stop_or_roll(player: Person) -> None:
    """Whatever lets the match go on to the next throw."""
    if player.page.locator("#tray button.die").count():
        player.page.locator("#tray button.die").first.click()
        expect(player.page.locator("#tray .lifted")).to_have_count(1)
        player.press("stop")


def corrected(player: Person) -> tuple[str, ...]:
    """Two taps: a die that the rules took, and the face it really shows; the roll as it is then."""
    die = player.page.locator("#tray a.forced").first
    href = die.locator("> svg use").get_attribute("href") or ""
    was = href.split("#")[1]
    ply = player.ply
    die.click()
    player.page.click("#ask button.face:not(.no) >> nth=-1")
    player.moved_on(ply)
    expect(player.page.locator("#tray .die.byhand")).to_have_count(1)
    assert player.dice.count(was) < len(player.dice)
    return player.dice


def killed_and_started(box: Box, page: Page) -> None:
    """kill -9 and a new start; the page says that the box is gone, and comes back by itself."""
    before = page.locator("body").get_attribute("data-events") or ""
    box.kill()
    expect(page.locator("#off")).to_be_visible(timeout=PATIENCE)
    box.start()
    expect(page.locator("body")).not_to_have_attribute("data-events", before, timeout=PATIENCE)
    expect(page.locator("#off")).to_be_hidden(timeout=PATIENCE)


def test_a_killed_box_goes_on_where_it_was(boxed: Boxed, web_page: Open) -> None:
    box = boxed()
    watched = web_page(box.address)
    ana = Person(watched.page)
    ana.sit_down(box.address, NAMES, 60)
    roll, ply, scores, line = until_decision(ana), ana.ply, ana.scores, ana.line
    killed_and_started(box, watched.page)
    assert (ana.dice, ana.ply, ana.scores, ana.line) == (roll, ply, scores, line)
    now = corrected(ana)
    assert now != roll
    killed_and_started(box, watched.page)
    assert ana.dice == now
    expect(watched.page.locator("#tray .die.byhand")).to_have_count(1)
    assert box.terminate() == 0, box.said


def test_a_box_told_to_stop_as_soon_as_it_is_ready_ends_well(boxed: Boxed) -> None:
    box = boxed()
    assert box.terminate() == 0, box.said
    for _ in range(2):
        box.start()
        assert box.terminate() == 0, box.said


def test_a_decision_is_undone_and_a_late_tap_loses_nothing(boxed: Boxed, web_page: Open) -> None:
    box = boxed()
    late = web_page(box.address, java_script_enabled=False).page
    player = Person(web_page(box.address).page)
    player.sit_down(box.address, NAMES, 60)
    roll, ply = until_decision(player), player.ply
    late.goto(f"{box.address}/table")
    player.page.locator("#tray button.die").first.click()
    expect(player.page.locator("#tray .lifted")).to_have_count(1)
    player.press("reroll")
    expect(player.page.locator("#table")).to_have_attribute("data-state", "ready")
    player.press("undo")
    assert player.dice == roll
    assert player.ply == ply + 2  # undoing is an entry too
    with late.expect_response("**/table/press") as answer:
        late.click("#keys button[value=stop]")
    assert answer.value.status == 409
    expect(late.locator(".toast[role=alert]").first).to_have_text("Eso era de antes: mira otra vez")
    assert player.dice == Person(late).dice == roll
    assert Person(late).ply == player.ply == ply + 2


def test_two_browsers_see_the_same_and_each_in_its_language(boxed: Boxed, web_page: Open) -> None:
    box = boxed()
    here, there = (Person(web_page(box.address).page) for _ in range(2))
    here.sit_down(box.address, NAMES, 60)
    there.page.goto(f"{box.address}/table")
    roll = until_decision(here)
    there.moved_on(here.ply - 1)
    assert there.dice == roll
    there.page.locator("#tray button.die").first.click()
    expect(here.page.locator("#tray .lifted")).to_have_count(1)
    there.page.click(".keys .more")
    there.page.click("form.row button[name=language][value=en]")
    expect(there.page.locator("html")).to_have_attribute("lang", "en")
    there.page.goto(f"{box.address}/table")
    expect(there.key("stop").locator("b")).to_have_text("STOP")
    assert here.key("stop").locator("b").inner_text() == "PARAR"
    assert here.scores == there.scores
    here.page.locator("#tray .lifted").click()
    expect(there.page.locator("#tray .lifted")).to_have_count(0)


def test_a_turn_is_played_by_forms_alone(boxed: Boxed, web_page: Open) -> None:
    box = boxed()
    page = web_page(box.address, java_script_enabled=False).page
    plain = Person(page)
    plain.sit_down(box.address, NAMES, 60)
    for _ in range(8):
        roll_by_forms(plain)
        if "Teo" in page.inner_text("#line .who"):
            return
        if page.locator("#tray button.die").count():
            page.locator("#tray button.die").first.click()
            expect(page.locator("#tray .lifted")).to_have_count(1)
        ply = plain.ply
        plain.key("stop").click()
        plain.moved_on(ply)
        if "Teo" in page.inner_text("#line .who"):
            return
    raise AssertionError(f"eight rolls and still the first turn: {plain.line}")


def roll_by_forms(plain: Person) -> None:
    """Throw and look again until the throw counts, saying the likeliest face where the box asks."""
    page, ply = plain.page, plain.ply
    page.click("button.throw")
    for _ in range(60):
        if plain.ply != ply:
            return
        ask = page.locator("#ask button.face.first")
        if ask.count():
            ask.click()
        page.wait_for_timeout(500)
        page.reload()
    raise AssertionError(f"the throw never counted: {plain.line}")
