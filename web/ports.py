"""What the page needs of the other rooms, as protocols, and `Parts`, the bundle of them that makes an app."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Protocol

from companion.dice import Box, Quad
from companion.game import AnyGame, Msg
from companion.plugin import Plugin
from companion.table.log.records import MatchHead, Record
from companion.table.shown.history import HistoryLine
from companion.table.shown.snapshot import Shown
from companion.table.wishes import Reply, Wish
from companion.teaching.shown import Teaching
from web.pairing import fresh_pairing

Lamp = tuple[str, float, str]  # its name, how bright from 0 to 1, its colour as #rrggbb


class Session(Protocol):
    """The owner of the match. `wish` waits until the wish is done and on disk, or refused.

    `advice` says the chances of whoever is to act, and may take a second.
    """

    def wish(self, wish: Wish, /) -> Reply: ...
    def heads(self) -> tuple[MatchHead, ...]: ...
    def history(self, match: int, /) -> tuple[HistoryLine, ...]: ...
    def records(self, match: int, /) -> tuple[Record, ...]: ...
    def advice(self) -> tuple[Msg, ...]: ...


class ShownFeed(Protocol):
    """What is to be seen, None before the first. `wait` gives one newer than `after`, or None."""

    def latest(self) -> Shown | None: ...
    def wait(self, after: int, timeout: float) -> Shown | None: ...


class Words(Protocol):
    def say(self, msg: Msg, language: str, /) -> str: ...


class Players(Protocol):
    """The names that have played here."""

    def players(self) -> tuple[str, ...]: ...
    def remember_player(self, name: str, /) -> None: ...


class NotLearned(Protocol):
    """Why the tray was not learned; outlines of what looks like dice, in a picture of this size."""

    @property
    def text(self) -> Msg: ...
    @property
    def quads(self) -> Sequence[Quad]: ...
    @property
    def size(self) -> tuple[int, int]: ...


class Eye(Protocol):
    """The camera's pictures: JPEG, number, age in seconds. `calibrate` says what is wrong, or None: done.

    Who insists says that what looks like dice is none.
    """

    def frame_jpeg(self) -> tuple[bytes, int, float] | None: ...
    def crop_jpeg(self, frame: int, box: Box, /) -> bytes | None: ...
    def calibrate(self, *, insist: bool = False) -> NotLearned | None: ...


class Sim(Protocol):
    """The virtual tray. `throw`, `put` (a die back, that face up) and `lay` (one alone) say why they can't;
    `empty` takes all dice out.

    `x`, `y` are pixels of the picture of `Eye.frame_jpeg`.
    """

    def throw(self) -> Msg | None: ...
    def put(self, face: str, /) -> Msg | None: ...
    def lay(self, kind: str, face: str, /) -> Msg | None: ...
    def lift(self, x: float, y: float) -> bool: ...
    def empty(self) -> None: ...


class Sheets(Protocol):
    """The players' own sheet files, looked at anew each time: `own` by name the texts of those of a format
    that can be played, `broken` what is wrong with the others, by the file's name.
    """

    def own(self, format_: str, /) -> Mapping[str, str]: ...
    def broken(self) -> Mapping[str, tuple[str, ...]]: ...


class Panel(Protocol):
    """The virtual box: its lamps as they shine now, its buttons `stop`, `reroll`, `undo`."""

    def lamps(self) -> tuple[Lamp, ...]: ...
    def press(self, name: str, /) -> None: ...


class Check(Protocol):
    """One thing about the box: `ok` None means that this machine does not tell."""

    @property
    def ok(self) -> bool | None: ...
    @property
    def text(self) -> Msg: ...


@dataclass(frozen=True)
class Parts:
    """Everything an app is made of. Give the same `secret` again and paired devices stay paired;
    `renew_pairing` gives another code and another secret, which is kept from then on."""

    session: Session
    snapshots: ShownFeed
    plugins: Mapping[str, Plugin]
    words: Words
    players: Players
    pairing_code: str
    allowed_hosts: tuple[str, ...] = ()
    eye: Eye | None = None
    sim: Sim | None = None
    panel: Panel | None = None
    sheets: Sheets | None = None
    teaching: Teaching | None = None
    host: str = "0.0.0.0"  # the address that the page is served on
    checks: Callable[[], Sequence[Check]] = tuple
    picture_checks: Callable[[], Sequence[Check]] = tuple  # of the camera's picture
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32), repr=False)
    renew_pairing: Callable[[], tuple[str, bytes]] = fresh_pairing  # another code, another secret
    clock: Callable[[], float] = monotonic
    streams: int = 16

    @property
    def games(self) -> dict[str, AnyGame]:
        """The games by id."""
        return {name: plugin.game for name, plugin in self.plugins.items()}

    def strengths(self, game: str) -> tuple[str, ...]:
        """The strengths of the bots that play it."""
        return tuple(self.plugins[game].bots)
