"""The virtual tray: a Source whose dice can be thrown, lifted out, laid and nudged, from any thread.

It hands out pixels. Truth is for tests and benches; whoever reads frames must not ask for it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.dice import Die, DieSpec
from vision.frames import Frame, Image, Size
from vision.sim.draw import SHUTTER, Studio
from vision.sim.hand import REACH, Hand, doorway, drawn
from vision.sim.kinds import side_of, sides
from vision.sim.look import Look
from vision.sim.pile import Pile, Thrown
from vision.sim.sprite import Pose, Sprite
from vision.sim.truth import Truth
from vision.sim.witness import outline, witness

Floats = NDArray[np.float64]
Spec = tuple[str, str | None]


@dataclass(frozen=True)
class _Grip:
    """A hand goes for die `number`: it takes it, or pushes it by `shift` millimetres."""

    number: int
    shift: tuple[float, float] | None = None


@dataclass(frozen=True)
class _Sweep:
    """A hand takes all that lies."""


@dataclass(frozen=True)
class _Launch:
    """Dice are thrown."""

    specs: tuple[Spec, ...]
    cocked: frozenset[int]


class VirtualTray:
    """A tray, its dice, a hand and a camera over it, all from one seed.

    Each `read` lets 1/fps seconds go by and gives the next frame: at once, stamped by the tray's own clock;
    or, when `paced`, at the right moment, stamped with monotonic time.
    """

    def __init__(
        self,
        seed: int = 0,
        size: Size = (640, 480),
        fps: float = 15.0,
        look: Look | None = None,
        *,
        paced: bool = False,
    ) -> None:
        self._look = look or Look()
        self._fps, self._paced = fps, paced
        self._luck, self._noise, self._manner = (np.random.default_rng((seed, part)) for part in range(3))
        self._studio = Studio(self._look, size, seed)
        self._pile = Pile(self._look, self._luck)
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._plans: deque[_Grip | _Sweep | _Launch] = deque()
        self._grips: list[_Grip] = []
        self._hand: Hand | None = None
        self._sprites: dict[int, tuple[Pose, Sprite]] = {}
        self._picture: Image | None = None
        self._number = 0
        self._due = time.monotonic()

    # what a camera does

    def read(self) -> Frame | None:
        """The next frame; None once closed."""
        if self._closed.is_set() or (self._paced and self._late()):
            return None
        with self._lock:
            self._tick()
            number = self._number
            self._number += 1
            image = self._studio.grained(self._developed(), self._noise)
        return Frame(image, number, time.monotonic() if self._paced else number / self._fps)

    def close(self) -> None:
        """No more frames; a `read` that waits for its moment returns None."""
        self._closed.set()

    def empty_picture(self) -> Image:
        """The tray with nothing in it, as its camera would take it."""
        empty = self._studio.developed(self._studio.scene((), ()))
        return self._studio.grained(empty, np.random.default_rng(1))

    # what people do

    def throw(
        self,
        specs: Sequence[DieSpec],
        *,
        leave: bool = False,
        at_once: bool = False,
        cocked: Collection[int] = (),
    ) -> None:
        """Throws these dice when a hand has taken what lies; `leave` lets it lie, `at_once` makes it vanish.

        `cocked` are places in `specs` of dice that must come to rest leaning. ValueError for a kind or colour
        that this tray has no dice of.
        """
        launch = _Launch(tuple(self._spec(s.kind, s.colour) for s in specs), frozenset(cocked))
        with self._lock:
            if at_once and not leave:
                self._clear()
            elif not leave:
                self._plans.append(_Sweep())
            self._plans.append(launch)

    def lift(self, x: float, y: float) -> bool:
        """A hand takes the die at (x, y), fractions of the picture; False if none lies there."""
        with self._lock:
            return self._grip(x, y, None)

    def nudge(self, x: float, y: float, by: tuple[float, float]) -> bool:
        """A hand pushes the die at (x, y) by so many millimetres (right, up); False if none lies there."""
        with self._lock:
            return self._grip(x, y, by)

    def sweep(self) -> None:
        """A hand takes all dice."""
        with self._lock:
            self._plans.append(_Sweep())

    def lay(self, dice: Sequence[Die]) -> None:
        """Puts dice down, at once and at rest, these faces up; ValueError: no such face, or no room."""
        specs = [self._spec(d.kind, d.colour) for d in dice]
        upper = [side_of(d.kind, d.face) for d in dice]
        with self._lock:
            self._pile.lay(specs, upper)
            self._picture = None

    @property
    def busy(self) -> bool:
        """Whether anything moves or is about to."""
        with self._lock:
            return bool(self._plans or self._hand or self._pile.moving)

    # what is true

    def truth(self) -> Truth:
        """What really lies there. For tests and benches."""
        with self._lock:
            return witness(self._look, self._studio.lens, self._pile, hand=self._hand is not None)

    # inside; all below is called with the lock held

    def _spec(self, kind: str, colour: str | None) -> Spec:
        sides(kind)
        self._look.skin(colour)
        return (kind, colour)

    def _clear(self) -> None:
        self._plans.clear()
        self._grips.clear()
        self._pile.take([d.number for d in self._pile.dice])
        self._picture = None

    def _grip(self, x: float, y: float, shift: tuple[float, float] | None) -> bool:
        number = None if self._pile.moving else self._die_at(x, y)
        if number is None:
            return False
        self._plans.append(_Grip(number, shift))
        return True

    def _die_at(self, x: float, y: float) -> int | None:
        """The die seen at this place that no hand is already going for."""
        lens = self._studio.lens
        spot = np.array([x * lens.size[0], y * lens.size[1]])
        taken = {p.number for p in (*self._plans, *self._grips) if isinstance(p, _Grip)}
        for die, pose in zip(self._pile.dice, self._pile.poses, strict=True):
            seen = outline(self._look, lens, pose)
            low, high = seen.min(axis=0) - 2, seen.max(axis=0) + 2
            if die.number not in taken and (low <= spot).all() and (spot <= high).all():
                return die.number
        return None

    def _late(self) -> bool:
        """Waits until the next frame is due; True when closed meanwhile."""
        self._due = max(self._due + 1 / self._fps, time.monotonic() - 1 / self._fps)
        return self._closed.wait(max(0.0, self._due - time.monotonic()))

    def _tick(self) -> None:
        """One frame's time goes by."""
        if self._pile.moving:
            self._pile.advance(1 / self._fps)
            self._picture = None
        self._plan()
        if self._hand:
            self._move_hand(self._hand)
            self._picture = None

    def _plan(self) -> None:
        """Begins what is to be done next, as soon as what was begun allows it."""
        if not self._plans or self._pile.moving:
            return
        plan = self._plans[0]
        if isinstance(plan, _Launch):
            if self._hand is None:
                self._plans.popleft()
                self._pile.throw(plan.specs, plan.cocked)
                self._picture = None
            return
        self._plans.popleft()
        going = {g.number for g in self._grips}
        wanted = [plan] if isinstance(plan, _Grip) else [_Grip(d.number) for d in self._pile.dice]
        self._grips += [g for g in wanted if g.number not in going]
        if self._grips and self._hand is None:
            door = doorway(
                self._look, self._place(self._grips[0].number), float(self._manner.uniform(-50, 50))
            )
            self._hand = Hand(door, door)

    def _move_hand(self, hand: Hand) -> None:
        self._grips = [g for g in self._grips if any(d.number == g.number for d in self._pile.dice)]
        goal = self._place(self._next().number) if self._grips else None
        moved = hand.towards(goal, 1 / self._fps)
        self._hand = None if moved.outside and not self._grips else moved
        if goal and moved.wait > 0:
            self._close(moved.at)

    def _next(self) -> _Grip:
        """The grip nearest to the hand."""
        at = self._hand.at if self._hand else (0.0, 0.0)
        return min(self._grips, key=lambda g: float(np.hypot(*np.subtract(self._place(g.number), at))))

    def _close(self, at: tuple[float, float]) -> None:
        """The hand closes: dice under its fingers that it came for are taken, or pushed."""
        for grip in tuple(self._grips):
            if np.hypot(*np.subtract(self._place(grip.number), at)) > REACH:
                continue
            self._grips.remove(grip)
            if grip.shift is None:
                self._pile.take([grip.number])
            else:
                self._pile.shift(grip.number, grip.shift)

    def _place(self, number: int) -> tuple[float, float]:
        index = next(i for i, d in enumerate(self._pile.dice) if d.number == number)
        x, y, _ = self._pile.poses[index].place
        return (float(x), float(y))

    def _developed(self) -> Image:
        """The picture without grain; drawn anew only if something has changed."""
        if self._picture is None:
            poses = self._pile.poses
            speeds = self._pile.speeds
            drawn_dice = [self._drawn(*each) for each in zip(self._pile.dice, poses, speeds, strict=True)]
            scene = self._studio.scene(poses, drawn_dice)
            if self._hand:
                scene = drawn(scene, self._look, self._studio.lens, self._hand)
            self._picture = self._studio.developed(scene)
            here = {d.number for d in self._pile.dice}
            self._sprites = {n: kept for n, kept in self._sprites.items() if n in here}
        return self._picture

    def _drawn(self, die: Thrown, pose: Pose, speed: Floats) -> Sprite:
        """The sprite of a die; one that lies still keeps its own."""
        kept = self._sprites.get(die.number)
        if kept and _still(kept[0], pose):
            return kept[1]
        here, there = self._studio.lens.pixels(np.stack((pose.place, pose.place + speed * SHUTTER)))
        x, y = there - here
        sprite = self._studio.sprite(die.kind, die.colour, pose, (float(x), float(y)))
        self._sprites[die.number] = (pose, sprite)
        return sprite


def _still(before: Pose, now: Pose) -> bool:
    """Whether a die lies just as it did: a camera would see no difference."""
    moved = float(np.abs(before.place - now.place).max())
    return moved < 0.02 and float(np.abs(before.turn - now.turn).max()) < 0.002
