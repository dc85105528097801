"""Dizzle: take dice in turn, fill a sheet, stay in longer than the others; by the rules L1 to L27."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.dice import D6, DieKind
from companion.game import (
    Ask,
    Command,
    Game,
    IllegalCommand,
    Line,
    Msg,
    News,
    Option,
    Over,
    Progress,
    Roll,
    Seats,
    msg,
)
from companion.games.dizzle import asks, turn
from companion.games.dizzle.board import Board
from companion.games.dizzle.ends import land
from companion.games.dizzle.news import rating
from companion.games.dizzle.odds import advice
from companion.games.dizzle.placement import Paper, Seat
from companion.games.dizzle.scoring import places, points, totals
from companion.games.dizzle.sheet import DizzleSheet
from companion.games.dizzle.sheet_format import SHEETS
from companion.games.dizzle.state import ROUNDS, Drop, GiveBack, Planet, Reroll, State, Take
from companion.games.dizzle.view import View, view_of
from companion.sheets import OtherFormatError, SheetError

LEVELS = ("level-1", "level-2", "level-3", "level-4")
KINDS_OF_PARTS = {  # which parts of the score a sheet can bring, by what is printed on it
    "gems": "gem",
    "puzzles": "puzzle",
    "flags": "flag",
    "bombs": "bomb",
    "piles": "pile",
}


class Dizzle:
    """The rules as the table sees them."""

    id = "dizzle"
    rules = 1
    seats = Seats(least=1, most=4, usual=1)
    options: tuple[Option, ...] = (
        Option("sheet", msg("dizzle.option.sheet"), LEVELS[0], values=LEVELS, sheets=SHEETS.id),
    )
    kinds: tuple[DieKind, ...] = (D6,)
    commands: tuple[type[Command], ...] = (Roll, Take, Reroll, Drop, GiveBack, Planet)

    def start(self, seats: int, options: Mapping[str, int | str]) -> State:
        return new_match(sheet_of(str(options["sheet"])), seats)

    def ask(self, state: State, hand: tuple[str, ...] = ()) -> Ask | Over:
        return Over(places(state), reason(state)) if state.phase == "over" else asks.ask(state, hand)

    def apply(self, state: State, seat: int, command: Command) -> State:
        state = replace(state, news=()) if state.news else state
        match command:
            case Roll(dice):
                return throw(state, tuple(int(die.face) for die in dice))
            case Take(die, cell):
                return turn.take(state, die, cell)
            case GiveBack(cell):
                return turn.give_back(state, cell)
            case Planet(cell):
                return land(state, cell)
            case Reroll():
                return replace(state, phase="reroll")
            case _:
                return turn.drop_out(state)

    def score(self, state: State, seat: int) -> tuple[Line, ...]:
        parts = points(state.seats[seat], state.solo).parts
        printed = parts_of(state.board)
        return tuple(Line(msg(f"dizzle.line.{part}"), parts[part]) for part in printed)

    def news(self, state: State) -> tuple[News, ...]:
        return state.news

    def progress(self, state: State) -> Progress:
        return Progress(state.round, ROUNDS[len(state.seats)])

    def view(self, state: State, viewer: int | None, hand: tuple[str, ...] = ()) -> View:
        return view_of(state, viewer, hand)

    def advice(self, state: State, hand: tuple[str, ...] = ()) -> tuple[Msg, ...]:
        return advice(state, hand)


def sheet_of(value: str) -> DizzleSheet:
    """One of our sheets by its name, or one from its whole text; IllegalCommand if it cannot be played."""
    try:
        return SHEETS.shipped(f"dizzle-{value}") if value in LEVELS else SHEETS.read(value)
    except OtherFormatError as error:
        raise IllegalCommand(msg("dizzle.sheet.other")) from error
    except SheetError as error:
        raise IllegalCommand(msg("dizzle.sheet.refused", problem=error.problems[0])) from error


def new_match(sheet: DizzleSheet, seats: int) -> State:
    """A match before its first throw."""
    board = Board(sheet)
    taken = tuple((group, 0) for group in sheet.flag)
    return State(board, (Seat(Paper(board)),) * seats, taken=taken)


def throw(state: State, values: tuple[int, ...]) -> State:
    """What a throw means depends on what was asked for."""
    if state.phase == "roll":
        return turn.begin_turn(state, values)
    return (turn.reroll if state.phase == "reroll" else turn.thin_out)(state, values)


def reason(state: State) -> Msg:
    """How the match ended: alone by its rating, else by the best points."""
    if state.solo:
        return rating(state)
    return msg("dizzle.over", points=max(totals(state)), turns=state.turn)


def parts_of(board: Board) -> tuple[str, ...]:
    """The parts of the score that this sheet can bring, so that no line is for nothing."""
    there = {part for part, kind in KINDS_OF_PARTS.items() if board.of(kind)}
    there |= {"arrows"} if board.sheet.arrows else set()
    there |= {"frame"} if board.sheet.frame else set()
    return tuple(part for part in points(Seat(Paper(board)), False).parts if part in there)


GAME: Game[State] = Dizzle()
