"""A whole match of two through the page: thrown in the virtual tray, read, decided by hand and by keys."""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Open
from tests.games.dalek_dice.reckoning import Go
from tests.whole.conftest import Run
from tests.whole.house import House
from tests.whole.person import ASKED, PATIENCE, Person

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Teo")
TARGET = 10
ENOUGH = 6  # points with which a sensible person stops
ROUNDS = 12  # by then two sensible players have got anywhere


def test_two_play_to_the_end_by_keys_and_lifted_dice(run: Run, web_page: Open) -> None:
    house = run(seed=3)
    watched = web_page(house.address)
    box = web_page(house.address).page
    box.goto(f"{house.address}/panel")
    ana = Person(watched.page, house)
    ana.sit_down(house.address, NAMES, TARGET)
    totals, pressed = [0, 0], Counter[str]()
    for _ in range(ROUNDS):
        for seat in range(2):
            totals[seat] += turn(ana, house, box, pressed)
        if max(totals) >= TARGET:
            break
    best = {name for name, points in zip(NAMES, totals, strict=True) if points == max(totals)}
    watched.page.wait_for_selector("#stage.is-over")
    assert ana.scores == tuple(totals)
    assert watched.page.inner_text("#worth .num") == str(max(totals))
    assert {name for name in NAMES if name in watched.page.inner_text("#worth .cap >> nth=0")} == best
    assert all(name in ana.line for name in best)
    assert min(pressed[name] for name in ("reroll", "stop", "box")) > 0
    watched.page.goto(f"{house.address}/matches")
    assert {text.split()[1] for text in watched.page.locator(".who4 .won").all_inner_texts()} == best
    assert watched.faults == []


def test_a_button_of_the_box_answers_what_is_asked(run: Run, web_page: Open) -> None:
    house = run(seed=9, reader_sure=0.9999)
    page, box = web_page(house.address).page, web_page(house.address).page
    box.goto(f"{house.address}/panel")
    ana = Person(page, house)
    ana.sit_down(house.address, NAMES, TARGET, dice="Dados normales")
    page.click("button.throw")
    page.wait_for_selector("#stage.is-ask", timeout=PATIENCE)
    asked = page.evaluate(ASKED)
    ana.press_on_box(box, "stop")
    expect(page.locator(f"#ask input[name=die][value='{asked}']")).to_have_count(0, timeout=PATIENCE)


def turn(player: Person, house: House, box: Page, pressed: Counter[str]) -> int:
    """One turn: its points, reckoned apart from the page."""
    go = Go()
    while True:
        assert not player.over
        faces = player.throw()
        assert Counter(faces) == Counter(die.face for die in house.lying()), "a die was misread in silence"
        go.roll(faces)
        if go.lost:
            return 0
        keep = go.wise(faces)
        player.take(keep)
        go.keep(keep)
        goes_on = go.points < ENOUGH or not pressed["reroll"]
        again = goes_on and not go.ends and go.aside["doctor"] < 2
        if not again:
            assert player.page.inner_text("#worth .num") == str(go.points)
        decide(player, box, "reroll" if again else "stop", pressed)
        if not again:
            return go.points


def decide(player: Person, box: Page, key: str, pressed: Counter[str]) -> None:
    """Press on the page, then on the box, then on the page again."""
    pressed[key] += 1
    if pressed.total() % 3 == 2:
        pressed["box"] += 1
        ply = player.ply
        player.press_on_box(box, key)
        player.moved_on(ply)
    else:
        player.press(key)
