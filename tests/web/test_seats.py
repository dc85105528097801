"""A sheet for each player: the page, the codes that lead to it, and what a phone may do with one."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.game import Ask, msg
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Take, Toggle
from tests.toy import pages as toy
from tests.web import states
from tests.web.fakes import House, house
from tests.web.test_live import data, follow
from tests.web.test_pages import ES, JSON
from tests.web.test_table import text
from web import seats
from web.pairing import COOKIE, SEAT_COOKIE

PHONE = {"REMOTE_ADDR": "192.168.1.23"}
TABLET = {"base_url": "http://192.168.1.9:8080", "environ_base": {"REMOTE_ADDR": "192.168.1.30"}}


def drafting() -> Shown:
    """Two at the table; the second, Teo, is to take: two ways and a key."""
    offers = tuple(replace(offer, seat=1) for offer in (toy.offer(0, msg("toy.up")), toy.offer(1)))
    key = replace(toy.offer(2), seat=1, button="main")
    shown = toy.shown(Ask(1, msg("toy.ask"), offers=(*offers, key)), "1334566", seats=2)
    return replace(shown, seat=1)


def seated(shown: Shown | None = None, **more: Any) -> House:
    return house(shown or drafting(), **more)


def passed(made: House, seat: int = 1, match: int = 9) -> FlaskClient:
    """A phone that has scanned that seat's code."""
    client = made.app.test_client()
    code = made.app.extensions["pairing"].seat_pass(match, seat)
    answer = client.get(f"/sheet/{seat + 1}?pass={code}", environ_base=PHONE)
    assert (answer.status_code, answer.location) == (303, f"/sheet/{seat + 1}")  # and the pass has left it
    return client


def test_a_sheet_shows_its_seat_and_all_that_this_seat_can_do() -> None:
    client = seated().app.test_client()
    html = text(client, "/sheet/2")
    assert "hoja de Teo" in html
    assert re.findall(r'name="offer" value="(\d)"', html) == ["0", "1", "2"]
    assert html.count('class="letter"') == 2  # the key has none
    assert 'name="back" value="/sheet/2"' in html
    other = text(client, "/sheet/1")
    assert "hoja de Ana" in other
    assert 'name="offer"' not in other


def test_a_sheet_follows_the_table() -> None:
    made = seated()
    assert 'data-events="/events?sheet=1&amp;' in text(made.app.test_client(), "/sheet/2")
    answer, stream = follow(made.app.test_client(), "/events?sheet=1&after=1")
    made.publish(replace(drafting(), line=msg("toy.won")))
    slots = data(next(stream))["slots"]
    assert set(slots) == {"line"}
    answer.close()


@pytest.mark.parametrize("path", ["/sheet/0", "/sheet/3", "/sheet/99"])
def test_a_seat_that_is_not_there_has_no_sheet(path: str) -> None:
    assert seated().app.test_client().get(path).status_code == 404


def test_a_game_without_a_drawing_has_no_sheets_and_no_button_for_them() -> None:
    client = house(states.move()).app.test_client()
    assert client.get("/sheet/1").status_code == client.get("/sheets").status_code == 404
    assert 'href="/sheets"' not in text(client)
    assert 'href="/sheets"' in text(seated().app.test_client())
    idle = seated(Shown(0, 0, "idle", msg("page.waiting"))).app.test_client()
    assert idle.get("/sheet/1").status_code == 404


def test_a_phone_with_a_pass_takes_an_offer_of_its_seat_and_comes_back_to_its_sheet() -> None:
    made = seated()
    client = passed(made)
    form = {"offer": "1", "ply": "6", "back": "/sheet/2"}
    answer = client.post("/table/take", data=form, environ_base=PHONE)
    assert (answer.status_code, answer.location) == (303, "/sheet/2")
    client.post("/table/toggle", data={"item": "C3", "ply": "6"}, environ_base=PHONE)
    assert made.session.wishes == [Take(1, 6), Toggle("C3", 6)]
    made.session.refusal = msg("test.stale")
    refused = client.post("/table/take", data=form, environ_base=PHONE, headers=ES)
    assert refused.status_code == 409
    assert "hoja de Teo" in refused.text
    assert "La mesa ya ha cambiado" in refused.text


@pytest.mark.parametrize(
    ("seat", "match", "path", "form"),
    [
        (0, 9, "/table/take", {"offer": "1", "ply": "6"}),  # another's turn
        (1, 8, "/table/take", {"offer": "1", "ply": "6"}),  # the match before
        (0, 9, "/table/toggle", {"die": "1", "ply": "6"}),
        (1, 9, "/table/take", {"offer": "7", "ply": "6"}),  # no such offer
        (1, 9, "/table/take", {"offer": "x", "ply": "6"}),
        (1, 9, "/table/press", {"key": "undo", "ply": "6"}),  # not for one seat
        (1, 9, "/leave", {}),
        (1, 9, "/matches", {"game": "toy", "seat": "Ana"}),
    ],
)
def test_a_pass_is_good_for_its_seat_of_its_match_and_for_nothing_else(
    seat: int, match: int, path: str, form: dict[str, str]
) -> None:
    made = seated()
    client = made.app.test_client()
    client.set_cookie(SEAT_COOKIE, made.app.extensions["pairing"].seat_pass(match, seat))
    assert client.post(path, data=form, environ_base=PHONE, headers=JSON).status_code == 403
    assert made.session.wishes == []


