"""What a page follows: moments with rising numbers, drawn in pieces for whoever looks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar

from web.pieces import viewer
from web.viewer import Viewer

LOOKS = 32  # ways to look whose pieces are kept
Slots = dict[str, str]  # id of an element: its HTML
Value = TypeVar("Value")


@dataclass(frozen=True)
class Moment(Generic[Value]):
    """What a page shows at one time. Numbers rise; another `subject` needs another page."""

    number: int
    subject: str
    value: Value


class Feed(ABC, Generic[Value]):
    """What a page follows, and how that is drawn in pieces."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._number = -1
        self._by_viewer: dict[Viewer, Slots] = {}

    @abstractmethod
    def now(self) -> Moment[Value]:
        """What is to be seen at present."""

    @abstractmethod
    def wait(self, after: int, timeout: float) -> Moment[Value] | None:
        """Something newer than number `after`, or None when there is nothing for so many seconds."""

    @abstractmethod
    def state(self, value: Value) -> str:
        """How things stand, in a word that colours the page."""

    @abstractmethod
    def draw(self, value: Value) -> Slots:
        """All pieces, for the present viewer."""

    def slow(self, value: Value) -> Slots:
        """Pieces for the present viewer that may take a second; they are sent after the others."""
        return {}

    def lamps(self) -> object:
        """The lamps of the box as they shine now, for pages that draw them; None: those of none."""
        return None

    def slots(self, moment: Moment[Value]) -> Slots:
        """The pieces of the newest moment, drawn once for all who look in the same way."""
        with self._lock:
            if moment.number != self._number:
                self._number, self._by_viewer = moment.number, {}
            pieces = self._by_viewer.get(viewer())
        if pieces is None:
            pieces = self.draw(moment.value)
            with self._lock:
                if moment.number == self._number and len(self._by_viewer) < LOOKS:
                    self._by_viewer[viewer()] = pieces
        return pieces


AnyFeed = Feed[Any]
