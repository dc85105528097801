"""Which dice the table waits for, and which it plays with: all that eye and virtual tray know of a match."""

from __future__ import annotations

from companion.dice import D6, DieSpec
from companion.game import Ask
from companion.table.shown.snapshot import LyingDie, Shown

PRACTICE = (DieSpec(D6.id),) * 5  # what the virtual tray throws while no match is on the table


def dice_due(shown: Shown | None) -> tuple[DieSpec, ...] | None:
    """The dice to throw now; None while a match waits for something else."""
    if shown is None or shown.match is None:
        return PRACTICE
    need = shown.ask.need if isinstance(shown.ask, Ask) else None
    return need.throw if need else None


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
    needed = {spec.kind for spec in dice_due(shown) or ()}
    return tuple(sorted(needed or {die.kind for die in shown.dice}))
