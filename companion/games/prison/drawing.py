"""The drawing of a prison: where each thing stands on it, and how guards' ways and inmates' trails run.

Lengths are units of the drawing; a square is 60 of them wide, row 1 begins at 0 and exits lie above it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from companion.games.prison.guards import DIE_SIDES
from companion.games.prison.moves import square_name
from companion.games.prison.prison import Status
from companion.games.prison.sheet_view import GuardView, InmateView, SheetView, Way
from companion.sheets import Cell

SIDE = 60  # of a square
LETTER_STEP = 20  # between letters on one square
WAY_OFFSET = {"green": 16, "blue": 22}  # of a guard's way from the middle of squares
STOP_INSET = {"green": 3, "blue": 6}  # of the frame around a square where a way ends
TIP_DEGREES = {(1, 0): 90, (-1, 0): 270, (0, -1): 180, (0, 1): 0}  # by rows and columns of the last step


@dataclass(frozen=True)
class Exit:
    """The exit above a column, with the value on it, or None; `spare`: its number can replace another."""

    x: int
    value: int | None
    spare: bool


@dataclass(frozen=True)
class Square:
    """A square by its upper left corner; its number goes into that corner where something covers it."""

    x: int
    y: int
    number: int
    covered: bool
    marks: tuple[str, ...]


@dataclass(frozen=True)
class CellBox:
    """An inmate's cell, by its middle."""

    x: int
    y: int
    letter: str
    status: Status


@dataclass(frozen=True)
class WayPath:
    """One way of a guard as the data of an SVG path, with a tip at its end."""

    path: str
    x: int
    y: int
    degrees: int


@dataclass(frozen=True)
class Stop:
    """A square where a value of a guard's die would bring it, and whether it would catch somebody there."""

    x: int
    y: int
    side: int
    caught: bool


@dataclass(frozen=True)
class GuardWays:
    """Where a guard may go: of ways that lie on one another the longest."""

    guard: str
    paths: tuple[WayPath, ...]
    stops: tuple[Stop, ...]


@dataclass(frozen=True)
class Trail:
    """An inmate's trail as the data of an SVG path."""

    letter: str
    path: str


@dataclass(frozen=True)
class Letter:
    """Whose trail lies on a square; small where somebody stands on it."""

    letter: str
    x: int
    y: int
    small: bool


@dataclass(frozen=True)
class Figure:
    """An inmate on the grid, by the middle of its figure."""

    letter: str
    x: int
    y: int


@dataclass(frozen=True)
class GuardFigure:
    """A guard, and whom it chases; small where both stand on one square."""

    guard: str
    x: int
    y: int
    small: bool
    chasing: str | None


@dataclass(frozen=True)
class Tag:
    """Values of a guard's die that end on a square, where they are not just the number written there."""

    guard: str
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Picture:
    """All that is drawn of a prison, each kind over those before it."""

    width: int
    height: int
    exits: tuple[Exit, ...]
    squares: tuple[Square, ...]
    cells: tuple[CellBox, ...]
    ways: tuple[GuardWays, ...]
    trails: tuple[Trail, ...]
    letters: tuple[Letter, ...]
    inmates: tuple[Figure, ...]
    guards: tuple[GuardFigure, ...]
    tags: tuple[Tag, ...]


@dataclass(frozen=True)
class Danger:
    """A value of a guard's die: letters of those it would catch, and of those whose trail it would meet."""

    value: int
    caught: tuple[str, ...]
    met: tuple[str, ...]


def picture(sheet: SheetView, live: bool, goals: Collection[Cell], passed: Collection[Cell]) -> Picture:
    """The drawing of this sheet; with guards' ways while it is `live`."""
    inmates = {name: one for name, one in sheet.inmates.items() if one.status == "grid"}
    standing = {one.at: name for name, one in inmates.items() if one.at}
    trails = letters_by_square(inmates)
    guards = guards_by_square(sheet)
    return Picture(
        width=SIDE * sheet.columns + 8,
        height=SIDE * sheet.rows + 110,
        exits=tuple(
            Exit(middle(int(column)), value, int(column) in sheet.spare)
            for column, value in sheet.exits.items()
        ),
        squares=tuple(squares(sheet, trails.keys() | guards.keys(), goals, passed)),
        cells=tuple(
            CellBox(middle(one.entrance[1]), SIDE * sheet.rows + 29, name, one.status)
            for name, one in sheet.inmates.items()
        ),
        ways=tuple(guard_ways(name, guard) for name, guard in sheet.guards.items() if live),
        trails=tuple(Trail(name, trail_path(one, name, trails, sheet)) for name, one in inmates.items()),
        letters=tuple(letters(sheet, trails, standing, guards)),
        inmates=tuple(
            Figure(name, middle(column) + 7, middle(row) + 7) for (row, column), name in standing.items()
        ),
        guards=tuple(guard_figures(sheet, guards)),
        tags=tuple(tags(sheet, standing)) if live else (),
    )


def middle(place: int) -> int:
    """Of a row or column."""
    return SIDE * place - SIDE // 2


def letters_by_square(inmates: Mapping[str, InmateView]) -> dict[Cell, tuple[str, ...]]:
    """Whose trails lie on which square."""
    trails: dict[Cell, tuple[str, ...]] = {}
    for name, inmate in inmates.items():
        for square in dict.fromkeys(inmate.route):
            trails[square] = (*trails.get(square, ()), name)
    return trails


def guards_by_square(sheet: SheetView) -> dict[Cell, tuple[str, ...]]:
    """Which guards stand on which square."""
    guards: dict[Cell, tuple[str, ...]] = {}
    for name, guard in sheet.guards.items():
        guards[guard.at] = (*guards.get(guard.at, ()), name)
    return guards


