"""What a wish does to the table: the table as it will be, and the entries that must be on the disk first.

A refusal is an IllegalCommand with the reason. Wishes about whole matches are in `match_wishes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from companion.dice import Die, DieKind
from companion.game import Ask, IllegalCommand, News, Offer, face_name, msg, weightiest
from companion.table.log.entries import Acted, Corrected, Entry, Thrown, ThrownDie, Undone
from companion.table.log.match import Match, by_bots, extend, undoable
from companion.table.log.moves import Move
from companion.table.shown.keys import BUTTONS
from companion.table.table_state import TableState
from companion.table.tray import hands, latch
from companion.table.tray.judge import Good, Practice
from companion.table.wishes import Answer, Correct, Enter, Fault, Press, Sight, Take, Toggle, Wish


@dataclass(frozen=True)
class Outcome:
    """The table after a wish, once `entries` are kept; `look_again` asks the eye for a fresh reading."""

    table: TableState
    entries: tuple[Entry, ...] = ()
    look_again: bool = False


def carry_out(table: TableState, wish: Wish) -> Outcome:
    """What `wish` brings, or IllegalCommand."""
    ply = getattr(wish, "ply", None)
    if table.match is None and not isinstance(wish, Sight | Fault):
        raise IllegalCommand(msg("table.refused.no_match"))
    if ply is not None and ply != table.ply:
        raise IllegalCommand(msg("table.refused.stale"))
    return PLAYS[type(wish)](table, wish)


def settle(table: TableState) -> Outcome:
    """If the dice at rest are those due and all are read, they become a roll."""
    if table.match is None or table.tray.state != "settled" or not isinstance(table.verdict, Good):
        return Outcome(table)
    return _accept(table, Thrown(table.verdict.dice), table.verdict.ids)


def _accept(table: TableState, thrown: Thrown, ids: Sequence[int | None]) -> Outcome:
    """A throw was accepted; these are its dice in the tray."""
    match = extend(_match(table), thrown)
    after = len(match.roll) - len(ids)
    latched = latch.accept(table.tray, ids, 0, after)
    there = replace(table, tray=latched, paid=table.paid if after else frozenset())
    return Outcome(_next_table(there, match, there.spent if after else frozenset()), (thrown,))


def _next_table(table: TableState, match: Match, stay: frozenset[int]) -> TableState:
    """The table after a throw or a press: an empty hand, the news, and what is due.

    `stay` are dice that were in the hand, forced or spent before: they are not thrown again. Of a roll to
    which others are thrown all stay but those that became spent just now.
    """
    flash, (dice_due, beside) = _flash(match), match.due
    fresh = replace(table, held=(), swept=False, notice=None, dismissed=frozenset())
    after = replace(fresh, match=match, flash=flash)
    if not beside:
        return replace(after, tray=latch.press(after.tray, after.spent | stay, dice_due))
    anew = after.spent - stay
    others = frozenset(range(len(match.roll))) - anew
    return replace(after, tray=latch.press(after.tray, others, dice_due, beside, anew))


def _flash(match: Match) -> News | None:
    """The news whose mood the lamps show."""
    return weightiest(news for news in match.game.news(match.state) if news.mood != "calm")


def _sight(table: TableState, wish: Sight) -> Outcome:
    now = latch.see(table.tray, wish.reading)
    frame = wish.reading.frame if wish.reading.state == "settled" else table.frame
    after = replace(table, tray=now, frame=frame)
    after = replace(after, swept=_swept(table, after))
    after = replace(after, held=_held(table, after))
    happened = [(t.state, {die.id for die in t.thrown}, t.lifted) for t in (table.tray, now)]
    if happened[0] == happened[1]:
        return Outcome(after)
    return Outcome(_with_remark(replace(after, flash=None, notice=None), table))


def _swept(before: TableState, now: TableState) -> bool:
    """Whether several dice left the tray at one go and none of the roll remains: taken up to be thrown.

    Dice lifted while others lie on are a choice, and so is the last one.
    """
    fresh = set(now.lifted) - set(before.lifted)
    return now.cleared and (before.swept or len(fresh) > 1)


def _held(before: TableState, now: TableState) -> hands.Held:
    """Dice lifted and put back change the hand; what is thrown for practice or swept up chooses none.

    Once others are back in the tray, dice that stayed out of it after a sweep are a choice like any.
    """
    if now.tray.thrown and not now.tray.dice_due:
        return before.held if isinstance(before.verdict, Practice) else ()
    if now.swept:
        return before.held
    out = tuple(one for one in before.lifted if one in before.held) if before.swept else before.lifted
    return hands.follow(before.held, out, now.lifted, now.pick)


def _with_remark(table: TableState, before: TableState) -> TableState:
    """The table with a remark, if somebody just lifted a die of the roll that is not theirs to choose."""
    if table.pick is None or table.swept or isinstance(table.verdict, Practice):
        return table
    can = hands.choosable(table.pick)
    for place in table.lifted:
        if place not in before.lifted and place not in can:
            (lifted,) = table.dice_of((place,))
            die = _match(table).roll[lifted].thrown.die
            return replace(table, notice=msg("table.line.not_chosen", die=face_name(die.kind, die.face)))
    return table


def _fault(table: TableState, wish: Fault) -> Outcome:
    return Outcome(table.with_fault(wish.part, wish.text))


def _toggle(table: TableState, wish: Toggle) -> Outcome:
    held = hands.toggle(table.held, table.swap(wish.item), table.pick)
    return Outcome(replace(table, held=held, flash=None, notice=None))


def _take(table: TableState, wish: Take) -> Outcome:
    offers = table.ask.offers if isinstance(table.ask, Ask) else ()
    if not 0 <= wish.offer < len(offers):
        raise IllegalCommand(msg("table.refused.offer", n=wish.offer + 1, most=len(offers)))
    return act(table, offers[wish.offer])


def act(table: TableState, offer: Offer) -> Outcome:
    """The decision that `offer` is."""
    if offer.blocked is not None:
        raise IllegalCommand(offer.blocked)
    acted = Acted(offer.seat, offer.commands)
    match = extend(_match(table), acted)
    hand = table.dice_of(one for one in table.held if one in hands.choosable(table.pick))
    forced = table.dice_of(table.asked_for.forced if table.asked_for else ())
    paid = replace(table, paid=table.paid | hand)
    after = _next_table(paid, match, hand | forced | table.spent)
    freed = table.spent.intersection(after.tray.lifted) - after.spent if _goes_on(after) else ()
    return Outcome(replace(after, tray=latch.owe(after.tray, freed)), (acted,))


def _goes_on(table: TableState) -> bool:
    """Whether the roll is still chosen from or thrown to; dice of one that is over need not come back."""
    return table.pick is not None or _match(table).due[1]


def act_for_bot(table: TableState, acted: Acted) -> Outcome:
    """What a bot decided; IllegalCommand if it may not."""
    match = extend(_match(table), acted)
    return Outcome(_next_table(table, match, table.spent), (acted,))


def _match(table: TableState) -> Match:
    assert table.match is not None  # carry_out has seen to that
    return table.match


def _press(table: TableState, wish: Press) -> Outcome:
    _same_die(table, wish.die)
    if table.asked is not None:
        return _answer_by_key(table, wish)
    if wish.key == "undo":
        return undo(table)
    if table.turned is not None:
        return _judge_turned(table, wish.key == "reroll")
    offer = table.offer(BUTTONS[wish.key])
    if offer is None:
        raise IllegalCommand(table.why_no_offer)
    return act(table, offer)


def _answer_by_key(table: TableState, wish: Press) -> Outcome:
    """While a die is asked about, the keys say YES, NEXT and READ AGAIN."""
    die = table.asked
    assert die is not None
    if wish.key == "undo":
        return Outcome(replace(table, tray=latch.forget(table.tray), guess=(-1, 0)), look_again=True)
    faces, place = table.guesses(die), table.proposed(die)
    if wish.key == "reroll":
        return Outcome(replace(table, guess=(die.id, (place + 1) % len(faces))))
    return Outcome(replace(table, tray=latch.name_face(table.tray, die.id, faces[place][0])))


def _same_die(table: TableState, die: int | None) -> None:
    """What is said of one die is not said of another that the keys are about by now."""
    if die != table.about:
        raise IllegalCommand(msg("table.refused.stale"))


def _answer(table: TableState, wish: Answer) -> Outcome:
    die = table.asked
    if die is None:
        raise IllegalCommand(msg("table.refused.no_question"))
    _same_die(table, wish.die)
    if wish.face is not None and wish.face not in (face for face, _ in table.guesses(die)):
        raise IllegalCommand(msg("table.refused.face", face=wish.face))
    return Outcome(replace(table, tray=latch.name_face(table.tray, die.id, wish.face)))


def _judge_turned(table: TableState, misread: bool) -> Outcome:
    """A die shows another face than it was read as: it was misread, or it lies right again."""
    assert table.turned is not None
    place, die = table.turned
    if misread:
        return correct(table, place, die.seen.face)
    return Outcome(replace(table, dismissed=table.dismissed | {(die.id, die.seen.face)}))


def undo(table: TableState) -> Outcome:
    """The last press of a person taken back, with what bots did since: the choice is in the hand again."""
    moves = undoable(_match(table))
    undone, match = _take_back(_match(table), moves)
    back = replace(table, match=match, held=(), flash=None, notice=None, dismissed=frozenset())
    held = _hand_again(back, moves[-1])
    back = replace(back, held=held, swept=back.cleared, paid=back.paid - back.dice_of(held))
    return Outcome(replace(back, tray=latch.take_back(back.tray, back.spent, *match.due)), undone)


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


def _correct(table: TableState, wish: Correct) -> Outcome:
    return correct(table, wish.index, wish.face)


def correct(table: TableState, place: int, face: str) -> Outcome:
    """Die `place` of the roll shows `face`. What bots made of it since they will think over."""
    undone, match = _take_back(_match(table), by_bots(_match(table)))
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
    after = replace(after, tray=latch.press(after.tray, after.spent, *_match(after).due))
    return Outcome(replace(after, held=_with_lifted(after, table.held)), (*undone, corrected))


def _enter(table: TableState, wish: Enter) -> Outcome:
    need = table.need
    if need is None:
        raise IllegalCommand(msg("table.refused.no_throw"))
    if len(wish.faces) != len(need.throw):
        raise IllegalCommand(msg("table.refused.count", need=len(need.throw), got=len(wish.faces)))
    pairs = zip(need.throw, wish.faces, strict=True)
    kinds = _match(table).game.kinds
    dice = tuple(Die(spec.kind or _kind_with(face, kinds), face, spec.colour) for spec, face in pairs)
    thrown = Thrown(tuple(ThrownDie(die, "entered") for die in dice))
    return _accept(table, thrown, latch.ids_of_throw(table.tray, dice))


def _kind_with(face: str, kinds: tuple[DieKind, ...]) -> str:
    """The first of these kinds of dice that has the face, for a die of any kind; the first if none has."""
    return next((kind.id for kind in kinds if face in kind.faces), kinds[0].id)


PLAYS: dict[type[Wish], Callable[[TableState, Any], Outcome]] = {
    Sight: _sight,
    Fault: _fault,
    Toggle: _toggle,
    Take: _take,
    Press: _press,
    Answer: _answer,
    Correct: _correct,
    Enter: _enter,
}
