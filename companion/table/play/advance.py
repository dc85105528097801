"""The match goes on: a throw is accepted or a decision carried out, and the next dice are due."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.game import IllegalCommand, News, Offer, weightiest
from companion.table.log.entries import Acted, Thrown
from companion.table.log.match import Match, extend
from companion.table.play.outcome import Outcome, match_of
from companion.table.table_state import TableState
from companion.table.tray import hands, latch
from companion.table.tray.judge import Good


def settle(table: TableState) -> Outcome:
    """If the dice at rest are those due and all are read, they become a roll."""
    if table.match is None or table.tray.state != "settled" or not isinstance(table.verdict, Good):
        return Outcome(table)
    return accept(table, Thrown(table.verdict.dice), table.verdict.ids)


def accept(table: TableState, thrown: Thrown, ids: Sequence[int | None]) -> Outcome:
    """A throw was accepted; these are its dice in the tray."""
    match = extend(match_of(table), thrown)
    after = len(match.roll) - len(ids)
    latched = latch.accept(table.tray, ids, 0, after)
    there = replace(table, tray=latched, from_hand=table.from_hand if after else frozenset())
    return Outcome(_next_table(there, match, there.spent if after else frozenset()), (thrown,))


def act(table: TableState, offer: Offer) -> Outcome:
    """The decision that `offer` is."""
    if offer.blocked is not None:
        raise IllegalCommand(offer.blocked)
    acted = Acted(offer.seat, offer.commands)
    match = extend(match_of(table), acted)
    hand = table.dice_of(one for one in table.held if one in hands.choosable(table.pick))
    forced = table.dice_of(table.asked_for.forced if table.asked_for else ())
    pressed = replace(table, from_hand=table.from_hand | hand)
    after = _next_table(pressed, match, hand | forced | table.spent)
    freed = table.spent.intersection(after.tray.lifted) - after.spent if _goes_on(after) else ()
    return Outcome(replace(after, tray=latch.owe(after.tray, freed)), (acted,))


def _goes_on(table: TableState) -> bool:
    """Whether the roll is still chosen from or thrown to; dice of one that is over need not come back."""
    return table.pick is not None or match_of(table).due[1]


def act_for_bot(table: TableState, acted: Acted) -> Outcome:
    """What a bot decided; IllegalCommand if it may not."""
    match = extend(match_of(table), acted)
    return Outcome(_next_table(table, match, table.spent), (acted,))


def _next_table(table: TableState, match: Match, stay: frozenset[int]) -> TableState:
    """The table after a throw or a press: an empty hand, the news, and what is due.

    `stay` are dice that were in the hand, forced or spent before: they are not thrown again. Of a roll to
    which others are thrown all stay but those that became spent just now.
    """
    flash, (dice_due, beside) = _flash(match), match.due
    fresh = replace(table, held=(), roll_taken_up=False, notice=None, dismissed=frozenset())
    after = replace(fresh, match=match, flash=flash)
    if not beside:
        return replace(after, tray=latch.press(after.tray, after.spent | stay, dice_due))
    anew = after.spent - stay
    others = frozenset(range(len(match.roll))) - anew
    return replace(after, tray=latch.press(after.tray, others, dice_due, beside, anew))


def _flash(match: Match) -> News | None:
    """The news whose mood the lamps show."""
    return weightiest(news for news in match.game.news(match.state) if news.mood != "calm")
