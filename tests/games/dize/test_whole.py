"""A whole game of diZe through the page: numbers tapped, dice lifted, zones compared after every step."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.browser import Open
from tests.games.dize.reckoning import ZONES, Board
from tests.whole.conftest import Album, Run
from tests.whole.house import House
from tests.whole.person import Person
from tests.whole.test_newcomer import SIZES, looking_at

pytestmark = pytest.mark.browser

TURNS = 2  # then, if something was captured, the player gives up, which is an end as well


def zones(player: Person) -> tuple[int, ...]:
    """The seven counts on the page."""
    return tuple(int(player.page.inner_text(f".zone.{name} .count")) for name in ZONES)


def thrown(player: Person, house: House) -> tuple[str, ...]:
    faces = tuple(face.removeprefix("d6-") for face in player.throw())
    assert Counter(faces) == Counter(die.face for die in house.lying()), "a die was misread in silence"
    return faces


def launch(player: Person, dice: int) -> None:
    """A tap on a number."""
    ply = player.ply
    player.page.click(f".pickn b:text-is('{dice}')")
    player.moved_on(ply)


def choice(faces: tuple[str, ...]) -> tuple[str, ...]:
    """The lowest die retires; sixes beside it become heroes, as long as a die is left to throw."""
    sixes = [face for face in sorted(faces)[1:] if face == "6"]
    return (min(faces), *sixes[: max(len(faces) - 2, 0)])


def attacked(player: Person, house: House, board: Board) -> Counter[str]:
    """Attacks of one turn, from the first roll to the failure or the stop; what was done in them."""
    done: Counter[str] = Counter()
    while True:
        faces = thrown(player, house)
        if not board.attack(faces):
            done["failed"] += 1
            return done
        assert player.key("stop").get_attribute("aria-disabled") == "true"
        taken = choice(faces)
        player.take(taken)
        ends = board.take(taken)
        if ends or done["again"]:
            board.stop()
            player.press("stop")
            done["stopped"] += 1
            return done
        assert zones(player) == board.counts, "dice in the hand are shown where they will go"
        player.press("reroll")
        done["again"] += 1


def test_one_plays_to_the_end_by_numbers_and_lifted_dice(run: Run, web_page: Open) -> None:
    house = run(seed=1)
    watched = web_page(house.address)
    ana = Person(watched.page, house)
    ana.sit_down(f"{house.address}/?game=dize", ("Ana",), 2)
    board, done, turns = Board(18, 2), Counter[str](), 0
    while board.zombies and board.humans and (turns < TURNS or not done["stopped"]):
        assert zones(ana) == board.counts
        launch(ana, 3)
        board.send(3)
        board.infection(thrown(ana, house))
        assert zones(ana) == board.counts
        done += attacked(ana, house, board)
        if board.zombies:
            assert zones(ana) == board.counts
            board.bite(thrown(ana, house))
        turns += 1
    won = not board.zombies
    if board.zombies and board.humans:
        watched.page.click(".quit")
    watched.page.wait_for_selector("#stage.is-over")
    assert ana.scores == (2 + board.executed + 10 * won,)
    assert watched.page.inner_text("#worth .num") == str(ana.scores[0])
    assert watched.page.get_attribute("#table", "data-state") == ("win" if won else "bad")
    assert done["failed"] + done["stopped"] == turns
    assert done["stopped"] > 0
    assert watched.faults == []


@pytest.mark.pictures
def test_pictures_of_dize(run: Run, web_page: Open, wanted: Album) -> None:
    """The numbers to launch, and a decision with one to retire and a hero in the hand."""
    house = run(seed=11)
    watched = web_page(house.address)
    ana = Person(watched.page, house)
    ana.sit_down(f"{house.address}/?game=dize", ("Lucía",), 4)
    wanted.keep("dize-numbers", looking_at(web_page, house, "1280x800").page)
    for _ in range(12):
        launch(ana, 7)  # open as long as four zombies are left
        thrown(ana, house)
        faces = thrown(ana, house)
        works = watched.page.locator("#tray button.die").count() > 0
        if works and "6" in choice(faces):
            break
        if works:
            ana.take(choice(faces))
            ana.press("stop")
        thrown(ana, house)
    ana.take(choice(faces))
    for size in SIZES:
        wanted.keep(f"dize-{size}", looking_at(web_page, house, size).page)
