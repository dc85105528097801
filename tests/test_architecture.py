"""`docs/architecture.md` is true: its walks are made, hop by hop, and its drawing is the house's."""

from __future__ import annotations

import http.client
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from types import FrameType
from urllib.parse import urlencode, urlsplit

import pytest

from companion.game import Ask
from tests.whole.house import ROOT, House, running

PAGE = ROOT / "docs" / "architecture.md"
ROOFS = tuple(str(ROOT / roof) for roof in ("companion", "vision", "hardware", "web"))
HEADING, STEP, HOP = re.compile(r"^### (.+)$"), re.compile(r"^\d+\. "), re.compile(r"`([\w.]+:[\w.]+)`")
PATIENCE_S = 90.0  # traced code is slow, and the machine may be busy
MOST_LINES, LONGEST_LINE = 150, 100


def walks() -> dict[str, list[str]]:
    """For each walk of the page its hops, `room.module:function`, in order."""
    found: dict[str, list[str]] = {}
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line):
            found[heading[1]] = []
        elif STEP.match(line) and found:
            found[list(found)[-1]] += HOP.findall(line)
    return found


class Trace:
    """Calls of the house's own functions, in all threads that begin while it listens."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self._wanted = {hop for hops in walks().values() for hop in hops}

    def hear(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(ROOFS):
            return
        name = f"{frame.f_globals.get('__name__')}:{frame.f_code.co_qualname}"
        if name in self._wanted:
            self.calls.append(name)

    def cut(self) -> list[str]:
        """What was called since the last cut."""
        calls, self.calls = self.calls, []
        return calls


@contextmanager
def listening() -> Iterator[Trace]:
    trace = Trace()
    threading.setprofile(trace.hear)
    sys.setprofile(trace.hear)
    try:
        yield trace
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def until(true: Callable[[], object]) -> None:
    over = monotonic() + PATIENCE_S
    while not true():
        assert monotonic() < over, "what was waited for did not happen"
        sleep(0.05)


class Page:
    """A page that taps, and one that follows."""

    def __init__(self, house: House) -> None:
        place = urlsplit(house.address)
        self._at = (place.hostname or "", place.port or 0)

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(*self._at, timeout=PATIENCE_S)

    def ask(self, method: str, path: str, **form: str) -> int:
        connection = self.connect()
        headers = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        connection.request(method, path, urlencode(form), headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def sees_lesson(self) -> bool:
        """A lesson goes on while somebody looks at it."""
        return self.ask("GET", "/teach/lesson") == 200


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What was called on each walk of a box that runs."""
    calls: dict[str, list[str]] = {}
    with listening() as trace, running(tmp_path_factory.mktemp("data"), 3) as house:
        page = Page(house)

        def shown() -> Ask | None:
            newest = house.board.latest()
            return newest.ask if newest and isinstance(newest.ask, Ask) else None

        def ply() -> str:
            newest = house.board.latest()
            return str(newest.ply if newest else 0)

        until(lambda: (newest := house.board.latest()) and newest.tray == "empty")
        calls["A start"] = trace.cut()
        assert page.ask("POST", "/matches", game="dalek-dice", seat="Ana") == 303
        until(shown)
        follower = page.connect()
        follower.request("GET", "/events?about=dalek-dice")
        stream = follower.getresponse()
        trace.cut()
        assert page.ask("POST", "/sim/throw", ply=ply()) == 303
        until(lambda: (ask := shown()) and ask.pick)
        kept = trace.calls.index("companion.store.sqlite:SqliteStore.append")
        until(lambda: "web.live:_message" in trace.calls[kept:])
        calls["A roll"] = trace.cut()
        die = next(item.die for item in (shown() or pytest.fail("no choice")).pick.pool)  # type: ignore[union-attr]
        assert page.ask("POST", "/table/toggle", die=str(die), ply=ply()) == 303
        until(lambda: (newest := house.board.latest()) and newest.held)
        calls["A tap"] = trace.cut()
        stream.close()
        follower.close()
        assert page.ask("POST", "/teach/begin", kind="dalek") == 303
        trace.cut()
        assert page.ask("POST", "/sim/lay", kind="dalek", face="doctor") == 303
        until(
            lambda: page.ask("GET", "/teach/lesson") and page.ask("GET", "/teach/face.png?face=doctor") == 200
        )
        calls["A taught face"] = trace.cut()
    return calls


@pytest.mark.parametrize("walk", walks())
def test_each_hop_of_a_walk_is_made_in_its_turn(made: dict[str, list[str]], walk: str) -> None:
    calls, at = made[walk], 0
    for hop in walks()[walk]:
        assert hop in calls[at:], (
            f"{hop} is not called after {calls[:at][-1:]}; is it called something else now?"
        )
        at = calls.index(hop, at) + 1


def test_the_page_is_short_enough_to_be_read() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    assert [line for line in lines if len(line) > LONGEST_LINE and not line.startswith("|")] == []


def test_the_drawing_is_that_of_the_imports() -> None:
    done = subprocess.run([sys.executable, "tools/draw_rooms.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0
