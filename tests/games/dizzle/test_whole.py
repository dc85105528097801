"""Whole games of Dizzle through the page: dice lifted or tapped, squares by their letter, points compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from math import dist
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import Open
from tests.games.dizzle.reckoning import Round, Square
from tests.whole.conftest import Album, Run
from tests.whole.house import House, centre
from tests.whole.person import PATIENCE, Person
from tests.whole.test_newcomer import SIZES, looking_at
from vision.sim.truth import Lying

pytestmark = pytest.mark.browser

NAMES = ("Ana", "Teo")
SHEETS = Path(__file__).parents[3] / "companion/games/dizzle/sheets"
TURNS = 3  # of a solo game, which otherwise goes on for ten
SHORT = """
format = "dizzle-sheet/1"
name = "Short"
level = 1
rating_column = "A"
grid = '''
X  1g 2k
3b 4R 5l
6f *P 1d
'''
[legend]
g = { kind = "gem", group = "blue" }
k = { kind = "key", group = "red" }
l = { kind = "lock", group = "red" }
b = { kind = "bomb" }
R = { kind = "rocket" }
P = { kind = "planet" }
f = { kind = "flag", group = "red" }
d = { kind = "pile" }
[points]
pile = -3
bomb_exploded = -2
bomb_solo = 2
[points.gem]
blue = 3
[points.flag]
red = [10, 6, 3, 1]
[[arrow]]
row = 1
points = 4
[[arrow]]
col = 2
points = 5
"""


def same(die: Lying, other: Lying) -> bool:
    """Whether this is the other die, still lying there."""
    return die.face == other.face and dist(centre(die), centre(other)) < 3


class Players:
    """Those at the page, who choose like plain persons; `round` reckons along."""

    def __init__(self, person: Person, house: House, reckoning: Round) -> None:
        self.person, self.house, self.round = person, house, reckoning
        self.done: Counter[str] = Counter()

    def sit_down(self, names: tuple[str, ...], sheet: str) -> None:
        seats = "".join(f"&seat={name}" for name in names)
        self.person.page.goto(f"{self.house.address}/?game=dizzle&opt.sheet={sheet}{seats}")
        self.person.page.click("form.go button")
        expect(self.person.page.locator("#papers")).to_be_visible()

    def throw(self) -> list[int]:
        """Throw what is due; the page shows what really lies there."""
        before = Counter(die.face for die in self.house.lying())
        faces = self.person.throw()
        read = Counter(int(face.removeprefix("d6-")) for face in faces)
        really = Counter(int(die.face) for die in self.house.lying())
        assert not read - really, f"misread in silence: {read} of {really}, before {before}"
        return sorted(read.elements())

    def offer(self, letter: str) -> None:
        """A tap on the button with this letter."""
        ply = self.person.ply
        self.person.page.click(f".letters .offer:has(.letter:text-is('{letter}'))")
        self.person.moved_on(ply)

    def place(self, value: int, square: Square) -> None:
        """By the die, lifted or tapped, and the letter or the one key; or by the letter alone."""
        places = self.round.places
        letter = chr(ord("A") + places.index((value, square)))
        way = ("hand", "tap", "letter")[self.done.total() % 3]
        self.done[way] += 1
        if way == "hand":
            self.put_away(value)
            self.person.take([str(value)])
        elif way == "tap":
            self.person.page.locator(f"#tray button.die[aria-label^='{value}']").first.click()
            expect(self.person.page.locator("#tray .die.lifted")).to_have_count(1, timeout=PATIENCE)
        if sum(one == value for one, _ in places) == 1 and way != "letter":
            assert self.person.key("stop").inner_text().split("\n")[0] == "COLOCAR"
            self.person.press("stop")
        else:
            self.offer(letter)
        if way != "hand":
            self.fetch(value)
        self.round.put(value, square)

    def fetch(self, value: int) -> None:
        """A die told to the page is taken out of the tray after all: it chooses nothing more."""
        before = self.house.lying()
        self.person.click_on(next(die for die in before if die.face == str(value)))
        self.wait_for(partial(self.lies, len(before) - 1), f"the {value} out of the tray")

    def put_away(self, value: int) -> None:
        """Spent dice that still lie there and show this too: whatever is taken out pays for them first."""
        while sum(die.face == str(value) for die in self.house.lying()) > self.round.pool[value]:
            self.fetch(value)

    def go(self) -> None:
        """One go: a die if any fits, else the pool again once, else out."""
        places = self.round.places
        if places:
            self.place(*places[-1])
        elif self.done["again"] < 2:
            self.done["again"] += 1
            self.person.press("reroll")
            self.again()
        else:
            self.done["out"] += 1
            self.person.press("stop")
            self.round.leave()

    def again(self) -> None:
        """After the pool was thrown again: place, or give a die back, or nothing."""
        self.round.again(self.throw())
        if self.round.pool.total() and not self.round.places and self.round.mine.dice:
            square = min(self.round.mine.dice)
            if len(self.round.mine.dice) == 1:
                self.person.press("stop")
            else:
                self.offer("A")
            self.round.give_back(square)
            self.put_back()

    def put_back(self) -> None:
        """The die that was given back goes into the tray again, if a hand had taken it out."""
        pool = self.round.pool
        missing = pool - Counter(int(die.face) for die in self.house.lying())
        for value in missing.elements():
            wanted = len(self.house.lying()) + 1
            self.person.page.locator(f".put button[value='{value}']").click()
            self.wait_for(partial(self.lies, wanted), f"a {value} in the tray again")

    def lies(self, count: int) -> bool:
        """Whether so many dice lie there, and the page's side knows it."""
        shown = self.house.board.latest()
        return len(self.house.lying()) == count and shown is not None and len(shown.lying) == count

    def wait_for(self, true: Callable[[], bool], what: str) -> None:
        for _ in range(200):
            if true():
                return
            self.person.page.wait_for_timeout(100)
        raise AssertionError(f"waited in vain for {what}")

    def rockets(self) -> None:
        for seat, _ in self.round.rockets:
            planets = self.round.planets(seat)
            if planets:
                self.done["planet"] += 1
                self.person.press("stop") if len(planets) == 1 else self.offer("A")
                self.round.land(seat, planets[0])
        self.round.rockets.clear()

    def turn(self) -> None:
        """From the throw to the crosses."""
        now = self.round.turn
        self.round.thrown(self.throw())
        while self.round.turn == now:
            assert self.current == self.round.seat
            placed = len(self.round.mine.dice)
            self.go()
            if self.round.solo and self.round.turn == now and len(self.round.mine.dice) > placed:
                self.round.extra(self.extra())
        self.rockets()

    def extra(self) -> list[int]:
        """The two dice that a lonely player throws; they lie beside what was in the tray."""
        old = self.house.lying()
        self.person.throw()
        new = [die for die in self.house.lying() if not any(same(die, other) for other in old)]
        self.done["extra"] += 1
        assert len(new) == 2
        return sorted(int(die.face) for die in new)

    @property
    def current(self) -> int:
        """Whose go the page says it is."""
        seats = self.person.page.locator("#papers .pad")
        return [seat.get_attribute("aria-current") for seat in seats.all()].index("true")

    @property
    def scores(self) -> list[int]:
        texts = self.person.page.locator("#papers .num").all_inner_texts()
        return [int(text.replace("−", "-")) for text in texts]

    @property
    def reckoned(self) -> list[int]:
        return [sum(pencil.parts(solo=self.round.solo).values()) for pencil in self.round.pencils]


