"""The three keys: what each says now, what it will do, or why it cannot.

Pure. Refuses to know whether a key is a button on the box or a picture on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.game import Button, IllegalCommand, Msg, face_name, msg
from companion.table.log.match import undoable
from companion.table.shown.snapshot import Key, KeyName
from companion.table.table_state import Desk
from companion.table.tray.die_identity import Lying

BUTTONS: Mapping[KeyName, Button] = {"stop": "main", "reroll": "second"}  # which offers the keys take


def keys(desk: Desk) -> tuple[Key, ...]:
    """STOP, REROLL, UNDO as they are now."""
    if desk.asked is not None:
        return _about(desk, desk.asked)
    if desk.turned is not None:
        done = Key("stop", msg("table.key.done"), note=msg("table.note.done"), main=True)
        return (done, Key("reroll", msg("table.key.misread"), note=msg("table.note.misread")), _undo(desk))
    stop = _offered(desk, "stop")
    return (replace(stop, main=stop.blocked is None), _offered(desk, "reroll"), _undo(desk))


def _about(desk: Desk, die: Lying) -> tuple[Key, ...]:
    """While a die is asked about: it is this face, it may be the next, read it again."""
    faces, place = desk.guesses(die), desk.proposed(die)
    now, after = (face_name(die.seen.kind, faces[(place + n) % len(faces)][0]) for n in (0, 1))
    return (
        Key("stop", msg("table.key.yes"), note=now, main=True),
        Key("reroll", msg("table.key.next"), note=after),
        Key("undo", msg("table.key.undo"), note=msg("table.note.read_again")),
    )


def _offered(desk: Desk, name: KeyName) -> Key:
    offer = desk.offer(BUTTONS[name])
    if offer is None:
        return Key(name, msg(f"table.key.{name}"), blocked=desk.why_no_offer)
    return Key(name, offer.text, note=offer.note, blocked=offer.blocked)


def _undo(desk: Desk) -> Key:
    blocked = _why_no_undo(desk)
    return Key(
        "undo", msg("table.key.undo"), note=None if blocked else msg("table.note.undo"), blocked=blocked
    )


def _why_no_undo(desk: Desk) -> Msg | None:
    if desk.match is None:
        return msg("table.refused.no_match")
    try:
        undoable(desk.match)
    except IllegalCommand as error:
        return error.reason
    return None
