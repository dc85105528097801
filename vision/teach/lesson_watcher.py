"""Sees a lesson through frames: looks by itself as soon as the die lies still, and once each time; pure."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.read.reader import Reader
from vision.sources.frames import Frame
from vision.teach.lesson import Lesson, Said
from vision.watch.motion import Motion, Phase

LATER = 0.7  # seconds after which a picture of no use is taken again: lenses and hands need their time


@dataclass(frozen=True, eq=False)
class Pupil:
    """A lesson, and how what is shown moves. `said` of the last look since anything moved; `looked` is the
    rest at which all has been said, `at` when the next look may be."""

    reader: Reader
    lesson: Lesson
    motion: Motion = field(default_factory=Motion)
    said: Said | None = None
    looked: int = -1
    at: float = float("-inf")

    @property
    def phase(self) -> Phase:
        """What goes on in the tray."""
        return self.motion.phase

    def see(self, frame: Frame) -> Pupil:
        """After one more frame."""
        motion = self.motion.step(frame.image, frame.at)
        if motion.phase != "still":
            said = self.said if self.said and self.said.kept else None  # what was learned is read meanwhile
            return replace(self, motion=motion, said=said, at=frame.at)
        here = replace(self, motion=motion)
        if self.lesson.due is None or self.looked == motion.number or frame.at < self.at:
            return here
        return here.looking(frame)

    def looking(self, frame: Frame, *, insisted: bool = False) -> Pupil:
        """After a look at this very frame."""
        lesson, said = self.lesson.shown(self.reader, frame.image, insisted=insisted)
        if said.reason in ("none", "blurred", "several", "askew", "edge", "blank"):
            return replace(self, said=said, at=frame.at + LATER)
        return replace(self, lesson=lesson, said=said, looked=self.motion.number)

    def taught(self, lesson: Lesson) -> Pupil:
        """The same pupil with a lesson that somebody has changed; what lies there has been seen."""
        return replace(self, lesson=lesson, said=None, looked=self.motion.number)
