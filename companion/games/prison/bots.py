"""Two players of 25 to Dice: one runs for the exits, one plans each throw with the guards in view."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.game import Bot, Command
from companion.games.prison.hand import Done
from companion.games.prison.match import State
from companion.games.prison.moves import Deed, Escape, Move
from companion.games.prison.plan import (
    best_plan,
    deeds,
    exit_distances,
    expected_value,
    open_exits,
    prison_after,
    substitutes,
)
from companion.games.prison.prison import Prison, entrance

MIN_SUBSTITUTION_GAIN = 1.0  # what a substitution must be worth to be used up


class Runner:
    """Escapes where it can, else makes the longest way towards an exit."""

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        prison = state.prisons[state.turn]
        rated = [(self._nearer(prison, deed), deed) for deed in deeds(prison)]
        good = [(rate, deed) for rate, deed in rated if rate > (0, 0)]
        return (max(good, key=lambda pair: pair[0])[1] if good else Done(),)

    @staticmethod
    def _nearer(prison: Prison, deed: Deed) -> tuple[int, int]:
        """How many squares nearer a deed brings somebody, and how near that is."""
        way, longest = exit_distances(prison.sheet, open_exits(prison)), prison.sheet.rows
        if isinstance(deed, Escape):
            return (longest + 1, 0)
        if not isinstance(deed, Move) or deed.path[-1] not in way:
            return (0, 0)
        trail = prison.inmate(deed.inmate).trail
        before = way.get(trail[-1], 0) if trail else way[entrance(prison.sheet, deed.inmate)] + 1
        return (before - way[deed.path[-1]], longest - way[deed.path[-1]])


class Planner:
    """Does what the best plan for this throw begins with; in need it puts another number on a square."""

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        prison, rounds = state.prisons[state.turn], state.sheet.rounds - state.round
        first = best_plan(prison, rounds).first
        return (first or self._rescue(prison, rounds) or Done(),)

    @staticmethod
    def _rescue(prison: Prison, rounds: int) -> Deed | None:
        """The substitution that helps most against the guards, if it helps enough."""
        if not rounds or not prison.spare:
            return None
        now = expected_value(prison, rounds)
        most, deed = max(
            ((expected_value(prison_after(prison, deed), rounds), deed) for deed in substitutes(prison)),
            key=lambda p: p[0],
        )
        return deed if most > now + MIN_SUBSTITUTION_GAIN else None


BOTS: Mapping[str, Bot[State]] = {"simple": Runner(), "strong": Planner()}
