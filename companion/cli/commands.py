"""What can be typed: the commands, each loaded when it is typed, and help that ends with examples."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import click

from companion import __version__
from companion.cli.output import say

# A command's module is loaded only when it is typed, as it may take the eye with it; so this stands here.
COMMANDS = {
    "run": "run the companion: eye, rules, page, panel",
    "read": "read still pictures of dice",
    "watch": "follow a clip: empty, hand, rolling, settled",
    "replay": "fold the log of a match, print its final view as JSON",
    "sheets": "check, list and show sheet files",
    "play": "let bots play a game, without table or page, and print statistics",
    "teach": "teach a kind of dice, face by face",
    "taught": "list, hand on, rename and remove taught dice",
    "doctor": "say what to change for dice to be read well",
    "games": "list the games this build knows",
    "check-config": "check a settings file, or print all settings with their defaults",
}
EXAMPLES = """examples:
  cubilete run --camera sim --panel sim           play on the virtual tray; the page is at http://localhost:8080
  cubilete read roll.jpg                          read a picture of dice
  cubilete COMMAND --help                         more about a command

exit codes: 0 done, 1 could not be done, 2 wrong usage or settings
"""


class Command(click.Command):
    """A command whose help ends with its examples, line by line as they were written."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples."""
        formatter.write(f"\n{self.epilog}")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option that prints the help, as anything is printed here."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.callback = _print_help
        return option


class Group(Command, click.Group):
    """A command that others belong to; the one typed must be among them."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was typed."""
        if self.get_command(ctx, args[0]) is None:
            ctx.fail(f"there is no command {args[0]!r}, {self._expectation(ctx)}")
        return super().resolve_command(ctx, args)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take its own options off; a command must follow, unless it does something by itself."""
        if not args and not self.invoke_without_command and not ctx.resilient_parsing:
            ctx.fail(f"a command is missing, {self._expectation(ctx)}")
        return super().parse_args(ctx, args)

    def _expectation(self, ctx: click.Context) -> str:
        known = ", ".join(self.list_commands(ctx))
        return f"expected one of {known}" if known else "expected none"


class Program(Group):
    """`cubilete` itself."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names, as the help lists them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"companion.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What there is, without loading any of it."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_help(context: click.Context, option: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        say(context.get_help())
        context.exit()


def _print_version(context: click.Context, option: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        say(f"cubilete {__version__}")
        context.exit()


def command(name: str, examples: str) -> Callable[[Callable[..., int]], Command]:
    """Makes a function the command of this name."""
    return click.command(name, cls=Command, help=COMMANDS[name], epilog=examples)


def group(name: str, examples: str, **settings: Any) -> Callable[[Callable[..., int | None]], Group]:
    """Makes a function the command of this name that others belong to."""
    return click.group(name, cls=Group, help=COMMANDS[name], epilog=examples, **settings)


program = Program(
    "cubilete",
    help="A table companion for dice games: reads real dice, knows the rules, keeps the score.",
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    params=[
        click.Option(
            ["--version"], is_flag=True, is_eager=True, expose_value=False, callback=_print_version,
            help="Show the version and exit.",
        )
    ],
)  # fmt: skip
