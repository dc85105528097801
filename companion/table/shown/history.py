"""The log of a match, entry by entry, in words; also of a log that this build cannot play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game import AnyGame, Ask, IllegalCommand, Msg, face_name, msg
from companion.table.log.codec import CodecError
from companion.table.log.entries import (
    Abandoned,
    Acted,
    Corrected,
    Entry,
    Renamed,
    Started,
    Thrown,
    ThrownDie,
    Undone,
    decode_entries,
)
from companion.table.log.match import LogError, Match, begin, extend
from companion.table.log.records import Record
from companion.table.tray import hands


@dataclass(frozen=True)
class HistoryLine:
    """One entry of the log in words. `undone`: it was taken back later."""

    number: int
    at: str
    seat: int | None
    text: Msg
    undone: bool = False


def history_lines(log: Sequence[Record], games: Mapping[str, AnyGame]) -> tuple[HistoryLine, ...]:
    """The whole log, first entry first; of what cannot be read only that it is there."""
    match: Match | None = None
    lines = []
    for record, entry in zip(log, _entries(log, games), strict=True):
        seat = _seat(match, entry)
        lines.append(HistoryLine(record.number, record.at, seat, _text(match, entry)))
        match = _after(match, entry, games)
    undone = {entry.press for entry in _entries(log, games) if isinstance(entry, Undone)}
    return tuple(replace(line, undone=line.number in undone) for line in lines)


def _entries(log: Sequence[Record], games: Mapping[str, AnyGame]) -> tuple[Entry | None, ...]:
    game = games.get(str(log[0].body.get("game"))) if log else None
    return tuple(_entry(record, game) for record in log)


def _entry(record: Record, game: AnyGame | None) -> Entry | None:
    try:
        return decode_entries([record.body], game.commands if game else ())[0]
    except CodecError:
        return None


def _after(match: Match | None, entry: Entry | None, games: Mapping[str, AnyGame]) -> Match | None:
    """The match after the entry; None once it cannot be followed."""
    try:
        if isinstance(entry, Started):
            return begin(entry, games)
        return extend(match, entry) if match and entry else None
    except (LogError, IllegalCommand):
        return None


def _seat(match: Match | None, entry: Entry | None) -> int | None:
    if isinstance(entry, Acted):
        return entry.seat
    if isinstance(entry, Thrown) and match and isinstance(match.ask, Ask):
        return match.ask.seat
    return None


def _text(match: Match | None, entry: Entry | None) -> Msg:
    match entry:
        case Started():
            return msg("table.told.started", n=len(entry.seats))
        case Thrown():
            return msg("table.told.thrown", dice=_dice(entry.dice))
        case Acted():
            return _decision(match, entry)
        case Undone():
            return msg("table.told.undone")
        case Corrected():
            return _correction(match, entry)
        case Abandoned():
            return msg("table.told.abandoned")
        case Renamed():
            return msg("table.told.renamed", name=entry.name)
    return msg("table.told.unknown")


def _dice(dice: Iterable[ThrownDie]) -> Msg:
    """The faces, equal ones together: `2 × 4 humans, doctor`."""
    return _list(_times(n, kind, face) for (kind, face), n in _faces(dice).items())


def _faces(dice: Iterable[ThrownDie]) -> Counter[tuple[str, str]]:
    return Counter((one.die.kind, one.die.face) for one in dice)


def _times(n: int, kind: str, face: str) -> Msg:
    name = face_name(kind, face)
    return name if n == 1 else msg("table.told.times", n=n, what=name)


def _list(parts: Iterable[Msg]) -> Msg:
    """`a, b, c` as one Msg."""
    first, *rest = parts
    for part in rest:
        first = msg("table.told.list", first=first, then=part)
    return first


def _decision(match: Match | None, acted: Acted) -> Msg:
    """What the pressed button said, and which dice were in the hand."""
    hand = acted.commands[0].hand
    ask = match.ask_with(hand) if match else None
    offers = ask.offers if isinstance(ask, Ask) else ()
    offer = next((one for one in offers if one.commands == acted.commands), None)
    if offer is None or match is None:
        return msg("table.told.acted", what=" + ".join(command.verb for command in acted.commands))
    pressed = offer.text if offer.note is None else msg("table.told.note", what=offer.text, note=offer.note)
    chosen = _chosen(match, hand)
    return msg("table.told.kept", dice=_dice(chosen), then=pressed) if chosen else pressed


def _chosen(match: Match, hand: tuple[str, ...]) -> tuple[ThrownDie, ...]:
    pick = match.ask.pick if isinstance(match.ask, Ask) else None
    places = (one for one in hands.places(hand, pick) if isinstance(one, int))
    return tuple(match.roll[place].thrown for place in places)


def _correction(match: Match | None, entry: Corrected) -> Msg:
    roll = match.roll if match else ()
    was = next((one for one in roll if (one.throw, one.place) == (entry.throw, entry.die)), None)
    if was is None:
        return msg("table.told.corrected", was=entry.was, face=entry.face)
    kind = was.thrown.die.kind
    return msg("table.told.corrected", was=face_name(kind, entry.was), face=face_name(kind, entry.face))
