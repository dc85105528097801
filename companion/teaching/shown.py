"""What pages get to know of a lesson and of taught sets, and the protocol of who gives it: pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from companion.game import Msg

Stand = Literal["done", "now", "todo"]


@dataclass(frozen=True)
class FaceShown:
    """A face of a lesson: how many of its views are there, and how many are wanted."""

    name: str
    views: int
    wanted: int
    stand: Stand


@dataclass(frozen=True)
class LessonShown:
    """A lesson as it stands.

    `due` is the face to show, `next` the one after it; `reason` is what came of the last look (`kept`, or why
    not), about `face`, which looked like `other`. `checked` when all was shown and judged: then `alike` are
    pairs that cannot be told apart, `mistaken` faces and what they are taken for, `doubtful` those that will
    be asked about; before that `alike` are pairs so far. `saved`: it is kept and used; `trouble`: it is not.
    """

    kind: str
    faces: tuple[FaceShown, ...]
    due: str | None
    next: str | None = None
    moving: bool = False
    reason: str = ""
    face: str = ""
    other: str = ""
    may_go_on: bool = False
    may_insist: bool = False
    may_take_back: bool = False
    checked: bool = False
    alike: tuple[tuple[str, str], ...] = ()
    mistaken: tuple[tuple[str, str], ...] = ()
    doubtful: tuple[str, ...] = ()
    saved: bool = False
    trouble: Msg | None = None

    @property
    def shown(self) -> int:
        """How many views were learned, of all faces."""
        return sum(face.views for face in self.faces)

    @property
    def wanted(self) -> int:
        """How many there will be in the end."""
        return sum(face.views if face.stand == "done" else face.wanted for face in self.faces)


@dataclass(frozen=True)
class TaughtShown:
    """A kind of dice: `views` is 0 while it is not taught; `games` play with it; `broken`: its file is."""

    kind: str
    faces: tuple[str, ...]
    views: int = 0
    games: tuple[str, ...] = ()
    broken: bool = False


class Teaching(Protocol):
    """Who teaches. What can fail says why, as a Msg; None: done. Whoever asks for `lesson` keeps it going.
    `untaught` are kinds that games play with.
    """

    def kinds(self) -> tuple[TaughtShown, ...]: ...
    def untaught(self) -> frozenset[str]: ...
    def lesson(self) -> LessonShown | None: ...
    def begin(self, kind: str, faces: tuple[str, ...], /) -> Msg | None: ...
    def again(self, kind: str, face: str, /) -> Msg | None: ...
    def turn_to(self, face: str, /) -> Msg | None: ...
    def go_on(self) -> Msg | None: ...
    def take_back(self) -> Msg | None: ...
    def insist(self) -> Msg | None: ...
    def leave(self) -> None: ...
    def picture(self, face: str, /) -> bytes | None: ...
    def export(self, kind: str, /) -> bytes | None: ...
    def take_in(self, data: bytes, /, *, replace: bool = False) -> Msg | None: ...
    def rename(self, kind: str, new: str, /) -> Msg | None: ...
    def remove(self, kind: str, /) -> Msg | None: ...
