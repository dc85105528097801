"""How a match of 25 to Dice stands or ended: seats in places, and the reason."""

from __future__ import annotations

from companion.game import Msg, msg
from companion.games.prison.match import State
from companion.games.prison.scoring import rank_seats, tally


def places(state: State) -> tuple[tuple[int, ...], ...]:
    """Won or lost together; or by escapes, points and tie-breaks (E35 to E37)."""
    if state.mode == "escape":
        return (tuple(range(state.seats)),)
    return rank_seats([tally(prison) for prison in state.prisons])


def reason(state: State) -> Msg:
    """How it ended."""
    if state.mode == "points":
        best = tally(state.prisons[places(state)[0][0]])
        return msg("25-to-dice.over.points", n=best.escaped, points=best.total)
    (prison,) = state.prisons
    if prison.result == "won":
        return msg("25-to-dice.over.won", n=prison.count("escaped"))
    captured = prison.count("captured")
    nobody_left = captured + prison.count("escaped") == len(prison.inmates)
    if captured >= state.sheet.captures_to_lose or nobody_left:
        return msg("25-to-dice.over.lost", n=captured)
    return msg("25-to-dice.over.late", n=state.round)
