"""Sees a lesson through frames: looks by itself as soon as the die lies still, and once each time; pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.read.reader import Reader
from vision.sources.frames import Frame
from vision.teach.lesson import Lesson, Outcome
from vision.watch.motion import Motion, Phase

RETRY_S = 0.7  # after which a picture of no use is taken again: lenses and hands need their time


@dataclass(frozen=True, eq=False)
class LessonWatcher:
    """A lesson, and how what is shown moves. `outcome` of the last look since anything moved; `settled_rest`
    is the number of the rest that needs no more looks, `next_look_s` the time from which one may look."""

    reader: Reader
    lesson: Lesson
    motion: Motion = field(default_factory=Motion)
    outcome: Outcome | None = None
    settled_rest: int = -1
    next_look_s: float = float("-inf")

    @property
    def phase(self) -> Phase:
        """What goes on in the tray."""
        return self.motion.phase

    def see(self, frame: Frame) -> LessonWatcher:
        """After one more frame."""
        motion = self.motion.step(frame.image, frame.at)
        if motion.phase != "still":
            learned = self.outcome if self.outcome and self.outcome.is_learned else None
            # what was learned is read by the player meanwhile
            return replace(self, motion=motion, outcome=learned, next_look_s=frame.at)
        here = replace(self, motion=motion)
        if self.lesson.due is None or self.settled_rest == motion.number or frame.at < self.next_look_s:
            return here
        return here.look(frame)

    def look(self, frame: Frame, *, insisted: bool = False) -> LessonWatcher:
        """After a look at this very frame."""
        lesson, outcome = self.lesson.show(self.reader, frame.image, insisted=insisted)
        if outcome.reason in ("none", "blurred", "several", "askew", "edge", "blank"):
            return replace(self, outcome=outcome, next_look_s=frame.at + RETRY_S)
        return replace(self, lesson=lesson, outcome=outcome, settled_rest=self.motion.number)

    def with_lesson(self, lesson: Lesson) -> LessonWatcher:
        """The same with a lesson that somebody has changed; what lies there has been seen."""
        return replace(self, lesson=lesson, outcome=None, settled_rest=self.motion.number)
