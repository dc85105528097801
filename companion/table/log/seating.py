"""Who may sit down to a game, and with which options: checked once, refused with the bound in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from companion.game import AnyGame, IllegalCommand, Option, msg

NAME = re.compile(r"""^\s*name\s*=\s*["'](.+?)["']\s*(?:#.*)?$""", re.MULTILINE)  # as a sheet file has it
LONGEST_NAME = 24  # what still fits a scoreboard of six at 800×480
LONGEST_TITLE = 60


def seat_names(game: AnyGame, names: Sequence[str]) -> tuple[str, ...]:
    """The names as they will be shown, or IllegalCommand with the reason."""
    seats = tuple(" ".join(name.split()) for name in names)
    if len(seats) < game.seats.least:
        raise IllegalCommand(msg("table.refused.few_seats", got=len(seats), least=game.seats.least))
    if game.seats.most is not None and len(seats) > game.seats.most:
        raise IllegalCommand(msg("table.refused.many_seats", got=len(seats), most=game.seats.most))
    for place, name in enumerate(seats, start=1):
        if not name:
            raise IllegalCommand(msg("table.refused.no_name", n=place))
        if len(name) > LONGEST_NAME:
            raise IllegalCommand(msg("table.refused.long_name", name=name, most=LONGEST_NAME))
    folded = [name.casefold() for name in seats]
    twice = next((name for name, fold in zip(seats, folded, strict=True) if folded.count(fold) > 1), None)
    if twice is not None:
        raise IllegalCommand(msg("table.refused.same_name", name=twice))
    return seats


def match_title(name: str) -> str:
    """The name of a match, or IllegalCommand if it is too long."""
    title = " ".join(name.split())
    if len(title) > LONGEST_TITLE:
        raise IllegalCommand(msg("table.refused.long_title", got=len(title), most=LONGEST_TITLE))
    return title


def option_values(game: AnyGame, given: Mapping[str, int | str]) -> dict[str, int | str]:
    """All options of the game, those not given at their default, or IllegalCommand with the reason."""
    known = {option.name for option in game.options}
    for name in given:
        if name not in known:
            raise IllegalCommand(msg("table.refused.no_option", name=name))
    return {option.name: _checked(option, given.get(option.name, option.default)) for option in game.options}


def in_short(option: Option, given: Mapping[str, int | str]) -> int | str:
    """The value of an option as lists show it: of a whole sheet its name, or what sort of sheet it is."""
    value = given.get(option.name, option.default)
    if not option.sheets or not isinstance(value, str) or value in option.values:
        return value
    named = NAME.search(value)
    return named[1] if named else option.sheets


def seat_bots(seats: int, bots: Sequence[str], strengths: Collection[str]) -> tuple[str, ...]:
    """For each seat the strength of its bot; () where only people play; or IllegalCommand."""
    if not any(bots):
        return ()
    if not strengths:
        raise IllegalCommand(msg("table.refused.no_bots"))
    if len(bots) != seats:
        raise IllegalCommand(msg("table.refused.bots", got=len(bots), seats=seats))
    strange = next((bot for bot in bots if bot and bot not in strengths), None)
    if strange is not None:
        raise IllegalCommand(msg("table.refused.bot", got=strange, values=", ".join(strengths)))
    return tuple(bots)


def _checked(option: Option, value: int | str) -> int | str:
    if option.sheets and isinstance(value, str) and value.strip():
        return value  # a sheet that we bring, or the text of one: whether it can be played the game knows
    if option.values:
        if value not in option.values:
            values = ", ".join(option.values)
            raise IllegalCommand(
                msg("table.refused.option_values", option=option.text, got=str(value), values=values)
            )
        return value
    if type(value) is not int or not option.least <= value <= option.most:
        bounds = {"least": option.least, "most": option.most}
        raise IllegalCommand(msg("table.refused.option", option=option.text, got=str(value), **bounds))
    return value
