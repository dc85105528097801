"""Whole games of 25 to Dice through the page: guards and inmates thrown, walks compared square by square."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import Open
from tests.games.prison.reckoning import LETTERS, Square, Way, Yard, picked, route
from tests.whole.conftest import Album, Run
from tests.whole.house import House
from tests.whole.person import PATIENCE, Person
from tests.whole.test_newcomer import SIZES, looking_at

pytestmark = pytest.mark.browser

PICTURES = [size for size in SIZES if size != "1080x810"]
ROUNDS = 2  # of a match for points, which otherwise goes on for fifteen
WAYS = ("hand", "tap", "letter")
NAMES = {"green": "verde", "blue": "azul"}
SHEETS = Path(__file__).parents[3] / "companion/games/prison/sheets"
SMALL = """
format = "escape-sheet/1"
name = "Small"
rounds = 15
escapes_to_win = 3
captures_to_lose = 3
exits = [2, 3, 4, 5]
grid = '''
3 1 5 2 6 4
5 6 2 4 1 3
1 2 3 4 5 6
'''
cells = { A = 1, B = 2, C = 3, D = 4, E = 5, F = 6 }
[patrol.green]
start = [1, 1]
arrows = '''
> > > > > v
^ v < v < v
^ < ^ < ^ <
'''
[patrol.blue]
start = [3, 6]
arrows = '''
v < < < < <
v > v > v ^
> ^ > ^ > ^
'''
"""


class Gang:
    """Those at the page, who move whoever gets nearer to an exit; `yards` reckon along, one a sheet."""

    def __init__(self, person: Person, house: House, yards: Sequence[Yard]) -> None:
        self.person, self.house, self.yards = person, house, yards
        self.page = person.page
        self.ways: Counter[str] = Counter()
        self.round = 1

    def sit_down(self, chosen: str) -> None:
        """From the home page, where the game is chosen, to the first throw."""
        self.page.goto(f"{self.house.address}/?game=25-to-dice{chosen}")
        self.page.click("form.go button")
        expect(self.page.locator("#prison")).to_be_visible(timeout=PATIENCE)

    @property
    def over(self) -> bool:
        return any(yard.result for yard in self.yards)

    # throws

    def throw(self) -> dict[str, int]:
        """Throw what is due; the page shows what really lies there. What each colour shows."""
        self.person.throw()
        really = [(int(die.face), die.colour or "white") for die in self.house.lying()]
        if not self.person.over:
            assert Counter(self.shown()) == Counter(really), "a die was misread in silence"
        return {colour: value for value, colour in really}

    def shown(self) -> list[tuple[int, str]]:
        """The dice in the tray row: value and colour."""
        dice = self.page.locator("#tray .die")
        drawn = dice.evaluate_all("all => all.map(it => it.outerHTML)")
        return [(int(found(r"#d6-(\d)", die)), found(r" c-(\w+)", die)) for die in drawn]

    def pick(self, between: Sequence[str]) -> str:
        """Several trails under a guard: a die decides, as often as it takes."""
        while True:
            assert self.person.line.startswith("Tira un dado: ")
            (die,) = self.throw().values()
            if (name := picked(between, die)) is not None:
                return name

    def guards(self, *, one: bool = False) -> None:
        """Green completely, then blue, on every sheet; of one colour one die after the other."""
        if not one:
            assert self.person.line == "Tira los guardias: verde y azul"
        dice = {} if one else self.throw()
        for who in ("green", "blue"):
            if one:
                assert self.person.line == f"Tira por el guardia {NAMES[who]}"
                (dice[who],) = self.throw().values()
            for yard in self.yards:
                if not yard.result or yard.scoring:
                    yard.march(who, dice[who], self.pick)
            if self.over:
                return

    # inmates

    def deal(self, yard: Yard) -> None:
        """All that one sheet's inmates do with a throw."""
        self.same(yard)
        self.person.throw()
        yard.thrown([int(die.face) for die in self.house.lying()])
        assert Counter(value for value, _ in self.shown()) == yard.dice, "a die was misread in silence"
        if yard.spare and not yard.done["changed"]:
            self.change(yard, min(yard.spare))
        while not yard.result and (way := yard.wise()):
            self.go(yard, way)
        if not yard.result:
            self.same(yard)
            self.person.press("stop")

    def go(self, yard: Yard, way: Way) -> None:
        """By dice lifted, dice tapped, or the inmate's letter, in turn."""
        how = WAYS[self.ways.total() % 3]
        dice = [str(way.die)] * max(len(way.path), 1)
        if how == "letter" and len(dice) > 1:
            how = "tap"  # a set is named by its dice
        self.ways[how] += 1
        if how == "hand":
            self.person.take(dice)
        elif how == "tap":
            self.tap(dice)
        self.choose(named(yard, way), way)
        if how != "hand":
            self.fetch(dice)
        yard.go(way)

    def fetch(self, dice: Sequence[str]) -> None:
        """Dice told to the page are taken out of the tray after all: that chooses nothing more."""
        if self.person.over:
            return
        left = list(self.house.lying())
        for value in dice:
            die = next(die for die in left if die.face == value)
            left.remove(die)
            self.person.click_on(die)
        for _ in range(300):
            shown = self.house.board.latest()
            if len(self.house.lying()) == len(left) and shown and len(shown.lying) == len(left):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"waited in vain for {dice} to be out of the tray")

    def tap(self, dice: Sequence[str]) -> None:
        for done, die in enumerate(dice, start=1):
            self.page.locator(f"#tray button.die:not(.lifted)[aria-label^='{die}']").first.click()
            expect(self.page.locator("#tray .die.lifted")).to_have_count(done, timeout=PATIENCE)

    def choose(self, name: str, way: Way) -> None:
        """The one key if it says just this; else the button that does; else narrow it, by who and where."""
        button = self.page.locator(f"#offers .taps .offer[aria-label='{name}']")
        for thing in (way.who, *(f"{row},{column}" for row, column in way.path[:-1]), ""):
            ply = self.person.ply
            if self.person.key("stop").locator("span").inner_text() == name:
                self.person.press("stop")
                return
            if button.is_visible():
                button.click()
                self.person.moved_on(ply)
                return
            self.toggle(thing)
        raise AssertionError(f"no way to do {name}")

    def toggle(self, thing: str) -> None:
        """A tap on an inmate, a square or an exit."""
        button = self.page.locator(f"#offers .thing[value='{thing}']")
        button.click(timeout=PATIENCE)
        expect(self.page.locator(f"#offers .thing.lifted[value='{thing}']")).to_be_attached(timeout=PATIENCE)

    def change(self, yard: Yard, column: int) -> None:
        """An exit's number for that of the first square that shows another."""
        square = min(square for square, number in yard.numbers.items() if number != yard.exits[column])
        self.toggle(f"exit {column}")
        self.page.click(f"#change input[value='{square[0]}']")
        self.toggle(f"{square[0]},{square[1]}")
        assert self.person.key("stop").inner_text().split("\n")[0] == "CAMBIAR"
        self.person.press("stop")
        yard.change(square, column)

    # what the page shows

    def same(self, yard: Yard) -> None:
        """The prison on the page is the one reckoned, to every number, trail and guard."""
        drawn = self.page.inner_html("#prison")
        states = re.findall(r'class="cl (\w+)"', drawn)
        assert dict(zip(LETTERS, states, strict=True)) == {n: i.status for n, i in yard.inmates.items()}
        numbers = re.findall(r'class="sq[^>]*><rect.*?<text[^>]*>(\d)', drawn)
        assert [int(number) for number in numbers] == [
            yard.numbers[square] for square in sorted(yard.numbers)
        ]
        exits = re.findall(r'class="ex(?: used)?(?: spare)?".*?(?:<text[^>]*>(\d)|<use)', drawn)
        assert [int(value or 0) for value in exits] == list(yard.exits.values())
        trails = re.findall(r'class="trail t(\w)" d="M[^L]*L[^L]*L([^"]*)"', drawn)
        lying = {name: [at(*point.split()) for point in line.split("L")] for name, line in trails}
        assert lying == {name: each.trail for name, each in yard.inmates.items() if each.status == "grid"}
        guards = re.findall(r'class="cop (\w+)" transform="translate\((\S+) (\S+)\)', drawn)
        assert {who: at(x, y) for who, x, y in guards} == yard.guards
        chased = {who: self.page.locator(f".cop.{who} text").all_text_contents() for who in yard.chased}
        assert chased == {who: [quarry] if quarry else [] for who, quarry in yard.chased.items()}
        assert self.page.inner_text("#meters .sub.r b").split("/")[0] == str(self.round)
        assert self.page.locator("#meters .sub.them b").inner_text().split("/")[0] == str(
            yard.count("captured")
        )
        if yard.scoring:
            points = self.page.locator("#meters .sub:nth-child(2) b").inner_text()
            assert int(points.replace("−", "-")) == yard.total


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, f"no {pattern} in {text}"
    return match[1]


