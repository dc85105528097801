"""Somebody who has never seen Cubilete: from the first page to a scored roll; and its pictures.

Every picture in docs/pictures is made here, of a real match, with `python -m pytest tests/whole --pictures`.
"""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import expect

from companion.dice import DieSpec
from tests.browser import Open, Watched
from tests.games.dalek_dice.reckoning import Go
from tests.whole.conftest import Album, Run
from tests.whole.house import House
from tests.whole.person import PATIENCE, Person

pytestmark = pytest.mark.browser

NAMES = ("Lucía", "Teo", "Vera")
SIZES = {"1280x800": (1280, 800), "1080x810": (1080, 810), "800x480": (800, 480), "360x800": (360, 800)}


def test_a_newcomer_gets_to_a_scored_roll(run: Run, web_page: Open) -> None:
    house = run(seed=7)
    watched = web_page(house.address)
    newcomer = Person(watched.page, house)
    newcomer.sit_down(house.address, NAMES[:2], 60)
    expect(watched.page.locator("#table")).to_have_attribute("data-state", "ready")
    go = Go()
    go.roll(newcomer.throw())
    keep = go.wise(newcomer.dice)
    newcomer.take(keep)
    go.keep(keep)
    newcomer.press("stop")
    assert newcomer.scores == (go.points, 0)
    assert watched.faults == []


def looking_at(web_page: Open, house: House, size: str, **more: object) -> Watched:
    """The table as somebody else sees it, once its living picture is there."""
    watched = web_page(house.address, SIZES[size], **more)
    watched.page.goto(f"{house.address}/table")
    watched.page.evaluate("() => document.fonts.ready")
    canvas = watched.page.locator(".sim .live canvas")
    if watched.page.locator(".sim .live").is_visible():
        expect(canvas).to_be_visible()
        expect(watched.page.locator(".sim .live img")).to_have_count(0)
    return watched


def begun(house: House, web_page: Open, target: int = 60) -> tuple[Watched, Person]:
    """A match of three at the table."""
    watched = web_page(house.address)
    player = Person(watched.page, house)
    player.sit_down(house.address, NAMES, target)
    return watched, player


def played(player: Person, turns: int) -> None:
    """So many turns, played sensibly."""
    for _ in range(turns):
        go = Go()
        while True:
            faces = player.throw()
            go.roll(faces)
            if go.lost:
                break
            player.take(go.wise(faces))
            go.keep(go.wise(faces))
            again = go.points < 5 and not go.ends and go.aside["doctor"] < 2
            player.press("reroll" if again else "stop")
            if not again:
                break
        if player.over:
            return


def second_roll(player: Person) -> None:
    """Until dice of a second roll are in a hand: some kept, some held, something to decide."""
    for _ in range(8):
        go = Go()
        go.roll(player.throw())
        if not go.lost:
            go.keep(hold(player, go))
            player.press("reroll")
            go.roll(player.throw())
        if not go.lost and hold(player, go):
            return
        played_out(player)
    raise AssertionError(f"eight turns without a second roll: {player.line}")


def hold(player: Person, go: Go) -> tuple[str, ...]:
    """Take out what is wise."""
    keep = go.wise(player.dice)
    player.take(keep)
    return keep


def played_out(player: Person) -> None:
    """End a turn that is still open."""
    if player.key("stop").get_attribute("aria-disabled") is None:
        player.press("stop")


@pytest.mark.pictures
def test_pictures_of_a_turn(run: Run, web_page: Open, wanted: Album) -> None:
    house = run(seed=12)
    watched, player = begun(house, web_page)
    played(player, 4)
    second_roll(player)
    for size in SIZES:
        wanted.keep(f"dalek-dice-{size}", looking_at(web_page, house, size).page)
    wanted.keep("dalek-dice-english", looking_at(web_page, house, "1280x800", locale="en-GB").page)
    light = looking_at(web_page, house, "1280x800").page
    light.goto(f"{house.address}/more")
    light.click("button[name=theme][value=light]")
    expect(light.locator("html")).to_have_attribute("data-theme", "light")
    light.goto(f"{house.address}/table")
    expect(light.locator(".sim .live canvas")).to_be_visible()
    wanted.keep("dalek-dice-light", light)
    far = looking_at(web_page, house, "800x480").page
    far.goto(f"{house.address}/table?live=1")
    expect(far.locator(".sim .live canvas")).to_be_visible()
    wanted.keep("tray-800x480", far)
    page = watched.page
    page.locator("#tray button.die").first.click(button="right")
    expect(page.locator("#stage.is-fix")).to_be_visible()
    wanted.keep("correction", page)
    for name, path in (("log", "/log"), ("matches", "/matches"), ("setup", "/setup"), ("panel", "/panel")):
        page.goto(house.address + path)
        if name == "setup":
            expect(page.locator(".live canvas")).to_be_visible()
        page.wait_for_load_state()
        wanted.keep(name, page)
    page.goto(house.address)
    for name in NAMES:
        page.click(f".chip[data-key='p-{name}']")
        expect(page.locator(f".chip.in[data-key='p-{name}']")).to_be_visible()
    wanted.keep("home", page)


@pytest.mark.pictures
def test_a_die_that_is_not_read_for_sure_is_asked_about_and_told(
    run: Run, web_page: Open, album: Album
) -> None:
    house = run(seed=9, reader_sure=0.9999)
    watched = web_page(house.address)
    player = Person(watched.page, house)
    player.sit_down(house.address, NAMES, dice="Dados normales")
    watched.page.click("button.throw")
    watched.page.wait_for_selector("#stage.is-ask", timeout=PATIENCE)
    watched.page.wait_for_function("() => document.querySelector('#ask img').naturalWidth > 0")
    album.keep("question", watched.page)
    album.keep("question-360x800", looking_at(web_page, house, "360x800").page)
    player.settle(1)
    assert Counter(player.dice) == Counter(f"d6-{die.face}" for die in house.lying())
    assert watched.page.locator("#tray .die.byhand").count() > 0
    assert watched.faults == []


@pytest.mark.pictures
def test_picture_of_a_complaint(run: Run, web_page: Open, wanted: Album) -> None:
    house = run(seed=9)
    watched, _ = begun(house, web_page)
    house.tray.throw((DieSpec("dalek"),) * 9)
    expect(watched.page.locator("#line h1")).to_have_text("Necesito 10, veo 9: tira 1 más", timeout=PATIENCE)
    wanted.keep("look-here", watched.page)


@pytest.mark.pictures
def test_picture_of_a_result(run: Run, web_page: Open, wanted: Album) -> None:
    house = run(seed=4)
    watched, player = begun(house, web_page, target=10)
    played(player, 30)
    expect(watched.page.locator("#stage.is-over")).to_be_visible()
    wanted.keep("result", watched.page)
    wanted.keep("result-360x800", looking_at(web_page, house, "360x800").page)
