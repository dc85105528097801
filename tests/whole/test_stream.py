"""The stream of changes over raw HTTP: numbered, and taken up again where it was left."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse

from tests.whole.conftest import Run
from tests.whole.house import House, ask

PLAYERS = "game=dalek-dice&seat=Ana&seat=Teo"


@contextmanager
def stream(house: House, last: int | None, path: str = "/events") -> Iterator[HTTPResponse]:
    """The stream, asked for as a browser does that saw number `last` last."""
    connection = HTTPConnection("127.0.0.1", port(house), timeout=10)
    headers: Mapping[str, str] = {} if last is None else {"Last-Event-ID": str(last)}
    try:
        connection.request("GET", path, headers=headers)
        yield connection.getresponse()
    finally:
        connection.close()


def port(house: House) -> int:
    return int(house.address.rsplit(":", 1)[1])


def events(answer: HTTPResponse) -> Iterator[dict[str, str]]:
    """Its events; comments and the lamps' own are left out."""
    event: dict[str, str] = {}
    while line := answer.readline().decode():
        name, _, value = line.rstrip("\n").partition(": ")
        if name:
            event[name] = value
        elif event:
            if "data" in event and event.get("event") != "lamps":
                yield event
            event = {}


def number(house: House) -> int:
    shown = house.board.latest()
    assert shown is not None
    return shown.number


def test_a_follower_takes_up_the_stream_where_it_was_left(run: Run) -> None:
    house = run()
    at = ("127.0.0.1", port(house))
    assert ask(at, "/matches", PLAYERS).status == 303
    seen = number(house)
    with stream(house, seen - 1) as behind:
        first = next(events(behind))
    assert int(first["id"]) == json.loads(first["data"])["number"] >= seen
    assert set(json.loads(first["data"])["slots"]) == {"rail", "line", "stage", "keys"}
    with stream(house, number(house)) as level:
        assert ask(at, "/table/enter", f"faces={','.join(['human2'] * 10)}&ply=1").status == 303
        news = next(events(level))  # what it had seen is not told again
    assert int(news["id"]) > seen
    assert "human2" in json.loads(news["data"])["slots"]["stage"]


def test_a_page_of_an_earlier_run_is_told_to_load_again(run: Run) -> None:
    house = run()
    with stream(house, number(house), "/events?boot=another") as answer:
        assert next(events(answer))["event"] == "reload"
