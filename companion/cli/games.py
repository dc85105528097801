"""`cubilete games`: which games this build knows."""

from __future__ import annotations

import click

from companion.cli import commands
from companion.cli.exit_codes import DONE
from companion.cli.output import fail, language, say
from companion.game import msg
from companion.games import discover
from companion.words import Words

EXAMPLES = """example:
  cubilete games                                  its id, name, number of players, and what it is
"""


@commands.group("games", EXAMPLES, invoke_without_command=True, subcommand_metavar="")
@click.pass_context
def command(context: click.Context) -> int | None:
    """List them, when nothing more was typed."""
    return list_games(language()) if context.invoked_subcommand is None else None


def list_games(language: str) -> int:
    """Print a line for each game: id, name, seats, what it is."""
    found = discover()
    words = Words(found.words)
    for game in found.games.values():
        seats = f"{game.seats.usual}+" if game.seats.most is None else f"{game.seats.usual}–{game.seats.most}"
        name, about = (words.say(msg(f"{game.id}.{key}"), language) for key in ("name", "about"))
        say(f"{game.id:16} {name:16} {seats:6} {about}")
    code = DONE
    for problem in found.broken.values():
        code = fail(problem)
    return code
