"""Presses taken back and misread dice put right: both are entries, and the match is folded again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce

from companion.game import IllegalCommand, msg
from companion.table.log.entries import Acted, Corrected, Undone
from companion.table.log.match import Match, by_bots, extend, undoable
from companion.table.log.moves import Move
from companion.table.play.outcome import Outcome, match_of
from companion.table.table_state import TableState
from companion.table.tray import hands, latch


def undo(table: TableState) -> Outcome:
    """The last press of a person taken back, with what bots did since: the choice is in the hand again."""
    moves = undoable(match_of(table))
    undone, match = _take_back(match_of(table), moves)
    back = replace(table, match=match, held=(), flash=None, notice=None, dismissed=frozenset())
    held = _hand_again(back, moves[-1])
    back = replace(back, held=held, roll_taken_up=back.cleared, from_hand=back.from_hand - back.dice_of(held))
    return Outcome(replace(back, tray=latch.take_back(back.tray, back.spent, *match.due)), undone)


def correct(table: TableState, place: int, face: str) -> Outcome:
    """Die `place` of the roll shows `face`. What bots made of it since they will think over."""
    undone, match = _take_back(match_of(table), by_bots(match_of(table)))
    roll = match.roll
    if not roll:
        raise IllegalCommand(msg("table.refused.no_roll"))
    if not 0 <= place < len(roll):
        raise IllegalCommand(msg("table.refused.die", n=place + 1, most=len(roll)))
    was = roll[place].thrown.die.face
    if was == face:
        raise IllegalCommand(msg("table.refused.same_face"))
    corrected = Corrected(roll[place].throw, roll[place].place, face, was)
    after = replace(table, match=extend(match, corrected), flash=None, notice=None)
    after = replace(after, tray=latch.press(after.tray, after.spent, *match_of(after).due))
    return Outcome(replace(after, held=_with_lifted(after, table.held)), (*undone, corrected))


def _take_back(match: Match, moves: Iterable[Move]) -> tuple[tuple[Undone, ...], Match]:
    """Presses taken back, the latest first, and the match after that."""
    undone = tuple(Undone(move.number) for move in moves)
    return undone, reduce(extend, undone, match)


def _hand_again(table: TableState, move: Move) -> hands.Held:
    chosen = move.entry.commands[0].hand if isinstance(move.entry, Acted) else ()
    return _with_lifted(table, hands.places(chosen, table.pick, table.lifted))


def _with_lifted(table: TableState, held: hands.Held) -> hands.Held:
    """These and the dice out of the tray, as far as they can be chosen; where all are out, only these."""
    can = hands.choosable(table.pick)
    lifted = () if table.cleared else table.lifted
    return tuple(one for one in dict.fromkeys((*held, *lifted)) if one in can)
