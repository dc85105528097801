"""`cubilete games`: which games there are, and the beginning of another."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import commands
from companion.cli.exit_codes import DONE
from companion.cli.new_game import NewGameError, write_game
from companion.cli.output import fail, language, say
from companion.game import msg
from companion.games import discover
from companion.words import Words

EXAMPLES = """examples:
  cubilete games                                  its id, name, number of players, and what it is
  cubilete games new drop-dead                    write a game that plays, to make your own of
"""
NEW_EXAMPLES = """example:
  cubilete games new drop-dead                    into the folder drop-dead, here
"""

COLUMN = 16  # letters: longer ids and names widen theirs

NEXT_STEPS = """Made {name}: a game that plays. Now:

  {install:44}  it is a game like any other, and stays editable
  cubilete run --camera sim --open              play it on the virtual tray
  {test:44}  its rules, and the laws of all games

docs/your-own-game.md leads from here to a game of your own."""


@commands.group("games", EXAMPLES, invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> int | None:
    """List them, when nothing more was typed."""
    return list_games(language()) if context.invoked_subcommand is None else None


@command.command("new", help="write a game that plays, to make your own of", epilog=NEW_EXAMPLES)
@click.argument("name")
def new(name: str) -> int:
    """Write it below this folder, and say how it goes on."""
    found = discover()
    try:
        write_game(name, Path.cwd(), {*found.plugins, *found.broken})
    except NewGameError as error:
        return fail(error)
    say(NEXT_STEPS.format(name=name, install=f"pip install -e {name}", test=f"python -m pytest {name}/tests"))
    return DONE


def list_games(language: str) -> int:
    """Print a line for each game: id, name, seats, what it is."""
    found = discover()
    words = Words(found.words)
    games = found.games.values()
    names = {game.id: words.say(msg(f"{game.id}.name"), language) for game in games}
    id_width, name_width = (max([COLUMN, *map(len, column)]) for column in (names, names.values()))
    for game in games:
        seats = f"{game.seats.usual}+" if game.seats.most is None else f"{game.seats.usual}–{game.seats.most}"
        about = words.say(msg(f"{game.id}.about"), language)
        say(f"{game.id:{id_width}} {names[game.id]:{name_width}} {seats:6} {about}")
    code = DONE
    for problem in found.broken.values():
        code = fail(problem)
    return code
