"""Home, matches, settings: what they show, what they wish, and that nothing chosen is lost on the way."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import web as web_package
from companion.game import Option, msg
from companion.run.findings import NotLearned
from companion.table.wishes import Abandon, Begin, Leave, Rename, Resume
from hardware import health
from tests.toy import pages as toy
from tests.web import states
from tests.web.fakes import HEADS, FakeEye, FakePanel, FakeSim, house, silent
from web.choosing import clean, fitting, steps

ES = {"Accept-Language": "es"}
JSON = {"Accept": "application/json"}


def links(html: str, pattern: str) -> list[str]:
    found = re.findall(rf'href="([^"]*)"[^>]*{pattern}|{pattern}[^>]*href="([^"]*)"', html)
    return [(a or b).replace("&amp;", "&") for a, b in found]


def test_tapping_players_seats_them_in_that_order() -> None:
    client = house().app.test_client()
    path = "/"
    for name in ("Teo", "Ana"):
        path = links(client.get(path).text, f'data-key="p-{name}"')[0]
    assert parse_qs(urlsplit(path).query)["seat"] == ["Teo", "Ana"]
    html = client.get(path, headers=ES).text
    assert "empieza Teo" in html
    path = links(html, 'data-key="p-Teo"')[0]
    assert parse_qs(urlsplit(path).query)["seat"] == ["Ana"]


def test_nothing_can_be_played_without_players() -> None:
    html = house().app.test_client().get("/", headers=ES).text
    assert "Elige 1 jugador" in html
    assert re.search(r'<button class="key off" disabled>', html)


def test_options_change_by_a_tap_and_the_players_stay() -> None:
    client = house().app.test_client()
    html = client.get("/?game=dalek-dice&seat=Ana&seat=Teo", headers=ES).text
    up = links(html, 'aria-label="Subir a 70"')[0]
    assert parse_qs(urlsplit(up).query) == {
        "game": ["dalek-dice"], "seat": ["Ana", "Teo"], "opt.target": ["70"], "opt.dice": ["dalek"],
    }  # fmt: skip
    assert "<output>70</output>" in client.get(up).text


def test_a_match_begins_with_what_was_chosen() -> None:
    made = house()
    form = {"game": "dalek-dice", "seat": ["Teo", "Ana"], "opt.target": "30", "opt.dice": "d6"}
    answer = made.app.test_client().post("/matches", data=form)
    assert (answer.status_code, answer.location) == (303, "/table")
    assert made.session.wishes == [Begin("dalek-dice", ("Teo", "Ana"), {"target": 30, "dice": "d6"})]


def test_an_unknown_game_is_refused() -> None:
    made = house()
    assert made.app.test_client().post("/matches", data={"game": "chess"}, headers=JSON).status_code == 400
    assert made.session.wishes == []


def test_a_new_player_is_remembered_and_seated_last() -> None:
    made = house()
    form = {"game": "dalek-dice", "name": "  Zoe\n\t ", "seat": ["Ana"], "opt.target": "80"}
    answer = made.app.test_client().post("/players", data=form)
    assert parse_qs(urlsplit(answer.location).query)["seat"] == ["Ana", "Zoe"]
    assert parse_qs(urlsplit(answer.location).query)["opt.target"] == ["80"]
    assert "Zoe" in made.parts.players.players()


@pytest.mark.parametrize("name", ["", "   ", "\u200b\n"])
def test_a_name_without_letters_is_refused(name: str) -> None:
    made = house()
    answer = made.app.test_client().post("/players", data={"name": name}, headers=JSON)
    assert answer.status_code == 400
    assert len(made.parts.players.players()) == 5


def test_names_are_printable_and_short() -> None:
    assert clean("a\x00b\u202ec") == "a b c"
    assert len(clean("x" * 99)) == 24


def test_an_option_is_brought_into_its_bounds() -> None:
    number = Option("n", msg("x"), default=60, least=1, most=999)
    assert [fitting(number, text, {}) for text in ("5", "0", "1000", "x", None)] == [5, 1, 999, 60, 60]
    word = Option("w", msg("x"), default="a", values=("a", "b"))
    assert [fitting(word, text, {}) for text in ("b", "c", None)] == ["b", "a", "a"]


def test_steps_are_round_numbers_within_the_bounds() -> None:
    wide = Option("n", msg("x"), default=60, least=1, most=999)
    assert [steps(wide, n) for n in (60, 61, 1, 999)] == [(50, 70), (60, 70), (1, 10), (990, 999)]
    small = Option("n", msg("x"), default=3, least=1, most=5)
    assert [steps(small, n) for n in (1, 3, 5)] == [(1, 2), (2, 4), (4, 5)]


def test_the_match_on_the_table_can_be_gone_on_with() -> None:
    html = house(states.move()).app.test_client().get("/", headers=ES).text
    assert "Seguir: Dalek Dice" in html
    assert links(html, 'data-key="resume"') == ["/table"]


def test_a_match_that_was_left_is_resumed_by_a_tap() -> None:
    made = silent()
    made.session.kept = (replace(HEADS[0], id=9),)
    client = made.app.test_client()
    assert 'action="/matches/9/resume"' in client.get("/").text
    made.publish(states.move())
    client.post("/matches/9/resume")
    assert made.session.wishes == [Resume(9)]


def test_the_list_names_open_finished_and_abandoned_matches_with_their_scores() -> None:
    html = house().app.test_client().get("/matches", headers=ES).text
    for word in ("en juego", "terminada", "abandonada", "Nochevieja", "<b>61</b>", "<b>48</b>"):
        assert word in html


def test_a_log_is_told_newest_first_with_what_was_taken_back_struck_out() -> None:
    html = house().app.test_client().get("/matches/7", headers=ES).text
    assert html.index("Anota 12") < html.index("Anota 17") < html.index("Tira 10 dados")
    assert re.search(r'<li class="undone">(?:(?!</li>).)*Anota 17', html)


def test_an_unknown_match_is_a_page_with_a_way_back() -> None:
    client = house().app.test_client()
    answer = client.get("/matches/99", headers=ES)
    assert answer.status_code == 404
    assert "No hay ninguna partida 99" in answer.text
    assert 'href="/matches"' in answer.text
    assert client.post("/matches/99/resume", headers=JSON).status_code == 404


def test_abandoning_asks_first() -> None:
    made = house()
    client = made.app.test_client()
    assert 'action="/matches/7/abandon"' not in client.get("/matches/7").text
    assert 'action="/matches/7/abandon"' in client.get("/matches/7?sure=1").text
    answer = client.post("/matches/7/abandon")
    assert answer.location == "/matches/7"
    assert made.session.wishes == [Abandon(7)]
    assert "abandonada" in client.get("/matches/7", headers=ES).text


def test_a_match_is_named_and_left() -> None:
    made = house(states.move())
    client = made.app.test_client()
    client.post("/matches/7/name", data={"name": " La buena "})
    assert client.post("/leave").location == "/"
    assert made.session.wishes == [Rename(7, "La buena"), Leave()]
    assert client.get("/log").location == "/matches/7"


@pytest.mark.parametrize(
    ("accepts", "cookie", "language"),
    [
        ("es-ES,es;q=0.9", "", "es"),
        ("en-GB", "", "en"),
        ("de", "", "en"),
        ("", "", "es"),
        ("es", "en", "en"),
        ("en", "xx", "en"),
    ],
)
def test_the_language_is_the_viewers_choice_then_the_browsers(
    accepts: str, cookie: str, language: str
) -> None:
    client = house().app.test_client(use_cookies=False)
    headers = {"Accept-Language": accepts} | ({"Cookie": f"language={cookie}"} if cookie else {})
    assert f'<html lang="{language}"' in client.get("/", headers=headers).text


def test_language_theme_and_distance_are_kept_in_cookies_and_lead_back() -> None:
    client = house(states.move()).app.test_client()
    for field, path, value in (
        ("language", "/language", "en"),
        ("theme", "/theme", "light"),
        ("far", "/far", "1"),
    ):
        answer = client.post(path, data={field: value, "back": "/table"})
        assert (answer.status_code, answer.location) == (303, "/table")
    assert '<html lang="en" data-theme="light" data-far>' in client.get("/table").text
    assert client.post("/theme", data={"theme": "pink"}, headers=JSON).status_code == 400


def test_the_empty_tray_is_learnt_by_a_tap_and_a_refusal_is_said() -> None:
    eye = FakeEye()
    client = house(eye=eye).app.test_client()
    assert client.post("/setup/calibrate").location == "/setup?done=1"
    assert "Bandeja aprendida" in client.get("/setup?done=1", headers=ES).text
    eye.wrong = NotLearned(msg("eye.calibrate_hand"))
    answer = client.post("/setup/calibrate", headers=ES)
    assert answer.status_code == 409
    assert "Veo una mano: sácala y vuelve a aprender" in answer.text
    assert 'name="insist"' not in answer.text
    assert eye.calibrated == 1


def test_dice_in_the_tray_are_counted_and_ringed_and_a_second_tap_says_that_they_are_print() -> None:
    eye = FakeEye()
    client = house(eye=eye).app.test_client()
    square = ((10.0, 20.0), (50.0, 20.0), (50.0, 60.0), (10.0, 60.0))
    eye.wrong = NotLearned(msg("eye.calibrate_dice", n=2), (square, square), (640, 480))
    refused = client.post("/setup/calibrate", headers=ES)
    assert refused.status_code == 409
    assert "Veo 2 dados: sácalos y vuelve a aprender" in refused.text
    assert refused.text.count("<polygon") == 2
    assert 'viewBox="0 0 640 480"' in refused.text
    assert 'http-equiv="refresh"' not in refused.text  # else it would be gone before it is read
    assert 'http-equiv="refresh"' in client.get("/setup").text
    said = client.post("/setup/calibrate", headers=JSON | {"Accept-Language": "en"}).json
    assert said is not None
    assert "I see 2 dice" in str(said)
    assert eye.calibrated == 0
    assert client.post("/setup/calibrate", data={"insist": "1"}).location == "/setup?done=1"
    assert eye.calibrated == 1


def test_the_virtual_tray_is_emptied_by_a_tap_and_a_real_one_offers_none() -> None:
    sim = FakeSim()
    client = house(sim=sim).app.test_client()
    assert "Vaciar la bandeja" in client.get("/setup", headers=ES).text
    assert client.post("/setup/empty").location == "/setup"
    assert sim.emptied == 1
    real = house().app.test_client()
    assert "Vaciar la bandeja" not in real.get("/setup", headers=ES).text
    assert real.post("/setup/empty", headers=JSON).status_code == 404


def test_a_tray_never_learned_is_told_on_the_table_with_the_way_to_teach_it() -> None:
    unlearned = replace(states.first(), faults=(msg("eye.tray_unknown"),))
    client = house(unlearned).app.test_client()
    notice = re.findall(r'<a class="chip amiss".*?</a>', client.get("/table", headers=ES).text, re.DOTALL)
    assert len(notice) == 1
    assert 'href="/setup"' in notice[0]
    assert "Bandeja sin aprender" in notice[0]
    assert "Bandeja sin aprender" in client.get("/setup", headers=ES).text
    assert "amiss" not in house(states.first()).app.test_client().get("/table").text
    grave = house(states.fault()).app.test_client().get("/table").text
    assert "amiss" not in grave  # the Line says it already


def test_faults_are_listed_on_the_settings_page() -> None:
    client = house(states.fault()).app.test_client()
    assert "La cámara no responde" in client.get("/setup", headers=ES).text
    assert client.get("/health", headers=ES).json == {
        "ok": False, "number": 1, "ply": 2, "faults": ["La cámara no responde"],
    }  # fmt: skip


def test_the_virtual_box_shows_lamps_and_takes_presses() -> None:
    panel = FakePanel()
    client = house(states.move(), panel=panel).app.test_client()
    html = client.get("/panel").text
    assert html.count('class="light"') == 7
    client.post("/panel/press", data={"button": "stop"})
    assert client.post("/panel/press", data={"button": "x"}, headers=JSON).status_code == 400
    assert panel.pressed == ["stop"]
    assert house().app.test_client().get("/panel").status_code == 404


def test_static_files_are_kept_for_long_and_compressed() -> None:
    client = house().app.test_client()
    address = re.findall(r'href="(/static/page.css\?v=\w{8})"', client.get("/").text)[0]
    plain = client.get(address)
    packed = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.data) < len(plain.data) / 3
    assert "max-age=31536000" in packed.headers["Cache-Control"]


def test_the_log_of_a_match_can_be_saved_as_it_is_kept() -> None:
    client = house().app.test_client()
    saved = client.get("/matches/7/log.jsonl")
    assert saved.headers["Content-Disposition"] == 'attachment; filename="match-7.jsonl"'
    entries = [json.loads(line) for line in saved.text.splitlines()]
    assert [(entry["number"], entry["body"]["game"]) for entry in entries] == [(0, "dalek-dice")]
    assert client.get("/matches/99/log.jsonl").status_code == 404


def test_the_set_up_page_tells_how_the_box_is_and_a_fault_is_seen_from_everywhere() -> None:
    checks = (health.temperature(81.0), health.disk(5000), health.power(None))
    shown = replace(states.first(), faults=(msg("eye.camera_missing"),))
    client = house(shown, checks=lambda: checks).app.test_client()
    page = client.get("/setup", headers=ES).text
    assert [text in page for text in ("81 °C", "5000 MB", "no se sabe")] == [True] * 3
    assert 'class="mini bad"' in client.get("/").text
    assert 'class="mini bad"' not in house().app.test_client().get("/").text


def test_every_drawing_that_a_page_of_the_house_names_is_among_the_houses_drawings() -> None:
    web = Path(web_package.__file__).parent
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (web / "static/sprite.svg").read_text("utf-8")))
    pages = "".join(page.read_text("utf-8") for page in (web / "templates").rglob("*.html"))
    named = set(re.findall(r'icon\("([^"/]+)"', pages))
    assert len(named) > 20
    assert named <= drawn


def test_a_drawing_that_a_game_does_not_bring_is_seen_to_be_missing_and_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = house(toy.due())
    made.draw("games/toy/table.html", '<section id="worth">{{ icon("toy/" ~ "nowhere") * 2 }}</section>')
    html = made.app.test_client().get("/table").text
    assert len(re.findall(r'href="/static/sprite\.svg\?v=\w+#missing"', html)) == 2
    logged = [record.getMessage() for record in caplog.records]
    assert logged == ["no <symbol id='nowhere'> in page/symbols.svg of the game 'toy'; draw it there"]
