"""Parts for an app without a house behind it: a session that takes notes, pictures that are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import cv2
import numpy as np
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.dice import Box
from companion.game import Msg, msg
from companion.games import discover
from companion.run.findings import NotLearned
from companion.table.log.records import MatchHead, Record
from companion.table.shown.history import HistoryLine
from companion.table.shown.snapshot import Shown
from companion.table.shown_feed import ShownFeed
from companion.table.wishes import Abandon, Begin, Rename, Reply, Wish
from companion.words import Words
from tests.toy import PLUGIN as TOY
from tests.web.states import TEXTS, first
from web.app import create_app
from web.ports import Lamp, Parts


@cache
def words() -> Words:
    return Words([*discover().words, TEXTS, TOY.words])


HEADS = (
    MatchHead(7, "dalek-dice", "", ("Ana", "Teo", "Lucía", "Marc"), {"target": 60, "dice": "dalek"}, "open",
              (34, 27, 41, 19), (), "2026-11-18T20:15:00", 31),
    MatchHead(5, "dalek-dice", "Nochevieja", ("Ana", "Teo"), {"target": 60, "dice": "d6"}, "finished",
              (61, 48), (0,), "2026-11-17T22:40:00", 90),
    MatchHead(4, "dalek-dice", "", ("Lucía", "Marc"), {"target": 60, "dice": "dalek"}, "abandoned",
              (3, 0), (), "2026-11-16T18:00:00", 5),
)  # fmt: skip
LOG = (
    HistoryLine(0, "2026-11-18T20:15:00", None, msg("page.matches.new")),
    HistoryLine(1, "2026-11-18T20:16:10", 0, msg("test.threw", n=10)),
    HistoryLine(2, "2026-11-18T20:16:40", 0, msg("dalek-dice.end.stop", points=17), undone=True),
    HistoryLine(3, "2026-11-18T20:17:02", 0, msg("dalek-dice.end.stop", points=12)),
)


@dataclass
class FakeSession:
    """Keeps what was wished; refuses with `refusal` if there is one."""

    board: ShownFeed
    wishes: list[Wish] = field(default_factory=list)
    refusal: Msg | None = None
    silent: bool = False
    advised: int = 0
    kept: tuple[MatchHead, ...] = HEADS

    def wish(self, wish: Wish) -> Reply:
        if self.silent:
            raise TimeoutError
        self.wishes.append(wish)
        shown = self.board.latest()
        assert shown is not None
        if self.refusal is None and isinstance(wish, Begin):
            self.board.publish(replace(first(), number=shown.number + 1))
        if self.refusal is None and isinstance(wish, Abandon | Rename):
            self.kept = tuple(self._after(head, wish) for head in self.kept)
        return Reply(shown.number, shown.ply, self.refusal)

    @staticmethod
    def _after(head: MatchHead, wish: Abandon | Rename) -> MatchHead:
        if head.id != wish.match:
            return head
        return (
            replace(head, status="abandoned") if isinstance(wish, Abandon) else replace(head, name=wish.name)
        )

    def advice(self) -> tuple[Msg, ...]:
        self.advised += 1
        return (msg("toy.advice", n=self.advised, percent=42), msg("toy.advice", n=9, percent=7))

    def heads(self) -> tuple[MatchHead, ...]:
        return self.kept

    def history(self, match: int) -> tuple[HistoryLine, ...]:
        return LOG

    def records(self, match: int) -> tuple[Record, ...]:
        options = {"target": 60, "sheet": "[whole text]"}
        first = {"entry": "started", "game": "dalek-dice", "seats": ["Ana", "Teo"], "options": options}
        first["bots"] = ["", "strong"]
        known = any(head.id == match for head in self.kept)
        return (Record(0, "2026-11-18T20:00:00+01:00", first),) if known else ()


class FakePlayers:
    def __init__(self) -> None:
        self.names = ["Ana", "Teo", "Lucía", "Marc", "Rosa"]

    def players(self) -> tuple[str, ...]:
        return tuple(self.names)

    def remember_player(self, name: str) -> None:
        if name not in self.names:
            self.names.append(name)


@cache
def picture() -> bytes:
    """A green tray with pale squares in it."""
    image = np.full((480, 640, 3), (70, 98, 43), np.uint8)
    for n in range(7):
        x, y = 70 + 80 * n, 120 + 37 * (n * 5 % 7)
        cv2.rectangle(image, (x, y), (x + 46, y + 46), (220, 240, 245), -1)
    return bytes(cv2.imencode(".jpg", image)[1])


class FakeSheets:
    """A folder with one sheet that can be played, and one that cannot."""

    def own(self, format_: str) -> dict[str, str]:
        return {"La mía": 'name = "La mía"\ngrid = "1 2 3"'} if format_ == "toy-sheet/1" else {}

    def broken(self) -> dict[str, tuple[str, ...]]:
        return {"rota.toml": ("row 2, column 5: no such mark", "row 7 is too short")}


class FakeEye:
    def __init__(self) -> None:
        self.number, self.age, self.wrong, self.calibrated = 3, 0.1, None, 0
        self.crops: list[tuple[int, Box]] = []
        self.blind = False

    number: int
    age: float
    wrong: NotLearned | None

    def frame_jpeg(self) -> tuple[bytes, int, float] | None:
        return None if self.blind else (picture(), self.number, self.age)

    def crop_jpeg(self, frame: int, box: Box) -> bytes | None:
        self.crops.append((frame, box))
        image = cv2.imdecode(np.frombuffer(picture(), np.uint8), cv2.IMREAD_COLOR)
        return bytes(cv2.imencode(".jpg", image[100:200, 50:150])[1])

    def calibrate(self, *, insist: bool = False) -> NotLearned | None:
        refused = None if insist else self.wrong
        self.calibrated += refused is None
        return refused


class FakeSim:
    def __init__(self) -> None:
        self.throws, self.lifts = 0, list[tuple[float, float]]()
        self.reason: Msg | None = None
        self.put_back: list[str] = []
        self.emptied = 0

    def throw(self) -> Msg | None:
        self.throws += self.reason is None
        return self.reason

    def put(self, face: str) -> Msg | None:
        self.put_back.append(face)
        return self.reason

    def empty(self) -> None:
        self.emptied += 1

    def lift(self, x: float, y: float) -> bool:
        self.lifts.append((x, y))
        return True


class FakePanel:
    def __init__(self) -> None:
        self.pressed: list[str] = []
        self.bright = 1.0

    def lamps(self) -> tuple[Lamp, ...]:
        return tuple((f"lamp-{n}", self.bright if n == 2 else 0.1, "#ffc94d") for n in range(7))

    def press(self, name: str) -> None:
        self.pressed.append(name)


@dataclass(frozen=True)
class House:
    """An app and the fakes behind it."""

    app: Flask
    board: ShownFeed
    session: FakeSession
    parts: Parts

    def draw(self, template: str, text: str) -> None:
        """Have the app draw this template so."""
        before = self.app.jinja_env.loader
        assert before is not None
        self.app.jinja_env.loader = ChoiceLoader([DictLoader({template: text}), before])

    def publish(self, shown: Shown) -> Shown:
        """Show this as the next snapshot."""
        latest = self.board.latest()
        newer = replace(shown, number=latest.number + 1 if latest else 1)
        self.board.publish(newer)
        return newer


def house(shown: Shown | None = None, **extra: Any) -> House:
    """A fresh app over fresh fakes, with a snapshot published."""
    made = silent(**extra)
    made.publish(shown if shown is not None else first())
    return made


def silent(**extra: Any) -> House:
    """A fresh app over fresh fakes, before anything was published."""
    board = ShownFeed()
    session = FakeSession(board)
    given: dict[str, Any] = {"pairing_code": "482913", "eye": FakeEye(), "allowed_hosts": ("cubilete.local",)}
    given |= {"plugins": {**discover().plugins, TOY.id: TOY}, **extra}
    parts = Parts(session=session, snapshots=board, words=words(), players=FakePlayers(), **given)
    return House(create_app(parts), board, session, parts)
