"""Laws about what a game says of itself before it is played: page, dice, options, commands."""

from __future__ import annotations

from companion.dice import D6
from companion.game import Ask, Option
from companion.laws.sample import BrokenLaw, Sample, demand


def a_game_has_its_page(sample: Sample) -> None:
    demand(sample.plugin.page.has("table.html"), "page/table.html is missing: what the table shows")


def dice_with_faces_of_their_own_are_drawn(sample: Sample) -> None:
    kinds = [kind for kind in sample.game.kinds if kind != D6]
    if not kinds:
        return
    page = sample.plugin.page
    demand(page.has("symbols.svg"), f"page/symbols.svg is missing: it draws the faces of {kinds[0].id!r}")
    drawings = page.text("symbols.svg")
    for kind in kinds:
        missing = [face for face in kind.faces if f'id="{face}"' not in drawings]
        demand(not missing, f"page/symbols.svg has no <symbol> with id {missing}, faces of {kind.id!r}")


def a_game_starts_with_its_default_options(sample: Sample) -> None:
    game = sample.game
    demand(
        game.seats.least <= game.seats.usual, f"seats: usual {game.seats.usual} < least {game.seats.least}"
    )
    for option in game.options:
        demand(_is_allowed(option), f"option {option.name!r}: its default {option.default!r} is not allowed")
    options = {option.name: option.default for option in game.options}
    ask = game.ask(game.start(game.seats.usual, options))
    demand(isinstance(ask, Ask), f"with the default options the game is over at once: {ask!r}")


def _is_allowed(option: Option) -> bool:
    if option.values:
        return option.default in option.values
    return isinstance(option.default, int) and option.least <= option.default <= option.most


def verbs_tell_commands_apart(sample: Sample) -> None:
    verbs = [command.verb for command in sample.game.commands]
    demand("" not in verbs, f"a command has no verb: {verbs}; a log names commands by it")
    if len(set(verbs)) < len(verbs):
        raise BrokenLaw(f"two commands have the same verb: {verbs}")


LAWS = (
    a_game_has_its_page,
    dice_with_faces_of_their_own_are_drawn,
    a_game_starts_with_its_default_options,
    verbs_tell_commands_apart,
)
"""In the order in which they are tried."""
