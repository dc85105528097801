"""A lesson at the virtual tray: faces are laid, nothing else is tapped; then that set is played with."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.games.dalek_dice.turn import DALEK
from tests.browser import Open
from tests.whole.conftest import Album, Run
from tests.whole.person import Person
from tests.whole.test_newcomer import SIZES

pytestmark = pytest.mark.browser
PATIENCE = 60_000


def lay_each(page: Page, shown: int = 3 * len(DALEK.faces)) -> None:
    """Lay the die as the page asks for it, so often; else until nothing more is due."""
    for count in range(1, shown + 1):
        page.click(".chip.lay")
        expect(page.locator(".prog .num")).to_contain_text(f"{count}/", timeout=PATIENCE)


def test_dalek_dice_are_taught_without_a_tap_a_view_and_then_played_with(
    run: Run, web_page: Open, tmp_path: Path
) -> None:
    house = run(seed=11)
    watched = web_page(house.address)
    page = watched.page
    page.goto(f"{house.address}/teach")
    page.click("[data-key='k-dalek'] .chip.on")
    expect(page.locator("#line h1")).to_have_text("Enseña: Doctor")
    lay_each(page)
    expect(page.locator("#line h1")).to_have_text("Dados aprendidos", timeout=PATIENCE)
    kept = json.loads((tmp_path / "taught" / "dalek.json").read_text(encoding="utf-8"))
    assert [(face["name"], len(face["views"])) for face in kept["faces"]] == [
        (face, 3) for face in DALEK.faces
    ]
    page.click(".key.main")
    expect(page.locator("[data-key='k-dalek'] .known")).to_contain_text("6 caras, 18 vistas")
    player = Person(page, house)
    player.sit_down(f"{house.address}/?game=dalek-dice", ("Ana", "Teo"))
    faces = player.throw()
    assert Counter(faces) == Counter(die.face for die in house.lying())
    assert watched.faults == []


@pytest.mark.pictures
def test_pictures_of_a_lesson(run: Run, web_page: Open, wanted: Album) -> None:
    """After two faces of six, at every size; and where there is nothing taught yet."""
    house = run(seed=11)
    page = web_page(house.address).page
    page.goto(f"{house.address}/teach")
    wanted.keep("teach-choice", page)
    page.click("[data-key='k-dalek'] .chip.on")
    lay_each(page, shown=7)
    for name, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(800)  # for the next living picture
        wanted.keep(f"teach-{name}", page)
