"""From frames to Readings: watches what goes on, and reads the dice once they lie still.

A hand in the picture is never read; a reading at rest is the agreement of several frames, and where they
disagree a die is unsure.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import dist

from companion.dice import DieKind, Reading, Seen, TrayState
from vision.arrays import Corners, Image
from vision.background.tray import Tray
from vision.background.upkeep import TrayTrouble, Upkeep
from vision.detect.scale_search import detect_any_scale
from vision.read.reader import MIN_HEAT_IN_TRAY, Reader
from vision.recognise.taught_set import TaughtSet
from vision.sources.frames import Frame, Size
from vision.watch.motion import Motion

MIN_LOOKS = 2  # frames that must agree
MAX_LOOKS = 4  # when they leave a doubt, so many at most
SAME_PLACE_EDGES = 0.35  # of a die: how far apart its places in two frames may be
UPKEEP_SECONDS = 2.0  # between two looks, while nothing happens, at the tray itself


@dataclass(frozen=True)
class Look:
    """What is known of the dice at rest number `rest`: what the frames so far gave, and agree on."""

    rest: int = -1
    taken: int = 0
    dice: tuple[Seen, ...] = ()

    @property
    def done(self) -> bool:
        """Whether another frame would tell nothing more."""
        sure = all(die.status == "ok" for die in self.dice)
        return self.taken >= (MIN_LOOKS if sure else MAX_LOOKS)


@dataclass
class Eye:
    """Sees frames in order. `kinds` narrows down what may lie in the tray; None: all the reader knows.

    `_before` is what went on before the dice came to rest, said until they are read; None: nothing did.
    """

    reader: Reader
    kinds: tuple[str, ...] | None = None
    _motion: Motion = field(default_factory=Motion)
    _look: Look = field(default_factory=Look)
    _before: TrayState | None = None
    _upkeep: Upkeep | None = None
    _upkeep_at: float = float("-inf")

    def __post_init__(self) -> None:
        self._upkeep = upkeep_of(self.reader.tray)

    def see(self, frame: Frame) -> Reading:
        """What the frame shows. While dice lie still and have been read, their reading is repeated."""
        self._motion = self._motion.step(frame.image, frame.at)
        if self._motion.phase != "still":
            self._before = self._motion.phase
            return _reading(self._before, (), frame)
        if self._look.rest != self._motion.number:
            self._begin_rest(frame)
        if not self._look.done and not self._motion.passing:
            self._look = self._after_look(frame.image)
        while self._before is None and self._look.taken < MIN_LOOKS:
            self._look = self._after_look(frame.image)
        self._look_after(frame)
        dice = self._look.dice
        if dice and self._before and self._look.taken < MIN_LOOKS:
            return _reading(self._before, (), frame)
        return _reading("settled" if dice else "empty", dice, frame)

    def look_again(self) -> None:
        """Read what lies there anew, whatever was read before."""
        self._look = Look()
        self._before = None

    def expect(self, kinds: tuple[str, ...] | None) -> None:
        """Only these kinds lie in the tray from now on."""
        if kinds != self.kinds:
            self.kinds = kinds
            self.look_again()

    def know(self, kinds: tuple[DieKind, ...], taught: tuple[TaughtSet, ...]) -> None:
        """What may lie in the tray, and the faces of those kinds that were taught."""
        self.reader = replace(self.reader, kinds=kinds, taught=taught, edge=None)
        self.look_again()

    def begin(self) -> None:
        """What was seen up to now was another film, or is long ago: look as if for the first time."""
        self._motion = Motion()
        self.look_again()

    @property
    def size(self) -> Size | None:
        """The size of the pictures in which the empty tray was learned, as all must be; None: any."""
        return self.reader.tray.size if self.reader.tray else None

    @property
    def trouble(self) -> TrayTrouble | None:
        """Why the tray ought to be emptied, for the eye to learn it anew; None: it need not."""
        return self._upkeep.trouble if self._upkeep else None

    @property
    def tray(self) -> tuple[int, Tray | None]:
        """The empty tray as it is best kept for another day, and how often it has been learned anew."""
        return (self._upkeep.version, self._upkeep.home) if self._upkeep else (0, None)

    def calibrate(self, empty: Image) -> Tray:
        """This is the empty tray; it as it is known now."""
        tray = Tray.from_empty(empty)
        self.reader = replace(self.reader, tray=tray)
        self._upkeep = upkeep_of(tray)
        self.begin()
        return tray

    def _begin_rest(self, frame: Frame) -> None:
        """Things lie still again: all is to be read, once it is known where the camera stands."""
        self._look = Look(self._motion.number)
        if self._upkeep:
            self._use(self._upkeep.after_motion().check_position(frame.image))
            self._upkeep_at = frame.at

    def _look_after(self, frame: Frame) -> None:
        """Now and then, while nothing happens: does the camera stand as it did, is the light the same?"""
        due = (
            self._look.done
            and not self._motion.passing
            and not 0 <= frame.at - self._upkeep_at < UPKEEP_SECONDS
        )
        if self._upkeep is None or not due:
            return
        self._upkeep_at = frame.at
        known = self._upkeep.check_position(frame.image)
        self._use(
            known if self._look.dice else known.check_empty(frame.image, lambda: self._any_faces(frame.image))
        )

    def _use(self, known: Upkeep) -> None:
        self._upkeep = known
        if self.reader.tray is not known.tray:
            self.reader = replace(self.reader, tray=known.tray)

    def _any_faces(self, image: Image) -> tuple[Corners, ...]:
        """All that the net takes for a face, be it the cloth's own print."""
        tops = detect_any_scale(self.reader.finder, image)
        return tuple(top.corners for top in tops if top.heat > MIN_HEAT_IN_TRAY)

    def _after_look(self, image: Image) -> Look:
        seen = self.reader.read(image, kinds=self.kinds)
        self.reader = self.reader.with_edge(seen, image.shape[1])
        before = self._look
        dice = (
            seen
            if before.taken == 0
            else combine_looks(before.dice, seen, last=before.taken + 1 >= MAX_LOOKS)
        )
        return Look(before.rest, before.taken + 1, dice)


