"""What the set-up page says of the box as a feed: faults, and checks of picture and machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask import render_template

from companion.game import Msg
from web.feed import Slots
from web.pieces import now, parts
from web.polled import Polled
from web.ports import Check

EVERY = 3.0  # seconds between two looks at the box


@dataclass(frozen=True)
class Findings:
    """Faults that are on every page; checks of the camera's picture and of the machine, each with its ok."""

    faults: tuple[Msg, ...]
    picture: tuple[tuple[bool | None, Msg], ...]
    box: tuple[tuple[bool | None, Msg], ...]


def findings() -> Findings:
    """What is found at the box at present."""
    return Findings(now().faults, _values(parts().picture_checks()), _values(parts().checks()))


def _values(checks: Sequence[Check]) -> tuple[tuple[bool | None, Msg], ...]:
    return tuple((check.ok, check.text) for check in checks)


class SetupFeed(Polled[Findings]):
    """The findings; the page is about nothing else, so it is always the same page."""

    def __init__(self) -> None:
        super().__init__(EVERY)

    def look(self) -> Findings:
        return findings()

    def subject(self, findings: Findings) -> str:
        return ""

    def state(self, findings: Findings) -> str:
        return "idle"

    def draw(self, findings: Findings) -> Slots:
        return {"findings": render_template("slots/findings.html", findings=findings)}
