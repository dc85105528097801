"""All that a page draws of Dizzle, as plain JSON values; `seen` says what is in it.

Refuses to know how any of it looks.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.games.dizzle.asks import choices_of
from companion.games.dizzle.board import Board
from companion.games.dizzle.placement import Paper
from companion.games.dizzle.scoring import complete, places, points, stars, totals
from companion.games.dizzle.sheet import Arrow
from companion.games.dizzle.state import POOL, ROUNDS, State
from companion.sheets import Cell

Json = dict[str, Any]


def seen(state: State, viewer: int | None) -> Json:
    """The match; nothing in it is secret. A cell is `[row, column]`, from 1; lists of them in reading order.

    phase        roll, act, reroll (throw the pool again), penalty (give a die back), extra (solo's two dice),
                 planet, over
    viewer       the seat whose sheet this page is, or None
    turn, turns  the turn that is played, from 1, and how many there are; round, rounds likewise
    order        seats from the one that began this turn, clockwise
    current      the seat to act (in `planet` the one to choose), None when it is over
    last_chance  the current go is the last of this turn
    jump         the current player is closed in: any cross will do to start from
    dice         how many dice the pool has at the beginning of a turn
    pool         the values of the dice left, in order
    legal        the cells that can be chosen now: {cell, die, letter}; in act where a die can be placed, in
                 penalty the own dice, in planet the planets (die is 0). Offers carry the same letters
    targets      in act: all cells that could take a die of the right value
    flags        by colour: how many entries of its list of points are struck
    solo         whether one plays alone; early: a full sheet ended the match
    stars        of seven, the rating of the points so far if alone, else None
    places       seats by place if it ended now
    seats        for each seat what `seat_seen` says
    sheet        what `sheet_seen` says; the same for everybody and for the whole match
    """
    n = len(state.seats)
    return {
        "phase": state.phase,
        "viewer": viewer,
        "turn": state.turn + (state.phase != "over"),
        "turns": state.turns,
        "round": state.round,
        "rounds": ROUNDS[n],
        "order": list(state.order),
        "current": None if state.phase == "over" else state.current,
        "last_chance": state.last_chance,
        "jump": state.phase == "act" and state.seat.jump,
        "dice": POOL[n],
        "pool": list(state.values),
        "legal": [
            {"cell": list(cell), "die": number, "letter": letter}
            for letter, (cell, number) in choices_of(state)
        ],
        "targets": listed(state.seat.targets) if state.phase == "act" else [],
        "flags": dict(state.taken),
        "solo": state.solo,
        "early": state.early,
        "stars": stars(sum(totals(state)), state.board.sheet.rating_column) if state.solo else None,
        "places": [list(place) for place in places(state)],
        "seats": [seat_seen(state, n) for n in range(len(state.seats))],
        "sheet": sheet_seen(state.board),
    }


def seat_seen(state: State, n: int) -> Json:
    """One player.

    crossed, exploded  cells, without the printed start cells
    dice               this turn's dice on the sheet, as they were placed: {cell, die}
    out                dropped out of this turn
    flags              by colour: the points circled
    keys               colours whose locks are open
    crosses            how many crosses decide a tie (fewer are better)
    score              gems, puzzles, arrows, flags, frame, bombs, piles and their total, as it stands
    gems, puzzles      by colour: {crossed, of, points}; `points` is what this brings so far
    arrows             for each arrow of the sheet whether it is complete
    frame              whether the frame is complete
    """
    seat = state.seats[n]
    paper, sums = seat.paper, points(seat, state.solo)
    return {
        "crossed": listed(paper.crossed),
        "exploded": listed(paper.exploded),
        "dice": [{"cell": list(cell), "die": state.board.numbers[cell]} for cell, _ in seat.dice],
        "out": seat.out,
        "flags": dict(seat.flags),
        "keys": sorted(paper.keys),
        "crosses": len(paper.crossed),
        "score": dict(sums.parts) | {"total": sums.total},
        "gems": tally(paper, "gem"),
        "puzzles": tally(paper, "puzzle"),
        "arrows": [paper.crosses.issuperset(arrow.cells) for arrow in paper.board.sheet.arrows],
        "frame": bool(paper.board.sheet.frame) and paper.crosses.issuperset(paper.board.sheet.frame),
    }


def tally(paper: Paper, kind: str) -> Json:
    """By colour, how far a player has come with gems or puzzles."""
    board = paper.board
    worth = board.sheet.gem if kind == "gem" else board.sheet.puzzle
    return {group: counted(paper, kind, group, worth.get(group, 0)) for group in groups(board, kind)}


def counted(paper: Paper, kind: str, group: str, worth: int) -> Json:
    cells = paper.board.by_group[kind, group]
    n = len(cells & paper.crossed)
    times = n if kind == "gem" else complete(paper, kind, group)
    return {"crossed": n, "of": len(cells), "points": worth * times}


def sheet_seen(board: Board) -> Json:
    """The printed sheet.

    name, level, rows, columns
    cells        {cell, number, start, kind, group, variant} in reading order; holes are not among them.
                 `number` is None for start cells and planets. `kind` is gem, puzzle, key, lock, bomb, flag,
                 rocket, planet, pile or None; `variant` counts the colours of a kind from 0, so that each can
                 have its own drawing (a key and its locks have the same)
    arrows       {cells, points, across, end}: `across` in a row, else in a column; `end` its last cell
    frame        its four cells, or none
    points       gem, puzzle: by colour; flag: by colour, falling; bomb_exploded, bomb_solo, pile, frame
    """
    sheet = board.sheet
    return {
        "name": sheet.name,
        "level": sheet.level,
        "rows": sheet.rows,
        "columns": sheet.columns,
        "cells": [cell_seen(board, cell) for cell in sorted(board.near)],
        "arrows": [arrow_seen(arrow) for arrow in sheet.arrows],
        "frame": [list(cell) for cell in sheet.frame],
        "points": {
            "gem": dict(sheet.gem),
            "puzzle": dict(sheet.puzzle),
            "flag": {group: list(entries) for group, entries in sheet.flag.items()},
            "bomb_exploded": sheet.bomb_exploded,
            "bomb_solo": sheet.bomb_solo,
            "pile": sheet.pile,
            "frame": sheet.frame_points,
        },
    }


def cell_seen(board: Board, cell: Cell) -> Json:
    special = board.sheet.specials.get(cell)
    return {
        "cell": list(cell),
        "number": board.numbers.get(cell),
        "start": cell in board.starts,
        "kind": special.kind if special else None,
        "group": special.group if special else None,
        "variant": groups(board, special.kind).index(special.group) if special else 0,
    }


def arrow_seen(arrow: Arrow) -> Json:
    across = len({row for row, _ in arrow.cells}) == 1
    return {
        "cells": [list(cell) for cell in arrow.cells],
        "points": arrow.points,
        "across": across,
        "end": list(arrow.cells[-1]),
    }


def groups(board: Board, kind: str) -> tuple[str, ...]:
    """The colours of a kind: first as the points name them, then as they are met on the sheet."""
    named = {"gem": board.sheet.gem, "puzzle": board.sheet.puzzle, "flag": board.sheet.flag}.get(kind, {})
    alike = ("key", "lock") if kind in ("key", "lock") else (kind,)
    met = [group for own in alike for group in board.of(own).values()]
    return tuple(group for group in dict.fromkeys((*named, *met)) if group in met)


def listed(cells: Iterable[Cell]) -> list[list[int]]:
    """Cells in reading order."""
    return [list(cell) for cell in sorted(cells)]
