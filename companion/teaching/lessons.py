"""The lesson that goes on at this box: fed by the eye's frames, changed by keys of the page, kept at its end.

The eye is borrowed only while somebody looks at the lesson: a page that was closed gives it back.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import RLock
from time import monotonic
from typing import Protocol

import cv2

from companion.dice import D6
from companion.game import Msg, msg
from companion.store import StoreTrouble
from companion.teaching.shown import FaceShown, LessonShown, TaughtShown
from companion.teaching.taught_sets import FacesAlike, NameTaken, TaughtSets
from vision.read.reader import Reader
from vision.sources.frames import Frame
from vision.teach.album import Album, BadAlbum
from vision.teach.lesson import Lesson
from vision.teach.lesson_watcher import LessonWatcher
from vision.teach.verdict import Verdict

log = logging.getLogger(__name__)
AWAY = 15.0  # seconds without anybody looking after which the eye reads again


class Eye(Protocol):
    """The eye that is borrowed."""

    @property
    def reader(self) -> Reader: ...
    def lend(self, see: Callable[[Frame], None] | None) -> None: ...
    def learned(self) -> None: ...


@dataclass(frozen=True, eq=False)
class Stand:
    """Where the lesson stands. `judged` once all was shown; `saved`: kept, or `trouble`: why not."""

    watcher: LessonWatcher
    insisted: bool = False
    judged: Verdict | None = None
    saved: bool = False
    trouble: Msg | None = None

    def changed(self, lesson: Lesson) -> Stand:
        """After a key."""
        return Stand(self.watcher.with_lesson(lesson))


@dataclass
class Lessons:
    """One lesson at a time. Any thread may call; `see` is the eye's thread."""

    sets: TaughtSets
    eye: Eye
    clock: Callable[[], float] = monotonic
    _stand: Stand | None = None
    _lent: bool = False
    _asked_at: float = 0.0
    _lock: RLock = field(default_factory=RLock)

    # what goes on

    def lesson(self) -> LessonShown | None:
        """The lesson as it stands; whoever asks keeps it going."""
        with self._lock:
            self._asked_at = self.clock()
            if self._stand is None:
                return None
            self._borrow(not self._stand.saved)
            return lesson_shown(self._stand)

    def see(self, frame: Frame) -> None:
        """A frame of the tray. What takes long is done without holding up the page."""
        with self._lock:
            before = self._stand
            if before is None or before.saved or self.clock() - self._asked_at > AWAY:
                self._borrow(False)
                return
        after = self._after(before, frame)
        with self._lock:
            if self._stand is before:  # else a key was pressed meanwhile, and that counts
                self._stand = after
                self._borrow(not after.saved)
        if after.saved and self._stand is after:
            self.eye.learned()

    def _after(self, before: Stand, frame: Frame) -> Stand:
        watcher = before.watcher.see(frame)
        if before.insisted and watcher.phase == "still" and watcher.lesson.due is not None:
            return Stand(watcher.look(frame, insisted=True))
        if watcher.lesson.due is None and before.judged is None and before.trouble is None:
            return self._judged(replace(before, watcher=watcher))
        return replace(before, watcher=watcher)

    def _judged(self, stand: Stand) -> Stand:
        """After the check at the end: kept, or more is asked for, or refused."""
        lesson, verdict = stand.watcher.lesson.judge()
        if lesson.due is not None:
            return stand.changed(lesson)
        if not verdict.good:
            return replace(stand, judged=verdict)
        try:
            return replace(
                stand, judged=self.sets.keep(lesson.album(), verdict, lesson.taught_set), saved=True
            )
        except (StoreTrouble, BadAlbum) as error:
            log.error("the lesson was not kept: %s", error)
            return replace(stand, trouble=msg("teach.not_kept"))

    # keys

    def begin(self, kind: str, faces: tuple[str, ...]) -> Msg | None:
        """Begin with a kind of dice; one that games play with has faces of its own."""
        known = self.sets.kinds.get(kind)
        try:
            lesson = Lesson.begin(kind, known.faces if known else faces)
        except BadAlbum as error:
            log.info("no lesson was begun: %s", error)
            return msg("teach.bad_name")
        self._open(lesson)
        return None

    def again(self, kind: str, face: str) -> Msg | None:
        """Teach one face of a set anew; the set stays as it is until the end."""
        try:
            lesson = Lesson.reteach(self.sets.album(kind), face)
        except (ValueError, StoreTrouble) as error:
            log.info("no face is taught anew: %s", error)
            return msg("teach.no_set")
        self._open(lesson)
        return None

    def turn_to(self, face: str) -> Msg | None:
        """Show this face now, anew if it has all its views."""
        return self._do(lambda lesson: lesson.turn_to(face))

    def go_on(self) -> Msg | None:
        """Enough of this face; or, where a lesson could not be kept, try that again."""
        with self._lock:
            if self._stand and self._stand.trouble:
                self._stand = replace(self._stand, trouble=None)
                return None
        return self._do(Lesson.go_on)

    def take_back(self) -> Msg | None:
        """Forget the last view."""
        return self._do(Lesson.take_back)

    def insist(self) -> Msg | None:
        """It is the face that is due, whatever it looks like."""
        with self._lock:
            outcome = self._stand.watcher.outcome if self._stand else None
            if self._stand is None or outcome is None or not outcome.disputable:
                return msg("teach.not_now")
            self._stand = replace(self._stand, insisted=True)
            return None

    def leave(self) -> None:
        """End the lesson; what was not kept is forgotten."""
        with self._lock:
            self._stand = None
            self._borrow(False)

    def picture(self, face: str) -> bytes | None:
        """A face as it was shown, a small PNG."""
        with self._lock:
            lesson = self._stand.watcher.lesson if self._stand else None
        cuts = lesson.cuts(face) if lesson and face in lesson.faces else ()
        return cv2.imencode(".png", cuts[0])[1].tobytes() if cuts else None

    # sets

    def kinds(self) -> tuple[TaughtShown, ...]:
        """What is taught, and what is not yet."""
        return self.sets.shown()

    def untaught(self) -> frozenset[str]:
        """Kinds that games play with and nobody has taught."""
        return frozenset(self.sets.kinds) - frozenset(self.sets.folder.names())

    def export(self, kind: str) -> bytes | None:
        """The file of a set."""
        try:
            return self.sets.folder.read(kind)
        except StoreTrouble as error:
            log.info("nothing was exported: %s", error)
            return None

    def take_in(self, data: bytes, *, replace: bool = False) -> Msg | None:
        """Keep a set that was exported somewhere; one of its name makes way only if that was said."""

        def do() -> None:
            self.sets.take_in(Album.from_json(data, "the file"), replace=replace)

        return self._kept(do, taken="teach.there")

    def rename(self, kind: str, new: str) -> Msg | None:
        """Give a set another name."""
        return self._kept(lambda: self.sets.rename(kind, new))

    def remove(self, kind: str) -> Msg | None:
        """Forget a set."""
        return self._kept(lambda: self.sets.folder.remove(kind))

    def _kept(self, do: Callable[[], object], taken: str = "teach.taken") -> Msg | None:
        try:
            do()
        except FacesAlike as wrong:
            face, other = (wrong.verdict.alike + wrong.verdict.mistaken)[0]
            return msg("teach.alike_in_file", face=face, other=other)
        except NameTaken as error:
            return msg(taken, kind=error.kind)
        except BadAlbum as error:
            log.warning("%s", error)
            return msg("teach.bad_file")
        except StoreTrouble as error:
            log.error("%s", error)
            return msg("teach.not_kept")
        self.eye.learned()
        return None

    # inside

    def _open(self, lesson: Lesson) -> None:
        with self._lock:
            now = self.eye.reader
            self._stand = Stand(LessonWatcher(Reader((D6,), now.tray, finder=now.finder), lesson))
            self._asked_at = self.clock()
            self._borrow(True)

    def _do(self, step: Callable[[Lesson], Lesson]) -> Msg | None:
        with self._lock:
            if self._stand is None:
                return msg("teach.not_now")
            try:
                self._stand = self._stand.changed(step(self._stand.watcher.lesson))
            except ValueError as error:
                log.info("the lesson stays as it is: %s", error)
                return msg("teach.not_now")
            self._borrow(True)
            return None

    def _borrow(self, wanted: bool) -> None:
        if wanted != self._lent:
            self._lent = wanted
            self.eye.lend(self.see if wanted else None)


def lesson_shown(stand: Stand) -> LessonShown:
    """A lesson as the page gets to know it."""
    watcher, lesson = stand.watcher, stand.watcher.lesson
    outcome, verdict = watcher.outcome, stand.judged
    return LessonShown(
        lesson.kind,
        tuple(_face(lesson, name) for name in lesson.faces),
        lesson.due,
        lesson.next,
        moving=watcher.phase != "still",
        reason=outcome.reason if outcome else "",
        face=outcome.face if outcome else "",
        other=outcome.other if outcome else "",
        may_go_on=lesson.may_go_on,
        may_insist=bool(outcome and outcome.disputable) and not stand.insisted,
        may_take_back=bool(lesson.order) and not stand.saved,
        checked=verdict is not None,
        alike=verdict.alike if verdict else lesson.alike,
        mistaken=verdict.mistaken if verdict else (),
        doubtful=verdict.doubtful if verdict else (),
        saved=stand.saved,
        trouble=stand.trouble,
    )


def _face(lesson: Lesson, name: str) -> FaceShown:
    views = lesson.count(name)
    stand = "now" if name == lesson.due else "done" if lesson.is_done(name) else "todo"
    return FaceShown(name, views, lesson.wanted_of(name), stand)  # type: ignore[arg-type]
