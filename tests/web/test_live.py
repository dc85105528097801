"""The stream: numbers, resuming, only what changed, heartbeats, the cap; and pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.game import Msg, msg
from companion.table.shown.snapshot import Shown
from tests.web import states
from tests.web.fakes import FakeEye, FakePanel, House, house
from web import live, setup_feed, table_feed


@dataclass(frozen=True)
class Finding:
    """One thing that was checked at the box."""

    ok: bool | None
    text: Msg


def follow(client: FlaskClient, address: str = "/events", **headers: str) -> tuple[Any, Iterator[str]]:
    answer = client.get(address, headers=headers, buffered=False)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "text/event-stream"
    stream = (piece.decode() if isinstance(piece, bytes) else piece for piece in answer.response)
    assert next(stream) == "retry: 1000\n\n"
    return answer, stream


def data(event: str) -> dict[str, Any]:
    lines = dict(line.split(": ", 1) for line in event.strip().splitlines())
    found: dict[str, Any] = json.loads(lines["data"])
    assert lines["id"] == str(found["number"])
    return found


def test_a_follower_without_a_page_gets_all_pieces() -> None:
    made = house(states.move())
    answer, stream = follow(made.app.test_client())
    first = data(next(stream))
    assert (first["number"], first["state"]) == (1, "move")
    assert set(first["slots"]) == {"rail", "line", "stage", "keys"}
    answer.close()


def test_a_follower_hears_only_of_the_pieces_that_changed() -> None:
    made = house(states.move())
    answer, stream = follow(made.app.test_client(), "/events?after=1")
    made.publish(states.move())  # nothing that shows has changed
    assert data(next(stream))["slots"] == {}
    made.publish(states.rolling())
    changed = data(next(stream))
    assert changed["number"] == 3
    assert "line" in changed["slots"]
    assert "Ruedan…" in changed["slots"]["line"]
    answer.close()


def test_one_that_comes_back_and_missed_nothing_is_told_nothing_old() -> None:
    made = house(states.move())
    answer, stream = follow(made.app.test_client(), "/events?after=0", **{"Last-Event-ID": "1"})
    made.publish(states.rolling())
    assert data(next(stream))["number"] == 2
    answer.close()


def test_one_that_comes_back_late_is_told_how_it_is_now() -> None:
    made = house(states.move())
    made.publish(states.rolling())
    made.publish(states.ready())
    answer, stream = follow(made.app.test_client(), **{"Last-Event-ID": "1"})
    now = data(next(stream))
    assert now["number"] == 3
    assert set(now["slots"]) == {"rail", "line", "stage", "keys"}
    answer.close()


def test_those_at_the_table_are_sent_away_when_the_match_leaves_it() -> None:
    made = house(states.move())
    answer, stream = follow(made.app.test_client(), "/events?after=1&about=dalek-dice")
    made.publish(Shown(0, 0, "idle", msg("page.waiting")))
    assert next(stream) == live.RELOAD
    assert list(stream) == []
    answer.close()
    late = made.app.test_client().get("/events?after=1&about=dalek-dice", buffered=False)
    assert late.text == live.RELOAD
    late.close()


def test_a_page_of_an_earlier_run_is_loaded_anew() -> None:
    answer = house(states.move()).app.test_client().get("/events?after=1&boot=older", buffered=False)
    assert next(iter(answer.response)) in (b"event: reload\ndata: {}\n\n", "event: reload\ndata: {}\n\n")
    answer.close()


def test_each_follower_is_told_in_its_language_and_its_mode() -> None:
    made = house(states.move())
    client = made.app.test_client()
    spanish, es = follow(client, **{"Accept-Language": "es"})
    assert "Para con 8" in data(next(es))["slots"]["line"]
    spanish.close()
    english, en = follow(client, "/events?fix=2", **{"Accept-Language": "en"})
    told = data(next(en))["slots"]
    assert "Stop with 8" in told["line"]
    assert "is-fix" in told["stage"]
    english.close()


def test_a_quiet_stream_has_a_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SLICE", 0.01)
    ticks = iter(range(0, 1000, 4))
    made = house(states.move(), clock=lambda: float(next(ticks)))
    answer, stream = follow(made.app.test_client(), "/events?after=1")
    assert next(stream).startswith(":")
    answer.close()


def test_no_stream_lives_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SLICE", 0.01)
    ticks = iter(range(0, 100_000, 300))
    made = house(states.move(), clock=lambda: float(next(ticks)))
    answer, stream = follow(made.app.test_client(), "/events?after=1")
    assert all(piece.startswith(":") for piece in stream)
    answer.close()


def test_lamps_of_the_virtual_box_are_told_when_they_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "LAMP_SLICE", 0.01)
    panel = FakePanel()
    answer, stream = follow(house(states.move(), panel=panel).app.test_client(), "/events?after=1")
    first = next(stream)
    panel.bright = 0.5
    second = next(stream)
    assert first.startswith("event: lamps\ndata: [[")
    assert '["lamp-2", 0.5, "#ffc94d"]' in second
    answer.close()


def test_streams_are_capped_and_a_place_is_free_again_when_one_ends() -> None:
    made = house(states.move(), streams=2)
    client = made.app.test_client()
    one, _ = follow(client)
    two, _ = follow(client)
    third = client.get("/events", headers={"Accept": "application/json"})
    assert third.status_code == 503
    assert third.headers["Retry-After"] == "5"
    assert third.json is not None
    assert "way_out" in third.json
    two.close()
    again, _ = follow(client)
    again.close()
    one.close()
    assert made.app.extensions["streams"].inside == 0


def test_a_page_is_drawn_once_for_all_who_look_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def draw(shown: Shown) -> dict[str, str]:
        drawn.append(shown.number)
        return {}

    monkeypatch.setattr(table_feed, "draw", draw)
    made = house(states.move())
    client = made.app.test_client()
    for _ in range(3):
        answer, stream = follow(client)
        next(stream)
        answer.close()
    assert drawn == [1]


def test_the_settings_page_follows_what_is_found_at_the_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup_feed, "EVERY", 0.02)
    checks: list[Finding] = [Finding(True, msg("test.camera"))]
    made = house(states.move(), picture_checks=lambda: tuple(checks))
    client = made.app.test_client()
    assert 'data-events="/events/setup?' in client.get("/setup").text
    answer, stream = follow(client, "/events/setup?after=1", **{"Accept-Language": "es"})
    checks[0] = Finding(False, msg("test.camera"))
    changed = data(next(stream))
    assert (changed["number"], set(changed["slots"])) == (2, {"findings"})
    assert "La cámara no responde" in changed["slots"]["findings"]
    made.publish(replace(states.move(), faults=(msg("test.few"),)))
    assert "Faltan dados" in data(next(stream))["slots"]["findings"]
    answer.close()


def eyed(**about: Any) -> tuple[House, FakeEye, FlaskClient]:
    eye = FakeEye()
    for name, value in about.items():
        setattr(eye, name, value)
    made = house(states.unsure(), eye=eye)
    return made, eye, made.app.test_client()


def test_a_picture_comes_with_its_number_and_its_age() -> None:
    _, _, client = eyed(age=3.25)
    answer = client.get("/camera.jpg")
    assert answer.mimetype == "image/jpeg"
    assert (answer.headers["X-Frame-Number"], answer.headers["X-Frame-Age"]) == ("3", "3.25")
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_picture_that_is_known_already_is_not_sent_again() -> None:
    _, _, client = eyed()
    answer = client.get("/camera.jpg?after=3")
    assert (answer.status_code, answer.data) == (204, b"")
    assert answer.headers["X-Frame-Age"] == "0.10"


def test_the_die_in_question_is_cut_out_of_the_frame_it_was_seen_in() -> None:
    _, eye, client = eyed()
    assert client.get("/query.jpg").mimetype == "image/jpeg"
    assert eye.crops == [(12, (200, 80, 260, 140))]


def test_no_picture_is_an_error_that_says_the_way_out() -> None:
    _, _, client = eyed(blind=True)
    answer = client.get("/camera.jpg", headers={"Accept": "application/json"})
    assert answer.status_code == 503
    blindly = house(states.move(), eye=None).app.test_client().get("/camera.jpg")
    assert blindly.status_code == 404


def test_too_many_pictures_at_once_are_refused() -> None:
    made, _, client = eyed()
    gate = made.app.extensions["pictures"]
    for _ in range(gate.limit):
        gate.enter()
    assert client.get("/camera.jpg").status_code == 503
