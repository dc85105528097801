"""From what was typed to an exit code: the one place where a command's errors end."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from companion.cli.commands import program
from companion.cli.exit_codes import DONE, MISUSED
from companion.cli.output import OutputError, fail, refuse
from companion.config import ConfigError


def obey(arguments: Sequence[str]) -> int:
    """Do what was typed; nothing typed is answered with what could be."""
    try:
        if not arguments:
            click.echo(
                program.get_help(program.make_context("cubilete", [], resilient_parsing=True)), err=True
            )
            return MISUSED
        return _exit_code(arguments)
    except BrokenPipeError:  # whoever read our lines has had enough
        _mute()
        return DONE
    except OutputError as error:
        _mute()
        return fail(error)
    except ConfigError as error:
        return refuse(*error.problems)
    except click.UsageError as error:
        return refuse(_sentence(error))


def _exit_code(arguments: Sequence[str]) -> int:
    try:
        with program.make_context("cubilete", list(arguments)) as context:
            code: int = program.invoke(context)
            return code
    except click.exceptions.Exit as end:  # help or the version was printed
        return end.exit_code


def _sentence(error: click.UsageError) -> str:
    text = " ".join(error.format_message().split()).removesuffix(".")
    typed = error.ctx.command_path if error.ctx else "cubilete"
    end = "" if text.endswith("?") else ";"
    return f"{text[:1].lower()}{text[1:]}{end} `{typed} --help` shows what can be typed"


def _mute() -> None:
    """Python writes out what is left when it ends, and would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
