"""`cubilete teach` and `cubilete taught`: dice taught at a terminal; sets listed, handed on, removed.

Refuses to know threads and pages. The data folder is held meanwhile: a companion that runs has a page for it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from companion.alone import Alone
from companion.config import Config, ConfigError, load
from companion.dice import D6, Die
from companion.games import discover
from companion.offline import fail, say
from companion.outfit import SIM, TAUGHT, TRAY, kept_tray, source_of
from companion.store import StoreTrouble
from companion.store.taught import TaughtFolder
from companion.taught import NotTold, Taken, TaughtSets, check_untaught
from vision.album import Album, BadAlbum
from vision.commands import BadTeaching, album_from
from vision.frames import BadClip, BadPicture, Source
from vision.lesson import VIEWS, Lesson, NoFace
from vision.live import CameraTrouble
from vision.pupil import Pupil
from vision.reader import Reader
from vision.sim import VirtualTray
from vision.sim.kinds import KINDS
from vision.tray import Tray

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
TROUBLES = (StoreTrouble, BadAlbum, NoFace, BadTeaching, BadPicture, BadClip, CameraTrouble, NotTold, Taken)


@dataclass(frozen=True)
class TeachWish:
    """What was typed: a kind, its faces unless a game names them, one `face` to teach anew, and from what."""

    kind: str
    faces: tuple[str, ...] = ()
    face: str = ""
    views: int = VIEWS
    camera: str | None = None
    pictures: Path | None = None
    data: Path | None = None
    config: Path | None = None


def teach(wish: TeachWish) -> int:
    """Teach a kind of dice, or one of its faces; the exit code."""
    data = None if wish.data is None else str(wish.data)
    try:
        config = load(wish.config, {"camera.source": wish.camera, "data": data})
    except ConfigError as error:
        return max(fail(problem) * 2 for problem in error.problems)
    return _told(lambda: _taught(wish, config))


def _told(do: Callable[[], int]) -> int:
    """What can go wrong is said in a line."""
    try:
        return do()
    except TROUBLES as error:
        return fail(error)


@contextmanager
def opened(data: Path) -> Iterator[TaughtSets]:
    """The sets of a data folder, held alone."""
    alone = Alone(data)
    try:
        yield TaughtSets(TaughtFolder(data / TAUGHT), discover().values())
    finally:
        alone.close()


def _taught(wish: TeachWish, config: Config) -> int:
    with opened(config.data) as sets:
        album = _from_folder(wish) if wish.pictures else _from_camera(_lesson(wish, sets), config)
        verdict = sets.keep(album)
        say(f"{album.kind} is kept in {sets.folder.file(album.kind)}")
        for face in verdict.doubtful:
            say(f"{face} will often be asked about; better teach it again: --face {face}")
    return 0


def _from_folder(wish: TeachWish) -> Album:
    assert wish.pictures is not None
    album = album_from(wish.pictures, None, wish.kind)
    if wish.faces and set(wish.faces) != set(album.faces):
        raise BadAlbum(
            f"{wish.pictures} shows {', '.join(album.faces)}; expected {', '.join(wish.faces)} (--faces)"
        )
    return Album(album.kind, {face: album.views[face] for face in wish.faces or album.faces}, album.edge)


def _lesson(wish: TeachWish, sets: TaughtSets) -> Lesson:
    if wish.face:
        return Lesson.again(sets.album(wish.kind), wish.face, wish.views)
    check_untaught(wish.kind)
    known = sets.kinds.get(wish.kind)
    if known is None and not wish.faces:
        raise BadAlbum(f"no game knows {wish.kind} dice; name their faces: --faces a,b,c")
    if known and wish.faces and set(wish.faces) != set(known.faces):
        raise BadAlbum(f"{wish.kind} dice have the faces {', '.join(known.faces)}; leave out --faces")
    return Lesson.begin(wish.kind, known.faces if known else wish.faces, wish.views)


def _from_camera(lesson: Lesson, config: Config) -> Album:
    if config.camera.source == SIM:
        if lesson.kind not in KINDS:
            raise BadAlbum(
                f"the virtual tray has no {lesson.kind} dice, only {', '.join(KINDS)}; "
                "name a camera: --camera SOURCE"
            )
        source: Source = (virtual := VirtualTray())
        tray: Tray | None = Tray.from_empty(virtual.empty_picture())
        lay: Lay = lambda due: virtual.show(Die(lesson.kind, due))  # noqa: E731
    else:
        source, lay = source_of(config), lambda due: None
        tray, _ = kept_tray(config.data / TRAY)
    try:
        return _shown(Pupil(Reader((D6,), tray), lesson), source, lay)
    finally:
        source.close()


def _shown(pupil: Pupil, source: Source, lay: Lay) -> Album:
    """Look until all faces were shown; `lay` is what somebody does who is asked for a face."""
    prompt, answered = "", False
    while (due := pupil.lesson.due) is not None:
        if (now := prompt_of(pupil)) != prompt:
            prompt = now
            say(prompt)
        if not answered:
            lay(due)
        before, pupil = pupil, _one_more(pupil, source)
        answered = pupil.said is before.said or pupil.said is None
    lesson, verdict = pupil.lesson.judged()
    if lesson.due is None:
        return lesson.album()
    say(f"{' and '.join(verdict.mistaken[0])} look alike; one view more of each")
    return _shown(pupil.taught(lesson), source, lay)


def _one_more(pupil: Pupil, source: Source) -> Pupil:
    """After the next frame, and a question where somebody may know better."""
    due, frame = pupil.lesson.due, source.read()
    if frame is None:
        raise CameraTrouble("lost", f"there are no more pictures, and {due} is still to be shown")
    after = pupil.see(frame)
    new = after.said is not None and after.said is not pupil.said
    if new and after.said and after.said.arguable and _sure(prompt_of(after), str(due)):
        return after.looking(frame, insisted=True)
    return after


def prompt_of(pupil: Pupil) -> str:
    """What is to be done next, in a line."""
    due, said = pupil.lesson.due, pupil.said
    if due is None:
        return "checking"
    place = f"{due}, view {pupil.lesson.count(due) + 1} of {pupil.lesson.wanted}"
    if said is None or said.kept or (said.reason == "none" and not pupil.lesson.total):
        return f"show {place}{': turn it a little' if said and said.kept and said.face == due else ''}"
    return f"show {place}: {HINTS[said.reason].format(face=due, other=said.other)}"


def _sure(prompt: str, due: str) -> bool:
    """Whether somebody at a terminal knows better; without one nobody does."""
    if not sys.stdin.isatty():
        return False
    say(prompt)
    say(f"is it {due} all the same? y and Enter if so; else Enter when another one lies there")
    return sys.stdin.readline().strip().lower() in ("y", "s", "yes", "sí", "si")


def show_list(data: Path) -> int:
    """A line for each kind of dice: its name, its faces, how many views, who plays with it."""
    sets = TaughtSets(TaughtFolder(data / TAUGHT), discover().values())
    for kind in sets.shown():
        state = "broken" if kind.broken else f"{kind.views} views" if kind.views else "not taught"
        say(f"{kind.kind:16} {state:12} {','.join(kind.faces):60} {' '.join(kind.games)}".rstrip())
    return 0


def export(data: Path, name: str, file: Path) -> int:
    """Write a set into a file; an elder file is there until the new one is whole."""

    def do() -> int:
        folder = TaughtFolder(data / TAUGHT)
        fresh = file.with_name(f"{file.name}.part")
        try:
            fresh.write_bytes(folder.read(name))
            fresh.replace(file)
        except StoreTrouble:
            raise
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise StoreTrouble(file, f"was not written ({error.strerror})", "Name another file") from error
        return 0

    return _told(do)


def take_in(data: Path, source: Path, name: str, *, replace: bool = False) -> int:
    """Keep the set of a file, or of a folder of pictures, under its own name or another.

    `replace`: one of that name makes way.
    """

    def do() -> int:
        if source.is_dir():
            if not name:
                raise BadAlbum(f"{source} is a folder of pictures; say what dice these are: --name NAME")
            album = album_from(source, None, name)
        else:
            album = Album.unpacked(_bytes(source), str(source))
        with opened(data) as sets:
            fresh = Album(name or album.kind, album.views, album.edge)
            sets.take_in(fresh, replace=replace)
            say(f"{fresh.kind} is kept in {sets.folder.file(fresh.kind)}")
        return 0

    return _told(do)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadAlbum(f"{path} cannot be read ({error.strerror}); name a file that was exported") from error


def rename(data: Path, name: str, new: str) -> int:
    """Give a set another name."""
    return _changed(data, lambda sets: sets.rename(name, new))


def remove(data: Path, name: str) -> int:
    """Forget a set."""
    return _changed(data, lambda sets: sets.folder.remove(name))


def _changed(data: Path, change: Callable[[TaughtSets], None]) -> int:
    def do() -> int:
        with opened(data) as sets:
            change(sets)
        return 0

    return _told(do)
