"""`cubilete taught`: sets of taught dice listed, handed on, renamed, removed."""

from __future__ import annotations

import os
from pathlib import Path

import click

from companion.cli import commands
from companion.cli.exit_codes import DONE
from companion.cli.output import say
from companion.cli.teaching import failures_said, held_sets, sets_of
from companion.config import default_data
from companion.store import StoreTrouble
from companion.store.files import write_file
from vision.teach.album import Album, BadAlbum
from vision.teach.picture_folder import album_from

EXAMPLES = """examples:
  cubilete taught list
  cubilete taught export dalek dalek.json         a file for another box
  cubilete taught import dalek.json
  cubilete taught import dalek.json --replace     in place of the dalek dice that are known here
  cubilete taught import my-dice/ --name dalek    pictures teach-<face>-<k>.jpg
  cubilete taught rename dalek dalek-green
  cubilete taught remove dalek-green
"""

data_folder = click.option(
    "--data",
    metavar="DIR",
    type=Path,
    help="the data folder, if it is another",
    default=lambda: default_data(os.environ),
)
set_name = click.argument("name", metavar="NAME")


@commands.group("taught", EXAMPLES, subcommand_metavar="WHAT")
def command() -> None:
    """What is done is its commands'."""


@command.command("list", help="list them", epilog=EXAMPLES)
@data_folder
@failures_said
def show_list(data: Path) -> int:
    """Print a line for each kind of dice: its name, its faces, how many views, who plays with it."""
    for kind in sets_of(data).shown():
        state = "broken" if kind.broken else f"{kind.views} views" if kind.views else "not taught"
        say(f"{kind.kind:16} {state:12} {','.join(kind.faces):60} {' '.join(kind.games)}".rstrip())
    return DONE


@command.command("export", help="write one into a file", epilog=EXAMPLES)
@data_folder
@set_name
@click.argument("file", metavar="FILE", type=Path)
@failures_said
def export(data: Path, name: str, file: Path) -> int:
    """Write a set into a file; an elder file is there until the new one is whole."""
    packed = sets_of(data).folder.read(name)
    try:
        write_file(file, packed)
    except OSError as error:
        raise StoreTrouble(file, f"was not written ({error.strerror})", "Name another file") from error
    return DONE


@command.command("import", help="keep one from elsewhere", epilog=EXAMPLES)
@data_folder
@click.option("--name", metavar="NAME", default="", help="its name here")
@click.option("--replace", is_flag=True, help="in place of one of that name")
@click.argument("source", metavar="FILE", type=Path)
@failures_said
def take_in(data: Path, source: Path, name: str, replace: bool) -> int:
    """Keep the set of a file, or of a folder of pictures, under its own name or another."""
    if source.is_dir():
        if not name:
            raise BadAlbum(f"{source} is a folder of pictures; say what dice these are: --name NAME")
        album = album_from(source, None, name)
    else:
        album = Album.from_json(_bytes(source), str(source))
    with held_sets(data) as sets:
        fresh = Album(name or album.kind, album.views, album.edge)
        sets.take_in(fresh, replace=replace)
        say(f"{fresh.kind} is kept in {sets.folder.file(fresh.kind)}")
    return DONE


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadAlbum(f"{path} cannot be read ({error.strerror}); name a file that was exported") from error


@command.command("rename", help="give one another name", epilog=EXAMPLES)
@data_folder
@set_name
@click.argument("new", metavar="NEW")
@failures_said
def rename(data: Path, name: str, new: str) -> int:
    """Give a set another name."""
    with held_sets(data) as sets:
        sets.rename(name, new)
    return DONE


@command.command("remove", help="forget one", epilog=EXAMPLES)
@data_folder
@set_name
@failures_said
def remove(data: Path, name: str) -> int:
    """Forget a set."""
    with held_sets(data) as sets:
        sets.folder.remove(name)
    return DONE
