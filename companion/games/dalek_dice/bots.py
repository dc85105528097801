"""Two players of Dalek Dice: one goes by a rule of thumb, one plays the turn exactly."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from companion.game import Bot, Command
from companion.games.dalek_dice.commands import Again, Keep, Stop
from companion.games.dalek_dice.odds import Aim, choices, roll_on_value, rolls_on, spot_of, worth
from companion.games.dalek_dice.state import State
from companion.games.dalek_dice.turn import DALEK_POINTS, ENDING_COUNT, HUMAN_POINTS, Turn, keep

STOP_POINTS = 12  # points with which the simple one stops
STOP_POINTS_WITH_TWO_DOCTORS = 6  # and with two Doctors
WIN_WITHIN_POINTS, WIN_CHANCE = 30, 0.5  # the last seat goes for a win no further off, and likelier than that
MEAN_TURN_POINTS = 15  # what a seat that is yet to play may bring: the mean of a turn played well


class Simple:
    """As many Daleks as the Humans need, as many Humans as the Daleks allow; stop when it is enough."""

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        turn = state.turn
        if turn.phase == "decide":
            return (self._then(turn),)
        faces = self._faces(turn)
        after = keep(turn, faces)
        return (Keep(faces),) if after.end else (Keep(faces), self._then(after))

    @staticmethod
    def _faces(turn: Turn) -> tuple[str, ...]:
        """Worth most first: Daleks while Humans lead, else Humans that the Daleks will match."""
        humans = sorted((i.name for i in turn.pool if i.name in HUMAN_POINTS), key=HUMAN_POINTS.__getitem__)
        daleks = sorted((i.name for i in turn.pool if i.name in DALEK_POINTS), key=DALEK_POINTS.__getitem__)
        lead = turn.daleks - turn.humans
        faces: list[str] = []
        while daleks or humans:
            if humans and (lead >= 0 or not daleks):
                if lead + sum(DALEK_POINTS[face] for face in daleks) < HUMAN_POINTS[humans[-1]] and faces:
                    break
                faces.append(humans.pop())
                lead -= HUMAN_POINTS[faces[-1]]
            else:
                faces.append(daleks.pop())
                lead += DALEK_POINTS[faces[-1]]
        return tuple(faces)

    @staticmethod
    def _then(turn: Turn) -> Command:
        doctors = turn.count["doctor"]
        enough = STOP_POINTS_WITH_TWO_DOCTORS if doctors == ENDING_COUNT - 1 else STOP_POINTS
        return Stop() if turn.worth >= enough else Again()


class Strong:
    """The keep and the decision that are worth most, by the exact odds of the turn.

    Worth is the mean score; in the last round it is the chance to pass all others.
    """

    def decide(self, state: State, seat: int, luck: Random, /) -> tuple[Command, ...]:
        turn, aim = state.turn, aim_of(state, seat)
        if turn.phase == "decide":
            return (self._then(rolls_on(turn, aim)),)
        best = choices(turn, aim)[0]
        return (Keep(best.faces),) if best.after.end else (Keep(best.faces), self._then(best.rolls_on))

    @staticmethod
    def _then(on: bool) -> Command:
        return Again() if on else Stop()


def aim_of(state: State, seat: int) -> Aim:
    """What this turn must score more than; None: as much as it can.

    In the last round that is what others have, or may still get. The last seat of a round wins with the
    target itself, and goes for it when that is likelier than not.
    """
    totals = state.totals
    if max(totals) >= state.target:
        others = (n + MEAN_TURN_POINTS * (other > seat) for other, n in enumerate(totals) if other != seat)
        return max(others, default=-1) - totals[seat]
    if seat < len(totals) - 1:
        return None
    short = state.target - 1 - totals[seat]
    return short if short < WIN_WITHIN_POINTS and chance(state.turn, short) > WIN_CHANCE else None


def chance(turn: Turn, aim: int) -> float:
    """How likely this turn scores more, if it goes for that alone."""
    if turn.phase == "keep":
        return choices(turn, aim)[0].mean
    return max(worth(turn.worth, aim), roll_on_value(spot_of(turn), aim))


BOTS: Mapping[str, Bot[State]] = {"simple": Simple(), "strong": Strong()}
