"""A lesson at a terminal: asks for face after face, and looks until each was shown."""

from __future__ import annotations

import sys
from collections.abc import Callable

from companion.cli.output import say
from companion.config import Config
from companion.dice import D6, Die
from companion.games import discover
from companion.run.eye_setup import SIM, TRAY, load_tray, source_of
from companion.run.virtual_dice import virtual_dice
from vision.background.tray import Tray
from vision.read.reader import Reader
from vision.sim import VirtualTray
from vision.sources.frames import Source
from vision.sources.live import CameraTrouble
from vision.teach.album import Album, BadAlbum
from vision.teach.lesson import Lesson
from vision.teach.lesson_watcher import LessonWatcher

HINTS = {
    "none": "lay one die in the tray, {face} up",
    "several": "more than one thing lies there; leave one die, {face} up",
    "blurred": "blurred; keep still, or focus the camera",
    "askew": "it does not lie flat, or is half hidden; lay it down again",
    "edge": "it is cut off by the picture's border; lay it nearer to the middle",
    "blank": "no drawing is seen on it; give it more light",
    "same": "the same view again; turn the die a little",
    "again": "that is {other} again; show {face}",
    "other": "that is {other}; {face} is still due",
    "strange": "that does not look like {face}; turn it",
}
Lay = Callable[[str], None]


def album_by_camera(lesson: Lesson, config: Config) -> Album:
    """What was shown to the camera of the settings, when all of the lesson was."""
    if config.camera.source == SIM:
        source: Source = (virtual := _virtual_tray(lesson.kind))
        tray: Tray | None = Tray.from_empty(virtual.empty_picture())
        lay: Lay = lambda due: virtual.show(Die(lesson.kind, due))  # noqa: E731
    else:
        source, lay = source_of(config), lambda due: None
        tray, _ = load_tray(config.data / TRAY)
    try:
        return _shown(LessonWatcher(Reader((D6,), tray), lesson), source, lay)
    finally:
        source.close()


def _virtual_tray(kind: str) -> VirtualTray:
    """A tray with dice of this kind, or BadAlbum."""
    dice = virtual_dice(discover().plugins.values())
    kinds = (D6.id, *(model.kind for model in dice.models))
    if kind not in kinds:
        reason = dice.missing.get(kind, f"the virtual tray has no {kind} dice, only {', '.join(kinds)}")
        raise BadAlbum(f"{reason}; name a camera: --camera SOURCE")
    return VirtualTray(dice=dice.models)


def _shown(watcher: LessonWatcher, source: Source, lay: Lay) -> Album:
    """Look until all faces were shown; `lay` is what somebody does who is asked for a face."""
    prompt, answered = "", False
    while (due := watcher.lesson.due) is not None:
        if (now := prompt_of(watcher)) != prompt:
            prompt = now
            say(prompt)
        if not answered:
            lay(due)
        before, watcher = watcher, _one_more(watcher, source)
        answered = watcher.outcome is before.outcome or watcher.outcome is None
    lesson, verdict = watcher.lesson.judge()
    if lesson.due is None:
        return lesson.album()
    say(f"{' and '.join(verdict.mistaken[0])} look alike; one view more of each")
    return _shown(watcher.with_lesson(lesson), source, lay)


def _one_more(watcher: LessonWatcher, source: Source) -> LessonWatcher:
    """After the next frame, and a question where somebody may know better."""
    due, frame = watcher.lesson.due, source.read()
    if frame is None:
        raise CameraTrouble("lost", f"there are no more pictures, and {due} is still to be shown")
    after = watcher.see(frame)
    new = after.outcome is not None and after.outcome is not watcher.outcome
    if new and after.outcome and after.outcome.disputable and _sure(prompt_of(after), str(due)):
        return after.look(frame, insisted=True)
    return after


def prompt_of(watcher: LessonWatcher) -> str:
    """What is to be done next, in a line."""
    due, outcome = watcher.lesson.due, watcher.outcome
    if due is None:
        return "checking"
    place = f"{due}, view {watcher.lesson.count(due) + 1} of {watcher.lesson.wanted}"
    if outcome is None or outcome.is_learned or (outcome.reason == "none" and not watcher.lesson.total):
        same_face = outcome is not None and outcome.is_learned and outcome.face == due
        return f"show {place}{': turn it a little' if same_face else ''}"
    return f"show {place}: {HINTS[outcome.reason].format(face=due, other=outcome.other)}"


def _sure(prompt: str, due: str) -> bool:
    """Whether somebody at a terminal knows better; without one nobody does."""
    if not sys.stdin.isatty():
        return False
    say(prompt)
    say(f"is it {due} all the same? y and Enter if so; else Enter when another one lies there")
    return sys.stdin.readline().strip().lower() in ("y", "s", "yes", "sí", "si")
