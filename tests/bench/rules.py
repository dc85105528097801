"""How fast the rules are: random games of Dalek Dice, played through the interface of games.

Refuses to know the rules; moves come from what the game asks.
"""

from __future__ import annotations

from random import Random
from time import process_time

from companion.games import discover
from tests.bench.figures import Effort, Found, Table
from tests.games.playing import playout

SEATS, TARGET = 3, 60


def measure(effort: Effort) -> Found:
    """Whole games, one after another on one core."""
    game, luck = discover()["dalek-dice"], Random(1)
    spent, steps, games, least = 0.0, 0, 0, effort.count(5, 1)
    wanted = 0.05 if effort.small else 4.0
    while (spent < wanted or games < least) and not effort.late:
        state = game.start(SEATS, {"target": TARGET} | defaults(game.options))
        start = process_time()
        steps += sum(len(moment.commands) for moment in playout(game, state, luck))
        spent += process_time() - start
        games += 1
    rate = steps / spent
    table = Table(
        ("", "games", "steps", "CPU s", "steps a second"),
        (("Dalek Dice, random", f"{games}", f"{steps}", f"{spent:.2f}", f"{rate:,.0f}"),),
    )
    data = (
        f"Whole random games of {SEATS} players to {TARGET}, each move asked for, chosen, checked by `step` "
        "and applied; choosing a random hand that the rules allow is in the time. Process CPU time, one core."
    )
    return Found(data, (table,), (f"A move of Dalek Dice costs {1e6 / rate:.0f} µs.",))


def defaults(options: object) -> dict[str, int | str]:
    """The other options as the game has them."""
    assert isinstance(options, tuple)
    return {option.name: option.default for option in options if option.name != "target"}
