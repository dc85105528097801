"""The virtual tray: a Source whose dice can be thrown, lifted, put back, laid and nudged, from any thread.

It hands out pixels. Truth is for tests and benches; whoever reads frames must not ask for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from companion.dice import Die, DieSpec
from vision.arrays import Doubles, Image
from vision.sim.die_model import D6_MODEL, DieModel
from vision.sim.hand import draw_hand
from vision.sim.look import Look
from vision.sim.people import Grip, Launch, People, Put, Sweep
from vision.sim.pile import Pile, Spec, Thrown
from vision.sim.sprite import Pose, Sprite
from vision.sim.studio import SHUTTER_S, Studio
from vision.sim.teach import face_pictures
from vision.sim.truth import Truth
from vision.sim.witness import outline, witness
from vision.sources.frames import Frame, Size


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
        dice: Iterable[DieModel] = (),
    ) -> None:
        """`dice` are what can be thrown beside ordinary dice."""
        self._look = look or Look()
        self._fps, self._paced, self._seed = fps, paced, seed
        luck, self._noise, manner = (np.random.default_rng((seed, part)) for part in range(3))
        self._models = {model.kind: model for model in (D6_MODEL, *dice)}
        self._studio = Studio(self._look, size, seed)
        self._pile = Pile(self._look, luck)
        self._people = People(self._look, self._pile, manner)
        self._lock = threading.Lock()
        self._closed = threading.Event()
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
            image = self._studio.with_noise(self._picture_before_noise(), self._noise)
        return Frame(image, number, time.monotonic() if self._paced else number / self._fps)

    def close(self) -> None:
        """No more frames; a `read` that waits for its moment returns None."""
        self._closed.set()

    def empty_picture(self) -> Image:
        """The tray with nothing in it, as its camera would take it."""
        empty = self._studio.through_lens(self._studio.scene((), ()))
        return self._studio.with_noise(empty, np.random.default_rng((self._seed, 5)))

    def teach_pictures(
        self, kind: str, per_face: int = 2, colour: str | None = None
    ) -> Mapping[str, tuple[Image, ...]]:
        """This tray with one die that shows each of its faces, as somebody would show them to teach it."""
        rng = np.random.default_rng((self._seed, 6))
        with self._lock:
            return face_pictures(self._studio, self._spec(kind, colour), per_face, rng)

    # what people do

    def throw(
        self,
        specs: Sequence[DieSpec],
        *,
        leave: bool = False,
        at_once: bool = False,
        stay: Collection[tuple[float, float]] = (),
        cocked: Collection[int] = (),
    ) -> None:
        """Throws these dice when a hand has taken what lies; `leave` lets it lie, `at_once` makes it vanish.

        `stay` are places, in fractions of the picture, of dice that the hand leaves. `cocked` are places
        in `specs` of dice that must come to rest leaning. ValueError for a kind or colour that this tray has
        no dice of.
        """
        launch = Launch(tuple(self._spec(s.kind, s.colour) for s in specs), frozenset(cocked))
        with self._lock:
            if at_once and not leave:
                self._clear()
            elif not leave:
                spared = (self._die_at(x, y) for x, y in stay)
                self._people.plan(Sweep(frozenset(number for number in spared if number is not None)))
            self._people.plan(launch)

    def lift(self, x: float, y: float) -> bool:
        """A hand takes the die at (x, y), fractions of the picture; False if none lies there."""
        return self._grip(x, y, None)

    def put(self, die: Die) -> None:
        """A hand lays this die down, that face up; ValueError: no such face, or no room."""
        spec, side = self._spec(die.kind, die.colour), self._model(die.kind).side_of(die.face)
        with self._lock:
            x, y = self._pile.free()
            self._people.plan(Put(spec, side, (float(x), float(y))))

    def nudge(self, x: float, y: float, by: tuple[float, float]) -> bool:
        """A hand pushes the die at (x, y) by so many millimetres (right, up); False if none lies there."""
        return self._grip(x, y, by)

    def sweep(self) -> None:
        """A hand takes all dice."""
        with self._lock:
            self._people.plan(Sweep())

    def lay(self, dice: Sequence[Die]) -> None:
        """Puts dice down, at once and at rest, these faces up; ValueError: no such face, or no room."""
        specs = [self._spec(d.kind, d.colour) for d in dice]
        upper = [self._model(d.kind).side_of(d.face) for d in dice]
        with self._lock:
            self._pile.lay(specs, upper)
            self._picture = None

    def show(self, die: Die) -> None:
        """A hand takes what lies and lays this die alone, that face up; ValueError: no such face."""
        self._model(die.kind).side_of(die.face)
        self.sweep()
        self.put(die)

    @property
    def busy(self) -> bool:
        """Whether anything moves or is about to."""
        with self._lock:
            return self._people.busy or self._pile.moving

    # what is true

    def truth(self) -> Truth:
        """What really lies there. For tests and benches."""
        with self._lock:
            return witness(self._look, self._studio.lens, self._pile, hand=self._people.hand is not None)

    # inside

    def _spec(self, kind: str | None, colour: str | None) -> Spec:
        model = self._model(kind)
        self._look.skin(colour)
        return (model, colour)

    def _model(self, kind: str | None) -> DieModel:
        if kind is None or kind not in self._models:
            raise ValueError(f"kind must be one of {', '.join(self._models)}, got {kind!r}")
        return self._models[kind]

    def _clear(self) -> None:
        self._people.forget()
        self._pile.take([d.number for d in self._pile.dice])
        self._picture = None

    def _grip(self, x: float, y: float, shift: tuple[float, float] | None) -> bool:
        with self._lock:
            number = None if self._pile.moving else self._die_at(x, y)
            if number is not None:
                self._people.plan(Grip(number, shift))
        return number is not None

    def _die_at(self, x: float, y: float) -> int | None:
        """The die seen nearest to this place that no hand is already going for."""
        lens = self._studio.lens
        spot = np.array([x * lens.size[0], y * lens.size[1]])
        near: list[tuple[float, int]] = []
        for die, pose in zip(self._pile.dice, self._pile.poses, strict=True):
            seen = outline(self._look, lens, pose)
            low, high = seen.min(axis=0) - 2, seen.max(axis=0) + 2
            if (low <= spot).all() and (spot <= high).all() and not self._people.going_for(die.number):
                near.append((float(np.linalg.norm(seen.mean(axis=0) - spot)), die.number))
        return min(near)[1] if near else None

    def _late(self) -> bool:
        """Waits until the next frame is due; True when closed meanwhile."""
        self._due = max(self._due + 1 / self._fps, time.monotonic() - 1 / self._fps)
        return self._closed.wait(max(0.0, self._due - time.monotonic()))

    def _tick(self) -> None:
        """One frame's time goes by."""
        moving = self._pile.moving
        self._pile.advance(1 / self._fps)
        acted = self._people.act(1 / self._fps)
        if moving or acted:
            self._picture = None

    def _picture_before_noise(self) -> Image:
        """The picture without grain; drawn anew only if something has changed."""
        if self._picture is None:
            poses, speeds = self._pile.poses, self._pile.speeds
            sprites = [self._sprite(*each) for each in zip(self._pile.dice, poses, speeds, strict=True)]
            scene = self._studio.scene(poses, sprites)
            hand = self._people.hand
            over = draw_hand(scene, self._look, self._studio.lens, hand) if hand else scene
            self._picture = self._studio.through_lens(over)
            here = {d.number for d in self._pile.dice}
            self._sprites = {n: kept for n, kept in self._sprites.items() if n in here}
        return self._picture

    def _sprite(self, die: Thrown, pose: Pose, speed: Doubles) -> Sprite:
        """The picture of a die; one that lies still keeps its own."""
        kept = self._sprites.get(die.number)
        if kept and _is_unmoved(kept[0], pose):
            return kept[1]
        here, there = self._studio.lens.pixels(np.stack((pose.place, pose.place + speed * SHUTTER_S)))
        x, y = there - here
        sprite = self._studio.sprite(die.model, die.colour, pose, (float(x), float(y)))
        self._sprites[die.number] = (pose, sprite)
        return sprite


def _is_unmoved(before: Pose, now: Pose) -> bool:
    """Whether a die lies just as it did: a camera would see no difference."""
    moved = float(np.abs(before.place - now.place).max())
    return moved < 0.02 and float(np.abs(before.turn - now.turn).max()) < 0.002
