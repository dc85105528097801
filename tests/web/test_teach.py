"""The pages that teach dice: what the Line says, what keys wish, and that all of it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.game import Msg, msg
from companion.teaching.shown import FaceShown, LessonShown, Stand, TaughtShown
from companion.words import LANGUAGES
from tests.browser import SIZES, Open
from tests.web.conftest import Served
from tests.web.fakes import FakeSim, House, house, words
from tests.web.test_browser import check, measured
from tests.web.test_live import data, follow
from tests.web.test_taps import Transfer
from web import live
from web.lesson_line import REFUSED, line_of

DALEK = ("doctor", "exterminate", "human2", "human4", "dalek2", "dalek3")


def lesson(
    due: str | None = "human2", kind: str = "dalek", names: tuple[str, ...] = DALEK, **more: object
) -> LessonShown:
    """A lesson in which the faces before the due one are done."""
    at = names.index(due) if due else len(names)

    def stand(n: int) -> Stand:
        return "now" if n == at else "done" if n < at else "todo"

    faces = tuple(FaceShown(name, 3 if n < at else n == at, 3, stand(n)) for n, name in enumerate(names))
    after = names[at + 1] if at + 1 < len(names) else None
    return replace(LessonShown(kind, faces, due, after, may_take_back=True), **more)  # type: ignore[arg-type]


@dataclass
class FakeTeaching:
    """Notes what was wished; refuses with `wrong` if there is one."""

    now: LessonShown | None = None
    sets: tuple[TaughtShown, ...] = (TaughtShown("dalek", DALEK, 0, ("dalek-dice",)),)
    wrong: Msg | None = None
    wished: list[tuple[object, ...]] = field(default_factory=list)

    def _note(self, *wish: object) -> Msg | None:
        self.wished.append(wish)
        return self.wrong

    def kinds(self) -> tuple[TaughtShown, ...]:
        return self.sets

    def untaught(self) -> frozenset[str]:
        return frozenset(one.kind for one in self.sets if not one.views)

    def lesson(self) -> LessonShown | None:
        return self.now

    def begin(self, kind: str, faces: tuple[str, ...]) -> Msg | None:
        self.now = lesson()
        return self._note("begin", kind, faces)

    def again(self, kind: str, face: str) -> Msg | None:
        return self._note("again", kind, face)

    def turn_to(self, face: str) -> Msg | None:
        return self._note("turn", face)

    def go_on(self) -> Msg | None:
        return self._note("next")

    def take_back(self) -> Msg | None:
        return self._note("back")

    def insist(self) -> Msg | None:
        return self._note("insist")

    def leave(self) -> None:
        self.now = None
        self._note("leave")

    def picture(self, face: str) -> bytes | None:
        return (
            cv2.imencode(".png", np.full((56, 56, 3), 90, np.uint8))[1].tobytes() if face != "none" else None
        )

    def export(self, kind: str) -> bytes | None:
        return b'{"a": 1}' if kind == "dalek" else None

    def take_in(self, data: bytes, *, replace: bool = False) -> Msg | None:
        return self._note("import", data, *["replace"] * replace)

    def rename(self, kind: str, new: str) -> Msg | None:
        return self._note("rename", kind, new)

    def remove(self, kind: str) -> Msg | None:
        return self._note("remove", kind)


TAUGHT = (
    TaughtShown("dalek", DALEK, 18, ("dalek-dice",)),
    TaughtShown("animals", ("cat", "dog"), 4),
    TaughtShown("old", (), broken=True),
)
ANIMALS = (
    "cat",
    "dog",
    "owl",
    "fox",
    "hen",
    "a very long name of an animal",
    "cow",
    "pig",
    "ant",
    "bee",
    "elk",
    "emu",
)
DOUBTED = ("again", "other", "strange")
STATES = {
    "first": lesson("doctor"),
    "more": lesson(reason="kept", face="human2"),
    "enough": lesson(reason="kept", face="human2", may_go_on=True),
    "next": lesson(reason="kept", face="exterminate"),
    "moving": lesson(reason="kept", face="human2", moving=True),
    **{reason: lesson(
        reason=reason, face="human2", other="exterminate", may_insist=reason in DOUBTED, may_go_on=True
    ) for reason in REFUSED},
    "alike so far": lesson("human4", alike=(("human2", "dalek2"),)),
    "checking": lesson(None),
    "alike": lesson(None, checked=True, alike=(("human2", "human4"),)),
    "mistaken": lesson(None, checked=True, mistaken=(("exterminate", "human4"),)),
    "not kept": lesson(None, trouble=msg("teach.not_kept")),
    "saved": lesson(None, checked=True, saved=True, may_take_back=False),
    "doubtful": lesson(None, checked=True, saved=True, may_take_back=False, doubtful=("human4",)),
    "own": lesson("fox", "animals", ANIMALS, reason="kept", face="fox"),
    "alphabet": lesson("C", "letters", tuple("ABCDEFGHIJKLMNÑOPQRSTUVWXYZ")),
}  # fmt: skip


def made(**more: object) -> tuple[House, FakeTeaching]:
    teaching = FakeTeaching(**more)  # type: ignore[arg-type]
    return house(teaching=teaching), teaching


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_is_short_and_there_in_both_languages(language: str) -> None:
    for name, state in STATES.items():
        text = words().say(line_of(state, state.kind == "dalek").text, language)
        assert 0 < len(text) <= 46, (name, text)


def test_the_line_says_what_to_do_next() -> None:
    said = {
        name: words().say(line_of(it, True).text, "es") for name, it in STATES.items() if it.kind == "dalek"
    }
    assert said["first"] == "Enseña: Doctor"
    assert said["more"] == "2 humanos otra vez, algo girado"
    assert said["next"] == "Ahora: 2 humanos"
    assert said["several"] == "Deja un solo dado: 2 humanos"
    assert said["again"] == "Eso es Exterminar: enseña 2 humanos"
    assert said["alike"] == "No distingo 2 humanos y 4 humanos"
    assert said["saved"] == "Dados aprendidos"


def test_the_page_says_which_comes_next_how_many_views_and_what_is_alike() -> None:
    made_, teaching = made(now=STATES["alike so far"])
    text = (
        made_.app.test_client().get("/teach/lesson", headers={"Accept-Language": "en"}).get_data(as_text=True)
    )
    assert "Show: 4 Humans" in text
    assert "10<small>/18" in text
    assert "look too alike. Mark one with a bar." in text
    teaching.now = None
    assert made_.app.test_client().get("/teach/lesson").headers["Location"] == "/teach"


@pytest.mark.parametrize(
    ("path", "form", "wish"),
    [
        ("/teach/begin", {"kind": "dalek"}, ("begin", "dalek", ())),
        ("/teach/begin", {"kind": "Pets", "faces": "a, b,, c "}, ("begin", "pets", ("a", "b", "c"))),
        ("/teach/again", {"kind": "dalek", "face": "doctor"}, ("again", "dalek", "doctor")),
        ("/teach/step", {"face": "doctor"}, ("turn", "doctor")),
        ("/teach/step", {"step": "next"}, ("next",)),
        ("/teach/step", {"step": "back"}, ("back",)),
        ("/teach/step", {"step": "insist"}, ("insist",)),
        ("/teach/leave", {}, ("leave",)),
        ("/teach/rename", {"kind": "dalek", "name": "Old "}, ("rename", "dalek", "old")),
        ("/teach/remove", {"kind": "dalek"}, ("remove", "dalek")),
    ],
)  # fmt: skip
def test_keys_wish_what_they_say_and_refusals_stand_over_the_page(
    path: str, form: dict[str, str], wish: tuple[object, ...]
) -> None:
    made_, teaching = made(now=lesson(), sets=TAUGHT)
    client = made_.app.test_client()
    assert client.post(path, data=form).status_code == 303
    assert teaching.wished == [wish]
    if path == "/teach/leave":
        return
    teaching.now, teaching.wrong = lesson(), msg("teach.not_now")
    refused = client.post(path, data=form, headers={"Accept-Language": "es"})
    assert refused.status_code == 409
    assert "Ahora eso no se puede" in refused.get_data(as_text=True)
    as_json = client.post(path, data=form, headers={"Accept": "application/json", "Accept-Language": "es"})
    assert as_json.get_json()["error"] == "Ahora eso no se puede"


def test_a_set_is_saved_as_a_file_and_taken_in_again() -> None:
    made_, teaching = made(sets=TAUGHT)
    client = made_.app.test_client()
    file = client.get("/teach/dalek.json")
    assert file.headers["Content-Disposition"] == 'attachment; filename="dalek.json"'
    assert client.get("/teach/cats.json").status_code == 404
    big = b"x" * 300_000  # a whole set, more than any form
    sent = client.post("/teach/import", data={"file": (BytesIO(big), "dalek.json")})
    assert (sent.status_code, teaching.wished) == (303, [("import", big)])
    assert client.post("/teach/import", data={}).status_code == 400
    huge = {"file": (BytesIO(b"x" * 9_000_000), "x.json")}
    assert client.post("/teach/import", data=huge).status_code == 413


def test_an_import_asks_before_it_replaces_dice_and_never_without_need() -> None:
    made_, teaching = made(sets=TAUGHT, wrong=msg("teach.there", kind="dalek"))
    client, language = made_.app.test_client(), {"Accept-Language": "en"}
    button = 'name="replace"'
    assert button not in client.get("/teach").get_data(as_text=True)
    asked = client.post("/teach/import", data={"file": (BytesIO(b"x"), "dalek.json")}, headers=language)
    assert asked.status_code == 409
    text = asked.get_data(as_text=True)
    assert "There are dalek dice: rename or replace them" in text
    assert button in text
    assert "Choose the file once more" in text
    teaching.wrong = None
    again = {"file": (BytesIO(b"x"), "dalek.json"), "replace": "1"}
    assert client.post("/teach/import", data=again).status_code == 303
    assert teaching.wished == [("import", b"x"), ("import", b"x", "replace")]
    teaching.wrong = msg("teach.bad_file")
    other = client.post("/teach/import", data={"file": (BytesIO(b"y"), "dalek.json")})
    assert button not in other.get_data(as_text=True)


def test_strange_steps_faces_and_boxes_without_an_eye_are_told() -> None:
    made_, _ = made(now=lesson())
    client = made_.app.test_client()
    assert client.post("/teach/step", data={"step": "fly"}).status_code == 400
    assert client.get("/teach/face.png?face=none").status_code == 404
    assert client.get("/teach/face.png?face=cat").mimetype == "image/png"
    assert client.post("/sim/lay", data={"face": "doctor"}).status_code == 404
    assert house().app.test_client().get("/teach").status_code == 404


def test_home_and_set_up_lead_to_teaching_while_a_game_needs_it() -> None:
    made_, teaching = made()
    client = made_.app.test_client()
    home = "/?game=dalek-dice"
    assert 'href="/teach"' in client.get(home).get_data(as_text=True)
    assert 'href="/teach"' in client.get("/setup").get_data(as_text=True)
    assert 'href="/teach"' not in client.get("/?game=dize").get_data(as_text=True)
    teaching.sets = TAUGHT
    assert 'href="/teach"' not in client.get(home).get_data(as_text=True)


def test_a_device_that_was_not_paired_may_look_and_not_teach() -> None:
    made_, teaching = made(now=lesson())
    client = made_.app.test_client()
    far = {"REMOTE_ADDR": "192.168.1.9"}
    assert client.get("/teach/lesson", environ_base=far).status_code == 200
    assert client.post("/teach/step", data={"step": "next"}, environ_base=far).status_code == 403
    assert teaching.wished == []


@pytest.mark.browser
@pytest.mark.parametrize(("sim", "language"), [(False, "es-ES"), (True, "en-GB")], ids=["tray", "virtual"])
def test_every_lesson_fits(sim: bool, language: str, served: Served, web_page: Open) -> None:
    teaching = FakeTeaching(STATES["first"])
    watched = web_page(served(house(teaching=teaching, sim=FakeSim() if sim else None)), locale=language)
    for name, state in STATES.items():
        teaching.now = state
        watched.page.goto(f"{watched.origin}/teach/lesson")
        for size in watched.at_every_size():
            check(measured(watched), f"{name} at {size}")
            picture = watched.page.locator("#show .photo").bounding_box()
            assert picture
            assert min(picture["height"], picture["width"]) >= 160, f"{name} at {size}"
    assert watched.faults == []


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES, ids=lambda s: f"{s[0]}x{s[1]}")
def test_the_list_fits_and_the_lesson_follows_by_itself(
    size: tuple[int, int], served: Served, web_page: Open
) -> None:
    teaching = FakeTeaching(STATES["first"], TAUGHT)
    watched = web_page(served(house(teaching=teaching)), size)
    watched.page.goto(f"{watched.origin}/teach")
    wide = "() => document.documentElement.scrollWidth"
    assert watched.page.evaluate(wide) <= size[0]
    watched.page.click("a[href='/teach/lesson']")
    watched.page.wait_for_selector("#line h1:has-text('Enseña: Doctor')")
    teaching.now = STATES["more"]
    watched.page.wait_for_selector("#line h1:has-text('2 humanos otra vez')")
    watched.page.click(".key.small")
    watched.page.wait_for_selector(".cards.teach")
    assert teaching.wished == [("leave",)]
    assert watched.faults == []


def lesson_stream(client: FlaskClient, path: str = "/events/lesson?after=1") -> tuple[Any, Iterator[str]]:
    answer, stream = follow(client, path, **{"Accept-Language": "es"})
    return answer, stream


def test_a_lesson_is_followed_by_its_pieces_and_only_those_that_changed() -> None:
    house_, teaching = made(now=STATES["first"])
    client = house_.app.test_client()
    assert 'data-events="/events/lesson?' in client.get("/teach/lesson").text
    answer, stream = lesson_stream(client)
    teaching.now = STATES["moving"]
    moving = data(next(stream))
    assert (moving["number"], moving["state"]) == (2, "rolling")
    assert set(moving["slots"]) == {"rail", "line", "stage"}
    assert "Enseña" not in moving["slots"]["line"]
    teaching.now = replace(STATES["moving"], moving=False)
    assert set(data(next(stream))["slots"]) == {"line", "stage"}
    answer.close()


def test_whoever_follows_a_lesson_is_led_away_at_its_end() -> None:
    house_, teaching = made(now=STATES["first"])
    answer, stream = lesson_stream(house_.app.test_client())
    teaching.now = None
    assert list(stream) == [live.RELOAD]
    answer.close()


def test_table_and_lesson_share_the_places_of_those_who_follow() -> None:
    house_ = house(streams=1, teaching=FakeTeaching(STATES["first"]))
    client = house_.app.test_client()
    answer, _ = follow(client)
    assert client.get("/events/lesson").status_code == 503
    answer.close()
    again, _ = follow(client, "/events/lesson")
    assert client.get("/events").status_code == 503
    again.close()


def test_a_script_hears_in_a_few_words_what_came_of_a_key_of_the_lesson() -> None:
    house_, teaching = made(now=STATES["first"])
    client = house_.app.test_client()
    headers = {"Accept": "application/json", "Accept-Language": "es"}
    assert client.post("/teach/step", data={"step": "next"}, headers=headers).get_json() == {"number": 1}
    teaching.now = STATES["more"]
    assert client.post("/teach/step", data={"step": "back"}, headers=headers).get_json() == {"number": 2}
    teaching.wrong = msg("teach.not_now")
    refused = client.post("/teach/step", data={"step": "next"}, headers=headers)
    assert refused.status_code == 409
    assert refused.get_json()["error"] == words().say(msg("teach.not_now"), "es")


@pytest.mark.browser
def test_a_lesson_is_followed_without_a_page_and_its_keys_bring_none(served: Served, web_page: Open) -> None:
    teaching = FakeTeaching(STATES["first"], TAUGHT)
    watched = web_page(served(house(teaching=teaching, sim=FakeSim())))
    watched.page.goto(f"{watched.origin}/teach/lesson")
    moved = Transfer(watched)
    watched.page.locator(".acts.other select").focus()
    teaching.now = STATES["enough"]
    watched.page.wait_for_selector("#line h1:has-text('2 humanos otra vez')")
    watched.page.wait_for_timeout(700)  # a page that looks again by itself would have done so
    assert moved.kinds == []
    teaching.wrong = msg("teach.not_now")
    watched.page.click("button[name=step][value=next]")
    watched.page.wait_for_selector(".toast:not(#off)")
    assert moved.kinds == [("POST", "application/json")]
    teaching.now = None
    watched.page.wait_for_url("**/teach")
    assert watched.faults == []
