"""Pairing: a cookie outlives restarts, guesses are counted by address, all can be unpaired."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web import states
from tests.web.fakes import House, house
from web.pairing import ALL_GUESSES, COOKIE, GUESS_SECONDS, GUESSES

TABLET, OTHER = {"REMOTE_ADDR": "192.168.1.44"}, {"REMOTE_ADDR": "192.168.1.45"}
CODE = "482913"
STOP = {"key": "stop", "ply": "2"}


def press(made: House, cookie: str) -> int:
    """The status of an answer to a tap of a tablet with that cookie."""
    bare = made.app.test_client(use_cookies=False)
    return bare.post("/table/press", data=STOP, environ_base=TABLET, headers={"Cookie": cookie}).status_code


def cookie_of(answer: TestResponse) -> str:
    return answer.headers["Set-Cookie"].split(";")[0]


def pair(client: FlaskClient, code: str = CODE, device: dict[str, str] = TABLET) -> TestResponse:
    answer: TestResponse = client.post("/pair", data={"code": code}, environ_base=device)
    return answer


def box(**more: Any) -> House:
    """A house whose renewals of the pairing are 111111, 111112 …"""
    numbers = count(111111)
    return house(states.move(), renew_pairing=lambda: (str(n := next(numbers)), str(n).encode()), **more)


def test_the_code_pairs_a_device_with_a_cookie_that_scripts_and_other_sites_cannot_use() -> None:
    made = house(states.move())
    answer = pair(made.app.test_client(), " 482 913 ")
    assert answer.status_code == 303
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert CODE not in cookie
    assert press(made, cookie_of(answer)) == 303


@pytest.mark.parametrize(
    ("secret", "code", "status"), [(b"kept", CODE, 303), (b"kept", "111111", 303), (b"new", CODE, 403)]
)
def test_a_device_stays_paired_through_restarts_whatever_the_new_code_but_not_with_another_secret(
    secret: bytes, code: str, status: int
) -> None:
    cookie = cookie_of(pair(house(secret=b"kept").app.test_client()))
    assert press(house(states.move(), secret=secret, pairing_code=code), cookie) == status


def test_a_seat_pass_outlives_a_restart_with_a_new_code() -> None:
    first, again = (house(secret=b"kept", pairing_code=code).app.extensions["pairing"] for code in "ab")
    assert again.seat_of(first.seat_pass(9, 1)) == (9, 1)


def test_a_made_up_cookie_does_not_pair() -> None:
    made = house(states.move())
    for value in ("1", "device", "ImRldmljZSI.AAAA", made.app.extensions["pairing"].seat_pass(9, 1)):
        assert press(made, f"{COOKIE}={value}") == 403


def test_unpairing_all_takes_every_device_its_cookie_and_every_phone_its_pass() -> None:
    made = box()
    cookie = cookie_of(pair(made.app.test_client()))
    seat_pass = made.app.extensions["pairing"].seat_pass(9, 1)
    assert press(made, cookie) == 303
    assert made.app.test_client().post("/setup/unpair").location == "/setup?unpaired=1"
    assert press(made, cookie) == 403
    assert made.app.extensions["pairing"].seat_of(seat_pass) is None
    assert pair(made.app.test_client()).status_code == 403  # with the old code
    assert press(made, cookie_of(pair(made.app.test_client(), "111111"))) == 303


def test_the_tablet_that_unpairs_all_stays_paired_itself() -> None:
    made = box()
    mine, old = made.app.test_client(), cookie_of(pair(made.app.test_client(), device=OTHER))
    pair(mine)
    answer = mine.post("/setup/unpair", environ_base=TABLET)
    assert answer.status_code == 303
    assert press(made, cookie_of(answer)) == 303
    assert press(made, old) == 403


def test_who_is_not_paired_cannot_unpair_others() -> None:
    made = box()
    cookie = cookie_of(pair(made.app.test_client()))
    assert made.app.test_client().post("/setup/unpair", environ_base=OTHER).status_code == 403
    assert press(made, cookie) == 303


def test_the_settings_page_says_how_to_unpair_all_and_asks_before() -> None:
    made, english = box(), {"Accept-Language": "en"}
    client = made.app.test_client()
    assert 'href="/setup?unpair=1"' in client.get("/setup", headers=english).text
    assert "/setup/unpair" not in client.get("/setup").text
    asked = client.get("/setup?unpair=1", headers=english).text
    assert 'action="/setup/unpair"' in asked
    assert "All other devices" in asked
    assert "/setup/unpair" not in client.get("/setup?unpair=1", environ_base=TABLET).text
    done = client.post("/setup/unpair", headers=english, follow_redirects=True).text
    assert "All other devices are unpaired" in done
    assert "111111" in done


def test_the_code_is_shown_on_the_box_and_on_paired_devices_alone() -> None:
    client = house().app.test_client()
    assert CODE in client.get("/setup").text
    for path in ("/setup", "/setup?unpair=1", "/pair", "/", "/table", "/more"):
        assert CODE not in client.get(path, environ_base=TABLET).text
    pair(client)
    assert CODE in client.get("/setup", environ_base=TABLET).text


# guesses


def guess_wrong(client: FlaskClient, device: dict[str, str], times: int = GUESSES) -> None:
    for n in range(times):
        assert pair(client, f"{n:06}", device).status_code == 403


def test_guessing_the_code_is_stopped_and_goes_on_after_a_while() -> None:
    now = [0.0]
    client = house(clock=lambda: now[0]).app.test_client()
    guess_wrong(client, TABLET)
    answer = pair(client)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    now[0] = GUESS_SECONDS + 1
    assert pair(client).status_code == 303


def test_wrong_guesses_of_one_device_do_not_keep_another_out() -> None:
    client = house().app.test_client()
    guess_wrong(client, OTHER)
    assert pair(client, device=OTHER).status_code == 429
    assert pair(client).status_code == 303


def test_guesses_from_many_addresses_are_stopped_together() -> None:
    client = house().app.test_client()
    for n in range(ALL_GUESSES):
        guess_wrong(client, {"REMOTE_ADDR": f"fd00::{n:x}"}, 1)
    assert pair(client, device={"REMOTE_ADDR": "fd00::ffff"}).status_code == 429


def test_who_knew_the_code_in_the_end_begins_to_be_counted_anew() -> None:
    client = house().app.test_client()
    for _ in range(3):
        guess_wrong(client, TABLET, GUESSES - 1)
        assert pair(client).status_code == 303
