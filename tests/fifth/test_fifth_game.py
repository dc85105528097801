"""A fifth game: its file, fragment and tests laid into a copy of the house, in which nothing else changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import Open
from tests.whole import house
from tests.whole.house import Box
from tests.whole.person import Person

HERE = Path(__file__).parent
ROOMS = ("companion", "vision", "hardware", "web", "tests/games")
SINGLE = ("pyproject.toml", "tests/__init__.py")
NEW = {
    "lucky_seven.py": "companion/games/lucky_seven.py",
    "lucky-seven.html": "web/templates/games/lucky-seven.html",
    "rules.py": "tests/games/test_lucky_seven.py",
}


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The house with the new game in it."""
    copy = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        left_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(house.ROOT / room, copy / room, ignore=left_out)
    for name in SINGLE:
        shutil.copy(house.ROOT / name, copy / name)
    for name, place in NEW.items():
        assert not (copy / place).exists()
        shutil.copy(HERE / name, copy / place)
    return copy


def python(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in the copy; what it imports is the copy's."""
    env = os.environ | {"LC_ALL": "en_GB.UTF-8", "PYTHONPATH": str(copy), "OPENCV_NUM_THREADS": "1"}
    return subprocess.run(
        [sys.executable, *words], cwd=copy, env=env, capture_output=True, text=True, timeout=120, check=False
    )


def test_it_is_listed_and_keeps_the_laws_of_all_games(copied: Path) -> None:
    listed = python(copied, "-m", "companion", "games")
    assert "lucky-seven      Lucky Seven" in listed.stdout
    laws = ("tests/games/test_laws.py", "tests/games/test_lucky_seven.py")
    held = python(copied, "-m", "pytest", *laws, "-k", "lucky", "-p", "no:cacheprovider", "-rA")
    assert held.returncode == 0, held.stdout + held.stderr
    assert "test_something_is_awaited_until_the_game_is_over_and_it_ends[lucky-seven]" in held.stdout
    assert held.stdout.count("PASSED") > 15


@pytest.fixture
def box(copied: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Box]:
    """`cubilete run` from the copy."""
    monkeypatch.setattr(house, "ROOT", copied)
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
