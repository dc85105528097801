"""What each wish about the match on the table does; a refusal is an IllegalCommand with the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.dice import Die, DieKind
from companion.game import Ask, IllegalCommand, msg
from companion.table.log.entries import Thrown, ThrownDie
from companion.table.play.advance import accept, act
from companion.table.play.amend import correct, undo
from companion.table.play.look import look
from companion.table.play.outcome import Outcome, match_of
from companion.table.shown.keys import BUTTONS
from companion.table.table_state import TableState
from companion.table.tray import hands, latch
from companion.table.wishes import Answer, Correct, Enter, Fault, Press, Sight, Take, Toggle, Wish


def carry_out(table: TableState, wish: Wish) -> Outcome:
    """What `wish` brings, or IllegalCommand."""
    ply = getattr(wish, "ply", None)
    if table.match is None and not isinstance(wish, Sight | Fault):
        raise IllegalCommand(msg("table.refused.no_match"))
    if ply is not None and ply != table.ply:
        raise IllegalCommand(msg("table.refused.stale"))
    return PLAYS[type(wish)](table, wish)


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


def _press(table: TableState, wish: Press) -> Outcome:
    _same_die(table, wish.die)
    if table.doubtful_die is not None:
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
    die = table.doubtful_die
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
    die = table.doubtful_die
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


def _correct(table: TableState, wish: Correct) -> Outcome:
    return correct(table, wish.index, wish.face)


def _enter(table: TableState, wish: Enter) -> Outcome:
    need = table.need
    if need is None:
        raise IllegalCommand(msg("table.refused.no_throw"))
    if len(wish.faces) != len(need.throw):
        raise IllegalCommand(msg("table.refused.count", need=len(need.throw), got=len(wish.faces)))
    pairs = zip(need.throw, wish.faces, strict=True)
    kinds = match_of(table).game.kinds
    dice = tuple(Die(spec.kind or _kind_with(face, kinds), face, spec.colour) for spec, face in pairs)
    thrown = Thrown(tuple(ThrownDie(die, "entered") for die in dice))
    return accept(table, thrown, latch.ids_of_throw(table.tray, dice))


def _kind_with(face: str, kinds: tuple[DieKind, ...]) -> str:
    """The first of these kinds of dice that has the face, for a die of any kind; the first if none has."""
    return next((kind.id for kind in kinds if face in kind.faces), kinds[0].id)


PLAYS: dict[type[Wish], Callable[[TableState, Any], Outcome]] = {
    Sight: look,
    Fault: _fault,
    Toggle: _toggle,
    Take: _take,
    Press: _press,
    Answer: _answer,
    Correct: _correct,
    Enter: _enter,
}
