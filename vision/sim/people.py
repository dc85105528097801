"""What people do at the virtual tray, one thing after another: throw, lift out, put back, nudge, sweep."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np

from vision.sim.hand import REACH_MM, Hand, entry_point
from vision.sim.look import Look
from vision.sim.pile import Pile, Spec

Xy = tuple[float, float]


@dataclass(frozen=True)
class Grip:
    """A hand goes for die `number`: it takes it, or pushes it by `shift` millimetres."""

    number: int
    shift: Xy | None = None


@dataclass(frozen=True)
class Put:
    """A hand brings a die and lays it down at a free place with this side up."""

    spec: Spec
    side: int
    at: Xy


@dataclass(frozen=True)
class Sweep:
    """A hand takes all that lies, but for the dice of these numbers."""

    but: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Launch:
    """Dice are thrown; those at the places `cocked` come to lean."""

    specs: tuple[Spec, ...]
    cocked: frozenset[int]


Errand = Grip | Put  # what a hand comes for
Plan = Errand | Sweep | Launch


class People:
    """Their plans, in order, and their hand while it is over the tray."""

    def __init__(self, look: Look, pile: Pile, rng: np.random.Generator) -> None:
        self._look, self._pile, self._rng = look, pile, rng
        self._plans: deque[Plan] = deque()
        self._grips: list[Errand] = []
        self.hand: Hand | None = None

    @property
    def busy(self) -> bool:
        """Whether anything is being done or planned."""
        return bool(self._plans or self.hand)

    def plan(self, plan: Plan) -> None:
        """To be done after all else that is planned."""
        self._plans.append(plan)

    def forget(self) -> None:
        """Nothing is planned any more; a hand over the tray goes out."""
        self._plans.clear()
        self._grips.clear()

    def going_for(self, number: int) -> bool:
        """Whether a hand already goes, or will go, for this die."""
        return any(isinstance(p, Grip) and p.number == number for p in (*self._plans, *self._grips))

    def act(self, seconds: float) -> bool:
        """Lets time go by; whether there is something new to see."""
        begun = self._begin()
        if self.hand is None:
            return begun
        self._move(self.hand, seconds)
        return True

    def _begin(self) -> bool:
        """Begins what is next, as soon as what was begun allows it; whether dice were thrown."""
        if not self._plans or self._pile.moving:
            return False
        plan = self._plans[0]
        if isinstance(plan, Launch) and self.hand is not None:
            return False
        self._plans.popleft()
        if isinstance(plan, Launch):
            self._pile.throw(plan.specs, plan.cocked)
            return True
        self._grips += self._everything(plan.but) if isinstance(plan, Sweep) else [plan]
        if self._grips and self.hand is None:
            door = entry_point(self._look, self._place(self._grips[0]), float(self._rng.uniform(-50, 50)))
            self.hand = Hand(door, door)
        return False

    def _everything(self, but: frozenset[int]) -> list[Errand]:
        dice = (d.number for d in self._pile.dice if d.number not in but)
        return [Grip(number) for number in dice if not self.going_for(number)]

    def _move(self, hand: Hand, seconds: float) -> None:
        here = {d.number for d in self._pile.dice}
        self._grips = [g for g in self._grips if isinstance(g, Put) or g.number in here]
        near = min(
            self._grips, key=lambda g: float(np.hypot(*np.subtract(self._place(g), hand.at))), default=None
        )
        moved = hand.towards(self._place(near) if near else None, seconds)
        self.hand = None if moved.outside and not self._grips else moved
        if near and moved.wait > 0:
            self._close(moved.at)

    def _close(self, at: Xy) -> None:
        """The hand closes, or opens: what it came for is taken, pushed or laid down."""
        for grip in tuple(self._grips):
            if np.hypot(*np.subtract(self._place(grip), at)) > REACH_MM:
                continue
            self._grips.remove(grip)
            if isinstance(grip, Put):
                self._pile.lay([grip.spec], [grip.side], grip.at)
            elif grip.shift is None:
                self._pile.take([grip.number])
            else:
                self._pile.shift(grip.number, grip.shift)

    def _place(self, grip: Errand) -> Xy:
        if isinstance(grip, Put):
            return grip.at
        index = next(i for i, d in enumerate(self._pile.dice) if d.number == grip.number)
        x, y, _ = self._pile.poses[index].place
        return (float(x), float(y))
