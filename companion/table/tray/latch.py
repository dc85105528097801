"""The latch: gives each lying die an identity, so that one throw counts once and a nudge is none.

It gets Readings, and what the table made of them; how dice are told apart by place is in `die_identity`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.dice import Die, Reading, Seen, TrayState
from companion.table.tray.die_identity import (
    Pairing,
    TrayDie,
    could_be,
    merge_readings,
    same_face_anywhere,
    same_kind,
    same_place,
    untouched,
    untouched_same_face,
    within_nudge,
)

T = TypeVar("T")
NOWHERE = ((-1e6, -1e6),) * 4


@dataclass(frozen=True)
class Tray:
    """What lies in the tray, and what of it is news.

    `anchors` are the dice that lay there when the last throw was accepted or the present one became due
    (the baseline): lying dice that are not among them are the throw in progress. `roll` has the identities
    of the dice of the roll, by their place in it (None: not known); `roll_faces` their faces as read then.
    `keepers` must stay where they are while the rest is thrown; `dice_due` is how many dice are due, `beside`
    whether they are thrown to those of the roll; `total` is how many dice were in play when it began.
    `owed` are dice of the roll that have to come back into the tray.
    `roll_sought`: what the log says of the last roll, until the first picture shows where those dice lie.
    """

    state: TrayState = "empty"
    lying: tuple[TrayDie, ...] = ()
    absent: tuple[TrayDie, ...] = ()
    anchors: frozenset[int] = frozenset()
    roll: tuple[int | None, ...] = ()
    roll_faces: tuple[str, ...] = ()
    keepers: frozenset[int] = frozenset()
    total: int = 0
    dice_due: int = 0
    beside: bool = False
    owed: frozenset[int] = frozenset()
    has_rolled: bool = False
    has_rested: bool = False
    roll_sought: tuple[Die, ...] | None = None
    next_id: int = 0

    @property
    def baseline(self) -> frozenset[int]:
        """Dice that are no part of a throw, wherever they lie."""
        return self.anchors | self.keepers

    @property
    def known(self) -> frozenset[int]:
        """Dice that are not forgotten when they leave the tray."""
        return self.baseline | {id_ for id_ in self.roll if id_ is not None}

    @property
    def thrown(self) -> tuple[TrayDie, ...]:
        """The dice of the throw in progress, or of practice."""
        return tuple(die for die in self.lying if die.id not in self.baseline and not die.is_no_die)

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
    def moved_keepers(self) -> int:
        """How many dice that should have stayed lay here before, and lie elsewhere or nowhere now."""
        return sum(die.id in self.keepers & self.anchors for die in self.absent)

    @property
    def turned(self) -> tuple[tuple[int, TrayDie], ...]:
        """Dice of the roll that now surely show another face than they were read as: place, die."""
        here = {die.id: die for die in self.lying}
        known = [(place, here[id_]) for place, id_ in enumerate(self.roll) if id_ is not None and id_ in here]
        return tuple(
            (place, die)
            for place, die in known
            if die.seen.status == "ok" and die.seen.face != self.roll_faces[place]
        )


def see(tray: Tray, reading: Reading) -> Tray:
    """The tray after one more look. A hand shadows nothing, and of rolling dice nothing is known."""
    if reading.state in ("hand", "rolling"):
        return replace(tray, state=reading.state, has_rolled=tray.has_rolled or reading.state == "rolling")
    known = _pairing(tray, reading.dice)
    lying, following = _lying(tray, known)
    here = {die.id for die in lying}
    gone = tuple(die for die in (*tray.lying, *tray.absent) if die.id in tray.known and die.id not in here)
    seen = replace(
        tray,
        state=reading.state,
        lying=lying,
        absent=gone,
        has_rolled=False,
        has_rested=True,
        next_id=following,
    )
    if seen.roll_sought is None:
        return seen
    # what was seen rolling before the first rest is a throw, if one is due
    return replace(seen, roll_sought=None) if tray.has_rolled and seen.dice_due else _with_roll_found(seen)


def _lying(tray: Tray, pairing: Pairing) -> tuple[tuple[TrayDie, ...], int]:
    """The dice of a reading with their identities, and the next free one."""
    lying, following, known = [], tray.next_id, pairing.known
    for place, seen in enumerate(pairing.dice):
        if place in known:
            lying.append(merge_readings(known[place], seen, known[place].id in tray.baseline))
        else:
            lying.append(TrayDie(following, seen))
            following += 1
    return tuple(lying), following


def _pairing(tray: Tray, dice: tuple[Seen, ...]) -> Pairing:
    """Which of these dice are which; what counts as unmoved depends on what is due and whether it rolled."""
    if not tray.dice_due:
        return _at_leisure(tray, Pairing(dice))
    return _among_rolled(tray, Pairing(dice)) if tray.has_rolled else _before_a_throw(tray, Pairing(dice))


def _at_leisure(tray: Tray, seen: Pairing) -> Pairing:
    """No throw is due: whatever was taken up by hand and put down with the same face is itself again."""
    dice = (*tray.lying, *tray.absent)
    owed = _of(tray.absent, tray.owed)
    if tray.has_rolled:
        seen = seen.match(tray.lying, untouched).match(tray.absent, untouched)
        seen = seen.match(dice, within_nudge).match(owed, same_face_anywhere)
        return seen.match(owed, same_kind) if len(seen.strange) == 1 else seen
    seen = seen.match(tray.lying, same_place).match(tray.absent, same_place)
    seen = seen.match(dice, within_nudge).match(dice, same_face_anywhere)
    return seen.match(owed, same_kind).match(tray.absent, same_kind) if len(seen.strange) == 1 else seen


def _before_a_throw(tray: Tray, seen: Pairing) -> Pairing:
    """Nothing was seen rolling: shoving dice about is no throw, but dice from the cup may be one."""
    kept = _of((*tray.lying, *tray.absent), tray.keepers)
    seen = seen.match(tray.lying, same_place).match(kept, same_place).match(tray.lying, within_nudge)
    return seen if _in_progress(tray, seen) == tray.dice_due else seen.match(kept, same_face_anywhere)


def _among_rolled(tray: Tray, seen: Pairing) -> Pairing:
    """Something rolled: a die is unmoved only if it lies just as before; kept ones may have been bumped."""
    loose = [die for die in tray.lying if die.id in tray.anchors - tray.keepers]
    others = [die for die in tray.lying if die not in loose]
    seen = seen.match(others, untouched).match(loose, untouched_same_face)
    excess = _in_progress(tray, seen) - tray.dice_due
    bumped = seen.match(_of(tray.lying, tray.keepers), within_nudge, most=max(excess, 0))
    # only where it explains every die too many: else it is for the players to say which one it is
    return bumped if _in_progress(tray, bumped) == tray.dice_due else seen


def _in_progress(tray: Tray, seen: Pairing) -> int:
    """How many dice would make up the throw."""
    fresh = [die for die in seen.known.values() if die.id not in tray.baseline and not die.is_no_die]
    return len(seen.strange) + len(fresh)


def _of(dice: Iterable[TrayDie], ids: frozenset[int]) -> list[TrayDie]:
    return [die for die in dice if die.id in ids]


def accept(tray: Tray, ids: Sequence[int | None], dice_due: int, after: int = 0) -> Tray:
    """The throw in progress became a roll, its dice in this order; `dice_due` dice are due next.

    `after`: so many dice of the roll that they were thrown beside come before them.
    """
    faces = {die.id: die.seen.face for die in tray.lying}
    read = tuple("" if id_ is None else faces[id_] for id_ in ids)
    roll = replace(tray, roll=_first(after, tray.roll, None) + tuple(ids), dice_due=0, owed=frozenset())
    roll = replace(roll, roll_faces=_first(after, tray.roll_faces, "") + read)
    total = tray.total if after else len(ids) + len(tray.keepers)
    return expect(_with_anchors(replace(roll, total=total)), dice_due)


def _first(n: int, known: tuple[T, ...], unknown: T) -> tuple[T, ...]:
    """Just so many: those known, and the rest unknown."""
    return (known + (unknown,) * n)[:n]


def ids_of_throw(tray: Tray, dice: Sequence[Die]) -> tuple[int | None, ...]:
    """Which dice of the throw in progress are these, typed in by hand; all of them, or it is not known."""
    ids = _ids_like(tray.thrown, dice)
    return (None,) * len(dice) if None in ids else ids


def _ids_like(lying: Iterable[TrayDie], dice: Sequence[Die]) -> tuple[int | None, ...]:
    """For each of `dice` the identity of a lying one that shows the same, each once."""
    left, ids = list(lying), list[int | None]()
    for die in dice:
        like = next((one for one in left if could_be(one.seen, die)), None)
        ids.append(like.id if like is not None else None)
        left = [one for one in left if one is not like]
    return tuple(ids)


def press(
    tray: Tray, stay: Iterable[int], dice_due: int, beside: bool = False, anew: Iterable[int] = ()
) -> Tray:
    """A decision was made that leaves these dice of the roll where they are, in the tray or in a hand.

    `anew`: dice that are to be thrown once more, to those that stay.
    """
    return expect(replace(tray, keepers=tray.keepers - tray.ids(anew) | tray.ids(stay)), dice_due, beside)


def owe(tray: Tray, places: Iterable[int]) -> Tray:
    """These dice of the roll are to come back into the tray."""
    return replace(tray, owed=tray.owed | tray.ids(places))


def take_back(tray: Tray, stay: Iterable[int], dice_due: int, beside: bool = False) -> Tray:
    """The last decision was undone: of the dice of the roll only these are kept."""
    return press(tray, stay, dice_due, beside, anew=range(len(tray.roll)))


def expect(tray: Tray, dice_due: int, beside: bool = False) -> Tray:
    """So many dice are due now. What lies there as a throw becomes due is not part of it."""
    if not dice_due:
        return replace(tray, dice_due=0, beside=False)
    # not just as many dice due as the kept ones leave: a new turn, in which nothing is kept
    kept = tray.keepers if beside or dice_due + len(tray.keepers) == tray.total else frozenset()
    due = replace(tray, keepers=kept, dice_due=dice_due, beside=beside)
    return due if tray.dice_due else _with_anchors(due)


def _with_anchors(tray: Tray) -> Tray:
    here = replace(tray, anchors=frozenset(die.id for die in tray.lying))
    return replace(here, absent=tuple(die for die in tray.absent if die.id in here.known))


def adopt(tray: Tray, dice: tuple[Die, ...], dice_due: int, beside: bool = False) -> Tray:
    """A match comes to the table whose last roll was `dice`; find them in the tray, now or when it rests."""
    due = replace(tray, dice_due=dice_due, beside=beside, owed=frozenset())
    fresh = replace(due, roll_sought=dice, keepers=frozenset(), total=len(dice), roll=(), roll_faces=())
    return _with_roll_found(fresh) if tray.has_rested else replace(fresh, has_rolled=False)


def _with_roll_found(tray: Tray) -> Tray:
    dice = tray.roll_sought or ()
    roll = _ids_like(tray.lying, dice)
    faces = tuple(die.face for die in dice)
    here = replace(_with_anchors(tray), roll=roll, roll_faces=faces, roll_sought=None)
    if all(id_ is None for id_ in roll):  # the tray was cleared, which says nothing of what anybody keeps
        return here
    found = _with_absent(here, dice)
    return replace(found, keepers=found.ids(range(len(roll)))) if tray.beside else found


def _with_absent(tray: Tray, dice: tuple[Die, ...]) -> Tray:
    """Dice of the roll that are not in the tray, beside others that are, were lifted."""
    roll, gone, following = list(tray.roll), list(tray.absent), tray.next_id
    for place, id_ in enumerate(tray.roll):
        if id_ is None:
            die = dice[place]
            unseen = Seen(
                die.kind, die.face, "ok", 1.0, ((die.face, 1.0),), (0, 0, 0, 0), NOWHERE, die.colour
            )
            gone.append(TrayDie(following, unseen))
            roll[place], following = following, following + 1
    return replace(tray, roll=tuple(roll), absent=tuple(gone), next_id=following)


def name_face(tray: Tray, id_: int, face: str | None) -> Tray:
    """A player says which face that die shows; None: it is no die."""
    lying = tuple(
        replace(die, named_face=face, is_no_die=face is None) if die.id == id_ else die for die in tray.lying
    )
    return replace(tray, lying=lying)


def forget(tray: Tray) -> Tray:
    """What was read and said of the throw in progress is to be read anew."""
    lying = tuple(
        die if die.id in tray.baseline else replace(die, named_face=None, is_no_die=False, to_reread=True)
        for die in tray.lying
    )
    return replace(tray, lying=lying)
