"""Compares the dice thrown with those due: a roll, or the one thing that is wrong and the way out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

from companion.dice import Die, DieKind
from companion.game import Msg, Need, fits, msg
from companion.table.log.entries import ThrownDie
from companion.table.tray.die_identity import TrayDie
from companion.table.tray.latch import Tray


@dataclass(frozen=True)
class Verdict:
    """What is to be said of the dice in the tray."""


@dataclass(frozen=True)
class Nothing(Verdict):
    """No throw is in progress."""


@dataclass(frozen=True)
class Practice(Verdict):
    """Dice were thrown that nobody asked for."""


@dataclass(frozen=True)
class Wrong(Verdict):
    """These are not the dice due; `text` says so and names the way out."""

    text: Msg


@dataclass(frozen=True)
class Doubtful(Verdict):
    """This die could not be read for sure."""

    die: TrayDie


@dataclass(frozen=True)
class Good(Verdict):
    """The dice due, all read: `ids` are their identities, in the order of the roll."""

    dice: tuple[ThrownDie, ...]
    ids: tuple[int, ...]


def judge(need: Need | None, tray: Tray, kinds: tuple[DieKind, ...]) -> Verdict:
    """What the dice at rest amount to; `kinds` are those of the game."""
    if not tray.thrown:
        return Nothing()
    if need is None:
        return Practice()
    return (
        _number(len(need.throw), tray, kinds) or _sort(need, tray.thrown, kinds) or _faces(tray.thrown, kinds)
    )


def thrown_die(die: TrayDie) -> ThrownDie:
    """The die as it counts, and how its face came to be known."""
    if die.named_face is not None:
        return ThrownDie(Die(die.seen.kind, die.named_face, die.seen.colour), "corrected")
    return ThrownDie(Die(die.seen.kind, die.seen.face, die.seen.colour), "seen", die.seen.sure)


def _number(need: int, tray: Tray, kinds: tuple[DieKind, ...]) -> Verdict | None:
    got = len(tray.thrown)
    if got == need:
        return None
    if any(die.seen.status == "stacked" for die in tray.thrown):
        return Wrong(msg("table.complaint.stacked"))
    if got < need:
        return Wrong(msg("table.complaint.few", need=need, got=got, n=need - got))
    if tray.moved_keepers >= got - need:
        return Wrong(msg("table.complaint.kept", n=got - need))
    if (die := _unread(tray.thrown, kinds)) is not None:  # it may be no die at all
        return Doubtful(die)
    return Wrong(msg("table.complaint.many", need=need, got=got, n=got - need))


def _sort(need: Need, thrown: tuple[TrayDie, ...], kinds: tuple[DieKind, ...]) -> Wrong | None:
    dice = tuple(thrown_die(die).die for die in thrown)
    if fits(need, dice, kinds):
        return None
    if (wrong := _of_wrong_kind(need, dice, {kind.id for kind in kinds})) > 0:
        return Wrong(msg("table.complaint.kind", n=wrong))
    return Wrong(msg("table.complaint.colour"))


def _of_wrong_kind(need: Need, dice: tuple[Die, ...], known: Set[str]) -> int:
    """How many dice are of a kind that is not due, or not so often."""
    of_any_kind = sum(spec.kind is None for spec in need.throw)
    surplus = Counter(die.kind for die in dice) - Counter(spec.kind for spec in need.throw if spec.kind)
    ours = sum(n for kind, n in surplus.items() if kind in known)
    return surplus.total() - min(ours, of_any_kind)


def _faces(thrown: tuple[TrayDie, ...], kinds: tuple[DieKind, ...]) -> Verdict:
    die = _unread(thrown, kinds)
    if die is not None:
        return Doubtful(die)
    return Good(tuple(thrown_die(die) for die in thrown), tuple(die.id for die in thrown))


def _unread(thrown: tuple[TrayDie, ...], kinds: tuple[DieKind, ...]) -> TrayDie | None:
    """The first die of the game's kinds whose face is not known, neither seen for sure nor told."""
    faces = {kind.id: kind.faces for kind in kinds}
    for die in thrown:
        ours = faces.get(die.seen.kind)
        unread = ours is not None and (die.seen.status != "ok" or die.seen.face not in ours)
        if unread and die.named_face is None:
            return die
    return None
