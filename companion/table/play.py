"""What a wish does to the desk: the desk as it will be, and the entries that must be on the disk first.

Pure. A refusal is an IllegalCommand with the reason. Refuses to know who wishes and how entries are kept;
wishes about matches other than the one on the table are the session's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from companion.dice import Die
from companion.game import Ask, IllegalCommand, News, Offer, face_name, msg, weightiest
from companion.table.log.entries import Acted, Corrected, Entry, Thrown, ThrownDie, Undone
from companion.table.log.match import Match, by_bots, extend, undoable
from companion.table.log.moves import Move
from companion.table.shown.keys import BUTTONS
from companion.table.table_state import Desk
from companion.table.tray import hands, latch
from companion.table.tray.judge import Good, Practice
from companion.table.wishes import Answer, Correct, Enter, Fault, Press, Sight, Take, Toggle, Wish


@dataclass(frozen=True)
class Outcome:
    """The desk after a wish, once `entries` are kept; `look_again` asks the eye for a fresh reading."""

    desk: Desk
    entries: tuple[Entry, ...] = ()
    look_again: bool = False


def carry_out(desk: Desk, wish: Wish) -> Outcome:
    """What `wish` brings, or IllegalCommand."""
    ply = getattr(wish, "ply", None)
    if desk.match is None and not isinstance(wish, Sight | Fault):
        raise IllegalCommand(msg("table.refused.no_match"))
    if ply is not None and ply != desk.ply:
        raise IllegalCommand(msg("table.refused.stale"))
    return PLAYS[type(wish)](desk, wish)


def settle(desk: Desk) -> Outcome:
    """If the dice at rest are those due and all are read, they become a roll."""
    if desk.match is None or desk.tray.state != "settled" or not isinstance(desk.verdict, Good):
        return Outcome(desk)
    return _rolled(desk, Thrown(desk.verdict.dice), desk.verdict.ids)


def _rolled(desk: Desk, thrown: Thrown, ids: Sequence[int | None]) -> Outcome:
    """A throw was accepted; these are its dice in the tray."""
    match = extend(_match(desk), thrown)
    after = len(match.rolled) - len(ids)
    latched = latch.accept(desk.tray, ids, 0, after)
    there = replace(desk, tray=latched, paid=desk.paid if after else frozenset())
    return Outcome(_moved_on(there, match, there.spent if after else frozenset()), (thrown,))


def _moved_on(desk: Desk, match: Match, stay: frozenset[int]) -> Desk:
    """The desk after a throw or a press: an empty hand, the news, and what is due.

    `stay` are dice that were in the hand, forced or spent before: they are not thrown again. Of a roll to
    which others are thrown all stay but those that became spent just now.
    """
    flash, (wanted, beside) = _flash(match), match.due
    fresh = replace(desk, held=(), swept=False, notice=None, dismissed=frozenset())
    after = replace(fresh, match=match, flash=flash)
    if not beside:
        return replace(after, tray=latch.press(after.tray, after.spent | stay, wanted))
    anew = after.spent - stay
    others = frozenset(range(len(match.rolled))) - anew
    return replace(after, tray=latch.press(after.tray, others, wanted, beside, anew))


def _flash(match: Match) -> News | None:
    """The news whose mood the lamps show."""
    return weightiest(news for news in match.game.news(match.state) if news.mood != "calm")


def _sight(desk: Desk, wish: Sight) -> Outcome:
    now = latch.see(desk.tray, wish.reading)
    frame = wish.reading.frame if wish.reading.state == "settled" else desk.frame
    after = replace(desk, tray=now, frame=frame)
    after = replace(after, swept=_swept(desk, after))
    after = replace(after, held=_held(desk, after))
    happened = [(t.state, {die.id for die in t.thrown}, t.lifted) for t in (desk.tray, now)]
    if happened[0] == happened[1]:
        return Outcome(after)
    return Outcome(_remarked(replace(after, flash=None, notice=None), desk))


def _swept(before: Desk, now: Desk) -> bool:
    """Whether several dice left the tray at one go and none of the roll remains: taken up to be thrown.

    Dice lifted while others lie on are a choice, and so is the last one.
    """
    fresh = set(now.lifted) - set(before.lifted)
    return now.cleared and (before.swept or len(fresh) > 1)


def _held(before: Desk, now: Desk) -> hands.Held:
    """Dice lifted and put back change the hand; what is thrown for practice or swept up chooses none.

    Once others are back in the tray, dice that stayed out of it after a sweep are a choice like any.
    """
    if now.tray.thrown and not now.tray.wanted:
        return before.held if isinstance(before.verdict, Practice) else ()
    if now.swept:
        return before.held
    out = tuple(one for one in before.lifted if one in before.held) if before.swept else before.lifted
    return hands.follow(before.held, out, now.lifted, now.pick)


def _remarked(desk: Desk, before: Desk) -> Desk:
    """The desk with a remark, if somebody just lifted a die of the roll that is not theirs to choose."""
    if desk.pick is None or desk.swept or isinstance(desk.verdict, Practice):
        return desk
    can = hands.choosable(desk.pick)
    for place in desk.lifted:
        if place not in before.lifted and place not in can:
            (lifted,) = desk.dice_of((place,))
            die = _match(desk).rolled[lifted].thrown.die
            return replace(desk, notice=msg("table.line.not_chosen", die=face_name(die.kind, die.face)))
    return desk


def _fault(desk: Desk, wish: Fault) -> Outcome:
    others = tuple(fault for fault in desk.faults if fault[0] != wish.part)
    mine = ((wish.part, wish.text),) if wish.text is not None else ()
    return Outcome(replace(desk, faults=others + mine))


def _toggle(desk: Desk, wish: Toggle) -> Outcome:
    held = hands.toggle(desk.held, desk.swap(wish.item), desk.pick)
    return Outcome(replace(desk, held=held, flash=None, notice=None))


def _take(desk: Desk, wish: Take) -> Outcome:
    offers = desk.ask.offers if isinstance(desk.ask, Ask) else ()
    if not 0 <= wish.offer < len(offers):
        raise IllegalCommand(msg("table.refused.offer", n=wish.offer + 1, most=len(offers)))
    return act(desk, offers[wish.offer])


def act(desk: Desk, offer: Offer) -> Outcome:
    """The decision that `offer` is."""
    if offer.blocked is not None:
        raise IllegalCommand(offer.blocked)
    acted = Acted(offer.seat, offer.commands)
    match = extend(_match(desk), acted)
    hand = desk.dice_of(one for one in desk.held if one in hands.choosable(desk.pick))
    forced = desk.dice_of(desk.asked_for.forced if desk.asked_for else ())
    paid = replace(desk, paid=desk.paid | hand)
    after = _moved_on(paid, match, hand | forced | desk.spent)
    freed = desk.spent.intersection(after.tray.lifted) - after.spent if _goes_on(after) else ()
    return Outcome(replace(after, tray=latch.owe(after.tray, freed)), (acted,))


def _goes_on(desk: Desk) -> bool:
    """Whether the roll is still chosen from or thrown to; dice of one that is over need not come back."""
    return desk.pick is not None or _match(desk).due[1]


def act_for_bot(desk: Desk, acted: Acted) -> Outcome:
    """What a bot decided; IllegalCommand if it may not."""
    match = extend(_match(desk), acted)
    return Outcome(_moved_on(desk, match, desk.spent), (acted,))


def _match(desk: Desk) -> Match:
    assert desk.match is not None  # carry_out has seen to that
    return desk.match


def _press(desk: Desk, wish: Press) -> Outcome:
    _same_die(desk, wish.die)
    if desk.asked is not None:
        return _answered_by_key(desk, wish)
    if wish.key == "undo":
        return undo(desk)
    if desk.turned is not None:
        return _turned(desk, wish.key == "reroll")
    offer = desk.offer(BUTTONS[wish.key])
    if offer is None:
        raise IllegalCommand(desk.why_no_offer)
    return act(desk, offer)


def _answered_by_key(desk: Desk, wish: Press) -> Outcome:
    """While a die is asked about, the keys say YES, NEXT and READ AGAIN."""
    die = desk.asked
    assert die is not None
    if wish.key == "undo":
        return Outcome(replace(desk, tray=latch.forget(desk.tray), guess=(-1, 0)), look_again=True)
    faces, place = desk.guesses(die), desk.proposed(die)
    if wish.key == "reroll":
        return Outcome(replace(desk, guess=(die.id, (place + 1) % len(faces))))
    return Outcome(replace(desk, tray=latch.tell(desk.tray, die.id, faces[place][0])))


def _same_die(desk: Desk, die: int | None) -> None:
    """What is said of one die is not said of another that the keys are about by now."""
    if die != desk.about:
        raise IllegalCommand(msg("table.refused.stale"))


def _answer(desk: Desk, wish: Answer) -> Outcome:
    die = desk.asked
    if die is None:
        raise IllegalCommand(msg("table.refused.no_question"))
    _same_die(desk, wish.die)
    if wish.face is not None and wish.face not in (face for face, _ in desk.guesses(die)):
        raise IllegalCommand(msg("table.refused.face", face=wish.face))
    return Outcome(replace(desk, tray=latch.tell(desk.tray, die.id, wish.face)))


def _turned(desk: Desk, misread: bool) -> Outcome:
    """A die shows another face than it was read as: it was misread, or it lies right again."""
    assert desk.turned is not None
    place, die = desk.turned
    if misread:
        return correct(desk, place, die.seen.face)
    return Outcome(replace(desk, dismissed=desk.dismissed | {(die.id, die.seen.face)}))


def undo(desk: Desk) -> Outcome:
    """The last press of a person taken back, with what bots did since: the choice is in the hand again."""
    moves = undoable(_match(desk))
    undone, match = _taken_back(_match(desk), moves)
    back = replace(desk, match=match, held=(), flash=None, notice=None, dismissed=frozenset())
    held = _hand_again(back, moves[-1])
    back = replace(back, held=held, swept=back.cleared, paid=back.paid - back.dice_of(held))
    return Outcome(replace(back, tray=latch.take_back(back.tray, back.spent, *match.due)), undone)


def _taken_back(match: Match, moves: Iterable[Move]) -> tuple[tuple[Undone, ...], Match]:
    """Presses taken back, the latest first, and the match after that."""
    undone = tuple(Undone(move.number) for move in moves)
    return undone, reduce(extend, undone, match)


def _hand_again(desk: Desk, move: Move) -> hands.Held:
    chosen = move.entry.commands[0].hand if isinstance(move.entry, Acted) else ()
    return _with_lifted(desk, hands.places(chosen, desk.pick, desk.lifted))


def _with_lifted(desk: Desk, held: hands.Held) -> hands.Held:
    """These and the dice out of the tray, as far as they can be chosen; where all are out, only these."""
    can = hands.choosable(desk.pick)
    lifted = () if desk.cleared else desk.lifted
    return tuple(one for one in dict.fromkeys((*held, *lifted)) if one in can)


def _correct(desk: Desk, wish: Correct) -> Outcome:
    return correct(desk, wish.index, wish.face)


def correct(desk: Desk, place: int, face: str) -> Outcome:
    """Die `place` of the roll shows `face`. What bots made of it since they will think over."""
    undone, match = _taken_back(_match(desk), by_bots(_match(desk)))
    roll = match.rolled
    if not roll:
        raise IllegalCommand(msg("table.refused.no_roll"))
    if not 0 <= place < len(roll):
        raise IllegalCommand(msg("table.refused.die", n=place + 1, most=len(roll)))
    was = roll[place].thrown.die.face
    if was == face:
        raise IllegalCommand(msg("table.refused.same_face"))
    corrected = Corrected(roll[place].throw, roll[place].place, face, was)
    after = replace(desk, match=extend(match, corrected), flash=None, notice=None)
    after = replace(after, tray=latch.press(after.tray, after.spent, *_match(after).due))
    return Outcome(replace(after, held=_with_lifted(after, desk.held)), (*undone, corrected))


def _enter(desk: Desk, wish: Enter) -> Outcome:
    need = desk.need
    if need is None:
        raise IllegalCommand(msg("table.refused.no_throw"))
    if len(wish.faces) != len(need.throw):
        raise IllegalCommand(msg("table.refused.count", need=len(need.throw), got=len(wish.faces)))
    pairs = zip(need.throw, wish.faces, strict=True)
    dice = tuple(Die(spec.kind, face, spec.colour) for spec, face in pairs)
    thrown = Thrown(tuple(ThrownDie(die, "entered") for die in dice))
    return _rolled(desk, thrown, latch.found(desk.tray, dice))


PLAYS: dict[type[Wish], Callable[[Desk, Any], Outcome]] = {
    Sight: _sight,
    Fault: _fault,
    Toggle: _toggle,
    Take: _take,
    Press: _press,
    Answer: _answer,
    Correct: _correct,
    Enter: _enter,
}
