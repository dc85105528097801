"""Which die is which between two pictures that lie still: by place, then by how little it moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from math import atan2, degrees, dist

from companion.dice import Die, Seen

JITTER_EDGES = 0.35  # of a die: what a die that lay still may seem to have moved while nothing rolled
UNTOUCHED_EDGES = 0.15  # the same when something rolled, for then another die may have come to rest nearby
UNTOUCHED_DEGREES = 12.0  # the same, for its top face
NUDGE_EDGES = 1.0  # as far as a sleeve or a finger shoves a die
JITTER_PIXELS = 3.0  # what is no shift at all, however small the dice


@dataclass(frozen=True)
class TrayDie:
    """A die with an identity: `id` stays its own for as long as it does not move.

    `named_face` is the face a player named for it, `is_no_die` that a player said it is no die, and
    `to_reread` that what was read of it is to be forgotten at the next reading.
    """

    id: int
    seen: Seen
    named_face: str | None = None
    is_no_die: bool = False
    to_reread: bool = False


Same = Callable[[TrayDie, Seen], bool]


def distance_edges(one: Seen, other: Seen) -> float:
    """How far apart two dice lie, in edges of a die; a shift of a few pixels is none."""
    pixels = dist(one.centre, other.centre)
    return 0.0 if pixels <= JITTER_PIXELS else pixels / max(one.edge, other.edge, 1.0)


def same_face(one: Seen, other: Seen) -> bool:
    return (one.kind, one.face) == (other.kind, other.face)


def could_be(seen: Seen, die: Die | Seen) -> bool:
    """The same kind and face, and not another colour as far as both are known."""
    same_colour = None in (seen.colour, die.colour) or seen.colour == die.colour
    return (seen.kind, seen.face) == (die.kind, die.face) and same_colour


def top_angle(seen: Seen) -> float:
    """The direction of the top face, 0 to 90 degrees: a square looks alike after a quarter turn."""
    (ax, ay), (bx, by), _, _ = seen.quad
    return degrees(atan2(by - ay, bx - ax)) % 90


def rotation_degrees(one: Seen, other: Seen) -> float:
    """By how many degrees the top faces differ; 0 where one of them was not seen well enough to say."""
    if one.status != "ok" or other.status != "ok":
        return 0.0
    off = abs(top_angle(one) - top_angle(other))
    return min(off, 90 - off)


def same_place(die: TrayDie, seen: Seen) -> bool:
    """The same place, whatever face is read there now: readers waver, dice do not turn by themselves."""
    return distance_edges(die.seen, seen) <= JITTER_EDGES


def untouched(die: TrayDie, seen: Seen) -> bool:
    """The same place and direction, so closely that it was not touched though others rolled."""
    return (
        distance_edges(die.seen, seen) <= UNTOUCHED_EDGES
        and rotation_degrees(die.seen, seen) <= UNTOUCHED_DEGREES
    )


def untouched_same_face(die: TrayDie, seen: Seen) -> bool:
    """Not touched though others rolled, and showing what it showed."""
    return same_face(die.seen, seen) and untouched(die, seen)


def within_nudge(die: TrayDie, seen: Seen) -> bool:
    """Shoved a little, with its face as it was."""
    return same_face_anywhere(die, seen) and distance_edges(die.seen, seen) <= NUDGE_EDGES


def same_face_anywhere(die: TrayDie, seen: Seen) -> bool:
    """The same face at any place: taken up and put down again by hand."""
    return could_be(die.seen, seen)


def same_kind(die: TrayDie, seen: Seen) -> bool:
    """The same kind of die, at any place and with any face."""
    return die.seen.kind == seen.kind


@dataclass(frozen=True)
class Pairing:
    """Which of the dice seen now (by their place in the reading) is which known die."""

    dice: tuple[Seen, ...]
    pairs: tuple[tuple[int, TrayDie], ...] = ()

    @property
    def known(self) -> dict[int, TrayDie]:
        return dict(self.pairs)

    @property
    def strange(self) -> tuple[int, ...]:
        """Places in the reading of dice not recognised."""
        return tuple(place for place in range(len(self.dice)) if place not in self.known)

    def match(self, dice: Iterable[TrayDie], same: Same, most: int | None = None) -> Pairing:
        """Pair strangers with those of `dice` that are the `same`, nearest first, `most` at most."""
        taken = {die.id for _, die in self.pairs}
        free = {die.id: die for die in dice if die.id not in taken}
        near = sorted(self._candidates(list(free.values()), same))
        pairs: dict[int, TrayDie] = {}
        for _, place, _, die in near:
            if place not in pairs and die not in pairs.values() and len(pairs) != most:
                pairs[place] = die
        return replace(self, pairs=(*self.pairs, *pairs.items()))

    def _candidates(self, dice: Sequence[TrayDie], same: Same) -> Iterable[tuple[float, int, int, TrayDie]]:
        for place in self.strange:
            for die in dice:
                if same(die, self.dice[place]):
                    yield distance_edges(die.seen, self.dice[place]), place, die.id, die


def merge_readings(old: TrayDie, new: Seen, fixed: bool) -> TrayDie:
    """A die that did not move, as it is known after being read once more.

    `fixed`: its throw was accepted, so only what is seen now matters. Before that, the surer reading
    stands, and two sure readings that differ make it unsure: wrong is worse than asking.
    """
    if old.to_reread or (fixed and new.status == "ok"):
        return replace(old, seen=new, to_reread=False)
    return replace(old, seen=_surer(old.seen, new))


def _surer(old: Seen, new: Seen) -> Seen:
    here = replace(old, box=new.box, quad=new.quad, colour=new.colour or old.colour)
    if old.status == "ok" and new.status == "ok" and not same_face(old, new):
        guesses = ((new.face, new.sure / 2), (old.face, old.sure / 2))
        return replace(new, status="unsure", sure=new.sure / 2, guesses=guesses)
    if (old.status == "ok") != (new.status == "ok"):
        return new if new.status == "ok" else here
    return new if new.sure >= old.sure else here
