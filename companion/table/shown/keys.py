"""The three keys: what each says now, what it will do, or why it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.game import Button, IllegalCommand, Msg, face_name, msg
from companion.table.log.match import undoable
from companion.table.shown.snapshot import Key, KeyName
from companion.table.table_state import TableState
from companion.table.tray.die_identity import TrayDie

BUTTONS: Mapping[KeyName, Button] = {"stop": "main", "reroll": "second"}  # which offers the keys take


def keys(table: TableState) -> tuple[Key, ...]:
    """STOP, REROLL, UNDO as they are now."""
    if table.doubtful_die is not None:
        return _about(table, table.doubtful_die)
    if table.turned is not None:
        done = Key("stop", msg("table.key.done"), note=msg("table.note.done"), main=True)
        return (done, Key("reroll", msg("table.key.misread"), note=msg("table.note.misread")), _undo(table))
    stop = _offered(table, "stop")
    return (replace(stop, main=stop.blocked is None), _offered(table, "reroll"), _undo(table))


def _about(table: TableState, die: TrayDie) -> tuple[Key, ...]:
    """While a die is asked about: it is this face, it may be the next, read it again."""
    faces, place = table.guesses(die), table.proposed(die)
    now, after = (face_name(die.seen.kind, faces[(place + n) % len(faces)][0]) for n in (0, 1))
    return (
        Key("stop", msg("table.key.yes"), note=now, main=True),
        Key("reroll", msg("table.key.next"), note=after),
        Key("undo", msg("table.key.undo"), note=msg("table.note.read_again")),
    )


def _offered(table: TableState, name: KeyName) -> Key:
    offer = table.offer(BUTTONS[name])
    if offer is None:
        return Key(name, msg(f"table.key.{name}"), blocked=table.why_no_offer)
    return Key(name, offer.text, note=offer.note, blocked=offer.blocked)


def _undo(table: TableState) -> Key:
    blocked = _why_no_undo(table)
    return Key(
        "undo", msg("table.key.undo"), note=None if blocked else msg("table.note.undo"), blocked=blocked
    )


def _why_no_undo(table: TableState) -> Msg | None:
    if table.match is None:
        return msg("table.refused.no_match")
    try:
        undoable(table.match)
    except IllegalCommand as error:
        return error.reason
    return None
