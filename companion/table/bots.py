"""The seats that a bot plays: whose turn that is, and what it decides. People throw the dice for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from companion.game import Ask, Bot
from companion.table.log.entries import Acted
from companion.table.log.match import Match


class BotError(Exception):
    """A bot that cannot play: the text says which, and what it did."""


@dataclass(frozen=True)
class Bots:
    """By game, its bots by strength, and the luck they may use."""

    players: Mapping[str, Mapping[str, Bot[Any]]] = field(default_factory=dict)
    luck: Random = field(default_factory=Random)

    def strengths(self, game: str) -> tuple[str, ...]:
        """The bots that there are for this game."""
        return tuple(self.players.get(game, ()))

    def decide(self, match: Match) -> Acted:
        """What the bot whose turn it is does, or BotError."""
        seat = turn(match)
        if seat is None:
            raise BotError("it is no bot's turn")
        strength = match.bot(seat)
        player = self.players.get(match.first.game, {}).get(strength)
        if player is None:
            known = ", ".join(self.strengths(match.first.game)) or "none"
            raise BotError(f"there is no bot {strength!r} for {match.first.game}; there are: {known}")
        commands = player.decide(match.state, seat, self.luck)
        if not commands:
            raise BotError(f"bot {strength!r} of {match.first.game} decided nothing at {match.state!r}")
        return Acted(seat, tuple(commands))


def turn(match: Match | None) -> int | None:
    """The seat of the bot that has to decide something; None if people are awaited, or nobody."""
    ask = match.ask if match and not match.abandoned else None
    if match is None or not isinstance(ask, Ask) or ask.need is not None:
        return None
    return ask.seat if match.bot(ask.seat) else None
