"""Which dice the table waits for, and which it plays with: all that eye and virtual tray know of a match."""

from __future__ import annotations

from itertools import cycle

from companion.dice import D6, DieSpec
from companion.game import Ask
from companion.table.shown.snapshot import LyingDie, Shown

PRACTICE = (DieSpec(D6.id),) * 5  # what the virtual tray throws while no match is on the table


def dice_due(shown: Shown | None) -> tuple[DieSpec, ...] | None:
    """The dice to throw now; None while a match waits for something else."""
    if shown is None or shown.match is None:
        return PRACTICE
    need = shown.ask.need if isinstance(shown.ask, Ask) else None
    return _of_kinds(need.throw, shown.kinds) if need else None


def _of_kinds(specs: tuple[DieSpec, ...], kinds: tuple[str, ...]) -> tuple[DieSpec, ...]:
    """The same dice with those of any kind dealt to the kinds of the game, one after another."""
    deal = cycle(kinds)
    return tuple(DieSpec(next(deal)) if spec.kind is None else spec for spec in specs)


def dice_in_play(shown: Shown | None) -> tuple[LyingDie, ...]:
    """Dice that lie in the tray and are to be chosen from with those that are thrown now.

    Kept dice may lie or leave, and are put aside: nothing is thrown onto them, and nothing is hidden by them.
    """
    need = shown.ask.need if shown and isinstance(shown.ask, Ask) else None
    if shown is None or need is None or not need.beside:
        return ()
    return tuple(die for die in shown.lying if die.stays)


def kinds_on_table(shown: Shown) -> tuple[str, ...] | None:
    """The kinds of dice of the match; None: any, as there is no match; (): it does not say now."""
    if shown.match is None:
        return None
    need = shown.ask.need if isinstance(shown.ask, Ask) else None
    needed = {spec.kind for spec in need.throw} if need else {die.kind for die in shown.dice}
    return tuple(sorted(shown.kinds if None in needed else filter(None, needed)))
