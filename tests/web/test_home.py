"""Choosing: robots among the players, sheets of the players' own, the best score of one alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from companion.game import Command
from companion.games import discover
from companion.table.log.records import MatchHead
from companion.table.wishes import Begin
from tests.browser import SIZES, Open
from tests.toy import PLUGIN as TOY
from tests.toy import pages as toy
from tests.web.conftest import Served
from tests.web.fakes import FakeSheets, House, house
from tests.web.test_pages import ES, JSON, links


class Idle:
    """A robot that is never asked."""

    def decide(self, state: Any, seat: int, luck: Random, /) -> tuple[Command, ...]:
        raise NotImplementedError


ROBOTS = {"simple": Idle(), "strong": Idle()}
PLUGINS = {
    "toy": replace(TOY, bots=ROBOTS),
    "dalek-dice": replace(discover().plugins["dalek-dice"], bots={}),
}


def query(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).query)


def test_a_game_with_bots_can_seat_them_and_numbers_the_second_of_a_sort() -> None:
    client = house(plugins=PLUGINS).app.test_client()
    path = "/?game=toy&seat=Ana"
    for _ in range(2):
        path = links(client.get(path, headers=ES).text, 'data-key="nb-strong"')[0]
    assert query(path)["seat"] == ["Ana", "Robot fuerte", "Robot fuerte 2"]
    assert query(path)["bot.Robot fuerte 2"] == ["strong"]
    html = client.get(path, headers=ES).text
    assert html.count('class="badge diamond p2 bot">') == html.count('class="badge hexagon p3 bot">') == 1
    path = links(html, 'data-key="b-Robot fuerte"')[0]
    assert query(path)["seat"] == ["Ana", "Robot fuerte 2"]


def test_a_match_with_a_bot_begins_with_its_strength_and_no_bot_is_remembered_as_a_player() -> None:
    made = house(plugins=PLUGINS)
    form = {"game": "toy", "seat": ["Robot", "Zoe"], "bot.Robot": "simple", "opt.rounds": "1"}
    made.app.test_client().post("/matches", data=form)
    assert made.session.wishes == [Begin("toy", ("Robot", "Zoe"), toy.OPTIONS, bots=("simple", ""))]
    assert "Robot" not in made.parts.players.players()


def test_a_strength_that_no_bot_has_is_a_person() -> None:
    made = house(plugins=PLUGINS)
    form = {"game": "toy", "seat": ["Robot"], "bot.Robot": "godlike"}
    made.app.test_client().post("/matches", data=form)
    assert made.session.wishes[0] == Begin("toy", ("Robot",), toy.OPTIONS)


def test_a_game_without_bots_offers_none() -> None:
    assert "nb-" not in house(plugins=PLUGINS).app.test_client().get("/?game=dalek-dice").text


def played_on(made: House, sheet: str) -> object:
    made.app.test_client().post("/matches", data={"game": "toy", "seat": ["Ana"], "opt.sheet": sheet})
    wish = made.session.wishes[-1]
    assert isinstance(wish, Begin)
    return wish.options["sheet"]


def test_sheets_that_we_bring_go_by_name_and_own_ones_by_their_whole_text() -> None:
    made = house(sheets=FakeSheets())
    html = made.app.test_client().get("/?game=toy", headers=ES).text
    assert "Nivel 2" in html
    assert query(links(html, 'class="chip own')[0])["opt.sheet"] == ["own:La mía"]
    assert played_on(made, "level-2") == "level-2"
    assert played_on(made, "own:La mía") == 'name = "La mía"\ngrid = "1 2 3"'
    assert played_on(made, "own:../secret") == "level-1"
    assert played_on(made, 'name = "smuggled"') == "level-1"


def test_a_broken_sheet_is_named_with_its_first_problem_and_the_way_to_all_of_them() -> None:
    client = house(sheets=FakeSheets()).app.test_client()
    html = client.get("/?game=toy", headers=ES).text
    assert "rota.toml: row 2, column 5: no such mark" in html
    assert "cubilete sheets check rota.toml" in html
    assert "rota.toml" not in client.get("/?game=dalek-dice").text


def test_one_alone_is_told_the_best_score_with_the_same_options() -> None:
    made = house()
    won = MatchHead(3, "toy", "", ("Teo",), toy.OPTIONS, "finished", (12,), (0,), "", 9)
    made.session.kept = (
        won,
        replace(won, id=4, totals=(99,), options={**toy.OPTIONS, "rounds": 2}),
        replace(won, id=5, totals=(99,), bots=("strong",)),
        replace(won, id=6, totals=(99,), status="open"),
        replace(won, id=7, totals=(11,)),
    )
    client = made.app.test_client()
    assert "Récord: 12 (Teo)" in client.get("/?game=toy&opt.rounds=1", headers=ES).text
    assert "Récord: 99 (Teo)" in client.get("/?game=toy&opt.rounds=2", headers=ES).text
    assert "Récord" not in client.get("/?game=toy&opt.rounds=3", headers=ES).text
    assert "Récord" not in client.get("/?game=toy&opt.rounds=1&seat=Ana&seat=Teo", headers=ES).text


def test_where_the_fewest_points_win_they_are_the_record() -> None:
    golf = house(plugins={"toy": replace(TOY, fewest_wins=True)})
    played = MatchHead(3, "toy", "", ("Teo",), toy.OPTIONS, "finished", (12,), (0,), "", 9)
    golf.session.kept = (played, replace(played, id=4, totals=(7,)), replace(played, id=5, totals=(7,)))
    assert "Récord: 7 (Teo)" in golf.app.test_client().get("/?game=toy", headers=ES).text
    made = house(toy.saved(), plugins={"toy": replace(TOY, fewest_wins=True)})
    made.session.kept = (played, replace(played, id=9, totals=(7,)))
    assert "¡Es el récord!" in made.app.test_client().get("/table", headers=ES).text


def test_a_game_without_a_picture_has_a_drawing_in_its_place() -> None:
    html = house().app.test_client().get("/").text
    assert "toy/art.svg" not in html
    assert "dalek-dice/art.svg" in html


def test_a_form_that_asks_for_no_match_is_told_so() -> None:
    answer = house().app.test_client().post("/matches", data={"like": "x"}, headers=JSON)
    assert answer.status_code == 400


CHOSEN = """
() => {
  const box = (it) => { const r = it.getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]; };
  const name = document.querySelector(".game.on strong"), words = document.createRange();
  name.textContent = "Barco, capitán y tripulación";
  words.selectNodeContents(name);
  const [l, t, r, b] = box(words), [left, top, right, bottom] = box(document.querySelector(".game.on .tick"));
  return {
    covered: l < right && left < r && t < bottom && top < b,
    players: box(document.querySelector(".folk .chip"))[3],
    end: box(document.querySelector("#choose"))[3],
  };
}"""


@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_a_fifth_game_with_a_long_name_hides_neither_its_name_nor_who_plays(
    size: tuple[int, int], served: Served, web_page: Open
) -> None:
    ours = {name: discover().plugins[name] for name in ("25-to-dice", "dalek-dice", "dize", "dizzle")}
    watched = web_page(served(house(plugins={**ours, TOY.id: TOY})), size)
    page = watched.page
    page.goto(f"{watched.origin}/?game=toy")
    assert page.locator(".game").count() == 5
    seen = page.evaluate(CHOSEN)
    assert not seen["covered"]
    assert seen["players"] <= seen["end"]