def at(x: str, y: str) -> Square:
    """The square that this place of the drawing is in: 60 units each."""
    return (int(float(y) // 60) + 1, int(float(x) // 60) + 1)


def named(yard: Yard, way: Way) -> str:
    """What the page calls it."""
    return f"{way.who} {route(yard, way)} {way.die}" if way.path else f"{way.who} sale con {way.die}"


def escaping(gang: Gang) -> None:
    """A whole game against the guards, compared as it goes."""
    (yard,) = gang.yards
    while gang.round <= yard.data["rounds"]:
        gang.guards()
        if not yard.result:
            gang.deal(yard)
        if yard.result:
            return
        gang.round += 1


def test_one_plays_a_small_prison_to_the_end(run: Run, web_page: Open, tmp_path: Path) -> None:
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "small.toml").write_text(SMALL, encoding="utf-8")
    house = run(seed=8)
    watched = web_page(house.address)
    yard = Yard(SMALL)
    ana = Gang(Person(watched.page, house), house, [yard])
    ana.sit_down("&opt.sheet=own:Small&seat=Ana")
    escaping(ana)
    watched.page.wait_for_selector("#stage.is-over", timeout=PATIENCE)
    assert ana.person.scores == (yard.count("escaped"),)
    assert watched.page.inner_text("#worth .num") == str(yard.count("escaped"))
    assert watched.page.get_attribute("#table", "data-state") == ("win" if yard.result == "won" else "bad")
    assert min(ana.ways[way] for way in WAYS) > 0
    assert yard.done["step"] + yard.done["set"] > 0
    assert watched.faults == []


@pytest.mark.pictures
def test_pictures_of_25_to_dice(run: Run, web_page: Open, wanted: Album) -> None:
    """The house prison in its third round, a die lifted; and a match for points in its second."""
    house = run(seed=5)
    text = (SHEETS / "25-to-dice.toml").read_text("utf-8")
    ana = Gang(Person(web_page(house.address).page, house), house, [Yard(text)])
    ana.sit_down("&seat=Ana")
    for _ in range(2):
        ana.guards()
        ana.deal(ana.yards[0])
        ana.round += 1
    ana.guards()
    ana.person.throw()
    ana.yards[0].thrown([int(die.face) for die in house.lying()])
    if way := ana.yards[0].wise():
        ana.person.take([str(way.die)])
    for size in PICTURES:
        wanted.keep(f"prison-{size}", looking_at(web_page, house, size).page)
    both = Gang(ana.person, house, [Yard(text, scoring=True), Yard(text, scoring=True)])
    both.sit_down("&opt.mode=points&seat=Ana&seat=Teo")
    both.guards()
    for yard in both.yards:
        both.deal(yard)
    both.guards()
    both.person.throw()
    wanted.keep("prison-points-1280x800", looking_at(web_page, house, "1280x800").page)


def test_two_play_for_points_with_dice_of_one_colour(run: Run, web_page: Open) -> None:
    house = run(seed=6)
    watched = web_page(house.address)
    text = (SHEETS / "25-to-dice.toml").read_text("utf-8")
    both = Gang(Person(watched.page, house), house, [Yard(text, scoring=True), Yard(text, scoring=True)])
    both.sit_down("&opt.mode=points&opt.dice=one&seat=Ana&seat=Teo")
    for _ in range(ROUNDS):
        both.guards(one=True)
        for yard in both.yards:
            both.deal(yard)
        escaped = watched.page.locator(".rivals p > b").all_text_contents()
        totals = watched.page.locator(".rivals p > span:last-child").all_text_contents()
        said = [(int(n), int(total.replace("−", "-"))) for n, total in zip(escaped, totals, strict=True)]
        assert said == [(yard.count("escaped"), yard.total) for yard in both.yards]
        both.round += 1
    assert watched.faults == []
