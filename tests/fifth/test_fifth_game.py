"""A fifth game: a wheel that lies outside the tree, built and installed, in which nothing of ours changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.laws import LAWS
from tests.browser import Open
from tests.wheels import Installed, install_wheel
from tests.whole.house import Box
from tests.whole.person import Person

PROJECT = Path(__file__).parent / "lucky-seven"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return install_wheel(PROJECT, tmp_path_factory.mktemp("stranger"))


def test_it_is_listed_beside_ours(installed: Installed) -> None:
    listed = installed.python("-m", "companion", "games")
    assert "lucky-seven      Lucky Seven" in listed.stdout
    assert "dizzle           Dizzle" in listed.stdout
    assert listed.returncode == 0


def test_it_keeps_the_laws_of_all_games_and_its_own_tests(installed: Installed) -> None:
    tests = installed.own_tests()
    assert tests.returncode == 0, tests.stdout + tests.stderr
    for law in LAWS:
        assert f"test_laws.py::test_it_keeps_the_law[{law.__name__}]" in tests.stdout
    assert "test_the_nearest_to_seven_wins" in tests.stdout


@pytest.fixture
def box(installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """`cubilete run` where the game is installed."""
    monkeypatch.setenv("PYTHONPATH", str(installed.folder))
    started = Box(tmp_path)
    try:
        started.start()
        yield started
    finally:
        started.kill()


@pytest.mark.browser
def test_it_is_played_whole_on_its_page(box: Box, web_page: Open) -> None:
    watched = web_page(box.address)
    page, player = watched.page, Person(watched.page)
    page.goto(box.address)
    page.click("[data-key=g-lucky-seven]")
    expect(page.locator("[data-key=g-lucky-seven].on")).to_be_visible()
    for name in ("Ana", "Teo"):
        page.fill("input[name=name]", name)
        page.keyboard.press("Enter")
        expect(page.locator(f".chip.in[data-key='p-{name}']")).to_be_visible()
    page.click("form.go button")
    expect(page.locator("#table")).to_be_visible()
    scored = [0, 0]
    for turn in range(4):  # two rounds of two players, as the game begins with
        scored[turn % 2] += one_turn(player, again=turn == 1)
    page.wait_for_selector("#stage.is-over")
    assert player.scores == tuple(scored)
    assert watched.faults == []


def one_turn(player: Person, *, again: bool) -> int:
    """Throw, keep one die and throw the other anew if wished, score; the points by our own reckoning."""
    faces = [int(face.removeprefix("d6-")) for face in player.throw()]
    assert player.page.inner_text("#worth .num") == str(sum(faces))
    if again:
        player.page.locator("#tray button.die").first.click()
        expect(player.page.locator("#tray .die.lifted, #tray .die.held")).to_have_count(1)
        player.press("reroll")
        player.throw()
        faces = [int(player.page.inner_text("#worth .num"))]
    player.press("stop")
    return 7 - abs(7 - sum(faces))