def upkeep_of(tray: Tray | None) -> Upkeep | None:
    """A tray that was learned is kept true; one that is not known cannot be."""
    return None if tray is None else Upkeep.of(tray)


def _reading(state: TrayState, dice: tuple[Seen, ...], frame: Frame) -> Reading:
    return Reading(state, dice, frame.number, frame.at, frame.size)


def combine_looks(before: tuple[Seen, ...], now: tuple[Seen, ...], last: bool) -> tuple[Seen, ...]:
    """What two looks at the same dice tell together.

    Sure twice and alike: sure. Sure twice and different: unsure for good. Seen in one look only: unsure while
    there are more looks to come; at the `last` one a ghost that was never sure is forgotten.
    """
    pairs = {i: _same_die_index(die, before) for i, die in enumerate(now)}
    found = {j for j in pairs.values() if j is not None}
    partners = [None if j is None else before[j] for j in pairs.values()]
    dice = [_combine_two(old, die) if old else as_unsure(die) for die, old in zip(now, partners, strict=True)]
    lost = [as_unsure(die) for j, die in enumerate(before) if j not in found and die.status == "ok"]
    hidden = [] if last else [die for j, die in enumerate(before) if j not in found and die.status != "ok"]
    return tuple(dice + lost + hidden)


def _same_die_index(die: Seen, others: tuple[Seen, ...]) -> int | None:
    near = [(dist(die.centre, other.centre) / max(die.edge, 1.0), j) for j, other in enumerate(others)]
    away, j = min(near, default=(1.0, -1))
    return j if away < SAME_PLACE_EDGES else None


def _combine_two(one: Seen, other: Seen) -> Seen:
    if one.status == "ok" and other.status == "ok":
        alike = (one.kind, one.face) == (other.kind, other.face)
        better = max(one, other, key=lambda die: die.sure)
        return better if alike else as_unsure(better)
    return max(one, other, key=lambda die: (die.status == "ok", die.sure))


def as_unsure(die: Seen) -> Seen:
    """The die, not to be counted before somebody was asked."""
    return replace(die, status="unsure") if die.status == "ok" else die
