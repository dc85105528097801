"""Plays Dalek Dice at a running companion by what a page can send: throws, taps, presses.

Refuses to know the rules: it tries what is offered. Luck is seeded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import monotonic, sleep
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from companion.table.shown.snapshot import Shown
from tests.bench.box import Box

WAIT = 25.0  # seconds for anything to happen


class StuckError(Exception):
    """The game does not go on; the text says what was awaited and what is shown instead."""


@dataclass
class Player:
    """Both players of a match at `box`."""

    box: Box
    luck: Random

    def begin(self) -> None:
        """Seat two and start a match that lasts."""
        self.post("/matches", game="dalek-dice", seat=("Ana", "Teo"), **{"opt.target": 200})
        self.until("a match", lambda shown: shown.match is not None)

    def post(self, path: str, **fields: object) -> None:
        """Send a form as a page would."""
        body = urlencode(fields, doseq=True).encode()
        asked = Request(self.box.origin + path, body, {"Accept": "application/json, text/html;q=0.1"})
        with urlopen(asked, timeout=WAIT) as answer:
            answer.read()

    def until(self, what: str, so: Callable[[Shown], bool]) -> Shown:
        """What is shown once that is so."""
        end = monotonic() + WAIT
        while monotonic() < end:
            if self.box.notes.published and so(self.box.shown):
                return self.box.shown
            sleep(0.005)
        raise StuckError(
            f"waited {WAIT:g} s for {what}; shown is {self.box.shown.line.key}, tray {self.box.shown.tray}"
        )

    def throw(self) -> None:
        """Throw the dice that are due."""
        self.post("/sim/throw")

    def decide(self) -> None:
        """Go on to where dice are due again: answer what is asked, keep something, press."""
        for _ in range(20):
            shown = self.box.shown
            need = getattr(shown.ask, "need", None)
            if shown.query is not None:
                self.post("/table/answer", face=shown.query.guesses[0][0], ply=shown.ply, die=shown.about)
            elif need is not None:
                return
            elif shown.match is None or shown.ask is None or not hasattr(shown.ask, "offers"):
                self.begin()
            else:
                self._choose(shown)
            self.until("an answer to a press", lambda now, before=shown: now.number > before.number)  # type: ignore[misc]
        raise StuckError(f"twenty decisions brought no throw; shown is {self.box.shown.line.key}")

    def _choose(self, shown: Shown) -> None:
        """Hold all dice of one face until a key works; press one that does."""
        faces = sorted({die.face for die in shown.dice if die.choosable})
        for face in ("", *self.luck.sample(faces, len(faces))):
            self._hold(face)
            now = self.box.shown
            open_keys = [key.name for key in now.keys if key.blocked is None and key.name != "undo"]
            if open_keys:
                die = {} if now.about is None else {"die": now.about}
                self.post("/table/press", key=self.luck.choice(open_keys), ply=shown.ply, **die)
                return
        raise StuckError(f"nothing can be pressed at {shown.line.key}, whatever is held of {faces}")

    def _hold(self, face: str) -> None:
        """All choosable dice of this face in the hand, no others."""
        for die in self.box.shown.dice:
            if die.choosable and (die.mark == "held") != (die.face == face):
                self.post("/table/toggle", die=die.index, ply=self.box.shown.ply)
