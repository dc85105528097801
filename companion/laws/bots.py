"""Laws about bots: they play any match to its end by open offers alone, and go by the luck given."""

from __future__ import annotations

from random import Random

from companion.game import Ask
from companion.laws.contest import Contest, SimulationError, play, prove
from companion.laws.sample import BrokenLaw, Sample, demand

STRENGTHS = ("simple", "strong")
DECISIONS = 60  # that a bot is asked for in the middle of random matches


def a_game_has_a_simple_and_a_strong_bot(sample: Sample) -> None:
    names = tuple(sorted(sample.plugin.bots))
    demand(names == STRENGTHS, f"the bots are {names}, expected {STRENGTHS}: the page has words for these")


def a_bot_plays_a_match_to_its_end_and_the_log_proves_it(sample: Sample) -> None:
    for contest in _contests(sample):
        try:
            prove(contest, play(contest, "a match"))
        except SimulationError as error:
            raise BrokenLaw(str(error)) from error


def equal_luck_makes_equal_matches(sample: Sample) -> None:
    for contest in _contests(sample):
        logs = [play(contest, seed).log for seed in ("again", "again", "another")]
        name = contest.seats[0][0]
        demand(logs[0] == logs[1], f"bot {name!r} plays differently with the same luck; it may use no other")
        demand(
            logs[0] != logs[2], f"bot {name!r}: matches with different dice are the same to the last entry"
        )


def a_bot_finds_its_way_wherever_a_random_game_has_led(sample: Sample) -> None:
    decisions = [moment for moment in sample.moments if moment.ask.need is None][:DECISIONS]
    for name, bot in sample.plugin.bots.items():
        luck = Random(name)
        for moment in decisions:
            commands = bot.decide(moment.state, moment.ask.seat, luck)
            demand(bool(commands), f"bot {name!r} decides nothing at {moment.state!r}")
            ask = moment.game.ask(moment.state, commands[0].hand)
            offers = ask.offers if isinstance(ask, Ask) else ()
            is_open = any(offer.commands == commands and offer.blocked is None for offer in offers)
            demand(is_open, f"bot {name!r}: {commands!r} is no open offer at {moment.state!r}")
            sample.carry_out(moment.state, moment.ask.seat, commands)


def _contests(sample: Sample) -> list[Contest]:
    """A match of each bot with itself, with the options that the game begins with."""
    game = sample.game
    options = {option.name: option.default for option in game.options}
    bots = sample.plugin.bots.items()
    return [Contest(game, (pair,) * game.seats.usual, options) for pair in bots]


LAWS = (
    a_game_has_a_simple_and_a_strong_bot,
    a_bot_plays_a_match_to_its_end_and_the_log_proves_it,
    equal_luck_makes_equal_matches,
    a_bot_finds_its_way_wherever_a_random_game_has_led,
)
"""In the order in which they are tried."""
