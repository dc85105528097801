"""What every bot of every game must do, tried in whole matches that are then proved by their logs."""

from __future__ import annotations

from random import Random

import pytest

from companion.cli.simulate import Contest, play, prove
from companion.game import Ask, step
from companion.games import discover
from tests.games.playing import playout

GAMES = discover().games
BOTS = discover().bots
each = pytest.mark.parametrize(
    ("game", "strength"), [(game, strength) for game, some in BOTS.items() for strength in some]
)


def contest(game: str, *strengths: str) -> Contest:
    """As many bots as usual, dealt to the seats in turn, with the options that the game begins with."""
    rules = GAMES[game]
    names = [strengths[place % len(strengths)] for place in range(rules.seats.usual)]
    options = {option.name: option.default for option in rules.options}
    return Contest(rules, tuple((name, BOTS[game][name]) for name in names), options)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_simple_and_a_strong_bot(game: str) -> None:
    assert set(BOTS[game]) == {"simple", "strong"}


@each
def test_a_bot_plays_a_match_to_its_end_and_the_log_proves_it(game: str, strength: str) -> None:
    met = contest(game, strength)
    prove(met, play(met, "a match"))


@each
def test_equal_luck_makes_equal_matches(game: str, strength: str) -> None:
    met = contest(game, strength)
    assert play(met, "again").log == play(met, "again").log
    assert play(met, "again").log != play(met, "another").log


@each
def test_a_bot_finds_its_way_wherever_a_random_game_has_led(game: str, strength: str) -> None:
    rules, bot = GAMES[game], BOTS[game][strength]
    luck = Random(3)
    state = rules.start(rules.seats.usual, {option.name: option.default for option in rules.options})
    decisions = (m for m in playout(rules, state, luck) if m.ask.need is None)
    for moment, _ in zip(decisions, range(60), strict=False):
        commands = bot.decide(moment.state, moment.ask.seat, luck)
        ask = rules.ask(moment.state, commands[0].hand)
        assert isinstance(ask, Ask)
        assert any(offer.commands == commands and offer.blocked is None for offer in ask.offers)
        after = moment.state
        for command in commands:
            after = step(rules, after, moment.ask.seat, command)
