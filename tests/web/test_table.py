"""The table page: what it draws of each state, and the wishes that its taps make."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from flask.testing import FlaskClient

from companion.game import News, msg
from companion.table.log.records import MatchHead
from companion.table.shown.snapshot import Light, Shown
from companion.table.wishes import Answer, Begin, Correct, Enter, Press, Take, Toggle, Wish
from tests.games.dize import test_page as dize_page
from tests.toy import pages as toy
from tests.web import states
from tests.web.fakes import FakeSim, House, house, silent

JSON = {"Accept": "application/json"}


def text(client: FlaskClient, path: str = "/table", language: str = "es") -> str:
    answer = client.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


def the_line(html: str) -> str:
    found = re.search(r'<h1 role="status">(.*?)</h1>', html)
    assert found
    return found[1]


def the_number(html: str) -> str:
    found = re.search(r'<p class="num">(.*?)</p>', html)
    assert found
    return found[1]


@pytest.mark.parametrize("name", states.STATES)
@pytest.mark.parametrize("language", ["es", "en"])
def test_every_state_can_be_drawn_in_both_languages(name: str, language: str) -> None:
    made = house(states.STATES[name]())
    html = text(made.app.test_client(), language=language)
    assert f'<html lang="{language}"' in html
    assert the_line(html) == made.parts.words.say(made.board.latest().line, language)  # type: ignore[union-attr]


def test_the_number_is_what_stop_would_score_with_the_hand() -> None:
    assert the_number(text(house(states.move()).app.test_client())) == "8"


def test_no_worth_is_shown_while_stop_is_blocked() -> None:
    html = text(house(states.blocked()).app.test_client())
    assert "Si paras" not in html
    assert the_number(html) == "28"  # what the player has already


def test_dice_in_the_hand_are_drawn_in_the_race_as_outlined() -> None:
    html = text(house(states.move()).app.test_client())
    assert len(re.findall(r'class="tok v\d new"', html)) == 4
    assert len(re.findall(r'class="tok v\d"', html)) == 2
    assert 'class="race n16 at8"' in html


def test_a_hand_that_would_end_the_turn_is_drawn_and_counted_once_too() -> None:
    html = text(house(states.last_dice()).app.test_client())
    assert the_number(html) == "15"  # ten humans, and five for the last die
    assert len(re.findall(r'class="tok v\d new"', html)) == 5
    assert 'class="race n16 at10"' in html


def test_daleks_are_not_compared_with_humans_once_the_third_exterminate_decides() -> None:
    for language in ("es", "en"):
        html = text(house(states.third_exterminate()).app.test_client(), language=language)
        assert not re.search(r"Faltan? \d+ dalek|Daleks? short|Bastan los daleks|Daleks enough", html)
        assert the_number(html) == "16"
    assert "Faltan 6 daleks" in text(house(states.few_daleks()).app.test_client())


def test_a_turn_that_just_ended_is_still_to_be_seen() -> None:
    html = text(house(states.good()).app.test_client())
    assert "Ana anota" in html
    assert the_number(html) == "12"


def test_each_die_says_its_face_how_sure_and_where_it_comes_from() -> None:
    html = text(house(states.move()).app.test_client())
    assert 'aria-label="3 daleks, visto al 99 %, elegido"' in html
    assert 'aria-label="2 daleks, corregido, elegido"' in html
    assert "Corregir: Exterminar, visto al 93 %, obligado" in html


def the_news(html: str) -> str:
    """What stands beside the Line, without its marks."""
    found = re.search(r'<p class="news[^"]*">(.*?)</p>', html)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


def test_after_a_turn_the_line_tells_the_next_to_throw_and_whose_news_stands_beside_it() -> None:
    html = text(house(states.good()).app.test_client())
    assert the_line(html) == "Tira 10 dados"
    assert re.search(r'<div class="who">.*?<span>Teo</span></div>', html)
    assert the_news(html) == "A Ana: Anota 12"
    assert '<div class="sign"><svg class="i" viewBox="0 0 24 24" aria-hidden="true"><use href' in html
    assert "#cup" in html[html.index('class="sign"') :][:200], "the sign says what to do, not what was done"


def test_news_beside_the_line_is_not_told_again_in_the_tray() -> None:
    shown = states.good()
    last = News(msg("dalek-dice.news.last_round", points=60), "calm")
    html = text(house(replace(shown, news=(last, *shown.news))).app.test_client())
    assert the_news(html) == "A Ana: Anota 12"
    assert '<p class="told"><span>Ya hay 60: última ronda</span></p>' in html


def test_equal_news_of_two_players_are_told_of_both_by_name() -> None:
    flags = tuple(News(msg("dizzle.news.flag", points=10), "good", seat) for seat in (1, 2))
    html = text(house(replace(states.good(), news=flags)).app.test_client())
    assert the_news(html) == "T Teo: Bandera: 10 puntos"
    (told,) = re.findall(r'<p class="told">(.*?)</p>', html)
    assert re.findall(r'<span class="sr">(.*?)</span>', told) == ["Lucía:"]
    assert told.count("Bandera: 10 puntos") == 1


@pytest.mark.parametrize("light", ["rolling", "look", "fault"])
def test_news_gives_way_to_what_the_line_has_to_say_of_dice_and_box(light: Light) -> None:
    assert the_news(text(house(replace(states.good(), light=light)).app.test_client())) == ""


def test_alone_nobody_has_to_be_told_whose_news_it_is() -> None:
    one = states.shown(states.turn(states.started(1), "HHHKKKddhD", "HHHKKKdd"), light="good")
    assert the_news(text(house(one).app.test_client())) == "Anota 12"


def test_the_throw_key_of_the_virtual_tray_is_lit_when_a_throw_is_due_and_dead_while_one_chooses() -> None:
    def key(shown: Shown) -> str:
        html = text(house(shown, sim=FakeSim()).app.test_client())
        found = re.search(r'<button class="chip throw[^>]*>', html)
        assert found
        return found[0]

    lit, dead = '<button class="chip throw on">', '<button class="chip throw" disabled>'
    for due in (states.first(), states.good(), states.bad(), states.complaint()):
        assert key(due) == lit
    assert key(states.rolling()) == '<button class="chip throw">'
    for choosing in (states.move(), states.practice(), states.blocked()):
        assert key(choosing) == dead


def test_the_question_lists_all_faces_the_likeliest_first_and_no_die_last() -> None:
    html = text(house(states.unsure()).app.test_client())
    faces = re.findall(r'class="face[^"]*"[^>]*name="face" value="(\w*)"', html)
    assert faces == ["dalek2", "dalek3", "human2", "human4", "doctor", "exterminate", ""]


def test_faces_and_keys_say_which_die_they_were_pressed_about() -> None:
    told = '<input type="hidden" name="die" value="14">'
    assert text(house(states.unsure()).app.test_client()).count(told) == 2
    assert 'name="die" value="14"' not in text(house(states.move()).app.test_client())


def test_next_moves_the_proposed_face_to_the_front() -> None:
    shown = states.unsure()
    assert shown.query
    made = house(replace(shown, query=replace(shown.query, current=2)))
    faces = re.findall(r'name="face" value="(\w+)"', text(made.app.test_client()))
    assert faces[0] == "human2"


def test_without_a_match_the_table_leads_home() -> None:
    answer = house(Shown(1, 0, "idle", msg("page.waiting"))).app.test_client().get("/table")
    assert (answer.status_code, answer.location) == (303, "/")


def test_before_anything_was_published_the_page_waits() -> None:
    made = silent()
    assert made.app.test_client().get("/health").json == {"ok": True, "number": 0, "ply": 0, "faults": []}


TAPS: list[tuple[str, dict[str, str], Wish]] = [
    ("/table/press", {"key": "stop", "ply": "6"}, Press("stop", 6)),
    ("/table/press", {"key": "stop", "ply": "6", "die": "14"}, Press("stop", 6, 14)),
    ("/table/toggle", {"die": "3", "ply": "6"}, Toggle(3, 6)),
    ("/table/toggle", {"item": "square 3 4", "ply": "6"}, Toggle("square 3 4", 6)),
    ("/table/take", {"offer": "1", "ply": "6"}, Take(1, 6)),
    ("/table/answer", {"face": "dalek3", "ply": "6", "die": "14"}, Answer("dalek3", 6, 14)),
    ("/table/answer", {"face": "", "ply": "6", "die": "14"}, Answer(None, 6, 14)),
    ("/table/correct", {"die": "2", "face": "doctor", "ply": "6"}, Correct(2, "doctor", 6)),
    ("/table/enter", {"faces": "human4,dalek2", "ply": "6"}, Enter(("human4", "dalek2"), 6)),
]


@pytest.mark.parametrize(("path", "form", "wish"), TAPS)
def test_a_tap_becomes_a_wish_with_the_ply_it_was_made_at(
    path: str, form: dict[str, str], wish: Wish
) -> None:
    made = house(states.move())
    answer = made.app.test_client().post(path, data=form)
    assert (answer.status_code, answer.location) == (303, "/table")
    assert made.session.wishes == [wish]


@pytest.mark.parametrize(("path", "form", "wish"), TAPS)
def test_a_refused_tap_is_a_409_with_the_reason_over_the_table(
    path: str, form: dict[str, str], wish: Wish
) -> None:
    made = house(states.move())
    made.session.refusal = msg("test.stale")
    answer = made.app.test_client().post(path, data=form, headers={"Accept-Language": "es"})
    assert answer.status_code == 409
    assert "La mesa ya ha cambiado" in answer.text
    assert the_line(answer.text) == "Para con 8 o tira 1 dado"


def test_a_program_gets_a_refusal_in_the_one_shape() -> None:
    made = house(states.move())
    made.session.refusal = msg("test.stale")
    answer = made.app.test_client().post(
        "/table/press", data={"key": "stop", "ply": "1"}, headers={**JSON, "Accept-Language": "en"}
    )
    assert answer.status_code == 409
    assert answer.json is not None
    assert set(answer.json) == {"error", "expected", "way_out"}
    assert answer.json["error"] == "The table has moved on"


def test_a_program_gets_number_and_ply_when_it_is_done() -> None:
    made = house(states.move())
    answer = made.app.test_client().post("/table/press", data={"key": "undo", "ply": "2"}, headers=JSON)
    assert answer.json == {"number": 1, "ply": 2}


@pytest.mark.parametrize(
    "form", [{"key": "stop"}, {"key": "stop", "ply": "-1"}, {"key": "go", "ply": "1"}, {}]
)
def test_a_broken_form_is_refused_and_never_reaches_the_session(form: dict[str, str]) -> None:
    made = house(states.move())
    assert made.app.test_client().post("/table/press", data=form).status_code == 400
    assert made.session.wishes == []


def test_a_session_that_does_not_answer_is_said_so() -> None:
    made = house(states.move())
    made.session.silent = True
    answer = made.app.test_client().post("/table/press", data={"key": "stop", "ply": "1"}, headers=JSON)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "2"


def test_a_die_is_corrected_by_tapping_it_and_then_its_face() -> None:
    made = house(states.move())
    client = made.app.test_client()
    assert 'href="/table?fix=3"' in text(client)  # the forced die: not to be chosen, so a tap corrects it
    assert 'data-fix="/table?fix=0"' in text(client)  # one that can be chosen: a long press
    assert text(client, "/table?fix=any").count('href="/table?fix=') == 6  # or the pencil, then any of them
    html = text(client, "/table?fix=3")
    assert 'name="die" value="3"' in html
    assert re.findall(r'name="face" value="(\w+)"', html) == [
        "doctor",
        "human2",
        "human4",
        "dalek2",
        "dalek3",
    ]


def test_correcting_a_die_that_is_not_there_is_playing() -> None:
    client = house(states.move()).app.test_client()
    assert 'class="stage is-game of-dalek-dice' in text(client, "/table?fix=17")
    assert 'class="stage is-game of-dalek-dice' in text(client, "/table?fix=banana")


def test_dice_are_entered_face_by_face_until_there_are_enough() -> None:
    client = house(states.first()).app.test_client()
    html = text(client, "/table?enter=")
    assert 'href="/table?enter=human4"' in html
    assert "disabled" in html
    full = ",".join(["human4"] * 10)
    html = text(client, f"/table?enter={full},doctor")
    assert f'name="faces" value="{full}"' in html
    assert 'class="face done" data-key="f-done">' in html


def test_faces_that_no_die_has_are_not_entered() -> None:
    html = text(house(states.first()).app.test_client(), "/table?enter=human4,<script>,7")
    assert 'name="faces" value="human4"' in html


def test_a_question_goes_before_correcting_and_entering() -> None:
    client = house(states.unsure()).app.test_client()
    assert "is-ask" in text(client, "/table?fix=1")
    assert "is-ask" in text(client, "/table?enter=human4")


def test_the_end_offers_the_same_match_again() -> None:
    made = house(states.over())
    html = text(made.app.test_client())
    assert 'name="like" value="7"' in html
    assert 'formaction="/matches"' in html
    assert html.count("<polyline") == 4
    made.app.test_client().post("/matches", data={"like": "7"})
    assert made.session.wishes == [
        Begin("dalek-dice", ("Ana", "Teo"), {"target": 60, "sheet": "[whole text]"}, bots=("", "strong"))
    ]
    assert made.app.test_client().post("/matches", data={"like": "99"}, headers=JSON).status_code == 404


def test_a_match_that_is_over_can_throw_no_dice() -> None:
    assert "LANZAR" in text(house(states.first(), sim=FakeSim()).app.test_client())
    assert "LANZAR" not in text(house(states.over(), sim=FakeSim()).app.test_client())


def test_a_match_of_one_says_how_it_ended_and_the_best_score() -> None:
    made = house(toy.saved())
    assert "¡Es el récord!" not in text(made.app.test_client())
    played = MatchHead(3, "toy", "", ("Teo",), toy.OPTIONS, "finished", (12,), (0,), "", 9)
    made.session.kept = (played,)
    html = text(made.app.test_client())
    assert the_line(html) == "¡El pueblo se salva!"
    assert "Récord: 12" in html
    made.session.kept = (played, replace(played, id=9, totals=(13,)))
    assert "¡Es el récord!" in text(made.app.test_client())


def test_a_match_lost_together_is_no_gold() -> None:
    html = text(house(toy.lost()).app.test_client())
    assert the_line(html) == "Los zombis ganan"
    assert 'class="worth champ all lost"' in html


def test_names_cannot_bring_markup() -> None:
    shown = states.move()
    assert shown.match
    evil = replace(shown.match, seats=("<b>x</b>", '"onload=', "Lucía", "Marc"))
    html = text(house(replace(shown, match=evil)).app.test_client())
    assert "<b>x</b>" not in html
    assert "&lt;b&gt;x&lt;/b&gt;" in html


def test_no_page_carries_script_or_style_of_its_own() -> None:
    made: House = house(states.move(), sim=FakeSim())
    client = made.app.test_client()
    for path in ("/", "/table", "/table?fix=1", "/matches", "/matches/7", "/more", "/setup", "/pair"):
        html = text(client, path)
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)|https?://", html), path


def test_throw_and_lift_reach_the_virtual_tray() -> None:
    sim = FakeSim()
    client = house(states.first(), sim=sim).app.test_client()
    assert client.post("/sim/throw").status_code == 303
    assert client.post("/sim/lift", data={"x": "12.5", "y": "99"}, headers=JSON).json == {"lifted": True}
    assert client.post("/sim/lift", data={"x": "left"}, headers=JSON).status_code == 400
    assert (sim.throws, sim.lifts) == (1, [(12.5, 99.0)])


def test_a_die_that_was_lifted_can_be_put_back_into_the_virtual_tray() -> None:
    sim = FakeSim()
    made = house(states.move(), sim=sim)
    assert 'aria-label="Devolver: 3 daleks"' in text(made.app.test_client())
    made.app.test_client().post("/sim/put", data={"face": "dalek3"})
    assert sim.put_back == ["dalek3"]
    sim.reason = msg("test.stale")
    answer = made.app.test_client().post("/sim/put", data={"face": "x"}, headers=JSON)
    assert answer.status_code == 409
    assert "Devolver" not in text(house(states.ten(), sim=sim).app.test_client())


def test_a_throw_that_is_not_due_is_refused_with_the_reason() -> None:
    sim = FakeSim()
    sim.reason = msg("test.stale")
    answer = (
        house(states.move(), sim=sim).app.test_client().post("/sim/throw", headers={"Accept-Language": "es"})
    )
    assert answer.status_code == 409
    assert "La mesa ya ha cambiado" in answer.text


def test_without_a_virtual_tray_there_is_no_throw_button() -> None:
    client = house(states.first()).app.test_client()
    assert "LANZAR" not in text(client)
    assert client.post("/sim/throw", headers=JSON).status_code == 404


def test_a_games_own_style_is_linked_when_it_brings_one() -> None:
    assert "/style.css" not in text(house(toy.due()).app.test_client())
    html = text(house(dize_page.shown(dize_page.STATES["choose"])).app.test_client())
    assert html.index("/static/page.css") < html.index("/games/dize/style.css?v=")
