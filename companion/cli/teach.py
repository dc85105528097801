"""`cubilete teach`: a kind of dice taught by a camera or by pictures. The data folder is held meanwhile."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.cli import commands, parameters
from companion.cli.exit_codes import DONE
from companion.cli.output import say
from companion.cli.teach_by_camera import album_by_camera
from companion.cli.teaching import failures_said, held_sets
from companion.config import load
from companion.teaching.taught_sets import TaughtSets, check_untaught
from vision.teach.album import Album, BadAlbum
from vision.teach.lesson import VIEWS_PER_FACE, Lesson
from vision.teach.picture_folder import album_from

EXAMPLES = """examples:
  cubilete teach dalek                            each face of the die, three times, as it asks
  cubilete teach dalek --face doctor              one face of a taught set anew
  cubilete teach animals --faces cat,dog,owl,fox --camera v4l2:0
  cubilete teach dalek --pictures my-dice/        my-dice/ holds teach-<face>-<k>.jpg, empty.jpg

a set whose faces cannot be told apart is not kept; exit code 1 names the faces
"""
VIEWS_OF_A_FACE = parameters.WholeNumber("a number of views from 1 to 20", 1, 20)


@dataclass(frozen=True)
class TeachWish:
    """What was typed: a kind, its faces unless a game names them, one `face` to teach anew, and from what."""

    kind: str
    faces: tuple[str, ...] = ()
    face: str = ""
    views: int = VIEWS_PER_FACE
    camera: str | None = None
    pictures: Path | None = None
    data: Path | None = None
    config: Path | None = None


@commands.command("teach", EXAMPLES)
@click.option("--faces", metavar="A,B,…", type=parameters.names, default="", help="unless a game names them")
@click.option("--face", metavar="A", default="", help="teach only this face of a taught set anew")
@click.option(
    "--views",
    metavar="N",
    type=VIEWS_OF_A_FACE,
    default=VIEWS_PER_FACE,
    help=f"of each face ({VIEWS_PER_FACE})",
)
@parameters.camera
@click.option("--pictures", metavar="DIR", type=Path, help="pictures teach-<face>-<k>.jpg instead")
@click.option("--data", metavar="DIR", type=Path, help="where taught dice are kept")
@click.option("--config", metavar="FILE", type=Path, help="settings of the camera")
@click.argument("kind", metavar="KIND", help="its name: a game's, as dalek, or one of your own")
@failures_said
def command(**typed: Any) -> int:
    """Teach the kind, or one of its faces; keep it if its faces can be told apart."""
    parameters.check_exclusive(camera=typed["camera"], pictures=typed["pictures"])
    wish = TeachWish(**typed)
    data = None if wish.data is None else str(wish.data)
    config = load(wish.config, {"camera.source": wish.camera, "data": data})
    with held_sets(config.data) as sets:
        album = _album_of_pictures(wish) if wish.pictures else album_by_camera(_lesson(wish, sets), config)
        verdict = sets.keep(album)
        say(f"{album.kind} is kept in {sets.folder.file(album.kind)}")
        for face in verdict.doubtful:
            say(f"{face} will often be asked about; better teach it again: --face {face}")
    return DONE


def _album_of_pictures(wish: TeachWish) -> Album:
    assert wish.pictures is not None
    album = album_from(wish.pictures, None, wish.kind)
    if wish.faces and set(wish.faces) != set(album.faces):
        raise BadAlbum(
            f"{wish.pictures} shows {', '.join(album.faces)}; expected {', '.join(wish.faces)} (--faces)"
        )
    return Album(album.kind, {face: album.views[face] for face in wish.faces or album.faces}, album.edge)


def _lesson(wish: TeachWish, sets: TaughtSets) -> Lesson:
    if wish.face:
        return Lesson.reteach(sets.album(wish.kind), wish.face, wish.views)
    check_untaught(wish.kind)
    known = sets.kinds.get(wish.kind)
    if known is None and not wish.faces:
        raise BadAlbum(f"no game knows {wish.kind} dice; name their faces: --faces a,b,c")
    if known and wish.faces and set(wish.faces) != set(known.faces):
        raise BadAlbum(f"{wish.kind} dice have the faces {', '.join(known.faces)}; leave out --faces")
    return Lesson.begin(wish.kind, known.faces if known else wish.faces, wish.views)
