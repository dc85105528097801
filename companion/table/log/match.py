"""A match is the fold of its log: what each entry does to it, and what may be done next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, Literal

from companion.game import AnyGame, Ask, IllegalCommand, Line, Msg, Over, msg
from companion.table.log.entries import (
    Abandoned,
    Acted,
    BrokenEntryError,
    Corrected,
    Entry,
    Renamed,
    Started,
    Thrown,
    Undone,
    decode_entries,
)
from companion.table.log.moves import Move, RollDie, gone_of, move_of, roll_of
from companion.table.log.records import MatchHead
from companion.table.log.seating import in_short, option_values, seat_names


class LogError(Exception):
    """A log that cannot be played: `reason` is for the page, the text for a developer."""

    def __init__(self, reason: Msg, text: str) -> None:
        super().__init__(text)
        self.reason = reason


@dataclass(frozen=True)
class Match:
    """A match as it stands after `ply` entries of its log."""

    game: AnyGame
    first: Started
    start: Any
    ply: int = 1
    moves: tuple[Move, ...] = ()
    name: str = ""
    abandoned: bool = False

    @property
    def state(self) -> Any:
        return self.moves[-1].state if self.moves else self.start

    @cached_property
    def ask(self) -> Ask | Over:
        """What is awaited, with nothing in the hand."""
        return self.game.ask(self.state)

    @property
    def due(self) -> tuple[int, bool]:
        """How many dice are due, and whether beside those of the roll."""
        need = self.ask.need if isinstance(self.ask, Ask) else None
        return (len(need.throw), need.beside) if need else (0, False)

    def ask_with(self, hand: tuple[str, ...]) -> Ask | Over:
        return self.game.ask(self.state, hand) if hand else self.ask

    @cached_property
    def roll(self) -> tuple[RollDie, ...]:
        """The dice of the roll that is decided about, as they are known now."""
        return roll_of(self.moves)

    @cached_property
    def gone(self) -> frozenset[int]:
        """Places of the roll that were out of play when its last dice were thrown."""
        return gone_of(self.moves)

    def bot(self, seat: int) -> str:
        """The strength of the bot that plays this seat; "": a person does."""
        return self.first.bots[seat] if seat < len(self.first.bots) else ""

    @cached_property
    def scores(self) -> tuple[tuple[Line, ...], ...]:
        return tuple(self.game.score(self.state, seat) for seat in range(len(self.first.seats)))

    @cached_property
    def totals(self) -> tuple[int, ...]:
        return tuple(sum(line.points for line in lines) for lines in self.scores)

    @property
    def status(self) -> Literal["open", "finished", "abandoned"]:
        if self.abandoned:
            return "abandoned"
        return "finished" if isinstance(self.ask, Over) else "open"

    @property
    def winners(self) -> tuple[int, ...]:
        return self.ask.places[0] if isinstance(self.ask, Over) and not self.abandoned else ()


def begin(first: Started, games: Mapping[str, AnyGame]) -> Match:
    """The match after its first entry, or LogError."""
    game = games.get(first.game)
    if game is None:
        reason = msg("table.refused.game", game=first.game)
        raise LogError(reason, f"game {first.game!r} is unknown; this build has {', '.join(sorted(games))}")
    if first.rules != game.rules:
        reason = msg("table.refused.rules", game=first.game, rules=first.rules, got=game.rules)
        text = f"rules {first.rules} of {first.game} are unknown; this build plays rules {game.rules}"
        raise LogError(reason, text)
    try:
        seat_names(game, first.seats)
        state = game.start(len(first.seats), option_values(game, first.options))
    except IllegalCommand as error:
        raise LogError(error.reason, f"entry 0 ({first!r}): {error}") from error
    return Match(game, first, state, name=first.name)


def fold(entries: Iterable[Entry], games: Mapping[str, AnyGame]) -> Match:
    """The match that this log tells, or LogError naming the entry that cannot be."""
    log = tuple(entries)
    if not log or not isinstance(log[0], Started):
        raise LogError(msg("table.refused.log", n=0), f"entry 0 must be `started`, got {log[:1]!r}")
    match = begin(log[0], games)
    for number, entry in enumerate(log[1:], start=1):
        try:
            match = extend(match, entry)
        except IllegalCommand as error:
            reason = msg("table.refused.log", n=number)
            raise LogError(reason, f"entry {number} ({entry!r}) is illegal: {error}") from error
    return match


def fold_bodies(bodies: Iterable[Mapping[str, Any]], games: Mapping[str, AnyGame]) -> Match:
    """The match told by plain JSON entries as the store keeps them, or LogError."""
    log = tuple(bodies)
    game = games.get(str(log[0].get("game"))) if log and isinstance(log[0], Mapping) else None
    try:
        # without the game its commands cannot be read; the first entry alone makes `begin` say why
        entries = decode_entries(log, game.commands) if game else decode_entries(log[:1], ())
    except BrokenEntryError as error:
        raise LogError(msg("table.refused.log", n=error.number), str(error)) from error
    return fold(entries, games)


def extend(match: Match, entry: Entry) -> Match:
    """The match after one more entry; IllegalCommand with the reason if that cannot be."""
    if isinstance(entry, Renamed):
        return replace(match, name=entry.name, ply=match.ply + 1)
    if match.abandoned:
        raise IllegalCommand(msg("table.refused.abandoned"))
    if isinstance(entry, Abandoned):
        return replace(match, abandoned=True, ply=match.ply + 1)
    if isinstance(entry, Thrown | Acted):
        moves = (*match.moves, move_of(match.game, match.state, match.ply, entry))
    elif isinstance(entry, Undone):
        moves = _moves_after_undo(match, entry)
    elif isinstance(entry, Corrected):
        moves = _moves_after_correction(match, entry)
    else:
        raise IllegalCommand(msg("table.refused.started_twice"))
    return replace(match, moves=moves, ply=match.ply + 1)


def undoable(match: Match) -> tuple[Move, ...]:
    """The presses that UNDO would take back, the latest first: the last of a person, and what bots did since.

    IllegalCommand with the reason why there is none.
    """
    bots = by_bots(match)
    before = match.moves[: len(match.moves) - len(bots)]
    if not before:
        raise IllegalCommand(msg("table.refused.nothing_to_undo"))
    if isinstance(before[-1].entry, Thrown):
        raise IllegalCommand(msg("table.refused.thrown"))
    return (*bots, before[-1])


def by_bots(match: Match) -> tuple[Move, ...]:
    """What bots did since a person last pressed or threw, the latest first."""
    latest = takewhile(lambda move: _by_bot(match, move), reversed(match.moves))
    return tuple(latest)


def _by_bot(match: Match, move: Move) -> bool:
    return isinstance(move.entry, Acted) and match.bot(move.entry.seat) != ""


def _moves_after_undo(match: Match, entry: Undone) -> tuple[Move, ...]:
    if not match.moves:
        raise IllegalCommand(msg("table.refused.nothing_to_undo"))
    if isinstance(match.moves[-1].entry, Thrown):
        raise IllegalCommand(msg("table.refused.thrown"))
    if match.moves[-1].number != entry.press:
        raise IllegalCommand(msg("table.refused.not_last"))
    return match.moves[:-1]


def _moves_after_correction(match: Match, entry: Corrected) -> tuple[Move, ...]:
    """All moves again, with the die as it truly lay; what was decided since must still be legal."""
    if entry.throw not in {one.throw for one in match.roll}:
        raise IllegalCommand(msg("table.refused.not_last_throw"))
    place = next(n for n, move in enumerate(match.moves) if move.number == entry.throw)
    first, *later = match.moves[place:]
    assert isinstance(first.entry, Thrown)  # it is one of the roll
    before = match.moves[place - 1].state if place else match.start
    moves = [*match.moves[:place], move_of(match.game, before, entry.throw, _with_face(first.entry, entry))]
    for move in later:
        moves.append(_again(match.game, moves[-1].state, move))
    if len(roll_of(moves)) != len(match.roll):
        raise IllegalCommand(msg("table.refused.thrown_since"))  # what was thrown to it would be a new roll
    return tuple(moves)


def _again(game: AnyGame, state: Any, move: Move) -> Move:
    """The same move from another state, or IllegalCommand saying what stands in the way."""
    try:
        return move_of(game, state, move.number, move.entry)
    except IllegalCommand as error:
        if isinstance(move.entry, Thrown):
            raise IllegalCommand(msg("table.refused.thrown_since")) from error
        raise IllegalCommand(msg("table.refused.undo_first", why=error.reason)) from error


def _with_face(thrown: Thrown, entry: Corrected) -> Thrown:
    if not 0 <= entry.die < len(thrown.dice):
        raise IllegalCommand(msg("table.refused.die", n=entry.die + 1, most=len(thrown.dice)))
    was = thrown.dice[entry.die]
    if was.die.face != entry.was:
        raise IllegalCommand(msg("table.refused.was", face=entry.was))
    now = replace(was, die=replace(was.die, face=entry.face), source="corrected", sure=1.0)
    dice = (*thrown.dice[: entry.die], now, *thrown.dice[entry.die + 1 :])
    return replace(thrown, dice=dice)


def head(match: Match, number: int) -> MatchHead:
    """The match as lists name it; `number` is what the store calls it."""
    first = match.first
    return MatchHead(
        id=number,
        game=first.game,
        name=match.name,
        seats=first.seats,
        options={option.name: in_short(option, first.options) for option in match.game.options},
        status=match.status,
        totals=match.totals,
        winners=match.winners,
        started=first.at,
        moves=match.ply,
        bots=first.bots,
    )
