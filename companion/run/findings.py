"""What the eye finds wrong with a picture or a tray, in words for the page."""

from __future__ import annotations

from dataclasses import dataclass

from companion.dice import Quad
from companion.game import Msg, msg
from vision.check.doctor import Finding
from vision.watch.emptiness import Occupied


@dataclass(frozen=True)
class PictureCheck:
    """One of the doctor's findings, as the page shows it."""

    ok: bool
    text: Msg

    @staticmethod
    def of(finding: Finding) -> PictureCheck:
        """The words for a finding."""
        return PictureCheck(finding.verdict == "ok", msg(f"eye.doctor_{finding.what}_{finding.verdict}"))


@dataclass(frozen=True)
class NotLearned:
    """Why the tray was not learned, in words; outlines of what looks like dice, in a picture so large."""

    text: Msg
    quads: tuple[Quad, ...] = ()
    size: tuple[int, int] = (0, 0)

    @staticmethod
    def of(it: Occupied) -> NotLearned:
        """The words for what was in the way."""
        if it.obstacle == "silent":
            return NotLearned(msg("eye.camera_silent"))
        count = {"n": len(it.quads)} if it.obstacle == "dice" else {}
        return NotLearned(msg(f"eye.calibrate_{it.obstacle}", **count), it.quads, it.size)