@pytest.mark.parametrize("code", ["x", "WzksMV0.bad", ""])
def test_a_pass_that_is_not_ours_is_worth_nothing(code: str) -> None:
    made = seated()
    client = made.app.test_client()
    answer = client.get(f"/sheet/2?pass={code}", environ_base=PHONE)
    assert "Set-Cookie" not in answer.headers
    client.set_cookie(SEAT_COOKIE, code or "x")
    form = {"offer": "1", "ply": "6"}
    assert client.post("/table/take", data=form, environ_base=PHONE, headers=JSON).status_code == 403


def test_a_pass_pairs_no_device_and_a_paired_device_needs_no_pass() -> None:
    made = seated()
    pairing = made.app.extensions["pairing"]
    assert not pairing.knows(pairing.seat_pass(9, 1))
    cookie = pairing.try_code("482913")
    assert pairing.seat_of(cookie) is None
    client = made.app.test_client()
    client.set_cookie(COOKIE, cookie)
    assert client.post("/table/take", data={"offer": "1", "ply": "6"}, environ_base=PHONE).status_code == 303


def test_one_who_may_only_look_is_told_how_to_play() -> None:
    made = seated()
    look = "Esta hoja solo se mira"
    assert look in made.app.test_client().get("/sheet/2", environ_base=PHONE, headers=ES).text
    assert look not in passed(made).get("/sheet/2", environ_base=PHONE, headers=ES).text


def in_code(html: str, place: int) -> str:
    """What a phone reads in that QR code of the page."""
    drawing = re.findall(r'<svg[^>]*class="segno".*?</svg>', html, re.S)[place]
    size = int(re.findall(r'viewBox="0 0 (\d+)', drawing)[0])
    image = np.full((size, size), 255, np.uint8)
    path = re.findall(r'class="qrline"[^>]* d="([^"]*)"', drawing)[0]
    x = y = 0.0
    for step, one, other in re.findall(r"([Mmh])(-?[\d.]+)(?: ?(-?[\d.]+))?", path):
        if step == "h":
            image[int(y), int(x) : int(x) + int(one)] = 0
            x += float(one)
        else:
            x, y = (x * (step == "m") + float(one), y * (step == "m") + float(other))
    # OpenCV's reader passes over a code now and then that phones read: other sizes are other chances
    sizes = (cv2.resize(image, None, fx=k, fy=k, interpolation=cv2.INTER_NEAREST) for k in (6, 5, 8, 4, 10))
    return next(filter(None, (str(cv2.QRCodeDetector().detectAndDecode(one)[0]) for one in sizes)), "")


def test_each_person_has_a_code_with_an_address_that_a_phone_can_reach_and_a_pass() -> None:
    made = seated()
    client = made.app.test_client()
    client.set_cookie(COOKIE, made.app.extensions["pairing"].try_code("482913"), domain="192.168.1.9")
    html = client.get("/sheets", **TABLET).text
    assert html.count('class="segno"') == 2
    address, _, code = in_code(html, 1).partition("?pass=")
    assert address == "http://192.168.1.9:8080/sheet/2"
    assert made.app.extensions["pairing"].seat_of(code) == (9, 1)


def test_a_device_that_may_only_look_gets_codes_that_only_let_look() -> None:
    html = seated().app.test_client().get("/sheets", headers=ES, **TABLET).text
    assert in_code(html, 0) == "http://192.168.1.9:8080/sheet/1"
    assert "solo se mira" in html
    assert "pass=" not in html


def test_bots_need_no_code() -> None:
    shown = drafting()
    assert shown.match
    made = seated(replace(shown, match=replace(shown.match, bots=("", "strong"))))
    assert made.app.test_client().get("/sheets", **TABLET).text.count('class="segno"') == 1


def test_seen_from_the_box_itself_the_address_is_the_one_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seats, "home_address", lambda: "192.168.1.9")
    html = seated().app.test_client().get("/sheets", base_url="http://localhost:8080").text
    assert in_code(html, 0).startswith("http://192.168.1.9:8080/sheet/1?pass=")


def test_a_box_that_only_sees_itself_says_how_phones_can_reach_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"base_url": "http://localhost:8080", "headers": ES}
    assert "--host 0.0.0.0" in seated(host="127.0.0.1").app.test_client().get("/sheets", **asked).text
    monkeypatch.setattr(seats, "home_address", lambda: None)
    assert "--host 0.0.0.0" in seated().app.test_client().get("/sheets", **asked).text


def test_the_address_at_home_is_none_that_only_the_box_knows() -> None:
    found = seats.home_address()
    assert found is None or not found.startswith("127.")


def test_neither_sheets_nor_codes_carry_script_or_style_of_their_own() -> None:
    client = seated().app.test_client()
    for path in ("/sheets", "/sheet/2"):
        assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)", text(client, path)), path
