"""Who may change what: hosts, origins, headers, the shape of errors."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.table.wishes import Press
from tests.web import states
from tests.web.fakes import House, house
from web import security
from web.security import host_is_ours

TABLET = {"REMOTE_ADDR": "192.168.1.44"}
JSON = {"Accept": "application/json"}
STOP = {"key": "stop", "ply": "2"}


def press(made: House, client: Any = None, **more: Any) -> TestResponse:
    answer: TestResponse = (client or made.app.test_client()).post("/table/press", data=STOP, **more)
    return answer


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8080", True), ("127.0.0.1:8080", True), ("192.168.1.9", True), ("[::1]:8080", True),
        ("cubilete.local", True), ("CUBILETE.LOCAL.:80", True), ("evil.example", False), ("", False),
        ("cubilete.local.evil.example", False), ("[bad", False), ("127.0.0.1.evil.example", False),
    ],
)  # fmt: skip
def test_only_our_names_and_bare_addresses_are_answered_to(host: str, ours: bool) -> None:
    assert host_is_ours(host, ("cubilete.local",)) is ours


@pytest.mark.parametrize("called", ["ludoteca", "Ludoteca", "ludoteca.fritz.box"])
def test_the_machine_is_found_by_its_own_names_without_a_setting(
    called: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security, "gethostname", lambda: called)
    for name in ("ludoteca", "ludoteca:8080", "ludoteca.local:8080", "LUDOTECA.local.", called):
        assert host_is_ours(name, ()), name
    for name in (
        "ludoteca.evil.example",
        "ludoteca.local.evil.example",
        "local",
        "cubilete.local",
        "xludoteca",
    ):
        assert not host_is_ours(name, ()), name


def test_a_machine_without_a_name_is_not_found_by_any(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(security, "gethostname", lambda: "")
    for name in ("", ".local", "local", "."):
        assert not host_is_ours(name, ()), name


def test_the_name_that_the_machine_has_now_is_answered_to_and_a_foreign_one_is_not() -> None:
    client = house(allowed_hosts=()).app.test_client()
    own = socket.gethostname()
    for host, status in (
        (f"{own}:8080", 200),
        (f"{own.partition('.')[0]}.local:8080", 200),
        ("evil.local", 421),
    ):
        assert client.get("/", headers={"Host": host}).status_code == status, host


def test_a_foreign_host_gets_nothing_not_even_to_look() -> None:
    answer = house().app.test_client().get("/table", headers={"Host": "evil.example", **JSON})
    assert answer.status_code == 421
    assert answer.json is not None
    assert "evil.example" in answer.json["error"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "http://localhost"}, 303),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://localhost"}, 403),
        ({"Origin": "http://localhost:81"}, 403),
        ({"Referer": "http://localhost/table"}, 303),
        ({"Referer": "http://evil.example/"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({}, 303),
    ],
)
def test_a_change_asked_for_by_another_page_is_refused(headers: dict[str, str], status: int) -> None:
    made = house(states.move())
    assert press(made, headers=headers).status_code == status
    assert len(made.session.wishes) == (status == 303)


def test_nothing_can_be_changed_by_get() -> None:
    made = house(states.move())
    client = made.app.test_client()
    for rule in made.app.url_map.iter_rules():
        if "POST" in (rule.methods or ()) and rule.rule not in ("/pair", "/matches"):
            path = rule.rule.replace("<int:match>", "7")
            assert client.get(path, headers=JSON).status_code == 405, path
    assert made.session.wishes == []


def test_the_box_itself_needs_no_pairing_other_devices_do() -> None:
    made = house(states.move())
    assert press(made).status_code == 303
    answer = press(made, environ_base=TABLET, headers=JSON)
    assert answer.status_code == 403
    assert answer.json is not None
    assert set(answer.json) == {"error", "expected", "way_out"}
    assert made.session.wishes == [Press("stop", 2)]


def test_a_forwarding_header_does_not_make_a_device_the_box() -> None:
    made = house(states.move())
    claims = {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1"}
    assert press(made, environ_base=TABLET, headers=claims).status_code == 403


def test_every_post_but_the_harmless_ones_needs_pairing() -> None:
    made = house(states.move())
    client = made.app.test_client()
    free = {"/language", "/theme", "/far", "/advised", "/pair"}
    for rule in made.app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            path = rule.rule.replace("<int:match>", "7")
            answer = client.post(path, environ_base=TABLET, headers=JSON)
            refused = answer.status_code == 403 and "expected" in (answer.json or {})
            assert refused is (rule.rule not in free), path


def test_looking_needs_no_pairing() -> None:
    client = house(states.move()).app.test_client()
    for path in ("/", "/table", "/matches", "/setup", "/camera.jpg"):
        assert client.get(path, environ_base=TABLET).status_code == 200


def test_the_box_over_ipv6_is_the_box_too() -> None:
    made = house(states.move())
    for address in ("::1", "::ffff:127.0.0.1"):
        assert press(made, environ_base={"REMOTE_ADDR": address}).status_code == 303
    assert press(made, environ_base={"REMOTE_ADDR": "::ffff:192.168.1.4"}).status_code == 403
    assert press(made, environ_base={"REMOTE_ADDR": ""}).status_code == 403


@pytest.mark.parametrize("path", ["/", "/table", "/nowhere", "/static/page.js", "/camera.jpg", "/events"])
def test_every_answer_carries_the_strict_headers(path: str) -> None:
    answer = house(states.move()).app.test_client().get(path, buffered=False)
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert "style-src 'self'" in policy
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    answer.close()


def test_a_form_that_is_too_large_is_refused() -> None:
    answer = house().app.test_client().post("/players", data={"name": "x" * 100_000}, headers=JSON)
    assert answer.status_code == 413
    assert answer.json is not None
    assert set(answer.json) == {"error", "expected", "way_out"}


def test_an_error_is_a_page_for_people_with_a_way_back() -> None:
    answer = (
        house().app.test_client().get("/nowhere", headers={"Accept": "text/html", "Accept-Language": "en"})
    )
    assert answer.status_code == 404
    assert "Nothing here: /nowhere" in answer.text
    assert 'href="/table"' in answer.text


def test_a_bug_is_told_in_the_same_shape_without_its_details(monkeypatch: pytest.MonkeyPatch) -> None:
    made = house(states.move())

    def broken() -> None:
        raise ValueError("secret detail")

    monkeypatch.setattr(made.session, "heads", broken)
    made.app.config["PROPAGATE_EXCEPTIONS"] = False
    answer = made.app.test_client().get("/matches", headers=JSON)
    assert answer.status_code == 500
    assert answer.json is not None
    assert "secret" not in answer.text


def test_back_leads_nowhere_else() -> None:
    client = house().app.test_client()
    for back in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""):
        assert client.post("/language", data={"language": "en", "back": back}).location == "/"
    assert client.post("/theme", data={"theme": "light", "back": "/table?fix=1"}).location == "/table?fix=1"
