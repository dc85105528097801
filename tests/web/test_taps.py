"""One way for a tap: a script hears in a few words what came of it, and the stream draws."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from companion.game import msg
from companion.run.findings import NotLearned
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Correct, Reply, Wish
from tests.browser import Open, Watched
from tests.web import states
from tests.web.conftest import Served
from tests.web.fakes import FakeSim, House, house
from web import setup_feed

SPANISH = {"Accept": "application/json", "Accept-Language": "es"}
FEW = 120  # bytes that a tap may cost
SILENT = """
window.EventSource = class { // stands open and tells nothing, as through a proxy that keeps all to itself
  readyState = 1; close() {} addEventListener() {}
};
"""


def leads_to(made: House, shown: Shown) -> House:
    """Whatever is wished is done, and leads to this."""
    take_note = made.session.wish

    def wish(wished: Wish) -> Reply:
        take_note(wished)
        newer = made.publish(shown)
        return Reply(newer.number, newer.ply)

    setattr(made.session, "wish", wish)  # noqa: B010
    return made


# ---------- the answers


def test_who_cannot_follow_gets_all_pieces_once_as_the_page_looks_at_them() -> None:
    client = house(states.move()).app.test_client()
    told = client.get("/slots?fix=2", headers={"Accept-Language": "es"}).get_json()
    assert (told["number"], told["state"]) == (1, "move")
    assert set(told["slots"]) == {"rail", "line", "stage", "keys"}
    assert "is-fix" in told["slots"]["stage"]
    assert "Para con 8" in told["slots"]["line"]


def test_a_page_of_another_run_or_another_match_is_told_to_load_anew() -> None:
    client = house(states.move()).app.test_client()
    for about in ("boot=older", "about=dize"):
        assert client.get(f"/slots?{about}").get_json() == {"reload": True}, about


def test_advice_comes_with_the_pieces_for_those_who_asked() -> None:
    client = house(states.move()).app.test_client()
    client.set_cookie("advice", "1")
    assert "42" in client.get("/slots").get_json()["slots"]["advice"]


@pytest.mark.parametrize("path", ["/slots/nothing", "/events/nothing", "/slots/lesson", "/events/lesson"])
def test_what_nobody_shows_cannot_be_followed(path: str) -> None:
    answer = house(states.move()).app.test_client().get(path, headers=SPANISH)
    assert answer.status_code == 404
    assert set(answer.get_json()) == {"error", "expected", "way_out"}


def test_a_throw_in_the_virtual_tray_is_answered_in_a_few_words_too() -> None:
    sim = FakeSim()
    client = house(states.first(), sim=sim).app.test_client()
    assert client.post("/sim/throw", headers=SPANISH).get_json() == {"number": 1, "ply": 2}
    sim.reason = msg("test.stale")
    refused = client.post("/sim/throw", headers=SPANISH)
    assert (refused.status_code, refused.get_json()["error"]) == (409, "La mesa ya ha cambiado")


# ---------- the page


@dataclass
class Transfer:
    """What a page was sent from some moment on: kind and bytes of each answer; no pictures and streams."""

    watched: Watched
    answers: list[tuple[str, str, int]] = field(default_factory=list)
    under_way: set[Any] = field(default_factory=set)

    def __post_init__(self) -> None:
        page = self.watched.page
        page.on("request", lambda it: self.under_way.add(it) if it.resource_type == "fetch" else None)
        page.on("requestfailed", lambda it: self.under_way.discard(it))
        page.on("requestfinished", self._note)

    def _note(self, request: Any) -> None:
        answer = request.response()
        kind = answer.headers.get("content-type", "").split(";")[0]
        if not kind.startswith("image/") and kind != "text/event-stream":
            self.answers.append((request.method, kind, len(answer.body())))
        self.under_way.discard(request)

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """Of each answer, once all that was asked for has come."""
        end = time.monotonic() + 10
        while self.under_way and time.monotonic() < end:
            self.watched.page.wait_for_timeout(20)
        return [(method, kind) for method, kind, _ in self.answers]


def opened(served: Served, web_page: Open, made: House, path: str = "/table", **more: Any) -> Watched:
    watched = web_page(served(made), **more)
    watched.page.goto(watched.origin + path)
    return watched


def says(watched: Watched, text: str) -> None:
    watched.page.wait_for_selector(f"#line h1:text-is('{text}')")


def within(seconds: float, true: Callable[[], bool]) -> bool:
    """Whether this comes true in time."""
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        time.sleep(0.05)
    return true()


@pytest.mark.browser
def test_a_tap_costs_a_few_bytes_and_no_page(served: Served, web_page: Open) -> None:
    made = leads_to(house(states.move()), states.rolling())
    watched = opened(served, web_page, made)
    watched.page.wait_for_function("() => stream.readyState === 1")
    moved = Transfer(watched)
    watched.page.locator("button[value=reroll]").click()
    says(watched, "Ruedan…")
    watched.page.wait_for_selector("[data-sent]", state="detached")
    assert moved.kinds == [("POST", "application/json")]
    assert moved.answers[0][2] < FEW
    assert watched.faults == []


@pytest.mark.browser
def test_a_refused_tap_says_why_and_brings_no_page_either(served: Served, web_page: Open) -> None:
    made = house(states.move())
    watched = opened(served, web_page, made)
    watched.page.wait_for_function("() => stream.readyState === 1")
    made.session.refusal = msg("test.stale")
    moved = Transfer(watched)
    for _ in range(2):  # the second takes the place of the first
        watched.page.locator("button[value=undo]").click()
        watched.page.wait_for_selector(".toast:not(#off):has-text('La mesa ya ha cambiado')")
        watched.page.wait_for_selector("[data-sent]", state="detached")
    assert watched.page.locator(".toast[role=alert]:not(#off)").count() == 1
    assert moved.kinds == [("POST", "application/json")] * 2
    says(watched, "Para con 8 o tira 1 dado")
    assert watched.faults == []


@pytest.mark.browser
def test_a_tap_is_drawn_though_the_stream_is_down(served: Served, web_page: Open) -> None:
    made = leads_to(house(states.move()), states.rolling())
    watched = web_page(served(made))
    watched.page.route("**/events*", lambda route: route.abort())
    watched.page.goto(watched.origin + "/table")
    watched.page.wait_for_selector("#off:visible")
    moved = Transfer(watched)
    watched.page.locator("button[value=reroll]").click()
    says(watched, "Ruedan…")
    assert moved.kinds == [("POST", "application/json"), ("GET", "application/json")]


@pytest.mark.browser
def test_a_tap_is_drawn_though_the_stream_stands_open_and_tells_nothing(
    served: Served, web_page: Open
) -> None:
    made = leads_to(house(states.move()), states.rolling())
    watched = web_page(served(made))
    watched.page.add_init_script(SILENT)
    watched.page.goto(watched.origin + "/table")
    moved = Transfer(watched)
    watched.page.locator("button[value=reroll]").click()
    says(watched, "Ruedan…")
    assert moved.kinds == [("POST", "application/json"), ("GET", "application/json")]
    assert watched.faults == []


@pytest.mark.browser
def test_a_tap_refused_without_a_stream_shows_how_the_table_is_now(served: Served, web_page: Open) -> None:
    made = house(states.move())
    watched = web_page(served(made))
    watched.page.route("**/events*", lambda route: route.abort())
    watched.page.goto(watched.origin + "/table")
    made.publish(states.rolling())
    made.session.refusal = msg("test.stale")
    watched.page.locator("button[value=stop]").click()
    watched.page.wait_for_selector(".toast:has-text('La mesa ya ha cambiado')")
    says(watched, "Ruedan…")


@pytest.mark.browser
def test_a_die_that_was_corrected_is_done_with_and_no_page_is_sent(served: Served, web_page: Open) -> None:
    made = leads_to(house(states.move()), states.move())
    watched = opened(served, web_page, made, "/table?fix=0")
    moved = Transfer(watched)
    watched.page.locator(".face[value=doctor]").click()
    watched.page.wait_for_selector("#stage.is-game")
    assert made.session.wishes == [Correct(0, "doctor", 2)]
    assert watched.page.url == watched.origin + "/table"
    assert "text/html" not in {kind for _, kind in moved.kinds}
    watched.page.go_back()
    watched.page.wait_for_selector("#stage.is-fix")
    assert watched.faults == []


@pytest.mark.browser
def test_a_device_that_is_not_paired_is_led_to_where_it_can_be(served: Served, web_page: Open) -> None:
    watched = opened(served, web_page, house(states.move()))
    refusal = {"error": "Este aparato no está vinculado", "expected": "–", "way_out": "–"}
    watched.page.route("**/table/press", lambda route: route.fulfill(status=403, json=refusal))
    watched.page.locator("button[value=stop]").click()
    watched.page.wait_for_selector("input[name=code]")
    assert watched.page.locator(".toast:not(#off)").inner_text() == "Este aparato no está vinculado"


@pytest.mark.browser
def test_a_page_that_nobody_looks_at_gives_its_place_back_and_catches_up(
    served: Served, web_page: Open
) -> None:
    made = house(states.move())
    watched = opened(served, web_page, made)
    gate = made.app.extensions["streams"]
    assert within(5, lambda: gate.inside == 1)
    hide = "(it) => { Object.defineProperty(document, 'hidden', { value: it, configurable: true });"
    hide += " document.dispatchEvent(new Event('visibilitychange')); }"
    watched.page.evaluate(hide, True)
    assert within(5, lambda: gate.inside == 0)
    made.publish(states.rolling())
    watched.page.evaluate(hide, False)
    says(watched, "Ruedan…")
    assert watched.faults == []


@pytest.mark.browser
def test_why_a_tray_was_not_learned_stays_to_be_read_while_the_findings_go_on(
    served: Served, web_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup_feed, "EVERY", 0.05)
    made = house(states.move())
    eye: Any = made.parts.eye
    eye.wrong = NotLearned(msg("eye.calibrate_dice", n=2), (), (640, 480))
    watched = opened(served, web_page, made, "/setup")
    watched.page.get_by_role("button", name="Aprender").click()
    watched.page.wait_for_selector(".told:has-text('Veo 2 dados')")
    made.publish(replace(states.move(), faults=(msg("test.few"),)))
    watched.page.wait_for_selector("#findings li:has-text('Faltan dados')")
    assert watched.page.locator(".told").count() == 1
    assert watched.faults == []
