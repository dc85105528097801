"""The page of diZe: seven zones that add up, numbers that launch what they say, a record beside them."""

from __future__ import annotations

import re

import pytest

from companion.dice import Die
from companion.game import Ask, Roll, msg, step
from companion.games.dize.rules import GAME
from companion.games.dize.state import Allocate, Choose, GiveUp, State
from companion.games.dize.zones import Fight, Zones
from companion.table.log.records import MatchHead
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Take
from tests.web.fakes import House, house

WON = MatchHead(8, "dize", "", ("Ana",), {"zombies": 4}, "finished", (18,), (0,), "2026-11-17T22:40:00", 90)


def shown(state: State, hand: tuple[str, ...] = ()) -> Shown:
    """What the table shows of it, as far as the middle of the page looks at that."""
    ask = GAME.ask(state, hand)
    head = MatchHead(9, "dize", "", ("Ana",), {"zombies": state.start}, "open", (state.score,), (), "", 3)
    line = ask.text if isinstance(ask, Ask) else ask.reason
    after = GAME.apply(state, 0, Allocate(hand)) if hand else state
    seen = (after, None) if after.phase == "decide" else (state, None, hand)  # as a session has it
    return Shown(
        3, 3, "move", line, head, seat=0, ask=ask, totals=(state.score,), news=GAME.news(state),
        view=GAME.view(*seen), progress=GAME.progress(state),
    )  # fmt: skip


def page(state: State, hand: tuple[str, ...] = (), language: str = "es") -> tuple[House, str]:
    made = house(shown(state, hand))
    answer = made.app.test_client().get("/table", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return made, answer.text


def rolled(faces: str) -> tuple[Die, ...]:
    return tuple(Die("d6", face) for face in faces)


def counts(html: str) -> tuple[int, ...]:
    return tuple(int(n) for n in re.findall(r'class="zone .*?<p class="count">(\d+)</p>', html, re.S))


SUCCESS = State(6, Zones(6, 2, 4, 2, 2, 2, 2), "allocate", 3, Fight(("6", "4", "2", "5"), 2, 2))
STATES = {
    "choose": GAME.start(1, {"zombies": 6}),
    "infection": step(GAME, GAME.start(1, {"zombies": 6}), 0, Choose(5)),
    "attack": State(6, Zones(8, 4, 4, 1, 1, 1, 1), "attack"),
    "allocate": SUCCESS,
    "decide": step(GAME, SUCCESS, 0, Allocate(("5", "6"))),
    "bite": State(19, Zones(1, 19), "bite", 2),
}


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("language", ["es", "en"])
def test_the_seven_zones_on_the_page_add_up_to_twenty(name: str, language: str) -> None:
    _, html = page(STATES[name], language=language)
    assert len(counts(html)) == 7
    assert sum(counts(html)) == 20


def test_every_number_launches_what_it_says_and_the_usual_one_is_marked() -> None:
    made, html = page(STATES["choose"])
    buttons = re.findall(r'name="offer" value="(\d+)"[^>]*><b>(\d+)</b>', html)
    assert [int(n) for _, n in buttons] == list(range(1, 13))
    ask = shown(STATES["choose"]).ask
    assert isinstance(ask, Ask)
    for place, n in buttons:
        assert ask.offers[int(place)].commands == (Choose(int(n)),)
    assert re.findall(r'class="offer usual"[^>]*><b>(\d+)</b>', html) == ["11"]
    made.app.test_client().post("/table/take", data={"offer": buttons[4][0], "ply": "3"})
    assert made.session.wishes == [Take(int(buttons[4][0]), 3)]


def test_giving_up_is_a_button_of_its_own() -> None:
    for name in ("choose", "allocate", "decide"):
        _, html = page(STATES[name])
        (place,) = re.findall(r'class="offer quit[^"]*"[^>]*name="offer" value="(\d+)"', html)
        ask = shown(STATES[name]).ask
        assert isinstance(ask, Ask)
        assert ask.offers[int(place)].commands == (GiveUp(),)


def test_the_fight_shows_dice_heroes_and_captured_on_their_sides() -> None:
    _, html = page(SUCCESS)
    even, odd = re.findall(r'<ul class="road">(.*?)</ul>', html, re.S)
    assert re.findall(r"#([\w-]+)", even) == ["d6-6", "d6-4", "d6-2", "star", "star"]
    assert re.findall(r"#([\w-]+)", odd) == ["d6-5", "zombie", "zombie"]


def test_the_number_is_what_stopping_brings_with_these_dice_in_the_hand() -> None:
    _, html = page(SUCCESS, ("5", "6"))
    assert '<p class="num">11</p>' in html
    assert "6 + 2 + 3 presos" in html
    assert '<p class="num">8</p>' in page(SUCCESS)[1]
    last = State(6, Zones(16, 1, 2, 0, 0, 0, 1), "allocate", fight=Fight(("2", "4"), 0, 0))
    _, html = page(last, ("2",))
    assert '<p class="num">18</p>' in html
    assert "6 + 1 + 1 + 10" in html


def test_the_best_score_with_as_many_zombies_stands_beside() -> None:
    made = house(shown(GAME.start(1, {"zombies": 4})))
    made.session.kept = (WON,)
    assert (
        "Récord con 4 zombis" in made.app.test_client().get("/table", headers={"Accept-Language": "es"}).text
    )
    other = house(shown(GAME.start(1, {"zombies": 5})))
    other.session.kept = (WON,)
    assert "Récord" not in other.app.test_client().get("/table", headers={"Accept-Language": "es"}).text


def test_what_is_to_be_thrown_is_said_beside_the_news() -> None:
    failed = step(GAME, State(6, Zones(8, 4, 4, 1, 1, 1, 1), "attack"), 0, Roll(rolled("1351")))
    made, html = page(failed)
    for text in (msg("dize.bite", n=5), GAME.news(failed)[0].text):
        assert made.parts.words.say(text, "es") in html
