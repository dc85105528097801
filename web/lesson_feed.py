"""The lesson that goes on as a feed: whoever follows keeps it going, and sees it step by step."""

from __future__ import annotations

from flask import render_template

from companion.game import Msg
from companion.teaching.shown import LessonShown, Teaching
from web.feed import Slots
from web.lesson_line import face_of, line_of
from web.pieces import face_icon, parts, say
from web.polled import Polled
from web.trouble import there

EVERY = 0.2  # seconds between two looks at the lesson
SLOTS = ("rail", "line", "stage", "keys")  # ids of the elements, and their templates
Going = LessonShown | None


def teaching() -> Teaching:
    """Who teaches at this box."""
    return there(parts().teaching, "teach")


def drawn_kinds() -> frozenset[str]:
    """Kinds of dice whose faces have words and drawings: those of games."""
    return frozenset(kind.id for game in parts().games.values() for kind in game.kinds)


def look_of(lesson: LessonShown) -> dict[str, object]:
    """What the lesson's templates draw it with."""
    known = lesson.kind in drawn_kinds()

    def named(face: str) -> str:
        name = face_of(lesson, face, known)
        return say(name) if isinstance(name, Msg) else name

    return {
        "it": lesson,
        "known": known,
        "line": line_of(lesson, known),
        "icon_of": face_icon,
        "named": named,
    }


class LessonFeed(Polled[Going]):
    """The lesson; without one there is nothing to follow, and the page leads to the sets."""

    def __init__(self) -> None:
        super().__init__(EVERY)

    def look(self) -> Going:
        return teaching().lesson()

    def subject(self, lesson: Going) -> str:
        return "lesson" if lesson else ""

    def state(self, lesson: Going) -> str:
        return line_of(lesson, lesson.kind in drawn_kinds()).state if lesson else "idle"

    def draw(self, lesson: Going) -> Slots:
        look = look_of(lesson) if lesson else {}
        return {name: render_template(f"lesson/{name}.html", **look) for name in SLOTS} if lesson else {}