def test_two_play_a_short_sheet_to_the_end(run: Run, web_page: Open, tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "short.toml").write_text(SHORT, encoding="utf-8")
    house = run(seed=7)
    watched = web_page(house.address)
    both = Players(Person(watched.page, house), house, Round(SHORT, 2))
    both.sit_down(NAMES, "own:Short")
    while True:
        both.turn()
        if both.round.over:
            break
        assert both.scores == both.reckoned
    watched.page.wait_for_selector("#stage.is-over")
    assert list(both.person.scores) == both.reckoned
    assert watched.page.inner_text("#worth .num") == str(max(both.reckoned))
    assert min(both.done[way] for way in ("hand", "tap", "letter")) > 0
    assert watched.faults == []


def test_one_plays_alone_with_the_extra_dice(run: Run, web_page: Open) -> None:
    house = run(seed=4)
    watched = web_page(house.address)
    text = (SHEETS / "dizzle-level-1.toml").read_text("utf-8")
    ana = Players(Person(watched.page, house), house, Round(text, 1))
    ana.sit_down(("Ana",), "level-1")
    for _ in range(TURNS):
        ana.turn()
        assert ana.scores == ana.reckoned
        assert watched.page.locator(".stars .won").count() == ana.round.mine.stars()
    assert ana.done["extra"] > 0
    assert watched.faults == []


@pytest.mark.pictures
def test_pictures_of_dizzle(run: Run, web_page: Open, wanted: Album) -> None:
    """Two on the third sheet after a turn, a die lifted; and the sheet of whose go it is, on a phone."""
    house = run(seed=7)
    watched = web_page(house.address)
    text = (SHEETS / "dizzle-level-3.toml").read_text("utf-8")
    both = Players(Person(watched.page, house), house, Round(text, 2))
    both.sit_down(NAMES, "level-3")
    both.turn()
    both.round.thrown(both.throw())
    wanted.keep("dizzle-letters", watched.page)
    phone = web_page(house.address, (360, 800)).page
    phone.goto(f"{house.address}/sheet/{both.round.seat + 1}")
    wanted.keep("dizzle-sheet", phone)
    both.person.take([str(both.round.places[0][0])])
    for size in SIZES:
        wanted.keep(f"dizzle-{size}", looking_at(web_page, house, size).page)