def squares(
    sheet: SheetView, covered: Collection[Cell], goals: Collection[Cell], passed: Collection[Cell]
) -> Iterator[Square]:
    """Every square; marks are names of the page's style."""
    for name, number in sheet.numbers.items():
        row, column = map(int, name.split(","))
        square = (row, column)
        aim = "go" if square in goals else "via" if square in passed else ""
        marks = (aim, "changed" * (square in sheet.changed), "scored" * (square in sheet.scored))
        x, y = SIDE * (column - 1), SIDE * (row - 1)
        yield Square(x, y, number, square in covered, tuple(filter(None, marks)))


def guard_ways(name: str, guard: GuardView) -> GuardWays:
    """The ways of this guard's values; a way that is the beginning of the next longer one is left out."""
    ways = sorted((way for _, way in guard.ways if way.route), key=lambda way: len(way.route))
    longer: list[Way | None] = [*ways[1:], None]
    paths = (
        way_path(guard.at, way.route, WAY_OFFSET[name])
        for way, other in zip(ways, longer, strict=True)
        if other is None or way.route != other.route[: len(way.route)]
    )
    stops: dict[Cell, Stop] = {}
    inset = STOP_INSET[name]
    for way in (way for _, way in guard.ways if way.route):
        x, y = (SIDE * (place - 1) + inset for place in reversed(way.to))
        stops.setdefault(way.to, Stop(x, y, SIDE - 2 * inset, way.caught is not None))
    return GuardWays(name, tuple(paths), tuple(stops.values()))


def way_path(start: Cell, route: Sequence[Cell], offset: int) -> WayPath:
    """The way from the square where it starts, this far from the middle of squares."""
    points = [(middle(column) + offset, middle(row) + offset) for row, column in (start, *route)]
    path = "M" + "L".join(f"{x} {y}" for x, y in points)
    before, last = (start, *route)[-2:]
    return WayPath(path, *points[-1], TIP_DEGREES[last[0] - before[0], last[1] - before[1]])


def trail_path(
    inmate: InmateView, name: str, trails: Mapping[Cell, tuple[str, ...]], sheet: SheetView
) -> str:
    """The trail from the cell up; beside those of others on the same square."""
    x, y = middle(inmate.entrance[1]), middle(inmate.entrance[0])
    points = [(x, SIDE * sheet.rows + 4), (x, y)]
    points += [
        (middle(square[1]) + beside(trails[square].index(name), len(trails[square])), middle(square[0]))
        for square in inmate.route
    ]
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def beside(place: int, count: int) -> int:
    """How far from the middle the trail of this place lies, of so many on one square."""
    return LETTER_STEP * place - LETTER_STEP // 2 * (count - 1)


def letters(
    sheet: SheetView,
    trails: Mapping[Cell, tuple[str, ...]],
    standing: Mapping[Cell, str],
    guards: Mapping[Cell, tuple[str, ...]],
) -> Iterator[Letter]:
    """A letter on each square of a trail, but for who stands there or is chased from there."""
    for square, names in trails.items():
        y, x = map(middle, square)
        if square not in standing and square not in guards:
            yield from (Letter(name, x + beside(n, len(names)), y, False) for n, name in enumerate(names))
            continue
        known = {standing.get(square), *(sheet.guards[guard].chasing for guard in guards.get(square, ()))}
        rest = (name for name in names if name not in known)
        yield from (Letter(name, x + 16 - LETTER_STEP * n, y - 18, True) for n, name in enumerate(rest))


def guard_figures(sheet: SheetView, guards: Mapping[Cell, tuple[str, ...]]) -> Iterator[GuardFigure]:
    """Each guard; two on one square side by side."""
    for (row, column), names in guards.items():
        x, y = middle(column), middle(row)
        for n, name in enumerate(names):
            chasing = sheet.guards[name].chasing
            if len(names) == 1:
                yield GuardFigure(name, x + 7, y + 9, False, chasing)
            else:
                yield GuardFigure(name, x + (14 if n else -15), y + 14, True, chasing)


def tags(sheet: SheetView, standing: Mapping[Cell, str]) -> Iterator[Tag]:
    """Square by square the values that would end there."""
    values: dict[tuple[Cell, str], set[int]] = {}
    for name, guard in sheet.guards.items():
        for value, way in guard.ways:
            if way.route:
                values.setdefault((way.to, name), set()).add(value)
    for (square, name), found in sorted(values.items(), key=lambda each: each[0][0]):
        text, crowded = values_text(found), square in standing
        if text != str(sheet.numbers[square_name(square)]):
            x = middle(square[1]) + (-15 if name == "green" or crowded else 11)
            y = middle(square[0]) + (3 if name == "blue" and crowded else 20.5)
            yield Tag(name, x, y, text)


def values_text(values: set[int]) -> str:
    """These values one after the other; four and more that follow each other as `1–4`."""
    if len(values) > 3 and max(values) - min(values) < len(values):
        return f"{min(values)}–{max(values)}"
    return "".join(map(str, sorted(values)))


def dangers(guard: GuardView) -> tuple[Danger, ...]:
    """What each value of this guard's die would do."""
    return tuple(
        Danger(
            value,
            caught=tuple(dict.fromkeys(way.caught for way in ways if way.caught)),
            met=tuple(dict.fromkeys(chain.from_iterable(way.trails for way in ways))),
        )
        for value in range(1, DIE_SIDES + 1)
        for ways in [[way for other, way in guard.ways if other == value]]
    )
