"""What a page draws of 25 to Dice: each sheet with its inmates, guards and where each die would take them.

Plain JSON values. Refuses to know whose turn it is, offers and languages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from companion.games.prison.guards import SIDES, free_trails, walk
from companion.games.prison.moves import square_name
from companion.games.prison.prison import Guard, Prison, entrance
from companion.games.prison.scoring import tally
from companion.games.prison.sheet import GUARDS, INMATES
from companion.sheets import Cell


def sheet_view(prison: Prison) -> dict[str, Any]:
    """One sheet in play; squares are `[row, column]` from 1, as keys `"row,column"`.

    - `name`, `rows`, `columns`; `numbers` {"r,c": number now}; `changed` squares with a substituted number
    - `exits` {"column": value or None}; `spent` exits whose substitution is used; `spare` exits whose number
      can still be substituted (an item `exit <column>`)
    - `inmates` {letter: `status` cell/grid/escaped/captured, `route` squares walked, `at` or None, `entrance`
      the square above the cell, `points`}
    - `guards` {green, blue: `at`, `chasing` letter or None, `underfoot`, `ahead`}, see `guard_view`
    - `dice` not yet used of this throw, `dice_total` owned; `scored` squares, `tally` what decides the match
    - `pick_between` letters a die decides between or None, `pick_guard` which guard stands there
    - `result` None, won, lost or finished (scored sheets)
    """
    question = prison.question
    return _grid_view(prison) | {
        "inmates": {name: inmate_view(prison, name) for name in INMATES},
        "guards": {name: guard_view(prison, who) for who, name in enumerate(GUARDS)},
        "dice": sorted(prison.dice),
        "dice_total": prison.owned,
        "scored": squares(sorted(prison.scored)),
        "tally": asdict(tally(prison)),
        "pick_between": list(question.between) if question else None,
        "pick_guard": GUARDS[question.guard] if question else None,
        "result": prison.result,
    }


def _grid_view(prison: Prison) -> dict[str, Any]:
    sheet = prison.sheet
    return {
        "name": sheet.name,
        "rows": sheet.rows,
        "columns": sheet.columns,
        "numbers": {square_name(square): prison.numbers[square] for square in sorted(prison.numbers)},
        "changed": squares(sorted({square for square, _ in prison.changed})),
        "exits": {str(exit_): value or None for exit_, value in prison.exit_of.items()},
        "spent": sorted(prison.spent),
        "spare": list(prison.spare),
    }


def inmate_view(prison: Prison, name: str) -> dict[str, Any]:
    inmate = prison.inmate(name)
    return {
        "status": inmate.status,
        "route": squares(inmate.trail),
        "at": list(inmate.trail[-1]) if inmate.trail else None,
        "entrance": list(entrance(prison.sheet, name)),
        "points": inmate.points,
    }


def guard_view(prison: Prison, who: int) -> dict[str, Any]:
    """A guard, and as things stand where each value of its die would take it, were it the next to move.

    `underfoot`: free trails on its square, one of which it will chase before it moves; with two or more a die
    picks, and `ahead` is for each of them `{letter: {value: way}}`, else `{value: way}`. A way: `route`
    squares entered in order (empty: it stays), `to` where it ends, `caught` letter or None, `trails` that
    stop it there, `chasing` whom it chases as it walks.
    """
    guard = prison.guards[who]
    underfoot = () if guard.chasing else free_trails(prison, who, guard.at)
    chased = [guard.chasing, *underfoot] if len(underfoot) < 2 else []
    ahead: dict[str, Any] = (
        ways(prison, who, chased[-1]) if chased else {name: ways(prison, who, name) for name in underfoot}
    )
    return {
        "at": list(guard.at),
        "chasing": guard.chasing,
        "underfoot": list(underfoot),
        "ahead": ahead,
    }


def ways(prison: Prison, who: int, chased: str | None) -> dict[str, Any]:
    """By value of the die, where the guard would go, chasing this inmate or nobody."""
    at = prison.guards[who].at
    if prison.guards[who].chasing != chased:
        prison = prison.with_guard(who, Guard(at, chased))
    found: dict[str, Any] = {}
    for die in range(1, SIDES + 1):
        gone = walk(prison, who, die)
        found[str(die)] = {
            "route": squares(gone.route),
            "to": list(gone.route[-1] if gone.route else at),
            "caught": gone.caught,
            "trails": list(gone.trails),
            "chasing": chased,
        }
    return found


def squares(cells: Iterable[Cell]) -> list[list[int]]:
    return [list(cell) for cell in cells]
