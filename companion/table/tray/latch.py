"""The latch: gives each lying die an identity, so that one throw counts once and a nudge is none.

Pure. It gets Readings and is told what the table made of them. Refuses to know games, scores and pixels'
meaning: how dice are told apart by place is in `places`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.dice import Die, Reading, Seen, TrayState
from companion.table.tray.die_identity import (
    Lying,
    Pairing,
    elsewhere,
    in_place,
    kindred,
    nudged,
    reread,
    shows,
    still,
    still_alike,
)

T = TypeVar("T")
NOWHERE = ((-1e6, -1e6),) * 4


@dataclass(frozen=True)
class Tray:
    """What lies in the tray, and what of it is news.

    `anchored` are the dice that lay there when the last throw was accepted or the present one became due
    (the baseline): lying dice that are not among them are the throw in progress. `roll` has the identities
    of the dice of the roll, by their place in it (None: not known); `read` their faces as read then.
    `kept` must stay where they are while the rest is thrown; `wanted` is how many dice are due, `beside`
    whether they are thrown to those of the roll; `total` is how many dice were in play when it began.
    `owed` are dice of the roll that have to come back into the tray.
    `adopting`: what the log says of the last roll, until the first picture shows where those dice lie.
    """

    state: TrayState = "empty"
    lying: tuple[Lying, ...] = ()
    gone: tuple[Lying, ...] = ()
    anchored: frozenset[int] = frozenset()
    roll: tuple[int | None, ...] = ()
    read: tuple[str, ...] = ()
    kept: frozenset[int] = frozenset()
    total: int = 0
    wanted: int = 0
    beside: bool = False
    owed: frozenset[int] = frozenset()
    stirred: bool = False
    rested: bool = False
    adopting: tuple[Die, ...] | None = None
    next: int = 0

    @property
    def baseline(self) -> frozenset[int]:
        """Dice that are no part of a throw, wherever they lie."""
        return self.anchored | self.kept

    @property
    def known(self) -> frozenset[int]:
        """Dice that are not forgotten when they leave the tray."""
        return self.baseline | {id_ for id_ in self.roll if id_ is not None}

    @property
    def thrown(self) -> tuple[Lying, ...]:
        """The dice of the throw in progress, or of practice."""
        return tuple(die for die in self.lying if die.id not in self.baseline and not die.ignored)

    def ids(self, places: Iterable[int]) -> frozenset[int]:
        """The identities of the dice at these places of the roll, as far as they are known."""
        found = (self.roll[place] for place in places if place < len(self.roll))
        return frozenset(id_ for id_ in found if id_ is not None)

    @property
    def lifted(self) -> tuple[int, ...]:
        """Places in the roll of dice that are not in the tray."""
        here = {die.id for die in self.lying}
        return tuple(place for place, id_ in enumerate(self.roll) if id_ is not None and id_ not in here)

    @property
    def kept_that_moved(self) -> int:
        """How many dice that should have stayed lay here before, and lie elsewhere or nowhere now."""
        return sum(die.id in self.kept & self.anchored for die in self.gone)

    @property
    def turned(self) -> tuple[tuple[int, Lying], ...]:
        """Dice of the roll that now surely show another face than they were read as: place, die."""
        here = {die.id: die for die in self.lying}
        known = [(place, here[id_]) for place, id_ in enumerate(self.roll) if id_ is not None and id_ in here]
        return tuple(
            (place, die)
            for place, die in known
            if die.seen.status == "ok" and die.seen.face != self.read[place]
        )


def see(tray: Tray, reading: Reading) -> Tray:
    """The tray after one more look. A hand shadows nothing, and of rolling dice nothing is known."""
    if reading.state in ("hand", "rolling"):
        return replace(tray, state=reading.state, stirred=tray.stirred or reading.state == "rolling")
    known = _recognised(tray, reading.dice)
    lying, following = _lying(tray, known)
    here = {die.id for die in lying}
    gone = tuple(die for die in (*tray.lying, *tray.gone) if die.id in tray.known and die.id not in here)
    seen = replace(
        tray, state=reading.state, lying=lying, gone=gone, stirred=False, rested=True, next=following
    )
    if seen.adopting is None:
        return seen
    # what was seen rolling before the first rest is a throw, if one is due
    return replace(seen, adopting=None) if tray.stirred and seen.wanted else _adopted(seen)


def _lying(tray: Tray, pairing: Pairing) -> tuple[tuple[Lying, ...], int]:
    """The dice of a reading with their identities, and the next free one."""
    lying, following, known = [], tray.next, pairing.known
    for place, seen in enumerate(pairing.dice):
        if place in known:
            lying.append(reread(known[place], seen, known[place].id in tray.baseline))
        else:
            lying.append(Lying(following, seen))
            following += 1
    return tuple(lying), following


def _recognised(tray: Tray, dice: tuple[Seen, ...]) -> Pairing:
    """Which of these dice are which; what counts as unmoved depends on what is due and whether it rolled."""
    if not tray.wanted:
        return _at_leisure(tray, Pairing(dice))
    return _among_rolled(tray, Pairing(dice)) if tray.stirred else _before_a_throw(tray, Pairing(dice))


def _at_leisure(tray: Tray, seen: Pairing) -> Pairing:
    """No throw is due: whatever was taken up by hand and put down with the same face is itself again."""
    dice = (*tray.lying, *tray.gone)
    owed = _of(tray.gone, tray.owed)
    if tray.stirred:
        seen = seen.match(tray.lying, still).match(tray.gone, still)
        seen = seen.match(dice, nudged).match(owed, elsewhere)
        return seen.match(owed, kindred) if len(seen.strange) == 1 else seen
    seen = seen.match(tray.lying, in_place).match(tray.gone, in_place)
    seen = seen.match(dice, nudged).match(dice, elsewhere)
    return seen.match(owed, kindred).match(tray.gone, kindred) if len(seen.strange) == 1 else seen


def _before_a_throw(tray: Tray, seen: Pairing) -> Pairing:
    """Nothing was seen rolling: shoving dice about is no throw, but dice from the cup may be one."""
    kept = _of((*tray.lying, *tray.gone), tray.kept)
    seen = seen.match(tray.lying, in_place).match(kept, in_place).match(tray.lying, nudged)
    return seen if _in_progress(tray, seen) == tray.wanted else seen.match(kept, elsewhere)


def _among_rolled(tray: Tray, seen: Pairing) -> Pairing:
    """Something rolled: a die is unmoved only if it lies just as before; kept ones may have been bumped."""
    loose = [die for die in tray.lying if die.id in tray.anchored - tray.kept]
    others = [die for die in tray.lying if die not in loose]
    seen = seen.match(others, still).match(loose, still_alike)
    excess = _in_progress(tray, seen) - tray.wanted
    bumped = seen.match(_of(tray.lying, tray.kept), nudged, most=max(excess, 0))
    # only where it explains every die too many: else it is for the players to say which one it is
    return bumped if _in_progress(tray, bumped) == tray.wanted else seen


def _in_progress(tray: Tray, seen: Pairing) -> int:
    """How many dice would make up the throw."""
    fresh = [die for die in seen.known.values() if die.id not in tray.baseline and not die.ignored]
    return len(seen.strange) + len(fresh)


def _of(dice: Iterable[Lying], ids: frozenset[int]) -> list[Lying]:
    return [die for die in dice if die.id in ids]


def accept(tray: Tray, ids: Sequence[int | None], wanted: int, after: int = 0) -> Tray:
    """The throw in progress became a roll, its dice in this order; `wanted` dice are due next.

    `after`: so many dice of the roll that they were thrown beside come before them.
    """
    faces = {die.id: die.seen.face for die in tray.lying}
    read = tuple("" if id_ is None else faces[id_] for id_ in ids)
    roll = replace(tray, roll=_first(after, tray.roll, None) + tuple(ids), wanted=0, owed=frozenset())
    roll = replace(roll, read=_first(after, tray.read, "") + read)
    total = tray.total if after else len(ids) + len(tray.kept)
    return expect(_anchored(replace(roll, total=total)), wanted)


def _first(n: int, known: tuple[T, ...], unknown: T) -> tuple[T, ...]:
    """Just so many: those known, and the rest unknown."""
    return (known + (unknown,) * n)[:n]


def found(tray: Tray, dice: Sequence[Die]) -> tuple[int | None, ...]:
    """Which dice of the throw in progress are these, typed in by hand; all of them, or it is not known."""
    ids = _alike(tray.thrown, dice)
    return (None,) * len(dice) if None in ids else ids


def _alike(lying: Iterable[Lying], dice: Sequence[Die]) -> tuple[int | None, ...]:
    """For each of `dice` the identity of a lying one that shows the same, each once."""
    left, ids = list(lying), list[int | None]()
    for die in dice:
        like = next((one for one in left if shows(one.seen, die)), None)
        ids.append(like.id if like is not None else None)
        left = [one for one in left if one is not like]
    return tuple(ids)


def press(
    tray: Tray, stay: Iterable[int], wanted: int, beside: bool = False, anew: Iterable[int] = ()
) -> Tray:
    """A decision was made that leaves these dice of the roll where they are, in the tray or in a hand.

    `anew`: dice that are to be thrown once more, to those that stay.
    """
    return expect(replace(tray, kept=tray.kept - tray.ids(anew) | tray.ids(stay)), wanted, beside)


def owe(tray: Tray, places: Iterable[int]) -> Tray:
    """These dice of the roll are to come back into the tray."""
    return replace(tray, owed=tray.owed | tray.ids(places))


def take_back(tray: Tray, stay: Iterable[int], wanted: int, beside: bool = False) -> Tray:
    """The last decision was undone: of the dice of the roll only these are kept."""
    return press(tray, stay, wanted, beside, anew=range(len(tray.roll)))


def expect(tray: Tray, wanted: int, beside: bool = False) -> Tray:
    """So many dice are due now. What lies there as a throw becomes due is not part of it."""
    if not wanted:
        return replace(tray, wanted=0, beside=False)
    # not just as many dice due as the kept ones leave: a new turn, in which nothing is kept
    kept = tray.kept if beside or wanted + len(tray.kept) == tray.total else frozenset()
    due = replace(tray, kept=kept, wanted=wanted, beside=beside)
    return due if tray.wanted else _anchored(due)


def _anchored(tray: Tray) -> Tray:
    here = replace(tray, anchored=frozenset(die.id for die in tray.lying))
    return replace(here, gone=tuple(die for die in tray.gone if die.id in here.known))


def adopt(tray: Tray, dice: tuple[Die, ...], wanted: int, beside: bool = False) -> Tray:
    """A match comes to the table whose last roll was `dice`; find them in the tray, now or when it rests."""
    due = replace(tray, wanted=wanted, beside=beside, owed=frozenset())
    fresh = replace(due, adopting=dice, kept=frozenset(), total=len(dice), roll=(), read=())
    return _adopted(fresh) if tray.rested else replace(fresh, stirred=False)


def _adopted(tray: Tray) -> Tray:
    dice = tray.adopting or ()
    roll = _alike(tray.lying, dice)
    anchored = replace(_anchored(tray), roll=roll, read=tuple(die.face for die in dice), adopting=None)
    if all(id_ is None for id_ in roll):  # the tray was cleared, which says nothing of what anybody keeps
        return anchored
    found = _lifted(anchored, dice)
    return replace(found, kept=found.ids(range(len(roll)))) if tray.beside else found


def _lifted(tray: Tray, dice: tuple[Die, ...]) -> Tray:
    """Dice of the roll that are not in the tray, beside others that are, were lifted."""
    roll, gone, following = list(tray.roll), list(tray.gone), tray.next
    for place, id_ in enumerate(tray.roll):
        if id_ is None:
            die = dice[place]
            unseen = Seen(
                die.kind, die.face, "ok", 1.0, ((die.face, 1.0),), (0, 0, 0, 0), NOWHERE, die.colour
            )
            gone.append(Lying(following, unseen))
            roll[place], following = following, following + 1
    return replace(tray, roll=tuple(roll), gone=tuple(gone), next=following)


def tell(tray: Tray, id_: int, face: str | None) -> Tray:
    """A player says which face that die shows; None: it is no die."""
    lying = tuple(
        replace(die, told=face, ignored=face is None) if die.id == id_ else die for die in tray.lying
    )
    return replace(tray, lying=lying)


def forget(tray: Tray) -> Tray:
    """What was read and said of the throw in progress is to be read anew."""
    lying = tuple(
        die if die.id in tray.baseline else replace(die, told=None, ignored=False, again=True)
        for die in tray.lying
    )
    return replace(tray, lying=lying)
