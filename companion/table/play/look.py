"""What a look into the tray does: dice lifted and put back change the hand, dice thrown are the throw."""

from __future__ import annotations

from dataclasses import replace

from companion.game import face_name, msg
from companion.table.play.outcome import Outcome, match_of
from companion.table.table_state import TableState
from companion.table.tray import hands, latch
from companion.table.tray.judge import Practice
from companion.table.wishes import Sight


def look(table: TableState, wish: Sight) -> Outcome:
    """What the eye saw, and what was lifted or put back since the look before."""
    now = latch.see(table.tray, wish.reading)
    frame = wish.reading.frame if wish.reading.state == "settled" else table.frame
    after = replace(table, tray=now, frame=frame)
    after = replace(after, roll_taken_up=_roll_taken_up(table, after))
    after = replace(after, held=_held(table, after))
    happened = [(t.state, {die.id for die in t.thrown}, t.lifted) for t in (table.tray, now)]
    if happened[0] == happened[1]:
        return Outcome(after)
    return Outcome(_with_remark(replace(after, flash=None, notice=None), table))


def _roll_taken_up(before: TableState, now: TableState) -> bool:
    """Whether several dice left the tray at one go and none of the roll remains: taken up to be thrown.

    Dice lifted while others lie on are a choice, and so is the last one.
    """
    fresh = set(now.lifted) - set(before.lifted)
    return now.cleared and (before.roll_taken_up or len(fresh) > 1)


def _held(before: TableState, now: TableState) -> hands.Held:
    """Dice lifted and put back change the hand; what is thrown for practice or swept up chooses none.

    Once others are back in the tray, dice that stayed out of it after a sweep are a choice like any.
    """
    if now.tray.thrown and not now.tray.dice_due:
        return before.held if isinstance(before.verdict, Practice) else ()
    if now.roll_taken_up:
        return before.held
    out = tuple(one for one in before.lifted if one in before.held) if before.roll_taken_up else before.lifted
    return hands.follow(before.held, out, now.lifted, now.pick)


def _with_remark(table: TableState, before: TableState) -> TableState:
    """The table with a remark, if somebody just lifted a die of the roll that is not theirs to choose."""
    if table.pick is None or table.roll_taken_up or isinstance(table.verdict, Practice):
        return table
    can = hands.choosable(table.pick)
    for place in table.lifted:
        if place not in before.lifted and place not in can:
            (lifted,) = table.dice_of((place,))
            die = match_of(table).roll[lifted].thrown.die
            return replace(table, notice=msg("table.line.not_chosen", die=face_name(die.kind, die.face)))
    return table
