"""Advice: off until a viewer asks for it, worked out once, and never for those who did not ask."""

from __future__ import annotations

from companion.game import msg
from tests.toy import pages as toy
from tests.web import states
from tests.web.fakes import house
from tests.web.test_live import data, follow
from tests.web.test_table import text


def test_nobody_gets_advice_who_did_not_ask() -> None:
    made = house(toy.letters())
    client = made.app.test_client()
    assert 'aria-label="Consejo" hidden>' in text(client)
    answer, stream = follow(client)
    next(stream)
    made.publish(toy.things())
    assert "advice" not in data(next(stream))["slots"]
    answer.close()
    assert made.session.advised == 0


def test_one_who_asks_gets_the_table_first_and_the_advice_after() -> None:
    made = house(toy.letters())
    client = made.app.test_client()
    assert client.post("/advised", data={"advice": "1", "back": "/table"}).location == "/table"
    html = text(client)
    assert "Calculando…" in html
    assert made.session.advised == 0  # the page does not wait for it
    answer, stream = follow(client)
    assert "advice" not in data(next(stream))["slots"]
    assert "<li>Funciona con 1: 42 %</li>" in data(next(stream))["slots"]["advice"]
    made.publish(toy.things())
    next(stream)
    assert "Funciona con 2: 42 %" in data(next(stream))["slots"]["advice"]
    answer.close()
    assert "Funciona con 2: 42 %" in text(client)  # worked out already


def test_two_who_ask_share_one_working_out() -> None:
    made = house(toy.letters())
    clients = [made.app.test_client() for _ in range(2)]
    for client in clients:
        client.set_cookie("advice", "1")
        answer, stream = follow(client)
        next(stream)
        next(stream)
        answer.close()
    assert made.session.advised == 1


def test_a_question_about_a_die_goes_before_advice() -> None:
    made = house(states.unsure())
    client = made.app.test_client()
    client.set_cookie("advice", "1")
    assert 'aria-label="Consejo" hidden>' in text(client)
    answer, stream = follow(client)
    next(stream)
    assert "<li>" not in data(next(stream))["slots"]["advice"]
    answer.close()
    assert made.session.advised == 0


def test_without_javascript_the_advice_is_a_page() -> None:
    html = text(house(toy.letters()).app.test_client(), "/advice")
    assert "Funciona con 9: 7 %" in html


def test_the_switch_says_whether_it_is_on() -> None:
    made = house(toy.letters())
    client = made.app.test_client()
    assert 'name="advice" value="1" aria-pressed="false"' in text(client)
    client.set_cookie("advice", "1")
    assert 'name="advice" value="0" aria-pressed="true"' in text(client)
    assert made.parts.words.say(msg("page.advice.label"), "en") == "Advice"
