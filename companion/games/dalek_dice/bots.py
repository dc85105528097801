"""Two players of Dalek Dice: one goes by a rule of thumb, one plays the turn exactly.

Refuses to know more than a player sees.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.game import Bot, Command
from companion.games.dalek_dice.odds import Aim, choices, rolled_on, rolls_on, spot_of, worth
from companion.games.dalek_dice.rules import Again, Keep, Stop
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import DALEKS, HUMANS, LIMIT, Turn, kept

ENOUGH = 12  # points with which the simple one stops
SCARED = 6  # and with two Doctors
REACH, LIKELY = 30, 0.5  # the last seat goes for a win no further off, and likelier than that
EXPECTED = 15  # what a seat that is yet to play may bring: the mean of a turn played well


class Simple:
    """As many Daleks as the Humans need, as many Humans as the Daleks allow; stop when it is enough."""

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        turn = state.turn
        if turn.phase == "decide":
            return (self._then(turn),)
        faces = self._faces(turn)
        after = kept(turn, faces)
        return (Keep(faces),) if after.end else (Keep(faces), self._then(after))

    @staticmethod
    def _faces(turn: Turn) -> tuple[str, ...]:
        """Worth most first: Daleks while Humans lead, else Humans that the Daleks will match."""
        humans = sorted((i.name for i in turn.pool if i.name in HUMANS), key=HUMANS.__getitem__)
        daleks = sorted((i.name for i in turn.pool if i.name in DALEKS), key=DALEKS.__getitem__)
        lead = turn.daleks - turn.humans
        faces: list[str] = []
        while daleks or humans:
            if humans and (lead >= 0 or not daleks):
                if lead + sum(DALEKS[face] for face in daleks) < HUMANS[humans[-1]] and faces:
                    break
                faces.append(humans.pop())
                lead -= HUMANS[faces[-1]]
            else:
                faces.append(daleks.pop())
                lead += DALEKS[faces[-1]]
        return tuple(faces)

    @staticmethod
    def _then(turn: Turn) -> Command:
        doctors = turn.count["doctor"]
        enough = SCARED if doctors == LIMIT - 1 else ENOUGH
        return Stop() if turn.worth >= enough else Again()


class Strong:
    """The keep and the decision that are worth most, by the exact odds of the turn.

    Worth is the mean score; in the last round it is the chance to pass all others.
    """

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        turn, aim = state.turn, aimed(state, seat)
        if turn.phase == "decide":
            return (self._then(rolls_on(turn, aim)),)
        best = choices(turn, aim)[0]
        return (Keep(best.faces),) if best.after.end else (Keep(best.faces), self._then(best.rolls_on))

    @staticmethod
    def _then(on: bool) -> Command:
        return Again() if on else Stop()


def aimed(state: State, seat: int) -> Aim:
    """What this turn must score more than; None: as much as it can.

    In the last round that is what others have, or may still get. The last seat of a round wins with the
    target itself, and goes for it when that is likelier than not.
    """
    totals = state.totals
    if max(totals) >= state.target:
        others = (n + EXPECTED * (other > seat) for other, n in enumerate(totals) if other != seat)
        return max(others, default=-1) - totals[seat]
    if seat < len(totals) - 1:
        return None
    short = state.target - 1 - totals[seat]
    return short if short < REACH and chance(state.turn, short) > LIKELY else None


def chance(turn: Turn, aim: int) -> float:
    """How likely this turn scores more, if it goes for that alone."""
    if turn.phase == "keep":
        return choices(turn, aim)[0].mean
    return max(worth(turn.worth, aim), rolled_on(spot_of(turn), aim))


BOTS: Mapping[str, Bot[State]] = {"simple": Simple(), "strong": Strong()}
