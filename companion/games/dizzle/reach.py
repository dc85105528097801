"""Whether every cell of a sheet can be reached by the rules: keys before locks, rockets before planets.

What can be reached is asked, not how soon.
"""

from __future__ import annotations

from companion.games.dizzle.sheet import DizzleSheet
from companion.sheets import Cell
from companion.sheets.trouble import Problems

MOST_PLANETS = 10  # all choices of planets are tried: 2 to the power of this


def prove_dizzle(sheet: DizzleSheet, problems: Problems) -> None:
    """Add what keeps a Dizzle sheet from being crossed out completely."""
    rockets, planets = len(sheet.of("rocket")), len(sheet.planets)
    if planets > rockets:
        way = "put one more on the sheet, or take a planet out"
        problems.plain(f"planets: {planets} of them need as many rockets, got {rockets}; {way}")
    if planets > MOST_PLANETS:
        problems.plain(f"planets: there are {planets}, expected at most {MOST_PLANETS}; take some out")
        return
    reached = _most(sheet)
    for island in _islands(sheet, sheet.cells - reached):
        cell = min(island, key=lambda c: (not _at_the_shore(sheet, c, reached), c not in sheet.planets, c))
        more = f" (and so {len(island) - 1} more beside it)" if len(island) > 1 else ""
        problems.cell("grid", *cell, _why(sheet, cell, reached, more))


def _islands(sheet: DizzleSheet, cells: frozenset[Cell]) -> tuple[frozenset[Cell], ...]:
    """These cells in groups that hang together."""
    left, islands = set(cells), []
    while left:
        island, edge = set(), [min(left)]
        while edge:
            cell = edge.pop()
            island.add(cell)
            edge += [c for c in sheet.neighbours[cell] if c in left and c not in island]
        left -= island
        islands.append(frozenset(island))
    return tuple(islands)


def _at_the_shore(sheet: DizzleSheet, cell: Cell, reached: frozenset[Cell]) -> bool:
    """Whether this is a lock that dice can come to and that no key opens."""
    return cell in sheet.of("lock") and any(c in reached for c in sheet.neighbours[cell])


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


def _why(sheet: DizzleSheet, cell: Cell, reached: frozenset[Cell], more: str) -> str:
    if _at_the_shore(sheet, cell, reached):
        return _why_locked(sheet, sheet.specials[cell].group, more)
    if cell in sheet.planets:
        way = "put a rocket where dice can go"
        return f"the planet{more} has no rocket that can be reached before it; {way}"
    way = "join it to its neighbours, or put an X or a planet near"
    return f"cannot be reached{more} from any start cell; {way}"


def _why_locked(sheet: DizzleSheet, group: str, more: str) -> str:
    keys = sheet.of("key", group)
    colour = f"{group} " if group else ""
    if not keys:
        return f"the {colour}lock{more} has no key; put a {colour}key on the sheet"
    (row, column), count = min(keys), len(keys)
    other = "" if count == 1 else f" nor any other of its {count} keys"
    way = "put the key this side of the lock"
    return f"the {colour}lock{more} cannot be opened: row {row}, column {column}{other} is not reached; {way}"
