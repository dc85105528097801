"""Whether every cell of a sheet can be reached by the rules: keys before locks, rockets before planets.

Refuses to know chance, turns and players: what can be reached is asked, not how soon.
"""

from __future__ import annotations

from companion.sheets.dizzle import Cell, DizzleSheet
from companion.sheets.escape import EscapeSheet
from companion.sheets.trouble import Problems

MOST_PLANETS = 10  # all choices of planets are tried: 2 to the power of this


def prove_dizzle(sheet: DizzleSheet, problems: Problems) -> None:
    """Add what keeps a Dizzle sheet from being crossed out completely."""
    rockets, planets = len(sheet.of("rocket")), len(sheet.planets)
    if planets > rockets:
        way = "each planet needs a rocket: put one more on, or take the planet out"
        problems.plain(f"there are {planets} planets and {rockets} rockets; {way}")
    if planets > MOST_PLANETS:
        problems.plain(f"there are {planets} planets, expected at most {MOST_PLANETS}; take some out")
        return
    reached = _most(sheet)
    for row, column in sorted(sheet.cells - reached):
        problems.cell("grid", row, column, _why(sheet, (row, column), reached))


def _most(sheet: DizzleSheet) -> frozenset[Cell]:
    """The most cells that can be crossed in one game, over all ways to choose planets for the rockets."""
    rockets = sheet.of("rocket")
    best: frozenset[Cell] = frozenset()
    seen: set[frozenset[Cell]] = set()
    open_: list[frozenset[Cell]] = [frozenset()]
    while open_ and best != sheet.cells:
        planets = open_.pop()
        reached = spread(sheet, planets)
        best = max(best, reached, key=len)
        if len(reached & rockets) > len(planets):
            more = {planets | {planet} for planet in sheet.planets - planets} - seen
            seen |= more
            open_ += sorted(more, key=sorted)
    return best


def spread(sheet: DizzleSheet, planets: frozenset[Cell]) -> frozenset[Cell]:
    """What can be crossed from the start cells and these planets: side by side, locks after their keys."""
    keys = {cell: sheet.of("key", sheet.specials[cell].group) for cell in sheet.of("lock")}
    reached = set(sheet.starts | planets)
    edge = list(reached)
    locked: set[Cell] = set()
    while edge:
        fresh = {c for c in sheet.neighbours[edge.pop()] if c in sheet.numbers and c not in reached} | locked
        locked = {cell for cell in fresh if cell in keys and not keys[cell] & reached}
        reached |= fresh - locked
        edge += fresh - locked
    return frozenset(reached)


def _why(sheet: DizzleSheet, cell: Cell, reached: frozenset[Cell]) -> str:
    special = sheet.specials.get(cell)
    if special is not None and special.kind == "lock" and any(c in reached for c in sheet.neighbours[cell]):
        keys = sheet.of("key", special.group)
        colour = f"{special.group} " if special.group else ""
        if not keys:
            return f"the {colour}lock has no key; put a {colour}key on the sheet"
        (row, column), count = min(keys), len(keys)
        other = "" if count == 1 else f" nor any other of its {count} keys"
        way = "put the key this side of the lock"
        return f"the {colour}lock cannot be opened: row {row}, column {column}{other} is not reached; {way}"
    if cell in sheet.planets:
        return "the planet has no rocket that can be reached before it; put a rocket where dice can go"
    return "cannot be reached from any start cell; join it to its neighbours, or put an X or a planet near"


def prove_escape(sheet: EscapeSheet, problems: Problems) -> None:
    """Add each inmate's cell from which some exit cannot be walked to."""
    for inmate, column in sheet.cells.items():
        area = _area(sheet, (sheet.rows, column))
        for exit_ in (e for e in sheet.exits if (1, e) not in area):
            way = "fill the holes between them"
            problems.at(f"cells.{inmate}", f"from there no way leads to the exit in column {exit_}; {way}")


def _area(sheet: EscapeSheet, start: Cell) -> frozenset[Cell]:
    area, edge = {start}, [start]
    while edge:
        fresh = [square for square in sheet.neighbours[edge.pop()] if square not in area]
        area.update(fresh)
        edge += fresh
    return frozenset(area)
