"""`cubilete sheets`: checks sheet files, lists those there are, shows one to start from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from companion.cli import commands
from companion.cli.exit_codes import DONE
from companion.cli.output import fail, say
from companion.config import default_data
from companion.games import discover
from companion.sheets import FOLDER, Folder, SheetError, read_file

EXAMPLES = """examples:
  cubilete sheets list                            the sheets we bring, and your own in the data folder
  cubilete sheets show dizzle-level-1 > mine.toml a file to start from
  cubilete sheets check mine.toml                 everything that is wrong with it, by row and column

a file in the folder sheets of the data folder can be chosen on the page when a match begins
"""


@commands.group("sheets", EXAMPLES, subcommand_metavar="WHAT")
def command() -> None:
    """What is done is its commands'."""


@command.command("check", help="prove that sheet files can be played", epilog=EXAMPLES)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=Path)
def check(files: Sequence[Path]) -> int:
    """Say of each file what it holds, or everything that is wrong with it. 1 if anything was."""
    code, formats = DONE, discover().sheets
    for path in files:
        try:
            text, form = read_file(path, formats)
            sheet = form.read_new(text)
        except SheetError as error:
            for problem in error.problems:
                code = fail(f"{path}: {problem}")
            continue
        say(f"{path}: {form.about(sheet)}; every cell can be reached")
        for figure in form.figures(sheet):
            say(f"  {figure}")
        for remark in form.remarks(sheet):
            say(f"  remark: {remark}")
    return code


@command.command("list", help="list the sheets there are", epilog=EXAMPLES)
@click.option(
    "--data",
    metavar="DIR",
    type=Path,
    help="the data folder, if it is another",
    default=lambda: default_data(os.environ),
)
def show_list(data: Path) -> int:
    """A line for each sheet that games bring and for each of the players' own, broken ones too."""
    formats = discover().sheets
    for form in formats.formats:
        for name in form.names:
            say(f"{name}: {form.about(form.shipped(name))}")
    folder = Folder(data / FOLDER, formats)
    for form in formats.formats:
        for name, text in folder.own(form.id).items():
            say(f"own, {name}: {form.about(form.read_new(text))}")
    for file, problems in folder.broken().items():
        path = folder.path / file
        fail(f"{path} cannot be used, {len(problems)} to mend; `cubilete sheets check {path}` says what")
    return DONE


@command.command("show", help="print the file of a sheet we bring", epilog=EXAMPLES)
@click.argument("name", metavar="NAME")
def show(name: str) -> int:
    """Print the file of a sheet that a game brings."""
    formats = discover().sheets
    if name not in formats.names:
        return fail(f"there is no sheet {name!r} here, expected one of {', '.join(formats.names)}")
    say(formats.text_of(name).rstrip("\n"))
    return DONE
