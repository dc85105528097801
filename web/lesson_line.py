"""What the Line says of a lesson, in which state, with which sign: always what to do next."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game import Msg, face_name, msg
from companion.teaching.shown import LessonShown

REFUSED = ("several", "blurred", "askew", "edge", "blank", "same", "again", "other", "strange")


@dataclass(frozen=True)
class LessonLine:
    """The sentence, the state that colours it, the drawing beside it."""

    text: Msg
    state: str
    sign: str


def face_of(lesson: LessonShown, name: str, known: bool) -> Msg | str:
    """The name of a face: a game's own word for it, or as it was typed."""
    return face_name(lesson.kind, name) if known else name


def line_of(lesson: LessonShown, known: bool) -> LessonLine:
    """The Line; `known` says whether a game has words for the faces."""

    def about(key: str, face: str, other: str = "") -> Msg:
        names = {"face": face_of(lesson, face, known)}
        if other:
            names["other"] = face_of(lesson, other, known)
        return msg(f"page.teach.line.{key}", **names)

    if lesson.saved:
        return LessonLine(msg("page.teach.line.saved"), "win", "check")
    if lesson.trouble:
        return LessonLine(lesson.trouble, "fault", "cross")
    if lesson.checked:
        pair = (lesson.alike or lesson.mistaken)[0]
        return LessonLine(about("alike" if lesson.alike else "mistaken", *pair), "look", "look")
    if lesson.due is None:
        return LessonLine(msg("page.teach.line.checking"), "rolling", "rolling")
    if lesson.reason in REFUSED:
        other = lesson.other if lesson.reason in ("again", "other") else ""
        return LessonLine(about(lesson.reason, lesson.due, other), "look", "look")
    if lesson.moving:
        return LessonLine(about("moving", lesson.due), "rolling", "rolling")
    if lesson.reason == "kept":
        return LessonLine(about("more" if lesson.face == lesson.due else "now", lesson.due), "good", "check")
    return LessonLine(about("ready", lesson.due), "ready", "hand")
