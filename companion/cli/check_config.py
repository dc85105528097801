"""`cubilete check-config`: whether a settings file is right, and all that can be set."""

from __future__ import annotations

from pathlib import Path

import click

from companion.cli import commands
from companion.cli.exit_codes import DONE
from companion.cli.output import say
from companion.config import describe, load

EXAMPLES = """examples:
  cubilete check-config > cubilete.toml           all settings, to start from
  cubilete check-config /etc/cubilete.toml        every problem of that file, or all its settings

exit code 2 if there is a problem
"""


@commands.command("check-config", EXAMPLES)
@click.argument("file", required=False, type=Path, help="a TOML file; left out: print the defaults")
def command(file: Path | None) -> int:
    """Print all settings, with what the file sets."""
    say(describe(load(file)) if file else describe())
    return DONE
