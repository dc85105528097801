"""The dice in the tray: thrown in, rolling, at rest, laid, taken out. All luck comes from one generator."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Doubles
from vision.sim import physics
from vision.sim.attitude import (
    interpolated_rotation,
    random_rotations,
    rotation_with_side_up,
    wall_leaning_rotation,
)
from vision.sim.die_model import DieModel
from vision.sim.look import Look
from vision.sim.physics import Bodies
from vision.sim.sprite import Pose

LEAN_START_S = 0.35  # s of a throw at which a die that is to lean begins to make for its wall
LEAN_DURATION_S = 0.40  # s that it takes


Spec = tuple[DieModel, str | None]  # a die of some colour


@dataclass(frozen=True)
class Thrown:
    """A die of this tray: its number, what it is of, its colour."""

    number: int
    model: DieModel
    colour: str | None


@dataclass(frozen=True, eq=False)
class Lean:
    """A die on its way to lean on a wall: from where, to where."""

    start: Pose
    end: Pose


class Pile:
    """All dice of a tray and how they move."""

    def __init__(self, look: Look, rng: np.random.Generator) -> None:
        self._look, self._rng = look, rng
        self._walls = physics.walls_of(look.outline(), look.edge)
        self._bodies = Bodies.empty()
        self._age = 0.0
        self._count = 0
        self._leaners: dict[int, Lean | None] = {}
        self.dice: tuple[Thrown, ...] = ()

    @property
    def moving(self) -> bool:
        """Whether any die is not yet at rest."""
        return not bool(self._bodies.steady.all())

    @property
    def poses(self) -> tuple[Pose, ...]:
        """How each die lies, in the order of `dice`."""
        return tuple(
            Pose(p.copy(), t.copy()) for p, t in zip(self._bodies.place, self._bodies.turn, strict=True)
        )

    @property
    def speeds(self) -> Doubles:
        """How fast each die goes, mm/s; nothing for those at rest."""
        return np.where(self._bodies.steady[:, None], 0.0, self._bodies.speed)

    def throw(self, specs: Sequence[Spec], cocked: Collection[int] = ()) -> None:
        """Throws dice in from the left or right; those at the places `cocked` will lean."""
        lean = self._rng.random(len(specs)) < self._look.cocked
        fresh = self._named(specs)
        self._leaners.update({d.number: None for i, d in enumerate(fresh) if lean[i] or i in cocked})
        self._add(fresh, self._flight(len(specs)))
        self._age = 0.0

    def lay(
        self,
        specs: Sequence[Spec],
        sides: Sequence[int],
        at: tuple[float, float] | None = None,
    ) -> None:
        """Puts dice down at rest with these sides up, somewhere free, or `at` this place."""
        for spec, side in zip(specs, sides, strict=True):
            turn = rotation_with_side_up(side, float(self._rng.uniform(0, 2 * np.pi)))
            place = np.array([*(self.free() if at is None else at), self._look.edge / 2])
            one, nought, yes = np.ones(1, bool), np.zeros((1, 3)), np.ones(1, bool)
            self._add(self._named([spec]), Bodies(place[None], turn[None], nought, nought.copy(), one, yes))

    def take(self, numbers: Collection[int]) -> None:
        """Takes dice out."""
        stay = np.array([d.number not in numbers for d in self.dice], bool)
        self._bodies = self._bodies.subset(stay)
        self.dice = tuple(d for d in self.dice if d.number not in numbers)

    def shift(self, number: int, by: tuple[float, float]) -> None:
        """Pushes a die aside, in millimetres; what is in its way gives way."""
        index = next(i for i, d in enumerate(self.dice) if d.number == number)
        self._bodies.place[index, :2] += by
        flat = physics.top_side_cosine(self._bodies.turn) > physics.MIN_FLAT_COSINE
        self._bodies.steady[:] = ~flat
        self._age = 0.0

    def advance(self, seconds: float) -> None:
        """Lets time go by."""
        if not self.moving:
            return
        physics.advance(self._bodies, self._walls, seconds, self._age)
        self._age += seconds
        self._lean()
        if self._age > 1.6:
            physics.tip_over(self._bodies, self._look.edge)
        if self._age > 0.2 and physics.are_at_rest(self._bodies, self._look.edge).all():
            self._rest()

    def _named(self, specs: Sequence[Spec]) -> tuple[Thrown, ...]:
        first = self._count
        self._count += len(specs)
        return tuple(Thrown(first + i, model, colour) for i, (model, colour) in enumerate(specs))

    def _add(self, fresh: tuple[Thrown, ...], bodies: Bodies) -> None:
        self.dice += fresh
        self._bodies = self._bodies.with_more(bodies)

    def _flight(self, count: int) -> Bodies:
        """Dice just let go, in rows behind the wall, flying into the tray."""
        rng, edge = self._rng, self._look.edge
        side = np.pi * rng.integers(0, 2) + rng.uniform(-0.28, 0.28)
        ahead, aside = np.array([np.cos(side), np.sin(side)]), np.array([-np.sin(side), np.cos(side)])
        reach = float((-np.array(self._look.outline()) @ ahead).max())
        row, column = np.divmod(np.arange(count), 4)
        back = reach + edge * (1.4 + 1.7 * row) + rng.uniform(-3, 3, count)
        wide = edge * 1.8 * (column - (min(count, 4) - 1) / 2) + rng.uniform(-4, 4, count)
        place = np.column_stack((wide[:, None] * aside - back[:, None] * ahead, rng.uniform(50, 75, count)))
        aim = (
            rng.uniform(-0.5, 0.5, (count, 2)) * np.abs(np.array(self._look.outline())).max(axis=0)
            - place[:, :2]
        )
        aim *= (rng.uniform(800, 1350, count) / np.linalg.norm(aim, axis=1))[:, None]
        speed = np.column_stack((aim, rng.uniform(-60, 120, count)))
        off = np.zeros(count, bool)
        return Bodies(
            place, random_rotations(rng, count), speed, rng.normal(size=(count, 3)) * 17, off, off.copy()
        )

    def free(self) -> Doubles:
        """A place on the felt with air around it; ValueError when the tray is too full."""
        reach, edge = np.abs(np.array(self._look.outline())).max(axis=0), self._look.edge
        for _ in range(3000):
            spot = self._rng.uniform(-reach, reach)
            inside = (self._walls.normals @ spot - self._walls.reach).max() < -edge
            if inside and self._clearance(spot) > 1.6 * edge:
                return np.asarray(spot)
        raise ValueError(f"a tray of {self._look.tray} mm has no room for another die; take some out")

    def _clearance(self, spot: Doubles, but: int = -1) -> float:
        """How far the nearest die is, apart from the one at index `but`."""
        others = np.delete(self._bodies.place, but, axis=0) if but >= 0 else self._bodies.place
        return float(np.linalg.norm(others[:, :2] - spot, axis=1).min()) if len(others) else 1e9

    def _lean(self) -> None:
        """Brings dice that are to lean to their walls: an end that physics alone would almost never give."""
        share = min(1.0, (self._age - LEAN_START_S) / LEAN_DURATION_S)
        for i, die in enumerate(self.dice):
            if die.number not in self._leaners or share < 0:
                continue
            lean = self._leaners[die.number] or self._leaning(i)
            self._leaners[die.number] = lean
            hop = 4 * share * (1 - share) * self._look.edge
            eased = share * (2 - share)
            self._bodies.place[i] = (
                lean.start.place + eased * (lean.end.place - lean.start.place) + (0, 0, hop)
            )
            self._bodies.turn[i] = interpolated_rotation(lean.start.turn, lean.end.turn, eased)
            self._bodies.speed[i] = self._bodies.spin[i] = 0.0
            self._bodies.steady[i] = share >= 1.0
        if share >= 1.0:
            self._leaners.clear()

    def _leaning(self, index: int) -> Lean:
        """The free place at a wall where the die will lean, and how."""
        edge, start = self._look.edge, self.poses[index]
        tilt = float(self._rng.uniform(0.30, 0.62))
        away = edge * (np.cos(tilt) + np.sin(tilt)) / 2
        best = max(self._spots(away), key=lambda s: self._clearance(s[1], index))
        lift = edge * (np.cos(tilt) + np.sin(tilt)) / 2
        turn = wall_leaning_rotation(start.turn, self._walls.normals[best[0]], tilt)
        return Lean(start, Pose(np.array([*best[1], lift]), turn))

    def _spots(self, away: float) -> list[tuple[int, Doubles]]:
        """Places along the walls, `away` from them, not in the corners: number of the wall, place."""
        here = np.array(self._look.outline())
        there = np.roll(here, -1, axis=0)
        found = []
        for i, normal in enumerate(self._walls.normals):
            shares = self._rng.uniform(0.15, 0.85, 6)
            found += [(i, here[i] + t * (there[i] - here[i]) - away * normal) for t in shares]
        return found

    def _rest(self) -> None:
        """All dice lie: those that rolled exactly flat, and they stay."""
        flat = ~self._bodies.steady & (physics.top_side_cosine(self._bodies.turn) > physics.MIN_FLAT_COSINE)
        self._bodies.turn[flat] = physics.level(self._bodies.turn[flat])
        self._bodies.place[flat, 2] = self._look.edge / 2
        self._bodies.speed[:] = self._bodies.spin[:] = 0.0
        self._bodies.steady[:] = True
