"""What each game must never lose or make: dice, cells, inmates. One law a game, for every state of a match.

Refuses to know how a state came about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.dalek_dice.state import State as DalekState
from companion.games.dalek_dice.turn import DICE_COUNT, ENDING_COUNT
from companion.games.dize.state import State as DizeState
from companion.games.dizzle.state import POOL
from companion.games.dizzle.state import State as DizzleState
from companion.games.prison.match import State as PrisonState
from companion.games.prison.prison import INMATE_DICE, Prison


def dalek_dice(state: DalekState) -> None:
    """Kept and left are always ten; nobody goes on with three Doctors or Exterminates."""
    turn = state.turn
    assert len(turn.kept) + len(turn.new) + turn.dice_left == DICE_COUNT
    assert turn.dice_left >= 0
    assert turn.dice_left > 0 or turn.phase == "keep"  # the last one kept by rule
    assert max(turn.count["doctor"], turn.count["exterminate"]) <= ENDING_COUNT
    assert turn.count["doctor"] < ENDING_COUNT
    rounds = [len(points) for points in state.history]
    assert max(rounds) - min(rounds) <= 1


def dize(state: DizeState) -> None:
    """Twenty dice lie in seven zones."""
    zones = state.zones
    counts = (
        zones.humans,
        zones.zombies,
        zones.launch,
        zones.captured,
        zones.heroes,
        zones.retired,
        zones.executed,
    )
    assert sum(counts) == 20
    assert min(counts) >= 0


def dizzle(state: DizzleState) -> None:
    """A die lies in the pool or on one cell of its value; a cell is crossed, exploded or open."""
    on_paper = [(cell, die) for seat in state.seats for cell, die in seat.dice]
    places = [die for _, die in on_paper] + list(state.pool)
    assert len(set(places)) == len(places)
    assert set(places) <= set(range(len(state.roll)))
    assert len(places) <= POOL[len(state.seats)]
    if not state.solo and state.phase in ("act", "reroll", "penalty"):
        assert len(places) == POOL[len(state.seats)]
    assert all(state.roll[die] == state.board.numbers[cell] for cell, die in on_paper)
    for seat in state.seats:
        paper = seat.paper
        assert len(seat.cells) == len(seat.dice)
        assert not paper.crossed & paper.exploded
        assert not seat.cells & (paper.crosses | paper.exploded)
        assert paper.crossed | paper.exploded <= paper.board.to_cross


def prison_law(state: PrisonState) -> None:
    """See `one_prison`; while no sheet is over there is always one at work."""
    for prison in state.prisons:
        one_prison(prison)
    assert state.over == all(prison.result for prison in state.prisons)


def one_prison(prison: Prison) -> None:
    """One die an inmate that has not escaped, no two on one square, no trail without an inmate."""
    escaped = prison.count("escaped")
    assert prison.owned == INMATE_DICE - escaped
    assert len(prison.throw) <= prison.owned + escaped
    assert prison.used <= set(range(len(prison.throw)))
    used_exits = [value for value in prison.exits if value]
    assert len(used_exits) == len(set(used_exits)) == escaped
    assert len(prison.spent) <= escaped
    assert len(prison.standing) == prison.count("grid")
    for inmate in prison.inmates:
        assert bool(inmate.trail) == (inmate.status == "grid")
    squares = set(prison.sheet.numbers)
    assert set(prison.standing) <= squares
    for guard in prison.guards:
        assert guard.at in squares
        if guard.chasing is not None:
            assert guard.at in prison.inmate(guard.chasing).trail
    chased = [guard.chasing for guard in prison.guards if guard.chasing]
    assert len(set(chased)) == len(chased)


LAWS: Mapping[str, Callable[[Any], None]] = {
    "dalek-dice": dalek_dice,
    "dize": dize,
    "dizzle": dizzle,
    "25-to-dice": prison_law,
}
