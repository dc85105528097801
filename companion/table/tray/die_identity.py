"""Which die is which between two pictures that lie still: by place, then by how little it moved.

Pure geometry on readings. Refuses to know what a game wants and which dice count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, dist

from companion.dice import Die, Seen

JITTER = 0.35  # edges: what a die that lay still may seem to have moved while nothing rolled
STILL = 0.15  # edges: the same when something rolled, for then another die may have come to rest nearby
TURN = 12.0  # degrees: the same, for its top face
NUDGE = 1.0  # edges: as far as a sleeve or a finger shoves a die
LEAST_PIXELS = 3.0


@dataclass(frozen=True)
class Lying:
    """A die with an identity: `id` stays its own for as long as it does not move.

    `told` is the face a player named for it, `ignored` that a player said it is no die, and `again`
    that what was read of it is to be forgotten at the next reading.
    """

    id: int
    seen: Seen
    told: str | None = None
    ignored: bool = False
    again: bool = False


Same = Callable[[Lying, Seen], bool]


def apart(one: Seen, other: Seen) -> float:
    """How far apart two dice lie, in edges of a die; a shift of a few pixels is none."""
    pixels = dist(one.centre, other.centre)
    return 0.0 if pixels <= LEAST_PIXELS else pixels / max(one.edge, other.edge, 1.0)


def alike(one: Seen, other: Seen) -> bool:
    return (one.kind, one.face) == (other.kind, other.face)


def shows(seen: Seen, die: Die | Seen) -> bool:
    """The same kind and face, and not another colour as far as both are known."""
    same_colour = None in (seen.colour, die.colour) or seen.colour == die.colour
    return (seen.kind, seen.face) == (die.kind, die.face) and same_colour


def angle(seen: Seen) -> float:
    """The direction of the top face, 0 to 90 degrees: a square looks alike after a quarter turn."""
    (ax, ay), (bx, by), _, _ = seen.quad
    return degrees(atan2(by - ay, bx - ax)) % 90


def turned(one: Seen, other: Seen) -> float:
    """By how many degrees the top faces differ; 0 where one of them was not seen well enough to say."""
    if one.status != "ok" or other.status != "ok":
        return 0.0
    off = abs(angle(one) - angle(other))
    return min(off, 90 - off)


def in_place(die: Lying, seen: Seen) -> bool:
    """The same place, whatever face is read there now: readers waver, dice do not turn by themselves."""
    return apart(die.seen, seen) <= JITTER


def still(die: Lying, seen: Seen) -> bool:
    """The same place and direction, so closely that it was not touched though others rolled."""
    return apart(die.seen, seen) <= STILL and turned(die.seen, seen) <= TURN


def still_alike(die: Lying, seen: Seen) -> bool:
    """Not touched though others rolled, and showing what it showed."""
    return alike(die.seen, seen) and still(die, seen)


def nudged(die: Lying, seen: Seen) -> bool:
    """Shoved a little, with its face as it was."""
    return elsewhere(die, seen) and apart(die.seen, seen) <= NUDGE


def elsewhere(die: Lying, seen: Seen) -> bool:
    """The same face at any place: taken up and put down again by hand."""
    return shows(die.seen, seen)


def kindred(die: Lying, seen: Seen) -> bool:
    """The same kind of die, at any place and with any face."""
    return die.seen.kind == seen.kind


@dataclass(frozen=True)
class Pairing:
    """Which of the dice seen now (by their place in the reading) is which known die."""

    dice: tuple[Seen, ...]
    pairs: tuple[tuple[int, Lying], ...] = ()

    @property
    def known(self) -> dict[int, Lying]:
        return dict(self.pairs)

    @property
    def strange(self) -> tuple[int, ...]:
        """Places in the reading of dice not recognised."""
        return tuple(place for place in range(len(self.dice)) if place not in self.known)

    def match(self, dice: Iterable[Lying], same: Same, most: int | None = None) -> Pairing:
        """Pair strangers with those of `dice` that are the `same`, nearest first, `most` at most."""
        taken = {die.id for _, die in self.pairs}
        free = {die.id: die for die in dice if die.id not in taken}
        near = sorted(self._candidates(list(free.values()), same))
        pairs: dict[int, Lying] = {}
        for _, place, _, die in near:
            if place not in pairs and die not in pairs.values() and len(pairs) != most:
                pairs[place] = die
        return replace(self, pairs=(*self.pairs, *pairs.items()))

    def _candidates(self, dice: Sequence[Lying], same: Same) -> Iterable[tuple[float, int, int, Lying]]:
        for place in self.strange:
            for die in dice:
                if same(die, self.dice[place]):
                    yield apart(die.seen, self.dice[place]), place, die.id, die


def reread(old: Lying, new: Seen, fixed: bool) -> Lying:
    """A die that did not move, as it is known after being read once more.

    `fixed`: its throw was accepted, so only what is seen now matters. Before that, the surer reading
    stands, and two sure readings that differ make it unsure: wrong is worse than asking.
    """
    if old.again or (fixed and new.status == "ok"):
        return replace(old, seen=new, again=False)
    return replace(old, seen=_surer(old.seen, new))


def _surer(old: Seen, new: Seen) -> Seen:
    here = replace(old, box=new.box, quad=new.quad, colour=new.colour or old.colour)
    if old.status == "ok" and new.status == "ok" and not alike(old, new):
        guesses = ((new.face, new.sure / 2), (old.face, old.sure / 2))
        return replace(new, status="unsure", sure=new.sure / 2, guesses=guesses)
    if (old.status == "ok") != (new.status == "ok"):
        return new if new.status == "ok" else here
    return new if new.sure >= old.sure else here
