"""What a Dizzle sheet promises: its points as they stand, and those that are still near enough to come.

A cell is the less likely to be crossed the more cells lie between it and a cross; a line, a puzzle or a frame
the more of its cells are open. All in points, so that chances and losses can be added.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.games.dizzle.board import Board, around
from companion.sheets import Cell

Cells = frozenset[Cell]
MAX_STEPS = 12  # steps that are still likely at all
UNREACHABLE_STEPS = 99  # steps to what cannot be reached
RIVAL_FACTOR = 0.8  # of that, where others run for the same
HALF_CHANCE_TURNS = 0.9  # turns after which a step is as likely as not


@dataclass(frozen=True)
class Goal:
    """Points for crossing all of these cells."""

    cells: Cells
    points: int


@dataclass(frozen=True)
class Prospect:
    """What matters beside the marks of one player: turns after this one, what flags and bombs are worth now.

    `flags` only of colours that the player has not circled; `bombs` what a cross on each is worth.
    """

    turns: int
    flags: tuple[tuple[str, int], ...]
    bombs: tuple[tuple[Cell, float], ...]


@lru_cache(16)
def goals(board: Board) -> tuple[Goal, ...]:
    """Arrows, puzzles and the frame, and each gem as a goal of one cell."""
    sheet = board.sheet
    found = [Goal(frozenset(arrow.cells), arrow.points) for arrow in sheet.arrows]
    found += [Goal(board.by_group["puzzle", group], points) for group, points in sheet.puzzle.items()]
    found += [Goal(frozenset({cell}), sheet.gem[group]) for cell, group in board.of("gem").items()]
    found += [Goal(frozenset({cell}), sheet.pile) for cell in board.of("pile")]
    if sheet.frame:
        found.append(Goal(frozenset(sheet.frame), sheet.frame_points))
    return tuple(goal for goal in found if goal.points and goal.cells)


@lru_cache(16)
def near(board: Board) -> Mapping[Cell, tuple[Cell, ...]]:
    """The cells beside each cell that can ever be crossed, planets too."""
    there = board.to_cross | board.starts
    return {cell: tuple(there.intersection(around(cell))) for cell in there}


def distances(board: Board, done: Cells, exploded: Cells) -> dict[Cell, int]:
    """How many crosses it takes to each cell, 0 to crossed ones; locks wait for keys, planets for rockets."""
    beside, barred = near(board), bars(board)
    steps = dict.fromkeys(done, 0)
    waiting = set(board.of("planet")) - exploded  # they need not lie beside a cross
    edge, step = set(done), 0
    while edge:
        step += 1
        shut = {cell for cell, keys in barred.items() if not any(key in steps for key in keys)}
        reached = (waiting - shut) | ({other for cell in edge for other in beside[cell]} - exploded)
        reached -= steps.keys()
        waiting |= reached & shut
        reached -= shut
        steps.update(dict.fromkeys(reached, step))
        edge = reached
    return steps


@lru_cache(16)
def bars(board: Board) -> Mapping[Cell, Cells]:
    """For each lock its keys, for each planet the rockets: one of them has to be crossed first."""
    rockets = frozenset(board.of("rocket"))
    locks = {cell: _keys(board, group) for cell, group in board.of("lock").items()}
    return locks | dict.fromkeys(board.of("planet"), rockets)


def _keys(board: Board, group: str) -> Cells:
    return board.by_group.get(("key", group), frozenset())


def promise(board: Board, done: Cells, exploded: Cells, prospect: Prospect) -> float:
    """The points that these marks are worth, with so many turns to come."""
    likely = prospect.turns / (prospect.turns + HALF_CHANCE_TURNS)
    steps = distances(board, done, exploded)
    chance = [likely**n for n in range(MAX_STEPS)]
    total = 0.0
    for goal in goals(board):
        open_ = goal.cells - done
        if not open_:
            total += goal.points
        elif goal.points > 0 and not open_ & exploded:
            far = len(open_) + min(steps.get(cell, UNREACHABLE_STEPS) for cell in open_) - 1
            total += goal.points * (chance[far] if far < len(chance) else 0.0)
    total += sum(worth for cell, worth in prospect.bombs if cell in done)
    for group, worth in prospect.flags:
        cells = board.by_group["flag", group]
        total += worth * _reached(cells, done, steps, likely * RIVAL_FACTOR)
    return total


def _reached(cells: Iterable[Cell], done: Cells, steps: Mapping[Cell, int], likely: float) -> float:
    """The chance that one of these cells will be crossed."""
    if any(cell in done for cell in cells):
        return 1.0
    return max((likely ** steps[cell] for cell in cells if cell in steps), default=0.0)
