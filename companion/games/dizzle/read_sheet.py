"""Reads the data of a Dizzle sheet: grid, legend, points, lines and frame; every problem by its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, TypeGuard

from companion.games.dizzle.sheet import KINDS, Arrow, DizzleSheet, Special
from companion.sheets import Cell
from companion.sheets.fields import Table, grid, only, points, table, text, whole
from companion.sheets.trouble import Problems, shown

KEYS = ("format", "name", "level", "rating_column", "grid", "frame", "legend", "points", "arrow")
POINTS = ("bomb_exploded", "pile", "bomb_solo", "frame", "gem", "puzzle", "flag")
GROUPED = ("gem", "puzzle", "flag")  # kinds whose groups have points of their own
COLOURED = (*GROUPED, "key", "lock")
ONE_COLOUR = {"key": ("key", "lock"), "lock": ("key", "lock")}  # what shares its colours with whom
Groups = Mapping[str, Any]  # of a group its points, or its falling list


@dataclass(frozen=True)
class Printed:
    """What the grid says."""

    rows: int = 0
    columns: int = 0
    starts: set[Cell] = field(default_factory=set)
    numbers: dict[Cell, int] = field(default_factory=dict)
    letters: dict[Cell, str] = field(default_factory=dict)
    planets: set[Cell] = field(default_factory=set)
    unread: set[Cell] = field(default_factory=set)

    @property
    def cells(self) -> set[Cell]:
        """All that is no hole, what could not be read among it: to say so once is enough."""
        return {*self.starts, *self.numbers, *self.planets, *self.unread}

    def has(self, cell: Cell) -> bool:
        """Whether that is a cell, no hole and not outside."""
        return cell in self.cells


def read_dizzle(data: Table, source: str, problems: Problems) -> DizzleSheet:
    """The sheet; whatever is wrong is added to `problems`, and then the sheet is of no use."""
    only(data, KEYS, "", problems)
    printed = _printed(data, problems)
    worth = table(data, "points", problems)
    only(worth, POINTS, "points.", problems)
    groups = {kind: _groups(worth, kind, problems) for kind in GROUPED}
    frame = _frame(data, printed, problems)
    worth_of_frame = _frame_points(worth, "frame" in data, problems)
    return DizzleSheet(
        source=source,
        name=text(data, "name", problems),
        level=whole(data, "level", (1, 99), problems, 1),
        rating_column=_rating_column(data, problems),
        rows=printed.rows,
        columns=printed.columns,
        starts=frozenset(printed.starts),
        numbers=printed.numbers,
        specials=_specials(printed, _legend(data, problems), groups, problems),
        arrows=_arrows(data, printed, problems),
        frame=frame,
        frame_points=worth_of_frame,
        gem=groups["gem"],
        puzzle=groups["puzzle"],
        flag=groups["flag"],
        bomb_exploded=points(worth, "points.bomb_exploded", problems),
        bomb_solo=points(worth, "points.bomb_solo", problems),
        pile=points(worth, "points.pile", problems),
    )


def _rating_column(data: Table, problems: Problems) -> str:
    value = data.get("rating_column", "A")
    if value not in ("A", "B"):
        way = 'levels 1 and 2 have rating_column = "A", levels 3 and 4 "B"'
        problems.at("rating_column", f'must be "A" or "B", got {shown(value)}; {way}')
    return str(value)


def _printed(data: Table, problems: Problems) -> Printed:
    words = grid(data, "grid", problems)
    printed = Printed(len(words), len(words[0]) if words else 0)
    for row, line in enumerate(words, 1):
        for column, word in enumerate(line, 1):
            if not _print(printed, (row, column), word):
                printed.unread.add((row, column))
                way = "a hole is ., a start cell X, a plain cell 4, one with a special 4g, a planet *P"
                problems.cell("grid", row, column, f"{shown(word)} is no cell; {way}")
    if words and not (printed.starts or printed.unread):
        problems.at("grid", "has no start cell; write X on each cell that is crossed from the beginning")
    return printed


def _print(printed: Printed, cell: Cell, word: str) -> bool:
    """Put down what one word of the grid says; False if it says nothing."""
    first, letter = word[0], word[1:]
    if word == ".":
        return True
    if word == "X":
        printed.starts.add(cell)
        return True
    if len(letter) > 1 or (letter and not letter.isalpha()) or (first == "*" and not letter):
        return False
    if first in tuple("123456"):
        printed.numbers[cell] = int(first)
    elif first == "*":
        printed.planets.add(cell)
    else:
        return False
    if letter:
        printed.letters[cell] = letter
    return True


def _legend(data: Table, problems: Problems) -> Mapping[str, Special]:
    legend: dict[str, Special] = {}
    for letter, said in table(data, "legend", problems).items():
        key = f"legend.{letter}"
        if len(letter) != 1 or not letter.isalpha():
            problems.at(
                key, f"{shown(letter)} is no letter; the legend has one letter for each special, e.g. g"
            )
        elif not isinstance(said, Mapping):
            problems.at(key, f'must be a table, got {shown(said)}; write {letter} = {{ kind = "bomb" }}')
        else:
            only(said, ("kind", "group"), f"{key}.", problems)
            legend[letter] = Special(_kind(said, key, problems), _group(said, key, problems))
    return legend


def _kind(said: Table, key: str, problems: Problems) -> str:
    kind = said.get("kind")
    if isinstance(kind, str) and kind in KINDS:
        return kind
    near = get_close_matches(str(kind), KINDS, 1)
    way = f"did you mean {near[0]}?" if near else f"there are {', '.join(KINDS)}"
    got = "nothing" if kind is None else shown(kind)
    problems.at(key, f"kind must be what is printed on the cell, got {got}; {way}")
    return ""


def _group(said: Table, key: str, problems: Problems) -> str:
    group = said.get("group", "")
    if _is_colour(group):
        if group and said.get("kind") in KINDS and said["kind"] not in COLOURED:
            problems.at(key, f"a {said['kind']} has no group, got {shown(group)}; leave group out")
        return group
    problems.at(key, f'group must be a colour in letters, got {shown(group)}; write group = "blue"')
    return ""


def _is_colour(group: object) -> TypeGuard[str]:
    """Whether this can be the name of a group; "" is that of a group without one."""
    return isinstance(group, str) and len(group) <= 20 and (not group or group.isalpha())


def _groups(worth: Table, kind: str, problems: Problems) -> Groups:
    """Points of each group of a kind; a bare number or list is that of the group without a name."""
    key = f"points.{kind}"
    said = worth.get(kind, {})
    named = said if isinstance(said, Mapping) else {"": said}
    read = _falling if kind == "flag" else points
    groups: dict[str, Any] = {}
    for group, value in named.items():
        if not _is_colour(group):
            problems.at(key, f"{shown(group)} is no colour; write its letters only, e.g. blue = 3")
        elif group:
            groups[group] = read({group: value}, f"{key}.{group}", problems)
        else:
            groups[group] = read({kind: value}, key, problems)
    return groups


def _falling(said: Table, key: str, problems: Problems) -> tuple[int, ...]:
    (value,) = said.values()
    numbers = value if isinstance(value, list | tuple) else ()
    whole_ones = tuple(n for n in numbers if isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= 999)
    falling = all(a >= b for a, b in pairwise(whole_ones))
    if not numbers or len(whole_ones) != len(numbers) or not falling or len(numbers) > 8:
        way = "write e.g. [10, 6, 3, 1]"
        problems.at(key, f"must be a falling list of 1 to 8 whole numbers, got {shown(value)}; {way}")
    return whole_ones


def _specials(
    printed: Printed, legend: Mapping[str, Special], groups: Mapping[str, Groups], problems: Problems
) -> Mapping[Cell, Special]:
    """What is printed on each cell; every letter is in the legend, and every letter of the legend is used."""
    plain = _without_doubt(legend, groups)
    specials: dict[Cell, Special] = {}
    for (row, column), letter in printed.letters.items():
        if letter not in plain:
            known = f"there are {', '.join(plain)}" if plain else "there is none"
            way = f'write e.g. {letter} = {{ kind = "bomb" }} under [legend], where {known}'
            problems.cell("grid", row, column, f"the letter {letter} is not in the legend; {way}")
        elif (plain[letter].kind == "planet") != ((row, column) in printed.planets):
            problems.cell("grid", row, column, _planet_trouble(letter, plain[letter].kind))
        else:
            specials[row, column] = plain[letter]
    whole_grid = printed.rows and not printed.unread
    for letter in (letter for letter in legend if whole_grid and letter not in printed.letters.values()):
        way = "put it on a cell, or take it out of the legend"
        problems.at(f"legend.{letter}", f"the letter {letter} is on no cell; {way}")
    _worthless(plain, groups, problems)
    return specials


def _planet_trouble(letter: str, kind: str) -> str:
    if kind == "planet":
        return f"{letter} is a planet and has no number; write *{letter}"
    return f"{letter} is a {kind or 'special'}, expected a planet after *; write a number and {letter}"


def _without_doubt(legend: Mapping[str, Special], groups: Mapping[str, Groups]) -> Mapping[str, Special]:
    """The legend with groups that were left out filled in, where only one can be meant."""
    filled: dict[str, Special] = {}
    for letter, special in legend.items():
        family = ONE_COLOUR.get(special.kind, (special.kind,))
        there = {s.group for s in legend.values() if s.kind in family and s.group}
        there |= set(groups.get(special.kind, {}))
        alone = not special.group and special.kind in COLOURED and len(there) == 1
        filled[letter] = Special(special.kind, there.pop()) if alone else special
    return filled


def _worthless(legend: Mapping[str, Special], groups: Mapping[str, Groups], problems: Problems) -> None:
    """Groups on cells without points, and points for groups on no cell."""
    used = {(s.kind, s.group) for s in legend.values() if s.kind in GROUPED}
    worth = {(kind, group) for kind, said in groups.items() for group in said}
    for kind, group in sorted(used - worth):
        example = "[10, 6, 3, 1]" if kind == "flag" else "3"
        way = f"write {group} = {example} under [points.{kind}]" if group else f"write {kind} = {example}"
        problems.at("points", f"a {group + ' ' if group else ''}{kind} has no points; {way}")
    for kind, group in sorted(worth - used):
        named = f"{group} {kind}" if group else kind
        way = f"put a {named} on the sheet and in the legend, or take its points out"
        problems.at(f"points.{kind}.{group}" if group else f"points.{kind}", f"there is no {named}; {way}")


def _frame(data: Table, printed: Printed, problems: Problems) -> tuple[Cell, ...]:
    """The four cells of the framed 2×2; () where there is none."""
    if "frame" not in data:
        return ()
    said = table(data, "frame", problems)
    if not printed.rows or said is not data["frame"]:
        return ()
    only(said, ("row", "col"), "frame.", problems)
    before = len(problems.said)
    row = whole(said, "frame.row", (1, max(1, printed.rows - 1)), problems, None)
    column = whole(said, "frame.col", (1, max(1, printed.columns - 1)), problems, None)
    if len(problems.said) > before:
        return ()
    cells = tuple((row + down, column + right) for down in (0, 1) for right in (0, 1))
    holes = [cell for cell in cells if not printed.has(cell)]
    if holes:
        way = "row and col are those of its top left cell"
        problems.at("frame", f"row {holes[0][0]}, column {holes[0][1]} is a hole, expected four cells; {way}")
    return cells


def _frame_points(worth: Table, has_frame: bool, problems: Problems) -> int:
    if has_frame and "frame" not in worth:
        problems.at("points", "the frame has no points; write frame = 10 under [points]")
    if not has_frame and "frame" in worth:
        problems.at("points.frame", "there is no frame; write frame = { row = 7, col = 4 }, or take it out")
    return points(worth, "points.frame", problems)


def _arrows(data: Table, printed: Printed, problems: Problems) -> tuple[Arrow, ...]:
    said = data.get("arrow", [])
    if not isinstance(said, list | tuple) or not all(isinstance(arrow, Mapping) for arrow in said):
        problems.at("arrow", f"must be tables, got {shown(said)}; write [[arrow]] on a line, row below it")
        return ()
    if not printed.rows:
        return ()
    arrows = [_arrow(arrow, f"arrow.{n}", printed, problems) for n, arrow in enumerate(said, 1)]
    for n, arrow in enumerate(arrows, 1):
        twin = next((m for m, other in enumerate(arrows[: n - 1], 1) if other.cells == arrow.cells), 0)
        if twin and arrow.cells:
            problems.at(f"arrow.{n}", f"is the same line as arrow.{twin}; take one out")
    return tuple(arrows)


def _arrow(said: Table, key: str, printed: Printed, problems: Problems) -> Arrow:
    only(said, ("row", "col", "points", "from", "to"), f"{key}.", problems)
    worth = whole(said, f"{key}.points", (-999, 999), problems, None)
    if ("row" in said) == ("col" in said):
        problems.at(key, "must have either row or col; write row = 2 for a line across, col = 2 for one down")
        return Arrow((), worth)
    way, most, length = (
        ("row", printed.rows, printed.columns) if "row" in said else ("col", printed.columns, printed.rows)
    )
    before = len(problems.said)
    line = whole(said, f"{key}.{way}", (1, most), problems, None)
    begin, end = _ends(printed, way, line)
    first = whole(said, f"{key}.from", (1, length), problems, begin)
    last = whole(said, f"{key}.to", (1, length), problems, end)
    if len(problems.said) > before:
        return Arrow((), worth)
    if first >= last:
        problems.at(key, f"goes from {first} to {last}, expected two cells or more; from is less than to")
    cells = tuple((line, n) if way == "row" else (n, line) for n in range(first, last + 1))
    _no_holes(cells, key, printed, problems)
    return Arrow(cells, worth)


def _ends(printed: Printed, way: str, line: int) -> tuple[int, int]:
    """The first and the last cell of a whole row or column: holes at its ends are no part of it."""
    there = [c if way == "row" else r for r, c in printed.cells if line == (r if way == "row" else c)]
    return (min(there), max(there)) if there else (1, 1)


def _no_holes(cells: tuple[Cell, ...], key: str, printed: Printed, problems: Problems) -> None:
    holes = [cell for cell in cells if not printed.has(cell)]
    if holes:
        (row, column), way = holes[0], "say with from and to where the line begins and ends"
        problems.at(key, f"row {row}, column {column} is a hole, expected cells all along the line; {way}")
