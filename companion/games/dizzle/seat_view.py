"""What a page draws of one player of Dizzle: marks on the sheet, and what the points are made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.game import Msg, msg
from companion.games.dizzle.placement import Paper, Seat
from companion.games.dizzle.scoring import Points, complete, points
from companion.games.dizzle.sheet_view import Sign, colours, sign_of
from companion.games.dizzle.state import Phase, State
from companion.sheets import Cell

Mark = Literal["", "die", "start", "cross", "exploded", "unlocked"]
BETWEEN_TURNS: frozenset[Phase] = frozenset({"roll", "planet", "over"})  # nobody is out of a turn then


@dataclass(frozen=True)
class PlacedDie:
    """A die of this turn on its cell."""

    cell: Cell
    die: int


@dataclass(frozen=True)
class Score:
    """The points as they stand, by what they are for, and their sum."""

    gems: int
    puzzles: int
    arrows: int
    flags: int
    frame: int
    bombs: int
    piles: int
    total: int


@dataclass(frozen=True)
class Tally:
    """How far a player has come with a colour: `points` is what this brings so far."""

    crossed: int
    of: int
    points: int


@dataclass(frozen=True)
class Part:
    """A row of what the points are made of: `points` as they are written, and in small what is still to come.

    `line` names it in words (`dizzle.line.…`); `sign` is that of the special, if it is one.
    """

    line: str
    sign: Sign | None
    points: str
    prospect: str = ""


@dataclass(frozen=True, kw_only=True)
class SeatView:
    """One player. Cells are in reading order, without the printed start cells; dice as they were placed.

    `sits_out`: dropped out of the turn that is being played. `note` is one line about what is special now.
    `flags` are the points circled, by colour; `keys` colours whose locks are open; `crosses` decide a tie
    (fewer are better). `marks` say of each cell of the sheet what lies or stands there.
    """

    crossed: tuple[Cell, ...]
    exploded: tuple[Cell, ...]
    dice: tuple[PlacedDie, ...]
    out: bool
    sits_out: bool
    note: Msg | None
    flags: Mapping[str, int]
    keys: tuple[str, ...]
    crosses: int
    score: Score
    gems: Mapping[str, Tally]
    puzzles: Mapping[str, Tally]
    arrows: tuple[bool, ...]
    frame: bool
    marks: tuple[Mark, ...]
    parts: tuple[Part, ...]


def seat_view(state: State, n: int) -> SeatView:
    """The player of this seat."""
    seat, board = state.seats[n], state.board
    paper, score = seat.paper, points(seat, state.solo)
    return SeatView(
        crossed=tuple(sorted(paper.crossed)),
        exploded=tuple(sorted(paper.exploded)),
        dice=tuple(PlacedDie(cell, board.numbers[cell]) for cell, _ in seat.dice),
        out=seat.out,
        sits_out=seat.out and state.phase not in BETWEEN_TURNS,
        note=note(state, n),
        flags=dict(seat.flags),
        keys=tuple(sorted(paper.keys)),
        crosses=len(paper.crossed),
        score=Score(**score.parts, total=score.total),
        gems=tallies(paper, "gem"),
        puzzles=tallies(paper, "puzzle"),
        arrows=tuple(paper.crosses.issuperset(arrow.cells) for arrow in board.sheet.arrows),
        frame=bool(board.sheet.frame) and paper.crosses.issuperset(board.sheet.frame),
        marks=tuple(mark(seat, cell) for cell in sorted(board.near)),
        parts=tuple(parts(state, n, score)),
    )


def note(state: State, n: int) -> Msg | None:
    """What is special about this seat now, if anything is."""
    seat, acts = state.seats[n], state.current == n and state.phase != "over"
    if seat.out and state.phase not in BETWEEN_TURNS:
        return msg("dizzle.page.out")
    if acts and state.phase == "act" and seat.jump:
        return msg("dizzle.page.jump")
    if acts and state.last_chance:
        return msg("dizzle.page.last")
    if seat.dice:
        return msg("dizzle.page.on_sheet", n=len(seat.dice))
    return msg("dizzle.page.starts") if state.start == n and not state.solo else None


def mark(seat: Seat, cell: Cell) -> Mark:
    """What lies or stands on a cell; "" where what is printed there can be read."""
    paper = seat.paper
    if cell in seat.cells:
        return "die"
    if cell in paper.board.starts:
        return "start"
    if cell in paper.crossed:
        return "cross"
    if cell in paper.exploded:
        return "exploded"
    return "unlocked" if paper.board.of("lock").get(cell) in paper.keys else ""


def tallies(paper: Paper, kind: str) -> Mapping[str, Tally]:
    """By colour, how far a player has come with gems or puzzles."""
    worth = paper.board.sheet.gem if kind == "gem" else paper.board.sheet.puzzle
    return {group: tally(paper, kind, group, worth.get(group, 0)) for group in colours(paper.board, kind)}


def tally(paper: Paper, kind: str, group: str, worth: int) -> Tally:
    cells = paper.board.by_group[kind, group]
    n = len(cells & paper.crossed)
    times = n if kind == "gem" else complete(paper, kind, group)
    return Tally(n, len(cells), worth * times)


def parts(state: State, n: int, score: Points) -> Iterable[Part]:
    """The rows for whatever this sheet can bring."""
    seat, board, sheet = state.seats[n], state.board, state.board.sheet
    for group, gem in tallies(seat.paper, "gem").items():
        yield Part("gems", sign_of(board, "gem", group), f"{sheet.gem.get(group, 0)}×{gem.crossed}")
    for group, puzzle in tallies(seat.paper, "puzzle").items():
        prospect = "" if puzzle.points else f"{puzzle.crossed}/{puzzle.of}"
        yield Part("puzzles", sign_of(board, "puzzle", group), str(puzzle.points), prospect)
    if sheet.arrows:
        yield Part("arrows", None, str(score.arrows))
    for group in sheet.flag:
        yield flag_part(state, seat, group)
    if sheet.frame:
        yield Part("frame", None, str(score.frame))
    if board.of("bomb"):
        yield Part("bombs", sign_of(board, "bomb", ""), written(score.bombs))
    if board.of("pile"):
        yield Part("piles", sign_of(board, "pile", ""), written(score.piles))


def flag_part(state: State, seat: Seat, group: str) -> Part:
    """The points circled for the flag of this colour; before that those that it would bring now."""
    sign, circled = sign_of(state.board, "flag", group), dict(seat.flags)
    if group in circled:
        return Part("flags", sign, str(circled[group]))
    entry = 0 if state.solo else dict(state.taken)[group]
    (now, *_) = (*state.board.sheet.flag[group][entry:], 0)
    return Part("flags", sign, "0", f"{now}?")


def written(number: int) -> str:
    """A number with a minus sign, not a hyphen."""
    return str(number).replace("-", "−")
